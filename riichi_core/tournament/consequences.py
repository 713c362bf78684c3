"""The one reader of the options of a tournament that concern results.

Sources: EMA 2016, 3.4.6, 5.7, 5.8; WRCR 2015, 7.1, 7.2, 8.1.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Literal, assert_never

from riichi_core.rules.chapters.chombo import AfterUma, AtTable
from riichi_core.rules.chapters.tournament import FixedResult
from riichi_core.rules.rules import Rules
from riichi_core.settlement.chombo import price_of
from riichi_core.settlement.ledger import Points
from riichi_core.tournament.sheet import Row

Part = Literal["player", "from_start", "mid_session"]
"""Who played for a row: the player, or a substitute from the start or from later on."""

Status = Literal["ranked", "disqualified", "not_ranked", "removed"]
"""How a player stands: disqualified and ranked last, disqualified and not ranked, taken out."""


def late_points(minutes: Fraction, rules: Rules) -> int | None:
    """What being late costs, nothing or less; None where a substitute plays the session."""
    lateness = rules.tournament.lateness
    if minutes > lateness.minutes:
        return None
    match lateness.counted:
        case "completed":
            return -floor(minutes) * lateness.per_minute
        case "started":
            return -ceil(minutes) * lateness.per_minute
        case _:
            assert_never(lateness.counted)


def chombo_points(rules: Rules) -> tuple[int, int]:
    """What a chombo takes off the score at the table, and off the result after uma.

    What is paid to others at the table is in the points of the file already.
    """
    price = price_of(rules, "tournament")
    match price:
        case AtTable(at_table=points):
            return points, 0
        case AfterUma(after_uma=points):
            return 0, points
        case "reverse_mangan" | "none":
            return 0, 0
        case _:
            assert_never(price)


def part(row: Row, rules: Rules) -> Part:
    """Who played for a row; for a player who comes too late a substitute plays from the start."""
    if late_points(row.late, rules) is None:
        return "from_start"
    match row.substitute:
        case "none":
            return "player"
        case "from_start" | "mid_session":
            return row.substitute
        case _:
            assert_never(row.substitute)


def counts_as_last(who: Part, rules: Rules) -> bool:
    """Whether whoever played takes the last place, not the real one, for the uma of the others."""
    match who:
        case "player":
            return False
        case "from_start":
            place = rules.tournament.substitute_place
        case "mid_session":
            place = rules.tournament.substitute_place_mid_session
        case _:
            assert_never(who)
    match place:
        case "real":
            return False
        case "last":
            return True
        case _:
            assert_never(place)


def entered(real: Points, rules: Rules) -> Points:
    """What is entered for a substitute whose own result is `real`."""
    how = rules.tournament.substitute_result
    match how:
        case FixedResult(fixed=fixed):
            return fixed
        case "real_score_unranked":
            return real
        case _:
            assert_never(how)


def missed_points(rules: Rules) -> int:
    """What a session counts for that a player missed."""
    return rules.tournament.missed_session


def disqualified_status(rules: Rules) -> Status:
    """How a disqualified player stands in the list."""
    how = rules.tournament.disqualified
    match how:
        case "ranked_last":
            return "disqualified"
        case "not_ranked":
            return "not_ranked"
        case _:
            assert_never(how)


def excused_status(rules: Rules) -> Status:
    """How a player stands whose absence was excused."""
    how = rules.tournament.excused_absence
    match how:
        case "name_may_be_removed":
            return "removed"
        case "not_regulated":
            return "ranked"
        case _:
            assert_never(how)


def may_be_disqualified(rules: Rules) -> bool:
    """Whether missing a session on purpose can mean disqualification; a referee decides."""
    how = rules.tournament.deliberate_absence
    match how:
        case "disqualification_possible":
            return True
        case "not_regulated":
            return False
        case _:
            assert_never(how)


def keeping_forbidden(rules: Rules) -> bool:
    """Whether the seating plan may keep no player at one table."""
    how = rules.tournament.fixed_tables
    match how:
        case "forbidden":
            return True
        case "not_regulated":
            return False
        case _:
            assert_never(how)

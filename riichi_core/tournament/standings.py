"""Standings: what each session counts for, what comes off it, and the list of their sums.

Deductions come off after uma; they leave the table's scores and places alone and nobody gets them.
Players with one total share a place, or a tie-break parts them. The options of a tournament that
concern results have their one reader here.

Sources: EMA 2016, 3.4.6, 5.5, 5.7, 5.8; WRCR 2015, 2.3, 7.1, 7.2, 8.1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from typing import Literal, assert_never

from riichi_core.game.result import Final, final
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable
from riichi_core.rules.chapters.tournament import FixedResult
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.settlement.chombo import price_of_chombo
from riichi_core.settlement.ledger import Points, whole
from riichi_core.tournament.sheet import Sheet, SheetRow, SheetTable

NOTES: dict[Status, Message] = {
    "disqualified": Message("disqualified: ranked last"),
    "not_ranked": Message("disqualified: not ranked"),
    "removed": Message("excused: out of the results"),
}
"""The remark on a player who does not stand in the list like the others."""

DELIBERATE = Message("missed a session on purpose: can be disqualified")


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player of a list; `place` is None for one who is not ranked."""

    place: int | None
    player: str
    status: Status
    sessions: tuple[Session, ...]
    notes: tuple[str, ...]

    @property
    def own(self) -> Points:
        """The sum of the results at the tables, uma included."""
        return whole(sum((Fraction(one.own) for one in self.sessions), Fraction(0)))

    @property
    def deducted(self) -> int:
        """The sum of all deductions."""
        return sum(one.deducted for one in self.sessions)

    @property
    def total(self) -> Points:
        """The result of the tournament."""
        return whole(Fraction(self.own) + self.deducted)


@dataclass(frozen=True, slots=True)
class Standings:
    """The list under a ruleset, the best first, and the sessions behind it."""

    rows: tuple[StandingsRow, ...]
    sessions: tuple[Session, ...]

    @property
    def substitutes(self) -> tuple[Session, ...]:
        """The sessions that substitutes played; they are in no list of places."""
        return tuple(one for one in self.sessions if one.entered is not None)


def standings(sheet: Sheet, rules: GivenRules) -> Standings:
    """Return the list of a tournament; the points of its tables must add up (`wrong_sums`)."""
    rules = rules_of(rules)
    every = sessions(sheet, rules)
    order = {name: number for number, name in enumerate(sheet.sessions)}
    found: dict[str, list[Session]] = {}
    for one in sorted(every, key=lambda one: order[one.row.session]):
        found.setdefault(one.row.player, []).append(one)
    players = [_standing(player, played, rules) for player, played in found.items()]
    return Standings(_ranked(players, rules), every)


def _standing(player: str, played: Sequence[Session], rules: Rules) -> StandingsRow:
    rows = [one.row for one in played]
    status: Status = "ranked"
    if any(row.disqualified for row in rows):
        status = disqualified_status(rules)
    elif any(row.absent == "excused" for row in rows):
        status = excused_status(rules)
    notes: list[str] = [NOTES[status]] if status in NOTES else []
    notes += [row.reason for row in rows if row.disqualified and row.reason and not row.penalty]
    deliberate = any(row.absent == "deliberate" for row in rows)
    if deliberate and status == "ranked" and may_be_disqualified(rules):
        notes.append(DELIBERATE)
    return StandingsRow(None, player, status, tuple(played), tuple(notes))


_ORDER: dict[Status, int] = {"ranked": 0, "disqualified": 1, "not_ranked": 2, "removed": 3}


def _ranked(players: Sequence[StandingsRow], rules: Rules) -> tuple[StandingsRow, ...]:
    """Return the players, best first; equal ones of the same status share the better place."""

    def rank(one: StandingsRow) -> tuple[object, ...]:
        return _ORDER[one.status], -Fraction(one.total), *tie_break(one, rules)

    found: list[StandingsRow] = []
    for number, one in enumerate(sorted(players, key=lambda one: (*rank(one), one.player)), 1):
        place: int | None = number
        above = found[-1] if found else None
        if one.status in ("not_ranked", "removed"):
            place = None
        elif above and rank(above) == rank(one):
            place = above.place
        found.append(StandingsRow(place, one.player, one.status, one.sessions, one.notes))
    return tuple(found)


def tie_break(one: StandingsRow, rules: Rules) -> tuple[Fraction, ...]:
    """Return what comes before what among equal totals, the lower first; a coin is not thrown."""
    how = rules.tournament.equal_totals
    match how:
        case "shared_place":
            return ()
        case "firsts_fourths_best":
            played = [each for each in one.sessions if each.played_by == "player" and each.final]
            places = [each.final.place for each in played if each.final]
            best = max((Fraction(each.own) for each in played), default=Fraction(0))
            return Fraction(-places.count(1)), Fraction(places.count(4)), -best
        case _:
            assert_never(how)


# ---- results -------------------------------------------------------------------------------------


What = Literal["late", "missed session", "chombo", "penalty"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points that come off a result, and why."""

    what: What
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Session:
    """One player's session.

    Attributes:
        row: what the file says.
        played_by: who played; None where nobody did.
        final: the result at the table of whoever played.
        own: what of it is the player's, nothing if a substitute played.
        entered: what is entered for a substitute.
        deductions: what comes off the player's result.
    """

    row: SheetRow
    played_by: PlayedBy | None
    final: Final | None
    own: Points
    entered: Points | None
    deductions: tuple[Deduction, ...]

    @property
    def deducted(self) -> int:
        """The sum of the deductions."""
        return sum(one.points for one in self.deductions)

    @property
    def result(self) -> Points:
        """The result of the session."""
        return whole(Fraction(self.own) + self.deducted)


def sessions(sheet: Sheet, rules: Rules) -> tuple[Session, ...]:
    """Return every player's sessions, those at tables first."""
    found = [one for table in sheet.tables for one in at_table(table, rules)]
    away = [Session(row, None, None, 0, None, _deductions(row, None, rules)) for row in sheet.away]
    return (*found, *away)


def at_table(table: SheetTable, rules: Rules) -> tuple[Session, ...]:
    """Return the sessions of the four players of a table."""
    parts = [played_by(row, rules) for row in table.rows]
    at_table, _ = chombo_points(rules)
    scores = [row.points - row.chombo * at_table for row in table.rows]
    owed = [row.bets_left for row in table.rows]
    finals = final(scores, sum(owed), (0, 0, 0, 0), rules, owed=owed)
    last = [seat for seat, who in enumerate(parts) if counts_as_last(who, rules)]
    if last:
        finals = _placed_last(finals, last, rules)
    return tuple(
        Session(row, who, one, one.result if who == "player" else 0,
                None if who == "player" else entered(one.result, rules),
                _deductions(row, who, rules))
        for row, who, one in zip(table.rows, parts, finals, strict=True)
    )  # fmt: skip


def _placed_last(finals: Sequence[Final], last: Sequence[int], rules: Rules) -> tuple[Final, ...]:
    """Return the results with some players placed below all others.

    Bets that were left stay where the real scores brought them; then the scores of those players
    are moved down by as many thousands as it takes, and what they get is moved back up.
    """
    scores = [Fraction(one.score) for one in finals]
    others = [score for seat, score in enumerate(scores) if seat not in last]
    if not others:
        return tuple(finals)
    gap = max(scores[seat] for seat in last) - min(others)
    down = (gap // 1000 + 1) * 1000 if gap >= 0 else 0
    moved = [score - down if seat in last else score for seat, score in enumerate(scores)]
    found = final([whole(score) for score in moved], 0, (0, 0, 0, 0), rules)
    return tuple(
        replace(one, score=real.score, bets=real.bets,
                result=whole(Fraction(one.result) + (down if seat in last else 0)))
        for seat, (one, real) in enumerate(zip(found, finals, strict=True))
    )  # fmt: skip


def _deductions(row: SheetRow, who: PlayedBy | None, rules: Rules) -> tuple[Deduction, ...]:
    """Return the deductions from a result; a missed session takes the place of being late."""
    found = []
    late = late_points(row.late, rules)
    if who != "player":
        found.append(Deduction("missed session", missed_points(rules), _why_missed(row, late)))
    elif late:
        found.append(Deduction("late", late, _minutes(row.late)))
    _, price = chombo_points(rules)
    if row.chombo and price:
        times = Message("once") if row.chombo == 1 else Message("{n} times", n=row.chombo)
        found.append(Deduction("chombo", -row.chombo * price, times))
    if row.penalty:
        found.append(Deduction("penalty", -row.penalty, row.reason))
    return tuple(found)


def _why_missed(row: SheetRow, late: int | None) -> Message:
    if late is None:
        why = Message("{late}, a substitute played", late=_minutes(row.late))
    else:
        why = {
            "none": Message("absent"),
            "from_start": Message("a substitute played"),
            "mid_session": Message("a substitute took over"),
        }[row.substitute]
    if row.absent == "excused":
        why = Message("{why}, excused", why=why)
    elif row.absent == "deliberate":
        why = Message("{why}, deliberate", why=why)
    if row.penalty or not row.reason:
        return why
    return Message("{why}: {reason}", why=why, reason=row.reason)


def _minutes(late: Fraction) -> Message:
    if late == 1:
        return Message("1 minute late")
    return Message("{minutes:g} minutes late", minutes=float(late))


# ---- consequences --------------------------------------------------------------------------------


PlayedBy = Literal["player", "from_start", "mid_session"]
"""The one who played for a row: the player, or a substitute from the start or from later on."""

Status = Literal["ranked", "disqualified", "not_ranked", "removed"]
"""Standing of a player: disqualified and ranked last, disqualified and not ranked, taken out."""


def late_points(minutes: Fraction, rules: Rules) -> int | None:
    """Return the points for being late, 0 or less; None where a substitute plays the session."""
    lateness = rules.tournament.lateness
    if lateness == "not_regulated":
        return 0
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
    """Return the points of a chombo: off the score at the table, and off the result after uma.

    What is paid to others at the table is in the points of the file already.
    """
    price = price_of_chombo(rules, "tournament")
    match price:
        case AtTable(at_table=points):
            return points, 0
        case AfterUma(after_uma=points):
            return 0, points
        case "reverse_mangan" | "none":
            return 0, 0
        case _:
            assert_never(price)


def played_by(row: SheetRow, rules: Rules) -> PlayedBy:
    """Return who played for a row; for one who comes too late a substitute plays from the start."""
    if late_points(row.late, rules) is None:
        return "from_start"
    match row.substitute:
        case "none":
            return "player"
        case "from_start" | "mid_session":
            return row.substitute
        case _:
            assert_never(row.substitute)


def counts_as_last(who: PlayedBy, rules: Rules) -> bool:
    """Return True if the last place, not the real one, counts for the uma of the others."""
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
    """Return the result entered for a substitute whose own result is `real`."""
    how = rules.tournament.substitute_result
    match how:
        case FixedResult(fixed=fixed):
            return fixed
        case "real_score_unranked":
            return real
        case _:
            assert_never(how)


def missed_points(rules: Rules) -> int:
    """Return the points of a session that a player missed."""
    return rules.tournament.missed_session


def disqualified_status(rules: Rules) -> Status:
    """Return the status of a disqualified player."""
    how = rules.tournament.disqualified
    match how:
        case "ranked_last":
            return "disqualified"
        case "not_ranked":
            return "not_ranked"
        case _:
            assert_never(how)


def excused_status(rules: Rules) -> Status:
    """Return the status of a player whose absence was excused."""
    how = rules.tournament.excused_absence
    match how:
        case "name_may_be_removed":
            return "removed"
        case "not_regulated":
            return "ranked"
        case _:
            assert_never(how)


def may_be_disqualified(rules: Rules) -> bool:
    """Return True if missing a session on purpose can disqualify; a referee decides."""
    how = rules.tournament.deliberate_absence
    match how:
        case "disqualification_possible":
            return True
        case "not_regulated":
            return False
        case _:
            assert_never(how)


def keeping_forbidden(rules: Rules) -> bool:
    """Return True if the seating plan may keep no player at one table."""
    how = rules.tournament.fixed_tables
    match how:
        case "forbidden":
            return True
        case "not_regulated":
            return False
        case _:
            assert_never(how)

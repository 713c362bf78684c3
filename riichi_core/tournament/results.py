"""What a session counts for: the result at the table, and what comes off it.

Deductions come off after uma; they leave the table's scores and places alone and nobody gets them.
Sources: EMA 2016, 5.5, 5.7, 5.8; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from riichi_core.game.result import Final, final
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ledger import Points, whole
from riichi_core.tournament.consequences import (
    Part,
    chombo_points,
    counts_as_last,
    entered,
    late_points,
    missed_points,
    part,
)
from riichi_core.tournament.sheet import Row, Sheet, Table

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
        part: who played; None where nobody did.
        final: the result at the table of whoever played.
        own: what of it is the player's, nothing if a substitute played.
        entered: what is entered for a substitute.
        deductions: what comes off the player's result.
    """

    row: Row
    part: Part | None
    final: Final | None
    own: Points
    entered: Points | None
    deductions: tuple[Deduction, ...]

    @property
    def deducted(self) -> int:
        """All that comes off."""
        return sum(one.points for one in self.deductions)

    @property
    def result(self) -> Points:
        """What the session counts for."""
        return whole(Fraction(self.own) + self.deducted)


def sessions(sheet: Sheet, rules: Rules) -> tuple[Session, ...]:
    """Every player's sessions, those at tables first."""
    found = [one for table in sheet.tables for one in at_table(table, rules)]
    away = [Session(row, None, None, 0, None, _deductions(row, None, rules)) for row in sheet.away]
    return (*found, *away)


def at_table(table: Table, rules: Rules) -> tuple[Session, ...]:
    """The sessions of the four players of a table."""
    parts = [part(row, rules) for row in table.rows]
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
    """The results with some players placed below all others.

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


def _deductions(row: Row, who: Part | None, rules: Rules) -> tuple[Deduction, ...]:
    """What comes off a player's result; missing a session takes the place of being late."""
    found = []
    late = late_points(row.late, rules)
    if who != "player":
        found.append(Deduction("missed session", missed_points(rules), _why_missed(row, late)))
    elif late:
        found.append(Deduction("late", late, _minutes(row.late)))
    _, price = chombo_points(rules)
    if row.chombo and price:
        times = "once" if row.chombo == 1 else f"{row.chombo} times"
        found.append(Deduction("chombo", -row.chombo * price, times))
    if row.penalty:
        found.append(Deduction("penalty", -row.penalty, row.reason))
    return tuple(found)


def _why_missed(row: Row, late: int | None) -> str:
    if late is None:
        why = f"{_minutes(row.late)}, a substitute played"
    elif row.substitute == "none":
        why = "absent"
    elif row.substitute == "mid_session":
        why = "a substitute took over"
    else:
        why = "a substitute played"
    if row.absent in ("excused", "deliberate"):
        why = f"{why}, {row.absent}"
    return why if row.penalty or not row.reason else f"{why}: {row.reason}"


def _minutes(late: Fraction) -> str:
    return "1 minute late" if late == 1 else f"{float(late):g} minutes late"

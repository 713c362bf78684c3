"""What a tournament file says: its tables, and the players who were at none."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from riichi_core.tournament.lines import Line

Substitute = Literal["none", "from_start", "mid_session"]
Absent = Literal["no", "missed", "excused", "deliberate"]


@dataclass(frozen=True, slots=True)
class Row:
    """One player in one session.

    Attributes:
        points: the points at the table, whoever played for them.
        bets_left: the player's own bets that were left on the table.
        substitute: whether somebody else played for the player, and from when.
        late: minutes late.
        absent: whether the player missed the session, and why.
        chombo: how many chombo the player made, each at the price of the ruleset.
        penalty: points off the result.
        reason: of the penalty, or else of the absence or disqualification.
    """

    line: Line
    session: str
    table: str
    player: str
    points: int
    bets_left: int
    substitute: Substitute
    late: Fraction
    absent: Absent
    chombo: int
    penalty: int
    reason: str
    disqualified: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a session: four rows, in the order of the seats, the first East first."""

    session: str
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tournament: `away` are the rows of players who were at no table."""

    title: str
    sessions: tuple[str, ...]
    tables: tuple[Table, ...]
    away: tuple[Row, ...]

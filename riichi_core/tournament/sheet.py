"""What a tournament file says: its tables, and the players who were at none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from riichi_core.source.diagnostics import Diagnostic, Span

Substitute = Literal["none", "from_start", "mid_session"]
Absent = Literal["no", "missed", "excused", "deliberate"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A value and where it stands."""

    value: object
    span: Span
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """What a file says of one player in one session."""

    file: str
    span: Span
    source: str
    cells: Mapping[str, Cell]

    def problem(
        self, column: str, code: str, message: str, expected: str = "", near: str = ""
    ) -> Diagnostic:
        """A diagnostic at a value, or at the line where the value is missing."""
        at = self.cells.get(column) or Cell(None, self.span, self.source)
        return Diagnostic(self.file, at.span, code, message, "", expected, near, "error", at.source)


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

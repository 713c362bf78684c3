"""The facts of a tournament file: its tables, and the players who were at none."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from riichi_core.messages import Message
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.document import SourceDocument

Substitute = Literal["none", "from_start", "mid_session"]
Absent = Literal["no", "missed", "excused", "deliberate"]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player in one session.

    Attributes:
        number: which row of the file it is, from 0.
        points: the points at the table, whoever played for them.
        bets_left: the player's own bets that were left on the table.
        substitute: whether somebody else played for the player, and from when.
        late: minutes late.
        absent: whether the player missed the session, and why.
        chombo: how many chombo the player made, each at the price of the ruleset.
        penalty: points off the result.
        reason: of the penalty, or else of the absence or disqualification.
    """

    number: int
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
class SheetTable:
    """A table of a session: four rows, in the order of the seats, the first East first."""

    session: str
    name: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tournament.

    Attributes:
        title: its name, perhaps empty.
        sessions: the names of the sessions in the order of the file.
        tables: the tables of all sessions.
        away: the rows of players who were at no table.
        document: the file, by which a problem knows its place.
        to_come: the tables that are still to be played, by session and name.
    """

    title: str
    sessions: tuple[str, ...]
    tables: tuple[SheetTable, ...]
    away: tuple[SheetRow, ...]
    document: SourceDocument = field(default_factory=lambda: SourceDocument.of(None), compare=False)
    to_come: tuple[tuple[str, str], ...] = ()

    def problem(
        self, row: SheetRow, column: str, code: str, message: Message, expected: str = ""
    ) -> Diagnostic:
        """Return a problem at a value of a row, or at the row where the value is missing."""
        pointer = ("rows", row.number, column)
        return self.document.problem(pointer, code, message, expected=expected)

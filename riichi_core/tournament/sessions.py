"""The sessions of a tournament as a file says them, and who sits where in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Literal

from riichi_core.files.problem import Problem
from riichi_core.files.yaml_document import SourceDocument
from riichi_core.messages import Message

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
    ) -> Problem:
        """Return a problem at a value of a row, or at the row where the value is missing."""
        pointer = ("rows", row.number, column)
        return self.document.problem(pointer, code, message, expected=expected)


@dataclass(frozen=True, slots=True)
class StayingPlayer:
    """A player who sits at a table in two sessions one after the other; `row` is the second."""

    row: SheetRow
    before: str

    def problem(self, sheet: Sheet) -> Problem:
        """Return it as an error of the plan, for rulesets that forbid it."""
        row = self.row
        message = Message(
            "{player} is kept at table {table} in sessions {before} and {session}",
            player=row.player, table=row.table, before=self.before, session=row.session,
        )  # fmt: skip
        return sheet.problem(row, "table", "kept-at-table", message)


@dataclass(frozen=True, slots=True)
class Seating:
    """The facts of a seating plan.

    Attributes:
        players: how many there are.
        sessions: how many there are.
        meetings: for each number of meetings, how many pairs of players meet so often.
        often: the pairs that meet most often, where that is more than once.
        repeated: the same four at a table, with the sessions in which they are.
        kept: players who are kept at a table.
    """

    players: int
    sessions: int
    meetings: tuple[tuple[int, int], ...]
    often: tuple[tuple[str, str], ...]
    repeated: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    kept: tuple[StayingPlayer, ...]


def seating(sheet: Sheet) -> Seating:
    """Return the facts of the plan that the tables of a tournament are, or will be."""
    names = {row.player for table in sheet.tables for row in table.rows}
    fours: dict[tuple[str, ...], list[str]] = {}
    meetings: Counter[tuple[str, str]] = Counter()
    for table in sheet.tables:
        four = tuple(sorted(row.player for row in table.rows))
        fours.setdefault(four, []).append(table.session)
        meetings.update((first, second) for first, second in combinations(four, 2))
    times = Counter(meetings.values())
    times[0] = comb(len(names), 2) - len(meetings)
    most_meetings = max(meetings.values(), default=0)
    return Seating(
        len(names),
        len(sheet.sessions),
        tuple(sorted((number, pairs) for number, pairs in times.items() if pairs)),
        tuple(sorted(pair for pair, count in meetings.items() if count == most_meetings > 1)),
        tuple(
            (four, tuple(played_in))
            for four, played_in in sorted(fours.items())
            if len(played_in) > 1
        ),
        _staying_players(sheet),
    )


def _staying_players(sheet: Sheet) -> tuple[StayingPlayer, ...]:
    order = {name: number for number, name in enumerate(sheet.sessions)}
    rows = [row for table in sheet.tables for row in table.rows]
    row_of = {(row.player, order[row.session]): row for row in rows}
    staying = []
    for (player, number), row in sorted(row_of.items(), key=lambda item: (item[0][1], item[0][0])):
        before = row_of.get((player, number - 1))
        if before is not None and before.table == row.table:
            staying.append(StayingPlayer(row, before.session))
    return tuple(staying)

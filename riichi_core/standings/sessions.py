"""The sessions of a tournament as recorded in a file, and their seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Literal

from riichi_core.files.problem import Problem, Severity
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message
from riichi_core.scoring.points import Points
from riichi_core.standings.players import Player

Substitute = Literal["none", "from_start", "mid_session"]
Absent = Literal["no", "missed", "excused", "deliberate", "left", "not_yet", "bye"]
"""Whether a player missed a session.

`left` counts from it on, and `not_yet` up to it. A player with a `bye` sits out by the plan.
"""


SEAT_WORDS: dict[str, int] = {
    word: seat
    for seat, words in enumerate(
        ("east e 東 东 oost o ost est 1", "south s 南 zuid z süd sud 2",
         "west w 西 ouest 3", "north n 北 noord nord 4")
    )
    for word in words.split()
}  # fmt: skip
"""The words for a seat in lower case, and its place in the order of the seats, from 0."""


Watch = Callable[[Sequence[Any]], Iterable[Any]]
"""Yields the items of a list, and shows how far it is."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One player in one session.

    Attributes:
        number: the number of the row in the file, from 0.
        points: the points at the table, including those of a substitute; as written in the file
            until `score_entry.with_points` has read them. A fraction was written with decimals.
        bets_left: the player's own bets that were left on the table.
        substitute: when a substitute began to play for the player, if at all.
        late: the minutes by which the player was late.
        absent: the kind of absence if the player missed the session.
        chombo: the number of the player's chombo, each with the ruleset's penalty.
        penalty: the points deducted from the result, as a positive number.
        reason: the reason for the penalty, the chombo, the absence or the disqualification.
        substitute_name: the substitute's name; may be empty.
        result: the published result of the session, as written in the file; None without one.
        seat: the seat at the table, from 0 for East; None if the order of the rows decides.
    """

    number: int
    session: str
    table: str
    player: str
    points: Points
    bets_left: int
    substitute: Substitute
    late: Fraction
    absent: Absent
    chombo: int
    penalty: int
    reason: str
    disqualified: bool
    substitute_name: str = ""
    result: Points | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A table of a session: four rows, in the order of the seats, the first East first."""

    session: str
    name: str
    rows: tuple[SheetRow, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tournament as its file records it.

    Attributes:
        title: its name; may be empty.
        sessions: the names of the sessions in the order of the file.
        tables: the tables of all sessions.
        away: the rows of players without a table.
        document: the file, which gives problems their places.
        remaining: the tables not played yet, by session and name.
        leavers: the players who left or are disqualified, each with the name of the substitute who
            plays on; empty without one.
        players: what the file and the list of players say about the players, if anything.
    """

    title: str
    sessions: tuple[str, ...]
    tables: tuple[SheetTable, ...]
    away: tuple[SheetRow, ...]
    document: SourceDocument = field(default_factory=lambda: SourceDocument.of(None), compare=False)
    remaining: tuple[tuple[str, str], ...] = ()
    leavers: Mapping[str, str] = field(default_factory=dict)
    players: tuple[Player, ...] = ()

    def problem(
        self, row: SheetRow, column: str, code: str, message: Message, expected: str = "",
        severity: Severity = "error",
    ) -> Problem:  # fmt: skip
        """Return a problem at a value of a row, or at the row if the value is missing."""
        pointer = ("rows", row.number, column)
        return self.document.problem(pointer, code, message, expected=expected, severity=severity)


@dataclass(frozen=True, slots=True)
class StayingPlayer:
    """A player who sits at one table in two consecutive sessions; `row` is the second."""

    row: SheetRow
    before: str

    def problem(self, sheet: Sheet) -> Problem:
        """Return it as an error in the plan, for rulesets that forbid it."""
        row = self.row
        message = Message(
            "{player} stays at table {table} in sessions {before} and {session}",
            player=row.player, table=row.table, before=self.before, session=row.session,
        )  # fmt: skip
        return sheet.problem(row, "table", "kept-at-table", message)


@dataclass(frozen=True, slots=True)
class Seating:
    """The facts of a seating plan.

    Attributes:
        players: the number of players.
        sessions: the number of sessions.
        meetings: each number of meetings, with the number of pairs that meet that often.
        often: the pairs that meet most often, if they meet more than once.
        repeated: each four that meets again at a table, with the sessions.
        kept: the players who stay at a table.
    """

    players: int
    sessions: int
    meetings: tuple[tuple[int, int], ...]
    often: tuple[tuple[str, str], ...]
    repeated: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    kept: tuple[StayingPlayer, ...]


def seating(sheet: Sheet) -> Seating:
    """Return the facts of the seating plan that a tournament's tables form."""
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

"""The rows of a tournament: one player in one session each; seat them at tables, or say why not.

`riichi.events.files` reads the rows of files, and looks for what people write wrong there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, PlainValidator
from pydantic_core import PydanticCustomError

from riichi_core.files.accepted_values import Accepts
from riichi_core.files.notes import Notes
from riichi_core.files.problem import Pointer
from riichi_core.messages import Message
from riichi_core.records.fields import MOST_TABLE_POINTS, Record, TablePoints, name_in_a_line
from riichi_core.spelling import closest_word
from riichi_core.standings.players import Player, folded
from riichi_core.standings.sessions import (
    SEAT_WORDS,
    Absent,
    Sheet,
    SheetRow,
    SheetTable,
    Substitute,
)

MAX_ROWS = 100_000


MOST_BETS = 100
MOST_CHOMBO = 20
MOST_MINUTES = 600
MOST_AWAY = 3
"""The maximum number of players whom the message of an incomplete table names."""

WHILE_AWAY = ("left", "not_yet")
"""The kinds of absence that one row states for several sessions."""


# ---- models --------------------------------------------------------------------------------------


def one_line(value: object) -> object:
    """Return a text on one line, in composed Unicode characters; a number can be a name."""
    text = str(value) if type(value) is int else value
    return name_in_a_line(text) if isinstance(text, str) else value


_LINE = BeforeValidator(one_line, json_schema_input_type=str | int)
LONGEST_NAME = 80
"""The maximum number of letters of a player's name."""

_PERSON = Accepts(Message("a name of at most {n} letters, or a number", n=LONGEST_NAME))
_LABEL = Accepts(Message("a name of at most {n} letters, or a number", n=40))
RowLabel = Annotated[str, Field(min_length=1, max_length=40), _LINE, _LABEL]
_Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), _LINE, _PERSON]
_Sentence = Annotated[str, Field(max_length=200), _LINE, Accepts(Message("a few words"))]


def _minutes(value: object) -> Fraction:
    expected = Message("minutes from 0 to {most}, e.g. 3 or 3.5", most=MOST_MINUTES)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
    if not 0 <= value <= MOST_MINUTES:
        raise PydanticCustomError("out_of_range", "{expected}", {"expected": expected})
    return Fraction(str(value))


def _number_of_times(value: object) -> object:
    """Return the number of a flag: once for `yes`."""
    return int(value) if isinstance(value, bool) else value


def _absent(value: object) -> object:
    if isinstance(value, bool):
        return "missed" if value else "no"
    return value


def _seat(value: object) -> int:
    word = str(value).strip().casefold()
    if word not in SEAT_WORDS:
        expected = "a wind, e.g. east, E or 東, or a number from 1 to 4"
        raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
    return SEAT_WORDS[word]


class RowRecord(Record):
    """A row of a file: one player in one session."""

    session: RowLabel
    table: RowLabel = ""
    player: _Name
    points: TablePoints = 0
    result: TablePoints | None = None
    bets_left: Annotated[int, Field(ge=0, le=MOST_BETS)] = 0
    substitute: Substitute = "none"
    substitute_name: Annotated[str, Field(max_length=LONGEST_NAME), _LINE, _PERSON] = ""
    late_minutes: Annotated[
        Fraction,
        PlainValidator(
            _minutes, json_schema_input_type=Annotated[float, Field(ge=0, le=MOST_MINUTES)]
        ),
        Field(json_schema_extra={"default": 0}),
    ] = Fraction(0)
    absent: Annotated[Absent, BeforeValidator(_absent, json_schema_input_type=Absent | bool)] = "no"
    chombo: Annotated[
        int,
        BeforeValidator(_number_of_times, json_schema_input_type=int | bool),
        Field(ge=0, le=MOST_CHOMBO),
    ] = 0
    penalty: Annotated[int, Field(ge=0, le=MOST_TABLE_POINTS)] = 0
    reason: _Sentence = ""
    disqualified: bool = False
    seat: Annotated[int | None, PlainValidator(_seat, json_schema_input_type=str | int)] = None

    @property
    def played_by(self) -> Substitute:
        """Whether a substitute plays at the table, also if the row only says so indirectly."""
        says_so = self.substitute_name or self.absent in WHILE_AWAY
        return "from_start" if self.substitute == "none" and self.table and says_so else (
            self.substitute)  # fmt: skip

    def row(self, number: int) -> SheetRow:
        """Return the row of that number, in the form that standings use."""
        values = {name: value for name, value in self if name not in ("late_minutes", "substitute")}
        return SheetRow(number=number, late=self.late_minutes, substitute=self.played_by, **values)


PLANNED = {"session", "table", "player", "seat"}
"""The columns of a plan; a table without other columns has not been played yet."""


# ---- from rows to tables -------------------------------------------------------------------------

Doubt = Callable[[list[SheetRow], Sequence[str]], None]
"""Notes what is probably written wrong in the rows of complete sessions."""


@dataclass
class SheetReading(Notes):
    """Seats the rows of a document at tables and collects the problems."""

    points: bool = True
    league: bool = False
    listed: Sequence[Player] = ()
    seats: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    unreadable: set[tuple[str, str]] = field(default_factory=set)

    def seated(
        self, title: str, records: Iterable[tuple[int, RowRecord]], doubt: Doubt | None = None
    ) -> Sheet:
        """Return the complete tables made from rows with their numbers in the document."""
        records = [*records]
        remaining = _to_come(record for _, record in records) if self.points else ()
        not_begun = _not_begun(records, remaining)
        rows = [
            row
            for number, record in records
            if (record.session, record.table) not in remaining
            and not (record.absent == "bye" and record.session in not_begun)
            and (row := self._whole(number, record)) is not None
        ]
        for place in remaining:
            self.seats.pop(place, None)
        seated_first = sorted((record for _, record in records), key=lambda row: not row.table)
        order = [*dict.fromkeys(row.session for row in seated_first)]
        rows = self._with_absences(rows, order)
        self._twice(rows)
        incomplete = {session for session, _ in remaining}
        complete = [*dict.fromkeys(row.session for row in rows if row.session not in incomplete)]
        if doubt is not None:
            doubt(rows, complete)
        begun = {row.session for row in rows}
        sessions = tuple(session for session in order if session in begun)
        away = tuple(row for row in rows if not row.table)
        tables = tuple(self._tables(rows))
        leavers = _leavers(sorted((record for _, record in records),
                                  key=lambda row: order.index(row.session)))  # fmt: skip
        return Sheet(title, sessions, tables, away, self.document, remaining, leavers)

    # ---- rows one by one -------------------------------------------------------------------------

    def _whole(self, number: int, record: RowRecord) -> SheetRow | None:
        """Return a row in the form that standings use, unless its values contradict each other."""
        problems = list(_row_contradictions(record, self.points))
        for column, code, message, expected in problems:
            self.note(("rows", number, column), code, message, expected=expected)
        if problems:
            self.unreadable.add((record.session, record.player))
            return None
        return record.row(number)

    def sit(self, number: int, written: Mapping[str, Any]) -> None:
        """Count the row at its table, even if it has other problems."""
        session, table = written.get("session"), written.get("table")
        if isinstance(session, str | int) and isinstance(table, str | int):
            key = str(one_line(session)), str(one_line(table))
            self.seats.setdefault(key, []).append(number)

    # ---- rows together ---------------------------------------------------------------------------

    def _twice(self, rows: list[SheetRow]) -> None:
        """Reject a player who appears in a session twice, or in a league at a table twice."""
        line_of: dict[tuple[str, str, str], int] = {}
        for row in rows:
            key = (row.session, row.player, row.table if self.league else "")
            line = self.document.span(("rows", row.number)).line
            if key in line_of:
                message = Message(
                    "{player} is in session {session} already, on line {line}",
                    player=row.player, session=row.session, line=line_of[key],
                )  # fmt: skip
                self.note(("rows", row.number, "player"), "player-twice", message)
            line_of.setdefault(key, line)

    def _with_absences(self, rows: list[SheetRow], order: Sequence[str]) -> list[SheetRow]:
        """Apply the rows that state an absence for several sessions to each of these.

        In these sessions, a substitute plays the rows of the player and those under the
        substitute's name. The player misses the sessions without such a row.
        """
        begun = [*dict.fromkeys(row.session for row in rows if row.table)]
        begun.sort(key=order.index)
        absences = [row for row in rows if row.absent in WHILE_AWAY]
        self._refuse_rows_of_substitutes(rows, absences, order)
        self._refuse_busy_substitutes(rows, absences, order)
        absences += _listed_absences(rows, self.listed, order)
        for absence in absences:
            covered = _covered(absence, absences, order)
            rows, played = _with_substitute(rows, absence, covered)
            others = {
                row.session
                for row in rows
                if row.player == absence.player and not row.table and row is not absence
            }
            missed = [name for name in begun if name in covered - played - others]
            if absence.substitute_name and not played and missed:
                message = Message(
                    "{substitute} plays for {player}, but neither has a row in session {session}",
                    substitute=absence.substitute_name, player=absence.player, session=missed[0],
                )  # fmt: skip
                names = [row.player for row in rows if row.session in covered and row.table]
                near = closest_word(absence.substitute_name, names)
                place: Pointer = ("rows", absence.number, "substitute_name")
                self.note(place, "no-row", message, near=near)
            kept = [row for row in rows if row is not absence or row.table]
            missed_rows = [
                absence if name == absence.session else _away(absence, name) for name in missed
            ]
            rows = [*kept, *missed_rows]
        return rows

    def _refuse_rows_of_substitutes(
        self, rows: Sequence[SheetRow], absences: Sequence[SheetRow], order: Sequence[str]
    ) -> None:
        """Refuse rows that say when a substitute leaves, under the substitute's own name."""
        first: dict[str, str] = {}
        for row in sorted(rows, key=lambda row: order.index(row.session)):
            if row.table:
                first.setdefault(row.player, row.session)
        for absence in absences:
            substitute = absence.player
            player = next((
                other.player for other in absences
                if other.absent == absence.absent == "left" and other.player != substitute
                and other.substitute_name == substitute
                and order.index(first.get(substitute, order[-1])) >= order.index(other.session)
            ), None)  # fmt: skip
            if player is not None:
                message = Message(
                    "{substitute} plays for {player}, so this row needs {player} as its player",
                    substitute=substitute, player=player,
                )  # fmt: skip
                expected = row_text({"player": player})
                place: Pointer = ("rows", absence.number, "player")
                self.note(place, "reserve", message, expected=expected)

    def _refuse_busy_substitutes(
        self, rows: Sequence[SheetRow], absences: Sequence[SheetRow], order: Sequence[str]
    ) -> None:
        """Refuse substitutes who already play for another player, or played for themselves."""
        listed_substitutes = {player.name for player in self.listed if player.substitute}
        replaced = [row for row in absences if row.absent == "left" and row.substitute_name]
        earlier: list[tuple[SheetRow, set[str]]] = []
        for absence in sorted(replaced, key=lambda row: order.index(row.session)):
            player, substitute = absence.player, absence.substitute_name
            own = [(row, covered) for row, covered in earlier if row.substitute_name == substitute]
            other = next((row for row, covered in own if absence.session in covered), None)
            played = next((
                session for session in order[: order.index(absence.session)]
                if any(row.table and row.player == substitute and row.session == session
                       for row in rows)
                and not any(session in covered for _, covered in own)
            ), None)  # fmt: skip
            earlier.append((absence, _covered(absence, absences, order)))
            if other is not None:
                message = Message(
                    "{substitute} already plays for {player} from session {session} on",
                    substitute=substitute, player=other.player, session=other.session,
                )  # fmt: skip
                expected = Message("another substitute")
            elif played is not None and substitute not in listed_substitutes:
                message = Message(
                    "{substitute} played in session {session} and cannot play for {player}",
                    substitute=substitute, session=played, player=player,
                )  # fmt: skip
                expected = Message(
                    "another substitute; or {substitute} as a substitute in the list of players",
                    substitute=substitute,
                )
            else:
                continue
            place: Pointer = ("rows", absence.number, "substitute_name")
            self.note(place, "reserve", message, expected=expected)

    def _tables(self, rows: list[SheetRow]) -> list[SheetTable]:
        """Return the tables that have their four rows."""
        for (session, name), numbers in self.seats.items():
            if len(numbers) != 4:
                message = Message.counted(
                    "session {session}, table {table} has {n} row, expected 4",
                    "session {session}, table {table} has {n} rows, expected 4",
                    len(numbers), session=session, table=name,
                )  # fmt: skip
                expected = self._missing_seat(rows, session) if len(numbers) < 4 else ""
                self.note(("rows", numbers[0], "table"), "table-size", message, expected=expected)
        order = {seat: number for number, seat in enumerate(self.seats)}
        seated = sorted(
            (row for row in rows if row.table), key=lambda row: order[row.session, row.table]
        )
        groups = groupby(seated, key=lambda row: (row.session, row.table))
        tables = [
            SheetTable(session, name, self._by_seat(tuple(group)))
            for (session, name), group in groups
        ]
        return [table for table in tables if len(table.rows) == 4]

    def _missing_seat(self, rows: list[SheetRow], session: str) -> Message:
        """Return the way to complete a table, with the players who might be missing there."""
        seated = {row.player for row in rows if row.session == session and row.table}
        seated |= {player for name, player in self.unreadable if name == session}
        away = [name for name in dict.fromkeys(row.player for row in rows) if name not in seated]
        if not 0 < len(away) <= MOST_AWAY:
            return Message(
                "a row for each seat; a substitute plays in the row of the missing player, with "
                "substitute: from_start"
            )
        return Message(
            "a row for each seat; a substitute for {names} plays in the row of that player, with "
            "substitute: from_start",
            names=Message.or_list(away),
        )

    def _by_seat(self, rows: tuple[SheetRow, ...]) -> tuple[SheetRow, ...]:
        """Return the rows of a table by their seats, if they have any: each seat once."""
        seats = [row.seat for row in rows]
        first = next((row for row in rows if row.seat is None or seats.count(row.seat) > 1), None)
        if len(rows) != 4 or not any(seat is not None for seat in seats):
            return rows
        if first is not None:
            message = Message(
                "session {session}, table {table}: the four seats are not east, south, west and "
                "north", session=first.session, table=first.table,
            )  # fmt: skip
            self.note(("rows", first.number, "seat"), "table-seats", message)
            return rows
        return tuple(sorted(rows, key=lambda row: row.seat or 0))


def row_text(values: Mapping[str, str]) -> str:
    """Return the values of a row as they are named in messages."""
    return ", ".join(f"{name}: {value}" for name, value in values.items())


def _listed_absences(
    rows: Iterable[SheetRow], listed: Iterable[Player], order: Sequence[str]
) -> Iterator[SheetRow]:
    """Yield a statement for each absence in the list of players that the file does not state."""
    first_row: dict[str, SheetRow] = {}
    stated = set()
    for row in rows:
        first_row.setdefault(row.player, row)
        stated.add((row.player, row.absent))
    for player in listed:
        first_of_player = first_row.get(player.name)
        if first_of_player is None or player.substitute:
            continue
        nothing = replace(first_of_player, substitute="none", substitute_name="", reason="")
        first, last = player.first_session or 1, player.last_session or len(order)
        if 1 < first <= len(order) and (player.name, "not_yet") not in stated:
            yield replace(_away(nothing, order[first - 2]), absent="not_yet")
        if last < len(order) and (player.name, "left") not in stated:
            yield replace(_away(nothing, order[last]), absent="left")


def _away(row: SheetRow, session: str) -> SheetRow:
    """Return a row of the same player, without a table, in another session."""
    return replace(row, session=session, table="", points=0, result=None, bets_left=0, chombo=0,
                   penalty=0, late=Fraction(0), disqualified=False)  # fmt: skip


def _covered(stated: SheetRow, statements: Iterable[SheetRow], order: Sequence[str]) -> set[str]:
    """Return the sessions of an absence, up to the next statement on the same player."""
    left = stated.absent == "left"
    place = order.index(stated.session)
    places = [
        order.index(other.session)
        for other in statements
        if (other.player, other.absent) == (stated.player, stated.absent)
    ]
    if left:
        return set(order[place : min((n for n in places if n > place), default=len(order))])
    return set(order[max((n for n in places if n < place), default=-1) + 1 : place + 1])


def _with_substitute(
    rows: Sequence[SheetRow], stated: SheetRow, covered: Set[str]
) -> tuple[list[SheetRow], set[str]]:
    """Return rows with those of a player's substitute marked, and the sessions of these.

    The row that states the absence may name the substitute.
    """
    names = {stated.player, stated.substitute_name} - {""}
    changed: list[SheetRow] = []
    played: set[str] = set()
    for row in rows:
        if not row.table or row.session not in covered or row.player not in names:
            changed.append(row)
            continue
        played.add(row.session)
        own = row.player == stated.player
        once = not stated.table and row.session == stated.session
        free = not (row.reason or row.penalty or row.chombo)
        changed.append(replace(
            row,
            player=stated.player,
            substitute="from_start" if row.substitute == "none" else row.substitute,
            substitute_name=(own and row.substitute_name) or stated.substitute_name,
            absent=stated.absent if row.absent == "no" else row.absent,
            reason=stated.reason if free or (once and not row.reason) else row.reason,
            penalty=row.penalty + (stated.penalty if once else 0),
            disqualified=row.disqualified or (once and stated.disqualified),
        ))  # fmt: skip
    return changed, played


def _to_come(rows: Iterable[RowRecord]) -> tuple[tuple[str, str], ...]:
    """Return the tables, by session and name, that have no results yet.

    If no table has points, there must be another problem, and none is returned.
    """
    at_tables = [row for row in rows if row.table]
    played = {(row.session, row.table) for row in at_tables if {*row.model_fields_set} - PLANNED}
    tables = dict.fromkeys((row.session, row.table) for row in at_tables)
    return tuple(table for table in tables if played and table not in played)


def _not_begun(
    records: Iterable[tuple[int, RowRecord]], remaining: Iterable[tuple[str, str]]
) -> set[str]:
    """Return the sessions whose tables are all to come."""
    remaining = {*remaining}
    begun = {record.session for _, record in records
             if record.table and (record.session, record.table) not in remaining}  # fmt: skip
    return {session for session, _ in remaining} - begun


def _leavers(records: Iterable[RowRecord]) -> dict[str, str]:
    """Return the players who left or are disqualified, each with the substitute, or "".

    The last row about a player counts.
    """
    leavers: dict[str, str] = {}
    for record in records:
        if record.absent == "left":
            leavers[record.player] = record.substitute_name
        elif record.disqualified:
            leavers.setdefault(record.player, "")
    return leavers


def _row_contradictions(row: RowRecord, points: bool) -> Iterator[tuple[str, str, Message, str]]:
    """Yield the contradictions in a row: column, code, message, and what is expected."""
    written, player = row.model_fields_set, row.player
    away = row.absent != "no" and row.played_by == "none"
    if away and (row.table or "points" in written):
        message = Message("{player} is absent, and no substitute plays at the table", player=player)
        expected = Message("substitute: from_start, or neither table nor points")
        yield "absent", "contradiction", message, expected
    elif not away and not row.table:
        yield "table", "missing-key", Message("{player} has no table", player=player), ""
    elif not away and points and "points" not in written:
        message = Message("{player} has no points at the table", player=player)
        yield "points", "missing-key", message, ""
    if away and row.chombo:
        message = Message("{player} was at no table and made no chombo there", player=player)
        yield "chombo", "contradiction", message, "penalty, with its reason"
    if row.substitute_name and folded(row.substitute_name) == folded(player):
        message = Message("{player} cannot be a substitute for {player}", player=player)
        expected = Message("the name of the person who played instead, or an empty cell")
        yield "substitute_name", "contradiction", message, expected
    if row.penalty and not row.reason:
        message = Message("the penalty of {player} needs its reason", player=player)
        yield "penalty", "missing-key", message, "reason: a few words"

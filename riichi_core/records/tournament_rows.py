"""Read tournament files, YAML or tables: return their rows, or all their problems."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import combinations, groupby
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError

from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.files.model_problems import ModelProblems, model_problems
from riichi_core.files.notes import Notes
from riichi_core.files.problem import Pointer, Problem
from riichi_core.messages import Message
from riichi_core.records.fields import MOST_TABLE_POINTS, Record, TablePoints, name_in_a_line
from riichi_core.rules.options import NUMBER_WORD
from riichi_core.spelling import closest_word
from riichi_core.standings.players import Player, folded
from riichi_core.standings.sessions import (
    SEAT_WORDS,
    Absent,
    Sheet,
    SheetRow,
    SheetTable,
    Substitute,
    Watch,
)

MAX_ROWS = 100_000


MOST_BETS = 100
MOST_CHOMBO = 20
MOST_MINUTES = 600
WHILE_AWAY = ("left", "not_yet")
"""The kinds of absence that one row states for several sessions."""


# ---- models --------------------------------------------------------------------------------------


def _one_line(value: object) -> object:
    """Return a text on one line, in composed Unicode characters; a number can be a name."""
    text = str(value) if type(value) is int else value
    return name_in_a_line(text) if isinstance(text, str) else value


_LINE = BeforeValidator(_one_line, json_schema_input_type=str | int)
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


def _rows(value: object) -> object:
    if not isinstance(value, list) or not value:
        raise value_error("missing_key", Message("a list of rows is needed"))
    if len(value) > MAX_ROWS:
        message = Message("{n:,} rows, expected at most {most:,}", n=len(value), most=MAX_ROWS)
        raise value_error("too_many", message)
    return value


class TournamentRecord(Record):
    """The head of a file, and its rows, which are read one by one."""

    format: Annotated[Literal[1], NUMBER_WORD] = 1
    title: Annotated[str, Field(max_length=200)] = ""
    rows: Annotated[list[Any], BeforeValidator(_rows)]


PLANNED = {"session", "table", "player", "seat"}
"""The columns of a plan; a table without other columns has not been played yet."""


MOST_AWAY = 3
"""The maximum number of players whom the message of an incomplete table names."""

ALIKE = 0.8
MOST_COMPARED = 200
"""The similarity at which two names are questioned, and the maximum number of players."""


# ---- from a document to tables -------------------------------------------------------------------


class _RowProblems(ModelProblems):
    """The errors of a row, each named by its column."""

    def path_of(self, pointer: Pointer) -> str:
        """Return the column."""
        return ".".join(str(part) for part in pointer[len(self.at) :])

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Problem:
        problem = super()._wrong_type(pointer, value, expected)
        return replace(problem, suggestion=_in_digits(value))


_LETTERS = str.maketrans("OoIl", "0011")
"""Letters that people type instead of digits."""

_NUMBER = re.compile(r"-?[0-9][0-9.,]*")


def _in_digits(value: object) -> str:
    """Return a number without the letters that were typed for digits; "" for anything else."""
    written = str(value) if isinstance(value, str) else ""
    number = written.translate(_LETTERS)
    has_digit = any(character.isdecimal() for character in written)
    return number if has_digit and _NUMBER.fullmatch(number) else ""


@dataclass
class SheetReading(Notes):
    """Reads a document row by row and collects the problems."""

    points: bool = True
    league: bool = False
    listed: Sequence[Player] = ()
    spellings: dict[str, str] = field(default_factory=dict)
    seats: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    unreadable: set[tuple[str, str]] = field(default_factory=set)

    def sheet(self, watched: Watch = iter) -> Sheet:
        """Return the complete tables; `watched` shows the progress through the rows."""
        title, values = self._head()
        records = [
            (number, self._row(number, value)) for number, value in enumerate(watched(values))
        ]
        return self.seated(title, [(number, row) for number, row in records if row is not None])

    def seated(self, title: str, records: Iterable[tuple[int, RowRecord]]) -> Sheet:
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
        if not self.league:
            self._gaps(rows, complete)
            self._alike(rows)
        begun = {row.session for row in rows}
        sessions = tuple(session for session in order if session in begun)
        away = tuple(row for row in rows if not row.table)
        tables = tuple(self._tables(rows))
        leavers = _leavers(sorted((record for _, record in records),
                                  key=lambda row: order.index(row.session)))  # fmt: skip
        return Sheet(title, sessions, tables, away, self.document, remaining, leavers)

    def _head(self) -> tuple[str, list[Any]]:
        """Return the title and the rows of the document."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a tournament is a mapping with rows")
            self.note((), "wrong-type", message)
            return "", []
        try:
            head = TournamentRecord.model_validate(data)
        except ValidationError as error:
            self.problems += model_problems(error, self.document, TournamentRecord)
            rows = data.get("rows")
            return "", rows if isinstance(rows, list) and len(rows) <= MAX_ROWS else []
        return head.title, head.rows

    def _row(self, number: int, value: object) -> RowRecord | None:
        """Return a row if its values are valid."""
        if not isinstance(value, dict):
            message = Message(
                "a row is a mapping, e.g. {example}",
                example="{session: 1, table: A, player: Ana, points: 30000}",
            )
            self.note(("rows", number), "wrong-type", message)
            return None
        written = {name: cell for name, cell in value.items() if cell is not None}
        self.sit(number, written)
        try:
            record = RowRecord.model_validate(written)
            names = {name: self._spelt(getattr(record, name))
                     for name in ("player", "substitute_name") if name in written}  # fmt: skip
            return record.model_copy(update=names)
        except ValidationError as error:
            problems = _RowProblems(self.document, RowRecord, ("rows", number))
            self.problems += problems.take(error.errors())
            self._remember(written)
            return None

    def _spelt(self, name: str) -> str:
        """Return a name as it is first written, whatever its capitals."""
        return self.spellings.setdefault(folded(name), name)

    def _remember(self, written: Mapping[str, Any]) -> None:
        """Remember the player and the session of a row that cannot be used; "" if unknown."""
        session, player = (
            str(_one_line(value)) if isinstance(value := written.get(name), str | int) else ""
            for name in ("session", "player")
        )
        self.unreadable.add((session, player))

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
            key = str(_one_line(session)), str(_one_line(table))
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

    def _gaps(self, rows: list[SheetRow], sessions: Sequence[str]) -> None:
        """Report players who lack a row in some session: substitutes, or two spellings.

        A row with another error still counts. If such a row names no player or session, nobody is
        blamed.
        """
        if any("" in row for row in self.unreadable):
            return
        seen = {(row.session, row.player) for row in rows} | self.unreadable
        missing = {
            player: [session for session in sessions if (session, player) not in seen]
            for player in dict.fromkeys(row.player for row in rows)
        }
        before = len(self.problems)
        blamed = self._unnamed_substitutes(rows, sessions, missing)
        incomplete = [name for name, missed in missing.items() if missed and name not in blamed]
        if incomplete:
            self.problems[before:] = [
                replace(problem, severity="warning") for problem in self.problems[before:]
            ]
            listed = [f"{name} ({', '.join(missing[name])})" for name in incomplete[:3]]
            names = ", ".join(listed) + (", …" if len(incomplete) > 3 else "")
            message = Message("players without a row in a session, with the session in brackets: "
                              "{names}", names=names)  # fmt: skip
            expected = Message(
                "use the same name in each session; write absent: true for one missed session, "
                "absent: left in the first session without a player who has left, or absent: "
                "not_yet in the last one before a player joins"
            )
            row = next(row for row in rows if row.player == incomplete[0])
            place: Pointer = ("rows", row.number, "player")
            self.note(place, "no-row", message, expected=expected, severity="warning")

    def _unnamed_substitutes(
        self, rows: list[SheetRow], sessions: Sequence[str], missing: Mapping[str, Sequence[str]]
    ) -> set[str]:
        """Reject players who appear exactly in the sessions that somebody else misses.

        If players come and go as they like, this is only a warning, which the caller sees to.
        Without a row that says so, the substitute would be ranked, and the player would miss these
        sessions for free. Returns the players of both kinds.
        """
        absentees: dict[tuple[str, ...], list[str]] = {}
        for player, missed in missing.items():
            if missed and len(missed) < len(sessions):
                absentees.setdefault(tuple(missed), []).append(player)
        regulars = {player.name for player in self.listed if not player.substitute}
        blamed: set[str] = set()
        for substitute, missed in missing.items():
            played = tuple(session for session in sessions if session not in missed)
            players = [name for name in absentees.get(played, ()) if name not in blamed]
            if not missed or substitute in blamed or not players:
                continue
            if {substitute, players[0]} <= regulars:
                continue
            first = next(row for row in rows if row.player == substitute)
            if any(_nearly(substitute, name) for name in players) or played[0] == sessions[0]:
                continue  # a spelling, or the player who was replaced
            player = players[0]
            ends = played[-1] == sessions[-1]
            message = Message(
                "{substitute} plays in exactly the sessions that {player} misses: {sessions}",
                substitute=substitute, player=player, sessions=", ".join(played),
            )  # fmt: skip
            row = {"session": played[0], "player": player, "absent": "left",
                   "substitute_name": substitute}  # fmt: skip
            expected = Message(
                "for a substitute, one more row: {row}; for a new player, absent: not_yet in "
                "session {before}, and absent: left for {player}",
                row=row_text(row), player=player, before=sessions[sessions.index(played[0]) - 1],
            ) if ends else Message(
                "for a substitute, {player} as the player of the row, and {substitute} as "
                "substitute_name", substitute=substitute, player=player,
            )  # fmt: skip
            self.note(("rows", first.number, "player"), "reserve", message, expected=expected)
            blamed |= {substitute, player}
        return blamed

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

    def _alike(self, rows: list[SheetRow]) -> None:
        """Warn of two similar names that never appear in the same session."""
        sessions: dict[str, set[str]] = {}
        for row in rows:
            sessions.setdefault(row.player, set()).add(row.session)
        all_sessions = {row.session for row in rows}
        for session, player in self.unreadable:
            sessions.get(player, set()).add(session)
        incomplete = {name: played for name, played in sessions.items() if played < all_sessions}
        for name, other_name in nearly_alike(incomplete):
            row = next(row for row in rows if row.player == other_name)
            message = Message(
                "{one} and {other} are never in the same session", one=name, other=other_name
            )
            expected = Message("the same name for a player everywhere")
            place: Pointer = ("rows", row.number, "player")
            self.note(place, "nearly-alike", message, expected=expected, severity="warning")

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
            names=", ".join(away),
        )


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


def nearly_alike(sessions: Mapping[str, Set[object]]) -> Iterator[tuple[str, str]]:
    """Yield two names that are probably one player, by the sessions in which each appears."""
    for name, other_name in combinations([*sessions][:MOST_COMPARED], 2):
        if sessions[name].isdisjoint(sessions[other_name]) and _nearly(name, other_name):
            yield name, other_name


def _nearly(name: str, other_name: str) -> bool:
    """Return True if two names are probably the same: `Ana Silva` and `Anna Silva`."""
    return SequenceMatcher(None, folded(name), folded(other_name)).ratio() >= ALIKE


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

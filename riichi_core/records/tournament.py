"""Tournament files, YAML or CSV: from their rows to tables, or to all that is wrong with them.

A CSV file becomes a document like that of a YAML file, so that both are read by one model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import combinations, groupby
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, PlainValidator, ValidationError
from pydantic_core import PydanticCustomError

from riichi_core.messages import Message
from riichi_core.records.csv_rows import MAX_ROWS, CsvColumns, read_csv
from riichi_core.records.model import Record
from riichi_core.rules.options import NUMBER_WORD
from riichi_core.rules.rules import Rules
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import Diagnostic, Pointer, in_file_order
from riichi_core.source.document import SourceDocument
from riichi_core.source.expected import Accepts
from riichi_core.source.refusals import refusal, refusals
from riichi_core.tournament.sheet import Absent, Sheet, SheetRow, SheetTable, Substitute

MOST_POINTS = 1_000_000
MOST_BETS = 100
MOST_CHOMBO = 20
MOST_MINUTES = 600


# ---- models --------------------------------------------------------------------------------------


def _line(value: object) -> object:
    """Return a text in one line; a number can stand for a name."""
    text = str(value) if type(value) is int else value
    return " ".join(text.split()) if isinstance(text, str) else value


_LINE = BeforeValidator(_line, json_schema_input_type=str | int)
_NAME_OR_NUMBER = Accepts("a name or a number")
RowLabel = Annotated[str, Field(min_length=1, max_length=40), _LINE, _NAME_OR_NUMBER]
_Name = Annotated[str, Field(min_length=1, max_length=80), _LINE, _NAME_OR_NUMBER]
_Sentence = Annotated[str, Field(max_length=200), _LINE, Accepts("a few words")]


def _minutes(value: object) -> Fraction:
    expected = f"minutes from 0 to {MOST_MINUTES}, as 3 or 3.5"
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
    if not 0 <= value <= MOST_MINUTES:
        raise PydanticCustomError("out_of_range", "{expected}", {"expected": expected})
    return Fraction(str(value))


def _absent(value: object) -> object:
    if isinstance(value, bool):
        return "missed" if value else "no"
    return value


class RowRecord(Record):
    """A row of a file: one player in one session."""

    noun: ClassVar[str] = "a row"

    session: RowLabel
    table: RowLabel = ""
    player: _Name
    points: Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)] = 0
    bets_left: Annotated[int, Field(ge=0, le=MOST_BETS)] = 0
    substitute: Substitute = "none"
    late_minutes: Annotated[
        Fraction,
        PlainValidator(
            _minutes, json_schema_input_type=Annotated[float, Field(ge=0, le=MOST_MINUTES)]
        ),
        Field(json_schema_extra={"default": 0}),
    ] = Fraction(0)
    absent: Annotated[Absent, BeforeValidator(_absent, json_schema_input_type=Absent | bool)] = "no"
    chombo: Annotated[int, Field(ge=0, le=MOST_CHOMBO)] = 0
    penalty: Annotated[int, Field(ge=0, le=MOST_POINTS)] = 0
    reason: _Sentence = ""
    disqualified: bool = False

    def row(self, number: int) -> SheetRow:
        """Return the row of that number as standings count it."""
        values = {name: value for name, value in self if name != "late_minutes"}
        return SheetRow(number=number, late=self.late_minutes, **values)


def _rows(value: object) -> object:
    if not isinstance(value, list) or not value:
        raise refusal("missing_key", Message("a list of rows is needed"))
    if len(value) > MAX_ROWS:
        message = Message("{n:,} rows, expected at most {most:,}", n=len(value), most=MAX_ROWS)
        raise refusal("too_many", message)
    return value


class TournamentRecord(Record):
    """The head of a file, and its rows, which are read one by one."""

    noun: ClassVar[str] = "a tournament"

    format: Annotated[Literal[1], NUMBER_WORD] = 1
    title: Annotated[str, Field(max_length=200)] = ""
    rows: Annotated[list[Any], BeforeValidator(_rows)]


COLUMNS = tuple(RowRecord.model_fields)
"""The keys of a row, and the columns of a CSV file."""

TEXTS = ("session", "table", "player", "reason")
CSV = CsvColumns(COLUMNS, TEXTS, points=("points", "penalty"))

PLANNED = {"session", "table", "player"}
"""The columns of a plan; a table with nothing else is still to be played."""

MOST_ALIKE = 4
"""The greatest number of equal faults of rows that are told one by one."""

ALIKE = 0.8
MOST_COMPARED = 200
"""From which likeness on two names are asked about, and of how many players."""


# ---- from a document to tables -------------------------------------------------------------------


def read_sheet(path: Path, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """Return the tables of a file that are complete, and everything that is wrong with the file.

    Args:
        path: a YAML file, or a CSV file if its name ends with `.csv`.
        points: true if each row needs points; a seating plan has none.
    """
    in_csv = path.suffix.lower() == ".csv"
    document, problems = (
        read_csv(path, str(path), CSV) if in_csv else documents.read(path, str(path))
    )
    if document is None or (problems and not in_csv):
        return Sheet("", (), (), ()), in_file_order(problems)
    sheet, found = sheet_of(document, points=points)
    return sheet, _once(in_file_order([*problems, *found]))


def _once(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first of many problems that are alike but for their row, with their number."""
    alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for problem in problems:
        column, said = problem.path.rpartition(".")[2], problem.message
        template = said.template if isinstance(said, Message) else said
        alike.setdefault((problem.code, column, template), []).append(problem)
    found = []
    for same in alike.values():
        if len(same) <= MOST_ALIKE:
            found += same
            continue
        message = Message(
            "{message} ({n} more rows have the same fault)",
            message=same[0].message,
            n=len(same) - 1,
        )
        found.append(replace(same[0], message=message))
    return in_file_order(found)


def sheet_of(document: SourceDocument, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """Return the tables of a document, and what is wrong with it, as `read_sheet`."""
    reading = SheetReading(document, points)
    return reading.sheet(), reading.problems


class SheetReading:
    """Reads row by row and keeps what is wrong."""

    def __init__(self, document: SourceDocument, points: bool = True) -> None:
        self.document, self.points = document, points
        self.problems: list[Diagnostic] = []
        self.seats: dict[tuple[str, str], list[int]] = {}

    def _refuse(
        self, number: int, column: str, code: str, message: Message, expected: str = ""
    ) -> None:
        pointer: Pointer = ("rows", number, column)
        self.problems.append(self.document.problem(pointer, code, message, expected=expected))

    def sheet(self) -> Sheet:
        """Return the tables that are complete."""
        title, given = self._head()
        found = [(number, self._row(number, one)) for number, one in enumerate(given)]
        return self.seated(title, [(number, row) for number, row in found if row is not None])

    def seated(self, title: str, given: Iterable[tuple[int, RowRecord]]) -> Sheet:
        """Return the tables that are complete, of rows with their numbers in the document."""
        given = [*given]
        to_come = _to_come(one for _, one in given) if self.points else ()
        rows = [
            row
            for number, one in given
            if (one.session, one.table) not in to_come
            and (row := self._whole(number, one)) is not None
        ]
        for place in to_come:
            self.seats.pop(place, None)
        self._twice(rows)
        if not to_come:
            self._gaps(rows)
        self._alike(rows)
        sessions = tuple(dict.fromkeys(row.session for row in rows))
        away = tuple(row for row in rows if not row.table)
        return Sheet(title, sessions, tuple(self._tables(rows)), away, self.document, to_come)

    def _head(self) -> tuple[str, list[Any]]:
        """Return the title and the rows of the document."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a tournament is a mapping with rows")
            self.problems.append(self.document.problem((), "wrong-type", message))
            return "", []
        try:
            head = TournamentRecord.model_validate(data)
        except ValidationError as error:
            self.problems += refusals(error, self.document, TournamentRecord)
            rows = data.get("rows")
            return "", rows if isinstance(rows, list) and len(rows) <= MAX_ROWS else []
        return head.title, head.rows

    def _row(self, number: int, value: object) -> RowRecord | None:
        """Return a row, if nothing is wrong with its values."""
        if not isinstance(value, dict):
            message = Message(
                "a row is a mapping, as {example}",
                example="{session: 1, table: A, player: Ana, points: 30000}",
            )
            pointer: Pointer = ("rows", number)
            self.problems.append(self.document.problem(pointer, "wrong-type", message))
            return None
        given = {name: one for name, one in value.items() if one is not None}
        self.sit(number, given)
        try:
            return RowRecord.model_validate(given)
        except ValidationError as error:
            self.problems += refusals(error, self.document, RowRecord, ("rows", number))
            return None

    def _whole(self, number: int, record: RowRecord) -> SheetRow | None:
        """Return a row as standings count it, if its values can be true together."""
        wrongs = list(_together(record, self.points))
        for column, code, message, expected in wrongs:
            self._refuse(number, column, code, message, expected)
        return None if wrongs else record.row(number)

    def sit(self, number: int, given: Mapping[str, Any]) -> None:
        """Count the row at its table, whatever else is wrong with it."""
        session, table = given.get("session"), given.get("table")
        if isinstance(session, str | int) and isinstance(table, str | int):
            key = str(_line(session)), str(_line(table))
            self.seats.setdefault(key, []).append(number)

    # ---- rows together ---------------------------------------------------------------------------

    def _twice(self, rows: list[SheetRow]) -> None:
        """Refuse a player who is in a session twice."""
        first: dict[tuple[str, str], int] = {}
        for row in rows:
            key = (row.session, row.player)
            line = self.document.span(("rows", row.number)).line
            if key in first:
                message = Message(
                    "{player} is in session {session} already, on line {line}",
                    player=row.player, session=row.session, line=first[key],
                )  # fmt: skip
                self._refuse(row.number, "player", "player-twice", message)
            first.setdefault(key, line)

    def _gaps(self, rows: list[SheetRow]) -> None:
        """Warn of players without a row in some session, who may be written in two ways."""
        every = len({row.session for row in rows})
        played = Counter(row.player for row in rows)
        short = [player for player, count in played.items() if count < every]
        if short:
            names = ", ".join(short[:3]) + (", …" if len(short) > 3 else "")
            message = Message("players without a row in some session: {names}", names=names)
            expected = "the same name in each session; a session missed is a row with absent: true"
            row = next(row for row in rows if row.player == short[0])
            self._refuse(row.number, "player", "no-row", message, expected)
            self.problems[-1] = replace(self.problems[-1], severity="warning")

    def _alike(self, rows: list[SheetRow]) -> None:
        """Warn of two names in no session together of which one may be the other misspelt."""
        sessions: dict[str, set[str]] = {}
        for row in rows:
            sessions.setdefault(row.player, set()).add(row.session)
        every = {row.session for row in rows}
        short = [name for name, played in sessions.items() if played < every][:MOST_COMPARED]
        for one, other in combinations(short, 2):
            if sessions[one] & sessions[other] or not _nearly(one, other):
                continue
            row = next(row for row in rows if row.player == other)
            message = Message(
                "{one} and {other} are never in the same session", one=one, other=other
            )
            self._refuse(row.number, "player", "nearly-alike", message, "one name for one player")
            self.problems[-1] = replace(self.problems[-1], severity="warning")

    def _tables(self, rows: list[SheetRow]) -> list[SheetTable]:
        """Return the tables that have their four rows."""
        for (session, name), numbers in self.seats.items():
            if len(numbers) != 4:
                message = Message.counted(
                    "session {session}, table {table} has {n} row, expected 4",
                    "session {session}, table {table} has {n} rows, expected 4",
                    len(numbers), session=session, table=name,
                )  # fmt: skip
                self._refuse(numbers[0], "table", "table-size", message)
        order = {seat: number for number, seat in enumerate(self.seats)}
        seated = sorted(
            (row for row in rows if row.table), key=lambda row: order[row.session, row.table]
        )
        groups = groupby(seated, key=lambda row: (row.session, row.table))
        found = [SheetTable(session, name, tuple(group)) for (session, name), group in groups]
        return [table for table in found if len(table.rows) == 4]


def _to_come(rows: Iterable[RowRecord]) -> tuple[tuple[str, str], ...]:
    """Return the tables, by session and name, of which no row says anything yet.

    Where no table at all has points something else is wrong.
    """
    told: dict[tuple[str, str], bool] = {}
    for row in rows:
        if row.table:
            place, said = (row.session, row.table), bool({*row.model_fields_set} - PLANNED)
            told[place] = told.get(place, False) or said
    return tuple(place for place, said in told.items() if not said) if any(told.values()) else ()


def _nearly(one: str, other: str) -> bool:
    """Return True for names of which one is probably the other: `Ana Silva` and `Anna Silva`."""
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= ALIKE


def _together(row: RowRecord, points: bool) -> Iterator[tuple[str, str, Message, str]]:
    """Yield what is wrong across the values of a row: column, code, message, what is expected."""
    given, player = row.model_fields_set, row.player
    away = row.absent != "no" and row.substitute == "none"
    if away and (row.table or "points" in given):
        message = Message(
            "{player} is absent and nobody plays at the table in place of the player", player=player
        )
        expected = "substitute: from_start, or neither table nor points"
        yield "absent", "contradiction", message, expected
    elif not away and not row.table:
        yield "table", "missing-key", Message("{player} has no table", player=player), ""
    elif not away and points and "points" not in given:
        message = Message("{player} has no points at the table", player=player)
        yield "points", "missing-key", message, ""
    if away and row.chombo:
        message = Message("{player} was at no table and made no chombo there", player=player)
        yield "chombo", "contradiction", message, "penalty, with its reason"
    if row.penalty and not row.reason:
        message = Message("the penalty of {player} needs its reason", player=player)
        yield "penalty", "missing-key", message, "reason: a few words"


def wrong_sums(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    """Return the tables whose points are not what four players began with, less the bets left."""
    found = []
    start, bet = rules.setup.starting_points, rules.riichi.bet
    for table in sheet.tables:
        bets = sum(row.bets_left for row in table.rows)
        total, wanted = sum(row.points for row in table.rows), 4 * start - bets * bet
        if total != wanted:
            left = f", less {bets} x {bet:,} for bets left" if bets else ""
            message = Message(
                "session {session}, table {table}: the points add up to {total:,}, "
                "not to {wanted:,}",
                session=table.session, table=table.name, total=total, wanted=wanted,
            )  # fmt: skip
            expected = f"{wanted:,}: 4 x {start:,}{left}; this table has {total - wanted:+,}"
            found.append(sheet.problem(table.rows[0], "points", "table-sum", message, expected))
    return found

"""Tournament files, YAML or CSV: from their lines to tables, or to all that is wrong with them."""

from __future__ import annotations

import csv
import re
import stat
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TypeVar, get_args

from riichi_core.messages import quote
from riichi_core.rules.rules import Rules
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import START, Diagnostic, Span, in_file_order, nearest
from riichi_core.source.document import HIDDEN, Document
from riichi_core.tournament.sheet import Absent, Cell, Line, Row, Sheet, Substitute, Table

TEXTS = ("session", "table", "player", "reason")
COLUMNS = ("session", "table", "player", "points", "bets_left", "substitute", "late_minutes",
           "absent", "chombo", "penalty", "reason", "disqualified")  # fmt: skip
KEYS = ("format", "title", "rows")

MAX_ROWS = 5_000
MAX_BYTES = 1_048_576
MAX_TITLE = 200

_BREAK = re.compile("\r\n|[\r\n]")
_WHOLE = re.compile(r"[-+]?[0-9]{1,12}")
_DECIMAL = re.compile(r"[0-9]{1,6}\.[0-9]{1,6}")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(slots=True)
class Lines:
    """The lines of a file with its title, and what is wrong with its form."""

    title: str = ""
    lines: list[Line] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def read_lines(path: Path) -> Lines:
    """The lines of a file: CSV if its name ends with `.csv`, YAML otherwise."""
    if path.suffix.lower() == ".csv":
        return _csv(path)
    document, problems = documents.read(path, str(path))
    if document is None or problems:
        return Lines(problems=problems)
    return _yaml(document)


# ---- YAML ----------------------------------------------------------------------------------------


def _yaml(document: Document) -> Lines:
    data, found = document.data, Lines()
    if not isinstance(data, dict):
        message = "a tournament is a mapping with rows"
        return Lines(problems=[document.problem((), "wrong-type", message)])
    for name in data:
        if name not in KEYS:
            found.problems.append(document.problem(
                (name,), "unknown-key", f"there is no '{name}' here", key=True,
                expected=", ".join(KEYS), nearest=nearest(name, KEYS)))  # fmt: skip
    if data.get("format", 1) != 1 or isinstance(data.get("format"), bool):
        found.problems.append(document.problem(("format",), "bad-value", "the format is 1"))
    title = data.get("title", "")
    if isinstance(title, str) and len(title) <= MAX_TITLE:
        found.title = title
    else:
        message = f"the title is a text of at most {MAX_TITLE} characters; numbers need quotes"
        found.problems.append(document.problem(("title",), "wrong-type", message))
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows:
        at = ("rows",) if "rows" in data else ()
        found.problems.append(document.problem(at, "missing-key", "a list of rows is needed"))
    elif len(rows) > MAX_ROWS:
        message = f"{len(rows):,} rows, expected at most {MAX_ROWS:,}"
        found.problems.append(document.problem(("rows",), "too-many", message))
    else:
        for number, row in enumerate(rows):
            _yaml_row(document, number, row, found)
    return found


def _yaml_row(document: Document, number: int, row: object, found: Lines) -> None:
    if not isinstance(row, dict):
        message = "a row is a mapping, as {session: 1, table: A, player: Ana, points: 30000}"
        found.problems.append(document.problem(("rows", number), "wrong-type", message))
        return
    cells = {}
    for name, value in row.items():
        pointer = ("rows", number, name)
        if name not in COLUMNS:
            found.problems.append(document.problem(
                pointer, "unknown-key", f"there is no '{name}' in a row", key=True,
                expected=", ".join(COLUMNS), nearest=nearest(name, COLUMNS)))  # fmt: skip
        elif value is not None:
            span = document.span(pointer)
            cells[name] = Cell(value, span, document.lines[span.line - 1])
    span = document.span(("rows", number))
    found.lines.append(Line(document.file, span, document.lines[span.line - 1], cells))


# ---- CSV -----------------------------------------------------------------------------------------


def _csv(path: Path) -> Lines:
    """A file with a line of column names; columns are parted by commas, semicolons or tabs."""
    file, content = str(path), _content(path)
    if isinstance(content, Diagnostic):
        return Lines(problems=[content])
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = "the file is not UTF-8; save it as CSV UTF-8"
        return Lines(problems=[Diagnostic(file, Span(line, 1, line, 1), "not-utf8", message)])
    sources = _BREAK.split(text)
    if len(sources) > MAX_ROWS + 2:
        message = f"more than {MAX_ROWS:,} rows"
        return Lines(problems=[Diagnostic(file, START, "too-many", message)])
    reader = _Sheet(file, max(",;\t", key=sources[0].count))
    header = reader.record(1, sources[0]) or []
    names = [cell.value.strip().lower() for cell in header if isinstance(cell.value, str)]
    reader.names(names, header)
    for number, source in enumerate(sources[1:], 2):
        reader.row(number, source, names)
    if not reader.found.lines and not reader.found.problems:
        message = "the file has no rows"
        expected = f"a line with columns, as {','.join(COLUMNS[:4])}, and a line for each player"
        reader.found.problems.append(Diagnostic(file, START, "empty", message, expected=expected))
    return reader.found


def _content(path: Path) -> bytes | Diagnostic:
    name = str(path)
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            kind = "a directory" if stat.S_ISDIR(mode) else "not a regular file"
            return Diagnostic(name, START, "not-a-file", f"this is {kind}")
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        return Diagnostic(name, START, "unreadable", f"cannot be read: {reason}")
    if len(content) > MAX_BYTES:
        return Diagnostic(name, START, "too-large", f"the file is larger than {MAX_BYTES} bytes")
    return content


class _Sheet:
    """Reads the lines of a CSV file one by one; no value goes over the end of a line."""

    def __init__(self, file: str, comma: str) -> None:
        self.file = file
        self.comma = comma
        self.found = Lines()

    def refuse(self, code: str, message: str, span: Span, source: str, expected: str = "") -> None:
        """Note a problem and go on."""
        self.found.problems.append(
            Diagnostic(self.file, span, code, message, expected=expected, source=source)
        )

    def record(self, number: int, source: str) -> list[Cell] | None:
        """The values of a line; nothing where it cannot be read."""
        whole = Span(number, 1, number, len(source) + 1)
        if bad := HIDDEN.search(source.replace("\t", " ")):
            message = f"the line holds the character U+{ord(bad[0]):04X}, which cannot be printed"
            self.refuse("hidden-character", message, whole, source)
            return None
        try:
            values = next(csv.reader([source], delimiter=self.comma, strict=True), [])
        except csv.Error:
            message = "the quotation marks do not fit; a mark inside quotes is written twice"
            self.refuse("csv-syntax", message, whole, source)
            return None
        if '"' in source:
            return [Cell(value, whole, source) for value in values]
        cells, column = [], 1
        for value in values:
            end = column + len(value)
            cells.append(Cell(value, Span(number, column, number, end), source))
            column = end + 1
        return cells

    def names(self, names: list[str], header: list[Cell]) -> None:
        """Refuse columns that there are not, and those that are given twice."""
        for at, (name, cell) in enumerate(zip(names, header, strict=True)):
            if name not in COLUMNS:
                self.found.problems.append(Diagnostic(
                    self.file, cell.span, "unknown-key", f"there is no column '{name}'",
                    expected=", ".join(COLUMNS), nearest=nearest(name, COLUMNS),
                    source=cell.source))  # fmt: skip
            elif name in names[:at]:
                message = f"the column '{name}' is given twice"
                self.refuse("duplicate-key", message, cell.span, cell.source)

    def row(self, number: int, source: str, names: list[str]) -> None:
        """One line; empty ones are passed over."""
        if not source.strip(f" {self.comma}"):
            return
        values = self.record(number, source)
        if values is None:
            return
        whole = Span(number, 1, number, len(source) + 1)
        if len(values) > len(names):
            message = f"{len(values)} values for {len(names)} columns"
            self.refuse("too-many", message, whole, source)
            return
        cells = {}
        for name, cell in zip(names, values, strict=False):
            text = str(cell.value).strip()
            if text and name in COLUMNS:
                value = text if name in TEXTS else _value(text)
                cells[name] = Cell(value, cell.span, cell.source)
        self.found.lines.append(Line(self.file, whole, source, cells))


def _value(text: str) -> object:
    """What a text of a column stands for that holds no text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return _FLAGS.get(text.lower(), text)


# ---- reading -------------------------------------------------------------------------------------


MOST_POINTS = 1_000_000
MOST_BETS = 100
MOST_CHOMBO = 20
MOST_MINUTES = 600
LONGEST = {"session": 40, "table": 40, "player": 80, "reason": 200}

Word = TypeVar("Word", bound=str)


def read_sheet(path: Path, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """The tables of a file that are complete, and everything that is wrong with the file.

    Args:
        path: a YAML or CSV file.
        points: whether each row needs points; a seating plan has none.
    """
    return sheet_of(read_lines(path), points=points)


def sheet_of(lines: Lines, *, points: bool = True) -> tuple[Sheet, list[Diagnostic]]:
    """The same from lines that were read."""
    reading = _Reading(points)
    rows = [row for line in lines.lines if (row := reading.row(line))]
    reading.twice(rows)
    reading.gaps(rows)
    sheet = Sheet(
        lines.title,
        tuple(dict.fromkeys(row.session for row in rows)),
        tuple(reading.tables(rows)),
        tuple(row for row in rows if not row.table),
    )
    return sheet, in_file_order([*lines.problems, *reading.problems])


def wrong_sums(sheet: Sheet, rules: Rules) -> list[Diagnostic]:
    """The tables whose points are not what four players began with, less the bets left."""
    found = []
    start, bet = rules.setup.starting_points, rules.riichi.bet
    for table in sheet.tables:
        bets = sum(row.bets_left for row in table.rows)
        total, wanted = sum(row.points for row in table.rows), 4 * start - bets * bet
        if total != wanted:
            left = f", less {bets} x {bet:,} for bets left" if bets else ""
            message = (
                f"session {table.session}, table {table.name}: the points add up to {total:,}, "
                f"not to {wanted:,}"
            )
            expected = f"{wanted:,}: 4 x {start:,}{left}; this table has {total - wanted:+,}"
            found.append(table.rows[0].line.problem("points", "table-sum", message, expected))
    return found


class _Reading:
    """Reads row by row and keeps what is wrong."""

    def __init__(self, points: bool) -> None:
        self.points = points
        self.problems: list[Diagnostic] = []
        self.seats: dict[tuple[str, str], list[Line]] = {}

    def _refuse(
        self, line: Line, column: str, code: str, message: str, expected: str = "", near: str = ""
    ) -> None:
        self.problems.append(line.problem(column, code, message, expected, near))

    def row(self, line: Line) -> Row | None:
        """The row that a line is, if nothing is wrong with it."""
        before = len(self.problems)
        session, player = self._text(line, "session"), self._text(line, "player")
        table = self._text(line, "table", needed=False)
        if session and table:
            self.seats.setdefault((session, table), []).append(line)
        row = Row(
            line=line,
            session=session,
            table=table,
            player=player,
            points=self._whole(line, "points", -MOST_POINTS, MOST_POINTS),
            bets_left=self._whole(line, "bets_left", 0, MOST_BETS),
            substitute=self._word(line, "substitute", get_args(Substitute)),
            late=self._minutes(line),
            absent=self._absent(line),
            chombo=self._whole(line, "chombo", 0, MOST_CHOMBO),
            penalty=self._whole(line, "penalty", 0, MOST_POINTS),
            reason=self._text(line, "reason", needed=False),
            disqualified=self._flag(line, "disqualified"),
        )
        if len(self.problems) == before:
            self._together(row)
        return row if len(self.problems) == before else None

    def _together(self, row: Row) -> None:
        """What goes across the values of a row."""
        line, given = row.line, row.line.cells
        away = row.absent != "no" and row.substitute == "none"
        if away and (row.table or "points" in given):
            message = f"{row.player} is absent and nobody plays at the table in place of the player"
            expected = "substitute: from_start, or neither table nor points"
            self._refuse(line, "absent", "contradiction", message, expected)
        elif not away and not row.table:
            self._refuse(line, "table", "missing-key", f"{row.player} has no table")
        elif not away and self.points and "points" not in given:
            self._refuse(line, "points", "missing-key", f"{row.player} has no points at the table")
        if away and row.chombo:
            message = f"{row.player} was at no table and made no chombo there"
            self._refuse(line, "chombo", "contradiction", message, "penalty, with its reason")
        if row.penalty and not row.reason:
            message = f"the penalty of {row.player} needs its reason"
            self._refuse(line, "penalty", "missing-key", message, "reason: a few words")

    # ---- values ----------------------------------------------------------------------------------

    def _text(self, line: Line, column: str, *, needed: bool = True) -> str:
        cell = line.cells.get(column)
        if cell is None:
            if needed:
                self._refuse(line, column, "missing-key", f"'{column}' is missing")
            return ""
        value = cell.value
        text = str(value) if type(value) is int else value
        if not isinstance(text, str) or not text.strip():
            message = f"{column}: expected a name or a number, not {quote(value)}"
            self._refuse(line, column, "wrong-type", message)
            return ""
        if len(text) > LONGEST[column]:
            message = f"{column}: {len(text)} characters, expected at most {LONGEST[column]}"
            self._refuse(line, column, "out-of-range", message)
            return ""
        return " ".join(text.split())

    def _whole(self, line: Line, column: str, least: int, most: int) -> int:
        cell = line.cells.get(column)
        value = 0 if cell is None else cell.value
        if type(value) is not int:
            message = f"{column}: expected a whole number, not {quote(value)}"
            self._refuse(line, column, "wrong-type", message)
            return 0
        if not least <= value <= most:
            message = f"{column}: expected {least:,} to {most:,}, not {value:,}"
            near = f"{-value}" if not least and -most <= value < 0 else ""
            self._refuse(line, column, "out-of-range", message, near=near)
            return 0
        return value

    def _minutes(self, line: Line) -> Fraction:
        cell = line.cells.get("late_minutes")
        value = 0 if cell is None else cell.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            message = f"late_minutes: expected minutes, as 3 or 3.5, not {quote(value)}"
            self._refuse(line, "late_minutes", "wrong-type", message)
            return Fraction(0)
        if not 0 <= value <= MOST_MINUTES:
            message = f"late_minutes: expected 0 to {MOST_MINUTES}, not {quote(value)}"
            self._refuse(line, "late_minutes", "out-of-range", message)
            return Fraction(0)
        return Fraction(str(value))

    def _word(self, line: Line, column: str, words: tuple[Word, ...]) -> Word:
        cell = line.cells.get(column)
        value = words[0] if cell is None else cell.value
        for word in words:
            if value == word:
                return word
        expected = ", ".join(words)
        near = nearest(value, words) if isinstance(value, str) else ""
        message = f"{column}: there is no {quote(value)}"
        self._refuse(line, column, "bad-value", message, expected, near)
        return words[0]

    def _absent(self, line: Line) -> Absent:
        cell = line.cells.get("absent")
        if cell is not None and isinstance(cell.value, bool):
            return "missed" if cell.value else "no"
        return self._word(line, "absent", get_args(Absent))

    def _flag(self, line: Line, column: str) -> bool:
        cell = line.cells.get(column)
        value = False if cell is None else cell.value
        if not isinstance(value, bool):
            message = f"{column}: expected true or false, not {quote(value)}"
            self._refuse(line, column, "wrong-type", message)
            return False
        return value

    # ---- rows together ---------------------------------------------------------------------------

    def twice(self, rows: list[Row]) -> None:
        """Refuse a player who is in a session twice."""
        first: dict[tuple[str, str], int] = {}
        for row in rows:
            key = (row.session, row.player)
            if key in first:
                message = f"{row.player} is in session {row.session} already, on line {first[key]}"
                self._refuse(row.line, "player", "player-twice", message)
            first.setdefault(key, row.line.span.line)

    def gaps(self, rows: list[Row]) -> None:
        """Warn of players without a row in some session, who may be written in two ways."""
        every = len({row.session for row in rows})
        played = Counter(row.player for row in rows)
        short = [player for player, count in played.items() if count < every]
        if short:
            names = ", ".join(short[:3]) + (", …" if len(short) > 3 else "")
            message = f"players without a row in some session: {names}"
            expected = "the same name in each session; a session missed is a row with absent: true"
            row = next(row for row in rows if row.player == short[0])
            problem = row.line.problem("player", "no-row", message, expected)
            self.problems.append(replace(problem, severity="warning"))

    def tables(self, rows: list[Row]) -> list[Table]:
        """The tables that have their four rows."""
        for (session, name), lines in self.seats.items():
            if len(lines) != 4:
                count = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
                message = f"session {session}, table {name} has {count}, expected 4"
                self._refuse(lines[0], "table", "table-size", message)
        order = {seat: number for number, seat in enumerate(self.seats)}
        seated = sorted(
            (row for row in rows if row.table), key=lambda row: order[row.session, row.table]
        )
        groups = groupby(seated, key=lambda row: (row.session, row.table))
        found = [Table(session, name, tuple(group)) for (session, name), group in groups]
        return [table for table in found if len(table.rows) == 4]

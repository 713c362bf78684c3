"""The lines of a tournament file, YAML or CSV, each value with its place; nothing is judged yet."""

from __future__ import annotations

import csv
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from riichi_core.rules import document as documents
from riichi_core.rules.diagnostics import START, Diagnostic, Span, nearest
from riichi_core.rules.document import HIDDEN, Document

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

"""Read tables in the formats that people save: CSV of any spreadsheet, .xlsx and .ods.

`read_table` reads all of these. In most of Europe, Excel writes semicolons and decimal commas. Its
CSV is Windows-1252 unless the format is called "UTF-8". "Unicode text" is UTF-16 with tabs. The
first line can be `sep=;`. Word turns hyphens into dashes.
"""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import chain, islice
from math import isnan
from pathlib import Path
from typing import Any

from riichi.spreadsheets.shapes import FIRST_LINES, Cell, Columns, Line, Table, in_rows
from riichi.spreadsheets.workbook import OLD_EXCEL, NoReaderError, Sheet, WorkbookError, read_sheets
from riichi_core.files.files import bytes_of
from riichi_core.files.problem import START, Pointer, Problem, Span
from riichi_core.files.source_document import HIDDEN, ZIP, SourceDocument, Value
from riichi_core.messages import Message, quote
from riichi_core.records.tournament_rows import MAX_ROWS
from riichi_core.spelling import closest_word

LARGEST_FILE = 16_777_216

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".ods", ".xls")
"""The suffixes of table files."""

ALIKE = 0.75
"""The similarity at which an unknown heading is probably a misspelt one."""

_DELIMITERS = ",;\t"
_BREAK = re.compile("\r\n|[\r\n]")
_EXCEL_LINE = re.compile(r'"?sep=([^\w"\s]|\t)"?[,;\t]*', re.IGNORECASE)
_UTF16 = (BOM_UTF16_LE, BOM_UTF16_BE)

_WHOLE = re.compile(r"[-+]?[0-9]{1,12}")
_GROUPED = re.compile(
    r"([-+]?[0-9]{1,3}(?:([.,'\u2019 \u00a0\u2009\u202f])[0-9]{3})+)"
    r"((?!\2)[.,][0-9]{1,2})?"
)
"""Points as people of many countries write them: 35.000, 35,000, 35 000, 35.000,00."""

_DECIMAL = re.compile(r"[-+]?[0-9]{1,6}[.,][0-9]{1,6}")
_MINUS = re.compile(r"[\u2212\u2013\u2010\u2011\uff0d](?=[0-9])")
"""A minus sign, a dash or another hyphen before a number; Word writes them instead of `-`."""

_SAFE = re.compile(r"^'('*[=+\-@])")
"""The start of a text that an apostrophe made safe for spreadsheets."""

_FLAGS = {"true": True, "yes": True, "ja": True, "waar": True,
          "false": False, "no": False, "nee": False, "onwaar": False}  # fmt: skip


def is_table(path: Path) -> bool:
    """Return True if a file name is that of a table."""
    return path.suffix.lower() in SUFFIXES


def read_table(
    path: Path, file: str, columns: Columns, *, label: str = ""
) -> tuple[SourceDocument | None, list[Problem]]:
    """Return the rows of a table as a document, and the problems of its format.

    A line of headings names the columns. In a text file, commas, semicolons or tabs separate them.
    In a workbook, a problem's line and column are the numbers of its row and column.

    Args:
        path: the file; its content, not its name, decides its format.
        file: its name in problems.
        columns: the columns that the table may have. Others are reported, and a row has their
            values as text below their headings.
        label: the value of the column `columns.of_sheet`, if the table lacks it.
    """
    content = bytes_of(path, file, LARGEST_FILE)
    if isinstance(content, Problem):
        return None, [content]
    if len(content) > LARGEST_FILE:
        message = Message("the file is larger than {bytes} bytes", bytes=str(LARGEST_FILE))
        return None, [Problem(file, START, "too-large", message)]
    if content.startswith((ZIP, OLD_EXCEL)):
        return _workbook(content, file, columns, label)
    table = _TextTable(file, columns, label)
    return table.read(content), table.problems


def is_remark(problem: Problem) -> bool:
    """Return True for a warning that need not be repeated when a table is read again.

    It is about a guessed encoding, other sheets, or unknown columns that are not misspelt.
    """
    about_file = problem.code in ("not-utf8", "other-sheets")
    about_columns = problem.code == "unknown-key" and not problem.suggestion
    return problem.severity == "warning" and (about_file or about_columns)


class _Table:
    """Makes the rows of a table from its lines, one by one, and collects the problems."""

    def __init__(self, file: str, columns: Columns, label: str = "") -> None:
        self.file, self.columns, self.label = file, columns, label
        self.rows: list[dict[str, object]] = []
        self.spans: dict[Pointer, Span] = {(): START}
        self.problems: list[Problem] = []
        self.without_heading: set[int] = set()

    def note(self, code: str, message: Message, span: Span = START, **more: Any) -> None:
        """Record a problem; `more` are other fields of a `Problem`."""
        self.problems.append(Problem(self.file, span, code, message, **more))

    def hidden(self, character: str, span: Span, source: str = "") -> None:
        """Reject a line with a control character or an unprintable character."""
        message = Message(
            "the line holds the character U+{code:04X}, which cannot be printed",
            code=ord(character),
        )
        self.note("hidden-character", message, span, source=source)

    def document(self, table: Table, sources: Sequence[str]) -> SourceDocument | None:
        """Return the rows of a table; None without rows or headings."""
        lines, head = iter(table.lines), table.head
        if head is None and (first := next(lines, None)) is not None:
            lines = chain([first], lines)
            head = self._bare(first)
            if head is None:
                self._no_columns(first)
        names = self._names(head) if head else []
        if table.by_session and "table" not in names:
            self._no_tables(table.head or Line(START, "", ()))
            return None
        if table.unused:
            message = Message.counted(
                "{names} is not used, because a row has several players or sessions",
                "{names} are not used, because a row has several players or sessions",
                len(table.unused), names=", ".join(quote(cell.text) for cell in table.unused),
            )  # fmt: skip
            self.note("unknown-key", message, table.unused[0].span, severity="warning")
        for line in lines if names else ():
            self._row(line, names)
            if len(self.rows) > MAX_ROWS:
                self.note("too-many", Message("more than {n:,} rows", n=MAX_ROWS))
                return None
        if self.rows:
            data: Any = {"rows": self.rows}
            return SourceDocument(self.file, tuple(sources), data, self.spans, {}, {})
        if not any(problem.severity == "error" for problem in self.problems):
            expected = Message(
                "a line of column names, e.g. {names}, and at least one row below it",
                names=",".join(self.columns.names[:4]),
            )
            self.note("empty", Message("the file has no rows"), expected=expected)
        return None

    def _bare(self, first: Line) -> Line | None:
        """Return the heading that a bare list lacks, with a warning; None for another table."""
        cells = [cell for cell in first.cells if cell.text]
        bare = self.columns.bare
        if not bare or len(cells) > 1:
            return None
        message = Message("the file has no headings: each line is read as a {column}", column=bare)
        near = self._near(self.columns.column(cells[0].text))
        self.note("no-headings", message, cells[0].span, severity="warning", source=first.source,
                  suggestion=near if self.columns.column(near) == bare else "")  # fmt: skip
        before = [Cell("", START)] * first.cells.index(cells[0])
        return first._replace(cells=[*before, Cell(bare, START)])

    def _no_tables(self, head: Line) -> None:
        """Reject a table that says what players got in each session, but not where."""
        message = Message("a column for each session does not show who shared a table")
        expected = Message("next to each session a column for the table, e.g. {heads}",
                           heads="Session 1, Table, Session 2, Table")  # fmt: skip
        self.note("no-tables", message, head.span, expected=expected, source=head.source)

    def _names(self, line: Line) -> list[str]:
        """Return the columns that the headings name; report unknown ones, reject duplicates."""
        names: list[str] = []
        unknown: list[tuple[Cell, str]] = []
        for cell in line.cells:
            name = self.columns.column(cell.text)
            if name and name not in self.columns.names:
                if not self.columns.players and cell.text not in self.columns.kept:
                    unknown.append((cell, self._near(name)))
                name = cell.text
            if name and name in names and self._is_second(cell, name, names, line):
                name = cell.text
            if name and name in names:
                message = Message("the column {name} is given twice", name=quote(name))
                self.note("duplicate-key", message, cell.span, source=line.source)
            names.append(name)
            self.spans["columns", name] = cell.span
        self._unknown_columns(line, [cell for cell, near in unknown if not near], "")
        for cell, near in unknown:
            if near:
                self._unknown_columns(line, [cell], self.columns.also.get(near, near))
        return names

    def _is_second(self, cell: Cell, name: str, names: Sequence[str], line: Line) -> bool:
        """Return True for a second heading for a column that may have several, and report it."""
        first = line.cells[names.index(name)].text
        if name not in self.columns.repeated or cell.text == first:
            return False
        message = Message(
            "{heading} is kept, but not used, because {first} is already the column {name}",
            heading=quote(cell.text), first=quote(first), name=name,
        )  # fmt: skip
        self.note("unknown-key", message, cell.span, severity="warning")
        return True

    def _near(self, name: str) -> str:
        """Return the heading that is probably meant; empty if none is."""
        near = closest_word(name, [*self.columns.names, *self.columns.also])
        similar = near.startswith(name) or SequenceMatcher(None, name, near).ratio() >= ALIKE
        return near if similar else ""

    def _no_columns(self, line: Line) -> None:
        """Reject a table without headings."""
        message = Message("the file lacks a line of column names above its rows")
        known = ", ".join(self.columns.names)
        first = line.cells[0]
        near = closest_word(first.text, self.columns.names)
        self.note("unknown-key", message, first.span,
                  expected=known, suggestion=near, source=line.source)  # fmt: skip

    def _unknown_columns(self, line: Line, cells: Sequence[Cell], near: str) -> None:
        if not cells:
            return
        names = ", ".join(quote(cell.text) for cell in cells)
        message = Message.counted(
            "unknown column {names}: it is kept, but not used",
            "unknown columns {names}: they are kept, but not used",
            len(cells),
            names=names,
        )
        hint = {"expected": ", ".join(self.columns.names), "source": line.source} if near else {}
        self.note("unknown-key", message, cells[0].span, suggestion=near, severity="warning",
                  **hint)  # fmt: skip

    def _no_heading(self, number: int, cell: Cell, line: Line) -> None:
        """Warn once about values below an empty heading."""
        if number not in self.without_heading:
            self.without_heading.add(number)
            message = Message("column {number} has no heading: it is ignored", number=number)
            self.note("unknown-key", message, cell.span, severity="warning", source=line.source)

    def _row(self, line: Line, names: Sequence[str]) -> None:
        """Read one line; skip an empty one."""
        texts = [cell.text for cell in line.cells]
        if not any(texts):
            return
        if any(texts[len(names) :]):
            message = Message(
                "{values} values for {columns} columns", values=len(texts), columns=len(names)
            )
            self.note("too-many", message, line.span, source=line.source)
            return
        index = len(self.rows)
        self.spans["rows", index] = line.span
        of_sheet = self.columns.of_sheet if self.label else ""
        row: dict[str, object] = {} if of_sheet in ("", *names) else {of_sheet: self.label}
        for place, (name, cell) in enumerate(zip(names, line.cells, strict=False)):
            if cell.text and not name:
                self._no_heading(place + 1, cell, line)
            elif name and name not in self.columns.names and not self.columns.players:
                row[name] = _SAFE.sub(r"\1", cell.text, count=1)
            elif cell.text and name and (value := self._value(cell, name)) is not None:
                row[name] = value
                self.spans["rows", index, name] = cell.span
        self.rows.append(row)

    def _value(self, cell: Cell, name: str) -> object:
        text = _SAFE.sub(r"\1", cell.text, count=1)
        if name in self.columns.texts:
            return text
        if isinstance(cell.value, float) and not cell.value.is_integer():
            return None if isnan(cell.value) else cell.value
        player = self.columns.players and name not in self.columns.names
        return _number_or_flag(text, grouped=player or name in self.columns.points)


def _number_or_flag(text: str, *, grouped: bool) -> object:
    """Return the number or flag of a cell; with `grouped` it may have thousands separators."""
    number = _MINUS.sub("-", text, count=1) if _MINUS.match(text) else text
    if grouped and (groups := _GROUPED.fullmatch(number)):
        whole = re.sub(r"[^-+0-9]", "", groups[1])
        cents = (groups[3] or "")[1:]
        return float(f"{whole}.{cents}") if cents.strip("0") else int(whole)
    if _WHOLE.fullmatch(number):
        return int(number)
    if _DECIMAL.fullmatch(number):
        return float(number.replace(",", "."))
    if number.casefold() == "nan":  # an empty cell, as other programs write it
        return None
    return _FLAGS.get(text.lower(), text)


# ---- text ----------------------------------------------------------------------------------------


class _TextTable(_Table):
    """A table as text; each row is one line."""

    def read(self, content: bytes) -> SourceDocument | None:
        """Return the rows of the text; None if it has no readable rows."""
        text = self._decoded(content)
        if text is None:
            return None
        sources = _BREAK.split(text)
        stated = _EXCEL_LINE.fullmatch(sources[0])
        first = 1 if stated else 0
        begin = [*islice(filter(str.strip, islice(sources, first, None)), FIRST_LINES)]
        delimiter = stated[1] if stated else max(_DELIMITERS, key=lambda mark: (
            sum(mark in line for line in begin), sum(line.count(mark) for line in begin)
        ))  # fmt: skip
        lines = self._lines(sources, first, delimiter)
        return self.document(in_rows(lines, self.columns), sources)

    def _decoded(self, content: bytes) -> str | None:
        """Return the text of a file, with a warning if its encoding had to be guessed."""
        if content.startswith(_UTF16):
            try:
                return content.decode("utf-16")
            except UnicodeDecodeError:
                message = Message("the file is not valid UTF-16; save it as CSV UTF-8")
                self.note("not-utf8", message)
                return None
        try:
            return content.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            start = error.start
        try:
            text = content.decode("cp1252")
            if "\0" in text:
                raise ValueError
        except ValueError:
            line = content[:start].count(b"\n") + 1
            message = Message("the file is not UTF-8; save it as CSV UTF-8")
            self.note("not-utf8", message, Span(line, 1, line, 1))
            return None
        lines = _BREAK.split(text[: start + 1])
        line, column = len(lines), len(lines[-1])
        message = Message(
            "the file is not UTF-8 and is read as Windows-1252, Excel's encoding; check the "
            "accented letters"
        )
        self.note("not-utf8", message, Span(line, column, line, column + 1), severity="warning")
        return text

    def _lines(self, sources: Sequence[str], first: int, delimiter: str) -> Iterator[Line]:
        for number, source in enumerate(sources[first:], first + 1):
            if source.strip(f" {delimiter}"):
                span = Span(number, 1, number, len(source) + 1)
                cells = self._cells(span, source, delimiter)
                if cells is not None:
                    yield Line(span, source, cells)

    def _cells(self, span: Span, source: str, delimiter: str) -> list[Cell] | None:
        """Return the values of a line; None if it cannot be read."""
        if hidden := HIDDEN.search(source.replace("\t", " ")):
            self.hidden(hidden[0], span, source)
            return None
        try:
            values = next(csv.reader([source], delimiter=delimiter, strict=True), [])
        except csv.Error:
            message = Message("the quotation marks do not match; double each within quotes")
            self.note("csv-syntax", message, span, source=source)
            return None
        if '"' in source:
            return [Cell(value, span) for value in values]
        cells, column = [], 1
        for value in values:
            end = column + len(value)
            cells.append(Cell(value, Span(span.line, column, span.line, end)))
            column = end + 1
        return cells


# ---- workbooks -----------------------------------------------------------------------------------


class _Sheet(_Table):
    """A sheet of a workbook; its rows have no source text."""

    def in_rows(self, sheet: Sheet) -> Table:
        """Return the sheet with its rows in one shape."""
        return in_rows(self._lines(sheet.rows), self.columns)

    def _lines(self, rows: Sequence[Sequence[object]]) -> Iterator[Line]:
        for number, values in enumerate(rows, 1):
            span = Span(number, 1, number, len(values) + 1)
            cells = [
                Cell(value, Span(number, column, number, column + 1))
                for column, value in enumerate(values, 1)
            ]
            hidden = next((found for cell in cells if (found := HIDDEN.search(cell.text))), None)
            if hidden is None:
                yield Line(span, "", cells)
            else:
                self.hidden(hidden[0], span)


def _workbook(
    content: bytes, file: str, columns: Columns, label: str
) -> tuple[SourceDocument | None, list[Problem]]:
    """Return the rows of the sheets that have the columns: of all of them, or of the first."""
    try:
        sheets = read_sheets(content)
    except WorkbookError as error:
        code = "not-installed" if isinstance(error, NoReaderError) else "not-a-table"
        return None, [Problem(file, START, code, error.message)]
    read = _with_columns(sheets, columns)
    tables = [
        _Sheet(f"{file} [{sheet.name}]", columns, _session(sheet.name, columns))
        if len(read) > 1
        else _Sheet(file, columns, label)
        for sheet in read
    ]
    found = [
        table.document(table.in_rows(sheet), [""] * max(1, len(sheet.rows)))
        for table, sheet in zip(tables, read, strict=True)
    ]
    problems = [problem for table in tables for problem in table.problems]
    others = [sheet.name for sheet in sheets if sheet not in read]
    if others:
        message = Message.counted(
            "only the sheet {names} is read; the others are {others}",
            "only the sheets {names} are read; the others are {others}",
            len(read), names=", ".join(quote(sheet.name) for sheet in read),
            others=", ".join(map(quote, others)),
        )  # fmt: skip
        problems.append(Problem(file, START, "other-sheets", message, severity="warning"))
    documents = [document for document in found if document is not None]
    return joined(documents) if documents else None, problems


def _with_columns(sheets: Sequence[Sheet], columns: Columns) -> Sequence[Sheet]:
    """Return the sheets to read: those with the needed columns, or else the first one."""
    named = [_Sheet("", columns).in_rows(sheet).named(columns) for sheet in sheets]
    points = {*columns.points} if any({*columns.points} & names for names in named) else set()
    fit = [sheet for sheet, names in zip(sheets, named, strict=True)
           if names >= columns.needed and (names & points or not points)]  # fmt: skip
    headed = [sheet for sheet, names in zip(sheets, named, strict=True) if names]
    if fit and columns.of_sheet:
        return fit
    return (fit or headed or sheets or [Sheet("", ())])[:1]


def _session(name: str, columns: Columns) -> str:
    """Return the name of a session from that of a sheet or file: 3 for `Round 3`."""
    word, _, rest = name.strip().rpartition(" ")
    return rest if word and columns.column(word) == columns.of_sheet else name.strip()


def joined(documents: Sequence[SourceDocument]) -> SourceDocument:
    """Return tables as one: the rows of each follow those of the one before."""
    if len(documents) == 1:
        return documents[0]
    rows: list[Value] = []
    parts = []
    for document in documents:
        parts.append((len(rows), document))
        data: Any = document.data
        rows += data["rows"]
    first = documents[0]
    return SourceDocument(
        first.file, first.lines, {"rows": rows}, {(): START}, {}, {}, tuple(parts)
    )

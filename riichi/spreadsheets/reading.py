"""Read tables in the formats that people save: CSV of any spreadsheet, .xlsx and .ods.

`read_table` reads all of these. In most of Europe, Excel writes semicolons and decimal commas. Its
CSV is Windows-1252 unless the format is called "UTF-8". "Unicode text" is UTF-16 with tabs. The
first line can be `sep=;`. Word turns hyphens into dashes.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from riichi_core.files.files import bytes_of
from riichi_core.files.problem import START, Pointer, Problem, Span
from riichi_core.files.source_document import HIDDEN, ZIP, SourceDocument
from riichi_core.messages import Message, quote
from riichi_core.records.tournament_rows import MAX_ROWS
from riichi_core.spelling import closest_word

LARGEST_FILE = 16_777_216
LARGEST_UNPACKED = 33_554_432
"""The largest content of an .xlsx or .ods file, in bytes."""

MOST_CELLS = 2_000_000
"""The maximum number of cells in a sheet: the library uses memory even for empty ones."""

EXTRA = "riichi-core[spreadsheets]"
"""The package and extra that pip installs to read .xlsx and .ods."""

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".xlsx", ".ods", ".xls")
"""The suffixes of table files."""

ALIKE = 0.75
"""The similarity at which an unknown heading is probably a misspelt one."""

_DELIMITERS = ",;\t"
_BREAK = re.compile("\r\n|[\r\n]")
_EXCEL_LINE = re.compile(r'"?sep=([^\w"\s]|\t)"?[,;\t]*', re.IGNORECASE)
_UTF16 = (BOM_UTF16_LE, BOM_UTF16_BE)
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_CELL_NAME = re.compile(rb'\sr="([A-Z]{1,7})([0-9]{1,10})"')

_WHOLE = re.compile(r"[-+]?[0-9]{1,12}")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?:[.,'\u2019 \u00a0\u2009\u202f][0-9]{3})+")
"""Points as people of many countries write them: 35.000, 35,000, 35 000."""

_DECIMAL = re.compile(r"[-+]?[0-9]{1,6}[.,][0-9]{1,6}")
_MINUS = re.compile(r"[\u2212\u2013\u2010\u2011\uff0d](?=[0-9])")
"""A minus sign, a dash or another hyphen before a number; Word writes them instead of `-`."""

_SAFE = re.compile(r"^'('*[=+\-@])")
"""The start of a text that an apostrophe made safe for spreadsheets."""

_FLAGS = {"true": True, "yes": True, "ja": True, "waar": True,
          "false": False, "no": False, "nee": False, "onwaar": False}  # fmt: skip


class Columns(NamedTuple):
    """The columns that a table may have.

    Attributes:
        names: all of them, in the order of messages.
        texts: those whose values are always text, even if they look like numbers.
        points: those whose values are points, with optional thousands separators.
        also: other headings, in lower case with underscores, and the column that each names.
        players: whether any other heading is a player's name, with points as its values.
        repeated: those that may have several headings, of which the first one counts.
        kept: other headings that are not reported, because another file has them.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    points: tuple[str, ...]
    also: Mapping[str, str] = MappingProxyType({})
    players: bool = False
    repeated: Sequence[str] = ()
    kept: frozenset[str] = frozenset()


class _Cell(NamedTuple):
    """A cell; in a workbook its value can be a number or a truth value."""

    value: object
    span: Span

    @property
    def text(self) -> str:
        """The text of the cell as a spreadsheet shows it."""
        value = self.value
        whole = isinstance(value, float) and value.is_integer()
        return unicodedata.normalize("NFC", str(int(value) if whole else value).strip())  # type: ignore[call-overload]


class _Line(NamedTuple):
    """A line of a file or a row of a workbook; a row has no source text."""

    span: Span
    source: str
    cells: Sequence[_Cell]


def is_table(path: Path) -> bool:
    """Return True if a file name is that of a table."""
    return path.suffix.lower() in SUFFIXES


def read_table(
    path: Path, file: str, columns: Columns
) -> tuple[SourceDocument | None, list[Problem]]:
    """Return the rows of a table as a document, and the problems of its format.

    The first line names the columns. In a text file, commas, semicolons or tabs separate them. For
    a workbook, the line and column of a problem are the numbers of the row and column.

    Args:
        path: the file; its content, not its name, decides its format.
        file: its name in problems.
        columns: the columns that the table may have. Others are reported, and a row has their
            values as text below their headings.
    """
    content = bytes_of(path, file, LARGEST_FILE)
    if isinstance(content, Problem):
        return None, [content]
    if len(content) > LARGEST_FILE:
        message = Message("the file is larger than {bytes} bytes", bytes=str(LARGEST_FILE))
        return None, [Problem(file, START, "too-large", message)]
    in_workbook = content.startswith((ZIP, _OLD_EXCEL))
    table = _Workbook(file, columns) if in_workbook else _TextTable(file, columns)
    return table.read(content), table.problems


def is_remark(problem: Problem) -> bool:
    """Return True for a warning that need not be repeated when a table is read again.

    Such a warning is about a guessed encoding, or about unknown columns that are not misspelt.
    """
    about_columns = problem.code == "unknown-key" and not problem.nearest
    return problem.severity == "warning" and (problem.code == "not-utf8" or about_columns)


class _Table:
    """Makes the rows of a table from its lines, one by one, and collects the problems."""

    def __init__(self, file: str, columns: Columns) -> None:
        self.file, self.columns = file, columns
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

    def document(self, lines: Iterable[_Line], sources: Sequence[str]) -> SourceDocument | None:
        """Return the rows of the lines; the first line that is not empty names the columns."""
        names: list[str] | None = None
        for line in lines:
            if names is not None:
                self._row(line, names)
            elif any(cell.text for cell in line.cells):
                names = self._names(line)
                if not names:
                    return None
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

    def _names(self, line: _Line) -> list[str]:
        """Return the columns that the headings name; report unknown ones, reject duplicates.

        The list is empty if the line names no column of the table.
        """
        names: list[str] = []
        unknown: list[tuple[_Cell, str]] = []
        for cell in line.cells:
            name = self._column(cell.text)
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
        if not {*names} & {*self.columns.names}:
            self._no_columns(line)
            return []
        self._unknown_columns(line, [cell for cell, near in unknown if not near], "")
        for cell, near in unknown:
            if near:
                self._unknown_columns(line, [cell], self.columns.also.get(near, near))
        return names

    def _is_second(self, cell: _Cell, name: str, names: Sequence[str], line: _Line) -> bool:
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

    def _column(self, heading: str) -> str:
        """Return the column of a heading, in any case and with spaces, hyphens or underscores."""
        name = re.sub(r"[\s_.:#-]+", "_", heading.casefold()).strip("_")
        return self.columns.also.get(name, name)

    def _no_columns(self, line: _Line) -> None:
        """Reject a table without headings in its first line."""
        message = Message("the first line has none of the column names")
        known = ", ".join(self.columns.names)
        first = line.cells[0]
        near = closest_word(first.text, self.columns.names)
        self.note("unknown-key", message, first.span,
                  expected=known, nearest=near, source=line.source)  # fmt: skip

    def _unknown_columns(self, line: _Line, cells: Sequence[_Cell], near: str) -> None:
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
        self.note("unknown-key", message, cells[0].span, nearest=near, severity="warning",
                  **hint)  # fmt: skip

    def _no_heading(self, number: int, cell: _Cell, line: _Line) -> None:
        """Warn once about values below an empty heading."""
        if number not in self.without_heading:
            self.without_heading.add(number)
            message = Message("column {number} has no heading: it is ignored", number=number)
            self.note("unknown-key", message, cell.span, severity="warning", source=line.source)

    def _row(self, line: _Line, names: Sequence[str]) -> None:
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
        row: dict[str, object] = {}
        for place, (name, cell) in enumerate(zip(names, line.cells, strict=False)):
            if cell.text and not name:
                self._no_heading(place + 1, cell, line)
            elif name and name not in self.columns.names and not self.columns.players:
                row[name] = _SAFE.sub(r"\1", cell.text, count=1)
            elif cell.text and name:
                row[name] = self._value(cell, name)
                self.spans["rows", index, name] = cell.span
        self.rows.append(row)

    def _value(self, cell: _Cell, name: str) -> object:
        text = _SAFE.sub(r"\1", cell.text, count=1)
        if name in self.columns.texts:
            return text
        if isinstance(cell.value, float) and not cell.value.is_integer():
            return cell.value
        player = self.columns.players and name not in self.columns.names
        return _number_or_flag(text, grouped=player or name in self.columns.points)


def _number_or_flag(text: str, *, grouped: bool) -> object:
    """Return the number or flag of a cell; with `grouped` it may have thousands separators."""
    number = _MINUS.sub("-", text, count=1) if _MINUS.match(text) else text
    if grouped and _GROUPED.fullmatch(number):
        return int(re.sub(r"[^-+0-9]", "", number))
    if _WHOLE.fullmatch(number):
        return int(number)
    if _DECIMAL.fullmatch(number):
        return float(number.replace(",", "."))
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
        heading = next((source for source in sources[first:] if source.strip()), "")
        delimiter = stated[1] if stated else max(_DELIMITERS, key=heading.count)
        return self.document(self._lines(sources, first, delimiter), sources)

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

    def _lines(self, sources: Sequence[str], first: int, delimiter: str) -> Iterator[_Line]:
        for number, source in enumerate(sources[first:], first + 1):
            if source.strip(f" {delimiter}"):
                span = Span(number, 1, number, len(source) + 1)
                cells = self._cells(span, source, delimiter)
                if cells is not None:
                    yield _Line(span, source, cells)

    def _cells(self, span: Span, source: str, delimiter: str) -> list[_Cell] | None:
        """Return the values of a line; None if it cannot be read."""
        if hidden := HIDDEN.search(source.replace("\t", " ")):
            self.hidden(hidden[0], span, source)
            return None
        try:
            values = next(csv.reader([source], delimiter=delimiter, strict=True), [])
        except csv.Error:
            message = Message("the quotation marks do not match; write a mark inside quotes twice")
            self.note("csv-syntax", message, span, source=source)
            return None
        if '"' in source:
            return [_Cell(value, span) for value in values]
        cells, column = [], 1
        for value in values:
            end = column + len(value)
            cells.append(_Cell(value, Span(span.line, column, span.line, end)))
            column = end + 1
        return cells


# ---- workbooks -----------------------------------------------------------------------------------


class _Workbook(_Table):
    """The first nonempty sheet of an .xlsx or .ods file."""

    def read(self, content: bytes) -> SourceDocument | None:
        """Return the rows of the sheet; None if it has no readable rows."""
        if (message := _unreadable(content)) is not None:
            self.note("not-a-table", message)
            return None
        try:
            from python_calamine import CalamineError, CalamineWorkbook  # noqa: PLC0415 - an extra
        except ImportError:
            message = Message(
                "python-calamine, which reads .xlsx and .ods files, is not installed: run pip "
                "install '{extra}', or save the file as CSV UTF-8",
                extra=EXTRA,
            )
            self.note("not-installed", message)
            return None
        try:
            book = CalamineWorkbook.from_filelike(BytesIO(content))
            sheets = [book.get_sheet_by_name(name) for name in _visible(book)]
            rows = {sheet.name: sheet.to_python(skip_empty_area=False) for sheet in sheets}
        except (CalamineError, OSError, ValueError) as error:
            message = Message("the file cannot be read: {reason}", reason=str(error))
            self.note("not-a-table", message)
            return None
        filled = [name for name in rows if any(cell != "" for row in rows[name] for cell in row)]
        read = rows[filled[0]] if filled else []
        if filled[1:]:
            message = Message(
                "only the first sheet, {name}, is read; the others are {others}",
                name=quote(filled[0]),
                others=", ".join(map(quote, filled[1:])),
            )
            self.note("other-sheets", message, severity="warning")
        return self.document(self._lines(read), [""] * max(1, len(read)))

    def _lines(self, rows: Sequence[Sequence[object]]) -> Iterator[_Line]:
        for number, values in enumerate(rows, 1):
            span = Span(number, 1, number, len(values) + 1)
            cells = [
                _Cell(value, Span(number, column, number, column + 1))
                for column, value in enumerate(values, 1)
            ]
            hidden = next((found for cell in cells if (found := HIDDEN.search(cell.text))), None)
            if hidden is None:
                yield _Line(span, "", cells)
            else:
                self.hidden(hidden[0], span)


def _visible(book: Any) -> list[str]:
    """Return the names of the visible sheets."""
    sheets = [(sheet.name, str(sheet.visible)) for sheet in book.sheets_metadata]
    return [name for name, visible in sheets if visible.endswith(".Visible")]


def _unreadable(content: bytes) -> Message | None:
    """Return the reason if a file is not a workbook or is too large, else None."""
    if content.startswith(_OLD_EXCEL):
        return Message(
            "this is an old Excel file (.xls) or has a password: save it as .xlsx without a "
            "password, or as CSV UTF-8"
        )
    try:
        with ZipFile(BytesIO(content)) as parts:
            if sum(part.file_size for part in parts.infolist()) > LARGEST_UNPACKED:
                return Message(
                    "the unpacked file is larger than {n} MB",
                    n=LARGEST_UNPACKED // 1_048_576,
                )
            if not {"xl/workbook.xml", "content.xml"} & {*parts.namelist()}:
                return Message("this is a zip file, not a table: save the table as .xlsx or CSV")
            for name in parts.namelist():
                if name.startswith("xl/") and (cell := _too_far(parts.read(name))):
                    return Message(
                        "a sheet extends to cell {cell}: delete all cells far from the table",
                        cell=cell,
                    )
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        return Message("the file cannot be read: {reason}", reason=str(error))
    return None


def _too_far(sheet: bytes) -> str:
    """Return the name of a sheet's last cell if the sheet spans too many cells, else ""."""
    found = _CELL_NAME.findall(sheet)
    rows = max((int(row) for _, row in found), default=0)
    last = max((letters for letters, _ in found), key=_number_of, default=b"")
    return f"{last.decode()}{rows}" if rows * _number_of(last) > MOST_CELLS else ""


def _number_of(letters: bytes) -> int:
    """Return the number of a column from its letters: 1 for A, 27 for AA."""
    number = 0
    for letter in letters:
        number = 26 * number + letter - ord("A") + 1
    return number

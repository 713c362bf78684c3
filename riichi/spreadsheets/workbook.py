"""Open workbooks (.xlsx, .ods) of unknown origin: return the cells of their visible sheets.

python-calamine uses memory for each cell up to the last one, and aborts the process if there is too
little of it. So `read_sheets` looks for the last cell of each sheet first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any, NamedTuple
from xml.parsers import expat
from zipfile import BadZipFile, ZipFile

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.records.tournament_rows import MAX_ROWS

LARGEST_UNPACKED = 33_554_432
"""The largest content of an .xlsx or .ods file, in bytes."""

MOST_CELLS = 2_000_000
"""The maximum number of cells in a sheet: the library uses memory even for empty ones."""

LAST_ROW = MAX_ROWS + 1_000
"""The maximum number of rows in a sheet, with those above the heads and empty ones."""

INSTALL = 'pip install "riichi-core[spreadsheets]"'
"""The command that installs what reads .xlsx and .ods, and writes .xlsx."""

OLD_EXCEL = b"\xd0\xcf\x11\xe0"

_CELL_NAME = re.compile("([A-Za-z]{1,3})([0-9]{1,7})")


class Sheet(NamedTuple):
    """A visible sheet; empty cells are "", and each part of merged cells has their value."""

    name: str
    rows: Sequence[Sequence[object]]


class WorkbookError(RiichiError):
    """A file that is not a workbook, or that is too large or damaged."""


class NoReaderError(WorkbookError):
    """python-calamine is not installed."""


def read_sheets(content: bytes) -> list[Sheet]:
    """Return the visible sheets that are not empty.

    Raises:
        WorkbookError: if the file cannot be read, or could use too much memory.
    """
    try:
        _check(content)
    except WorkbookError:
        raise
    except (BadZipFile, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise _damaged(error) from None
    try:
        from python_calamine import CalamineWorkbook  # noqa: PLC0415 - an extra
    except ImportError:
        raise NoReaderError(Message(
            "python-calamine, which reads .xlsx and .ods files, is not installed: run "
            "{install}, or save the file as CSV UTF-8",
            install=INSTALL,
        )) from None  # fmt: skip
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        visible = (one.name for one in book.sheets_metadata
                   if str(one.visible).endswith(".Visible"))  # fmt: skip
        sheets = [_sheet(book.get_sheet_by_name(name)) for name in visible]
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of the library, which is written in Rust, is one
        raise _damaged(error) from None
    return [sheet for sheet in sheets if any(cell != "" for row in sheet.rows for cell in row)]


def _damaged(error: BaseException) -> WorkbookError:
    return WorkbookError(Message("the file cannot be read: {reason}", reason=str(error)))


def _sheet(sheet: Any) -> Sheet:
    """Return a sheet; the cells of a merged range all have the value of its first cell."""
    rows = sheet.to_python(skip_empty_area=False)
    filled = 0
    for (top, left), (bottom, right) in sheet.merged_cell_ranges or ():
        for row in rows[top : bottom + 1]:
            width = len(row[left : right + 1])
            filled += width + 1
            if filled > MOST_CELLS:
                raise ValueError("too many merged cells")
            row[left : left + width] = [rows[top][left]] * width
    return Sheet(sheet.name, rows)


# ---- before the library reads a file -------------------------------------------------------------


def _check(content: bytes) -> None:
    """Refuse a file that is not a workbook or that could use too much memory."""
    if content.startswith(OLD_EXCEL):
        raise WorkbookError(Message(
            "this is an old Excel file (.xls) or has a password: save it as .xlsx without a "
            "password, or as CSV UTF-8"
        ))  # fmt: skip
    with ZipFile(BytesIO(content)) as parts:
        if sum(part.file_size for part in parts.infolist()) > LARGEST_UNPACKED:
            raise WorkbookError(Message(
                "the unpacked file is larger than {n} MB", n=LARGEST_UNPACKED // 1_048_576
            ))  # fmt: skip
        names = {name.casefold() for name in parts.namelist()}
        if not {"xl/workbook.xml", "content.xml"} & names or "xl/workbook.bin" in names:
            message = Message("this is a zip file, not a table: save the table as .xlsx or CSV")
            raise WorkbookError(message)
        for part in parts.infolist():
            if b"sheetData" in (xml := parts.read(part)):
                _LastCell(xml).check()


class _LastCell:
    """Finds the last filled cell of a sheet; rows and cells without a name are counted."""

    def __init__(self, xml: bytes) -> None:
        self.xml = xml
        self.row = self.column = self.last_row = self.last_column = 0
        self.in_cell = False

    def check(self) -> None:
        """Refuse a sheet that extends too far, or that is not the plain XML of a spreadsheet."""
        parser = expat.ParserCreate()
        parser.StartDoctypeDeclHandler = self._refuse_declaration
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        try:
            parser.Parse(self.xml, True)
        except expat.ExpatError as error:
            raise ValueError(str(error)) from None
        if self.last_row > LAST_ROW or self.last_row * self.last_column > MOST_CELLS:
            cell = f"{_letters(self.last_column)}{self.last_row}"
            raise WorkbookError(Message(
                "a sheet extends to cell {cell}: delete all cells far from the table", cell=cell
            ))  # fmt: skip

    def _refuse_declaration(self, *_declaration: object) -> None:
        raise ValueError("the sheet declares a type")

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        name, place = tag.rpartition(":")[2], attributes.get("r")
        if self.in_cell:  # a cell without content counts for nothing
            self.last_row = max(self.last_row, self.row)
            self.last_column = max(self.last_column, self.column)
        elif name == "row":
            self.row = int(place) if place else self.row + 1
            self.column = 0
        elif name == "c":
            self.in_cell = True
            self.column += 1
            if place:
                found = _CELL_NAME.fullmatch(place)
                if found is None:
                    raise ValueError(f"a cell is called {place[:20]}")
                self.column, self.row = _number_of(found[1]), int(found[2])

    def _end(self, tag: str) -> None:
        if tag.rpartition(":")[2] == "c":
            self.in_cell = False


def _number_of(letters: str) -> int:
    """Return the number of a column from its letters: 1 for A, 27 for AA."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _letters(number: int) -> str:
    """Return the letters of a column from its number."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters

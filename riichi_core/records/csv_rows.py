"""CSV files as documents like those of YAML, so that both are read by one model."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any, NamedTuple

from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import START, Diagnostic, Pointer, Span, nearest
from riichi_core.source.document import HIDDEN, SourceDocument
from riichi_core.source.files import bytes_of

MAX_ROWS = 5_000
MAX_BYTES = 1_048_576

_BREAK = re.compile("\r\n|[\r\n]")
_WHOLE = re.compile(r"[-+]?[0-9]{1,12}")
_GROUPED = re.compile(r"[-+]?[0-9]{1,3}(?:[.,' \u00a0\u202f][0-9]{3})+")
"""Points as people of many countries write them: 35.000, 35,000, 35 000."""

_DECIMAL = re.compile(r"[0-9]{1,6}\.[0-9]{1,6}")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


class CsvColumns(NamedTuple):
    """The columns that a file may have.

    Attributes:
        names: all of them, in the order in which they are listed for people.
        texts: those that hold text, whatever it looks like.
        points: those that hold points, whose thousands may be set apart.
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    points: tuple[str, ...]


class _Cell(NamedTuple):
    text: str
    span: Span


def read_csv(
    path: Path, file: str, columns: CsvColumns
) -> tuple[SourceDocument | None, list[Diagnostic]]:
    """Return the document of a CSV file, and what is wrong with its form.

    A line of column names comes first; columns are separated by commas, semicolons or tabs.
    """
    content = bytes_of(path, file, MAX_BYTES)
    if isinstance(content, Diagnostic):
        return None, [content]
    if len(content) > MAX_BYTES:
        message = Message("the file is larger than {bytes} bytes", bytes=str(MAX_BYTES))
        return None, [Diagnostic(file, START, "too-large", message)]
    try:
        text = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = Message("the file is not UTF-8; save it as CSV UTF-8")
        return None, [Diagnostic(file, Span(line, 1, line, 1), "not-utf8", message)]
    sources = _BREAK.split(text)
    if len(sources) > MAX_ROWS + 2:
        message = Message("more than {n:,} rows", n=MAX_ROWS)
        return None, [Diagnostic(file, START, "too-many", message)]
    reader = _CsvReader(file, columns, max(",;\t", key=sources[0].count))
    names = reader.names(1, sources[0])
    for number, source in enumerate(sources[1:], 2):
        reader.row(number, source, names)
    if not reader.rows and not reader.problems:
        expected = (
            f"a line with columns, as {','.join(columns.names[:4])}, and a line for each player"
        )
        message = Message("the file has no rows")
        reader.problems.append(Diagnostic(file, START, "empty", message, expected=expected))
    if not reader.rows:
        return None, reader.problems
    data: Any = {"rows": reader.rows}
    return SourceDocument(file, tuple(sources), data, reader.spans, {}, {}), reader.problems


class _CsvReader:
    """Reads the lines of a CSV file one by one; no value goes over the end of a line."""

    def __init__(self, file: str, columns: CsvColumns, comma: str) -> None:
        self.file, self.columns, self.comma = file, columns, comma
        self.rows: list[dict[str, object]] = []
        self.spans: dict[Pointer, Span] = {(): START}
        self.problems: list[Diagnostic] = []

    def _refuse(
        self, code: str, message: Message, span: Span, source: str, known: str = "", near: str = ""
    ) -> None:
        self.problems.append(
            Diagnostic(self.file, span, code, message, expected=known, nearest=near, source=source)
        )

    def _cells(self, number: int, source: str) -> list[_Cell] | None:
        """Return the values of a line; None where it cannot be read."""
        whole = Span(number, 1, number, len(source) + 1)
        if bad := HIDDEN.search(source.replace("\t", " ")):
            message = Message(
                "the line holds the character U+{code:04X}, which cannot be printed",
                code=ord(bad[0]),
            )
            self._refuse("hidden-character", message, whole, source)
            return None
        try:
            values = next(csv.reader([source], delimiter=self.comma, strict=True), [])
        except csv.Error:
            message = Message(
                "the quotation marks do not fit; a mark inside quotes is written twice"
            )
            self._refuse("csv-syntax", message, whole, source)
            return None
        if '"' in source:
            return [_Cell(value, whole) for value in values]
        cells, column = [], 1
        for value in values:
            end = column + len(value)
            cells.append(_Cell(value, Span(number, column, number, end)))
            column = end + 1
        return cells

    def names(self, number: int, source: str) -> list[str]:
        """Return the names of the columns; refuse unknown ones, and those that are given twice."""
        cells = self._cells(number, source) or []
        names = [cell.text.strip().lower() for cell in cells]
        for at, (name, cell) in enumerate(zip(names, cells, strict=True)):
            if name not in self.columns.names:
                message = Message("there is no column {name}", name=quote(name))
                near, known = nearest(name, self.columns.names), ", ".join(self.columns.names)
                self._refuse("unknown-key", message, cell.span, source, known, near)
            elif name in names[:at]:
                message = Message("the column {name} is given twice", name=quote(name))
                self._refuse("duplicate-key", message, cell.span, source)
        return names

    def row(self, number: int, source: str, names: list[str]) -> None:
        """Read one line; empty ones are passed over."""
        if not source.strip(f" {self.comma}"):
            return
        cells = self._cells(number, source)
        if cells is None:
            return
        whole = Span(number, 1, number, len(source) + 1)
        if len(cells) > len(names):
            message = Message(
                "{values} values for {columns} columns", values=len(cells), columns=len(names)
            )
            self._refuse("too-many", message, whole, source)
            return
        at = len(self.rows)
        self.spans["rows", at] = whole
        row: dict[str, object] = {}
        for name, cell in zip(names, cells, strict=False):
            text = cell.text.strip()
            if text and name in self.columns.names:
                plain = name in self.columns.texts
                row[name] = text if plain else _value(text, grouped=name in self.columns.points)
                self.spans["rows", at, name] = cell.span
        self.rows.append(row)


def _value(text: str, *, grouped: bool) -> object:
    """Return the value that a text of a column stands for that holds no text.

    Args:
        text: what stands there.
        grouped: true for points, whose thousands may be set apart.
    """
    if grouped and _GROUPED.fullmatch(text):
        return int(re.sub(r"[^-+0-9]", "", text))
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return _FLAGS.get(text.lower(), text)

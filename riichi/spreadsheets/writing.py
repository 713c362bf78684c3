"""Write rows for spreadsheets, as CSV or as .xlsx with XlsxWriter, if it is installed."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from importlib import import_module

from riichi.spreadsheets.workbook import INSTALL
from riichi_core.messages import Message

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""The start of a text that a spreadsheet could read as a formula, or that was made safe."""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")

CellValue = str | int | float | None


def safe_csv(head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> str:
    """Return rows below the names of their columns; no text in them can become a formula.

    A text that could is prefixed with an apostrophe; readers of this project remove it.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, head))
    writer.writerows(map(_safe, row) for row in rows)
    return out.getvalue()


def _safe(value: CellValue) -> CellValue:
    if not isinstance(value, str) or not value or _NUMBER.fullmatch(value):
        return value
    return f"'{value}" if _FORMULA.match(value) else value


class NoXlsxError(RuntimeError):
    """XlsxWriter is not installed."""


def xlsx(name: str, head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> bytes:
    """Return a workbook with one sheet: rows below the names of their columns.

    Texts stay texts: a number with leading zeros keeps them, and nothing becomes a formula.

    Raises:
        NoXlsxError: if XlsxWriter is not installed.
    """
    try:
        xlsxwriter = import_module("xlsxwriter")
    except ImportError:
        raise NoXlsxError(Message(
            "xlsxwriter, which writes .xlsx files, is not installed: run {install}, or write a "
            ".csv file.", install=INSTALL,
        )) from None  # fmt: skip
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as book:
        sheet = book.add_worksheet(name)
        sheet.write_row(0, 0, head, book.add_format({"bold": True}))
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(number, column, value)
                elif value is not None:
                    sheet.write_number(number, column, value)
        sheet.freeze_panes(1, 0)
        sheet.autofit()
    return content.getvalue()

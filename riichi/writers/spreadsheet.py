"""Write rows for spreadsheets, as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

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

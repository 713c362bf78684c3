"""Write rows for spreadsheets, as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")

CellValue = str | int | float | None


def safe_csv(head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> str:
    """Return rows below the names of their columns; no text in them can become a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, head))
    writer.writerows(map(_safe, row) for row in rows)
    return out.getvalue()


def _safe(value: CellValue) -> CellValue:
    if not isinstance(value, str) or not value or _NUMBER.fullmatch(value):
        return value
    return f"'{value}" if value[0] in "=+-@\t\r" else value

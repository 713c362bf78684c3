"""Write rows for spreadsheets, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

CellValue = str | int | float | None


def safe_csv(head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> str:
    """Return rows below the names of their columns; no text in them can become a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(_safe, head))
    writer.writerows(map(_safe, row) for row in rows)
    return out.getvalue()


def _safe(value: CellValue) -> CellValue:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value

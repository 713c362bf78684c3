"""Write rows for spreadsheets, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

CellValue = str | int | float | None


def rows_csv(head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> str:
    """Return rows below the names of their columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def safe_csv(head: Iterable[str], rows: Iterable[Iterable[CellValue]]) -> str:
    """Return rows in which no text of a file can become a formula."""
    return rows_csv(map(str, map(_safe, head)), (map(_safe, row) for row in rows))


def _safe(value: CellValue) -> CellValue:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value

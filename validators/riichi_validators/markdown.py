"""Write tables for the generated Markdown pages in docs/."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table, followed by an empty line.

    Args:
        columns: the headings; a heading that ends in a colon marks a column of numbers.
        rows: the cells, shown as text.
    """
    yield _row(column.removesuffix(":") for column in columns)
    yield f"|{'|'.join('--:' if column.endswith(':') else '---' for column in columns)}|"
    for row in rows:
        yield _row(row)
    yield ""


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"

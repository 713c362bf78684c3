"""The generated pages of docs/, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"


def table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield the lines of a table, and an empty one behind it.

    Args:
        columns: the heads; one that ends in a colon, which is not shown, has numbers.
        rows: the cells, shown as text.
    """
    yield _row(column.removesuffix(":") for column in columns)
    yield f"|{'|'.join('--:' if column.endswith(':') else '---' for column in columns)}|"
    for row in rows:
        yield _row(row)
    yield ""


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"

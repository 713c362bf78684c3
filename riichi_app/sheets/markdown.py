"""A sheet as Markdown, for a wiki."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from riichi_app.sheets.page import Cell, Page, Row, Table


def markdown(page: Page) -> str:
    """The whole page: a heading and a table for each table, and the facts as a list."""
    lines = [f"# {_plain(page.title)}: {_plain(page.kind)}"]
    for table in (*page.wide, *page.narrow):
        lines += ["", f"## {_plain(table.title)}", "", *_table(table)]
    lines += ["", f"## {_plain(page.facts_title)}", ""]
    lines += [f"- **{_plain(name)}**: {_plain(text)}" for name, text in page.facts]
    lines += ["", f"*{_plain(page.made)}*"]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> Iterator[str]:
    """A table; the heading of a group is a row of its own, for Markdown has nothing for it."""
    yield f"| {' | '.join(map(_plain, table.columns))} |"
    yield f"|---{'|---' * (len(table.columns) - 1)}|"
    blanks = " |" * (len(table.columns) - 1)
    for group in table.groups:
        if group.title:
            yield f"| **{_plain(group.title)}** |{blanks}"
        yield from map(_row, group.rows)
    if table.keys:
        yield ""
        yield "; ".join(map(_plain, table.keys))


def _row(row: Row) -> str:
    return f"| {' | '.join(map(_cell, (row.head, *row.cells)))} |"


def _cell(cell: Cell) -> str:
    return _plain(cell.text)


def _plain(text: str) -> str:
    """Text that cannot break out of a table's cell or become markup."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_\[\]|#])", r"\\\1", escaped)

"""A sheet as Markdown, for a wiki."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_app.documents.markup import plain
from riichi_app.pages.sheet.page import Cell, Page, Row, Table


def markdown(page: Page) -> str:
    """The whole page: a heading and a table for each table, and the facts as a list."""
    lines = [f"# {plain(page.title)}: {plain(page.kind)}"]
    for table in (*page.wide, *page.narrow):
        lines += ["", f"## {plain(table.title)}", "", *_table(table)]
    lines += ["", f"## {plain(page.facts_title)}", ""]
    lines += [f"- **{plain(name)}**: {plain(text)}" for name, text in page.facts]
    lines += ["", f"*{plain(page.made)}*"]
    return "\n".join(lines) + "\n"


def _table(table: Table) -> Iterator[str]:
    """A table; the heading of a group is a row of its own, for Markdown has nothing for it."""
    yield f"| {' | '.join(map(plain, table.columns))} |"
    yield f"|---{'|---' * (len(table.columns) - 1)}|"
    blanks = " |" * (len(table.columns) - 1)
    for group in table.groups:
        if group.title:
            yield f"| **{plain(group.title)}** |{blanks}"
        yield from map(_row, group.rows)
    if table.keys:
        yield ""
        yield "; ".join(map(plain, table.keys))


def _row(row: Row) -> str:
    return f"| {' | '.join(map(_cell, (row.head, *row.cells)))} |"


def _cell(cell: Cell) -> str:
    return plain(cell.text)

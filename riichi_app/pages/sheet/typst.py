"""A sheet as what a template sets in type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riichi_app.documents.paper import Paper
from riichi_app.documents.pdf import Document
from riichi_app.pages.sheet.fit import by_fu
from riichi_app.pages.sheet.page import Cell, Group, Page, Row, Table

TEMPLATE = Path(__file__).with_name("sheet.typ")

Facts = Mapping[str, Any]


def document(page: Page, paper: Paper) -> Document:
    """The sheet for a PDF on this paper."""
    facts = {
        "title": page.title,
        "kind": page.kind,
        "language": page.language,
        "paper": paper,
        "wide": [*map(_table, page.wide)],
        "narrow": [*map(_table, page.narrow)],
        "facts": {"title": page.facts_title, "rows": page.facts},
        "made": page.made,
    }
    return Document(TEMPLATE, facts)


def _table(table: Table) -> Facts:
    return {"id": table.id, "title": table.title, "columns": table.columns, "pay": by_fu(table),
            "groups": [*map(_group, table.groups)], "keys": table.keys}  # fmt: skip


def _group(group: Group) -> Facts:
    return {"title": group.title, "rows": [*map(_row, group.rows)]}


def _row(row: Row) -> list[Facts]:
    return [_cell(cell) for cell in (row.head, *row.cells)]


def _cell(cell: Cell) -> Facts:
    return {"text": cell.text, "limit": cell.limit, "language": cell.language.split("-")[0]}

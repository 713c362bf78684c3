"""A sheet as an HTML page of its own: nothing is fetched, and it prints on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from riichi_app.documents.markup import page as shell
from riichi_app.documents.paper import CSS, Paper
from riichi_app.pages.sheet.fit import BETWEEN, GAP, MARGIN, Layout, by_fu, crowded, layout
from riichi_app.pages.sheet.page import Cell, Group, Page, Row, Table

STYLE = Path(__file__).with_name("sheet.css")


def html(page: Page, paper: Paper) -> str:
    """The whole page."""
    found = layout(page, paper)
    first, *more = found.pages
    columns = [_columns(first, page.narrow, () if more else _foot(page))]
    for number, tables in enumerate(more, 1):
        columns.append(_columns(tables, (), _foot(page) if number == len(more) else ()))
    head = f"<header>\n<h1>{escape(page.title)}</h1>\n<p>{escape(page.kind)}</p>\n</header>"
    return shell(
        f"{page.title}: {page.kind}",
        _style(found, page, paper).strip(),
        [head, *columns],
        language=page.language,
    )


def _columns(wide: Iterable[Table], narrow: Iterable[Table], foot: Iterable[str]) -> str:
    """What stands on one page: tables in two columns, and what is below the wide ones."""
    return "\n".join(
        [
            '<div class="page">\n<div class="wide">',
            *map(_table, wide),
            *foot,
            '</div>\n<div class="narrow">',
            *map(_table, narrow),
            "</div>\n</div>",
        ]
    )


def _foot(page: Page) -> Iterator[str]:
    yield from _facts(page)
    yield f"<footer>{escape(page.made)}</footer>"


# ---- tables --------------------------------------------------------------------------------------


def _table(table: Table) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.columns)
    parts = [f'<table id="{table.id}" class="{_class(table)}">']
    parts.append(f"<caption>{escape(table.title)}</caption>\n<thead><tr>{heads}</tr></thead>")
    parts += [line for group in table.groups for line in _group(group, len(table.columns))]
    parts.append("</table>")
    if table.keys:
        spans = "".join(f"<span>{escape(key)}</span>" for key in table.keys)
        parts.append(f'<p class="keys">{spans}</p>')
    return "\n".join(parts)


def _class(table: Table) -> str:
    if table.id.startswith("yaku"):
        return "yaku"
    if not by_fu(table):
        return "figures"
    return "figures pay many" if crowded(table) else "figures pay"


def _group(group: Group, columns: int) -> Iterator[str]:
    if group.title:
        yield '<tbody class="group">'
        yield f'<tr><th scope="rowgroup" colspan="{columns}">{escape(group.title)}</th></tr>'
    else:
        yield "<tbody>"
    yield from map(_row, group.rows)
    yield "</tbody>"


def _row(row: Row) -> str:
    language = f' lang="{row.head.language}"' if row.head.language else ""
    cells = "".join(f"<td{_kind(cell)}>{_text(cell)}</td>" for cell in row.cells)
    return f'<tr><th scope="row"{language}>{_text(row.head)}</th>{cells}</tr>'


def _kind(cell: Cell) -> str:
    return ' class="limit"' if cell.limit else ""


def _text(cell: Cell) -> str:
    if not cell.aloud:
        return escape(cell.text)
    sign = f'<span aria-hidden="true">{escape(cell.text)}</span>'
    return f'{sign}<span class="aloud">{escape(cell.aloud)}</span>'


def _facts(page: Page) -> Iterator[str]:
    yield f"<section>\n<h2>{escape(page.facts_title)}</h2>\n<dl>"
    for name, text in page.facts:
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>"
    yield "</dl>\n</section>"


# ---- style ---------------------------------------------------------------------------------------


@cache
def _rules() -> str:
    return STYLE.read_text(encoding="utf-8")


def _style(found: Layout, page: Page, paper: Paper) -> str:
    size, letters = found.size, found.letters
    names = max((len(row.head.text) for table in page.wide for row in table.rows), default=0)
    put = {
        "paper": CSS[paper],
        "width": f"{size.inner}mm",
        "margin": f"{MARGIN}mm",
        "gap": f"{GAP}mm",
        "narrow": f"{size.narrow}mm",
        "size": f"{letters.size:.3f}mm",
        "pad": f"{letters.pad:.3f}mm",
        "between": f"{BETWEEN * letters.size:.3f}mm",
        "names": "41%" if names > 24 else "37%",
    }
    style = _rules()
    for name, value in put.items():
        style = style.replace(f"{{{name}}}", value)
    return style

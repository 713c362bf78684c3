"""A sheet as an HTML page of its own: nothing is fetched, and it prints on one page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html import escape
from math import ceil
from pathlib import Path
from typing import NamedTuple

from riichi_app.render.markup import page as shell
from riichi_app.sheets.page import Cell, Group, Page, Paper, Row, Table
from riichi_app.sheets.payments import WINS

STYLE = Path(__file__).with_name("sheet.css")


class _Size(NamedTuple):
    """A paper: its name in CSS, and its width and height in millimetres."""

    css: str
    width: int
    height: float


SIZES: dict[Paper, _Size] = {"a4": _Size("A4", 210, 297), "letter": _Size("letter", 216, 279.4)}

MARGIN, GAP = 8, 4
"""Millimetres around the page and between its columns; no printer needs more."""

HEAD, SPARE = 11, 4
"""Millimetres for the title, and those kept free, for another machine has other letters."""

NARROW_SHARE = 0.415
"""The part of the width that the narrow column has."""

SMALLEST, LARGEST, ON_TWO_PAGES = 2.2, 2.75, 2.5
"""Sizes of letters in millimetres: between the first two one is chosen for a single page; where
even the smallest is too large there are two pages."""

LINE = 1.22
"""Height of a line by the size of its letters, as in the style sheet."""

WIDTH_OF_LETTER = 0.5
"""Mean width of a letter by its size, to guess which texts need a second line."""


def html(page: Page, paper: Paper) -> str:
    """The whole page."""
    size = SIZES[paper]
    return shell(
        f"{page.title}: {page.kind}",
        _style(page, size).strip(),
        [
            f"<header>\n<h1>{escape(page.title)}</h1>\n<p>{escape(page.kind)}</p>\n</header>\n<main>",
            '<div class="wide">',
            *map(_table, page.wide),
            *_facts(page),
            f"<footer>{escape(page.made)}</footer>",
            '</div>\n<div class="narrow">',
            *map(_table, page.narrow),
            "</div>\n</main>",
        ],
        language=page.language,
    )


# ---- tables --------------------------------------------------------------------------------------


def _table(table: Table) -> str:
    kind = _class(table)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.columns)
    parts = [f'<table id="{table.id}" class="{kind}">' if kind else f'<table id="{table.id}">']
    parts.append(f"<caption>{escape(table.title)}</caption>\n<thead><tr>{heads}</tr></thead>")
    parts += [line for group in table.groups for line in _group(group, len(table.columns))]
    parts.append("</table>")
    if table.keys:
        spans = "".join(f"<span>{escape(key)}</span>" for key in table.keys)
        parts.append(f'<p class="keys">{spans}</p>')
    return "\n".join(parts)


def _class(table: Table) -> str:
    if table.id == "yaku":
        return ""
    if not _by_fu(table):
        return "figures"
    return "figures pay many" if _crowded(table) else "figures pay"


def _by_fu(table: Table) -> bool:
    return table.id in {name.replace("_", "-") for name, _, _ in WINS}


def _crowded(table: Table) -> bool:
    """Whether so many han come before the limits that two payments need two lines."""
    return _by_fu(table) and len(table.columns) > 6


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


def _style(page: Page, size: _Size) -> str:
    inner = size.width - 2 * MARGIN
    narrow = round(inner * NARROW_SHARE, 1)
    letters = _fit(page, inner - narrow - GAP, size.height - 2 * MARGIN - HEAD - SPARE)
    names = max((len(row.head.text) for table in page.wide for row in table.rows), default=0)
    put = {
        "paper": size.css,
        "width": f"{inner}mm",
        "margin": f"{MARGIN}mm",
        "gap": f"{GAP}mm",
        "narrow": f"{narrow}mm",
        "size": f"{letters.size:.3f}mm",
        "pad": f"{letters.pad:.3f}mm",
        "between": f"{BETWEEN * letters.size:.3f}mm",
        "names": "41%" if names > 24 else "37%",
    }
    style = _rules()
    for name, value in put.items():
        style = style.replace(f"{{{name}}}", value)
    return style


BETWEEN = 0.75
"""Space below a table by the size of letters."""

PADDINGS = [n / 100 for n in range(26, 9, -1)]
"""The space above and below a line by the size of letters, from much to little."""


RULE = 25.4 / 96
"""The height of the line below a row: one pixel, as browsers have them."""


class _Letters(NamedTuple):
    """A size of letters and the space around a line, in millimetres."""

    size: float
    pad: float

    def line(self, lines: float = 1, size: float = 1) -> float:
        """The height of a row of some lines, in letters smaller or larger by a factor."""
        return self.size * lines * size * LINE + 2 * self.pad + RULE


def _fit(page: Page, width: float, height: float) -> _Letters:
    """The largest letters with which both columns fit; with those as much space as there is."""
    steps = int((LARGEST - SMALLEST) * 50)
    for size in (LARGEST - step / 50 for step in range(steps + 1)):
        for padding in PADDINGS:
            letters = _Letters(size, padding * size)
            if max(_narrow(page, letters), _wide(page, letters, width)) <= height:
                return letters
    return _Letters(ON_TWO_PAGES, PADDINGS[-1] * ON_TWO_PAGES)


def _narrow(page: Page, letters: _Letters) -> float:
    height = letters.line(size=0.86)  # the heads of the limits take two lines
    for table in page.narrow:
        lines = 1.7 if _crowded(table) else 1
        height += _head(letters) + len(table.rows) * letters.line(lines)
    return height


def _head(letters: _Letters) -> float:
    """Caption, heads of the columns, and the space below a table."""
    return RULE + (1.6 + BETWEEN) * letters.size + letters.line(size=0.86)


def _wide(page: Page, letters: _Letters, width: float) -> float:
    across = width / (letters.size * WIDTH_OF_LETTER)
    height = 0.0
    for table in page.wide:
        height += _head(letters) + 1.5 * letters.size
        height += sum(letters.line(size=1.02) for group in table.groups if group.title)
        height += sum(letters.line(_lines(row, across)) for row in table.rows)
    told = sum(1 + (len(text) > 0.8 * across) for _, text in page.facts)
    return height + (1.42 * told + 0.14 * len(page.facts) + 3.6) * letters.size


def _lines(row: Row, across: float) -> float:
    """How many lines a yaku takes, by the widths that its name and its meaning have."""
    name, meaning = len(row.head.text) * 1.06, len(row.cells[0].text) * 0.92
    return max(1, ceil(name / (0.4 * across)), 0.92 * ceil(meaning / (0.5 * across)))

"""Write documents as pages of HTML of their own: nothing is fetched, nothing runs."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from pathlib import Path

from riichi_app.documents.figures import SVG
from riichi_app.documents.fonts import font_faces
from riichi_app.documents.model import (
    Block,
    Bullets,
    Cell,
    Columns,
    Contents,
    Definitions,
    Document,
    DrawnHand,
    Figure,
    Folded,
    Group,
    Heading,
    Inline,
    Link,
    Note,
    Paragraph,
    Picture,
    Row,
    Section,
    Styled,
    TableBlock,
    TextLine,
    letters,
)
from riichi_app.documents.paper import CSS, MARGINS, Paper
from riichi_app.documents.tile_art import hand_svg, symbols

STYLE = Path(__file__).with_name("page.css")

LARGE: dict[Paper, float] = {"a4": 640, "letter": 620, "a3": 905}
"""The size of letters, in points, with which a single one would fill a page."""

FEWEST = 300
"""As few letters as these are not set larger."""

MEDIA = {"png": "image/png", "svg": "image/svg+xml"}
"""The types of pictures, which pages hold themselves."""

TAGS = {"strong": "strong", "emphasis": "em", "small": "small"}


def html(document: Document, paper: Paper = "a4") -> str:
    """Return a document as a page to print on this paper."""
    title = document.title + (f": {document.kind}" if document.kind else "")
    kind = f"\n<p>{escape(document.kind)}</p>" if document.kind else ""
    side = " landscape" if document.landscape else ""
    body = [line for block in document.blocks for line in _block(block)]
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>",
            f"@page {{ size: {CSS[paper]}{side}; margin: {MARGINS[document.layout]} }}",
            *([_large(document, paper)] if document.layout == "poster" else []),
            f'{font_faces()}{_style()}</style>\n</head>\n<body class="{document.layout}">',
            *([symbols()] if any("<use " in line for line in body) else []),
            f"<header>\n<h1>{escape(document.title)}</h1>{kind}\n</header>",
            *body,
            "</body>\n</html>\n",
        ]
    )


def _large(document: Document, paper: Paper) -> str:
    """Return the size of letters with which a poster fills its page."""
    size = LARGE[paper] / max(letters(document), FEWEST) ** 0.5
    return f"@media print {{ .poster {{ font-size: {size:.1f}pt }} }}"


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


# ---- blocks --------------------------------------------------------------------------------------


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level=level):
            yield f"<h{level}{_id(block.id)}>{_line(block.content)}</h{level}>"
        case Paragraph():
            yield f"<p>{_line(block.content)}</p>"
        case Bullets():
            yield f"<ul>{''.join(f'<li>{_line(item)}</li>' for item in block.items)}</ul>"
        case Figure() | Picture():
            yield _drawing(block)
        case Note():
            lines = "".join(f"<p>{_line(line)}</p>" for line in block.lines)
            yield f'<div class="note">{lines}</div>'
        case Definitions():
            yield f"<section>\n<h2>{escape(block.title)}</h2>\n<dl>"
            for name, text in block.rows:
                yield f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>"
            yield "</dl>\n</section>"
        case Contents():
            yield "<nav><ol>"
            yield from (f"<li>{_inline(link)}</li>" for link in block.links)
            yield "</ol></nav>"
        case Section():
            yield f"<section{_id(block.id)}{_class(block.kind)}>"
            yield from _blocks(block.blocks)
            yield "</section>"
        case Folded():
            yield f"<details>\n<summary>{escape(block.title)}</summary>"
            yield from _blocks(block.blocks)
            yield "</details>"
        case Columns():
            yield '<div class="columns">\n<div class="wide">'
            yield from _blocks(block.wide)
            yield '</div>\n<div class="narrow">'
            yield from _blocks(block.narrow)
            yield "</div>\n</div>"
        case TableBlock():
            yield from _table(block)


def _drawing(block: Figure | Picture) -> str:
    """Return a drawing of the project in the page itself, or another picture as an image."""
    if isinstance(block, Figure):
        drawing = block.svg.replace(f' xmlns="{SVG}"', ' aria-hidden="true"', 1)
        return f"<figure>{drawing}<figcaption>{_line(block.caption)}</figcaption></figure>"
    source = f"data:{MEDIA[block.kind]};base64,{b64encode(block.data).decode('ascii')}"
    return f'<p class="logo"><img src="{source}" alt="{escape(block.aloud)}"></p>'


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    return (line for block in blocks for line in _block(block))


def _id(name: str) -> str:
    return f' id="{escape(name)}"' if name else ""


def _class(*names: str) -> str:
    found = " ".join(filter(None, names))
    return f' class="{found}"' if found else ""


# ---- tables --------------------------------------------------------------------------------------


def _table(table: TableBlock) -> Iterator[str]:
    kinds = (
        "" if table.bold else "plain",
        "dense" if table.dense else "",
        "wide" if _is_wide(table) else "",
    )
    yield f"<table{_id(table.id)}{_class(*kinds)}>"
    if table.title:
        yield f"<caption>{escape(table.title)}</caption>"
    heads = (
        f'<th scope="col"{_class(_align(table, place))}>{escape(column.title)}</th>'
        if column.title
        else "<td></td>"
        for place, column in enumerate(table.columns)
    )
    yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    for group in table.groups:
        yield from _group(table, group)
    yield "</table>"
    if table.legend:
        signs = "".join(f"<span>{escape(sign)}</span>" for sign in table.legend)
        yield f'<p class="legend">{signs}</p>'


WIDE = 7
"""So many columns do not stand beside each other on a telephone."""


def _is_wide(table: TableBlock) -> bool:
    return len(table.columns) >= WIDE and not table.bold and not table.dense


def _group(table: TableBlock, group: Group) -> Iterator[str]:
    yield "<tbody>"
    if group.title:
        width = len(table.columns)
        title = f'<th scope="rowgroup" colspan="{width}">{escape(group.title)}</th>'
        yield f'<tr class="group">{title}</tr>'
    yield from (_row(table, row) for row in group.rows)
    yield "</tbody>"


def _row(table: TableBlock, row: Row) -> str:
    cells = [
        _cell(cell, f"td{_head(table, place)}" if place else 'th scope="row"', _align(table, place))
        for place, cell in enumerate(row.cells)
    ]
    kind = _class("brief" if row.brief else "")
    return f"<tr{_id(row.id)}{kind}>{''.join(cells)}</tr>"


def _head(table: TableBlock, place: int) -> str:
    """Return the head of a column, which a narrow screen shows at each cell of text or figures."""
    column = table.columns[place]
    shown = column.title and (column.share or _is_wide(table))
    return f' data-head="{escape(column.title)}"' if shown else ""


def _align(table: TableBlock, place: int) -> str:
    align = table.columns[place].align
    return "" if align == "left" else align


def _cell(cell: Cell, tag: str, align: str) -> str:
    """Return a cell, its first line as it is and a paragraph for each that follows."""
    kinds = _class(align, "shaded" if cell.shaded else "")
    match cell.lines:
        case ((Styled(style="plain", language=language, aloud="") as only,),) if language:
            inside, spoken = escape(only.text), f' lang="{language}"'
        case (first, *more):
            inside = _line(first) + "".join(f"<p>{_line(line)}</p>" for line in more)
            spoken = ""
        case _:
            inside = spoken = ""
    return f"<{tag}{spoken}{kinds}>{inside}</{tag.split(maxsplit=1)[0]}>"


# ---- inline --------------------------------------------------------------------------------------


def _line(line: TextLine) -> str:
    return "".join(map(_inline, line))


def _inline(one: Inline) -> str:
    match one:
        case str():
            return escape(one)
        case DrawnHand():
            return hand_svg(one.groups)
        case Link():
            return f'<a href="#{escape(one.to)}">{escape(one.text)}</a>'
        case Styled():
            return _text(one)


def _text(one: Styled) -> str:
    text = escape(one.text)
    if one.aloud:
        sign = f'<span aria-hidden="true">{text}</span>'
        return f'{sign}<span class="aloud">{escape(one.aloud)}</span>'
    spoken = f' lang="{one.language}"' if one.language else ""
    if one.style in TAGS:
        tag = TAGS[one.style]
        return f"<{tag}{spoken}>{text}</{tag}>"
    if one.style == "mark":
        return f'<span class="mark"{spoken}>{text}</span>'
    return f"<span{spoken}>{text}</span>" if spoken else text

"""Write documents as HTML, to read or to print, with fonts in the file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from types import MappingProxyType

from riichi.writers import model as doc
from riichi.writers.browser_sizes import size_on
from riichi.writers.drawings import SVG, hand_svg, symbols
from riichi.writers.paper import MARGIN, SIZES, PosterPaper
from riichi.writers.woff import woff

FONTS = Path(__file__).with_name("arimo")
"""The folder of the fonts."""

FACES = {"regular": "", "bold": "font-weight: 700; ", "italic": "font-style: italic; "}
"""The faces of the family, and their properties in a style sheet."""


@cache
def font_faces() -> str:
    """Return the style sheet rules that contain the fonts, so that nothing is fetched."""
    return "".join(
        f"@font-face {{ font-family: Arimo; {style}"
        f"src: url(data:font/woff;base64,{_base64(face)}) }}\n"
        for face, style in FACES.items()
    )


def _base64(face: str) -> str:
    return b64encode(woff((FONTS / f"{face}.ttf").read_bytes())).decode("ascii")


STYLE = Path(__file__).with_name("page.css")

MARGINS = {"sheet": "8mm", "guide": "8mm", "rulebook": "16mm 15mm", "report": "10mm",
           "poster": "12mm", "pages": f"{MARGIN}mm"}  # fmt: skip
"""The margins of each layout."""

MEDIA = {"png": "image/png", "svg": "image/svg+xml"}
"""The types of pictures, which pages contain themselves."""

TAGS = {"strong": "strong", "emphasis": "em", "small": "small"}


def html(
    document: doc.Document,
    paper: PosterPaper = "a4",
    tags: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a document as a page to print on this paper.

    `tags` has the page's properties for networks that show links, by name.
    """
    title = document.title + (f": {document.kind}" if document.kind else "")
    kind = f"\n<p>{escape(document.kind)}</p>" if document.kind else ""
    side = " landscape" if document.landscape else ""
    body = [line for block in document.blocks for line in _block(block)]
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            *(f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()),
            f"<title>{escape(title)}</title>\n<style>",
            f"@page {{ size: {SIZES[paper].css}{side}; margin: {MARGINS[document.layout]} }}",
            *_printed_size(document, paper),
            *([_page_size(document, paper)] if document.layout == "pages" else []),
            f'{font_faces()}{_style()}</style>\n</head>\n<body class="{document.layout}">',
            *([symbols()] if any("<use " in line for line in body) else []),
            f"<header>\n<h1>{escape(document.title)}</h1>{kind}\n</header>",
            *body,
            *([f"<script>\n{document.script}</script>"] if document.script else []),
            "</body>\n</html>\n",
        ]
    )


def _page_size(document: doc.Document, paper: PosterPaper) -> str:
    """Return the size of pages between their margins."""
    sides = [side - 2 * MARGIN for side in (SIZES[paper].width, SIZES[paper].height)]
    width, height = reversed(sides) if document.landscape else sides
    return f".page {{ width: {width:g}mm; height: {height - 0.2:g}mm }}"


def _printed_size(document: doc.Document, paper: PosterPaper) -> Iterator[str]:
    """Yield the size of letters with which a document fills its pages, if its layout has one."""
    if (size := size_on(document, paper)) is not None:
        look = f"font-size: {size.letters:.2f}pt; --pad: {size.pad:.2f}em"
        yield f"@media print {{ body.{document.layout} {{ {look} }} }}"


@cache
def _style() -> str:
    return STYLE.read_text(encoding="utf-8")


# ---- blocks --------------------------------------------------------------------------------------


def _block(block: doc.Block) -> Iterator[str]:  # noqa: PLR0912 - a case for each
    match block:
        case doc.Heading(level=level):
            yield f"<h{level}{_id(block.id)}>{_line(block.content)}</h{level}>"
        case doc.Paragraph():
            yield f"<p>{_line(block.content)}</p>"
        case doc.Bullets():
            yield f"<ul>{''.join(f'<li>{_line(item)}</li>' for item in block.items)}</ul>"
        case doc.Figure() | doc.Picture():
            yield _drawing(block)
        case doc.Note():
            lines = "".join(f"<p>{_line(line)}</p>" for line in block.lines)
            yield f'<div class="note">{lines}</div>'
        case doc.Definitions():
            yield f"<section>\n<h2>{escape(block.title)}</h2>\n<dl>"
            for name, text in block.rows:
                yield f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>"
            yield "</dl>\n</section>"
        case doc.Contents():
            yield "<nav><ol>"
            yield from (f"<li>{_inline(link)}</li>" for link in block.links)
            yield "</ol></nav>"
        case doc.Section():
            yield f"<section{_id(block.id)}{_class(block.kind)}>"
            yield from _blocks(block.blocks)
            yield "</section>"
        case doc.Folded():
            yield f"<details>\n<summary>{escape(block.title)}</summary>"
            yield from _blocks(block.blocks)
            yield "</details>"
        case doc.TwoColumns():
            yield '<div class="columns">\n<div class="wide">'
            yield from _blocks(block.wide)
            yield '</div>\n<div class="narrow">'
            yield from _blocks(block.narrow)
            yield "</div>\n</div>"
        case doc.TableBlock():
            yield from _table(block)
        case doc.Page():
            yield from _page(block)


def _page(page: doc.Page) -> Iterator[str]:
    """Yield a side of paper: its head, and its cards in a grid."""
    yield f'<section class="page" style="font-size: {page.letters:g}pt">'
    yield f'<header style="font-size: {page.head_letters:.2f}pt">'
    yield f"<strong>{escape(page.head)}</strong>"
    yield f"<span>{escape(page.about)}</span></header>"
    grid = f"--columns: {page.columns}; --rows: {page.rows}"
    yield f'<div{_class("cards", page.cut)} style="{grid}">'
    for number, card in enumerate(page.cards):
        yield from _card(card, is_back=page.cut == "fold" and number // page.columns % 2 == 1)
    yield "</div>\n</section>"


def _card(card: doc.Card, *, is_back: bool) -> Iterator[str]:
    kinds = {"centred": card.centred, "back": is_back, "empty": not card.blocks}
    yield f"<div{_class('card', *(kind for kind, holds in kinds.items() if holds))}>"
    yield from _blocks(card.blocks)
    yield "</div>"


def _drawing(block: doc.Figure | doc.Picture) -> str:
    """Return a drawing of the project within the page, or another picture as an image."""
    if isinstance(block, doc.Figure):
        drawing = block.svg.replace(f' xmlns="{SVG}"', ' aria-hidden="true"', 1)
        return f"<figure>{drawing}<figcaption>{_line(block.caption)}</figcaption></figure>"
    source = f"data:{MEDIA[block.kind]};base64,{b64encode(block.data).decode('ascii')}"
    return f'<p class="logo"><img src="{source}" alt="{escape(block.aloud)}"></p>'


def _blocks(blocks: Iterable[doc.Block]) -> Iterator[str]:
    return (line for block in blocks for line in _block(block))


def _id(name: str) -> str:
    return f' id="{escape(name)}"' if name else ""


def _class(*names: str) -> str:
    classes = " ".join(filter(None, names))
    return f' class="{classes}"' if classes else ""


# ---- tables --------------------------------------------------------------------------------------


def _table(table: doc.TableBlock) -> Iterator[str]:
    kinds = (
        "" if table.bold else "plain",
        "dense" if table.dense else "",
        "wide" if _is_wide(table) else "",
        "figures" if {column.share for column in table.columns[1:]} == {0} else "",
    )
    height = f' style="--row: {table.row_height:.2f}pt"' if table.row_height else ""
    yield f"<table{_id(table.id)}{_class(*kinds)}{height}>"
    if table.title:
        yield f"<caption>{escape(table.title)}</caption>"
    if table.row_height:
        columns = (f'<col style="width: {column.share:.3%}">' for column in table.columns)
        yield f"<colgroup>{''.join(columns)}</colgroup>"
    heads = (
        f'<th scope="col"{_class(_align(table, place))}>{escape(column.title)}</th>'
        if column.title
        else "<td></td>"
        for place, column in enumerate(table.columns)
    )
    if any(column.title for column in table.columns):
        yield f"<thead><tr>{''.join(heads)}</tr></thead>"
    for group in table.groups:
        yield from _group(table, group)
    yield "</table>"
    if table.legend:
        signs = "".join(f"<span>{escape(sign)}</span>" for sign in table.legend)
        yield f'<p class="legend">{signs}</p>'


WIDE = 7
"""The number of columns that is too wide for a phone."""


def _is_wide(table: doc.TableBlock) -> bool:
    return len(table.columns) >= WIDE and not table.bold and not table.dense


def _group(table: doc.TableBlock, group: doc.Group) -> Iterator[str]:
    yield f"<tbody{_class('' if group.is_printed else 'unprinted')}>"
    if group.title:
        width = len(table.columns)
        title = f'<th scope="rowgroup" colspan="{width}">{escape(group.title)}</th>'
        yield f'<tr class="group">{title}</tr>'
    yield from (_row(table, row) for row in group.rows)
    yield "</tbody>"


def _row(table: doc.TableBlock, row: doc.Row) -> str:
    cells = [
        _cell(
            cell,
            f"td{_data_head(table, place)}" if place else 'th scope="row"',
            _align(table, place),
        )
        for place, cell in enumerate(row.cells)
    ]
    kind = _class("brief" if row.brief else "", "unprinted" if row.unprinted else "")
    return f"<tr{_id(row.id)}{kind}>{''.join(cells)}</tr>"


def _data_head(table: doc.TableBlock, place: int) -> str:
    """Return the head of a column, which a narrow screen shows at each cell of text or figures."""
    column = table.columns[place]
    shown = column.title and (column.share or _is_wide(table))
    return f' data-head="{escape(column.title)}"' if shown else ""


def _align(table: doc.TableBlock, place: int) -> str:
    align = table.columns[place].align
    return "" if align == "left" else align


def _cell(cell: doc.Cell, tag: str, align: str) -> str:
    """Return a cell: its first line as it is, and a paragraph for each further line."""
    kinds = _class(align, "shaded" if cell.shaded else "")
    match cell.lines:
        case ((doc.Styled(style="plain", language=language, aloud="") as only,),) if language:
            inside, lang = escape(only.text), f' lang="{language}"'
        case (first, *more):
            inside = _line(first) + "".join(f"<p>{_line(line)}</p>" for line in more)
            lang = ""
        case _:
            inside = lang = ""
    return f"<{tag}{lang}{kinds}>{inside}</{tag.split(maxsplit=1)[0]}>"


# ---- inline --------------------------------------------------------------------------------------


def _line(line: doc.TextLine) -> str:
    return "".join(map(_inline, line))


def _inline(inline: doc.Inline) -> str:
    match inline:
        case str():
            return escape(inline)
        case doc.DrawnHand():
            return hand_svg(inline.groups)
        case doc.Link():
            return f'<a href="#{escape(inline.to)}">{escape(inline.text)}</a>'
        case doc.Styled():
            return _styled_text(inline)


def _styled_text(styled: doc.Styled) -> str:
    text = escape(styled.text)
    if styled.aloud:
        sign = f'<span aria-hidden="true">{text}</span>'
        return f'{sign}<span class="aloud">{escape(styled.aloud)}</span>'
    lang = f' lang="{styled.language}"' if styled.language else ""
    if styled.style in TAGS:
        tag = TAGS[styled.style]
        return f"<{tag}{lang}>{text}</{tag}>"
    if styled.style in ("mark", "box", "blank"):
        return f'<span class="{styled.style}"{lang}>{text}</span>'
    return f"<span{lang}>{text}</span>" if lang else text

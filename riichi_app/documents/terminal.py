"""Write documents for a terminal, and the parts of which other texts there are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text as RichText

from riichi_app.documents.model import (
    Block,
    Bullets,
    Cell,
    Definitions,
    Document,
    DrawnHand,
    Heading,
    Inline,
    Note,
    Paragraph,
    Section,
    Style,
    Styled,
    TableBlock,
    TextLine,
)

STYLES: dict[Style, str] = {"strong": "bold", "emphasis": "italic", "small": "dim", "mark": "red"}


def terminal(document: Document) -> Iterator[RenderableType]:
    """Yield a document for a terminal; hands are written."""
    yield RichText(document.title, style="bold")
    for block in document.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[RenderableType]:
    match block:
        case Heading(level=2):
            yield chapter_heading(str(_line(block.content)))
        case Heading():
            yield RichText.assemble("\n", _line(block.content), style="bold")
        case Paragraph():
            yield indented(RichText.assemble(_line(block.content), style="dim"))
        case Bullets(items=items):
            yield indented(RichText("\n").join(map(_line, items)))
        case Note(lines=lines):
            yield indented(RichText("\n").join(map(_line, lines)))
        case Definitions():
            yield pairs((name, RichText(text)) for name, text in block.rows)
        case TableBlock():
            yield _table(block)
        case Section(blocks=blocks):
            for inner in blocks:
                yield from _block(inner)


def _table(table: TableBlock) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for column in table.columns:
        right = column.align == "right"
        grid.add_column(justify=column.align, no_wrap=right, overflow="fold")
    grid.add_row(*(RichText(column.title, style="dim") for column in table.columns))
    for row in table.rows:
        grid.add_row(*map(_cell, row.cells))
    return indented(grid)


def _cell(cell: Cell) -> RichText:
    return RichText("\n").join(map(_line, cell.lines))


def _line(line: TextLine) -> RichText:
    return RichText.assemble(*map(_inline, line))


def _inline(one: Inline) -> str | tuple[str, str]:
    if isinstance(one, Styled):
        return one.text, STYLES.get(one.style, "")
    if isinstance(one, DrawnHand):
        return one.notation
    return one if isinstance(one, str) else one.text


# ---- parts ---------------------------------------------------------------------------------------


def chapter_heading(title: str) -> RenderableType:
    """Return the line above a chapter."""
    return RichText(f"\n{title.upper()}", style="bold cyan")


def pairs(rows: Iterable[tuple[str, RichText]], below: int = 0) -> RenderableType:
    """Return names with what is said of each, indented; `below` blank lines follow."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, text in rows:
        grid.add_row(RichText(name, style="green"), text)
    return indented(grid, below)


def listing(heads: Sequence[str], rows: Iterable[Sequence[str | RichText]], left: int = 1) -> Grid:
    """Return rows below bold heads; columns after the first `left` hold numbers."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for place, head in enumerate(heads):
        right = place >= left
        grid.add_column(head, justify="right" if right else "left", no_wrap=right, overflow="fold")
    for row in rows:
        grid.add_row(*row)
    return grid


def indented(part: RenderableType, below: int = 0) -> RenderableType:
    """Return a part two columns to the right; `below` blank lines follow."""
    return Padding(part, (0, 0, below, 2))

"""Choose the size of the letters with which a browser prints a document on its pages.

A browser cannot choose it itself, as Typst does. So this module estimates the height of a document
in the style sheet's measures (`page.css`), in sizes of its letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Literal

from riichi.writers import model as doc
from riichi.writers.paper import SIZES, PosterPaper

LETTER, BOLD = 0.48, 0.53
"""The average width of a letter, with the space that is lost at the end of lines."""

TILE, TILE_LINE = 1.1, 1.4
"""The width and the height of a drawn tile."""

CODE = 2.8
"""The height of a QR code below the title, which it is beside."""

BAND = 2.0
"""The height of the tiles below a poster's head, relative to those in a table."""

POINTS = 72 / 25.4
"""The points in a millimetre."""

SPARE = 0.97
"""The share of a page that a document may fill, because its height is estimated."""

UNBROKEN = 15.0
"""The height that rows leave empty at the end of a page, because they are not broken, in mm."""

WIDE, NAMES, LAST = 0.55, 0.39, 3.5
"""In a sheet: the share of the wide column, in it the share of names, and the width of signs."""


BROKEN = 6
"""The number of columns above which figures may be broken."""


@dataclass(frozen=True, slots=True)
class Look:
    """The measures of a layout in the style sheet, in sizes of its letters.

    Attributes:
        margin: the margin of the page, in millimetres.
        smallest: the smallest size of its letters, in points.
        largest: the largest size, in points.
        line: the height of a line.
        title: the size of the title.
        kind: the size of the kind of document beside the title; 0 if it is below it.
        group: the size of the title of a group.
        pad: the least space above and below a line of a table.
        most_pad: the largest such space.
        names: the share of the first column, if it has names; 0 if all columns have equal shares.
    """

    margin: float
    smallest: float
    largest: float
    line: float
    title: float
    kind: float
    group: float
    pad: float
    most_pad: float
    names: float = 0


LOOKS: Mapping[doc.Layout | Literal["card"], Look] = {
    "guide": Look(8, 8, 10.5, 1.1, 1.4, 0, 1.15, 0.04, 0.04, 0.28),
    "card": Look(8, 8, 15, 1.1, 1.4, 0, 1.15, 0.2, 0.6, 0.28),
    "poster": Look(12, 12, 48, 1.25, 1.9, 0, 1.15, 0.3, 0.9),
    "sheet": Look(8, 7.5, 8.2, 1, 2.3, 1.35, 1.02, 0, 0.25),
}
"""The layouts whose letters fit their paper; a card is a guide on one page."""


@dataclass(frozen=True, slots=True)
class Size:
    """The size of letters, in points, and the space above and below lines of tables, in letters."""

    letters: float
    pad: float


def size_on(document: doc.Document, paper: PosterPaper) -> Size | None:
    """Return the largest size with which a document fits its pages, of which it takes few.

    If even the smallest size does not fit, the document has this size and more pages. Other layouts
    have no size.
    """
    is_card = document.layout == "guide" and document.pages == 1
    look = LOOKS.get("card" if is_card else document.layout)
    if look is None:
        return None
    size = SIZES[paper]
    across, down = (size.height, size.width) if document.landscape else (size.width, size.height)
    width = (across - 2 * look.margin) * POINTS

    def height(letters: float, pad: float) -> float:
        return letters * _Measure(look, width / letters, pad).document(document)

    rooms = (
        (pages * (down - 2 * look.margin) - (pages - 1) * UNBROKEN) * POINTS * SPARE
        for pages in range(1, document.pages + 1)
    )
    room = next((room for room in rooms if height(look.smallest, look.pad) <= room), None)
    if room is None:
        return Size(look.smallest, look.pad)
    letters = largest(look.smallest, look.largest, lambda size: height(size, look.pad) <= room)
    return Size(letters, largest(look.pad, look.most_pad, lambda pad: height(letters, pad) <= room))


def largest(least: float, most: float, fits: Callable[[float], bool], steps: int = 10) -> float:
    """Return about the largest value that fits, after so many halvings; the least one does."""
    for _ in range(steps):
        middle = (least + most) / 2
        least, most = (middle, most) if fits(middle) else (least, middle)
    return least


@dataclass(frozen=True, slots=True)
class _Measure:
    """The measure of a layout on a width, all in sizes of letters."""

    look: Look
    width: float
    pad: float

    def document(self, document: doc.Document) -> float:
        title = self.look.title
        beside = len(document.kind) * LETTER * self.look.kind
        lines = _lines(len(document.title) * BOLD * title, self.width - beside)
        below = self.look.line if document.kind and not beside else 0
        return lines * title * 1.25 + below + 1.5 + self.blocks(document.blocks, self.width)

    def blocks(self, blocks: Iterable[doc.Block], width: float) -> float:
        return sum(self.block(block, width) for block in blocks)

    def block(self, block: doc.Block, width: float) -> float:
        match block:
            case doc.TableBlock():
                return self.table(block, width)
            case doc.Definitions():
                rest = max(width - 10.7, 10)
                rows = (_lines(len(text) * LETTER, rest) for _, text in block.rows)
                return 2 + sum(1.18 * count + 0.14 for count in rows)
            case doc.TwoColumns():
                wide = self.blocks(block.wide, width * WIDE)
                return max(wide, self.blocks(block.narrow, width * 0.44))
            case doc.Paragraph():
                scale = BAND if any(map(_is_hand, block.content)) else 1
                return scale * self.line(block.content, width / scale) + 0.6
            case doc.Figure():
                return CODE
            case doc.Folded():
                return 0
            case _:
                raise TypeError(f"cannot estimate the height of {type(block).__name__}")

    def table(self, table: doc.TableBlock, width: float) -> float:
        look = self.look
        row = look.line + 2 * self.pad + 0.1
        widths = self.columns(table.columns, width)
        heads = max(
            _lines(len(column.title) * BOLD, across)
            for column, across in zip(table.columns, widths, strict=True)
        )
        total = heads * look.line + 2 * self.pad + 0.1 + 1
        total += 1.6 * look.line if table.title else 0
        total += look.line + 0.6 if table.legend else 0
        for group in table.groups:
            if group.title and group.is_printed:
                titled = _lines(len(group.title) * BOLD * look.group, width)
                total += titled * look.group * look.line + 0.55
            for one in group.rows:
                if one.unprinted:
                    continue
                cells = zip(one.on_paper, widths, strict=True)
                total += max(row, *(self.cell(cell, across) for cell, across in cells))
        return total

    def cell(self, cell: doc.Cell, width: float) -> float:
        """Return the height of a cell."""
        heights = (self.line(line, width) for line in cell.lines)
        return sum(heights) + 2 * self.pad + 0.1

    def line(self, line: doc.TextLine, width: float) -> float:
        """Return the height of a line of text, which may take several; tiles are higher."""
        high = TILE_LINE if any(map(_is_hand, line)) else self.look.line
        return _lines(sum(map(_inline_width, line)), width) * high

    def columns(self, columns: tuple[doc.Column, ...], width: float) -> list[float]:
        """Return the widths of columns without the space beside their words."""
        number = len(columns)
        if not all(column.share for column in columns):
            if number == 3 and columns[2].align == "center":
                names = width * NAMES
                return [names - 0.6, (width - names - LAST) / 0.92 - 0.6, LAST]
            # Figures are broken only in tables of so many columns that they have small letters.
            return [width / number if number > BROKEN else width] * number
        first = self.look.names or 1 / number
        others = number - 1
        return [width * first - 0.9, *[width * (1 - first) / (others or 1) - 0.9] * others]


def _is_hand(inline: doc.Inline) -> bool:
    return isinstance(inline, doc.DrawnHand)


def _lines(text: float, width: float) -> int:
    return max(1, ceil(text / width))


def _inline_width(inline: doc.Inline) -> float:
    if isinstance(inline, doc.DrawnHand):
        return sum(len(group) * TILE + 0.5 for group in inline.groups)
    return len(inline if isinstance(inline, str) else inline.text) * LETTER

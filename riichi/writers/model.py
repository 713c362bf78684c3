"""Documents as blocks of text in one language, independent of a format.

Content (`riichi.content`) builds a `Document`; `html`, `markdown`, `typst` and `terminal` write
it. Text from files is plain text here, and each writer escapes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from riichi.writers.drawings import DrawnTile

Style = Literal["plain", "strong", "emphasis", "small", "mark", "box", "blank"]
"""The styles of text; `box` has a box to tick before the text, `blank` a line to write on after it.
"""
TEXT_FRAMES: Mapping[Style, tuple[str, str]] = {
    "box": ("\N{BALLOT BOX} ", " "),
    "blank": ("", ": \N{HORIZONTAL ELLIPSIS}"),
}
"""What writers without drawings write before and after text in a style."""

Align = Literal["left", "right", "center"]
Layout = Literal["sheet", "guide", "rulebook", "report", "poster", "pages"]

# ---- inline --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Styled:
    """Text in a style.

    `language` is set if it differs from the document's; screen readers read `aloud` instead of a
    sign.
    """

    text: str
    style: Style = "plain"
    language: str = ""
    aloud: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Text with a link to the block or row with the id `to`."""

    text: str
    to: str


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand as groups of drawn tiles, and in notation."""

    groups: tuple[tuple[DrawnTile, ...], ...]
    notation: str


Inline = str | Styled | Link | DrawnHand
TextLine = tuple[Inline, ...]

# ---- tables --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `share` is its part of the width, 0 for the width of its content."""

    title: str
    align: Align = "left"
    share: float = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """Lines of inline content; `shaded` highlights it."""

    lines: tuple[TextLine, ...]
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row, whose first cell is its subject.

    Attributes:
        id: its id, for links; empty if it has none.
        brief: whether only the first line of each cell is printed on paper.
        unprinted: whether only a screen shows it.
    """

    cells: tuple[Cell, ...]
    id: str = ""
    brief: bool = False
    unprinted: bool = False

    @property
    def on_paper(self) -> tuple[Cell, ...]:
        """The cells with the lines to print."""
        if self.unprinted:
            return ()
        if not self.brief:
            return self.cells
        return tuple(replace(cell, lines=cell.lines[:1]) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, with or without a title."""

    rows: tuple[Row, ...]
    title: str = ""

    @property
    def is_printed(self) -> bool:
        """True if paper has one of its rows."""
        return not all(row.unprinted for row in self.rows)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table.

    Attributes:
        columns: the heads of all columns, including the first.
        title: its caption.
        legend: explanations of its signs, printed below.
        bold: whether the first cell of a row is emphasised.
        dense: whether it needs smaller letters than the surrounding text.
        sections: whether groups become tables under headings if a format has no title rows.
        row_height: the least height of a row on a page, in points.
    """

    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    id: str = ""
    title: str = ""
    legend: tuple[str, ...] = ()
    bold: bool = True
    dense: bool = False
    sections: bool = False
    row_height: float = 0

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows of all groups."""
        return tuple(row for group in self.groups for row in group.rows)


# ---- blocks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 (the title) to 3."""

    content: TextLine
    level: int = 2
    id: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    content: TextLine


@dataclass(frozen=True, slots=True)
class Bullets:
    """Items of a list, one line each."""

    items: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as SVG, with its caption, which `aloud` repeats as plain text."""

    svg: str
    caption: TextLine
    aloud: str


@dataclass(frozen=True, slots=True)
class Note:
    """An example next to the text, line by line."""

    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    """Names with an explanation of each, under a title."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """Links to the parts of the document."""

    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that belong together: a marked part, or one with a separate page.

    A section `on_paper` begins a page, and is hidden on a screen that can fold its content.
    """

    blocks: tuple[Block, ...]
    id: str = ""
    kind: Literal["", "changed", "front", "on_paper"] = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the bytes of its file, with its text alternative."""

    data: bytes
    kind: Literal["png", "svg"]
    aloud: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks that a page on a screen folds away under a title; other formats leave them out."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TwoColumns:
    """A wide and a narrow column side by side."""

    wide: tuple[Block, ...]
    narrow: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A part of a page: all of it, or a piece to cut out.

    Attributes:
        centred: whether the content is in the middle.
    """

    blocks: tuple[Block, ...]
    centred: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A side of paper that fits its content (`riichi.writers.pages`).

    Attributes:
        head: the text at the top left.
        about: the text at the top right.
        cards: the cards, row by row.
        columns: the number of cards side by side.
        rows: the number of cards one below the other, also on a page with fewer.
        letters: the size of the letters, in points.
        head_letters: the size of the letters of the head, in points.
        cut: whether the cards are cut out, or cut out in pairs that are folded in the middle.
    """

    head: str
    about: str
    cards: tuple[Card, ...]
    columns: int
    rows: int
    letters: float
    head_letters: float
    cut: Literal["", "cut", "fold"] = ""


Block = (
    Heading
    | Paragraph
    | Bullets
    | Figure
    | Picture
    | TableBlock
    | Note
    | Definitions
    | Contents
    | Section
    | Folded
    | TwoColumns
    | Page
)


@dataclass(frozen=True, slots=True)
class Document:
    """A document in a language (its code), with its layout.

    Attributes:
        title: its subject and heading.
        language: the code of its language.
        layout: one of the writers' layouts.
        blocks: the content below the heading.
        kind: the kind of document, printed next to the heading.
        landscape: whether the paper is landscape.
        pages: the number of pages that a PDF must fit; 0 for no limit.
        script: a script that only a page on a screen runs; empty for none.
    """

    title: str
    language: str
    layout: Layout
    blocks: tuple[Block, ...]
    kind: str = ""
    landscape: bool = False
    pages: int = 0
    script: str = ""


# ---- helpers -------------------------------------------------------------------------------------


def cell(*content: Inline, shaded: bool = False) -> Cell:
    """Return a cell of one line."""
    return Cell((content,), shaded)


def plain_row(*texts: str) -> Row:
    """Return a row of plain texts."""
    return Row(tuple(cell(text) for text in texts))


def plain_table(
    columns: Iterable[Column], rows: Iterable[Row], id: str = "", title: str = "", **settings: Any
) -> TableBlock:
    """Return a table of rows without groups."""
    return TableBlock(tuple(columns), (Group(tuple(rows)),), id, title, **settings)


def as_data(node: Any) -> Any:
    """Return a part of a document as JSON values; an object's `node` is its type."""
    if is_dataclass(node) and not isinstance(node, type):
        values = {field.name: as_data(getattr(node, field.name)) for field in fields(node)}
        return {"node": type(node).__name__.lower(), **values}
    if isinstance(node, Mapping):
        return {key: as_data(value) for key, value in node.items()}
    return [as_data(part) for part in node] if isinstance(node, tuple | list | bytes) else node


def letters(node: Any) -> int:
    """Return the approximate number of printed letters in a part of a document.

    Drawings have none.
    """
    if isinstance(node, str):
        return len(node)
    if isinstance(node, Figure | DrawnHand | Picture):
        return 0
    if isinstance(node, Row):
        return letters(node.on_paper)
    if is_dataclass(node):
        return sum(letters(getattr(node, field.name)) for field in fields(node))
    return sum(map(letters, node)) if isinstance(node, tuple | list) else 0

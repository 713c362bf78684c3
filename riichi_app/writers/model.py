"""Documents as blocks of text in one language, before a writer makes a format of them.

Content (`riichi_app.content`) builds a `Document`; `html`, `markdown`, `typst` and `terminal` write
it. What a file says is text here, and each writer escapes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from riichi_app.writers.drawings import DrawnTile

Style = Literal["plain", "strong", "emphasis", "small", "mark"]
Align = Literal["left", "right", "center"]
Layout = Literal["sheet", "guide", "rulebook", "report", "poster"]

# ---- inline --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Styled:
    """Text in a style.

    `language` is set where it is not that of the document, `aloud` is read out instead of a sign.
    """

    text: str
    style: Style = "plain"
    language: str = ""
    aloud: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Text that leads to the block or row with the id `to`."""

    text: str
    to: str


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand as groups of drawn tiles, and as people write it."""

    groups: tuple[tuple[DrawnTile, ...], ...]
    notation: str


Inline = str | Styled | Link | DrawnHand
TextLine = tuple[Inline, ...]

# ---- tables --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column:
    """A column; `share` is its part of the width, 0 where it is as wide as its content."""

    title: str
    align: Align = "left"
    share: float = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """Lines of inline content; `shaded` marks what is special."""

    lines: tuple[TextLine, ...]
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row, whose first cell is what it is about; `brief` has one line of each cell on paper."""

    cells: tuple[Cell, ...]
    id: str = ""
    brief: bool = False

    @property
    def on_paper(self) -> tuple[Cell, ...]:
        """The cells with the lines that are printed."""
        if not self.brief:
            return self.cells
        return tuple(replace(cell, lines=cell.lines[:1]) for cell in self.cells)


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that belong together, under a title if they have one."""

    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table.

    Attributes:
        columns: the heads of all columns, that of the first one too.
        groups: the rows.
        title: its caption.
        legend: explanations of the signs in it, below.
        bold: whether the first cell of a row stands out.
        dense: whether it needs smaller letters than the text around it.
        sections: whether groups are tables under headings where a format has no rows of titles.
    """

    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    id: str = ""
    title: str = ""
    legend: tuple[str, ...] = ()
    bold: bool = True
    dense: bool = False
    sections: bool = False

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows."""
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
    """Items of a list, each of one line."""

    items: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing as SVG, with its caption, which `aloud` has as plain text."""

    svg: str
    caption: TextLine
    aloud: str


@dataclass(frozen=True, slots=True)
class Note:
    """An example beside the text, line by line."""

    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Definitions:
    """Names with what is said of each, under a title."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """Links to the parts of the document."""

    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that belong together: a part that is marked, or one with a page of its own.

    One that is `on_paper` begins a page, and is not on a screen that can fold its content away.
    """

    blocks: tuple[Block, ...]
    id: str = ""
    kind: Literal["", "changed", "front", "on_paper"] = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as the bytes of its file, and what is read out instead of it."""

    data: bytes
    kind: Literal["png", "svg"]
    aloud: str


@dataclass(frozen=True, slots=True)
class Folded:
    """Blocks that a page on a screen folds away under a title; elsewhere they are left out."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class TwoColumns:
    """A wide and a narrow column beside each other."""

    wide: tuple[Block, ...]
    narrow: tuple[Block, ...]


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
)


@dataclass(frozen=True, slots=True)
class Document:
    """A document in a language (its code), and the layout in which it is printed.

    Attributes:
        title: what it is about, its heading.
        language: the code of its language.
        layout: which of the layouts of the writers it has.
        blocks: what stands below the heading.
        kind: what kind of document it is, beside the heading.
        landscape: whether its paper lies on its side.
        pages: on how many pages a PDF is fitted; 0 for as many as it takes.
    """

    title: str
    language: str
    layout: Layout
    blocks: tuple[Block, ...]
    kind: str = ""
    landscape: bool = False
    pages: int = 0


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
    """Return a part of a document as JSON values; an object says in `kind` what it is."""
    if is_dataclass(node) and not isinstance(node, type):
        values = {field.name: as_data(getattr(node, field.name)) for field in fields(node)}
        return {"node": type(node).__name__.lower(), **values}
    if isinstance(node, Mapping):
        return {key: as_data(value) for key, value in node.items()}
    return [as_data(part) for part in node] if isinstance(node, tuple | list | bytes) else node


def letters(node: Any) -> int:
    """Return about how many letters are printed of a part of a document; drawings have none."""
    if isinstance(node, str):
        return len(node)
    if isinstance(node, Figure | DrawnHand | Picture):
        return 0
    if isinstance(node, Row):
        return letters(node.on_paper)
    if is_dataclass(node):
        return sum(letters(getattr(node, field.name)) for field in fields(node))
    return sum(map(letters, node)) if isinstance(node, tuple | list) else 0

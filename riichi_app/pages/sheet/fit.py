"""How large the letters of a sheet can be, so that it fits on its paper, by counting lines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from riichi_app.documents.paper import MILLIMETRES, Paper
from riichi_app.pages.sheet.page import Group, Page, Row, Table
from riichi_app.pages.sheet.payments import WINS


class Size(NamedTuple):
    """The width and the height of a paper in millimetres."""

    width: float
    height: float

    @property
    def inner(self) -> float:
        """The width between the margins."""
        return round(self.width - 2 * MARGIN, 1)

    @property
    def narrow(self) -> float:
        """The width of the narrow column."""
        return round(self.inner * NARROW_SHARE, 1)

    @property
    def wide(self) -> float:
        """The width of the wide one."""
        return self.inner - self.narrow - GAP


MARGIN, GAP = 8, 4
"""Millimetres around the page and between its columns; no printer needs more."""

NARROW_SHARE = 0.415
"""The part of the width that the narrow column has."""

HEAD, SPARE = 11, 4
"""Millimetres for the title, and those kept free, for another machine has other letters."""

SMALLEST, LARGEST = 2.2, 2.75
"""Sizes of letters in millimetres, between which one is chosen for a single page."""

LINE = 1.22
"""Height of a line by the size of its letters, as in the style sheet."""

WIDTH_OF_LETTER = 0.5
"""Mean width of a letter by its size, to guess which texts need a second line."""

BETWEEN = 0.75
"""Space below a table by the size of letters."""

PADDINGS = [n / 100 for n in range(26, 9, -1)]
"""The space above and below a line by the size of letters, from much to little."""

RULE = 25.4 / 96
"""The height of the line below a row: one pixel, as browsers have them."""


class Letters(NamedTuple):
    """A size of letters and the space around a line, in millimetres."""

    size: float
    pad: float

    def line(self, lines: float = 1, size: float = 1) -> float:
        """The height of a row of some lines, in letters smaller or larger by a factor."""
        return self.size * lines * size * LINE + 2 * self.pad + RULE

    @property
    def head(self) -> float:
        """Caption, heads of the columns, and the space below a table."""
        return RULE + (1.6 + BETWEEN) * self.size + self.line(size=0.86)

    @property
    def across(self) -> float:
        """How many letters a millimetre has."""
        return 1 / (self.size * WIDTH_OF_LETTER)


ON_SEVERAL_PAGES = Letters(2.5, 0.25)
"""Where even the smallest letters are too large for one page."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet on its paper: the letters, and the tables of the wide column for each page."""

    size: Size
    letters: Letters
    pages: tuple[tuple[Table, ...], ...]


def layout(page: Page, paper: Paper) -> Layout:
    """The largest letters with which both columns fit on a page, with as much space as there is.

    Where they do not, the tables of the wide column go on over as many pages as they need.
    """
    size = Size(*MILLIMETRES[paper])
    height = size.height - 2 * MARGIN - HEAD - SPARE
    steps = int((LARGEST - SMALLEST) * 50)
    for letter in (LARGEST - step / 50 for step in range(steps + 1)):
        for padding in PADDINGS:
            letters = Letters(letter, padding * letter)
            if max(_narrow(page, letters), _wide(page, letters, size.wide)) <= height:
                return Layout(size, letters, (page.wide,))
    return _over_pages(page, size, height)


def by_fu(table: Table) -> bool:
    """Whether it is one of the tables of payments."""
    return table.id in {name.replace("_", "-") for name, _, _ in WINS}


def crowded(table: Table) -> bool:
    """Whether so many han come before the limits that two payments need two lines."""
    return by_fu(table) and len(table.columns) > 6


# ---- heights -------------------------------------------------------------------------------------


def _narrow(page: Page, letters: Letters) -> float:
    height = 2 * 0.86 * 1.1 * letters.size  # the heads of the limits take three lines
    for table in page.narrow:
        lines = 1.7 if crowded(table) else 1
        height += letters.head + len(table.rows) * letters.line(lines)
    return height


def _wide(page: Page, letters: Letters, width: float) -> float:
    height = sum(_table(table, letters, width) for table in page.wide)
    across = width * letters.across
    told = sum(1 + (len(text) > 0.8 * across) for _, text in page.facts)
    return height + (1.42 * told + 0.14 * len(page.facts) + 3.6) * letters.size


def _table(table: Table, letters: Letters, width: float) -> float:
    """The height of a table with the keys below it."""
    rows = sum(_group(group, letters, width) for group in table.groups)
    return letters.head + 1.5 * letters.size + rows


def _group(group: Group, letters: Letters, width: float) -> float:
    title = letters.line(size=1.02) if group.title else 0
    return title + sum(_row(row, letters, width) for row in group.rows)


def _row(row: Row, letters: Letters, width: float) -> float:
    """The height of a yaku, by the widths that its name and its meaning have."""
    across = width * letters.across
    name, meaning = len(row.head.text) * 1.06, len(row.cells[0].text) * 0.92
    lines = max(1, ceil(name / (0.4 * across)), 0.92 * ceil(meaning / (0.5 * across)))
    return letters.line(lines)


# ---- several pages -------------------------------------------------------------------------------


def _over_pages(page: Page, size: Size, height: float) -> Layout:
    """The tables of the wide column cut where a page ends; a part is called after its table."""
    letters = ON_SEVERAL_PAGES
    pages: list[tuple[Table, ...]] = []
    for table in page.wide:
        part, left = _cut(table, letters, size.wide, height)
        while left is not None:
            pages.append((part,))
            part, left = _cut(left, letters, size.wide, height)
        pages.append((part,))
    return Layout(size, letters, tuple(pages))


def _cut(table: Table, letters: Letters, width: float, height: float) -> tuple[Table, Table | None]:
    """What of a table fits on a page, and the rest of it."""
    room = height - letters.head
    first: list[Group] = []
    for number, group in enumerate(table.groups):
        rows, room = _fitting(group, letters, width, room)
        if rows:
            first.append(replace(group, rows=group.rows[:rows]))
        if rows < len(group.rows):
            assert first, "a row is lower than a page"
            rest = (replace(group, rows=group.rows[rows:]), *table.groups[number + 1 :])
            again = replace(table, id=f"{table.id}-more", groups=rest)
            return replace(table, groups=tuple(first), keys=()), again
    return table, None


def _fitting(group: Group, letters: Letters, width: float, room: float) -> tuple[int, float]:
    """How many rows of a group there is room for, and what room is left then."""
    room -= letters.line(size=1.02) if group.title else 0
    for number, row in enumerate(group.rows):
        needed = _row(row, letters, width)
        if needed > room:
            return number, 0
        room -= needed
    return len(group.rows), room

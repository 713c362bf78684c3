"""How large the letters of a printed guide can be, so that it is two pages, by counting lines."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from riichi_app.documents.paper import MILLIMETRES, Paper

MARGIN = 8
"""Millimetres around the page."""

PAGES = 2

SIZES = [n / 10 for n in range(80, 61, -1)]
"""Sizes of letters in points, the largest first; the last can still be read."""

POINT = 25.4 / 72

TITLES = 0.27
"""The part of the width that titles and examples have."""

LINE, PADDING, RULE = 1.12, 0.1, 25.4 / 96
"""The height of a line, and the space in a cell, by the size of letters; a rule in millimetres."""

WIDTH_OF_LETTER = 0.56
"""Mean width of a letter by its size; wide, for another machine has other letters."""

HAND = 1.5
"""The height of a drawn hand by the size of letters."""

HEAD = 12
"""Millimetres for what stands above the table."""

SPARE = 5
"""Millimetres that stay free at the end of each page, where a row does not fit."""


class Texts(NamedTuple):
    """A row: the paragraphs of each of its cells, and how many hands are drawn in the first."""

    cells: Sequence[Sequence[str]]
    hands: int = 0


UPRIGHT = 3
"""How many rulesets a page has room for upright; with more it lies on its side."""


def on_its_side(rulesets: int) -> bool:
    """Whether the paper of a guide lies on its side."""
    return rulesets > UPRIGHT


def letters(rows: Sequence[Texts], headings: int, paper: Paper, *, side: bool = False) -> float:
    """The largest letters, in points, with which it is two pages.

    Where there is more than two pages can hold it is as large as can be well read.
    """
    width, height = reversed(MILLIMETRES[paper]) if side else MILLIMETRES[paper]
    room = PAGES * (height - 2 * MARGIN - SPARE) - HEAD
    inner = width - 2 * MARGIN
    return next((size for size in SIZES if _tall(rows, headings, size, inner) < room), SIZES[0])


def _tall(rows: Sequence[Texts], headings: int, size: float, width: float) -> float:
    letter = size * POINT
    heads = (headings + PAGES) * (1.15 * LINE * letter + RULE)
    return heads + sum(_row(row, letter, width) for row in rows)


def _row(row: Texts, letter: float, width: float) -> float:
    across = [TITLES * width, *[(1 - TITLES) * width / (len(row.cells) - 1)] * len(row.cells)]
    lines = [
        sum(ceil(len(text) * WIDTH_OF_LETTER * letter / (wide - letter)) for text in cell)
        for cell, wide in zip(row.cells, across, strict=False)
    ]
    first = lines[0] * LINE + HAND * row.hands
    return (max(first, *(n * LINE for n in lines[1:])) + PADDING) * letter + RULE

"""Text in columns for a terminal: wrapped and indented, with styles that only a terminal shows.

It writes what look-ups need without loading `rich`, which is there for wider tables.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

WIDTH = 100
"""The columns of a line: of what is not a terminal, and the most of a terminal."""

INDENT = 2
BETWEEN = 2
"""Blank columns left of indented text, and between two columns."""

BOLD, DIM, ITALIC = "\x1b[1m", "\x1b[2m", "\x1b[3m"
RED, GREEN, YELLOW, CYAN = "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"
PLAIN = "\x1b[0m"
"""The codes by which a terminal changes how it writes."""

STYLES: Mapping[str, str] = {
    "": "",
    "title": BOLD,
    "chapter": CYAN + BOLD,
    "changed": YELLOW + BOLD,
    "name": GREEN,
    "differing": YELLOW,
    "refused": RED,
    "no_win": RED + BOLD,
    "dim": DIM,
    "italic": ITALIC,
}


class StyledText(NamedTuple):
    """A paragraph in one of the `STYLES`."""

    text: str
    style: str = ""


ColumnCell = Sequence[StyledText]
"""The paragraphs of a cell, one below the other."""


@cache
def screen_width() -> int:
    """Return the columns that a line can have."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


def paragraph(text: str, style: str = "", indent: int = 0) -> Iterator[str]:
    """Yield the lines of a text over the whole width."""
    for line in wrapped(text, screen_width() - indent):
        yield " " * indent + styled(line, style)


def chapter_heading(title: str) -> Iterator[str]:
    """Yield a blank line, then the title of a chapter in capitals."""
    yield ""
    yield from paragraph(title.upper(), "chapter")


def heading(title: str, path: str) -> Iterator[str]:
    """Yield a blank line, then a title with the path of its option at the right edge."""
    yield ""
    width = screen_width() - columns_of(path)
    first, *more = wrapped(title, width)
    yield filled(StyledText(first, "title"), width) + styled(path, "dim")
    yield from (styled(line, "title") for line in more)


def pairs(rows: Iterable[tuple[str, ColumnCell]], indent: int = INDENT) -> Iterator[str]:
    """Yield names with what is said of each beside it, indented."""
    named = [((StyledText(name, "name"),), cell) for name, cell in rows]
    width = max((columns_of(name.text) for (name,), _ in named), default=0)
    return two_columns(named, width, indent)


def two_columns(
    rows: Iterable[tuple[ColumnCell, ColumnCell]], first: int, indent: int = 0
) -> Iterator[str]:
    """Yield rows of two cells: the first is that many columns wide, the other takes the rest."""
    return columns(rows, (first, screen_width() - indent - first - BETWEEN), BETWEEN, indent)


def columns(
    rows: Iterable[Sequence[ColumnCell]], widths: Sequence[int], between: int, indent: int = 0
) -> Iterator[str]:
    """Yield rows of cells, each as wide as its column, with blanks between them."""
    for row in rows:
        cells = [_lines(cell, max(1, width)) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=StyledText("")):
            line = " " * indent + _joined(parts, widths, between)
            yield line if line.strip() else ""


def _joined(parts: Sequence[StyledText], widths: Sequence[int], between: int) -> str:
    """Return one line of a row, without blanks at its end."""
    last = max(place for place, part in enumerate(parts) if part.text or not place)
    before = zip(parts[:last], widths, strict=False)
    return "".join(filled(p, width + between) for p, width in before) + styled(*parts[last])


def _lines(cell: ColumnCell, width: int) -> list[StyledText]:
    return [StyledText(line, one.style) for one in cell for line in wrapped(one.text, width)]


# ---- lines ---------------------------------------------------------------------------------------


def styled(text: str, style: str) -> str:
    """Return a text with the codes of a style, which are taken out where no terminal is."""
    return f"{STYLES[style]}{text}{PLAIN}" if style and text else text


def filled(one: StyledText, width: int) -> str:
    """Return a text with its style, and blanks up to a width."""
    return styled(*one) + " " * (width - columns_of(one.text))


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, broken between words; a longer word goes on in the next line."""
    lines: list[str] = []
    for part in text.split("\n"):
        line, *words = part.split(" ")
        *full, line = _folded(line, width)
        for word in words:
            if columns_of(f"{line} {word}") <= width:
                line = f"{line} {word}"
                continue
            full.append(line)
            *more, line = _folded(word, width)
            full += more
        lines += full
        lines.append(line)
    return lines


def _folded(word: str, width: int) -> list[str]:
    """Return a word in parts that are no wider than a column."""
    parts = [""]
    for character in word:
        if parts[-1] and columns_of(parts[-1] + character) > width:
            parts.append("")
        parts[-1] += character
    return parts


def columns_of(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for a kanji."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # noqa: PLC0415 - names in kanji are rare

    return sum(0 if combining(c) else 1 + (east_asian_width(c) in "WF") for c in text)

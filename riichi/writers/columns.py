"""Text in columns for a terminal: wrapped and indented, with styles for terminals only."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

WIDTH = 100
"""The maximum width of a line in columns, and the width of output to anything but a terminal."""

INDENT = 2
BETWEEN = 2
"""Blank columns left of indented text, and between two columns."""

NARROWEST = 8
"""The minimum width of text in a table, in columns."""

BOLD, DIM, ITALIC = "\x1b[1m", "\x1b[2m", "\x1b[3m"
RED, GREEN, YELLOW, CYAN = "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"
PLAIN = "\x1b[0m"
"""The codes that change a terminal's style."""

_CODE = re.compile("\x1b\\[[0-9]*m")
_CHARACTER = re.compile(f"{_CODE.pattern}|.")

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
    "bold": BOLD,
}


class StyledText(NamedTuple):
    """A paragraph in one of the `STYLES`."""

    text: str
    style: str = ""


ColumnCell = Sequence[StyledText]
"""The paragraphs of a cell, from top to bottom."""


@cache
def screen_width() -> int:
    """Return the maximum width of a line, in columns."""
    return min(WIDTH, shutil.get_terminal_size().columns) if sys.stdout.isatty() else WIDTH


@cache
def table_width() -> int:
    """Return the maximum width of a table: that of the terminal, even if it is wide."""
    return max(screen_width(), shutil.get_terminal_size().columns if sys.stdout.isatty() else 0)


def paragraph(text: str, style: str = "", indent: int = 0) -> Iterator[str]:
    """Yield the lines of a text over the full width."""
    for line in wrapped(text, screen_width() - indent):
        yield " " * indent + styled(line, style)


def chapter_heading(title: str) -> Iterator[str]:
    """Yield a blank line, then the title of a chapter in capitals."""
    yield ""
    yield from paragraph(title.upper(), "chapter")


def heading(title: str, path: str) -> Iterator[str]:
    """Yield a blank line, then a title with the path of its option at the right edge."""
    yield ""
    yield from title_lines(title, path)


def title_lines(title: str, path: str) -> Iterator[str]:
    """Yield the lines of a title with the path of its option at the right edge."""
    width = screen_width() - columns_of(path)
    first, *more = wrapped(title, width - BETWEEN)
    yield padded(StyledText(first, "title"), width) + styled(path, "dim")
    yield from (styled(line, "title") for line in more)


def pairs(rows: Iterable[tuple[str, ColumnCell]], indent: int = INDENT) -> Iterator[str]:
    """Yield names, each next to its text, indented."""
    named = [((StyledText(name, "name"),), cell) for name, cell in rows]
    width = max((columns_of(name.text) for (name,), _ in named), default=0)
    return two_columns(named, width, indent)


def two_columns(
    rows: Iterable[tuple[ColumnCell, ColumnCell]], first: int, indent: int = 0
) -> Iterator[str]:
    """Yield rows of two cells: `first` is the width of the first, the second takes the rest."""
    return columns(rows, (first, screen_width() - indent - first - BETWEEN), BETWEEN, indent)


def columns(
    rows: Iterable[Sequence[ColumnCell]], widths: Sequence[int], between: int, indent: int = 0
) -> Iterator[str]:
    """Yield rows of cells, each as wide as its column, with blanks between them."""
    for row in rows:
        cells = [_cell_lines(cell, max(1, width)) for cell, width in zip(row, widths, strict=True)]
        for parts in zip_longest(*cells, fillvalue=StyledText("")):
            line = " " * indent + _joined(parts, widths, between)
            yield line if line.strip() else ""


def table(
    rows: Iterable[Sequence[str | StyledText]],
    aligns: str,
    heads: Sequence[str] = (),
    indent: int = 0,
) -> Iterator[str]:
    """Yield rows below their heads, every column as wide as its content.

    If there is too little room, columns get narrower, but numbers are never broken or left out.

    Args:
        rows: texts, or texts in a style; each can have several lines. A row with one text is a
            title for the rows below it.
        aligns: `l` or `r` for each column.
        heads: the names of the columns, in bold.
        indent: blank columns on the left.
    """
    cells_by_row = [[StyledText(head, "bold") for head in heads]] if heads else []
    cells_by_row += [
        [StyledText(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    ]
    full = [[cell.text for cell in row] for row in cells_by_row if len(row) == len(aligns)]
    widths = _widths(full, aligns, table_width() - indent)
    for row in cells_by_row:
        if len(row) < len(aligns):
            yield from paragraph(row[0].text, row[0].style, indent)
            continue
        cells = [
            [StyledText(_aligned(cell.text, width, align), cell.style)]
            for cell, width, align in zip(row, widths, aligns, strict=True)
        ]
        yield from columns([cells], widths, BETWEEN, indent)


def _widths(rows: Sequence[Sequence[str]], aligns: str, room: int) -> list[int]:
    """Return the widths of columns: text breaks before numbers do, and words break last."""
    texts = ["\n".join(row[place] for row in rows) for place in range(len(aligns))]
    widths = [_widest(text.split("\n")) for text in texts]
    words = [_widest(text.split()) for text in texts]
    narrow = [min(width, NARROWEST) if align == "l" else word
              for width, word, align in zip(widths, words, aligns, strict=True)]  # fmt: skip
    for least in (words, narrow):
        for _ in range(sum(widths) + BETWEEN * (len(widths) - 1) - room):
            wider = [place for place, width in enumerate(widths) if width > least[place]]
            if not wider:
                break
            widths[max(wider, key=lambda place: (aligns[place] == "l", widths[place]))] -= 1
    return widths


def _widest(texts: Iterable[str]) -> int:
    return max(map(columns_of, texts), default=0)


def _aligned(text: str, width: int, align: str) -> str:
    if align == "l":
        return text
    return "\n".join(" " * (width - columns_of(line)) + line for line in wrapped(text, width))


def _joined(parts: Sequence[StyledText], widths: Sequence[int], between: int) -> str:
    """Return one line of a row, without trailing blanks."""
    last = max(place for place, part in enumerate(parts) if part.text.strip() or not place)
    padded_parts = zip(parts[:last], widths, strict=False)
    return "".join(padded(part, width + between) for part, width in padded_parts) + styled(
        *parts[last]
    )


def _cell_lines(cell: ColumnCell, width: int) -> list[StyledText]:
    return [
        StyledText(line, styled_text.style)
        for styled_text in cell
        for line in wrapped(styled_text.text, width)
    ]


# ---- lines ---------------------------------------------------------------------------------------


def styled(text: str, style: str) -> str:
    """Return a text with the codes of a style, which are removed outside terminals."""
    return f"{STYLES[style]}{text}{PLAIN}" if style and text else text


def padded(styled_text: StyledText, width: int) -> str:
    """Return a styled text, with blanks up to a width."""
    return styled(*styled_text) + " " * (width - columns_of(styled_text.text))


def wrapped(text: str, width: int) -> list[str]:
    """Return the lines of a text, broken between words; a longer word continues on the next line.

    A style that continues after the end of a line is closed there and reopened.
    """
    lines: list[str] = []
    for part in text.split("\n"):
        line, *words = part.split(" ")
        *full, line = _broken_word(line, width)
        for word in words:
            if columns_of(f"{line} {word}") <= width:
                line = f"{line} {word}"
                continue
            full.append(line)
            *more, line = _broken_word(word, width)
            full += more
        lines += full
        lines.append(line)
    return list(_close_styles(lines)) if "\x1b" in text else lines


def _close_styles(lines: Iterable[str]) -> Iterator[str]:
    open_codes = ""
    for line in lines:
        reopened = open_codes + line
        for code in _CODE.findall(line):
            open_codes = "" if code == PLAIN else open_codes + code
        yield reopened + PLAIN if open_codes else reopened


def _broken_word(word: str, width: int) -> list[str]:
    """Return a word in parts that fit a column."""
    parts = [""]
    for character in _CHARACTER.findall(word):
        if parts[-1] and columns_of(parts[-1] + character) > width:
            parts.append("")
        parts[-1] += character
    return parts


def columns_of(text: str) -> int:
    """Return the width of a text on a terminal, in columns: two for a kanji."""
    text = _CODE.sub("", text)
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # noqa: PLC0415 - names in kanji are rare

    return sum(
        0 if combining(character) else 1 + (east_asian_width(character) in "WF")
        for character in text
    )

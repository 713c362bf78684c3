"""Draw a ruleset as a picture to post, in the size that networks and messengers show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from math import ceil

from riichi.writers.drawings import SVG, TILE_BOX, pictures
from riichi.writers.html import FONTS, font_faces
from riichi.writers.letter_widths import BOLD_IS_WIDER, text_width
from riichi.writers.typst import INSTALL, NoPdfError
from riichi_core.messages import Message

WIDTH, HEIGHT = 1200, 630
"""The size of a picture in pixels, as in Open Graph."""

MARGIN = 56
BAND = 176
"""The height of the band with the title."""

_FELT, _PAPER, _INK, _SOFT = "#17603f", "#fffdf8", "#23261f", "#5b6056"

FAMILY = "Arimo, 'Liberation Sans', Arial, sans-serif"

COLUMN_WIDTH = 520
ROWS = 4
"""The maximum number of rows in a column; with no more facts than this, the picture has one column
with large letters.
"""

DRAGONS = ("5z", "6z", "7z")
"""The tiles next to the fives."""

FONTS_DIFFER = 1.19
"""How much wider a visitor's fonts may be than those of the picture."""


def picture_svg(
    title: str, summary: str, facts: Sequence[tuple[str, str]], more: str, fives: Sequence[str]
) -> str:
    """Return a picture as SVG that includes its fonts and tiles.

    Args:
        title: the name of the rules.
        summary: a line below it.
        facts: at most eight rules, each as a title with a few words.
        more: the text after them, e.g. `and 3 more`.
        fives: the fives to draw, in notation: `0m`.
    """
    size = _size_that_fits(title, 62, 34, _room())
    lines = _lines(title, size * BOLD_IS_WIDER, _room(), 2)
    top = BAND / 2 + (4 if len(lines) == 1 else -size * 0.5)
    shown = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        f'<rect width="{WIDTH}" height="{BAND}" fill="{_FELT}"/>',
        *(
            _text(line, MARGIN, top + number * size * 1.12, size, "#fff", bold=True)
            for number, line in enumerate(lines)
        ),
        _text(_cut(summary, 27, WIDTH - 2 * MARGIN), MARGIN, BAND - 28, 27, "#fff"),
        *_tiles([*fives, *DRAGONS]),
        *_facts(facts),
        *([_text(_cut(more, 24, COLUMN_WIDTH), MARGIN, HEIGHT - 24, 24, _SOFT)] if more else []),
        _text("riichi-core", WIDTH - MARGIN, HEIGHT - 24, 24, _SOFT, anchor="end"),
    ]
    label = escape(f"{title}. {summary}")
    return (
        f'<svg xmlns="{SVG}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{label}"><style>{font_faces()}</style>{"".join(shown)}</svg>'
    )


def picture_png(svg: str) -> bytes:
    """Return such a picture as PNG.

    Raises:
        NoPdfError: if Typst, which draws it, is not installed.
    """
    try:
        typst = import_module("typst")
    except ImportError:
        message = Message(
            "A PNG needs Typst, which is not installed: {install}. Or choose SVG.", install=INSTALL
        )
        raise NoPdfError(message) from None
    page = (
        f"#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n"
        '#image("picture.svg", width: 100%)'
    )
    files = {"main.typ": page.encode(), "picture.svg": svg.encode()}
    drawn: bytes = typst.compile(files, format="png", ppi=72, font_paths=[str(FONTS)])
    return drawn


def _room() -> int:
    """Return the width of the title, to the left of the tiles."""
    return WIDTH - 2 * MARGIN - 6 * 60 - 24


def _tiles(names: Sequence[str]) -> Iterator[str]:
    """Yield tiles at the right of the band."""
    width, height = 54, 72
    for number, name in enumerate(names):
        x = WIDTH - MARGIN - (len(names) - number) * (width + 6) + 6
        inside = pictures()[name].partition(">")[2].removesuffix("</svg>")
        y = (BAND - height) / 2
        yield (
            f'<svg x="{x}" y="{y:g}" width="{width}" height="{height}" viewBox="{TILE_BOX}">'
            f"{inside}</svg>"
        )


def _facts(facts: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield the facts in two columns, or in one with large letters if they are few."""
    few = len(facts) <= ROWS
    width = WIDTH - 2 * MARGIN if few else COLUMN_WIDTH
    rows = max(len(facts), 2) if few else ceil(len(facts) / 2)
    height = (HEIGHT - BAND - 70) / rows
    head_size, size, small = (26, 38, 28) if few else (25, 33, 26) if rows < ROWS else (22, 27, 23)
    letters = size if all(_width(words, size) <= width for _, words in facts) else small
    for number, (title, words) in enumerate(facts):
        column, row = divmod(number, rows)
        x = MARGIN + column * (WIDTH - MARGIN - COLUMN_WIDTH - MARGIN)
        y = BAND + 24 + head_size + row * height
        head = _cut(title, head_size * BOLD_IS_WIDER, width)
        yield _text(head, x, y, head_size, _FELT, bold=True)
        for place, line in enumerate(_lines(words, letters, width, 2)):
            yield _text(line, x, y + letters * (1.15 + 1.1 * place), letters, _INK)


def _text(
    text: str, x: float, y: float, size: float, fill: str, *, bold: bool = False, anchor: str = ""
) -> str:
    weight = ' font-weight="700"' if bold else ""
    end = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{FAMILY}" font-size="{size:g}"{weight}{end} '
        f'fill="{fill}">{escape(text)}</text>'
    )


# ---- lines that fit ------------------------------------------------------------------------------


def _width(text: str, size: float) -> float:
    """Return the approximate width of a text, at least that in the fonts of the picture."""
    return text_width(text) * size * FONTS_DIFFER


def _size_that_fits(text: str, largest: int, smallest: int, room: float) -> int:
    """Return the size of letters at which a text fits on a line, or else the smallest."""
    for size in range(largest, smallest, -2):
        if _width(text, size * BOLD_IS_WIDER) <= room:
            return size
    return smallest


def _lines(text: str, size: float, room: float, most: int) -> list[str]:
    """Return a text in lines that fit; the last one is cut if it is too long."""
    lines: list[str] = []
    rest = text.split()
    while rest and len(lines) < most - 1:
        line = rest.pop(0)
        while rest and _width(f"{line} {rest[0]}", size) <= room:
            line += f" {rest.pop(0)}"
        lines.append(_cut(line, size, room))
    if rest:
        lines.append(_cut(" ".join(rest), size, room))
    return lines


def _cut(text: str, size: float, room: float) -> str:
    """Return a text cut to fit on a line, between two words if it has several."""
    if _width(text, size) <= room:
        return text
    while text and _width(f"{text}…", size) > room:
        text = text.rpartition(" ")[0] or text[:-1]
    return f"{text.rstrip(' ,;:.')}…"

"""Estimate the width of text in Arimo, without reading the font."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width, normalize

WIDTHS = {
    222: "ijl'|", 278: "ftI ,./:;![]\\", 333: "()-r`{}", 389: "*", 500: "ckszvxyJ",
    611: "FTZ", 667: "ABEKPSVXY&", 722: "CDHNRUw", 778: "GOQ", 833: "mM", 944: "W", 1000: "…—%@",
}  # fmt: skip
"""The widths of letters in thousandths of their size; others are 556 wide."""

WIDTH_OF = {letter: width for width, letters in WIDTHS.items() for letter in letters}

BOLD_IS_WIDER = 1.08


@lru_cache(maxsize=100_000)
def text_width(text: str) -> float:
    """Return the approximate width of a text on one line, in sizes of its letters."""
    return sum(map(_letter_width, normalize("NFKD", text))) / 1000


def _letter_width(letter: str) -> int:
    if combining(letter):
        return 0
    if east_asian_width(letter) in ("W", "F"):
        return 1000
    return WIDTH_OF.get(letter, 556)

"""The rules by the moment at which a player meets them, rather than by chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from riichi_core.compare import Comparison, Row
from riichi_core.rules.tongue import ENGLISH, Tongue

MOMENTS: Mapping[str, Sequence[str]] = {
    "Before the first deal": ("tiles", "setup"),
    "When a tile can be claimed": ("claims", "kongs"),
    "Riichi, and what one may win on": ("riichi", "furiten"),
    "When a hand is won": ("winning", "yaku", "dora", "fu", "limits", "liability"),
    "When a deal ends": ("draws", "dealer"),
    "When the game ends": ("end", "result"),
    "When something goes wrong": ("dead_hand", "chombo", "fouls"),
    "Around a tournament": ("tournament",),
}
"""Every chapter, under the moment at which its rules matter."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of play and the options that matter then."""

    title: str
    rows: tuple[Row, ...]


def moments(found: Comparison, *, everything: bool, tongue: Tongue = ENGLISH) -> tuple[Moment, ...]:
    """The options that differ (or all) by moment, those moments left out that have none."""
    rows = found.shown(everything=everything)
    made = (
        Moment(tongue(title), tuple(row for row in rows if row.chapter in chapters))
        for title, chapters in MOMENTS.items()
    )
    return tuple(one for one in made if one.rows)

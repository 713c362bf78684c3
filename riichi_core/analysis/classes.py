"""Classes of tiles as sets of places: for each suit m p s z, a bit for each number."""

from __future__ import annotations

from riichi_core.rules.grammar import TILE_CLASSES, tile_kinds
from riichi_core.tiles.tile import SUITS

Places = tuple[int, int, int, int]
"""For each of the suits m p s z, a bit for each number of it."""

NOWHERE: Places = (0, 0, 0, 0)
EVERYWHERE: Places = (511, 511, 511, 127)

_CLASSES: dict[str, Places] = {
    "simple": (254, 254, 254, 0),
    "terminal": (257, 257, 257, 0),
    "honour": (0, 0, 0, 127),
    "outer": (257, 257, 257, 127),
    "wind": (0, 0, 0, 15),
    "dragon": (0, 0, 0, 112),
    "m": (511, 0, 0, 0),
    "p": (0, 511, 0, 0),
    "s": (0, 0, 511, 0),
}

assert set(_CLASSES) == set(TILE_CLASSES)


def places(class_or_tiles: str) -> Places:
    """Return the places of a class of tiles, or of tiles as text: `outer`, `23468s6z`."""
    if class_or_tiles in _CLASSES:
        return _CLASSES[class_or_tiles]
    found = [0, 0, 0, 0]
    for tile in tile_kinds(class_or_tiles):
        suit, place = at(tile)
        found[suit] |= 1 << place
    return found[0], found[1], found[2], found[3]


def at(tile: str) -> tuple[int, int]:
    """Suit and place of a tile as text."""
    return SUITS.index(tile[1]), int(tile[0]) - 1


def both(one: Places, other: Places) -> Places:
    """Return what is in both."""
    return one[0] & other[0], one[1] & other[1], one[2] & other[2], one[3] & other[3]


def difference(one: Places, other: Places) -> Places:
    """Return what is in the first only."""
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2], one[3] & ~other[3]

"""Tiles: the 34 kinds, the red fives, and their MPSZ notation."""

from riichi_core.tiles.notation import NotationError, parse_tiles, write_tiles
from riichi_core.tiles.tile import TILES, Seat, Suit, Tile, Wind, WindWord

__all__ = [
    "TILES", "NotationError", "Seat", "Suit", "Tile", "Wind", "WindWord", "parse_tiles",
    "write_tiles",
]  # fmt: skip

"""Tiles: the 34 kinds, the red fives, and their MPSZ notation."""

from riichi_core.tiles.notation import NotationError, parse_tiles, write_tiles
from riichi_core.tiles.tile import TILES, Suit, Tile, Wind

__all__ = ["TILES", "NotationError", "Suit", "Tile", "Wind", "parse_tiles", "write_tiles"]

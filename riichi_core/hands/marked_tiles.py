"""The marked tiles of a ruleset: red fives and bonus tiles."""

from __future__ import annotations

from riichi_core.rules.chapters.tiles import BonusTile, Tiles
from riichi_core.rules.options import rows_of
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import FIVES


def marked_tiles(tiles: Tiles) -> dict[Tile, int]:
    """Return the red fives and bonus tiles, sorted, with the number of each."""
    reds = tiles.red_fives
    marked = {
        Tile(kind, red=True): number
        for kind, number in zip(FIVES, (reds.m, reds.p, reds.s), strict=True)
        if number
    }
    return marked | {tile: bonus.copies for tile, bonus in bonus_tiles(tiles).items()}


def bonus_tiles(tiles: Tiles) -> dict[Tile, BonusTile]:
    """Return the bonus tiles with what they are worth."""
    return {Tile(Tile(one.tile).kind, bonus=True): one for one in rows_of(tiles.bonus)}

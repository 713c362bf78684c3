"""The marked tiles of a ruleset, and values in which the marks that it does not have are plain."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from riichi_core.rules.chapters.tiles import BonusTile, Tiles
from riichi_core.rules.options import rows_of
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import FIVES

T = TypeVar("T")


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


def with_plain_tiles(value: T, marked: Collection[Tile]) -> T:
    """Return a win, events or a deal in which all tiles but these are plain."""
    plain: T = _plain(value, marked)
    return plain


def _plain(value: Any, marked: Collection[Tile]) -> Any:
    if isinstance(value, Tile):
        return value.plain if value.marked and value not in marked else value
    if isinstance(value, tuple):
        parts = [_plain(part, marked) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {part.name: _plain(getattr(value, part.name), marked) for part in fields(value)}
        return replace(value, **changed)
    return value

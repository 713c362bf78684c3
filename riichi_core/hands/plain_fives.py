"""Values in which red fives that a ruleset does not have are plain."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.tiles import Tile

T = TypeVar("T")


def with_plain_fives(value: T, tiles: Tiles) -> T:
    """Return a win, events or a deal with plain fives in suits without red fives."""
    suits = [suit for suit in "mps" if not getattr(tiles.red_fives, suit)]
    plain: T = _plain(value, suits) if suits else value
    return plain


def _plain(value: Any, suits: Collection[str]) -> Any:
    if isinstance(value, Tile):
        return value.plain if value.red and value.suit in suits else value
    if isinstance(value, tuple):
        parts = [_plain(part, suits) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {part.name: _plain(getattr(value, part.name), suits) for part in fields(value)}
        return replace(value, **changed)
    return value

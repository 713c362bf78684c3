"""A win with the tiles of a ruleset: red fives that it does not have become plain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.hands.win import Win
from riichi_core.rules.ruleset import Ruleset
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import MARKED

T = TypeVar("T")


class PlayableWin(NamedTuple):
    """A win with the fives of a ruleset.

    Attributes:
        win: the win; in a suit with more red fives than the ruleset has, all are plain.
        plain: the number of red fives that became plain.
        bonus: the number of bonus tiles that became plain.
        has_reds: whether the ruleset has any red fives.
    """

    win: Win
    plain: int
    bonus: int
    has_reds: bool


def playable(win: Win, ruleset: Ruleset) -> PlayableWin:
    """Return a win in which marked tiles that the ruleset does not have are plain."""
    reds, own = ruleset.rules.tiles.red_fives, marked_tiles(ruleset.rules.tiles)
    counts = _marked(win)
    possible = [tile for tile, number in counts.items() if number <= own.get(tile, 0)]
    played = with_plain_tiles(win, possible)
    lost = [tile.red for tile in (counts - _marked(played)).elements()]
    has_reds = bool(reds.m or reds.p or reds.s)
    return PlayableWin(played, lost.count(True), lost.count(False), has_reds)


def _marked(win: Win) -> Counter[Tile]:
    return Counter(filter(MARKED, (*win.tiles, *win.indicators)))


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

"""A win with the tiles of a ruleset: red fives that it does not have become plain."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from riichi_core.hands.marked_tiles import marked_tiles, with_plain_tiles
from riichi_core.hands.win import Win
from riichi_core.rules.ruleset import Ruleset
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import MARKED


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

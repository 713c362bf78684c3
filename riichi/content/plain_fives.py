"""A win with the tiles of a ruleset: red fives that it does not have become plain."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from riichi_core.hands.plain_fives import with_plain_fives
from riichi_core.hands.win import Win
from riichi_core.rules.chapters.tiles import RedFives
from riichi_core.rules.ruleset import Ruleset


class PlayableWin(NamedTuple):
    """A win with the fives of a ruleset.

    Attributes:
        win: the win; in a suit with more red fives than the ruleset has, all are plain.
        plain: the number of red fives that became plain.
        has_reds: whether the ruleset has any red fives.
    """

    win: Win
    plain: int
    has_reds: bool


def playable(win: Win, ruleset: Ruleset) -> PlayableWin:
    """Return a win in which red fives that the ruleset does not have are plain."""
    reds, counts = ruleset.rules.tiles.red_fives, _red_counts(win)
    possible = RedFives(
        m=reds.m if counts["m"] <= reds.m else 0,
        p=reds.p if counts["p"] <= reds.p else 0,
        s=reds.s if counts["s"] <= reds.s else 0,
    )
    tiles = ruleset.rules.tiles.model_copy(update={"red_fives": possible})
    played = with_plain_fives(win, tiles)
    plain = counts.total() - _red_counts(played).total()
    return PlayableWin(played, plain, bool(reds.m or reds.p or reds.s))


def _red_counts(win: Win) -> Counter[str]:
    return Counter(tile.suit for tile in (*win.tiles, *win.indicators) if tile.red)

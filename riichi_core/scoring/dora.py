"""Dora: tiles that add a han each, and red fives.

Sources: EMA 2016, 3.3.5 to 3.3.7, 3.3.14, 4.1; WRCR 2015, 6.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from riichi_core.hands.win import Win
from riichi_core.rules.chapters.dora import Dora as DoraRules
from riichi_core.rules.chapters.dora import KongIndicators
from riichi_core.tiles import Tile

_INDICATED = [Tile(kind).indicated for kind in range(34)]


class Dora(NamedTuple):
    """The han of each kind of dora."""

    dora: int = 0
    kan_dora: int = 0
    ura_dora: int = 0
    kan_ura_dora: int = 0
    red_fives: int = 0


NO_DORA = Dora()


class Shown(NamedTuple):
    """How many dora the hand has by the indicators of each place on the table.

    `upper` and `lower` are those of the first indicator and of the tile under it; those of kongs
    are kept apart as they were given: in the same list, or in one of their own.
    """

    upper: int
    upper_more: int
    upper_kongs: int
    lower: int
    lower_more: int
    lower_kongs: int
    reds: int


def shown(win: Win) -> Shown | None:
    """The dora of a win before any ruleset is asked; None if there are none."""
    held = win.held
    riichi = win.riichi
    reds = sum(win.reds)
    if not riichi or not (riichi.ura or riichi.kan_ura):
        if not win.dora and not win.kan_dora and not reds:
            return None
        under = more_under = kongs_under = 0
    else:
        under, more_under = _of(held, riichi.ura[:1]), _of(held, riichi.ura[1:])
        kongs_under = _of(held, riichi.kan_ura)
    upper, more = _of(held, win.dora[:1]), _of(held, win.dora[1:])
    return Shown(upper, more, _of(held, win.kan_dora), under, more_under, kongs_under, reds)


def _of(held: Sequence[int], indicators: Iterable[Tile]) -> int:
    return sum(held[_INDICATED[tile.kind]] for tile in indicators)


def counted(seen: Shown, rules: DoraRules) -> Dora:
    """The dora that a ruleset counts.

    Without indicators of kongs only the first of a list is one, whatever else was given.
    """
    kongs = isinstance(rules.kong_indicators, KongIndicators)
    upper, kan = seen.upper, 0
    if kongs:
        upper, kan = upper + seen.upper_more, seen.upper_kongs
    lower = kan_lower = 0
    if rules.ura == "riichi_winners":
        lower = seen.lower
        if (
            isinstance(rules.kong_indicators, KongIndicators)
            and rules.kong_indicators.ura == "counted"
        ):
            lower, kan_lower = lower + seen.lower_more, seen.lower_kongs
    return Dora(upper, kan, lower, kan_lower, seen.reds)

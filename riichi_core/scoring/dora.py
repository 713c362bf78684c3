"""Dora: tiles that add a han each, and red fives.

Sources: EMA 2016, 3.3.5 to 3.3.7, 3.3.14, 4.1; WRCR 2015, 6.4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from riichi_core.hands.flags import REDS_SHIFT
from riichi_core.hands.win import Win
from riichi_core.rules.chapters.dora import Dora, KongIndicators
from riichi_core.tiles import Tile

_INDICATED = [Tile(kind).indicated for kind in range(34)]


class DoraHan(NamedTuple):
    """The han of each kind of dora."""

    dora: int = 0
    kan_dora: int = 0
    ura_dora: int = 0
    kan_ura_dora: int = 0
    red_fives: int = 0


NO_DORA = DoraHan()


Shown = tuple[int, int, int, int, int, int, int]
"""How many dora the hand has by the indicators of each place on the table: by the first one, by
more in the same list, by those of kongs in a list of their own; the same for the tiles under them;
and how many red fives. (A plain tuple, for it is looked up by.)"""


def shown(win: Win) -> Shown | None:
    """The dora of a win before any ruleset is asked; None if there are none."""
    held, dora, riichi = win.held, win.dora, win.riichi
    first = more = kongs = under = more_under = kongs_under = 0
    if dora:
        first = held[_INDICATED[dora[0].kind]]
        if len(dora) > 1:
            more = _of(held, dora[1:])
    if win.kan_dora:
        kongs = _of(held, win.kan_dora)
    if riichi is not None and (riichi.ura or riichi.kan_ura):
        under, more_under = _of(held, riichi.ura[:1]), _of(held, riichi.ura[1:])
        kongs_under = _of(held, riichi.kan_ura)
    reds = win.flags >> REDS_SHIFT
    if first or more or kongs or under or more_under or kongs_under or reds:
        return first, more, kongs, under, more_under, kongs_under, reds
    return None


def _of(held: Sequence[int], indicators: Sequence[Tile]) -> int:
    """How many tiles of the hand the indicators point to, once for each."""
    found = 0
    for tile in indicators:
        found += held[_INDICATED[tile.kind]]
    return found


def counted(seen: Shown, rules: Dora) -> DoraHan:
    """The dora that a ruleset counts.

    Without indicators of kongs only the first of a list is one, whatever else was given.
    """
    first, more, kongs, under, more_under, kongs_under, reds = seen
    of_kongs = rules.kong_indicators
    if not isinstance(of_kongs, KongIndicators):
        more = kongs = more_under = kongs_under = 0
    elif of_kongs.ura == "not_counted":
        more_under = kongs_under = 0
    if rules.ura == "none":
        under = more_under = kongs_under = 0
    return DoraHan(first + more, kongs, under + more_under, kongs_under, reds)


def indicated(win: Win, rules: Dora) -> dict[str, tuple[int, ...]]:
    """The kinds that are dora under a ruleset, by the field of `Dora` that counts them."""
    of_kongs = isinstance(rules.kong_indicators, KongIndicators)
    under_kongs = isinstance(rules.kong_indicators, KongIndicators) and (
        rules.kong_indicators.ura == "counted"
    )
    rows = {
        "dora": win.dora if of_kongs else win.dora[:1],
        "kan_dora": win.kan_dora if of_kongs else (),
    }
    if win.riichi and rules.ura != "none":
        rows["ura_dora"] = win.riichi.ura if under_kongs else win.riichi.ura[:1]
        rows["kan_ura_dora"] = win.riichi.kan_ura if under_kongs else ()
    return {name: tuple(tile.indicated for tile in tiles) for name, tiles in rows.items()}

"""Dora: tiles that add a han each, and red fives.

Sources: EMA 2016, 3.3.5 to 3.3.7, 3.3.14, 4.1; WRCR 2015, 6.4.
"""

from __future__ import annotations

from typing import NamedTuple

from riichi_core.analysis import DoraCounts
from riichi_core.hands.win import Win
from riichi_core.rules.chapters.dora import Dora, KongIndicators


class DoraHan(NamedTuple):
    """The han of each kind of dora."""

    dora: int = 0
    kan_dora: int = 0
    ura_dora: int = 0
    kan_ura_dora: int = 0
    red_fives: int = 0


NO_DORA = DoraHan()


def count_dora(counts: DoraCounts, rules: Dora) -> DoraHan:
    """Return the dora that a ruleset counts.

    Without indicators of kongs only the first of a list is one, whatever else was given.
    """
    first, more, kongs, under, under_more, under_kongs, reds = counts
    of_kongs = rules.kong_indicators
    if not isinstance(of_kongs, KongIndicators):
        more = kongs = under_more = under_kongs = 0
    elif of_kongs.ura == "not_counted":
        under_more = under_kongs = 0
    if rules.ura == "none":
        under = under_more = under_kongs = 0
    return DoraHan(first + more, kongs, under + under_more, under_kongs, reds)


def dora_kinds(win: Win, rules: Dora) -> dict[str, tuple[int, ...]]:
    """Return the kinds that are dora under a ruleset, by the field of `Dora` that counts them."""
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

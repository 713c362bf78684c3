"""Fu, the minipoints: each with its reason.

Sources: EMA 2016, 4.1.1; WRCR 2015, 6.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from riichi_core.analysis import FuFacts, FuId, FuItem, set_fu
from riichi_core.hands.readings import HandSet
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.vocabulary import Wait
from riichi_core.tiles import Tile, Wind

_WINNING = (FuItem("winning", 20),)
_CONCEALED = (FuItem("concealed_discard", 10),)
_SELF_DRAWN = (FuItem("self_draw", 2),)
_DRAGONS = (FuItem("dragon_pair", 2),)
_SEAT = (FuItem("seat_wind_pair", 2),)
_PREVAILING = (FuItem("prevailing_wind_pair", 2),)
_OF_WAITS: dict[Wait | None, tuple[FuItem, ...]] = {
    "edge": (FuItem("edge_wait", 2),),
    "closed": (FuItem("closed_wait", 2),),
    "pair": (FuItem("pair_wait", 2),),
}


class FuCount(NamedTuple):
    """Fu with their reasons, and their sum rounded up to tens."""

    items: tuple[FuItem, ...]
    fu: int


def count_fu(  # noqa: PLR0913 - the facts that fu depend on
    rules: FuRules,
    *,
    sets: Iterable[HandSet] = (),
    pair: Tile | None = None,
    wait: Wait | None = None,
    drawn: bool = False,
    after_kong: bool = False,
    is_open: bool = False,
    seat: Wind = Wind.EAST,
    prevailing: Wind = Wind.EAST,
    pinfu: bool = False,
) -> FuCount:
    """Return the fu of a hand of four sets and a pair.

    Args:
        rules: the chapter `fu` of a ruleset.
        sets: the sets of the hand; chows have no fu.
        pair: the pair.
        wait: how the winning tile completes the hand; None where that earns nothing.
        drawn: whether the winner drew the winning tile.
        after_kong: whether that replaced a kong.
        is_open: whether a set was claimed.
        seat: the wind of the winner.
        prevailing: the wind of the round.
        pinfu: whether the hand has the yaku Pinfu.

    >>> from riichi_core.rules.load import load
    >>> from riichi_core.tiles import TILES
    >>> count_fu(load("ema-2016").rules.fu, pair=TILES["7z"], wait="edge").fu
    40
    """
    items = tuple(
        set_fu(one.kind, one.first, concealed=one.concealed) for one in sets if one.kind != "chow"
    )
    facts = FuFacts(
        sum(item.fu for item in items),
        wait,
        pair,
        drawn,
        after_kong,
        is_open,
        seat=seat,
        prevailing=prevailing,
    )
    count = fu_beside_sets(facts, rules, pinfu=pinfu)
    return FuCount(count.items + items, count.fu)


def fu_beside_sets(facts: FuFacts, rules: FuRules, *, pinfu: bool) -> FuCount:
    """Return the fu of everything but pungs and kongs, and the fu of all, rounded up."""
    items = _WINNING + _of_the_win(facts, rules, pinfu=pinfu) + _OF_WAITS.get(facts.wait, ())
    if facts.pair is not None:
        items += _of_the_pair(facts.pair, facts, rules)
    total = facts.sets
    for item in items:
        total += item.fu
    if total == 20 and facts.is_open and rules.open_pinfu:
        items += (FuItem("open_pinfu", rules.open_pinfu),)
        total += rules.open_pinfu
    return FuCount(items, -(-total // 10) * 10)


def without_pinfu_fu(count: FuCount, facts: FuFacts) -> FuCount:
    """Return the fu without those of the self-draw, where some winning tile would make Pinfu.

    With Pinfu the self-draw has no fu, so they are not certain if nobody can tell which tile was
    drawn (WRC 2025, 11.1).

    Args:
        count: the fu of a self-draw without Pinfu.
        facts: what they depend on.
    """
    if facts.sets or facts.is_open or count.items != _WINNING + _SELF_DRAWN:
        return count
    return FuCount(_WINNING, 20)


def _of_the_win(facts: FuFacts, rules: FuRules, *, pinfu: bool) -> tuple[FuItem, ...]:
    if not facts.drawn:
        return () if facts.is_open else _CONCEALED
    fu = rules.self_draw_after_kong if facts.after_kong else 2
    return _SELF_DRAWN if fu and not pinfu else ()


def _of_the_pair(pair: Tile, facts: FuFacts, rules: FuRules) -> tuple[FuItem, ...]:
    if pair.suit != "z":
        return ()
    if pair.number > 4:
        return _DRAGONS
    seat = _SEAT if pair.number - 1 == facts.seat else ()
    prevailing = _PREVAILING if pair.number - 1 == facts.prevailing else ()
    return seat if seat and rules.double_wind_pair == 2 else seat + prevailing


__all__ = ["FuCount", "FuId", "FuItem", "count_fu", "fu_beside_sets", "without_pinfu_fu"]

"""Fu, the minipoints: each with its reason.

Sources: EMA 2016, 4.1.1; WRCR 2015, 6.2.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from riichi_core.hands.decomposition import (
    CLAIMED_KONG,
    CLAIMED_PUNG,
    CLOSED,
    CONCEALED_KONG,
    DOUBLE_PAIR,
    EDGE,
    NOWHERE,
    PAIR,
    PUNG,
    RON_PUNG,
    TWO_SIDED,
)
from riichi_core.hands.flags import AFTER_KONG, OPEN, PREVAILING_SHIFT, SEAT_SHIFT, SELF_DRAW
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.tiles import Tile

FuId = Literal[
    "winning",
    "concealed_discard",
    "seven_pairs",
    "self_draw",
    "open_pinfu",
    "edge_wait",
    "closed_wait",
    "pair_wait",
    "dragon_pair",
    "seat_wind_pair",
    "prevailing_wind_pair",
    "pung",
    "kong",
]


_OF_SETS = {PUNG: 4, RON_PUNG: 2, CLAIMED_PUNG: 2, CLAIMED_KONG: 8, CONCEALED_KONG: 16}
_HONOURS = 3


class FuItem(NamedTuple):
    """Some fu and what they are for; a pung or kong says of which tile, and if it is concealed."""

    id: FuId
    fu: int
    tile: Tile | None = None
    concealed: bool | None = None


_WINNING = (FuItem("winning", 20),)
_CONCEALED = (FuItem("concealed_discard", 10),)
_SELF_DRAWN = (FuItem("self_draw", 2),)
_DRAGONS = (FuItem("dragon_pair", 2),)
_SEAT = (FuItem("seat_wind_pair", 2),)
_PREVAILING = (FuItem("prevailing_wind_pair", 2),)
_OF_WAITS: dict[int, tuple[FuItem, ...]] = {
    NOWHERE: (),
    TWO_SIDED: (),
    EDGE: (FuItem("edge_wait", 2),),
    CLOSED: (FuItem("closed_wait", 2),),
    PAIR: (FuItem("pair_wait", 2),),
    DOUBLE_PAIR: (),
}


class FuCount(NamedTuple):
    """The reasons that lie neither in a pung nor in a kong, and the fu of all, rounded up."""

    items: tuple[FuItem, ...]
    fu: int


def set_item(suit: int, code: int) -> FuItem | None:
    """The fu of a set by its part code; chows have none."""
    kind, place = divmod(code, 9)
    simple = _OF_SETS.get(kind)
    if simple is None:
        return None
    outer = suit == _HONOURS or place in (0, 8)
    name: FuId = "kong" if kind in (CLAIMED_KONG, CONCEALED_KONG) else "pung"
    tile = Tile(9 * suit + place)
    return FuItem(name, simple * (2 if outer else 1), tile, kind in (PUNG, CONCEALED_KONG))


def count_fu(
    sets: int, wait: int, honour_pair: int, table: int, rules: FuRules, *, pinfu: bool
) -> FuCount:
    """The fu of a standard hand.

    Args:
        sets: the fu of all pungs and kongs.
        wait: the wait, 0 where it earns nothing.
        honour_pair: 1 to 7 for a pair of that honour, else 0.
        table: the facts of the table, `Win.flags`.
        rules: the chapter of the ruleset.
        pinfu: whether the hand has the yaku Pinfu.
    """
    items = _WINNING + _of_the_win(table, rules, pinfu=pinfu) + _OF_WAITS[wait]
    if honour_pair:
        items += _of_the_pair(honour_pair, table, rules)
    total = sets
    for item in items:
        total += item.fu
    if total == 20 and table & OPEN and rules.open_pinfu:
        items += (FuItem("open_pinfu", rules.open_pinfu),)
        total += rules.open_pinfu
    return FuCount(items, -(-total // 10) * 10)


def _of_the_win(table: int, rules: FuRules, *, pinfu: bool) -> tuple[FuItem, ...]:
    if not table & SELF_DRAW:
        return () if table & OPEN else _CONCEALED
    fu = rules.self_draw_after_kong if table & AFTER_KONG else 2
    return _SELF_DRAWN if fu and not pinfu else ()


def _of_the_pair(honour: int, table: int, rules: FuRules) -> tuple[FuItem, ...]:
    if honour > 4:
        return _DRAGONS
    seat = _SEAT if honour - 1 == table >> SEAT_SHIFT & 3 else ()
    prevailing = _PREVAILING if honour - 1 == table >> PREVAILING_SHIFT & 3 else ()
    return seat if seat and rules.double_wind_pair == 2 else seat + prevailing

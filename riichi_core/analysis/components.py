"""Parts of a score that no ruleset changes: the fu of a pung or kong, the dora on the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Wait
from riichi_core.tiles import Tile, Wind
from riichi_core.tiles.tile import INDICATED

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


class FuItem(NamedTuple):
    """Some fu and what they are for; a pung or kong says of which tile, and if it is concealed."""

    id: FuId
    fu: int
    tile: Tile | None = None
    concealed: bool | None = None


def set_fu(kind: Literal["pung", "kong"], tile: Tile, *, concealed: bool) -> FuItem:
    """Return the fu of a pung or a kong.

    A claimed pung of simples has 2; a concealed one, terminals or honours each double it, and a
    kong has four times as much. A pung that a discard completes is not concealed.

    Source: EMA 2016, 4.1.1; WRCR 2015, 6.2.

    >>> set_fu("kong", Tile(33), concealed=True).fu
    32
    """
    fu = (4 if concealed else 2) * (2 if tile.outer else 1) * (4 if kind == "kong" else 1)
    return FuItem(kind, fu, tile, concealed)


class FuFacts(NamedTuple):
    """The facts on which the fu of a hand of four sets and a pair depend.

    Attributes:
        sets: the fu of all pungs and kongs.
        wait: how the winning tile completes the hand; None where that earns nothing.
        pair: the pair; None for one of a suit, which never has fu.
        drawn: whether the winner drew the winning tile.
        after_kong: whether it replaced a kong.
        is_open: whether a set was claimed.
        kept_apart: whether a drawn winning tile was kept apart from the hand.
        seat: the wind of the winner.
        prevailing: the wind of the round.
    """

    sets: int = 0
    wait: Wait | None = None
    pair: Tile | None = None
    drawn: bool = False
    after_kong: bool = False
    is_open: bool = False
    kept_apart: bool = True
    seat: Wind = Wind.EAST
    prevailing: Wind = Wind.EAST


class DoraCounts(NamedTuple):
    """The number of dora in a hand by each place on the table, before any ruleset is asked.

    Attributes:
        first: by the first dora indicator.
        more: by further ones in the same list.
        kongs: by those of kongs in a list of their own.
        under_first: by the first ura dora indicator; the next two are like those above.
        red_fives: red fives in the hand.
    """

    first: int = 0
    more: int = 0
    kongs: int = 0
    under_first: int = 0
    under_more: int = 0
    under_kongs: int = 0
    red_fives: int = 0


DoraKey = int
"""The dora of a win, to be looked up by; 0 if there are none; `dora_counts` says how many."""

_DORA_BITS = 5
"""For the dora by one place on the table: five indicators of four tiles each at most."""


def dora_key(win: Win, kinds: Sequence[int], red_fives: int) -> DoraKey:
    """Return the dora of a win as a key.

    Args:
        win: the win with its indicators.
        kinds: the kinds of the tiles of its complete hand.
        red_fives: the number of red fives among them.
    """
    dora, riichi = win.dora, win.riichi
    first = more = kongs = under = under_more = under_kongs = 0
    if dora:
        first = kinds.count(INDICATED[dora[0].kind])
        more = _indicated(kinds, dora[1:]) if len(dora) > 1 else 0
    if win.kan_dora:
        kongs = _indicated(kinds, win.kan_dora)
    if riichi is not None and (riichi.ura or riichi.kan_ura):
        under, under_more = _indicated(kinds, riichi.ura[:1]), _indicated(kinds, riichi.ura[1:])
        under_kongs = _indicated(kinds, riichi.kan_ura)
    found = 0
    for number in (red_fives, under_kongs, under_more, under, kongs, more, first):
        found = found << _DORA_BITS | number
    return found


def dora_counts(key: DoraKey) -> DoraCounts:
    """Return the number of dora by each place on the table.

    >>> dora_counts(3 << _DORA_BITS)
    DoraCounts(first=0, more=3, kongs=0, under_first=0, under_more=0, under_kongs=0, red_fives=0)
    """
    fields = range(len(DoraCounts._fields))
    return DoraCounts(*(key >> _DORA_BITS * i & (1 << _DORA_BITS) - 1 for i in fields))


def _indicated(kinds: Sequence[int], indicators: Sequence[Tile]) -> int:
    """Return how many tiles the indicators point to, once for each indicator."""
    found = 0
    for tile in indicators:
        found += kinds.count(INDICATED[tile.kind])
    return found

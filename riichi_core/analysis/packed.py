"""Pack a win into ints that are lookup keys: its suits, its circumstances, fu and dora."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from riichi_core.fast import native, new_tuple
from riichi_core.hands.waits import MOST_REDS, REDS_AT, TileCounts, count_tiles, suit_keys
from riichi_core.hands.win import DEALER, OCCASIONS, SELF_DRAW, Tsumo, Win
from riichi_core.rules.yaku_vocabulary import Wait
from riichi_core.tiles import Tile, Wind
from riichi_core.tiles.tile import INDICATED, MARKED

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
    "round_wind_pair",
    "triplet",
    "quad",
]


class FuItem(NamedTuple):
    """Some fu and their reason; a triplet or quad has its tile, and whether it is concealed.

    >>> set_fu("triplet", Tile("7z"), concealed=True)
    FuItem(id='triplet', fu=8, tile=Tile('7z'), concealed=True)
    """

    id: FuId
    fu: int
    tile: Tile | None = None
    concealed: bool | None = None


def set_fu(kind: Literal["triplet", "quad"], tile: Tile, *, concealed: bool) -> FuItem:
    """Return the fu of a triplet or a quad.

    A claimed triplet of simples has 2 fu. A concealed triplet has twice as much, and so does a
    triplet of terminals or honours. A quad has four times as much as a triplet. A triplet completed
    by a discard is not concealed.

    Source: EMA 2016, 4.1.1; WRCR 2015, 6.2.

    >>> set_fu("quad", Tile(33), concealed=True).fu
    32
    """
    fu = (
        (4 if concealed else 2)
        * (2 if tile.terminal_or_honour else 1)
        * (4 if kind == "quad" else 1)
    )
    return FuItem(kind, fu, tile, concealed)


class FuFacts(NamedTuple):
    """The facts on which the fu of a hand of four sets and a pair depend.

    Attributes:
        sets: the fu of all triplets and quads.
        wait: the wait that the winning tile completed; None if it gives no fu.
        pair: the pair; None for a suit pair, which never has fu.
        drawn: whether the winner drew the winning tile.
        after_quad: whether the winning tile replaced one after a quad.
        is_open: whether a set was claimed.
        kept_apart: whether a drawn winning tile was kept apart from the hand.
        seat: the wind of the winner.
        round_wind: the wind of the round.
    """

    sets: int = 0
    wait: Wait | None = None
    pair: Tile | None = None
    drawn: bool = False
    after_quad: bool = False
    is_open: bool = False
    kept_apart: bool = True
    seat: Wind = Wind.EAST
    round_wind: Wind = Wind.EAST


class DoraCounts(NamedTuple):
    """The number of dora in a hand by place on the table, before a ruleset is applied.

    Attributes:
        first: from the first dora indicator.
        more: from further indicators in the same list.
        quads: from kan dora indicators in a separate list.
        under_first: from the first ura dora indicator; the next two correspond to those above.
        red_fives: the red fives in the hand.
    """

    first: int = 0
    more: int = 0
    quads: int = 0
    under_first: int = 0
    under_more: int = 0
    under_quads: int = 0
    red_fives: int = 0


DoraKey = int
"""A lookup key of the dora of a win; 0 if there are none. `dora_counts` decodes it."""

_DORA_BITS = 5
"""The number of bits for the dora from one place: at most five indicators of four tiles each."""

_MORE_AT, _QUADS_AT, _UNDER_FIRST_AT, _UNDER_MORE_AT, _UNDER_QUADS_AT, _RED_FIVES_AT = (
    place * _DORA_BITS for place in range(1, len(DoraCounts._fields))
)
"""The lowest bit of each count in a `DoraKey`; `first` is at 0."""


def dora_key(win: Win, counts: TileCounts) -> DoraKey:
    """Return the dora of a win as a key, given the counts of its tiles."""
    dora, riichi = win.dora, win.riichi
    key = (counts >> REDS_AT & MOST_REDS) << _RED_FIVES_AT
    if dora:
        key |= _count_indicated(counts, dora[:1]) | _count_indicated(counts, dora[1:]) << _MORE_AT
    if win.kan_dora:
        key |= _count_indicated(counts, win.kan_dora) << _QUADS_AT
    if riichi is not None and (riichi.ura or riichi.kan_ura):
        key |= _count_indicated(counts, riichi.ura[:1]) << _UNDER_FIRST_AT
        key |= _count_indicated(counts, riichi.ura[1:]) << _UNDER_MORE_AT
        key |= _count_indicated(counts, riichi.kan_ura) << _UNDER_QUADS_AT
    return key


def dora_counts(key: DoraKey) -> DoraCounts:
    """Return the number of dora from each place on the table.

    >>> dora_counts(3 << _DORA_BITS)
    DoraCounts(first=0, more=3, quads=0, under_first=0, under_more=0, under_quads=0, red_fives=0)
    """
    shifts = range(0, _DORA_BITS * len(DoraCounts._fields), _DORA_BITS)
    return DoraCounts(*(key >> shift & (1 << _DORA_BITS) - 1 for shift in shifts))


def _count_indicated(counts: TileCounts, indicators: Sequence[Tile]) -> int:
    """Return the number of dora, counted for each indicator."""
    count = 0
    for tile in indicators:
        count += counts >> 3 * INDICATED[tile.kind] & 7
    return count


OPEN = 1 << len(OCCASIONS)
MIXED_IN = OPEN << 1
RED_SEEN = MIXED_IN << 1
SEAT_SHIFT = len(OCCASIONS) + 3
ROUND_WIND_SHIFT = SEAT_SHIFT + 2
REDS_SHIFT = ROUND_WIND_SHIFT + 2
"""The layout of the flags.

They have a bit for each occasion, one for an open hand, one for a drawn winning tile that was not
kept apart, one for a marked tile in the hand or among the indicators, two for each of the winds,
and above them the number of red fives in the hand.
"""


PAYMENT_BITS = 12
"""The maximum number of bits of `Packed.payment`."""

DRAWN, DEALER_WINS, COUNTERS_SHIFT = 1, 2, 2


class Packed(NamedTuple):
    """A win in the form that analysis looks up.

    Attributes:
        m: the key of the suit of characters (hands/waits.py); `p`, `s`, `z` likewise.
        flags: the circumstances, as bits.
        dora: the dora by place on the table; 0 if there are none.
        payment: the payers, and the counters.
    """

    m: int
    p: int
    s: int
    z: int
    flags: int
    dora: DoraKey
    payment: int


def prepare(win: Win) -> Win:
    """Pack a new win while its parts are in the processor's cache, and return it.

    This is optional, because the first analysis packs a win. It saves a program that reads many
    wins before scoring them half of the time of each first score.
    """
    kernel = native()
    if kernel is None:
        pack(win)
    else:
        kernel.row_of(win)
    return win


def pack(win: Win) -> Packed:
    """Pack a win, and cache the packed form in the win."""
    hand, winning, by = win.hand, win.tile, win.by
    counts = hand.counts + count_tiles((winning,))
    flags, marks = win.occasion_bits, counts >> REDS_AT
    drawn = bool(flags & SELF_DRAW)
    suits = suit_keys(counts, hand.melds, winning.kind, drawn=drawn)
    if hand.is_open:
        flags |= OPEN
    if isinstance(by, Tsumo) and not by.apart:
        flags |= MIXED_IN
    if marks or any(map(MARKED, win.indicators)):
        flags |= RED_SEEN
    flags |= win.seat << SEAT_SHIFT | win.round_wind << ROUND_WIND_SHIFT
    flags |= (marks & MOST_REDS) << REDS_SHIFT
    payment = win.counters << COUNTERS_SHIFT | drawn * DRAWN | bool(flags & DEALER) * DEALER_WINS
    packed = new_tuple(Packed, (*suits, flags, dora_key(win, counts), payment))
    object.__setattr__(win, "_packed", packed)
    return packed

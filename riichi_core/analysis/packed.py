"""Pack a win into ints by which analysis looks up what depends on a part of it.

The packed form lies in a slot of the win that nobody outside of this package reads or writes.
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from riichi_core.analysis.components import DoraKey, dora_key
from riichi_core.fast import new_tuple
from riichi_core.hands.decomposition import suit_keys
from riichi_core.hands.win import Tsumo, Win
from riichi_core.rules.vocabulary import Occasion

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
"""The flags that the yaku vocabulary can ask of a win, in the order of the bits below."""

_BITS = {name: 1 << bit for bit, name in enumerate(OCCASIONS)}

SELF_DRAW = _BITS["self_draw"]
DISCARD = _BITS["discard"]
AFTER_KONG = _BITS["after_kong"]
DEALER = _BITS["dealer"]
OPEN = 1 << len(OCCASIONS)
MIXED_IN = OPEN << 1
RED_SEEN = MIXED_IN << 1
SEAT_SHIFT = len(OCCASIONS) + 3
PREVAILING_SHIFT = SEAT_SHIFT + 2
REDS_SHIFT = PREVAILING_SHIFT + 2
"""The flags have a bit for each occasion, then one for an open hand, one for a drawn winning tile
that was not kept apart, one for a red five in the hand or among the indicators, two for each of the
winds, and above them the number of red fives in the hand."""


PAYMENT_BITS = 12
"""The most bits of `Packed.payment`."""

DRAWN, DEALER_WINS, COUNTERS_SHIFT = 1, 2, 2


class Packed(NamedTuple):
    """A win as analysis looks it up.

    Attributes:
        m: the key of the suit of characters (hands/decomposition.py); `p`, `s`, `z` likewise.
        flags: the circumstances, as bits.
        dora: the dora by each place on the table (components.py); 0 if there are none.
        payment: who pays, and the counters.
    """

    m: int
    p: int
    s: int
    z: int
    flags: int
    dora: DoraKey
    payment: int


def occasions_of(flags: int) -> frozenset[Occasion]:
    """Return the occasions of a win with these `Packed.flags`."""
    return frozenset(name for name, bit in _BITS.items() if flags & bit)


def prepare(win: Win) -> Win:
    """Pack a win that was just made, while its parts are in the processor's cache; return it.

    Nobody has to: a win is packed when it is analyzed first. Who reads many wins before any is
    scored saves half of what the first score of each takes.
    """
    pack(win)
    return win


def pack(win: Win) -> Packed:
    """Pack a win, and leave the packed form with it."""
    hand, tile, by = win.hand, win.tile, win.by
    flags = 0
    for name in win.occasions:
        flags |= _BITS[name]
    kinds = []
    reds = 1 if tile.red else 0
    for one in hand.concealed:
        kinds.append(one.kind)
        if one.red:
            reds += 1
    suits = suit_keys(kinds, hand.melds, tile.kind, drawn=bool(flags & SELF_DRAW))
    kinds.append(tile.kind)
    for meld in hand.melds:
        for one in meld.tiles:
            kinds.append(one.kind)
            if one.red:
                reds += 1
        if meld.claimed:
            flags |= OPEN
    if isinstance(by, Tsumo) and not by.apart:
        flags |= MIXED_IN
    if reds:
        flags |= RED_SEEN
    else:
        for one in win.indicators:
            if one.red:
                flags |= RED_SEEN
    flags |= win.seat << SEAT_SHIFT | win.prevailing << PREVAILING_SHIFT | reds << REDS_SHIFT
    pays = bool(flags & SELF_DRAW) * DRAWN | bool(flags & DEALER) * DEALER_WINS
    payment = win.counters << COUNTERS_SHIFT | pays
    packed = new_tuple(Packed, (*suits, flags, dora_key(win, kinds, reds), payment))
    object.__setattr__(win, "_packed", packed)
    return packed

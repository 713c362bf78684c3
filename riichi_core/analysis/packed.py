"""Pack a win into ints by which analysis looks up what depends on a part of it.

The packed form is kept beside the win as long as the win lives; nobody outside of this package
knows it.
"""

from __future__ import annotations

import weakref
from typing import NamedTuple, get_args

from riichi_core.analysis.components import DoraCounts, dora_counts
from riichi_core.hands.decomposition import suit_keys
from riichi_core.hands.win import Tsumo, Win
from riichi_core.rules.vocabulary import Occasion

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
"""What the yaku vocabulary can ask of a win, in the order of the bits below."""

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


class Packed(NamedTuple):
    """A win as analysis looks it up.

    Attributes:
        suits: the keys of the four suits (hands/decomposition.py).
        flags: the circumstances, as bits.
        counts: the number of tiles of each kind in the complete hand.
        dora: the dora by each place on the table; None if there are none.
    """

    suits: tuple[int, int, int, int]
    flags: int
    counts: bytes
    dora: DoraCounts | None


class _WinRef(weakref.ref[Win]):
    """A weak reference that knows the id of its win."""

    __slots__ = ("key",)
    key: int


packed_wins: dict[int, tuple[Packed, _WinRef]] = {}
"""By the id of each living win. Look there first."""


def _forget(ref: weakref.ref[Win]) -> None:
    assert isinstance(ref, _WinRef)
    packed_wins.pop(ref.key, None)


def pack(win: Win) -> Packed:
    """Pack a win, and keep the packed form as long as the win lives."""
    ref = _WinRef(win, _forget)
    ref.key = id(win)
    packed = _pack(win)
    packed_wins[ref.key] = packed, ref
    return packed


def _pack(win: Win) -> Packed:
    hand, tile, by = win.hand, win.tile, win.by
    drawn = isinstance(by, Tsumo)
    flags = reds = 0
    for name in win.occasions:
        flags |= _BITS[name]
    counts = bytearray(34)
    kinds = []
    for one in hand.concealed:
        kind = one.kind
        kinds.append(kind)
        counts[kind] += 1
        if one.red:
            reds += 1
    counts[tile.kind] += 1
    if tile.red:
        reds += 1
    for meld in hand.melds:
        for one in meld.tiles:
            counts[one.kind] += 1
            if one.red:
                reds += 1
        if meld.claimed:
            flags |= OPEN
    if isinstance(by, Tsumo) and not by.apart:
        flags |= MIXED_IN
    if reds or any(one.red for one in win.indicators):
        flags |= RED_SEEN
    flags |= win.seat << SEAT_SHIFT | win.prevailing << PREVAILING_SHIFT | reds << REDS_SHIFT
    suits = suit_keys(kinds, hand.melds, tile.kind, drawn=drawn)
    return Packed(suits, flags, bytes(counts), dora_counts(win, counts, reds))

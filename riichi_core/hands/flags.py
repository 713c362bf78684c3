"""Pack the circumstances of a win into an int that scoring uses as a cache key."""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Wind

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
"""What the yaku vocabulary can ask of a win, in the order of the bits below."""

SELF_DRAW = 1 << OCCASIONS.index("self_draw")
DISCARD = 1 << OCCASIONS.index("discard")
AFTER_KONG = 1 << OCCASIONS.index("after_kong")
DEALER = 1 << OCCASIONS.index("dealer")
OPEN = 1 << len(OCCASIONS)
MIXED_IN = OPEN << 1
RED_SEEN = MIXED_IN << 1
SEAT_SHIFT = len(OCCASIONS) + 3
PREVAILING_SHIFT = SEAT_SHIFT + 2
REDS_SHIFT = PREVAILING_SHIFT + 2
"""A bit for each occasion, then one for an open hand, one for a drawn winning tile that was
not kept apart, one for a red five in the hand or among the indicators, two for each of the winds,
and above them the number of red fives in the hand."""


def pack_flags(
    occasions: Collection[Occasion],
    *,
    is_open: bool,
    mixed_in: bool,
    red_seen: bool,
    winds: tuple[Wind, Wind],
    reds: int,
) -> int:
    """Return the circumstances of a win as bits.

    Args:
        occasions: the occasions that are given.
        is_open: whether a set was claimed.
        mixed_in: whether the drawn winning tile was not kept apart.
        red_seen: whether there is a red five in the hand or among the indicators.
        winds: the seat and the prevailing wind.
        reds: the number of red fives in the hand.
    """
    bits = sum(1 << bit for bit, name in enumerate(OCCASIONS) if name in occasions)
    bits |= OPEN * is_open | MIXED_IN * mixed_in | RED_SEEN * red_seen
    return bits | winds[0] << SEAT_SHIFT | winds[1] << PREVAILING_SHIFT | reds << REDS_SHIFT

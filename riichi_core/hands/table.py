"""The facts of a win as bits of one int, by which scoring looks up what depends on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from riichi_core.hands.facts import Discard, SelfDraw
from riichi_core.rules.vocabulary import Occasion

if TYPE_CHECKING:
    from riichi_core.hands.win import Win

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
"""`table` has a bit for each occasion, then one for an open hand, one for a winning tile that was
not kept apart, one for a red five in the hand or among the indicators, two for each of the winds,
and above them the number of red fives in the hand."""


def given(win: Win) -> set[Occasion]:
    """The occasions that the facts amount to."""
    by, riichi = win.by, win.riichi
    facts: dict[Occasion, bool] = {
        "self_draw": win.drawn,
        "discard": not win.drawn,
        "after_kong": isinstance(by, SelfDraw) and by.after_kong,
        "robbing_kong": isinstance(by, Discard) and by.robbing_kong,
        "last_tile": by.last_tile,
        "first_turn": by.first_turn,
        "dealer": win.dealer,
        "riichi": riichi is not None,
        "double_riichi": riichi is not None and riichi.double,
        "ippatsu": riichi is not None and riichi.ippatsu,
    }
    return {name for name, is_so in facts.items() if is_so} | set(win.circumstances)


def table_of(win: Win) -> int:
    """The facts of the table, as bits."""
    names = given(win)
    bits = sum(1 << bit for bit, name in enumerate(OCCASIONS) if name in names)
    bits |= OPEN * win.hand.is_open
    bits |= MIXED_IN * (isinstance(win.by, SelfDraw) and not win.by.apart)
    bits |= RED_SEEN * any(tile.red for tile in (*win.tiles, *win.indicators))
    bits |= win.seat << SEAT_SHIFT | win.prevailing << PREVAILING_SHIFT
    return bits | sum(win.reds.values()) << REDS_SHIFT

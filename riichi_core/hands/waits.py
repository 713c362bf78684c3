"""What a hand waits for."""

from __future__ import annotations

from collections import Counter

from riichi_core.hands.hand import Hand
from riichi_core.hands.masks import kinds_in, suits_of, wait_mask
from riichi_core.tiles import Tile


def waits(hand: Hand) -> tuple[Tile, ...]:
    """The kinds of tiles that would complete the shape of a hand, in any form.

    Kinds of which the hand holds all four are among them: no such tile is left, but rulesets
    differ in whether a hand that waits on nothing else is tenpai. `winnable` leaves them out.
    """
    suits = suits_of(tile.kind for tile in hand.concealed)
    return tuple(map(Tile, kinds_in(wait_mask(suits, whole=not hand.declared))))


def winnable(hand: Hand) -> tuple[Tile, ...]:
    """The waits of which the hand does not hold all four tiles itself."""
    held = Counter(tile.kind for tile in hand.tiles)
    return tuple(tile for tile in waits(hand) if held[tile.kind] < 4)


def tenpai(hand: Hand, *, own_four: bool) -> bool:
    """Whether a hand lacks one tile.

    Args:
        hand: the hand.
        own_four: whether a hand counts that waits only on tiles of which it holds all four.
    """
    return bool(waits(hand) if own_four else winnable(hand))

"""What the others pay for a mangan that a seat drew: the measure of nagashi and of a chombo.

Sources: EMA 2016, 3.4.6, 4.1.3; WRCR 2015, 6.1.
"""

from __future__ import annotations

from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Payments, payments
from riichi_core.tiles import Wind


def shares(paid: Payments, winner: Wind) -> dict[Wind, int]:
    """What each of the others pays of a self-draw."""
    each, dealer = paid.from_each or 0, paid.from_dealer
    return {
        seat: dealer if seat is Wind.EAST and dealer is not None else each
        for seat in Wind
        if seat is not winner
    }


def self_drawn_mangan(seat: Wind, rules: Rules) -> dict[Wind, int]:
    """What each of the others pays a seat for a self-drawn mangan without counters."""
    dealer = seat is Wind.EAST
    base = rules.limits.mangan.base
    return shares(payments(base, dealer=dealer, drawn=True, counters=0, counter_value=0), seat)

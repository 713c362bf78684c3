"""The price of a chombo: points off a result, or as much as a self-drawn mangan the other way.

Sources: EMA 2016, 5.5; WRCR 2015, 7.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from riichi_core.rules.chapters.chombo import AfterUma, AtTable, PlaySetting, Price
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import payments
from riichi_core.settlement.ledger import Ledger, PaymentBySeat, by_seat
from riichi_core.tiles import Wind


def self_drawn_mangan(seat: Wind, rules: Rules) -> PaymentBySeat:
    """Return what each of the others pays a seat for a self-drawn mangan without counters."""
    dealer, base = seat is Wind.EAST, rules.limits.mangan.base
    paid = payments(base, dealer=dealer, drawn=True)
    return by_seat(seat, paid)


def price_of_chombo(rules: Rules, setting: PlaySetting) -> Price:
    """Return the price of a chombo in this setting."""
    return rules.chombo.tournament if setting == "tournament" else rules.chombo.casual


def reversed_mangan(offenders: Iterable[Wind], rules: Rules) -> Ledger:
    """Return what each offender pays the others: as much as they for a self-drawn mangan."""
    ledger = Ledger()
    for offender in sorted(offenders):
        for seat, share in self_drawn_mangan(offender, rules).items():
            ledger = ledger.pay(offender, seat, share, "chombo")
    return ledger


def chombo_penalties(offenders: Iterable[Wind], price: Price) -> dict[Wind, int]:
    """Return the points off the results after uma, numbers below zero."""
    if not isinstance(price, AfterUma):
        return {}
    return dict.fromkeys(sorted(offenders), -price.after_uma)


def chombo_fines(offenders: Iterable[Wind], price: Price) -> dict[Wind, int]:
    """Return the points off the scores at the table, numbers below zero."""
    if not isinstance(price, AtTable):
        return {}
    return dict.fromkeys(sorted(offenders), -price.at_table)

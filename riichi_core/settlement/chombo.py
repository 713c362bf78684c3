"""What a chombo costs.

Sources: EMA 2016, 3.4.6, 5.5; WRCR 2015, 7.1.
"""

from __future__ import annotations

from collections.abc import Iterable

from riichi_core.rules.chapters.chombo import AfterUma, AtTable, Price
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import PlaySetting
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.mangan import self_drawn_mangan
from riichi_core.tiles import Wind


def price_of(rules: Rules, setting: PlaySetting) -> Price:
    """The price where is played."""
    return rules.chombo.tournament if setting == "tournament" else rules.chombo.casual


def reversed_mangan(offenders: Iterable[Wind], rules: Rules) -> Ledger:
    """Each offender pays the others what they would pay for his own self-drawn mangan."""
    ledger = Ledger()
    for offender in sorted(offenders):
        for seat, share in self_drawn_mangan(offender, rules).items():
            ledger = ledger.pay(offender, seat, share, "chombo")
    return ledger


def penalties(offenders: Iterable[Wind], price: Price) -> dict[Wind, int]:
    """Points off the results after uma."""
    if not isinstance(price, AfterUma):
        return {}
    return dict.fromkeys(sorted(offenders), -price.after_uma)


def fines(offenders: Iterable[Wind], price: Price) -> dict[Wind, int]:
    """Points off the scores at the table, which nobody gets."""
    if not isinstance(price, AtTable):
        return {}
    return dict.fromkeys(sorted(offenders), -price.at_table)

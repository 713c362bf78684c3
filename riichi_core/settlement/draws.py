"""Exhaustive draws: noten payments and nagashi mangan.

Sources: EMA 2016, 3.4.2, 3.4.9, 3.4.11, 4.2.6; WRCR 2015, 5.7.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import DealResult, ExhaustiveDraw
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.mangan import self_drawn_mangan
from riichi_core.tiles import Wind


class Drawn(NamedTuple):
    """What an exhaustive draw comes to."""

    ledger: Ledger
    dealer_stays: bool
    counters_next: int


def pay_draw(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> Drawn:
    """The payments at an exhaustive draw, and whether East stays; a dead hand is noten."""
    tenpai = end.tenpai - end.dead
    nagashi = rules.draws.nagashi
    returned = deal.riichi & end.dead if rules.dead_hand.riichi_bet == "returned" else frozenset()
    back = Ledger().give_back(returned, rules.riichi.bet)
    if isinstance(nagashi, Nagashi) and end.nagashi:
        left = replace(deal, riichi=deal.riichi - returned)
        drawn = _nagashi(left, end.nagashi, tenpai, nagashi, rules)
        return drawn._replace(ledger=drawn.ledger.and_([back]))
    counters = deal.counters + _counter_added(rules)
    return Drawn(_noten(tenpai, rules).and_([back]), _stays(tenpai, rules), counters)


def _stays(tenpai: frozenset[Wind], rules: Rules) -> bool:
    return ("tenpai" if Wind.EAST in tenpai else "noten") in rules.dealer.stays_on


def _counter_added(rules: Rules) -> bool:
    return "exhaustive_draw" in rules.dealer.counter_added_on


def _noten(tenpai: frozenset[Wind], rules: Rules) -> Ledger:
    """Each noten player pays each tenpai player the same."""
    noten = [seat for seat in Wind if seat not in tenpai]
    ledger = Ledger()
    if not tenpai or not noten:
        return ledger
    share = Fraction(rules.draws.noten_total, len(noten) * len(tenpai))
    for giver in noten:
        for taker in sorted(tenpai):
            ledger = ledger.pay(giver, taker, share, "noten")
    return ledger


def _nagashi(
    deal: DealResult, seats: frozenset[Wind], tenpai: frozenset[Wind], how: Nagashi, rules: Rules
) -> Drawn:
    """Each who has it is paid as for a mangan that he drew himself."""
    ledger = Ledger()
    for seat in sorted(seats):
        ledger = ledger.and_([_mangan(seat, rules)])
        if how.counters == "paid":
            for giver in Wind:
                share = deal.counters * rules.dealer.counter_value // 3
                ledger = ledger.pay(giver, seat, share, "counters")
    if how.bets == "first_from_east":
        first = min(seats)
        own = first in deal.riichi
        others = deal.bets + len(deal.riichi) - own
        ledger = ledger.pay("table", first, rules.riichi.bet * own, "own_bet")
        ledger = ledger.pay("table", first, rules.riichi.bet * others, "bets")
    if how.noten_payments == "made":
        ledger = ledger.and_([_noten(tenpai, rules)])
    his = Wind.EAST in seats
    stays = (his and "win" in rules.dealer.stays_on) if how.dealer == "stays_if_his" else (
        _stays(tenpai, rules))  # fmt: skip
    if how.counters_after == "as_after_draw":
        return Drawn(ledger, stays, deal.counters + _counter_added(rules))
    added = "dealer_win" in rules.dealer.counter_added_on
    return Drawn(ledger, stays, deal.counters + added if his else 0)


def _mangan(seat: Wind, rules: Rules) -> Ledger:
    ledger = Ledger()
    for giver, share in self_drawn_mangan(seat, rules).items():
        ledger = ledger.pay(giver, seat, share, "nagashi")
    return ledger

"""Who pays for one win: the discarder or all three, counters, and who is liable.

Sources: EMA 2016, 3.3.9, 4.1.2, 4.1.3; WRCR 2015, 6.1, 6.2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, assert_never

from riichi_core.hands import Win
from riichi_core.rules.chapters.liability import HalfEach, Halves
from riichi_core.rules.rules import Rules
from riichi_core.scoring import Score
from riichi_core.scoring.points import Payments, payments
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.liability import Liable
from riichi_core.tiles import Wind


class Bill(NamedTuple):
    """Whose win is paid, whose discard it was (None: drawn), and how many points of counters."""

    win: Win
    discarder: Wind | None
    counters: int


Shares = dict[Wind, int]
"""What each of the others pays, as if nobody were liable; on a discard all under the winner's own
seat, for whoever pays it."""


def pay_hand(bill: Bill, score: Score, liable: Liable | None, rules: Rules) -> Ledger:
    """The payments for a win, bets left aside.

    Args:
        bill: whose win it is.
        score: what it is worth.
        liable: who answers for it.
        rules: the ruleset.
    """
    hand = _without_counters(bill.win, score, rules)
    if liable is None or liable.yakuman == 0 or liable.seat == bill.discarder:
        return _usual(bill, hand)
    part = hand if liable.yakuman is None else _yakuman(bill.win, liable.yakuman, rules)
    rest = {seat: points - part[seat] for seat, points in hand.items()}
    if bill.discarder is None:
        if rules.liability.self_draw == "as_usual":
            return _usual(bill, hand)
        return _drawn(bill, part, rest, liable.seat)
    how = rules.liability.discard
    if not isinstance(how, HalfEach):
        return _usual(bill, hand)
    return _halves(bill, part[bill.win.seat], rest[bill.win.seat], liable.seat, how.half_each)


def _without_counters(win: Win, score: Score, rules: Rules) -> Shares:
    """The payments of a score without its counters."""
    value = rules.dealer.counter_value * win.counters
    shares = _shares(win, score.payments)
    part = value if score.payments.from_discarder is not None else value // 3
    return {seat: points - part for seat, points in shares.items()}


def _yakuman(win: Win, number: int, rules: Rules) -> Shares:
    """The payments for so many yakuman alone."""
    base = number * rules.limits.yakuman
    paid = payments(base, dealer=win.dealer, drawn=win.drawn, counters=0, counter_value=0)
    return _shares(win, paid)


def _shares(win: Win, paid: Payments) -> Shares:
    if paid.from_discarder is not None:
        return {win.seat: paid.from_discarder}
    each, dealer = paid.from_each or 0, paid.from_dealer
    return {
        seat: dealer if seat is Wind.EAST and dealer is not None else each
        for seat in Wind
        if seat is not win.seat
    }


def _usual(bill: Bill, hand: Shares) -> Ledger:
    seat, ledger = bill.win.seat, Ledger()
    if bill.discarder is not None:
        ledger = ledger.pay(bill.discarder, seat, hand[seat], "hand")
        return ledger.pay(bill.discarder, seat, bill.counters, "counters")
    for giver, points in hand.items():
        ledger = ledger.pay(giver, seat, points, "hand")
    for giver in hand:
        ledger = ledger.pay(giver, seat, bill.counters // 3, "counters")
    return ledger


def _drawn(bill: Bill, part: Shares, rest: Shares, liable: Wind) -> Ledger:
    """A self-draw that the liable player pays, with the counters; others pay what is not his."""
    seat = bill.win.seat
    ledger = Ledger().pay(liable, seat, sum(part.values()), "liability")
    for giver, points in rest.items():
        ledger = ledger.pay(giver, seat, points, "hand")
    return ledger.pay(liable, seat, bill.counters, "counters")


def _halves(bill: Bill, part: int, rest: int, liable: Wind, how: Halves) -> Ledger:
    """A third player's discard: he and the liable player pay half each."""
    seat, discarder, half = bill.win.seat, bill.discarder, Fraction(part, 2)
    assert discarder is not None
    ledger = Ledger().pay(discarder, seat, rest + half, "hand").pay(liable, seat, half, "liability")
    match how.counters:
        case "discarder":
            return ledger.pay(discarder, seat, bill.counters, "counters")
        case "liable":
            return ledger.pay(liable, seat, bill.counters, "counters")
        case "half_each":
            share = Fraction(bill.counters, 2)
            ledger = ledger.pay(discarder, seat, share, "counters")
            return ledger.pay(liable, seat, share, "counters")
        case _:
            assert_never(how.counters)

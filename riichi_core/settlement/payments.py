"""Who pays for one win: the discarder or all three, counters, and who is liable.

Sources: EMA 2016, 3.3.9, 4.1.2, 4.1.3; WRCR 2015, 6.1, 6.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple, assert_never

from riichi_core.hands import Win
from riichi_core.rules.chapters.liability import HalfEach, Halves
from riichi_core.rules.rules import Rules
from riichi_core.scoring import Score
from riichi_core.scoring.points import Payments, payments
from riichi_core.settlement.ending import StatedWin
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.liability import Liable
from riichi_core.settlement.mangan import shares
from riichi_core.tiles import Wind


class WinPayment(NamedTuple):
    """Whose win is paid, whose discard it was (None: drawn), and how many points of counters."""

    win: Win | StatedWin
    discarder: Wind | None
    counters: int


PaymentBySeat = dict[Wind, int]
"""What each of the others pays, as if nobody were liable; on a discard all under the winner's own
seat, for whoever pays it."""


def pay_hand(bill: WinPayment, score: Score, liable: Sequence[Liable], rules: Rules) -> Ledger:
    """The payments for a win, bets left aside.

    Args:
        bill: whose win it is.
        score: what it is worth.
        liable: who answers for it, or for yakuman of it.
        rules: the ruleset.
    """
    hand = _without_counters(bill.win, score, rules)
    if bill.discarder is None:
        fed = () if rules.liability.self_draw == "as_usual" else liable
        return _drawn(bill, hand, [(one.seat, _part(bill, one, hand, rules)) for one in fed])
    how = rules.liability.discard
    others = [one for one in liable if one.seat != bill.discarder]
    if not isinstance(how, HalfEach) or not others:
        return _usual(bill, hand)
    fed_parts = [(one.seat, _part(bill, one, hand, rules)[bill.win.seat]) for one in others]
    return _halves(bill, hand[bill.win.seat], fed_parts, how.half_each)


def _part(bill: WinPayment, liable: Liable, hand: PaymentBySeat, rules: Rules) -> PaymentBySeat:
    """What of the payments somebody is liable for."""
    return hand if liable.yakuman is None else _yakuman(bill.win, liable.yakuman, rules)


def _without_counters(win: Win | StatedWin, score: Score, rules: Rules) -> PaymentBySeat:
    """The payments of a score without its counters."""
    value = rules.dealer.counter_value * win.counters
    usual = _shares(win, score.payments)
    part = value if score.payments.from_discarder is not None else value // 3
    return {seat: points - part for seat, points in usual.items()}


def _yakuman(win: Win | StatedWin, number: int, rules: Rules) -> PaymentBySeat:
    """The payments for so many yakuman alone."""
    base = number * rules.limits.yakuman
    paid = payments(base, dealer=win.dealer, drawn=win.drawn, counters=0, counter_value=0)
    return _shares(win, paid)


def _shares(win: Win | StatedWin, paid: Payments) -> PaymentBySeat:
    if paid.from_discarder is not None:
        return {win.seat: paid.from_discarder}
    return shares(paid, win.seat)


def _usual(bill: WinPayment, hand: PaymentBySeat) -> Ledger:
    """The payments if nobody is liable."""
    seat, ledger = bill.win.seat, Ledger()
    if bill.discarder is not None:
        ledger = ledger.pay(bill.discarder, seat, hand[seat], "hand")
        return ledger.pay(bill.discarder, seat, bill.counters, "counters")
    for giver, points in hand.items():
        ledger = ledger.pay(giver, seat, points, "hand")
    for giver in hand:
        ledger = ledger.pay(giver, seat, bill.counters // 3, "counters")
    return ledger


def _drawn(
    bill: WinPayment, hand: PaymentBySeat, fed: Sequence[tuple[Wind, PaymentBySeat]]
) -> Ledger:
    """A self-draw: who is liable pays for all three, and the first of them the counters."""
    if not fed:
        return _usual(bill, hand)
    seat, ledger = bill.win.seat, Ledger()
    for liable, part in fed:
        ledger = ledger.pay(liable, seat, sum(part.values()), "liability")
    for giver, points in hand.items():
        rest = points - sum(part[giver] for _, part in fed)
        ledger = ledger.pay(giver, seat, rest, "hand")
    return ledger.pay(fed[0][0], seat, bill.counters, "counters")


def _halves(bill: WinPayment, whole: int, fed: Sequence[tuple[Wind, int]], how: Halves) -> Ledger:
    """A third player's discard: he and each liable player pay half of what that one fed."""
    seat, discarder = bill.win.seat, bill.discarder
    assert discarder is not None
    shared = sum(part for _, part in fed)
    ledger = Ledger().pay(discarder, seat, whole - Fraction(shared, 2), "hand")
    for liable, part in fed:
        ledger = ledger.pay(liable, seat, Fraction(part, 2), "liability")
    first = fed[0][0]
    match how.counters:
        case "discarder":
            return ledger.pay(discarder, seat, bill.counters, "counters")
        case "liable":
            return ledger.pay(first, seat, bill.counters, "counters")
        case "half_each":
            share = Fraction(bill.counters, 2)
            ledger = ledger.pay(discarder, seat, share, "counters")
            return ledger.pay(first, seat, share, "counters")
        case _:
            assert_never(how.counters)

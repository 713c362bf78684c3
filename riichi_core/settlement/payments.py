"""Payments at the end of a deal: for a win, a draw or nagashi mangan.

Sources: EMA 2016, 3.3.9, 3.4.2, 3.4.6, 3.4.9, 3.4.11, 4.1.2, 4.1.3, 4.2.5, 4.2.6, 5.5; WRCR 2015,
5.7, 6.1, 6.2, 7.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, assert_never

from riichi_core.hands.melds import From, Meld
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.chapters.liability import FedYakuman, HalfEach, Halves, Liability
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.rules import Rules, options
from riichi_core.scoring.dora import NO_DORA
from riichi_core.scoring.least import Way, least_with
from riichi_core.scoring.points import (
    BasePoints,
    base_points,
    counter_points,
    payments,
    yakuman_paid,
)
from riichi_core.scoring.score import NoWin, Score, score, scorer
from riichi_core.settlement.chombo import self_drawn_mangan
from riichi_core.settlement.ending import (
    DealError,
    DealResult,
    ExhaustiveDraw,
    StatedWin,
    Wins,
)
from riichi_core.settlement.ledger import Ledger, PaymentBySeat, by_seat
from riichi_core.tiles import Wind

# ---- the worth of a win --------------------------------------------------------------------------


def worth(win: Win | StatedWin, deal: DealResult, end: Wins, rules: Rules) -> Score | NoWin:
    """Return what a declared win is worth under a ruleset, or why it is none.

    Raises:
        DealError: the fu are missing, and the han alone do not make a limit; or no hand that wins
            so has these han and fu.
        ImpossibleWinError: the hand cannot win so under the ruleset.
    """
    if isinstance(win, Win):
        return score(win, rules)
    way = Way(end.discarder is None, win.seat in deal.riichi, win.seat, deal.prevailing)
    if win.han is not None:
        _refuse_impossible(win.han, win.fu, way, deal.counters, rules)
    base = _stated_base(win, rules)
    paid = payments(
        base.points,
        dealer=win.seat is Wind.EAST,
        drawn=way.drawn,
        counters=deal.counters,
        counter_value=rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST),
    )
    return Score((), NO_DORA, win.han, win.fu, (), base.limit, win.yakuman, paid, "standard", ())


def _stated_base(win: StatedWin, rules: Rules) -> BasePoints:
    limits = rules.limits
    if win.yakuman:
        paid = yakuman_paid([1] * win.yakuman, limits)
        return BasePoints(paid * limits.yakuman, "yakuman")
    if win.limit is not None:
        return BasePoints(getattr(limits, win.limit).base, win.limit)
    assert win.han is not None
    return base_points(win.han, win.fu or 0, limits)


def _refuse_impossible(han: int, fu: int | None, way: Way, counters: int, rules: Rules) -> None:
    """Refuse han and fu that no hand has."""
    minimum, mangan = scorer(rules).minimum(counters), rules.limits.mangan.han
    if han < minimum:
        message = Message("too few yaku: a win needs {han} han without dora", han=minimum)
        raise DealError("contradiction", "han", message)
    if fu is None:
        if han < mangan:
            message = Message(
                "{han} han need their fu: below {mangan} han they decide", han=han, mangan=mangan
            )
            raise DealError("missing_field", "fu", message)
        return
    least = least_with(fu, way, rules)
    if least is None:
        message = (
            Message("no self-drawn hand has {fu} fu", fu=fu)
            if way.drawn
            else Message("no hand that wins on a discard has {fu} fu", fu=fu)
        )
        raise DealError("contradiction", "fu", message)
    if han < least.han:
        yaku = Message.both(Message(options()[f"yaku.{name}"].title) for name in least.yaku)
        message = (
            Message("a self-drawn hand of {fu} fu has {han} han or more: {yaku}",
                    fu=fu, han=least.han, yaku=yaku)
            if way.drawn
            else Message("a hand of {fu} fu that wins on a discard has {han} han or more: {yaku}",
                         fu=fu, han=least.han, yaku=yaku)
        )  # fmt: skip
        raise DealError("contradiction", "han", message)


# ---- a win ---------------------------------------------------------------------------------------


class WinPayment(NamedTuple):
    """A win to be paid.

    Attributes:
        winner: the seat that is paid.
        drawn: whether the tile was drawn.
        discarder: the seat whose tile it was; None if it was drawn.
        hand: what each pays for the hand alone.
        counters: the points for the counters on the table.
    """

    winner: Wind
    discarder: Wind | None
    hand: PaymentBySeat
    counters: int


class Liable(NamedTuple):
    """A seat that is liable (pao), for so many of the yakuman paid; None for the whole hand."""

    seat: Wind
    yakuman: int | None


def pay_win(
    deal: DealResult, end: Wins, win: Win | StatedWin, score: Score, counters: int, rules: Rules
) -> Ledger:
    """Return the payments for a win, bets left aside.

    Args:
        deal: the deal.
        end: its wins.
        win: the win that is paid.
        score: what it is worth.
        counters: the points for counters that this winner gets.
        rules: the ruleset.
    """
    feeders = end.feeders.get(win.seat, {})
    pao = liable(win, score, feeders, rules) if isinstance(win, Win) else ()
    hand = _without_counters(deal, win.seat, score, rules)
    payment = WinPayment(win.seat, end.discarder, hand, counters)
    if end.discarder is None:
        fed = () if rules.liability.self_draw == "as_usual" else pao
        drawn = [(one.seat, _part(payment, one, rules)) for one in fed]
        return _drawn(payment, drawn, rules.liability)
    how = rules.liability.discard
    others = [one for one in pao if one.seat != end.discarder]
    if not isinstance(how, HalfEach) or not others:
        return _usual(payment).and_([_into_open_riichi(deal, end, win, payment, rules)])
    parts = [(one.seat, _part(payment, one, rules)[win.seat]) for one in others]
    return _halves(payment, parts, how.half_each)


def _part(payment: WinPayment, one: Liable, rules: Rules) -> PaymentBySeat:
    """Return what of the payments somebody is liable for."""
    if one.yakuman is None:
        return payment.hand
    dealer, drawn = payment.winner is Wind.EAST, payment.discarder is None
    base = one.yakuman * rules.limits.yakuman
    paid = payments(base, dealer=dealer, drawn=drawn)
    return by_seat(payment.winner, paid)


def _without_counters(deal: DealResult, winner: Wind, score: Score, rules: Rules) -> PaymentBySeat:
    """Return the payments of a score without its counters."""
    drawn = score.payments.from_discarder is None
    worth = rules.dealer.counter_value_to(dealer=winner is Wind.EAST)
    value = counter_points(deal.counters, worth, drawn=drawn)
    part = value // 3 if drawn else value
    usual = by_seat(winner, score.payments)
    return {seat: points - part for seat, points in usual.items()}


def _into_open_riichi(
    deal: DealResult, end: Wins, win: Win | StatedWin, payment: WinPayment, rules: Rules
) -> Ledger:
    """Return what a discard into an open riichi costs beside the hand: up to a yakuman.

    Who is bound by a riichi had no choice; a riichi declared with this very discard binds nobody.
    """
    giver, how = end.discarder, rules.riichi.open
    shown = isinstance(win, Win) and "open_riichi" in win.circumstances
    if giver is None or (giver in deal.riichi and not end.void) or not shown:
        return Ledger()
    if how == "none" or how.deal_in == "usual":
        return Ledger()
    base, dealer = rules.limits.yakuman, win.seat is Wind.EAST
    yakuman = payments(base, dealer=dealer, drawn=False)
    more = max(yakuman.total - payment.hand[win.seat], 0)
    return Ledger().pay(giver, win.seat, more, "open_riichi")


def _usual(payment: WinPayment) -> Ledger:
    """Return the payments if nobody is liable."""
    winner, discarder, hand, counters = payment
    ledger = Ledger()
    if discarder is not None:
        ledger = ledger.pay(discarder, winner, hand[winner], "hand")
        return ledger.pay(discarder, winner, counters, "counters")
    for giver, points in hand.items():
        ledger = ledger.pay(giver, winner, points, "hand")
    for giver in hand:
        ledger = ledger.pay(giver, winner, counters // 3, "counters")
    return ledger


def _drawn(
    payment: WinPayment, fed: Sequence[tuple[Wind, PaymentBySeat]], liability: Liability
) -> Ledger:
    """Return those of a self-draw: the liable pay for all three.

    The first of them pays the counters, or all three do if they pay for another yakuman
    (WRC 2025, 11.2.1, 11.2.2).
    """
    if not fed:
        return _usual(payment)
    winner, ledger = payment.winner, Ledger()
    others = 0
    for seat, part in fed:
        ledger = ledger.pay(seat, winner, sum(part.values()), "liability")
    for giver, points in payment.hand.items():
        rest = points - sum(part[giver] for _, part in fed)
        ledger = ledger.pay(giver, winner, rest, "hand")
        others += rest
    covers = liability.covers
    if others and isinstance(covers, FedYakuman) and covers.liable_yakuman.counters == "shared":
        for giver in payment.hand:
            ledger = ledger.pay(giver, winner, payment.counters // 3, "counters")
        return ledger
    return ledger.pay(fed[0][0], winner, payment.counters, "counters")


def _halves(payment: WinPayment, fed: Sequence[tuple[Wind, int]], how: Halves) -> Ledger:
    """Return those of a third player's discard: half of what each fed is paid by the discarder."""
    winner, discarder, hand, counters = payment
    assert discarder is not None
    shared = sum(part for _, part in fed)
    ledger = Ledger().pay(discarder, winner, hand[winner] - Fraction(shared, 2), "hand")
    for seat, part in fed:
        ledger = ledger.pay(seat, winner, Fraction(part, 2), "liability")
    first = fed[0][0]
    match how.counters:
        case "discarder":
            return ledger.pay(discarder, winner, counters, "counters")
        case "liable":
            return ledger.pay(first, winner, counters, "counters")
        case "half_each":
            share = Fraction(counters, 2)
            ledger = ledger.pay(discarder, winner, share, "counters")
            return ledger.pay(first, winner, share, "counters")
        case _:
            assert_never(how.counters)


# ---- liability -----------------------------------------------------------------------------------

_STEPS: dict[From, int] = {"right": 1, "across": 2, "left": 3}
_MELDS_OF = {"big_three_dragons": (range(31, 34), 3), "big_four_winds": (range(27, 31), 4)}
"""The kinds of the melds, and how many of them make the yakuman."""


def liable(win: Win, score: Score, feeders: Mapping[str, Wind], rules: Rules) -> tuple[Liable, ...]:
    """Return the players liable (pao) for a win and the yakuman each one covers.

    Args:
        win: the win.
        score: what it is worth; only a yaku that counts makes liable.
        feeders: who fed the decisive meld of a yaku, where the marks of the melds do not say it.
        rules: the ruleset.

    Returns:
        Nobody, one for the whole hand, or some for the yakuman that each of them fed.
    """
    found = []
    for one in score.yaku:
        if one.id in rules.liability.yaku:
            seat = _feeder(win, one.id, feeders, rules.liability)
            if seat is not None and seat != win.seat:
                found.append(Liable(seat, _covered(one.id, score, rules)))
    whole = [one for one in found if one.yakuman is None]
    return tuple(whole[:1] or [one for one in found if one.yakuman])


def _covered(name: str, score: Score, rules: Rules) -> int | None:
    """Return how many of the yakuman that are paid are those that were fed."""
    value = getattr(rules.yaku, name)
    if rules.liability.covers == "whole_hand" or not isinstance(value, YakumanWorth):
        return None
    if rules.limits.several_yakuman == "best_one":
        return None if value.yakuman == score.yakuman else 0
    return value.yakuman if value.yakuman < score.yakuman else None


def _feeder(win: Win, name: str, feeders: Mapping[str, Wind], liability: Liability) -> Wind | None:
    if name in _MELDS_OF:
        kinds, wanted = _MELDS_OF[name]
        melds = [one for one in win.hand.melds if one.first.kind in kinds]
    else:  # nobody fed what the player added to a pung or drew
        wanted = 4 if name == "four_kongs" else 1
        melds = [one for one in win.hand.melds if one.kong]
        if not melds or melds[-1].kind != "kong":
            return None
    if len(melds) < wanted or not melds[-1].claimed:
        return None
    if wanted > 1 and not _earlier_count(melds[:-1], liability):
        return None
    return feeders.get(name) or _by_mark(win, melds[-1])


def _earlier_count(melds: list[Meld], liability: Liability) -> bool:
    return liability.earlier_sets == "visible" or all(one.claimed for one in melds)


def _by_mark(win: Win, one: Meld) -> Wind | None:
    if one.claimed_from is None:
        return None
    return Wind((win.seat + _STEPS[one.claimed_from]) % 4)


# ---- exhaustive draws ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawPayment:
    """The payments at an exhaustive draw, and the way on."""

    ledger: Ledger
    dealer_stays: bool
    counters_next: int


def pay_draw(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> DrawPayment:
    """Return the payments at an exhaustive draw, and whether East stays; a dead hand is noten."""
    tenpai = end.tenpai - end.dead
    nagashi = rules.draws.nagashi
    returned = deal.void_riichi
    if rules.dead_hand.riichi_bet == "returned":
        returned |= deal.riichi & end.dead
    back = Ledger().give_back(returned, rules.riichi.bet)
    if isinstance(nagashi, Nagashi) and end.nagashi:
        paid = _pay_nagashi(deal, deal.riichi - returned, end.nagashi, tenpai, nagashi, rules)
        return DrawPayment(paid.ledger.and_([back]), paid.dealer_stays, paid.counters_next)
    counters = _counters_after(deal, rules)
    return DrawPayment(_noten(tenpai, rules).and_([back]), _stays(tenpai, rules), counters)


def _stays(tenpai: frozenset[Wind], rules: Rules) -> bool:
    return ("tenpai" if Wind.EAST in tenpai else "noten") in rules.dealer.stays_on


def _counters_after(deal: DealResult, rules: Rules) -> int:
    left = deal.counters if rules.dealer.counters_after_draw == "kept" else 0
    return left + ("exhaustive_draw" in rules.dealer.counter_added_on)


def _noten(tenpai: frozenset[Wind], rules: Rules) -> Ledger:
    """Return the payments of each noten player to each tenpai player, all the same."""
    noten = [seat for seat in Wind if seat not in tenpai]
    ledger = Ledger()
    if not tenpai or not noten:
        return ledger
    share = Fraction(rules.draws.noten_points(len(noten)), len(noten) * len(tenpai))
    for giver in noten:
        for taker in sorted(tenpai):
            ledger = ledger.pay(giver, taker, share, "noten")
    return ledger


def _pay_nagashi(
    deal: DealResult,
    riichi: frozenset[Wind],
    seats: frozenset[Wind],
    tenpai: frozenset[Wind],
    how: Nagashi,
    rules: Rules,
) -> DrawPayment:
    """Pay each seat as for a mangan on a self-draw; `riichi` are those whose stakes still lie."""
    ledger = Ledger()
    for seat in sorted(seats):
        for giver, share in self_drawn_mangan(seat, rules).items():
            ledger = ledger.pay(giver, seat, share, "nagashi")
        if how.counters == "paid":
            worth = rules.dealer.counter_value_to(dealer=seat is Wind.EAST)
            value = counter_points(deal.counters, worth, drawn=True)
            for giver in Wind:
                ledger = ledger.pay(giver, seat, value // 3, "counters")
    if how.bets == "first_from_east":
        first = min(seats)
        own = first in riichi
        others = deal.bets + len(riichi) - own
        ledger = ledger.pay("table", first, rules.riichi.bet * own, "own_bet")
        ledger = ledger.pay("table", first, rules.riichi.bet * others, "bets")
    if how.noten_payments == "made":
        ledger = ledger.and_([_noten(tenpai, rules)])
    dealer_has_it = Wind.EAST in seats
    stays = _stays(tenpai, rules)
    if how.dealer == "stays_if_his":
        stays = dealer_has_it and "win" in rules.dealer.stays_on
    if how.counters_after == "as_after_draw":
        return DrawPayment(ledger, stays, _counters_after(deal, rules))
    added = "dealer_win" in rules.dealer.counter_added_on
    return DrawPayment(ledger, stays, deal.counters + added if dealer_has_it else 0)

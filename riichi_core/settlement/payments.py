"""Payments between players: wins, draws and chips."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, assert_never

from riichi_core.hands.melds import From, Meld
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.chapters.liability import FedYakuman, HalfEach, Halves, Liability
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.rules.settings import yaku_name
from riichi_core.scoring.points import (
    BasePoints,
    base_points,
    counter_points,
    payments,
    yakuman_paid,
)
from riichi_core.scoring.possible_scores import HowWon, fewest_han
from riichi_core.scoring.score import NO_DORA, NoWin, Score, score, scorer
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

# ---- chips ---------------------------------------------------------------------------------------


def chips_for_wins(end: Wins, scores: Mapping[Wind, Score], rules: Rules) -> dict[Wind, int]:
    """Return the chips that each seat gets, less what it gives; empty where there are none.

    A self-draw is paid by all three, liable or not; a win that only says its value has chips for
    its yakuman alone. Of the wins that were declared, `scores` has those that stand.
    """
    awards = rules.chips.awarded
    if awards == "none":
        return {}
    balance = dict.fromkeys(Wind, 0)
    for win in end.wins:
        if win.seat not in scores:
            continue
        number = _chips_from_each(win, scores[win.seat], awards, drawn=end.discarder is None)
        for giver in _givers(end, win.seat):
            balance[giver] -= number
            balance[win.seat] += number
    return {seat: number for seat, number in balance.items() if number}


def _givers(end: Wins, winner: Wind) -> Iterable[Wind]:
    if end.discarder is not None:
        return (end.discarder,)
    return (seat for seat in Wind if seat is not winner)


def _chips_from_each(win: Win | StatedWin, score: Score, awards: ChipAwards, *, drawn: bool) -> int:
    """Return how many chips each payer gives for what counts in a win."""
    yakuman = awards.yakuman.self_draw if drawn else awards.yakuman.discard
    is_open = isinstance(win, Win) and win.hand.is_open
    red_five = awards.red_five.open if is_open else awards.red_five.closed
    ippatsu = any(yaku_han.id == "ippatsu" for yaku_han in score.yaku)
    return (
        awards.ippatsu * ippatsu
        + awards.ura_dora * (score.dora.ura_dora + score.dora.kan_ura_dora)
        + red_five * score.dora.red_fives
        + yakuman * score.yakuman
    )


# ---- the worth of a win --------------------------------------------------------------------------


def declared_score(
    win: Win | StatedWin, deal: DealResult, end: Wins, rules: Rules
) -> Score | NoWin:
    """Return what a declared win is worth under a ruleset, or why it is none.

    Raises:
        DealError: the fu are missing, and the han alone do not make a limit; or no hand that wins
            so has these han and fu.
        ImpossibleWinError: the hand cannot win so under the ruleset.
    """
    if isinstance(win, Win):
        return score(win, rules)
    how_won = HowWon(end.discarder is None, win.seat in deal.riichi, win.seat, deal.prevailing)
    if win.han is not None:
        _refuse_impossible(win.han, win.fu, how_won, deal.counters, rules)
    yakuman = yakuman_paid([1] * win.yakuman, rules.limits) if win.yakuman > 0 else 0
    base = _stated_base(win, yakuman, rules)
    paid = payments(
        base.points,
        dealer=win.seat is Wind.EAST,
        drawn=how_won.drawn,
        counters=deal.counters,
        counter_value=rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST),
    )
    return Score((), NO_DORA, win.han, win.fu, (), base.limit, yakuman, paid, "standard", ())


def _stated_base(win: StatedWin, yakuman: int, rules: Rules) -> BasePoints:
    limits = rules.limits
    if yakuman > 0:
        return BasePoints(yakuman * limits.yakuman, "yakuman")
    if win.limit is not None:
        return BasePoints(getattr(limits, win.limit).base, win.limit)
    assert win.han is not None
    return base_points(win.han, 0 if win.fu is None else win.fu, limits)


def _refuse_impossible(
    han: int, fu: int | None, how_won: HowWon, counters: int, rules: Rules
) -> None:
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
    fewest = fewest_han(fu, how_won, rules)
    if fewest is None:
        message = (
            Message("no self-drawn hand has {fu} fu", fu=fu)
            if how_won.drawn
            else Message("no hand that wins on a discard has {fu} fu", fu=fu)
        )
        raise DealError("contradiction", "fu", message)
    if han < fewest.han:
        yaku = Message.and_list(Message(yaku_name(name, rules)) for name in fewest.yaku)
        message = (
            Message("a self-drawn hand of {fu} fu has {han} han or more: {yaku}",
                    fu=fu, han=fewest.han, yaku=yaku)
            if how_won.drawn
            else Message("a hand of {fu} fu that wins on a discard has {han} han or more: {yaku}",
                         fu=fu, han=fewest.han, yaku=yaku)
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


Liable = Mapping[Wind, Fraction]
"""The seats that are liable (pao), the first listed yaku first, each with its part of the hand."""


def pay_win(
    deal: DealResult, end: Wins, win: Win | StatedWin, score: Score, counters: int, rules: Rules
) -> Ledger:
    """Return the payments for a win with the points for counters that this winner gets; no bets."""
    feeders = end.feeders.get(win.seat, {})
    liable_parts = liable(win, score, feeders, rules) if isinstance(win, Win) else {}
    hand = _without_counters(deal, win.seat, score, rules)
    payment = WinPayment(win.seat, end.discarder, hand, counters)
    if end.discarder is None:
        if not liable_parts or rules.liability.self_draw == "as_usual":
            return _usual_payments(payment)
        return _liable_self_draw(payment, liable_parts, rules.liability)
    discard = rules.liability.discard
    other_parts = {seat: part for seat, part in liable_parts.items() if seat != end.discarder}
    if not isinstance(discard, HalfEach) or not other_parts:
        return _usual_payments(payment).plus([_into_open_riichi(deal, end, win, payment, rules)])
    return _liable_discard(payment, other_parts, discard.half_each)


def _without_counters(deal: DealResult, winner: Wind, score: Score, rules: Rules) -> PaymentBySeat:
    """Return the payments of a score without its counters."""
    drawn = score.payments.from_discarder is None
    counter_value = rules.dealer.counter_value_to(dealer=winner is Wind.EAST)
    counters = counter_points(deal.counters, counter_value, drawn=drawn)
    counters_each = counters // 3 if drawn else counters
    usual = by_seat(winner, score.payments)
    return {seat: points - counters_each for seat, points in usual.items()}


def _into_open_riichi(
    deal: DealResult, end: Wins, win: Win | StatedWin, payment: WinPayment, rules: Rules
) -> Ledger:
    """Return what a discard into an open riichi costs beside the hand: up to a yakuman.

    Who is bound by a riichi had no choice; one that is void, or declared with this very discard,
    binds nobody.
    """
    giver, open_riichi = end.discarder, rules.riichi.open
    hand_is_open = isinstance(win, Win) and "open_riichi" in win.circumstances
    if giver is None or (giver in deal.standing_riichi and not end.void) or not hand_is_open:
        return Ledger()
    if open_riichi == "none" or open_riichi.deal_in == "usual":
        return Ledger()
    base, dealer = rules.limits.yakuman, win.seat is Wind.EAST
    yakuman = payments(base, dealer=dealer, drawn=False)
    extra = max(yakuman.total - payment.hand[win.seat], 0)
    return Ledger().pay(giver, win.seat, extra, "open_riichi")


def _usual_payments(payment: WinPayment) -> Ledger:
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


def _liable_self_draw(payment: WinPayment, liable_parts: Liable, liability: Liability) -> Ledger:
    """Return those of a self-draw: the liable pay their part of the hand for all three.

    The first of them pays the counters too, or all three do if they pay for another yakuman (WRC
    2025, 11.2.1, 11.2.2).
    """
    winner, ledger = payment.winner, Ledger()
    remaining = 1 - sum(liable_parts.values())
    for seat, part in liable_parts.items():
        ledger = ledger.pay(seat, winner, part * sum(payment.hand.values()), "liability")
    for giver, points in payment.hand.items():
        ledger = ledger.pay(giver, winner, remaining * points, "hand")
    covers = liability.covers
    shared = isinstance(covers, FedYakuman) and covers.liable_yakuman.counters == "shared"
    if remaining > 0 and shared:
        for giver in payment.hand:
            ledger = ledger.pay(giver, winner, payment.counters // 3, "counters")
        return ledger
    return ledger.pay(next(iter(liable_parts)), winner, payment.counters, "counters")


def _liable_discard(payment: WinPayment, liable_parts: Liable, halves: Halves) -> Ledger:
    """Return those of a third player's discard: half of what each fed is paid by the discarder."""
    winner, discarder, hand, counters = payment
    assert discarder is not None
    points, liable_part = hand[winner], sum(liable_parts.values(), Fraction(0))
    ledger = Ledger().pay(discarder, winner, points - points * liable_part / 2, "hand")
    for seat, part in liable_parts.items():
        ledger = ledger.pay(seat, winner, points * part / 2, "liability")
    first = next(iter(liable_parts))
    match halves.counters:
        case "discarder":
            return ledger.pay(discarder, winner, counters, "counters")
        case "liable":
            return ledger.pay(first, winner, counters, "counters")
        case "half_each":
            share = Fraction(counters, 2)
            ledger = ledger.pay(discarder, winner, share, "counters")
            return ledger.pay(first, winner, share, "counters")
        case _:
            assert_never(halves.counters)


# ---- liability -----------------------------------------------------------------------------------

_SEATS_AFTER: dict[From, int] = {"right": 1, "across": 2, "left": 3}
_MELDS_OF = {"big_three_dragons": (range(31, 34), 3), "big_four_winds": (range(27, 31), 4)}
"""The kinds of the melds, and how many of them make the yakuman."""


def liable(win: Win, score: Score, feeders: Mapping[str, Wind], rules: Rules) -> Liable:
    """Return the players liable (pao) for a win, and for which part of the hand each is.

    Who is liable for all of it is so alone: of two, for the yaku that is listed first. Where more
    yakuman were fed than are paid, those that are listed first are paid in full. `feeders` are who
    fed the decisive meld of a yaku, where the marks of the melds do not say it.
    """
    parts: dict[Wind, Fraction] = {}
    remaining = Fraction(1)
    for yaku_han in score.yaku:
        if yaku_han.id in rules.liability.yaku:
            seat = _feeder(win, yaku_han.id, feeders, rules.liability)
            if seat is None or seat == win.seat:
                continue
            covered = _covered_part(yaku_han.id, score, rules)
            if covered == 1:
                return {seat: covered}
            part = min(covered, remaining)
            remaining -= part
            parts[seat] = parts.get(seat, Fraction(0)) + part
    return {seat: part for seat, part in parts.items() if part > 0}


def _covered_part(name: str, score: Score, rules: Rules) -> Fraction:
    """Return which part of what is paid the yakuman is that somebody fed."""
    value = getattr(rules.yaku, name)
    if rules.liability.covers == "whole_hand" or not isinstance(value, YakumanWorth):
        return Fraction(1)
    if rules.limits.several_yakuman == "best_one" and value.yakuman < score.yakuman:
        return Fraction(0)
    return min(Fraction(value.yakuman, score.yakuman), Fraction(1))


def _feeder(win: Win, name: str, feeders: Mapping[str, Wind], liability: Liability) -> Wind | None:
    if name in _MELDS_OF:
        kinds, needed = _MELDS_OF[name]
        melds = [meld for meld in win.hand.melds if meld.first.kind in kinds]
    else:  # nobody fed what the player added to a pung or drew
        needed = 4 if name == "four_kongs" else 1
        melds = [meld for meld in win.hand.melds if meld.kong]
        if not melds or melds[-1].kind != "kong":
            return None
    if len(melds) < needed or not melds[-1].claimed:
        return None
    if needed > 1 and not _earlier_melds_count(melds[:-1], liability):
        return None
    return feeders[name] if name in feeders else _feeder_by_mark(win, melds[-1])


def _earlier_melds_count(melds: list[Meld], liability: Liability) -> bool:
    return liability.earlier_sets == "visible" or all(meld.claimed for meld in melds)


def _feeder_by_mark(win: Win, meld: Meld) -> Wind | None:
    if meld.claimed_from is None:
        return None
    return Wind((win.seat + _SEATS_AFTER[meld.claimed_from]) % 4)


# ---- exhaustive draws ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawPayment:
    """The payments at an exhaustive draw, and how the game continues."""

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
    returned_bets = Ledger().give_back(returned, rules.riichi.bet)
    if isinstance(nagashi, Nagashi) and end.nagashi:
        paid = _pay_nagashi(deal, deal.riichi - returned, end.nagashi, tenpai, nagashi, rules)
        return DrawPayment(paid.ledger.plus([returned_bets]), paid.dealer_stays, paid.counters_next)
    counters = _counters_after(deal, rules)
    ledger = _noten_payments(tenpai, rules).plus([returned_bets])
    return DrawPayment(ledger, _dealer_stays(tenpai, rules), counters)


def _dealer_stays(tenpai: frozenset[Wind], rules: Rules) -> bool:
    return ("tenpai" if Wind.EAST in tenpai else "noten") in rules.dealer.stays_on


def _counters_after(deal: DealResult, rules: Rules) -> int:
    kept = deal.counters if rules.dealer.counters_after_draw == "kept" else 0
    return kept + ("exhaustive_draw" in rules.dealer.counter_added_on)


def _noten_payments(tenpai: frozenset[Wind], rules: Rules) -> Ledger:
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
    nagashi: Nagashi,
    rules: Rules,
) -> DrawPayment:
    """Pay each seat as for a mangan on a self-draw; `riichi` are those whose stakes still lie."""
    ledger = Ledger()
    for seat in sorted(seats):
        for giver, share in self_drawn_mangan(seat, rules).items():
            ledger = ledger.pay(giver, seat, share, "nagashi")
        if nagashi.counters == "paid":
            counter_value = rules.dealer.counter_value_to(dealer=seat is Wind.EAST)
            counters = counter_points(deal.counters, counter_value, drawn=True)
            for giver in Wind:
                ledger = ledger.pay(giver, seat, counters // 3, "counters")
    if nagashi.bets == "first_from_east":
        first = min(seats)
        own_bet = first in riichi
        others = deal.bets + len(riichi) - own_bet
        ledger = ledger.pay("table", first, rules.riichi.bet * own_bet, "own_bet")
        ledger = ledger.pay("table", first, rules.riichi.bet * others, "bets")
    if nagashi.noten_payments == "made":
        ledger = ledger.plus([_noten_payments(tenpai, rules)])
    dealer_has_nagashi = Wind.EAST in seats
    stays = _dealer_stays(tenpai, rules)
    if nagashi.dealer == "stays_if_his":
        stays = dealer_has_nagashi and "win" in rules.dealer.stays_on
    if nagashi.counters_after == "as_after_draw":
        return DrawPayment(ledger, stays, _counters_after(deal, rules))
    added = "dealer_win" in rules.dealer.counter_added_on
    return DrawPayment(ledger, stays, deal.counters + added if dealer_has_nagashi else 0)

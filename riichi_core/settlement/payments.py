"""The points that players pay each other for wins, draws, chombo and bets, and the chips.

`settlement.settle` decides which payments are due, and calls a function of this module for each.
In: the deal and, for a win, its `Score` with the base points. Out: a `Ledger`, which lists each
transfer with its reason. Points only move, so the balances of a ledger add up to zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, assert_never

from riichi_core.hands.marked_tiles import bonus_tiles
from riichi_core.hands.melds import From, Meld
from riichi_core.hands.win import Win
from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.chapters.chombo import ToEach
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.chapters.liability import FedYakuman, HalfEach, Halves, Liability, LiableYaku
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, counter_points, limit_row, payments
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import priced_yaku
from riichi_core.settlement.ending import FED_SETS, FinishedDeal, StatedWin, Wins
from riichi_core.settlement.ledger import Ledger
from riichi_core.tiles import Wind

# ---- a win ---------------------------------------------------------------------------------------


class WinPayment(NamedTuple):
    """The points due for a win.

    Attributes:
        winner: the seat that is paid.
        hand: the points for the hand, by the seats that pay them if nobody is liable: the
            discarder, or the three others after a self-draw.
        counters: the points for the counters, from all payers together.
    """

    winner: Wind
    hand: dict[Wind, int]
    counters: int


def pay_win(
    deal: FinishedDeal, end: Wins, win: Win | StatedWin, score: Score, counters: int, rules: Rules
) -> Ledger:
    """Return the payments for one win, without riichi bets; `counters` are those it is paid."""
    value = rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST)
    payment = WinPayment(
        win.seat,
        hand_payments(win.seat, end.discarder, score.base),
        counter_points(counters, value, drawn=end.discarder is None),
    )
    fed_by = end.fed_by.get(win.seat, {})
    shares = liable_shares(win, score, fed_by, rules)
    if end.discarder is None:
        ledger = _self_draw(payment, shares, rules.liability)
    else:
        other_shares = {seat: part for seat, part in shares.items() if seat != end.discarder}
        discard = rules.liability.discard
        if isinstance(discard, HalfEach) and other_shares:
            ledger = _liable_discard(payment, end.discarder, other_shares, discard.half_each)
        else:
            extra = _into_open_riichi(deal, end, win, payment.hand[end.discarder], rules)
            ledger = _usual_payments(payment)
            ledger = ledger.pay(end.discarder, win.seat, extra, "open_riichi")
    return ledger.plus(_wareme_payments(deal, ledger, rules))


def hand_payments(winner: Wind, discarder: Wind | None, base: int) -> dict[Wind, int]:
    """Return the points for a hand, by paying seat; without a discarder, for a self-draw."""
    paid = payments(base, dealer=winner is Wind.EAST, drawn=discarder is None)
    if discarder is not None:
        return {discarder: paid.total}
    each, dealer = paid.from_each or 0, paid.from_dealer
    return {
        seat: dealer if seat is Wind.EAST and dealer is not None else each
        for seat in Wind
        if seat is not winner
    }


def _usual_payments(payment: WinPayment) -> Ledger:
    """Return the payments if nobody is liable."""
    winner, hand, counters = payment
    ledger = Ledger()
    for giver, points in hand.items():
        ledger = ledger.pay(giver, winner, points, "hand")
    for giver in hand:
        ledger = ledger.pay(giver, winner, counters // len(hand), "counters")
    return ledger


def _self_draw(payment: WinPayment, shares: LiableShares, liability: Liability) -> Ledger:
    """Return the payments for a self-draw: liable seats pay their part of the hand for all three.

    The first liable seat also pays the counters. If another part of the hand remains, the ruleset
    can make all three pay them (WRC 2025, 11.2.1, 11.2.2).
    """
    if not shares or liability.self_draw == "as_usual":
        return _usual_payments(payment)
    winner, hand, counters = payment
    ledger = Ledger()
    remaining = 1 - sum(shares.values())
    for seat, part in shares.items():
        ledger = ledger.pay(seat, winner, part * sum(hand.values()), "liability")
    for giver, points in hand.items():
        ledger = ledger.pay(giver, winner, remaining * points, "hand")
    covers = liability.covers
    shared = isinstance(covers, FedYakuman) and covers.liable_yakuman.counters == "shared"
    if remaining > 0 and shared:
        for giver in hand:
            ledger = ledger.pay(giver, winner, counters // 3, "counters")
        return ledger
    return ledger.pay(next(iter(shares)), winner, counters, "counters")


def _liable_discard(
    payment: WinPayment, discarder: Wind, shares: LiableShares, halves: Halves
) -> Ledger:
    """Return the payments for a third player's discard: liable seats pay half of their part."""
    winner, hand, counters = payment
    points, liable_share = hand[discarder], sum(shares.values(), Fraction(0))
    ledger = Ledger().pay(discarder, winner, points - points * liable_share / 2, "hand")
    for seat, part in shares.items():
        ledger = ledger.pay(seat, winner, points * part / 2, "liability")
    first = next(iter(shares))
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


def _into_open_riichi(
    deal: FinishedDeal, end: Wins, win: Win | StatedWin, hand_points: int, rules: Rules
) -> int:
    """Return the points that a discard into an open riichi adds to a hand, at most to a yakuman.

    A discarder who is in riichi could not choose another tile and pays nothing more. A riichi that
    is void, or was declared with this discard, does not count.
    """
    open_riichi = rules.riichi.open
    hand_is_open = isinstance(win, Win) and "open_riichi" in win.circumstances
    if (end.discarder in deal.standing_riichi and not end.void) or not hand_is_open:
        return 0
    if open_riichi == "none" or open_riichi.deal_in == "usual":
        return 0
    yakuman = payments(rules.limits.yakuman, dealer=win.seat is Wind.EAST, drawn=False)
    return max(yakuman.total - hand_points, 0)


def _wareme_payments(deal: FinishedDeal, paid: Ledger, rules: Rules) -> Ledger:
    """Return the second payment for a hand by or to the player whose wall was broken (wareme)."""
    ledger = Ledger()
    for transfer in paid.transfers if rules.setup.wareme != "none" else ():
        if transfer.why != "counters" and deal.wareme in (transfer.giver, transfer.taker):
            ledger = ledger.pay(transfer.giver, transfer.taker, transfer.points, "wareme")
    return ledger


# ---- liability -----------------------------------------------------------------------------------

LiableShares = Mapping[Wind, Fraction]
"""The seats that are liable (pao), each with its part of the hand, in the order of the yaku."""

_SEATS_AFTER: dict[From, int] = {"right": 1, "across": 2, "left": 3}


def liable_shares(
    win: Win | StatedWin, score: Score, fed_by: Mapping[str, Wind], rules: Rules
) -> LiableShares:
    """Return the players liable (pao) for a win, each with a part of the hand.

    If a player is liable for the whole hand, nobody else is. Of two such players, the one for the
    yaku listed first is liable. If more yakuman were fed than are paid, those listed first are paid
    in full. `fed_by` names the players who fed the decisive meld of a yaku, if no marks show it.
    """
    parts: dict[Wind, Fraction] = {}
    remaining = Fraction(1)
    scored = [yaku_han.id for yaku_han in score.yaku]
    if isinstance(win, StatedWin):  # next to a yakuman, other yaku do not count
        scored = [
            name
            for name, worth in priced_yaku(rules.yaku).items()
            if name in fed_by and isinstance(worth, YakumanWorth) == (win.yakuman > 0)
        ]
    for yaku in sorted({*rules.liability.yaku}.intersection(scored), key=scored.index):
        seat = _feeder(win, yaku, fed_by, rules.liability)
        if seat is None or seat == win.seat:
            continue
        covered = _covered_share(yaku, score, rules)
        if covered == 1:
            return {seat: covered}
        part = min(covered, remaining)
        remaining -= part
        parts[seat] = parts.get(seat, Fraction(0)) + part
    return {seat: part for seat, part in parts.items() if part > 0}


def _covered_share(name: str, score: Score, rules: Rules) -> Fraction:
    """Return the part of the hand's points that a liable player covers for a fed yaku."""
    value = getattr(rules.yaku, name)
    if rules.liability.covers == "whole_hand" or not isinstance(value, YakumanWorth):
        return Fraction(1)
    if rules.limits.several_yakuman == "best_one" and value.yakuman < score.yakuman:
        return Fraction(0)
    return min(Fraction(value.yakuman, score.yakuman), Fraction(1))


def _feeder(
    win: Win | StatedWin, name: LiableYaku, fed_by: Mapping[str, Wind], liability: Liability
) -> Wind | None:
    """Return the seat that fed the decisive meld of a yaku, if one did."""
    if isinstance(win, StatedWin):
        return fed_by[name]
    melds, needed = _fed_melds(win, name)
    if len(melds) < needed or not melds[-1].claimed:
        return None
    concealed_count = needed == 1 or liability.earlier_sets == "visible"
    if not concealed_count and not all(meld.claimed for meld in melds):
        return None
    if name in fed_by:
        return fed_by[name]
    giver = melds[-1].claimed_from
    return None if giver is None else Wind((win.seat + _SEATS_AFTER[giver]) % 4)


def _fed_melds(win: Win, name: LiableYaku) -> tuple[list[Meld], int]:
    """Return the melds that make a yaku, the decisive one last, and the number it needs."""
    melds, quads = win.hand.melds, [meld for meld in win.hand.melds if meld.quad]
    if quads and quads[-1].kind != "quad":  # the player added the tile to a triplet, or drew it
        quads = []
    if name in ("four_quads", "after_a_quad"):
        return quads, 4 if name == "four_quads" else 1
    kinds, needed = FED_SETS[name]
    return [meld for meld in melds if all(tile.kind in kinds for tile in meld.tiles)], needed


# ---- riichi bets ---------------------------------------------------------------------------------


def take_bets(seat: Wind, riichi: frozenset[Wind], earlier: Points, bet: int) -> Ledger:
    """Give the bets of `riichi` and a number of `earlier` bets to one seat, its own bet first.

    `bet` is the points of one bet.
    """
    own = seat in riichi
    ledger = Ledger().pay("table", seat, bet * own, "own_bet")
    return ledger.pay("table", seat, bet * (earlier + len(riichi) - own), "bets")


# ---- draws ---------------------------------------------------------------------------------------


def noten_payments(tenpai: frozenset[Wind], rules: Rules) -> Ledger:
    """Return the equal payments of each noten player to each tenpai player."""
    noten = [seat for seat in Wind if seat not in tenpai]
    ledger = Ledger()
    if not tenpai or not noten:
        return ledger
    share = Fraction(rules.draws.noten_points(len(noten)), len(noten) * len(tenpai))
    for giver in noten:
        for taker in sorted(tenpai):
            ledger = ledger.pay(giver, taker, share, "noten")
    return ledger


def nagashi_payments(
    seats: frozenset[Wind], nagashi: Nagashi, counters: int, rules: Rules
) -> Ledger:
    """Return the payments to each seat that has nagashi mangan: those of a self-drawn limit."""
    ledger, limits = Ledger(), rules.limits
    paid_counters = counters if nagashi.counters == "paid" else 0
    yakuman = nagashi.limit == "yakuman"
    base = limits.yakuman if yakuman else limit_row(nagashi.limit, None, limits).base
    for seat in sorted(seats):
        for giver, points in hand_payments(seat, None, base).items():
            ledger = ledger.pay(giver, seat, points, "nagashi")
        value = rules.dealer.counter_value_to(dealer=seat is Wind.EAST)
        for giver in Wind:
            share = counter_points(paid_counters, value, drawn=True) // 3
            ledger = ledger.pay(giver, seat, share, "counters")
    return ledger


# ---- chombo --------------------------------------------------------------------------------------


def chombo_payments(
    offenders: Iterable[Wind], price: Literal["reverse_mangan"] | ToEach, rules: Rules
) -> Ledger:
    """Return the payments of each offender: a self-drawn mangan in reverse, or as much to each."""
    ledger = Ledger()
    for offender in sorted(offenders):
        for seat, points in hand_payments(offender, None, rules.limits.mangan.base).items():
            paid = points if price == "reverse_mangan" else price.to_each
            ledger = ledger.pay(offender, seat, paid, "chombo")
    return ledger


# ---- chips ---------------------------------------------------------------------------------------


def chips_for_wins(end: Wins, scores: Mapping[Wind, Score], rules: Rules) -> dict[Wind, int]:
    """Return the chips that each seat gets, less those it gives; empty if there are none.

    All three players pay for a self-draw, liable or not. A win that is recorded only by its value
    earns chips only for its yakuman. `scores` has the wins that stand.
    """
    awards = rules.chips.awarded
    if awards == "none":
        return {}
    balance, bonus = dict.fromkeys(Wind, 0), bonus_tiles(rules.tiles)
    for win in end.wins:
        if win.seat not in scores:
            continue
        number = _chips_from_each(win, scores[win.seat], awards, drawn=end.discarder is None)
        if isinstance(win, Win):
            number += sum(bonus[tile].chips for tile in win.tiles if tile.bonus)
        givers = {*Wind} - {win.seat} if end.discarder is None else {end.discarder}
        for giver in givers:
            balance[giver] -= number
            balance[win.seat] += number
    return {seat: number for seat, number in balance.items() if number}


def _chips_from_each(win: Win | StatedWin, score: Score, awards: ChipAwards, *, drawn: bool) -> int:
    """Return the chips that each payer gives for a win."""
    yakuman = awards.yakuman.self_draw if drawn else awards.yakuman.discard
    is_open = isinstance(win, Win) and win.hand.is_open
    red_five = awards.red_five.open if is_open else awards.red_five.concealed
    ippatsu = any(yaku_han.id == "ippatsu" for yaku_han in score.yaku)
    return (
        awards.ippatsu * ippatsu
        + awards.ura_dora * (score.dora.ura_dora + score.dora.kan_ura_dora)
        + red_five * score.dora.red_fives
        + yakuman * score.yakuman
    )

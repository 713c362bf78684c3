"""Settling a deal: which wins stand, who pays whom and why, and how the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, assert_never

from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.rules.chapters.aborted import AfterAbortiveDraw
from riichi_core.rules.chapters.claims import AllWin, SeveralPaid, TwoThenAbort
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import counter_points
from riichi_core.scoring.score import NoWin, Score
from riichi_core.settlement.chombo import (
    chombo_fines,
    chombo_penalties,
    price_of_chombo,
    reversed_mangan,
)
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealError,
    DealResult,
    DealtAgain,
    Ending,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.settlement.ledger import Ledger, Points, Transfer, signed, whole
from riichi_core.settlement.payments import chips_for_wins, declared_score, pay_draw, pay_win
from riichi_core.tiles import Wind

RefusalReason = Literal[
    "nearest_wins", "three_calls", "chombo", "no_yaku", "not_complete", "minimum_yaku",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments at the end of a deal, and how the game continues.

    Attributes:
        ledger: every transfer.
        winners: whose wins stand, the nearest after the discarder first.
        refused: whose wins do not, and why.
        scores: what each win that stands is worth.
        bets_left: bets on the table for the next deal; a fraction where they were shared.
        dealer_stays: whether East deals again.
        counters_next: counters on the table in the next deal.
        redeal: whether the deal is played again and does not count as one.
        offenders: who made a chombo, also by a win that did not stand.
        penalties: points off the result after uma, which do not touch the table.
        fines: points off the scores at the table, which nobody gets.
        chips: the chips that each seat gets with the wins, less what it gives.
    """

    ledger: Ledger
    bets_left: Points
    dealer_stays: bool
    counters_next: int
    winners: tuple[Wind, ...] = ()
    refused: tuple[tuple[Wind, RefusalReason], ...] = ()
    scores: Mapping[Wind, Score] = field(default_factory=dict)
    redeal: bool = False
    offenders: tuple[Wind, ...] = ()
    penalties: Mapping[Wind, int] = field(default_factory=dict)
    fines: Mapping[Wind, int] = field(default_factory=dict)
    chips: Mapping[Wind, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return `<Settlement: south +3,900, west -3,900; the deal passes>`."""
        return f"<Settlement: {self}>"

    def __str__(self) -> str:
        """Return in a line what each seat gets or pays, chips included, and who deals next."""
        changes = {seat: points + self.fines.get(seat, 0) for seat, points in self.deltas.items()}
        paid = (f"{seat} {signed(points)}" for seat, points in changes.items() if points)
        off = (f"{seat} {signed(points)} after uma"
               for seat, points in self.penalties.items() if points)  # fmt: skip
        chips_won = (f"{seat} {signed(chips)} {'chip' if abs(chips) == 1 else 'chips'}"
                     for seat, chips in self.chips.items() if chips)  # fmt: skip
        amounts = ", ".join((*paid, *off, *chips_won)) or "nothing is paid"
        if self.redeal:
            return f"{amounts}; the deal is played again"
        return f"{amounts}; {'east deals again' if self.dealer_stays else 'the deal passes'}"

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every transfer, in the order in which they are explained."""
        return self.ledger.transfers

    @property
    def deltas(self) -> dict[Wind, Points]:
        """The points each seat gets, less what it pays; stakes were paid when they were made."""
        return {seat: self.ledger.balance(seat) for seat in Wind}


def settle(deal: DealResult | Ending, ruleset: GivenRules) -> Settlement:
    """Return what a deal comes to under a ruleset: who pays whom, and how the game goes on.

    Args:
        deal: the deal; where only its end is known, that end: winds, counters and riichi are
            then those of the wins.
        ruleset: what is played by, or its id or path.

    Raises:
        DealError: the ruleset has no such end of a deal, or no declared win stands.
        ImpossibleWinError: a hand cannot win so under the ruleset.

    >>> list(settle(ExhaustiveDraw(tenpai=["east"]), "ema-2016").deltas.values())
    [3000, -1000, -1000, -1000]
    """
    rules = rules_of(ruleset)
    deal = deal if isinstance(deal, DealResult) else DealResult.of(deal)
    settlement = _settle_by_end(deal, rules)
    return replace(
        settlement,
        penalties=_summed(settlement.penalties, deal.penalties),
        fines=_summed(settlement.fines, deal.fines),
    )


def _summed(first: Mapping[Wind, int], second: Mapping[Wind, int]) -> dict[Wind, int]:
    return {seat: first.get(seat, 0) + second.get(seat, 0) for seat in sorted({*first, *second})}


def _settle_by_end(deal: DealResult, rules: Rules) -> Settlement:
    match deal.end:
        case Wins():
            return _settle_wins(deal, deal.end, rules)
        case ChomboEnding():
            return _settle_chombo(deal, deal.offenders, rules)
        case ExhaustiveDraw():
            return _settle_draw(deal, deal.end, rules)
        case AbortiveDraw():
            after = _allowed_abortive_draw(deal.end, rules)
            if deal.offenders:
                return _settle_chombo(deal, deal.offenders, rules)
            return _settle_abortive_draw(deal, after, (), rules)
        case DealtAgain():
            if deal.offenders:
                return _settle_chombo(deal, deal.offenders, rules)
            return _settle_dealt_again(deal, rules)
        case _:
            assert_never(deal.end)


# ---- wins ----------------------------------------------------------------------------------------


def _settle_wins(deal: DealResult, end: Wins, rules: Rules) -> Settlement:
    declared = sorted(end.wins, key=lambda win: (win.seat - (end.discarder or 0)) % 4)
    scores: dict[Wind, Score] = {}
    refused: list[tuple[Wind, RefusalReason]] = []
    reasons: list[Message] = []
    for win in declared:
        if win.seat in deal.offenders:
            refused.append((win.seat, "chombo"))
            continue
        result = declared_score(win, deal, end, rules)
        if isinstance(result, NoWin):
            refused.append((win.seat, result.reason))
            reasons.append(Message("{seat}: {why}", seat=win.seat, why=result.message))
        else:
            scores[win.seat] = result
    offenders = deal.offenders
    if rules.fouls.false_win_shown == "chombo":
        offenders |= {seat for seat, _ in refused}
    if offenders and (not scores or rules.chombo.with_win == "stands"):
        lost_wins: list[tuple[Wind, RefusalReason]] = [(seat, "chombo") for seat in scores]
        return _settle_chombo(deal, offenders, rules, (*refused, *lost_wins))
    if not scores:
        message = Message(
            "no declared win stands ({lacks}), and the deal goes on without them",
            lacks=Message.joined(reasons, "; "),
        )
        raise DealError("no_win_stands", "wins", message)
    several = rules.claims.winners
    match several:
        case "nearest":
            first, *others = scores
            refused += [(seat, "nearest_wins") for seat in others]
            return _pay_winners(deal, end, {first: scores[first]}, refused, None, rules)
        case AllWin(all=paid):
            return _pay_winners(deal, end, scores, refused, paid, rules)
        case TwoThenAbort(two_then_abort=paid):
            if len(scores) < 3:
                return _pay_winners(deal, end, scores, refused, paid, rules)
            calls: list[tuple[Wind, RefusalReason]] = [(seat, "three_calls") for seat in scores]
            return _settle_abortive_draw(deal, paid.three, (*refused, *calls), rules)
        case _:
            assert_never(several)


def _pay_winners(
    deal: DealResult,
    end: Wins,
    scores: dict[Wind, Score],
    refused: list[tuple[Wind, RefusalReason]],
    several: SeveralPaid | None,
    rules: Rules,
) -> Settlement:
    """Pay the wins that stand; `scores` has the nearest first."""
    first = next(iter(scores))
    if len(scores) == 1:
        several = None
    ledger = Ledger()
    for win in sorted((win for win in end.wins if win.seat in scores), key=lambda win: win.seat):
        gets_counters = several is None or several.counters == "each" or win.seat is first
        value = rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST) if gets_counters else 0
        points = counter_points(deal.counters, value, drawn=end.discarder is None)
        payments = pay_win(deal, end, win, scores[win.seat], points, rules)
        ledger = ledger.plus([payments, _wareme_payments(deal, payments, rules)])
    ledger = ledger.plus([_bet_payments(deal, list(scores), several, rules)])
    east = Wind.EAST in scores
    if east and several is not None and several.dealer == "stays_as_nearest":
        east = first is Wind.EAST
    counter_added = "dealer_win" in rules.dealer.counter_added_on
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=east and "win" in rules.dealer.stays_on,
        counters_next=deal.counters + counter_added if east else 0,
        winners=tuple(scores),
        refused=tuple(refused),
        scores=scores,
        chips=chips_for_wins(end, scores, rules),
    )


def _wareme_payments(deal: DealResult, payments: Ledger, rules: Rules) -> Ledger:
    """Return what is paid once more for a hand by or to the player whose wall was broken."""
    ledger = Ledger()
    if rules.setup.wareme == "none":
        return ledger
    for transfer in payments.transfers:
        if transfer.why != "counters" and deal.wareme in (transfer.giver, transfer.taker):
            ledger = ledger.pay(transfer.giver, transfer.taker, transfer.points, "wareme")
    return ledger


def _bet_payments(
    deal: DealResult, winners: list[Wind], several: SeveralPaid | None, rules: Rules
) -> Ledger:
    """Return where the bets on the table go; `winners` has the nearest first."""
    bet = rules.riichi.bet
    ledger = Ledger()
    lapsed = _lapsed_riichi(deal)
    ledger = ledger.give_back(lapsed, bet)
    standing = deal.riichi - lapsed
    for seat in winners:
        if seat in standing and (several is None or several.own_bets == "returned"):
            ledger = ledger.pay("table", seat, bet, "own_bet")
    riichi_winners = {seat for seat in winners if seat in standing}
    if several is not None and several.own_bets == "nearest":
        nearest_own = winners[0] in riichi_winners
        ledger = ledger.pay("table", winners[0], bet * nearest_own, "own_bet")
        ledger = ledger.pay("table", winners[0], bet * (len(riichi_winners) - nearest_own), "bets")
    others = bet * (deal.bets + len(standing - riichi_winners))
    if several is not None and several.other_bets == "shared":
        for seat in winners:
            ledger = ledger.pay("table", seat, Fraction(others, len(winners)), "bets")
        return ledger
    return ledger.pay("table", winners[0], others, "bets")


def _lapsed_riichi(deal: DealResult) -> frozenset[Wind]:
    """Return the seats whose riichi lapses: by a foul, or because its discard was won on."""
    end = deal.end
    if isinstance(end, Wins) and end.void and end.discarder is not None:
        return deal.void_riichi | {end.discarder}
    return deal.void_riichi


def _bets_left(deal: DealResult, ledger: Ledger, rules: Rules) -> Points:
    """Return the bets that stay on the table; none where a riichi costs nothing."""
    stakes = deal.bets + len(deal.riichi)
    if rules.riichi.bet == 0:
        return 0
    return whole(stakes + Fraction(ledger.balance("table"), rules.riichi.bet))


# ---- draws ---------------------------------------------------------------------------------------


def _settle_draw(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> Settlement:
    noten, fault = _noten_riichi(deal, end, rules), rules.fouls.noten_riichi
    if fault != "valid" and fault.penalty == "dead_hand":
        end = replace(end, dead=end.dead | noten)
        noten = frozenset()
    if offenders := deal.offenders | noten:
        return _settle_chombo(deal, offenders, rules)
    payment = pay_draw(deal, end, rules)
    return Settlement(
        ledger=payment.ledger,
        bets_left=_bets_left(deal, payment.ledger, rules),
        dealer_stays=payment.dealer_stays,
        counters_next=payment.counters_next,
    )


def _noten_riichi(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> frozenset[Wind]:
    """Return whose riichi proves noten beside nagashi mangan, where that is judged.

    Beside nagashi mangan the ruleset says whether it is (EMA 2016, 3.4.6; WRCR 2015, 7.2).

    Raises:
        DealError: there is no nagashi mangan, so that it has to be said why it is not tenpai.
    """
    fault = rules.fouls.noten_riichi
    noten = deal.standing_riichi - end.tenpai - end.dead - end.noten_riichi - deal.offenders
    if fault == "valid" or not noten:
        return frozenset()
    if not end.nagashi:
        message = Message(
            "{seat} declared riichi and is not tenpai: expected in tenpai, in dead_hands, "
            "or in offenders for a riichi that was noten or a hand that was not shown",
            seat=min(noten),
        )
        raise DealError("contradiction", "tenpai", message)
    judged = rules.draws.judges_riichi(nagashi=True) and "exhaustive_draw" in fault.found_at
    return noten if judged else frozenset()


def _settle_dealt_again(deal: DealResult, rules: Rules) -> Settlement:
    """Return what a deal comes to that is dealt again through nobody's fault."""
    ledger = Ledger().give_back(deal.riichi, rules.riichi.bet)
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=True,
        counters_next=deal.counters,
        redeal=True,
    )


_CAUSES: dict[str, Translatable] = {
    "nine_kinds": "nine_kinds",
    "four_winds": "four_winds",
    "four_riichi": "four_riichi",
    "four_kongs": "four_kongs",
}


def _allowed_abortive_draw(end: AbortiveDraw, rules: Rules) -> AfterAbortiveDraw:
    """Return what follows a deal that is called off for this cause, if it is."""
    abortive = rules.draws.abortive
    if abortive == "none" or getattr(abortive, end.cause) == "play_on":
        message = Message(
            "there is no abortive draw by {cause} in this ruleset: play goes on",
            cause=Message(_CAUSES[end.cause]),
        )
        raise DealError("no_such_end", "cause", message)
    return abortive


def _settle_abortive_draw(
    deal: DealResult,
    after: AfterAbortiveDraw,
    refused: tuple[tuple[Wind, RefusalReason], ...],
    rules: Rules,
) -> Settlement:
    """Return what a deal that was called off comes to."""
    returned = deal.riichi if after.bets == "returned" else _lapsed_riichi(deal)
    ledger = Ledger().give_back(returned, rules.riichi.bet)
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=after.dealer == "stays",
        counters_next=deal.counters + (after.counter == "added"),
        refused=refused,
    )


# ---- chombo --------------------------------------------------------------------------------------


def _settle_chombo(
    deal: DealResult,
    offenders: frozenset[Wind],
    rules: Rules,
    refused: tuple[tuple[Wind, RefusalReason], ...] = (),
) -> Settlement:
    """Return what a deal comes to that ended with a chombo."""
    price = price_of_chombo(rules, deal.setting)
    ledger = reversed_mangan(offenders, rules) if price == "reverse_mangan" else Ledger()
    returned = deal.riichi if rules.chombo.riichi_bets == "returned" else deal.void_riichi
    ledger = ledger.give_back(returned, rules.riichi.bet)
    next_deal = rules.chombo.next_deal
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=next_deal != "deal_passes",
        counters_next=deal.counters + (next_deal == "same_with_counter"),
        refused=refused,
        redeal=next_deal != "deal_passes",
        offenders=tuple(sorted(offenders)),
        penalties=chombo_penalties(offenders, price),
        fines=chombo_fines(offenders, price),
    )

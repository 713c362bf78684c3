"""Settling a deal: which wins stand, who pays whom and why, and how the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, assert_never

from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.rules.chapters.aborted import AfterAbortiveDraw
from riichi_core.rules.chapters.claims import AllWin, SeveralPaid, TwoThenAbort
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import counter_points
from riichi_core.scoring.score import NoWin, Score
from riichi_core.settlement.chips import chips
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
from riichi_core.settlement.payments import pay_draw, pay_win, worth
from riichi_core.tiles import Wind

RefusalReason = Literal[
    "nearest_wins", "three_calls", "chombo", "no_yaku", "not_complete", "minimum_yaku",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settlement:
    """The payments at the end of a deal, and the way on.

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
        """Return in a line what each seat gets or pays at the table, and who deals next."""
        changes = {seat: n + self.fines.get(seat, 0) for seat, n in self.deltas.items()}
        moved = (f"{seat} {signed(points)}" for seat, points in changes.items() if points)
        off = (f"{seat} {signed(n)} after uma" for seat, n in self.penalties.items() if n)
        amounts = ", ".join((*moved, *off)) or "nothing is paid"
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
    found = _settle(deal, rules)
    return replace(
        found,
        penalties=_together(found.penalties, deal.penalties),
        fines=_together(found.fines, deal.fines),
    )


def _together(one: Mapping[Wind, int], other: Mapping[Wind, int]) -> dict[Wind, int]:
    return {seat: one.get(seat, 0) + other.get(seat, 0) for seat in sorted({*one, *other})}


def _settle(deal: DealResult, rules: Rules) -> Settlement:
    match deal.end:
        case Wins():
            return _settle_wins(deal, deal.end, rules)
        case ChomboEnding():
            return _chombo(deal, deal.offenders, rules)
        case ExhaustiveDraw():
            _refuse_noten_riichi(deal, deal.end, rules)
            offenders = deal.offenders | _noten_riichi(deal, deal.end, rules)
            if offenders:
                return _chombo(deal, offenders, rules)
            return _exhaustive(deal, deal.end, rules)
        case AbortiveDraw():
            after = _aborted(deal.end, rules)
            if deal.offenders:
                return _chombo(deal, deal.offenders, rules)
            return _called_off(deal, after, (), rules)
        case DealtAgain():
            return _dealt_again(deal, rules)
        case _:
            assert_never(deal.end)


# ---- wins ----------------------------------------------------------------------------------------


def _settle_wins(deal: DealResult, end: Wins, rules: Rules) -> Settlement:
    declared = sorted(end.wins, key=lambda win: (win.seat - (end.discarder or 0)) % 4)
    scores: dict[Wind, Score] = {}
    refused: list[tuple[Wind, RefusalReason]] = []
    lacks: list[Message] = []
    for win in declared:
        if win.seat in deal.offenders:
            refused.append((win.seat, "chombo"))
            continue
        result = worth(win, deal, end, rules)
        if isinstance(result, NoWin):
            refused.append((win.seat, result.reason))
            lacks.append(Message("{seat}: {why}", seat=win.seat, why=result.message))
        else:
            scores[win.seat] = result
    if not scores:
        if all(reason == "chombo" for _, reason in refused):
            return _chombo(deal, deal.offenders, rules, tuple(refused))
        return _false_wins(deal, refused, lacks, rules)
    if deal.offenders and rules.chombo.with_win == "stands":
        lost: list[tuple[Wind, RefusalReason]] = [(seat, "chombo") for seat in scores]
        return _chombo(deal, deal.offenders, rules, (*refused, *lost))
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
            return _called_off(deal, paid.three, (*refused, *calls), rules)
        case _:
            assert_never(several)


def _false_wins(
    deal: DealResult,
    refused: list[tuple[Wind, RefusalReason]],
    lacks: list[Message],
    rules: Rules,
) -> Settlement:
    """Return the chombo of a deal in which no declared win stands, where that is chombo."""
    if rules.fouls.false_win_shown != "chombo":
        message = Message(
            "no declared win stands ({lacks}), and the deal goes on without them",
            lacks=Message.joined(lacks, "; "),
        )
        raise DealError("no_win_stands", "wins", message)
    return _chombo(deal, deal.offenders | {seat for seat, _ in refused}, rules, tuple(refused))


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
        counted = several is None or several.counters == "each" or win.seat is first
        value = rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST) if counted else 0
        points = counter_points(deal.counters, value, drawn=end.discarder is None)
        paid = pay_win(deal, end, win, scores[win.seat], points, rules)
        ledger = ledger.and_([paid, _wareme(deal, paid, rules)])
    ledger = ledger.and_([_bets(deal, list(scores), several, rules)])
    east = Wind.EAST in scores
    if east and several is not None and several.dealer == "stays_as_nearest":
        east = first is Wind.EAST
    added = "dealer_win" in rules.dealer.counter_added_on
    return Settlement(
        ledger=ledger,
        bets_left=_left(deal, ledger, rules),
        dealer_stays=east and "win" in rules.dealer.stays_on,
        counters_next=deal.counters + added if east else 0,
        winners=tuple(scores),
        refused=tuple(refused),
        scores=scores,
        chips=chips(end, scores, rules),
    )


def _wareme(deal: DealResult, paid: Ledger, rules: Rules) -> Ledger:
    """Return what is paid once more for a hand by or to the player whose wall was broken."""
    ledger = Ledger()
    if rules.setup.wareme == "none":
        return ledger
    for one in paid.transfers:
        if one.why != "counters" and deal.wareme in (one.giver, one.taker):
            ledger = ledger.pay(one.giver, one.taker, one.points, "wareme")
    return ledger


def _bets(
    deal: DealResult, winners: list[Wind], several: SeveralPaid | None, rules: Rules
) -> Ledger:
    """Return where the bets on the table go; `winners` has the nearest first."""
    stake = rules.riichi.bet
    ledger = Ledger()
    lapsed = _lapsed(deal)
    ledger = ledger.give_back(lapsed, stake)
    standing = deal.riichi - lapsed
    for seat in winners:
        if seat in standing and (several is None or several.own_bets == "returned"):
            ledger = ledger.pay("table", seat, stake, "own_bet")
    own = {seat for seat in winners if seat in standing}
    if several is not None and several.own_bets == "nearest":
        mine = winners[0] in own
        ledger = ledger.pay("table", winners[0], stake * mine, "own_bet")
        ledger = ledger.pay("table", winners[0], stake * (len(own) - mine), "bets")
    others = stake * (deal.bets + len(standing - own))
    if several is not None and several.other_bets == "shared":
        for seat in winners:
            ledger = ledger.pay("table", seat, Fraction(others, len(winners)), "bets")
        return ledger
    return ledger.pay("table", winners[0], others, "bets")


def _lapsed(deal: DealResult) -> frozenset[Wind]:
    """Return whose riichi is void: by a foul, or for its tile was won on."""
    end = deal.end
    if isinstance(end, Wins) and end.void and end.discarder is not None:
        return deal.void_riichi | {end.discarder}
    return deal.void_riichi


def _left(deal: DealResult, ledger: Ledger, rules: Rules) -> Points:
    """Return the bets that stay on the table."""
    stakes = deal.bets + len(deal.riichi)
    if not rules.riichi.bet:
        return stakes
    return whole(stakes + Fraction(ledger.balance("table"), rules.riichi.bet))


# ---- draws ---------------------------------------------------------------------------------------


def _refuse_noten_riichi(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> None:
    """Refuse a riichi that is not tenpai where that is a fault, unless it is known why.

    Beside nagashi mangan the ruleset says whether it is judged at all (EMA 2016, 3.4.6; WRCR 2015,
    7.2).
    """
    if end.nagashi or rules.fouls.noten_riichi == "valid":
        return
    for seat in sorted(deal.standing_riichi - end.tenpai - end.dead - deal.offenders):
        message = Message(
            "{seat} declared riichi and is not tenpai: expected in tenpai, in dead_hands, "
            "or in offenders for a riichi that was noten or a hand that was not shown",
            seat=seat,
        )
        raise DealError("contradiction", "tenpai", message)


def _noten_riichi(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> frozenset[Wind]:
    """Return whose riichi proves noten beside nagashi mangan, where that is judged as chombo."""
    how, nagashi = rules.fouls.noten_riichi, rules.draws.nagashi
    if how == "valid":
        return frozenset()
    if isinstance(nagashi, Nagashi) and nagashi.noten_riichi == "not_judged":
        return frozenset()
    if how.penalty != "chombo" or "exhaustive_draw" not in how.found_at:
        return frozenset()
    return deal.standing_riichi - end.tenpai - end.dead


def _dealt_again(deal: DealResult, rules: Rules) -> Settlement:
    """Return what a deal comes to that is dealt again through nobody's fault."""
    ledger = Ledger().give_back(deal.riichi, rules.riichi.bet)
    return Settlement(
        ledger=ledger,
        bets_left=_left(deal, ledger, rules),
        dealer_stays=True,
        counters_next=deal.counters,
        redeal=True,
    )


def _exhaustive(deal: DealResult, end: ExhaustiveDraw, rules: Rules) -> Settlement:
    drawn = pay_draw(deal, end, rules)
    return Settlement(
        ledger=drawn.ledger,
        bets_left=_left(deal, drawn.ledger, rules),
        dealer_stays=drawn.dealer_stays,
        counters_next=drawn.counters_next,
    )


_CAUSES: dict[str, Text] = {
    "nine_kinds": "nine_kinds",
    "four_winds": "four_winds",
    "four_riichi": "four_riichi",
    "four_kongs": "four_kongs",
}


def _aborted(end: AbortiveDraw, rules: Rules) -> AfterAbortiveDraw:
    """Return what follows a deal that is called off for this cause, if it is."""
    abortive = rules.draws.abortive
    if abortive == "none" or getattr(abortive, end.cause) == "play_on":
        message = Message(
            "there is no abortive draw by {cause} in this ruleset: play goes on",
            cause=Message(_CAUSES[end.cause]),
        )
        raise DealError("no_such_end", "cause", message)
    return abortive


def _called_off(
    deal: DealResult,
    after: AfterAbortiveDraw,
    refused: tuple[tuple[Wind, RefusalReason], ...],
    rules: Rules,
) -> Settlement:
    """Return what a deal that was called off comes to."""
    returned = deal.riichi if after.bets == "returned" else _lapsed(deal)
    ledger = Ledger().give_back(returned, rules.riichi.bet)
    return Settlement(
        ledger=ledger,
        bets_left=_left(deal, ledger, rules),
        dealer_stays=after.dealer == "stays",
        counters_next=deal.counters + (after.counter == "added"),
        refused=refused,
    )


# ---- chombo --------------------------------------------------------------------------------------


def _chombo(
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
    after = rules.chombo.next_deal
    return Settlement(
        ledger=ledger,
        bets_left=_left(deal, ledger, rules),
        dealer_stays=after != "deal_passes",
        counters_next=deal.counters + (after == "same_with_counter"),
        refused=refused,
        redeal=after != "deal_passes",
        offenders=tuple(sorted(offenders)),
        penalties=chombo_penalties(offenders, price),
        fines=chombo_fines(offenders, price),
    )

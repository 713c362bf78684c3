"""Work out a deal: which wins stand, who pays whom and why, and how the game continues.

In: a `FinishedDeal` and a ruleset. Out: a `Settlement`. The functions come in this order: wins and
their scores, draws, chombo. `payments` works out the amounts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, assert_never

from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.plain import Plain
from riichi_core.rules.chapters.aborted import AfterThreeCalls
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, DealAfter, PlaySetting, ToEach
from riichi_core.rules.chapters.claims import AllWin, AtMostTwo, SeveralPaid
from riichi_core.rules.chapters.draws import Abortive, Nagashi
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.options import value_in
from riichi_core.rules.rules import Rules
from riichi_core.rules.settings import yaku_name
from riichi_core.scoring.points import (
    BasePoints,
    Points,
    base_points,
    payments,
    signed,
    whole,
    yakuman_paid,
)
from riichi_core.scoring.possible_scores import HowWon, fewest_han
from riichi_core.scoring.result import NO_DORA, NoWin, Score
from riichi_core.scoring.score import score, scorer
from riichi_core.settlement.ending import (
    CAUSE_WORDS,
    AbortiveDraw,
    Chombo,
    DealError,
    Ending,
    ExhaustiveDraw,
    FinishedDeal,
    Redeal,
    StatedWin,
    Wins,
)
from riichi_core.settlement.ledger import Ledger, Transfer
from riichi_core.settlement.payments import (
    chips_for_wins,
    chombo_payments,
    nagashi_payments,
    noten_payments,
    pay_win,
    take_bets,
)
from riichi_core.tiles import Wind

RefusalReason = Literal[
    "head_bump", "three_calls", "chombo", "no_yaku", "not_complete", "minimum_yaku",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settlement(Plain):
    """The payments at the end of a deal, and how the game continues.

    >>> settlement = settle(ExhaustiveDraw(tenpai=["east"]), "ema-2016")
    >>> settlement.deltas[Wind.SOUTH], settlement.dealer_stays
    (-1000, True)

    Attributes:
        ledger: every transfer.
        winners: the seats whose wins stand, the nearest after the discarder first.
        refused: the seats whose wins do not stand, each with the reason.
        scores: the score of each win that stands.
        bets_left: bets on the table for the next deal; a fraction if they were shared.
        dealer_stays: whether East deals again.
        counters_next: counters on the table in the next deal.
        redeal: whether the deal is played again and does not count.
        offenders: the seats that committed a chombo, including by a win that does not stand.
        penalties: points off the result after uma, which leave the scores at the table unchanged.
        table_penalties: points off the scores at the table, which nobody gets.
        chips: the chips that each seat gets for the wins, less those it gives.
        spoilt: whether a chombo ended the deal. JSON does not have it, because only the course of
            a game depends on it, and a game settles its deals itself.
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
    table_penalties: Mapping[Wind, int] = field(default_factory=dict)
    chips: Mapping[Wind, int] = field(default_factory=dict)
    spoilt: bool = field(default=False, compare=False)

    def __repr__(self) -> str:
        """Return `<Settlement: south +3,900, west -3,900; the dealer rotates>`."""
        return f"<Settlement: {self}>"

    def __str__(self) -> str:
        """Return a line with each seat's points and chips, and how play continues."""
        changes = {
            seat: points + self.table_penalties.get(seat, 0) for seat, points in self.deltas.items()
        }
        paid = (f"{seat} {signed(points)}" for seat, points in changes.items() if points)
        off = (f"{seat} {signed(points)} after uma"
               for seat, points in self.penalties.items() if points)  # fmt: skip
        chips_won = (f"{seat} {signed(chips)} {'chip' if abs(chips) == 1 else 'chips'}"
                     for seat, chips in self.chips.items() if chips)  # fmt: skip
        amounts = ", ".join((*paid, *off, *chips_won)) or "nothing is paid"
        if self.redeal:
            return f"{amounts}; the hand is played again"
        return f"{amounts}; {'East deals again' if self.dealer_stays else 'the dealer rotates'}"

    def _repr_html_(self) -> str:
        """Return the settlement in a line and a table of its transfers, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html  # noqa: PLC0415

        rows = [
            (str(one.giver), str(one.taker), signed(one.points), one.why) for one in self.transfers
        ]
        return paragraph_html(str(self)) + table_html(rows, ("from", "to", "points", "why"))

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Every transfer, in the order in which explanations list them."""
        return self.ledger.transfers

    @property
    def deltas(self) -> dict[Wind, Points]:
        """The points that each seat gets less those it pays, without riichi bets.

        They are `Points`: whole numbers, unless a rule divides points without rounding.
        """
        return self.ledger.by_seat


def settle(deal: FinishedDeal | Ending, ruleset: GivenRules) -> Settlement:
    """Work out a deal under a ruleset: who pays whom, and how the game continues.

    Args:
        deal: the deal, or only its end; winds, counters and riichi then come from the wins.
        ruleset: the ruleset, or its id or path.

    Raises:
        DealError: if the ruleset does not have this end, or no declared win stands.
        ImpossibleWinError: if a hand cannot win in this way under the ruleset.

    >>> list(settle(ExhaustiveDraw(tenpai=["east"]), "ema-2016").deltas.values())
    [3000, -1000, -1000, -1000]
    """
    rules = rules_of(ruleset)
    deal = deal if isinstance(deal, FinishedDeal) else FinishedDeal.of(deal)
    dead = rules.chombo.when == "after_the_hand" and not isinstance(deal.end, Chombo | Redeal)
    if dead and rules.dead_hand.riichi_bet == "returned":
        deal = replace(deal, void_riichi=deal.void_riichi | deal.riichi & deal.offenders)
    pot = pot_in_bets(deal.foul_payments.balance("table"), rules)
    settlement = _settle_by_end(replace(deal, bets=whole(deal.bets + pot)) if pot else deal, rules)
    bets_go_back = rules.chombo.riichi_bets == "returned"
    goes_back = bets_go_back if settlement.spoilt else settlement.redeal
    payments = deal.foul_payments.among_seats if goes_back else deal.foul_payments
    return replace(
        settlement,
        ledger=payments.plus(settlement.ledger),
        bets_left=whole(settlement.bets_left - pot) if goes_back else settlement.bets_left,
        penalties=_summed(settlement.penalties, deal.penalties),
        table_penalties=_summed(settlement.table_penalties, deal.table_penalties),
    )


def pot_in_bets(points: Points, rules: Rules) -> Points:
    """Return points in the pot as a number of riichi bets, with which they lie on the table."""
    return whole(Fraction(points) / rules.riichi.bet) if points and rules.riichi.bet else 0


def _summed(first: Mapping[Wind, int], second: Mapping[Wind, int]) -> dict[Wind, int]:
    return {seat: first.get(seat, 0) + second.get(seat, 0) for seat in sorted({*first, *second})}


def _settle_by_end(deal: FinishedDeal, rules: Rules) -> Settlement:
    match deal.end:
        case Wins():
            return _settle_wins(deal, deal.end, rules)
        case ExhaustiveDraw():
            return _settle_draw(deal, deal.end, rules)
        case AbortiveDraw():
            after = _allowed_abortive_draw(deal, deal.end, rules)
            if deal.offenders and rules.chombo.when == "at_once":
                return _settle_chombo(deal, deal.offenders, rules)
            settlement = _settle_abortive_draw(deal, after, deal.end.cause, (), rules)
            return _with_chombo(settlement, deal, deal.offenders, rules)
        case Redeal() if not deal.offenders:  # without a foul
            ledger = Ledger().give_back(deal.riichi, rules.riichi.bet)
            left = _bets_left(deal, ledger, rules)
            return Settlement(ledger, left, True, deal.counters, redeal=True)
        case Redeal() | Chombo():
            return _settle_chombo(deal, deal.offenders, rules)
        case _:
            assert_never(deal.end)


# ---- wins ----------------------------------------------------------------------------------------


def _settle_wins(deal: FinishedDeal, end: Wins, rules: Rules) -> Settlement:
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
    paid_later = rules.chombo.when == "after_the_hand"
    if offenders and (not scores or (rules.chombo.with_win == "stands" and not paid_later)):
        lost_wins: list[tuple[Wind, RefusalReason]] = [(seat, "chombo") for seat in scores]
        return _settle_chombo(deal, offenders, rules, (*refused, *lost_wins))
    if not scores:
        message = Message(
            "no declared win counts ({lacks}), so play continues",
            lacks=Message.joined(reasons, "; "),
        )
        raise DealError("no_win_stands", "wins", message)
    settlement = _settle_standing_wins(deal, end, scores, refused, rules)
    return _with_chombo(settlement, deal, offenders, rules)


def _settle_standing_wins(
    deal: FinishedDeal,
    end: Wins,
    scores: dict[Wind, Score],
    refused: list[tuple[Wind, RefusalReason]],
    rules: Rules,
) -> Settlement:
    """Pay the wins that stand, or abort the deal; `scores` lists the nearest winner first."""
    match rules.claims.winners:
        case "head_bump":
            first, *others = scores
            refused += [(seat, "head_bump") for seat in others]
            return _pay_winners(deal, end, {first: scores[first]}, refused, None, rules)
        case AllWin(all=paid):
            return _pay_winners(deal, end, scores, refused, paid, rules)
        case AtMostTwo(at_most_two=paid):
            if len(scores) < 3:
                return _pay_winners(deal, end, scores, refused, paid, rules)
            calls: list[tuple[Wind, RefusalReason]] = [(seat, "three_calls") for seat in scores]
            case = "east" if Wind.EAST in scores else "other"
            return _settle_abortive_draw(deal, paid.three, case, (*refused, *calls), rules)
        case several:
            assert_never(several)


def _pay_winners(
    deal: FinishedDeal,
    end: Wins,
    scores: dict[Wind, Score],
    refused: list[tuple[Wind, RefusalReason]],
    several: SeveralPaid | None,
    rules: Rules,
) -> Settlement:
    """Pay the wins that stand; `scores` lists the nearest winner first."""
    first = next(iter(scores))
    if len(scores) == 1:
        several = None
    ledger = Ledger()
    for win in sorted((win for win in end.wins if win.seat in scores), key=lambda win: win.seat):
        gets_counters = several is None or several.counters == "each" or win.seat is first
        counters = deal.counters if gets_counters else 0
        ledger = ledger.plus(pay_win(deal, end, win, scores[win.seat], counters, rules))
    ledger = ledger.plus(_bet_payments(deal, list(scores), several, rules))
    east = Wind.EAST in scores
    if east and several is not None and several.dealer == "stays_if_nearest":
        east = first is Wind.EAST
    counter_added = "dealer_win" in rules.dealer.counter_added_on
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=east
        and rules.dealer.stays("win", str(deal.round_wind))
        and not (rules.dealer.wins_in_a_row.after_eighth == "rotates" and _is_eighth(end)),
        counters_next=deal.counters + counter_added if east else 0,
        winners=tuple(scores),
        refused=tuple(refused),
        scores=scores,
        chips=chips_for_wins(end, scores, rules),
    )


def _is_eighth(end: Wins) -> bool:
    """Return whether East has won for the eighth time in a row."""
    hands = (win for win in end.wins if isinstance(win, Win))
    return any("eighth_dealer_win" in win.circumstances for win in hands)


def _bet_payments(
    deal: FinishedDeal, winners: list[Wind], several: SeveralPaid | None, rules: Rules
) -> Ledger:
    """Return the payments of the bets on the table; `winners` lists the nearest first."""
    bet, nearest = rules.riichi.bet, winners[0]
    lapsed = _lapsed_riichi(deal)
    standing = deal.riichi - lapsed
    ledger = Ledger().give_back(lapsed, bet)
    if several is None:
        return ledger.plus(take_bets(nearest, standing, deal.bets, bet))
    of_winners = standing.intersection(winners)
    if several.own_bets == "nearest":
        ledger = ledger.plus(take_bets(nearest, of_winners, 0, bet))
    else:
        ledger = ledger.plus(*(take_bets(seat, of_winners & {seat}, 0, bet) for seat in winners))
    takers = winners if several.other_bets == "shared" else winners[:1]
    others = Fraction(deal.bets + len(standing - of_winners)) / len(takers)
    return ledger.plus(*(take_bets(seat, frozenset(), others, bet) for seat in takers))


def _lapsed_riichi(deal: FinishedDeal) -> frozenset[Wind]:
    """Return the seats whose riichi lapses because of a foul or of a win on its discard."""
    end = deal.end
    if isinstance(end, Wins) and end.void and end.discarder is not None:
        return deal.void_riichi | {end.discarder}
    return deal.void_riichi


def _bets_left(deal: FinishedDeal, ledger: Ledger, rules: Rules) -> Points:
    """Return the number of bets that stay on the table; 0 if riichi needs no bet."""
    stakes = deal.bets + len(deal.riichi)
    if rules.riichi.bet == 0:
        return 0
    return whole(stakes + Fraction(ledger.balance("table"), rules.riichi.bet))


# ---- the value of a win --------------------------------------------------------------------------


def declared_score(
    win: Win | StatedWin, deal: FinishedDeal, end: Wins, rules: Rules
) -> Score | NoWin:
    """Score a declared win, by its hand or by the recorded value.

    Raises:
        DealError: if the fu are missing and the han do not reach a limit, no hand that wins in
            this way has these han and fu, or a yakuman was fed and the value is not a yakuman.
        ImpossibleWinError: if the hand cannot win in this way under the ruleset.
    """
    if isinstance(win, Win):
        return score(win, rules)
    how_won = HowWon(end.discarder is None, win.seat in deal.riichi, win.seat, deal.round_wind)
    if win.han is not None:
        _refuse_impossible(win.han, win.fu, how_won, deal.counters, rules)
    for yaku in () if win.yakuman else end.fed_by.get(win.seat, ()):
        if isinstance(getattr(rules.yaku, yaku), YakumanWorth):
            message = Message("{seat} has no {yaku}, so nobody fed it", seat=win.seat, yaku=yaku)
            raise DealError("contradiction", "liable", message)
    yakuman = yakuman_paid([1] * win.yakuman, rules.limits) if win.yakuman > 0 else 0
    base = _stated_base(win, yakuman, rules)
    paid = payments(
        base.points,
        dealer=win.seat is Wind.EAST,
        drawn=how_won.drawn,
        counters=deal.counters,
        counter_value=rules.dealer.counter_value_to(dealer=win.seat is Wind.EAST),
    )
    return Score(
        (), NO_DORA, win.han, win.fu, (), base.limit, yakuman, base.points, paid, "standard", ()
    )


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
    """Reject han and fu that no hand has."""
    minimum, mangan = scorer(rules).minimum(counters), rules.limits.mangan.han
    if han < minimum:
        message = Message("too few yaku: a win needs {han} han without dora", han=minimum)
        raise DealError("contradiction", "han", message)
    if fu is None:
        if han < mangan:
            message = Message(
                "{han} han: give the fu, because below {mangan} han they decide the points",
                han=han,
                mangan=mangan,
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
        yaku = Message.and_list(yaku_name(name, rules) for name in fewest.yaku)
        message = (
            Message("a self-drawn hand of {fu} fu has {han} han or more: {yaku}",
                    fu=fu, han=fewest.han, yaku=yaku)
            if how_won.drawn
            else Message("a hand of {fu} fu that wins on a discard has {han} han or more: {yaku}",
                         fu=fu, han=fewest.han, yaku=yaku)
        )  # fmt: skip
        raise DealError("contradiction", "han", message)


# ---- draws ---------------------------------------------------------------------------------------


def _settle_draw(deal: FinishedDeal, end: ExhaustiveDraw, rules: Rules) -> Settlement:
    end = replace(end, nagashi=rules.draws.with_nagashi(end.nagashi, deal.standing_riichi))
    noten, foul, dead = _noten_riichi(deal, end, rules), rules.fouls.noten_riichi, end.dead
    if foul != "valid" and foul.penalty == "dead_hand":
        dead |= noten
        noten = frozenset()
    offenders = deal.offenders | noten
    if offenders and rules.chombo.when == "at_once":
        return _settle_chombo(deal, offenders, rules)
    dead |= offenders
    returned = deal.void_riichi
    if rules.dead_hand.riichi_bet == "returned":
        returned |= deal.riichi & dead
    tenpai = end.tenpai - dead
    round_wind = str(deal.round_wind)
    stays = rules.dealer.stays("tenpai" if Wind.EAST in tenpai else "noten", round_wind)
    kept = deal.counters if rules.dealer.counters_after_draw == "kept" else 0
    counters = kept + ("exhaustive_draw" in rules.dealer.counter_added_on)
    nagashi = rules.draws.nagashi
    if not isinstance(nagashi, Nagashi) or not end.nagashi:
        ledger = noten_payments(tenpai, rules)
    else:
        ledger = nagashi_payments(end.nagashi, nagashi, deal.counters, rules)
        if nagashi.bets == "first_from_east":
            standing = deal.riichi - returned
            bets = take_bets(min(end.nagashi), standing, deal.bets, rules.riichi.bet)
            ledger = ledger.plus(bets)
        if nagashi.noten_payments == "made":
            ledger = ledger.plus(noten_payments(tenpai, rules))
        east = Wind.EAST in end.nagashi
        if nagashi.dealer == "stays_if_nagashi":
            stays = east and rules.dealer.stays("win", round_wind)
        if nagashi.counters_after != "as_after_draw":
            added = "dealer_win" in rules.dealer.counter_added_on
            counters = deal.counters + added if east else 0
    ledger = ledger.give_back(returned, rules.riichi.bet)
    settlement = Settlement(ledger, _bets_left(deal, ledger, rules), stays, counters)
    return _with_chombo(settlement, deal, offenders, rules)


def _noten_riichi(deal: FinishedDeal, end: ExhaustiveDraw, rules: Rules) -> frozenset[Wind]:
    """Return the seats with a noten riichi at a draw with nagashi mangan.

    The ruleset says whether such a riichi is judged (EMA 2016, 3.4.6; WRCR 2015, 7.2).

    Raises:
        DealError: if a riichi is not tenpai at a draw without nagashi mangan, and the deal does not
            state the reason.
    """
    foul = rules.fouls.noten_riichi
    noten = deal.standing_riichi - end.tenpai - end.dead - end.noten_riichi - deal.offenders
    if foul == "valid" or not noten:
        return frozenset()
    if not end.nagashi:
        message = Message(
            "{seat} declared riichi and is not tenpai: name the seat in tenpai, in dead_hands, "
            "or in offenders if the riichi was noten or the hand was not shown",
            seat=min(noten),
        )
        raise DealError("contradiction", "tenpai", message)
    judged = rules.draws.judges_riichi(nagashi=True) and "exhaustive_draw" in foul.found_at
    return noten if judged else frozenset()


def _allowed_abortive_draw(deal: FinishedDeal, end: AbortiveDraw, rules: Rules) -> Abortive:
    """Return the consequences of an abortive draw; reject a cause that the rules do not allow."""
    abortive = rules.draws.abortive
    if abortive == "none" or getattr(abortive, end.cause) == "play_on":
        message = Message(
            "there is no abortive draw by {cause} in this ruleset: play continues",
            cause=Message(CAUSE_WORDS[end.cause]),
        )
        raise DealError("no_such_end", "cause", message)
    ended_before = end.cause == "four_quads" and len(deal.standing_riichi) == len(Wind)
    if ended_before and abortive.four_riichi != "play_on":
        message = Message(
            "four_quads with four riichi: in this ruleset the hand has already ended with four "
            "riichi"
        )
        raise DealError("contradiction", "riichi", message)
    return abortive


def _settle_abortive_draw(
    deal: FinishedDeal,
    after: Abortive | AfterThreeCalls,
    case: str,
    refused: tuple[tuple[Wind, RefusalReason], ...],
    rules: Rules,
) -> Settlement:
    """Work out the payments of a deal that was aborted; `case` decides whether East stays."""
    returned = deal.riichi if after.bets == "returned" else _lapsed_riichi(deal)
    ledger = Ledger().give_back(returned, rules.riichi.bet)
    return Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=value_in(case, after.dealer) == "stays",
        counters_next=deal.counters + (after.counter == "added"),
        refused=refused,
    )


# ---- chombo --------------------------------------------------------------------------------------


def _settle_chombo(
    deal: FinishedDeal,
    offenders: frozenset[Wind],
    rules: Rules,
    refused: tuple[tuple[Wind, RefusalReason], ...] = (),
) -> Settlement:
    """Work out the payments of a deal that ended with a chombo."""
    ledger, penalties, table_penalties = _chombo_price(offenders, deal.setting, rules)
    returned = deal.riichi if rules.chombo.riichi_bets == "returned" else deal.void_riichi
    ledger = ledger.give_back(returned, rules.riichi.bet)
    settlement = Settlement(
        ledger=ledger,
        bets_left=_bets_left(deal, ledger, rules),
        dealer_stays=True,
        counters_next=deal.counters,
        refused=refused,
        offenders=tuple(sorted(offenders)),
        spoilt=True,
        penalties=penalties,
        table_penalties=table_penalties,
    )
    case = "east" if Wind.EAST in offenders else "other"
    return with_deal_after_chombo(settlement, deal.counters, value_in(case, rules.chombo.next_deal))


def _with_chombo(
    settlement: Settlement, deal: FinishedDeal, offenders: frozenset[Wind], rules: Rules
) -> Settlement:
    """Return a settlement with each chombo after which the hand went on."""
    if rules.chombo.when == "at_once":  # the win made it void
        return settlement
    ledger, penalties, table_penalties = _chombo_price(offenders, deal.setting, rules)
    return replace(
        settlement,
        ledger=settlement.ledger.plus(ledger),
        offenders=tuple(sorted(offenders)),
        penalties=penalties,
        table_penalties=table_penalties,
    )


def with_deal_after_chombo(settlement: Settlement, counters: int, how: DealAfter) -> Settlement:
    """Return a settlement with what follows a chombo; `counters` lay on the table before it."""
    redeal = how in ("redeal", "redeal_with_counter")
    counters += how.endswith("with_counter")
    return replace(settlement, dealer_stays=redeal, redeal=redeal, counters_next=counters)


def _chombo_price(
    offenders: frozenset[Wind], setting: PlaySetting, rules: Rules
) -> tuple[Ledger, dict[Wind, int], dict[Wind, int]]:
    """Return the payments of a chombo, the points off results, and the points off scores."""
    price = rules.chombo.price(setting)
    match price:
        case "none":
            return Ledger(), {}, {}
        case "reverse_mangan" | ToEach():
            return chombo_payments(offenders, price, rules), {}, {}
        case AfterUma(after_uma=points):
            return Ledger(), dict.fromkeys(sorted(offenders), -points), {}
        case AtTable(at_table=points):
            return Ledger(), {}, dict.fromkeys(sorted(offenders), -points)
        case _:
            assert_never(price)

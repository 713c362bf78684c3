"""Judge the fouls of a deal together: dead hands, void riichi and wins, and another end.

In: `CommittedFoul`s and a `FoulContext`, the recorded facts of the deal. Out: a `DealVerdict`, from
which `records.deal` makes the `FinishedDeal` to be settled.

Sources: EMA 2016, 3.4.6, 3.4.7, 5.1 to 5.3; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, assert_never

from riichi_core.game.fouls import (
    CALL_WITH_UNDECLARED_DEAD_HAND,
    CHARGES,
    DRAWN_TILE_TOUCHES_RIICHI_HAND,
    FALSE_WIN_SHOWN,
    OF_A_STANDING_RIICHI,
    PROVEN_BY_SHOWING,
    RIICHI_HAND_NOT_SHOWN,
    UNPLAYABLE_BY_FAULT,
    Charge,
    Degrees,
    FoulEffect,
    FoulName,
    JudgedAt,
    Judgement,
    SettledEffect,
    after_last_discard,
    at_an_exhaustive_draw,
    judge,
    judgement_words,
    moments,
)
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.fouls import FoulPenalty
from riichi_core.rules.rules import Rules, options
from riichi_core.settlement.ending import DealError
from riichi_core.settlement.ledger import NO_PAYMENTS, Ledger
from riichi_core.settlement.settle import Settlement
from riichi_core.tiles import Tile, Wind

MOST_FOUL_POINTS = 1_000_000

FALSE_TENPAI = ("false_tenpai", "false_tenpai_again")
"""The fouls of a noten hand that was declared tenpai; it is noten, whatever the penalty."""

EndWord = Literal["win", "exhaustive_draw", "abortive_draw", "chombo", "redeal"]
"""The recorded end of a deal."""

Exemption = Literal["dead_hand", "riichi_void", "nagashi", "elsewhere", "deal_over", "tile_wins"]
"""The reason why a foul is not judged.

The hand died and needs no proof; the riichi is void; there is a nagashi mangan; the foul is judged
only at other moments; the deal was over before it; or the drawn tile wins.
"""


LostWin = Literal["false", "void"]
"""An offender's win that does not stand: a false win, which has its own penalty, or a void win."""


class CommittedFoul(NamedTuple):
    """A recorded foul of a deal.

    Attributes:
        seat: the offender.
        foul: the name of its option.
        points: the points that a referee deducted for it, if known.
        in_play: whether it was found in play, so that a chombo or a new deal ended the deal there.
        turn: the turn of the deal in which it was found, if known.
        tiles: the tiles that were shown or wrongly called, if known.
    """

    seat: Wind
    foul: FoulName
    points: int | None = None
    in_play: bool = False
    turn: int | None = None
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class FoulContext:
    """The recorded facts of a deal that affect its fouls."""

    end: EndWord
    winners: frozenset[Wind] = frozenset()
    riichi: frozenset[Wind] = frozenset()
    dead: frozenset[Wind] = frozenset()
    offenders: frozenset[Wind] = frozenset()
    nagashi: bool = False
    cause: Cause | None = None
    self_drawn: bool = False
    won_on: Tile | None = None


@dataclass(frozen=True, slots=True)
class JudgedFoul:
    """A foul of a deal, with its effect there.

    Attributes:
        committed: the foul.
        judgement: its judgement under the ruleset.
        exempt: why it is not judged here; None if it is judged.
        costs: the points that it costs at once; the settlement charges the chombo penalty.
        win: whether a win that the offender declared is false or void; None if neither.
        no_ron: the kinds on which the offender may not win by ron.
    """

    committed: CommittedFoul
    judgement: Judgement
    exempt: Exemption | None = None
    costs: tuple[Charge, ...] = ()
    win: LostWin | None = None
    no_ron: frozenset[int] = frozenset()

    @property
    def seat(self) -> Wind:
        """The seat of the offender."""
        return self.committed.seat

    @property
    def outcome(self) -> FoulEffect:
        """The effect on the deal, as one word."""
        return self.judgement.effect if self.exempt is None else "not_judged"

    @property
    def cuts_off(self) -> bool:
        """True if it ended the deal in play, before the recorded end."""
        ends = self.outcome in ("chombo", "redeal") and not _judged_at(self.judgement)
        return ends and self.committed.in_play and not self.judgement.paid_later


@dataclass(frozen=True, slots=True)
class DealVerdict:
    """The fouls of a deal, judged together, or their effects alone.

    Attributes:
        judged: each foul, in the recorded order.
        ends: the end that replaces the recorded one; None if the recorded end stands.
        offenders: the seats that committed a chombo, including a false win with a dead hand.
        dead: the seats whose hand is dead.
        void_riichi: the seats whose riichi is void, or whose bet goes back with the dead hand.
        void_wins: the seats whose win does not count, but is not a chombo.
        false_tenpai: the seats that declared tenpai at the end with a noten hand.
        noten_riichi: the seats whose riichi hand is noten, or was not shown.
        penalties: the points off results after uma, by seat, as negative numbers.
        table_penalties: the points off the scores at the table, by seat, as negative numbers.
        foul_payments: the points into the pot and to other seats.
    """

    judged: tuple[JudgedFoul, ...] = ()
    ends: Literal["chombo", "redeal"] | None = None
    offenders: frozenset[Wind] = frozenset()
    dead: frozenset[Wind] = frozenset()
    void_riichi: frozenset[Wind] = frozenset()
    void_wins: frozenset[Wind] = frozenset()
    false_tenpai: frozenset[Wind] = frozenset()
    noten_riichi: frozenset[Wind] = frozenset()
    penalties: Mapping[Wind, int] = field(default_factory=dict)
    table_penalties: Mapping[Wind, int] = field(default_factory=dict)
    foul_payments: Ledger = NO_PAYMENTS


# ---- judging -------------------------------------------------------------------------------------


def judge_deal(
    committed: Iterable[CommittedFoul], context: FoulContext, rules: Rules, setting: PlaySetting
) -> DealVerdict:
    """Judge the fouls of a deal; the chombo penalty is that of the setting.

    Raises:
        DealError: if a referee cannot have deducted these points.
    """
    by_themselves = _unproven_at_a_draw(
        [_judged(foul, place, context, rules, setting) for place, foul in enumerate(committed)],
        context, rules,
    )  # fmt: skip
    held_to_moment = [
        replace(foul, exempt=_at_its_moment(foul, by_themselves, context)) for foul in by_themselves
    ]
    not_exempt = [foul for foul in held_to_moment if foul.exempt is None]
    judged = [
        replace(foul, exempt=foul.exempt or _exempt(foul, not_exempt, context, rules))
        for foul in held_to_moment
    ]
    counting = [foul for foul in judged if foul.exempt is None]
    died = frozenset(foul.seat for foul in counting if foul.judgement.hand_is_dead)
    offenders = frozenset(foul.seat for foul in counting if foul.judgement.chombo)
    ends = _ends(counting, context, rules)
    reached = ends != "redeal" and not any(foul.cuts_off for foul in counting)
    lost_wins = _lost_wins(counting, context, died | context.dead, rules) if reached else ()
    wins = {seat: how for seat, how in lost_wins if seat not in context.offenders | offenders}
    false_wins = frozenset(seat for seat, how in wins.items() if how == "false")
    with_void_riichi = frozenset(foul.seat for foul in counting if foul.judgement.voids_riichi)
    returned = died if rules.dead_hand.riichi_bet == "returned" else frozenset()
    price = rules.fouls.false_win_shown
    false_win = cost_of(judge(FALSE_WIN_SHOWN, rules, setting=setting), None, "")
    with_costs = _with_costs(judged, wins, false_win)
    penalties, foul_payments = _charges(with_costs)
    return DealVerdict(
        judged=with_costs,
        ends=ends,
        offenders=offenders | (false_wins if price == "chombo" else frozenset()),
        dead=died | context.dead,
        void_riichi=context.riichi & (with_void_riichi | returned),
        void_wins=frozenset(wins) - (false_wins if price == "chombo" else frozenset()),
        false_tenpai=frozenset(
            foul.seat
            for foul in judged
            if foul.judgement.foul in FALSE_TENPAI and not foul.committed.in_play
        ),
        noten_riichi=context.riichi
        & {foul.seat for foul in judged if foul.judgement.foul in PROVEN_BY_SHOWING},
        penalties=penalties,
        foul_payments=foul_payments,
    )


def _charges(fouls: Iterable[JudgedFoul]) -> tuple[dict[Wind, int], Ledger]:
    """Return the points that fouls cost after uma, by seat, and those paid at the table."""
    penalties: dict[Wind, int] = {}
    ledger = NO_PAYMENTS
    for foul in fouls:
        for cost in foul.costs:
            ledger = ledger.fined(foul.seat, cost.points, cost.charged)
            if cost.points and cost.charged == "after_uma":
                penalties[foul.seat] = penalties.get(foul.seat, 0) - cost.points
    return penalties, ledger


def _judged(
    foul: CommittedFoul, place: int, context: FoulContext, rules: Rules, setting: PlaySetting
) -> JudgedFoul:
    """Return a foul with its judgement alone, at the moment when it was found."""
    judged = judge(foul.foul, rules, setting=setting)
    if not foul.in_play and context.end == "exhaustive_draw":
        judged = after_last_discard(judged, rules)
    no_ron = no_ron_kinds(judged, foul.tiles, f"fouls.{place}.tiles")
    return JudgedFoul(foul, judged, no_ron=no_ron)


def no_ron_kinds(judgement: Judgement, tiles: Iterable[Tile], where: str) -> frozenset[int]:
    """Return the kinds on which a foul bars ron; its tiles were shown or wrongly called.

    Raises:
        DealError: if the foul bars ron on the tiles, and they are missing; `where` is their field.
    """
    barred = None if judgement.ban is None else judgement.ban.no_ron_on
    if barred is None or barred == "any":
        return frozenset(range(34) if barred else ())
    kinds = {tile.kind for tile in tiles}
    if not kinds:
        message = Message("tiles: give the tiles of {foul}, on which ron is barred",
                          foul=judgement.foul)  # fmt: skip
        raise DealError("missing_field", where, message)
    if barred == "tile_and_suji":
        numbers = [kind for kind in kinds if kind < 27]
        kinds |= {kind + step for kind in numbers for step in (-3, 3) if 0 <= kind % 9 + step < 9}
    return frozenset(kinds)


def _unproven_at_a_draw(
    fouls: list[JudgedFoul], context: FoulContext, rules: Rules
) -> list[JudgedFoul]:
    """Return the fouls; at an exhaustive draw, a riichi without proof is judged as noten."""
    drawn = context.end == "exhaustive_draw"
    if not drawn or not rules.draws.judges_riichi(nagashi=context.nagashi):
        return fouls
    standing = context.riichi - {foul.seat for foul in fouls if foul.judgement.voids_riichi}
    return [
        replace(foul, judgement=at_an_exhaustive_draw(foul.judgement, rules))
        if foul.seat in standing
        else foul
        for foul in fouls
    ]


def _with_costs(
    fouls: Iterable[JudgedFoul], wins: Mapping[Wind, LostWin], price: Charge
) -> tuple[JudgedFoul, ...]:
    """Return the fouls with their costs; each false win is charged `price` once."""
    with_costs, charged = [], set[Wind]()
    for place, foul in enumerate(fouls):
        if foul.exempt is not None:
            with_costs.append(foul)
            continue
        cost = cost_of(foul.judgement, foul.committed.points, f"fouls.{place}.points")
        judgement = foul.judgement
        undoes = judgement.hand_is_dead or judgement.takes_back_a_win or foul.no_ron
        win = wins.get(foul.seat) if undoes else None
        if win == "false" and foul.seat not in charged:
            charged.add(foul.seat)
            with_costs.append(replace(foul, costs=(cost, price), win=win))
        else:
            with_costs.append(replace(foul, costs=(cost,), win=win))
    return tuple(with_costs)


def _at_its_moment(
    foul: JudgedFoul, all_of_them: Iterable[JudgedFoul], context: FoulContext
) -> Exemption | None:
    """Return the reason, if any, why a foul does not count at the moment when it was found."""
    judgement = foul.judgement
    if any(_too_late(foul, other) for other in all_of_them if other.cuts_off):
        return "deal_over"
    touching = (
        judgement.foul == DRAWN_TILE_TOUCHES_RIICHI_HAND
        and judgement.dead_hand
        and not foul.committed.in_play
    )
    if touching and context.self_drawn and foul.seat in context.winners:
        return "tile_wins"
    return None


def _too_late(foul: JudgedFoul, last: JudgedFoul) -> bool:
    """Return whether a foul comes after the foul `last`, which ended the deal in play.

    Of several fouls, all count only if they happen at the same time (WRC 2025, penalties 12.2). A
    foul at the recorded end no longer affects the deal, but it can still cost points.
    """
    turn, last_turn = foul.committed.turn, last.committed.turn
    if turn is not None and last_turn is not None and turn > last_turn:
        return True
    if _judged_at(foul.judgement):
        return True
    died = foul.judgement.dead_hand and not foul.judgement.voids_riichi
    on_deal = died or foul.judgement.effect in ("chombo", "redeal")
    return on_deal and not foul.committed.in_play


def _exempt(
    foul: JudgedFoul, others: Iterable[JudgedFoul], context: FoulContext, rules: Rules
) -> Exemption | None:
    """Return the reason, if any, why the other fouls exempt a foul."""
    judgement = foul.judgement
    at_once = [case for case in others if not _judged_at(case.judgement)]
    own = [case.judgement for case in at_once if case.seat == foul.seat]
    another = bool(context.offenders) or any(case.judgement.chombo for case in at_once)
    if not _found(_judged_at(judgement), foul.seat, context, another=another):
        return "elsewhere"
    return exemption(
        judgement,
        dead=foul.seat in context.dead or any(other.hand_is_dead for other in own),
        riichi_void=any(other.voids_riichi for other in own),
        nagashi=context.nagashi,
        rules=rules,
    )


def exemption(
    judgement: Judgement, *, dead: bool, riichi_void: bool, nagashi: bool, rules: Rules
) -> Exemption | None:
    """Return the reason why a foul is always exempt; None if it is judged.

    A void riichi cannot be a noten riichi. A riichi hand that died needs no proof if the ruleset
    excuses it (EMA 2016, 3.4.7, 5.3; WRCR 2015, 7.2). The hand and the riichi are the offender's,
    and the nagashi mangan is anybody's.
    """
    if judgement.foul not in OF_A_STANDING_RIICHI:
        return None
    if riichi_void:
        return "riichi_void"
    if dead and judgement.dead_hand_excused == "without_proof":
        return "dead_hand"
    if judgement.foul == "noten_riichi" and not rules.draws.judges_riichi(nagashi=nagashi):
        return "nagashi"
    return None


def _judged_at(judged: Judgement) -> tuple[JudgedAt, ...]:
    """Return the ends at which a foul is judged; empty if it is judged when noticed."""
    if judged.foul == RIICHI_HAND_NOT_SHOWN:
        return ("exhaustive_draw", "four_riichi")
    return () if judged.paid_later else judged.found_at


def _found(
    moments: tuple[JudgedAt, ...], seat: Wind, context: FoulContext, *, another: bool
) -> bool:
    """Return whether the end of the deal reveals a foul.

    A foul without `moments` is found when it is noticed. If the deal ended with a chombo and has no
    other chombo (`another`), this foul ended it.
    """
    if not moments:
        return True
    match context.end:
        case "win":
            return "own_win" in moments and seat in context.winners
        case "exhaustive_draw":
            return "exhaustive_draw" in moments
        case "abortive_draw":
            return context.cause == "four_riichi" and "four_riichi" in moments
        case "chombo":
            return not another
        case "redeal":
            return False
        case _:
            assert_never(context.end)


def _lost_wins(
    counting: Iterable[JudgedFoul], context: FoulContext, dead: frozenset[Wind], rules: Rules
) -> Iterator[tuple[Wind, LostWin]]:
    """Yield the winners whose own fouls undo the win, and whether it is then false or void.

    A win shown with a dead hand is a false win (EMA 2016, 3.4.6, 3.4.7; WRCR 2015, 7.1, 7.2). A
    foul of the win itself has its own penalty, so the win is only void.
    """
    barred = dead if "win" in rules.dead_hand.bars else frozenset()
    barred |= {foul.seat for foul in counting if _bars_the_ron(foul, context)}
    undeclared = {
        foul.seat
        for foul in counting
        if foul.judgement.foul == CALL_WITH_UNDECLARED_DEAD_HAND and foul.judgement.void
    }
    taken_back = {
        foul.seat
        for foul in counting
        if foul.judgement.takes_back_a_win and not foul.committed.in_play
    }
    price = rules.fouls.false_win_shown
    for seat in sorted(context.winners):
        if seat in taken_back:
            yield seat, "void"
        elif seat in barred or seat in undeclared:
            yield seat, "false" if price == "chombo" or isinstance(price, FoulPenalty) else "void"


def _bars_the_ron(foul: JudgedFoul, context: FoulContext) -> bool:
    """Return whether a foul bars its offender from the recorded win.

    A record does not say who drew after a foul in play, so a ban until then may have ended.
    """
    ban = foul.judgement.ban
    if ban is None or context.self_drawn or (ban.until == "own_draw" and foul.committed.in_play):
        return False
    won_on = context.won_on
    return ban.no_ron_on == "any" or (won_on is not None and won_on.kind in foul.no_ron)


def _ends(
    counting: Iterable[JudgedFoul], context: FoulContext, rules: Rules
) -> Literal["chombo", "redeal"] | None:
    """Return the end by fouls that replaces the recorded end, if any.

    If a chombo and a new deal happen at the same time, the chombo is charged. Either way the tiles
    are dealt again.
    """
    unsettled = context.end == "win" and any(
        leaves_a_win_unsettled(foul.judgement.foul, foul.outcome, rules) for foul in counting
    )
    endings_in_play = {foul.outcome for foul in counting if foul.cuts_off}
    if "chombo" in endings_in_play or (unsettled and not endings_in_play):
        return "chombo"
    if any(foul.outcome == "redeal" for foul in counting):
        return "redeal"
    chombo = bool(context.offenders) or any(foul.outcome == "chombo" for foul in counting)
    return "chombo" if chombo and context.end == "redeal" else None


def leaves_a_win_unsettled(foul: str, outcome: FoulEffect, rules: Rules) -> bool:
    """Return whether a foul is a chombo even if somebody wins at that time (EMA 2025, 3.4.6)."""
    chombo = foul == UNPLAYABLE_BY_FAULT and outcome == "chombo"
    return chombo and rules.chombo.with_win == "void_if_win_can_be_paid"


# ---- points --------------------------------------------------------------------------------------


def cost_of(judgement: Judgement, points: int | None, where: str) -> Charge:
    """Return the points that a foul costs at once, without the chombo penalty.

    A referee deducted the `points`, if they are known.

    Raises:
        DealError: as for `referee_points`.
    """
    taken = referee_points(judgement, points, where)
    if isinstance(judgement.penalty, Charge) and not judgement.chombo:
        return judgement.penalty
    return Charge(taken, "after_uma")


def referee_points(judgement: Judgement, points: int | None, where: str) -> int:
    """Return the points that a referee deducted; 0 if no points are given or needed.

    Raises:
        DealError: if the referee may not decide the points, they are out of range, or they are
            missing although the penalty has degrees; `where` is the field in question.
    """
    if points is None:
        if isinstance(judgement.penalty, Degrees):
            message = Message(
                "points: give the penalty of {foul}; {expected}",
                foul=judgement.foul,
                expected=_prices(judgement.penalty),
            )
            raise DealError("missing_field", where, message)
        return 0
    if not judgement.referee:
        message = Message(
            "points: under these rules no referee decides the penalty of {foul}",
            foul=judgement.foul,
        )
        raise DealError("contradiction", where, message)
    if not 0 <= points <= MOST_FOUL_POINTS:
        message = Message("points: expected 0 to {most:,}", most=MOST_FOUL_POINTS)
        raise DealError("out_of_range", where, message)
    if isinstance(judgement.penalty, Degrees):
        amounts, (least, most) = judgement.penalty.amounts, judgement.penalty.serious
        if points not in amounts and not least <= points <= most:
            message = Message(
                "points: {points:,} is not a possible penalty; {expected}",
                points=points,
                expected=_prices(judgement.penalty),
            )
            raise DealError("out_of_range", where, message)
    return points


def _prices(degrees: Degrees) -> Message:
    amounts, (least, most) = degrees.amounts, degrees.serious
    known = ", ".join(f"{amount:,}" for amount in amounts)
    return Message(
        "expected {known}, or {least:,} to {most:,} in serious cases",
        known=known,
        least=least,
        most=most,
    )


# ---- in words ------------------------------------------------------------------------------------

EXEMPT: dict[Exemption, Translatable] = {
    "dead_hand": "not judged: the hand was declared dead and need not be shown",
    "riichi_void": "not judged: the riichi is void",
    "nagashi": "not judged together with nagashi mangan",
    "deal_over": "not judged: the hand was over before",
    "tile_wins": "not judged: the drawn tile wins",
}


def settled_effect(foul: JudgedFoul, settlement: Settlement) -> SettledEffect:
    """Return the effect of a foul once its deal is settled."""
    voided = foul.outcome == "chombo" and foul.seat not in settlement.offenders
    return "void_chombo" if voided else foul.outcome


def foul_line(foul: JudgedFoul, settlement: Settlement, name: str) -> Message:
    """Describe the effect of a foul in a deal, after the name of the offender."""
    title = Message(options()[f"fouls.{foul.judgement.foul}"].title)
    words = Message.joined(_effect_texts(foul, settlement), "; ")
    if foul.committed.turn is not None:
        return Message("{player}, go-around {turn}: {foul}; {words}", foul=title, player=name,
                       turn=foul.committed.turn, words=words)  # fmt: skip
    return Message("{player}: {foul}; {words}", foul=title, player=name, words=words)


def _effect_texts(foul: JudgedFoul, settlement: Settlement) -> Iterator[Message]:
    if foul.exempt == "elsewhere":
        yield Message("not judged: that happens only {when}", when=moments(foul.judgement))
        return
    if foul.exempt is not None:
        yield Message(EXEMPT[foul.exempt])
        return
    if foul.committed.points is not None:
        yield Message(CHARGES["after_uma"], points=foul.committed.points)
    else:
        yield judgement_words(foul.judgement)
    if foul.judgement.hand_is_dead and not foul.judgement.dead_hand and not foul.judgement.chombo:
        yield Message("the hand is dead")
    if settled_effect(foul, settlement) == "void_chombo":
        yield Message("the chombo is void because a win was declared at the same time")
    if any(cost.charged == "pot" for cost in foul.costs) and not any(
        (move.giver, move.why) == (foul.seat, "foul") for move in settlement.transfers
    ):
        yield Message("the pot goes back")
    if foul.cuts_off:
        yield Message("this ended the hand")
    if foul.win == "void":
        yield Message("the win does not count")
    elif foul.win == "false":
        yield Message(FALSE_WIN_WORDS[foul.seat in settlement.offenders])


FALSE_WIN_WORDS: dict[bool, Translatable] = {
    True: "the win shown is false: chombo",
    False: "the win shown is false, and void because another player won",
}
"""The text for a win with a dead hand, by whether it is a chombo."""

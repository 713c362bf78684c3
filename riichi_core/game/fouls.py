"""Fouls: their judgement under a ruleset, and what those of one deal cost.

Which of it applies is read from the chapters `fouls`, `chombo` and `dead_hand` of the ruleset and
from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, assert_never

from riichi_core.game.judgement import (
    Aftermath,
    CallChanged,
    Charge,
    ChomboOutcome,
    ChomboPrice,
    Consequence,
    DeadHandOutcome,
    Degrees,
    Fine,
    FoulOutcome,
    FoulWord,
    Judgement,
    ObstructionOutcome,
    RedealOutcome,
    ReversedMangan,
    Stands,
    VoidOutcome,
)
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, PlaySetting
from riichi_core.rules.chapters.consequence import (
    ByDegree,
    NotenRiichi,
    Obstruction,
    PointsOff,
    RiichiKong,
)
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, rules_of
from riichi_core.settlement.chombo import price_of_chombo, reversed_mangan
from riichi_core.settlement.ending import DealError
from riichi_core.tiles import Wind

# ---- from a ruleset ------------------------------------------------------------------------------

OF_A_RIICHI = ("riichi_on_open_hand", "riichi_without_word", "riichi_without_turning")
"""The fouls by which a riichi can lapse; its bet goes back (EMA 2016, 5.3; WRCR 2015, 7.2)."""

UNDECLARED = "call_with_undeclared_dead_hand"
"""The foul by which not only the hand dies but what was called is void too."""

FALSE_WIN = ("empty_win_call_hidden", "false_win_shown")
"""As what a ron that binds is judged if there is no win: by whether the hand was shown."""


def fouls() -> tuple[str, ...]:
    """Return the names of all fouls, in reading order."""
    return tuple(name for name, _ in Fouls.options())


def judge(foul: str, rules: Ruleset | Rules, *, setting: PlaySetting = "tournament") -> Judgement:
    """Judge a foul.

    Args:
        foul: the name of its option, as `swap_call`.
        rules: what is played by.
        setting: the setting whose price of a chombo is taken.

    Raises:
        KeyError: there is no such foul.

    >>> from riichi_core import load
    >>> judge("swap_call", load("ema-2016")).kind
    'dead_hand'
    """
    if foul not in Fouls.model_fields:
        raise KeyError(foul)
    rules = rules_of(rules)
    value: Consequence = getattr(rules.fouls, foul)
    outcome = _outcome(foul, value, rules, setting)
    return Judgement(
        foul=foul,
        setting=setting,
        outcome=outcome,
        found_at=value.found_at if isinstance(value, NotenRiichi | RiichiKong) else (),
        excuse=value.dead_hand_excuse if isinstance(value, NotenRiichi) else None,
        riichi_bet=_bet(foul, outcome, rules),
        aftermath=Aftermath.of(rules.chombo) if isinstance(outcome, ChomboOutcome) else None,
        options=(f"fouls.{foul}", *_read(foul, outcome, setting)),
    )


def _outcome(foul: str, value: Consequence, rules: Rules, setting: PlaySetting) -> FoulOutcome:
    match value:
        case PointsOff(points=points):
            return Fine(Charge(points, "after_uma"))
        case NotenRiichi(penalty=penalty) | RiichiKong(penalty=penalty):
            return _word(foul, penalty, rules, setting)
        case ByDegree():
            return ObstructionOutcome(_costs(value))
        case _:
            return _word(foul, value, rules, setting)


def _word(foul: str, word: FoulWord, rules: Rules, setting: PlaySetting) -> FoulOutcome:  # noqa: PLR0911, PLR0912 - a case for each word
    match word:
        case "free" | "put_right" | "disqualification":
            return word
        case "referee" | "not_regulated":
            return ObstructionOutcome(word) if foul == "obstruction" else word
        case "turned_when_noticed":
            return "put_right"
        case "stands" | "valid":
            return Stands()
        case "valid_if_clear":
            return Stands("if_clear")
        case "valid_then_referee":
            return Stands("unless_repeated")
        case "void":
            return VoidOutcome()
        case "dead_hand":
            return DeadHandOutcome(void=foul == UNDECLARED)
        case "void_and_dead":
            return DeadHandOutcome(void=True)
        case "chombo":
            return ChomboOutcome(_price(rules, setting))
        case "chombo_unless_corrected":
            return ChomboOutcome(_price(rules, setting), "unless_corrected")
        case "obstruction":
            return ObstructionOutcome(_costs(rules.fouls.obstruction))
        case "quick_change_stands":
            return CallChanged("if_quick")
        case "slip_of_tongue_only":
            binding = FALSE_WIN if foul == "ron_then_pung" else ()
            return CallChanged("if_slip_of_tongue", binding)
        case "ron_binds":
            return CallChanged("never", FALSE_WIN)
        case "dealt_again":
            return RedealOutcome()
        case "dealt_again_if_disturbing":
            return RedealOutcome("if_disturbing")
        case _:
            assert_never(word)


def _costs(value: Obstruction) -> Degrees | Literal["referee", "not_regulated"]:
    match value:
        case "referee" | "not_regulated":
            return value
        case ByDegree(by_degree=by):
            return Degrees(by.fines, (by.serious_from, by.serious_to), by.repeated)
        case _:
            assert_never(value)


def _price(rules: Rules, setting: PlaySetting) -> ChomboPrice:
    price = price_of_chombo(rules, setting)
    match price:
        case "none":
            return Charge(0, "none")
        case "reverse_mangan":
            east, other = (
                {paid.taker: int(paid.points) for paid in reversed_mangan([seat], rules).transfers}
                for seat in (Wind.EAST, Wind.SOUTH)
            )
            return ReversedMangan(east[Wind.SOUTH], other[Wind.EAST], other[Wind.WEST])
        case AfterUma(after_uma=points):
            return Charge(points, "after_uma")
        case AtTable(at_table=points):
            return Charge(points, "at_table")
        case _:
            assert_never(price)


def _bet(foul: str, outcome: FoulOutcome, rules: Rules) -> Literal["returned", "stays"] | None:
    """Return where the bet goes, by a lapsed riichi, a new deal, a chombo or a dead hand."""
    match outcome:
        case ChomboOutcome():
            return "returned" if rules.chombo.riichi_bets == "returned" else "stays"
        case VoidOutcome():
            return "returned" if foul in OF_A_RIICHI else None
        case RedealOutcome():
            return "returned"
        case DeadHandOutcome(void=True) if foul != UNDECLARED:
            return "returned"
        case DeadHandOutcome():
            return rules.dead_hand.riichi_bet
        case _:
            return None


def _read(foul: str, outcome: FoulOutcome, setting: PlaySetting) -> tuple[str, ...]:
    """Return the paths of the options, beside the foul's own, that say what follows."""
    match outcome:
        case ChomboOutcome():
            after = ("next_deal", "riichi_bets", "with_win", "last_timed_deal")
            return tuple(f"chombo.{name}" for name in (setting, *after))
        case DeadHandOutcome(void=void):
            bet = not void or foul == UNDECLARED
            parts = ("bars", "discards", "riichi_bet") if bet else ("bars", "discards")
            return tuple(f"dead_hand.{part}" for part in parts)
        case ObstructionOutcome() if foul != "obstruction":
            return ("fouls.obstruction",)
        case CallChanged(judged_as=others):
            return tuple(f"fouls.{other}" for other in others)
        case _:
            return ()


# ---- in a deal -----------------------------------------------------------------------------------

MOST_POINTS = 1_000_000


class CommittedFoul(NamedTuple):
    """A foul of a deal, and how many points a referee took off for it, if that is known."""

    seat: Wind
    foul: str
    points: int | None = None


class PointsLost(NamedTuple):
    """Points that an offender loses: off the result after uma, or off the score at the table."""

    penalty: int
    fine: int


@dataclass(slots=True)
class FoulsOfDeal:
    """The fouls of a deal, judged: who is an offender or dead, and points as numbers below zero."""

    offenders: list[Wind] = field(default_factory=list)
    dead: list[Wind] = field(default_factory=list)
    penalties: dict[Wind, int] = field(default_factory=dict)
    fines: dict[Wind, int] = field(default_factory=dict)


def judge_deal(
    committed: Iterable[CommittedFoul], rules: Rules, *, setting: PlaySetting
) -> FoulsOfDeal:
    """Judge the fouls of a deal under a ruleset.

    A chombo makes the player an offender, and its price is charged when the deal is settled.

    Raises:
        DealError: points that a referee cannot have taken off.
    """
    found = FoulsOfDeal()
    for place, one in enumerate(committed):
        judgement = judge(one.foul, rules, setting=setting)
        lost = points_lost(judgement, one.points, f"fouls.{place}.points")
        if judgement.chombo:
            found.offenders.append(one.seat)
        if judgement.dead_hand:
            found.dead.append(one.seat)
        if lost.penalty:
            found.penalties[one.seat] = found.penalties.get(one.seat, 0) - lost.penalty
        if lost.fine:
            found.fines[one.seat] = found.fines.get(one.seat, 0) - lost.fine
    return found


def points_lost(judgement: Judgement, points: int | None, where: str) -> PointsLost:
    """Return the points that a foul costs at once; the price of a chombo is not among them.

    Args:
        judgement: what the foul comes to.
        points: what a referee took off, where that is known.
        where: the field that an error names.

    Raises:
        DealError: as `referee_points`.
    """
    taken = referee_points(judgement, points, where)
    match None if judgement.chombo else judgement.penalty:
        case Charge(points=price, booked="after_uma"):
            return PointsLost(price, 0)
        case Charge(points=price, booked="at_table"):
            return PointsLost(0, price)
        case _:
            return PointsLost(taken, 0)


def referee_points(judgement: Judgement, points: int | None, where: str) -> int:
    """Return what a referee took off; 0 where nothing was taken off and nothing need be.

    Raises:
        DealError: the rules leave nothing to decide, or not so much, or they have a price of which
            the degree is not said; `where` is the field at fault.
    """
    if points is None:
        if isinstance(judgement.penalty, Degrees):
            message = Message(
                "points: say what {foul} costs; {expected}",
                foul=judgement.foul,
                expected=_prices(judgement.penalty),
            )
            raise DealError("missing_field", where, message)
        return 0
    if not judgement.referee:
        message = Message(
            "points: a referee does not decide what {foul} costs here", foul=judgement.foul
        )
        raise DealError("contradiction", where, message)
    if not 0 <= points <= MOST_POINTS:
        message = Message("points: expected 0 to {most:,}", most=MOST_POINTS)
        raise DealError("out_of_range", where, message)
    if isinstance(judgement.penalty, Degrees):
        fines, (least, most) = judgement.penalty.fines, judgement.penalty.serious
        if points not in fines and not least <= points <= most:
            message = Message(
                "points: {points:,} is no price of it; {expected}",
                points=points,
                expected=_prices(judgement.penalty),
            )
            raise DealError("out_of_range", where, message)
    return points


def _prices(degrees: Degrees) -> Message:
    fines, (least, most) = degrees.fines, degrees.serious
    known = ", ".join(f"{fine:,}" for fine in fines)
    return Message(
        "expected {known}, or {least:,} to {most:,} in grave cases",
        known=known,
        least=least,
        most=most,
    )

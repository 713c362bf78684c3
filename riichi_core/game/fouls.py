"""What a foul comes to under a ruleset.

Which of it applies is read from the chapters `fouls`, `chombo` and `dead_hand` of the ruleset and
from nothing else.
"""

from __future__ import annotations

from typing import Literal, assert_never

from riichi_core.game.judgement import (
    Aftermath,
    CallChanged,
    Charge,
    ChomboOutcome,
    Consequence,
    DeadHand,
    DealtAgain,
    Degrees,
    Fine,
    Judgement,
    Obstruction,
    Outcome,
    Price,
    ReversedMangan,
    Stands,
    Void,
    Word,
)
from riichi_core.rules.chapters.chombo import AfterUma, AtTable
from riichi_core.rules.chapters.consequence import (
    ByDegree,
    NotenRiichi,
    PointsOff,
    RiichiKong,
)
from riichi_core.rules.chapters.consequence import Obstruction as ObstructionRule
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import PlaySetting
from riichi_core.settlement.payments import price_of_chombo, reversed_mangan
from riichi_core.tiles import Wind

# ---- from a ruleset ------------------------------------------------------------------------------

OF_A_RIICHI = ("riichi_on_open_hand", "riichi_without_word", "riichi_without_turning")
"""The fouls by which a riichi can lapse; its bet goes back (EMA 2016, 5.3; WRCR 2015, 7.2)."""

UNDECLARED = "call_with_undeclared_dead_hand"
"""The foul by which not only the hand dies but what was called is void too."""

FALSE_WIN = ("empty_win_call_hidden", "false_win_shown")
"""As what a ron that binds is judged if there is no win: by whether the hand was shown."""


def fouls() -> tuple[str, ...]:
    """The names of all fouls, in reading order."""
    return tuple(name for name, _ in Fouls.options())


def judge(foul: str, rules: Rules, *, setting: PlaySetting = "tournament") -> Judgement:
    """What a foul comes to.

    Args:
        foul: the name of its option, as `swap_call`.
        rules: what is played by.
        setting: whether the price of a chombo is that of a tournament.

    Raises:
        KeyError: there is no such foul.

    >>> from riichi_core import load
    >>> judge("swap_call", load("ema-2016").rules).kind
    'dead_hand'
    """
    if foul not in Fouls.model_fields:
        raise KeyError(foul)
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


def _outcome(foul: str, value: Consequence, rules: Rules, setting: PlaySetting) -> Outcome:
    match value:
        case PointsOff(points=points):
            return Fine(Charge(points, "after_uma"))
        case NotenRiichi(penalty=penalty) | RiichiKong(penalty=penalty):
            return _word(foul, penalty, rules, setting)
        case ByDegree():
            return Obstruction(_costs(value))
        case _:
            return _word(foul, value, rules, setting)


def _word(foul: str, word: Word, rules: Rules, setting: PlaySetting) -> Outcome:  # noqa: PLR0911, PLR0912 - a case for each word
    match word:
        case "free" | "put_right" | "disqualification":
            return word
        case "referee" | "not_regulated":
            return Obstruction(word) if foul == "obstruction" else word
        case "turned_when_noticed":
            return "put_right"
        case "stands" | "valid":
            return Stands()
        case "valid_if_clear":
            return Stands("if_clear")
        case "valid_then_referee":
            return Stands("unless_repeated")
        case "void":
            return Void()
        case "dead_hand":
            return DeadHand(void=foul == UNDECLARED)
        case "void_and_dead":
            return DeadHand(void=True)
        case "chombo":
            return ChomboOutcome(_price(rules, setting))
        case "chombo_unless_corrected":
            return ChomboOutcome(_price(rules, setting), "unless_corrected")
        case "obstruction":
            return Obstruction(_costs(rules.fouls.obstruction))
        case "quick_change_stands":
            return CallChanged("if_quick")
        case "slip_of_tongue_only":
            binding = FALSE_WIN if foul == "ron_then_pung" else ()
            return CallChanged("if_slip_of_tongue", binding)
        case "ron_binds":
            return CallChanged("never", FALSE_WIN)
        case "dealt_again":
            return DealtAgain()
        case "dealt_again_if_disturbing":
            return DealtAgain("if_disturbing")
        case _:
            assert_never(word)


def _costs(value: ObstructionRule) -> Degrees | Literal["referee", "not_regulated"]:
    match value:
        case "referee" | "not_regulated":
            return value
        case ByDegree(by_degree=by):
            return Degrees(by.fines, (by.serious_from, by.serious_to), by.repeated)
        case _:
            assert_never(value)


def _price(rules: Rules, setting: PlaySetting) -> Price:
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


def _bet(foul: str, outcome: Outcome, rules: Rules) -> Literal["returned", "stays"] | None:
    """A riichi that lapses, a new deal or a chombo settles it; else a hand that dies decides."""
    match outcome:
        case ChomboOutcome():
            return "returned" if rules.chombo.riichi_bets == "returned" else "stays"
        case Void():
            return "returned" if foul in OF_A_RIICHI else None
        case DealtAgain():
            return "returned"
        case DeadHand(void=True) if foul != UNDECLARED:
            return "returned"
        case DeadHand():
            return rules.dead_hand.riichi_bet
        case _:
            return None


def _read(foul: str, outcome: Outcome, setting: PlaySetting) -> tuple[str, ...]:
    """The paths of the options, beside the foul's own, that say what follows."""
    match outcome:
        case ChomboOutcome():
            after = ("next_deal", "riichi_bets", "with_win", "last_timed_deal")
            return tuple(f"chombo.{name}" for name in (setting, *after))
        case DeadHand(void=void):
            bet = not void or foul == UNDECLARED
            parts = ("bars", "discards", "riichi_bet") if bet else ("bars", "discards")
            return tuple(f"dead_hand.{part}" for part in parts)
        case Obstruction() if foul != "obstruction":
            return ("fouls.obstruction",)
        case CallChanged(judged_as=others):
            return tuple(f"fouls.{other}" for other in others)
        case _:
            return ()

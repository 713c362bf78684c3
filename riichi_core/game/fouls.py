"""Fouls: their judgement under a ruleset.

Which of it applies is read from the chapters `fouls`, `chombo` and `dead_hand` of the ruleset and
from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, assert_never

from riichi_core.errors import RiichiError
from riichi_core.game.judgement import (
    FALSE_WIN,
    OF_A_RIICHI,
    PROVEN_BY_SHOWING,
    UNDECLARED,
    Aftermath,
    CallChanged,
    Charge,
    ChomboOutcome,
    ChomboPrice,
    Consequence,
    DeadHandOrPoints,
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
    Unpunished,
    VoidOutcome,
)
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, PlaySetting
from riichi_core.rules.chapters.consequence import (
    ByDegree,
    ManyTiles,
    NotenRiichi,
    Obstruction,
    PointsOff,
    RiichiKong,
)
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.settlement.chombo import price_of_chombo, reversed_mangan
from riichi_core.source.diagnostics import nearest
from riichi_core.tiles import Wind

OBSTRUCTS: Mapping[str, Literal["if_serious", "at_discretion"]] = {
    "exposed_on_purpose": "if_serious",
    "passing_information": "if_serious",
    "slow_or_hasty_play": "at_discretion",
}
"""The conduct that is obstruction only under a condition, as the sentences of its options say."""


def fouls() -> tuple[str, ...]:
    """Return the names of all fouls, in reading order."""
    return tuple(name for name, _ in Fouls.options())


def no_such_foul(name: object) -> Message:
    """Return the sentence for a name that no foul has; it names the nearest."""
    near = nearest(name, fouls()) if isinstance(name, str) else None
    if near is None:
        return Message("there is no foul {name}", name=quote(name))
    return Message("there is no foul {name}; did you mean {near}?", name=quote(name), near=near)


def judge(foul: str, rules: GivenRules, *, setting: PlaySetting = "tournament") -> Judgement:
    """Judge a foul.

    Args:
        foul: the name of its option, as `swap_call`.
        rules: what is played by, or its id or path.
        setting: the setting whose price of a chombo is taken.

    Raises:
        RiichiError: there is no such foul; the message names the nearest.

    >>> judge("swap_call", "ema-2016").kind
    'dead_hand'
    """
    if foul not in Fouls.model_fields:
        raise RiichiError(no_such_foul(foul))
    rules = rules_of(rules)
    value: Consequence = getattr(rules.fouls, foul)
    outcome = _outcome(foul, value, rules, setting)
    return Judgement(
        foul=foul,
        setting=setting,
        outcome=outcome,
        found_at=value.found_at if isinstance(value, NotenRiichi | RiichiKong) else (),
        excuse=_excuse(foul, rules),
        riichi_bet=_bet(foul, outcome, rules),
        aftermath=Aftermath.of(rules.chombo) if isinstance(outcome, ChomboOutcome) else None,
        options=(f"fouls.{foul}", *_read(foul, outcome, setting)),
    )


def _excuse(foul: str, rules: Rules) -> Literal["no_proof", "hand_shown"] | None:
    """Return what excuses a riichi hand that is noten only because it was dead later."""
    how = rules.fouls.noten_riichi
    if foul not in PROVEN_BY_SHOWING or how == "valid":
        return None
    return how.dead_hand_excuse


def after_last_discard(judged: Judgement, rules: Rules) -> Judgement:
    """Return the judgement of a foul that is found after the last discard of a deal.

    What would be a chombo can then be a dead hand, unless the draw cannot be settled (EMA 2025,
    3.4.6).
    """
    if not judged.chombo or rules.chombo.after_last_discard == "chombo":
        return judged
    if judged.found_at or judged.foul in PROVEN_BY_SHOWING:
        return judged
    return replace(
        judged,
        outcome=DeadHandOutcome(),
        riichi_bet=rules.dead_hand.riichi_bet,
        aftermath=None,
        options=(*judged.options, "chombo.after_last_discard"),
    )


def _outcome(foul: str, value: Consequence, rules: Rules, setting: PlaySetting) -> FoulOutcome:
    match value:
        case PointsOff(points=points):
            return Fine(Charge(points, "after_uma"))
        case NotenRiichi(penalty=penalty) | RiichiKong(penalty=penalty):
            return _word(foul, penalty, rules, setting)
        case ByDegree():
            return ObstructionOutcome(_costs(value))
        case ManyTiles():
            return DeadHandOutcome()
        case _:
            return _word(foul, value, rules, setting)


def _word(foul: str, word: FoulWord, rules: Rules, setting: PlaySetting) -> FoulOutcome:  # noqa: PLR0911, PLR0912 - a case for each word
    match word:
        case "free":
            return Unpunished("as_a_rule") if foul == "minor" else word
        case "free_then_referee":
            return Unpunished("unless_repeated")
        case "dead_hand_or_points":
            return DeadHandOrPoints()
        case "put_right" | "disqualification":
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
            return ObstructionOutcome(_costs(rules.fouls.obstruction), OBSTRUCTS.get(foul))
        case "quick_change_stands":
            return CallChanged("if_quick")
        case "slip_of_tongue_only":
            binding = FALSE_WIN if foul == "ron_then_pung" else ()
            return CallChanged("if_slip_of_tongue", binding)
        case "first_call_binds":
            return CallChanged("never")
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

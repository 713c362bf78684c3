"""Outcomes of fouls in a few words: the same for `riichi foul`, a game, a settlement and play."""

from __future__ import annotations

from typing import assert_never

from riichi_core.game.judgement import (
    CallChanged,
    Charge,
    ChomboOutcome,
    ChomboPrice,
    DeadHandOrPoints,
    DeadHandOutcome,
    Degrees,
    Fine,
    FoulEffect,
    Judgement,
    ObstructionOutcome,
    RedealOutcome,
    ReversedMangan,
    Stands,
    Unpunished,
    VoidOutcome,
)
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.rules.chapters.consequence import FoundAt

PLAIN: dict[FoulEffect, Text] = {
    "free": "no penalty",
    "put_right": "put right, no penalty",
    "referee": "the referee decides",
    "disqualification": "disqualification",
    "not_regulated": "not regulated",
}

EFFECTS: dict[FoulEffect, Text] = {
    **PLAIN,
    "chombo": "chombo",
    "dead_hand": "dead hand",
    "void": "void, no penalty",
    "void_and_dead": "void, dead hand",
    "dealt_again": "dealt again",
    "stands": "valid",
    "points": "the deal goes on",
    "obstruction": "obstruction",
    "call_changed": "one call counts",
    "not_judged": "not judged",
    "nothing": "the deal goes on",
}
"""The effect of a foul alone, without what it costs."""

CONDITIONS: dict[str, Text] = {
    "if_clear": "if the meaning is clear",
    "unless_repeated": "the referee if repeated",
    "unless_corrected": "unless put right at once",
    "if_disturbing": "if it disturbs the game",
    "if_quick": "second call counts if quick",
    "if_slip_of_tongue": "second call counts only as a slip of the tongue",
    "never": "the first call binds",
    "as_a_rule": "as a rule",
}
"""The conditions that are said after the outcome; the others are part of its text."""

OBSTRUCTION: dict[str | None, Text] = {
    None: "obstruction: {costs}",
    "if_serious": "in serious or repeated cases obstruction: {costs}",
    "at_discretion": "can be obstruction, slow play only if repeated: {costs}",
}
"""Conduct that is treated as obstruction, by its condition."""

WHEN: dict[FoundAt, Text] = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "at four riichi",
    "own_win": "at an own win",
}


def judgement_words(judged: Judgement, tr: Translator = ENGLISH) -> str:
    """Return the outcome of a foul in a few words for a narrow column."""
    condition = tr(CONDITIONS.get(judged.condition or "", ""))
    return ", ".join(filter(None, [_outcome(judged, tr), moments(judged, tr), condition]))


def moments(judged: Judgement, tr: Translator) -> str:
    """Return when a foul is judged, as `at an exhaustive draw`; empty if whenever it is found."""
    return tr.either(tr(text) for word, text in WHEN.items() if word in judged.found_at)


_DEAD: dict[tuple[bool, bool], Text] = {
    (False, False): "dead hand",
    (True, False): "void, dead hand",
    (True, True): "void, the bet goes back, dead hand",
}
"""A dead hand, by whether something is void besides, and whether a bet goes back with it."""


def _outcome(judged: Judgement, tr: Translator) -> str:
    match judged.outcome:
        case str() | Unpunished() | Stands() | RedealOutcome():
            return tr(EFFECTS[judged.effect])
        case DeadHandOrPoints():
            return tr("the referee decides, dead hand or points if serious or repeated")
        case VoidOutcome():
            return tr("void, the bet goes back" if judged.riichi_bet else "void, no penalty")
        case DeadHandOutcome(void=void):
            return tr(_DEAD[void, void and judged.riichi_bet == "returned"])
        case ChomboOutcome(price=price):
            return tr("chombo, {price}", price=_price(price, tr))
        case Fine(charge=charge):
            return _price(charge, tr)
        case ObstructionOutcome() as outcome:
            return _obstruction(judged, outcome, tr)
        case CallChanged():
            return ""
        case _:
            assert_never(judged.outcome)


def _price(price: ChomboPrice, tr: Translator) -> str:
    match price:
        case Charge(booked="none"):
            return tr("no points")
        case Charge(points=points, booked="after_uma"):
            return tr("{points} after uma", points=points)
        case Charge(points=points):
            return tr("{points} at the table", points=points)
        case ReversedMangan():
            return tr("a reversed mangan")
        case _:
            assert_never(price)


COSTS: dict[str, Text] = {
    "referee": "the referee decides, disqualification if repeated",
    "not_regulated": "not regulated",
}

DEGREES: dict[str, Text] = {
    "disqualification": "{least} to {most} after uma, then disqualification",
    "referee": "{least} to {most} after uma, then the referee",
}


def _obstruction(judged: Judgement, outcome: ObstructionOutcome, tr: Translator) -> str:
    """Return what obstruction costs; the conduct that is, or can be, treated as it says so."""
    costs = outcome.costs
    if isinstance(costs, Degrees):
        least, most = judged.points or (0, 0)
        told = tr(DEGREES[costs.repeated], least=least, most=most)
    else:
        told = tr(COSTS[costs])
    if judged.foul == "obstruction":
        return told
    return tr(OBSTRUCTION[outcome.condition], costs=told)

"""What a foul comes to, in a few words."""

from __future__ import annotations

from typing import assert_never

from riichi_core.game.judgement import (
    CallChanged,
    Charge,
    DeadHand,
    DealtAgain,
    Degrees,
    Fine,
    Judgement,
    Obstruction,
    Plain,
    Price,
    ReversedMangan,
    SpoiltDeal,
    Stands,
    Void,
)
from riichi_core.rules.chapters.consequence import FoundAt

PLAIN: dict[Plain, str] = {
    "free": "no penalty",
    "put_right": "put right, no penalty",
    "referee": "the referee decides",
    "disqualification": "disqualification",
    "not_regulated": "not regulated",
}

CONDITIONS = {
    "if_clear": "if the meaning is clear",
    "unless_repeated": "the referee if repeated",
    "unless_corrected": "unless put right at once",
    "if_disturbing": "if it disturbs the game",
    "if_quick": "second call counts if quick",
    "if_slip_of_tongue": "second call counts only as a slip of the tongue",
    "never": "the first call binds",
}

WHEN: dict[FoundAt, str] = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "at four riichi",
    "own_win": "at an own win",
}


def short(judged: Judgement) -> str:
    """What a foul comes to, in a few words for a narrow column."""
    condition = CONDITIONS[judged.condition] if judged.condition else ""
    when = " or ".join(text for word, text in WHEN.items() if word in judged.found_at)
    return ", ".join(filter(None, [_outcome(judged), when, condition]))


def _outcome(judged: Judgement) -> str:
    outcome = judged.outcome
    match outcome:
        case str():
            return PLAIN[outcome]
        case Stands():
            return "valid"
        case Void():
            return "void, the bet goes back" if judged.riichi_bet else "void, no penalty"
        case DeadHand(void=void):
            return "void, the bet goes back, dead hand" if void else "dead hand"
        case SpoiltDeal(price=price):
            return f"chombo, {_price(price)}"
        case Fine(charge=charge):
            return _price(charge)
        case Obstruction(costs=costs):
            named = "" if judged.foul == "obstruction" else "obstruction: "
            return named + (_degrees(judged, costs) if isinstance(costs, Degrees) else PLAIN[costs])
        case CallChanged():
            return ""
        case DealtAgain():
            return "dealt again"
        case _:
            assert_never(outcome)


def _price(price: Price) -> str:
    match price:
        case Charge(booked="none"):
            return "no points"
        case Charge(points=points, booked="after_uma"):
            return f"{points:,} after uma"
        case Charge(points=points):
            return f"{points:,} at the table"
        case ReversedMangan():
            return "a reversed mangan"
        case _:
            assert_never(price)


def _degrees(judged: Judgement, degrees: Degrees) -> str:
    least, most = judged.points or (0, 0)
    last = "disqualification" if degrees.repeated == "disqualification" else "the referee"
    return f"{least:,} to {most:,} after uma, then {last}"

"""Fouls in a written game: each comes to what the ruleset says of it."""

from __future__ import annotations

from typing import Any

import pytest

from riichi_core.game.game import Game, play
from riichi_core.records.game import reader
from riichi_core.rules.load import load

NAMES = ("Anna", "Ben", "Cleo", "Dan")
RULES = {name: load(name).rules for name in ("ema-2016", "wrcr-2015")}
DRAW = {"end": "exhaustive_draw", "tenpai": ["Anna", "Cleo"]}


def game(deal: dict[str, Any], ruleset: str = "ema-2016") -> Game:
    return play([reader(deal, NAMES)], RULES[ruleset])


def foul(seat: str, name: str, **more: int) -> dict[str, Any]:
    return {"seat": seat, "foul": name, **more}


def test_a_chombo_spoils_the_deal() -> None:
    found = game(DRAW | {"riichi": ["Ben"], "fouls": [foul("Ben", "noten_riichi")]})
    assert found.fault is None
    assert found.played[0].settlement.redeal
    assert [one.penalty for one in found.finals] == [0, -20000, 0, 0]
    assert [one.score for one in found.finals] == [30000] * 4


def test_a_dead_hand_is_noten() -> None:
    found = game(DRAW | {"fouls": [foul("Cleo", "swap_call")]})
    assert [one.score for one in found.finals] == [33000, 29000, 29000, 29000]


@pytest.mark.parametrize(
    ("name", "words"), [("swap_call", "dead by its foul"), ("false_win_shown", "made a chombo")]
)
def test_such_a_hand_cannot_win(name: str, words: str) -> None:
    win = {"end": "win", "won_by": "self_draw", "wins": [{"seat": "Ben", "limit": "mangan"}]}
    fault = game(win | {"fouls": [foul("Ben", name)]}).fault
    assert fault is not None
    assert words in fault.message
    assert game(win | {"fouls": [foul("Dan", name)]}).fault is None


def test_points_go_off_the_result_and_the_deal_goes_on() -> None:
    deal = DRAW | {"fouls": [foul("Anna", "declaration_with_dead_hand")]}
    assert [one.penalty for one in game(deal, "wrcr-2015").finals] == [-20000, 0, 0, 0]
    assert [one.penalty for one in game(deal).finals] == [0, 0, 0, 0]
    assert game(deal, "wrcr-2015").finals[0].score == 31500


def test_a_referee_says_how_many_points() -> None:
    deal = DRAW | {"fouls": [foul("Dan", "obstruction", points=12000)] * 2}
    for name in RULES:
        assert [one.penalty for one in game(deal, name).finals] == [0, 0, 0, -24000]


BAD = [
    (foul("Dan", "obstruction", points=9000), "expected 8,000, 12,000, or 12,000 to 48,000"),
    (foul("Dan", "swap_call", points=1000), "a referee does not decide what swap_call costs"),
    (foul("Dan", "obstruction", points=-1), "expected 0 to 1,000,000"),
    (foul("Dan", "swap_cal"), "did you mean swap_call"),
    (foul("Eve", "swap_call"), "there is no 'Eve'"),
    ({"seat": "Dan"}, "foul is missing"),
    ({"foul": "swap_call"}, "seat is missing"),
    (foul("Dan", "swap_call", point=1), "did you mean points"),
    ("Dan", "expected an object, not 'Dan'"),
]


@pytest.mark.parametrize(("entry", "words"), BAD)
def test_a_bad_foul_is_told(entry: Any, words: str) -> None:
    fault = game(DRAW | {"fouls": [entry]}).fault
    assert fault is not None
    assert words in fault.message

"""Fouls in a written game have the consequences that the ruleset gives them."""

from __future__ import annotations

from typing import Any

import pytest
from each import each

from riichi_core.game.game import Game, play_deals
from riichi_core.records.written_game import game_json, reader
from riichi_core.rules.load import load
from riichi_core.tiles import Wind

NAMES = ("Anna", "Ben", "Cleo", "Dan")
RULES = {name: load(name).rules for name in ("ema-2016", "wrcr-2015")}
DRAW = {"end": "exhaustive_draw", "tenpai": ["Anna", "Cleo"]}


def game(deal: dict[str, Any], ruleset: str = "ema-2016") -> Game:
    return play_deals([reader(deal, NAMES)], RULES[ruleset])


def foul(seat: str, name: str, **more: int) -> dict[str, Any]:
    return {"seat": seat, "foul": name, **more}


def test_a_chombo_ends_the_deal() -> None:
    found = game(DRAW | {"riichi": ["Ben"], "fouls": [foul("Ben", "noten_riichi")]})
    assert found.problem is None
    assert found.played[0].settlement.redeal
    assert [one.penalty for one in found.finals] == [0, -20000, 0, 0]
    assert [one.score for one in found.finals] == [30000] * 4


def test_a_dead_hand_is_noten() -> None:
    found = game(DRAW | {"fouls": [foul("Cleo", "swap_call")]})
    assert [one.score for one in found.finals] == [33000, 29000, 29000, 29000]


WIN = {"end": "win", "won_by": "self_draw", "wins": [{"seat": "Ben", "limit": "mangan"}]}


@pytest.mark.parametrize("name", ["swap_call", "false_win_shown"])
def test_a_dead_hand_cannot_win(name: str) -> None:
    found = game(WIN | {"fouls": [foul("Ben", name)]})
    assert found.problem is None
    assert found.played[0].settlement.offenders == (Wind.SOUTH,)
    assert [one.penalty for one in found.finals] == [0, -20000, 0, 0]
    assert [one.score for one in found.finals] == [30000] * 4
    other = game(WIN | {"fouls": [foul("Dan", name)]})
    assert [one.score for one in other.finals] == [26000, 38000, 28000, 28000]
    assert [one.penalty for one in other.finals] == [0] * 4


def test_points_come_off_the_result_and_the_deal_continues() -> None:
    deal = DRAW | {"fouls": [foul("Anna", "riichi_or_quad_with_dead_hand")]}
    assert [one.penalty for one in game(deal, "wrcr-2015").finals] == [-20000, 0, 0, 0]
    assert [one.penalty for one in game(deal).finals] == [0, 0, 0, 0]
    for name in RULES:  # the hand was declared dead, so it is noten
        assert [one.score for one in game(deal, name).finals] == [29000, 29000, 33000, 29000]


def test_a_referee_decides_the_number_of_points() -> None:
    deal = DRAW | {"fouls": [foul("Dan", "obstruction", points=12000)] * 2}
    for name in RULES:
        assert [one.penalty for one in game(deal, name).finals] == [0, 0, 0, -24000]


BAD = [
    (foul("Dan", "obstruction", points=9000), "expected 8,000, 12,000, or 12,000 to 48,000"),
    (foul("Dan", "swap_call", points=1000), "no referee decides the penalty of swap_call"),
    (foul("Dan", "obstruction", points=-1), "expected a whole number from 0 to 1,000,000"),
    (foul("Dan", "swap_cal"), "did you mean swap_call"),
    (foul("Eve", "swap_call"), "there is no 'Eve'"),
    ({"seat": "Dan"}, "'foul' is missing: expected one of "),
    ({"foul": "swap_call"}, "'seat' is missing"),
    (foul("Dan", "swap_call", point=1), "did you mean points"),
    ("Dan", "'Dan' is text: expected {seat: …, foul: …}"),
]


@each("entry, words", BAD)
def test_a_bad_foul_is_reported(entry: Any, words: str) -> None:
    fault = game(DRAW | {"fouls": [entry]}).problem
    assert fault is not None
    assert words in fault.message


LINES = [
    (WIN | {"fouls": [foul("Dan", "false_win_shown")]},
     "Dan: False win with the hand shown; chombo, 20,000 after uma; "
     "the chombo is void because a win was declared at the same time"),
    (WIN | {"fouls": [foul("Dan", "false_win_shown", turn=6)]},
     "Dan, go-around 6: False win with the hand shown; chombo, 20,000 after uma; "
     "this ended the hand"),
    (WIN | {"fouls": [foul("Ben", "swap_call")]},
     "Ben: A forbidden swap call; dead hand; the win shown is false: chombo"),
    (WIN | {"riichi": ["Dan"], "fouls": [foul("Dan", "noten_riichi")]},
     "Dan: Riichi on a hand that is not tenpai; not judged: that happens only at an exhaustive "
     "draw"),
    (DRAW | {"riichi": ["Ben"], "fouls": [foul("Ben", "riichi_without_word")]},
     "Ben: Riichi without saying riichi; void, the bet goes back, dead hand"),
    (DRAW | {"fouls": [foul("Dan", "obstruction", points=12000)]},
     "Dan: Obstruction; 12,000 after uma"),
    (DRAW | {"fouls": [foul("Dan", "phone", points=0)]},
     "Dan: A phone that disturbs play; 0 after uma"),
    (DRAW | {"fouls": [foul("Dan", "cheating")]}, "Dan: Cheating; disqualification"),
    (DRAW | {"fouls": [foul("Dan", "unplayable_no_fault")]},
     "Dan: Play cannot continue, but nobody is at fault; re-deal"),
]  # fmt: skip


@each("deal, words", LINES)
def test_a_line_describes_the_effect_of_a_foul(deal: dict[str, Any], words: str) -> None:
    found = game_json(NAMES, game(deal))
    assert [one["says"] for one in found["deals"][0]["fouls"]] == [words]

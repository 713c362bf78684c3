"""Written games with scores and results: what the sheet says, and what the rules say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from running import printed, riichi, words

from riichi_core.game.game import play
from riichi_core.records.written_game import read_game
from riichi_core.rules.load import load

DEALS: list[dict[str, Any]] = [
    {"end": "exhaustive_draw", "riichi": ["Anna", "Ben"], "tenpai": ["Anna", "Ben"]},
    {"end": "win", "won_by": "self_draw", "riichi": ["Anna"],
     "wins": [{"seat": "Anna", "han": 4, "fu": 20}]},
    {"end": "win", "won_by": "discard", "discarder": "Dan",
     "wins": [{"seat": "Cleo", "han": 4, "fu": 30}]},
    {"end": "exhaustive_draw", "riichi": ["Dan"], "tenpai": ["Dan"]},
]  # fmt: skip
SCORES = ([30500, 30500, 28500, 28500], [40600, 27800, 25800, 25800],
          [40600, 27800, 34100, 17500], [39600, 26800, 33100, 19500])  # fmt: skip
"""The scores after each hand under EMA 2016, where 4 han 30 fu are 7,700 points."""

RESULTS = [25_600, -8_200, 8_100, -25_500]
"""The results under EMA 2016 if the last bet goes to the winner."""


def sheet(folder: Path, after: Any = SCORES, **more: Any) -> Path:
    """Return the file of a game with scores."""
    path = folder / "game.yaml"
    deals = [deal if one is None else {**deal, "scores": one}
             for deal, one in zip(DEALS, after, strict=True)]  # fmt: skip
    game = {"players": ["Anna", "Ben", "Cleo", "Dan"], "deals": deals, **more}
    path.write_text(yaml.safe_dump(game, default_flow_style=None, width=500), encoding="utf-8")
    return path


def warnings(path: Path, rules: str = "ema-2016") -> str:
    """Return the warnings of `riichi game`, whose exit status remains 0."""
    return riichi("game", path, "--rules", rules).stderr


def test_right_scores_and_results_have_no_warning(tmp_path: Path) -> None:
    assert warnings(sheet(tmp_path, results=RESULTS)) == ""
    thousands = [[points / 1000 for points in row] for row in SCORES]
    assert warnings(sheet(tmp_path, thousands, results=[25.6, -8.2, 8.1, -25.5])) == ""


def test_the_last_scores_may_contain_the_bets_left(tmp_path: Path) -> None:
    none = [None] * 4
    for scores in (SCORES[-1], [40_600, *SCORES[-1][1:]]):
        assert warnings(sheet(tmp_path, none, scores=scores, results=RESULTS)) == ""


def test_a_wrong_score_is_one_warning_although_later_scores_follow_it(tmp_path: Path) -> None:
    wrong = [SCORES[0], *([a, b, c + 200, d - 200] for a, b, c, d in SCORES[1:])]
    told = words(warnings(sheet(tmp_path, wrong)))
    assert told.count("warning[") == 1
    assert "hand 2: scores: expected Cleo 25,800, Dan 25,800; written Cleo 26,000, Dan 25,6" in told
    assert "to fix it" not in told, "no rule makes only two players pay"


def test_scores_name_the_option_that_they_need(tmp_path: Path) -> None:
    raised = [*SCORES[:2], *([a, b, c + 300, d - 300] for a, b, c, d in SCORES[2:])]
    told = words(warnings(sheet(tmp_path, raised)))
    assert "hand 3: scores: expected Cleo 34,100, Dan 17,500" in told
    assert "limits.raised_to_mangan: [four_han_thirty_fu" in told


@pytest.mark.parametrize(
    ("uma", "needed"),
    [
        ([20_000, 10_000, -10_000, -20_000], "result.uma: [20000, 10000, -10000, -20000]"),
        ([12_000, 3_000, -3_000, -12_000], "result.uma: [12000, 3000, -3000, -12000]"),
    ],
)
def test_results_name_the_uma_that_they_need(tmp_path: Path, uma: list[int], needed: str) -> None:
    rules = load("ema-2016").rules.changed({"result.uma": uma})
    file, _ = read_game(sheet(tmp_path))
    assert file is not None
    game = play(file.record.read_deals(file.record.players), rules)
    results = [int(final.result) for final in game.finals]
    told = words(warnings(sheet(tmp_path, results=results)))
    assert told.count("warning[other-results]") == 1
    assert f"use the rules that these results need ({needed})" in told


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"results": [1, 2, 3]}, "results"),
        ({"scores": [1, 2, 3, "x"]}, "scores"),
    ],
)
def test_bad_scores_are_an_error(tmp_path: Path, more: Any, said: str) -> None:
    told = riichi("game", sheet(tmp_path, **more), status=1).stderr
    assert f"error[wrong-type] {said}: " in told
    assert "expected: four numbers in the order of the players" in told


def test_a_bad_score_of_a_hand_is_an_error_of_that_hand(tmp_path: Path) -> None:
    told = riichi("game", sheet(tmp_path, [*SCORES[:3], [1, 2]]), status=1).stderr
    assert "hand 4: scores: " in told, told


def test_the_output_of_a_game_does_not_depend_on_its_scores(tmp_path: Path) -> None:
    with_scores = printed("game", sheet(tmp_path, results=RESULTS), "--rules", "ema-2016")
    assert printed("game", sheet(tmp_path, [None] * 4), "--rules", "ema-2016") == with_scores

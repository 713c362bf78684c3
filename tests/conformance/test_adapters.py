"""The adapters read questions as the engine does, and answer every question."""

from __future__ import annotations

from typing import Any

import pytest
from each import each
from programs import command
from shipped_scenarios import scenarios

from riichi.conformance.program import Program, ask_all
from riichi.conformance.questions import questions, rules_json
from riichi_core.records.win import read_win
from riichi_core.rules.checks import VARIANTS
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.scenarios.scenario import Scenario
from riichi_validators.conformance import ENGINES, installed
from riichi_validators.engines import adapting


def wins() -> list[Scenario]:
    return [
        one
        for one in scenarios()
        if one.given.kind == "win" and not any("error" in part for part in one.expect.values())
    ]


def plain(tiles: Any) -> list[tuple[int, bool]]:
    return sorted((tile.kind, tile.red) for tile in tiles)


def test_there_are_wins_to_read() -> None:
    assert len(wins()) > 300


@each("scenario", wins)
def test_adapters_read_a_win_like_the_engine(scenario: Scenario) -> None:
    theirs = adapting.AskedWin(dict(scenario.given.facts))
    ours = read_win(scenario.given.facts)
    assert plain(theirs.concealed) == plain(ours.hand.concealed)
    assert plain(theirs.tiles) == plain((*ours.hand.tiles, ours.tile))
    assert theirs.melds == ours.hand.melds
    assert (theirs.seat, theirs.round_wind) == (ours.seat, ours.round_wind)
    assert theirs.counters == ours.counters
    assert plain(theirs.indicators["dora_indicators"]) == plain(ours.dora)


@each("text", ["", "123", "12x", "111m222m333m444m5", "(111m", "hello"])
def test_text_that_is_not_a_hand_is_refused(text: str) -> None:
    with pytest.raises(adapting.CannotError):
        adapting.AskedWin({"hand": text, "winning_tile": "5m", "won_by": "discard"})


def test_every_yaku_in_an_adapter_is_an_option() -> None:
    known = {path.removeprefix("yaku.") for path in options()}
    assert set(VARIANTS) | set(VARIANTS.values()) <= known


@each(
    "name, is_open, han",
    [("pinfu", False, 1), ("pinfu", True, None), ("big_four_winds", True, 26),
     ("daisharin", False, 13), ("stairway", False, None)],
)  # fmt: skip
def test_the_worth_of_a_yaku_is_read_from_the_rules(
    name: str, is_open: bool, han: int | None
) -> None:
    rules = dict(rules_json(load("red-fives-club")))
    assert adapting.worth(rules, name, is_open=is_open) == han


DEALT = {"hand": "222m333p444s88s77z", "winning_tile": "7z", "won_by": "self_draw",
         "first_turn": True}  # fmt: skip
TWO_WAITS = {"hand": "234m678s55p55z(345p)", "winning_tile": "5z", "won_by": "discard"}
ONE_WAIT = {"hand": "234m678s55p46m(555z)", "winning_tile": "5m", "won_by": "discard"}


@each(
    "rules, win, refused",
    [
        ("ema-2016", TWO_WAITS, False),
        ("classic-club", TWO_WAITS, True),
        ("classic-club", TWO_WAITS | {"robbing_quad": True}, False),
        ("classic-club", ONE_WAIT, False),
        ("ema-2016", DEALT, False),
        ("mahjong-soul", DEALT, True),
        ("mahjong-soul", DEALT | {"seat_wind": "south"}, False),
    ],
)
def test_a_win_affected_by_rules_that_engines_lack_is_not_asked(
    rules: str, win: dict[str, Any], refused: bool
) -> None:
    asked = adapting.AskedWin(win), dict(rules_json(load(rules)))
    if refused:
        with pytest.raises(adapting.CannotError):
            adapting.refuse(*asked)
    else:
        adapting.refuse(*asked)


def test_a_yaku_that_does_not_combine_cannot_be_expressed() -> None:
    with pytest.raises(adapting.CannotError):
        adapting.worth(dict(rules_json(load("ema-2016"))), "blessing_of_man", is_open=False)


@pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
def test_an_adapter_answers_every_question(engine: Any) -> None:
    if engine.name not in installed():
        pytest.skip(f"{engine.name} is not installed")
    program = Program.of(command("-m", engine.adapter))
    for verdict in ask_all(program, questions(scenarios()[::12])):
        fields = [one.field for one in verdict.differences]
        assert "answer" not in fields, verdict.differences
        assert verdict.scenario.given.kind == "win" or verdict.cannot

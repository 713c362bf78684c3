"""The adapters: they read what is given as we do, and never leave a question without an answer."""

from __future__ import annotations

from typing import Any

import pytest
from effort import LONG
from programs import command
from shipped_scenarios import SCENARIOS

from riichi_app.processes.engine import Program, ask_all
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.scenarios.conformance import questions, rules_json
from riichi_programs.conformance import adapting
from riichi_validators.conformance import ENGINES, installed

WINS = [
    one
    for one in SCENARIOS
    if one.given.kind == "win" and not any("error" in part for part in one.expect.values())
]


def plain(tiles: Any) -> list[tuple[int, bool]]:
    return sorted((tile.kind, tile.red) for tile in tiles)


KINDS = {"added": "extended_kong", "concealed": "concealed_kong"}


def test_wins_are_read_as_we_read_them() -> None:
    assert len(WINS) > 300
    for scenario in WINS:
        theirs = adapting.read_win(dict(scenario.given.facts))
        ours = read_win(scenario.given.facts)
        melds = [KINDS.get(meld.what, meld.what) for meld in theirs.melds]
        assert plain(theirs.concealed) == plain(ours.hand.concealed), scenario.id
        assert plain(theirs.tiles) == plain((*ours.hand.tiles, ours.tile)), scenario.id
        assert melds == [declared.kind for declared in ours.hand.melds], scenario.id
        assert (theirs.seat, theirs.prevailing) == (ours.seat, ours.prevailing), scenario.id
        assert theirs.counters == ours.counters, scenario.id
        assert plain(theirs.indicators["dora_indicators"]) == plain(ours.dora), scenario.id


@pytest.mark.parametrize("text", ["", "123", "12x", "111m222m333m444m5", "(111m", "hello"])
def test_a_text_that_is_no_hand_is_not_read(text: str) -> None:
    with pytest.raises(adapting.CannotError):
        adapting.read_win({"hand": text, "winning_tile": "5m", "won_by": "discard"})


def test_every_yaku_that_an_adapter_names_is_an_option() -> None:
    known = {path.removeprefix("yaku.") for path in options()}
    assert set(adapting.VARIANTS) | set(adapting.VARIANTS.values()) <= known


@pytest.mark.parametrize(
    ("name", "is_open", "han"),
    [("pinfu", False, 1), ("pinfu", True, None), ("big_four_winds", True, 26),
     ("daisharin", False, 13), ("stairway", False, None)],
)  # fmt: skip
def test_the_worth_of_a_yaku_is_read_from_the_rules(
    name: str, is_open: bool, han: int | None
) -> None:
    rules = dict(rules_json(load("red-fives-club")))
    assert adapting.worth(rules, name, is_open=is_open) == han


def test_a_yaku_that_does_not_add_to_others_cannot_be_told() -> None:
    with pytest.raises(adapting.CannotError):
        adapting.worth(dict(rules_json(load("ema-2016"))), "blessing_of_man", is_open=False)


@pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
def test_an_adapter_answers_every_question(engine: Any) -> None:
    if engine.name not in installed():
        pytest.skip(f"{engine.name} is not installed")
    program = Program.of(command("-m", engine.adapter))
    for verdict in ask_all(program, questions(SCENARIOS if LONG else SCENARIOS[::12])):
        fields = [one.field for one in verdict.outcome.differences]
        assert "answer" not in fields, verdict.outcome.differences
        assert verdict.kind == "win" or verdict.cannot

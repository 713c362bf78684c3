"""The schemas of deals and games match the engine's input and output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml
from each import each
from effort import LONG
from jsonschema import Draft202012Validator
from shipped_scenarios import scenarios

from riichi.schema.record_schema import SCHEMAS
from riichi_core.records.deal import DealLine
from riichi_core.records.jsonl import RecordBatch
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.scenario import Scenario

DEAL, RESULT, GAME = map(
    Draft202012Validator, (SCHEMAS[kind]() for kind in ("deal", "deal-result", "game"))
)
HANCHAN = Path(__file__).resolve().parents[1] / "game" / "hanchan.yaml"


def answered(data: dict[str, Any], ruleset: Ruleset) -> dict[str, Any]:
    return RecordBatch(DealLine, [ruleset]).record(data)


def deals() -> list[Scenario]:
    found = [scenario for scenario in scenarios() if scenario.given.kind == "deal"]
    return found[:: 1 if LONG else 5]


@each("scenario", deals)
def test_a_deal_and_its_settlement_match_the_schemas(scenario: Scenario) -> None:
    for name, expected in scenario.expect.items():
        ruleset = scenario.variants.get(name) or load(name)
        answer = answered(dict(scenario.given.facts), ruleset)
        RESULT.validate(answer)
        if "error" not in expected:
            DEAL.validate(scenario.given.facts)
            assert "error" not in answer


RON = {"end": "win", "won_by": "discard", "discarder": "east", "wins": [{"seat": "west", "han": 5}]}
BAD = [
    {},
    {"end": "draw"},
    {"end": "chombo"},
    {"end": "abortive_draw"},
    {"end": "abortive_draw", "cause": "five_winds"},
    {"end": "exhaustive_draw", "tenpai": ["anna"]},
    {"end": "exhaustive_draw", "tenpai": ["east", "east"]},
    {"end": "exhaustive_draw", "discarder": "east"},
    {"end": "exhaustive_draw", "bets": 1},
    {"end": "exhaustive_draw", "counters": -1},
    RON | {"discarder": "anna"},
    RON | {"tenpai": ["east"]},
    RON | {"wins": [{"han": 5}]},
    RON | {"wins": [{"seat": "west", "han": 5, "limit": "mangan"}]},
    RON | {"wins": [{"seat": "west", "han": 3, "fu": 35}]},
    RON | {"wins": [{"seat": "west", "hand": "2345567m345p678s"}]},
    RON | {"wins": [{"seat": "west", "limit": "huge"}]},
]


@each("data", BAD)
def test_the_reader_refuses_everything_that_the_schema_refuses(data: dict[str, Any]) -> None:
    assert list(DEAL.iter_errors(data))
    found = answered(data, load("ema-2016"))
    assert "error" in found
    RESULT.validate(found)


def test_the_valid_cases_in_the_list_of_bad_records_are_valid() -> None:
    DEAL.validate(RON)
    assert "error" not in answered(RON, load("ema-2016"))


def test_a_written_game_matches_the_schema() -> None:
    game = yaml.safe_load(HANCHAN.read_text(encoding="utf-8"))
    GAME.validate(game)
    assert list(GAME.iter_errors({**game, "players": ["Anna"]}))
    assert list(GAME.iter_errors({**game, "deals": [{"end": "exhaustive_draw", "counters": 1}]}))

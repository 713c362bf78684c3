"""No record can end a stream: every line gets an answer or an error."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from each import each
from effort import LONG

from riichi_core.records.deal import DealLine
from riichi_core.records.jsonl import BatchLine, RecordBatch, written
from riichi_core.records.win import WinLine
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset

LINES = 500 if LONG else 60
"""The number of lines that are answered for each ruleset."""

RIGHT: list[Any] = [
    {"hand": "223344m667788p7z", "winning_tile": "7z", "won_by": "self_draw"},
    {"end": "win", "won_by": "discard", "discarder": "west",
     "wins": [{"seat": "south", "han": 2, "fu": 25}]},
    {"end": "win", "won_by": "self_draw", "wins": [{"seat": "south", "yakuman": 3}], "counters": 2},
    {"end": "win", "won_by": "self_draw", "liable": {"south": {"big_three_dragons": "east"}},
     "wins": [{"seat": "south", "hand": "55p23m(555z)(666z)(777z)", "winning_tile": "1m"}]},
    {"end": "exhaustive_draw", "riichi": ["south"], "tenpai": ["west"],
     "fouls": [{"seat": "south", "foul": "discard_from_riichi_hand"}]},
    {"end": "abortive_draw", "cause": "nine_kinds"},
    {"end": "chombo", "offenders": ["west"]},
]  # fmt: skip

ODD: list[Any] = [
    None, True, False, 0, -1, 5, 10**30, 10**400, 1.5, 1e308, "", "x", "\ud800", "\0", "\x1b[31m",
    "x" * 3_000, [], {}, [[]], {"a": 1}, ["east", "east"], {"east": 1},
]  # fmt: skip


def words(schema: Any) -> tuple[set[str], list[Any]]:
    """Return the field names and the words of values in a JSON Schema."""
    fields, values = set[str](), list[Any]()
    for one in (
        schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    ):
        more, others = words(one)
        fields |= more
        values += others
    if isinstance(schema, dict):
        properties = schema.get("properties")
        fields |= set(properties) if isinstance(properties, dict) else set()
        values += schema.get("enum", []) if isinstance(schema.get("enum"), list) else []
    return fields, values


FIELDS, VALUES = words([DealLine.model_json_schema(), WinLine.model_json_schema()])
NAMES = [*sorted(FIELDS), "\ud800"]
CONTRACTS = (Path(__file__).parents[2] / "docs/reference/json-records.md").read_text(
    encoding="utf-8"
)
CODES = re.findall(r"An invalid record .*?Codes: `([^`]*)`", CONTRACTS, re.DOTALL)[0].split()


def changed(value: Any, chance: Random) -> Any:
    """Return a JSON value with one change somewhere in it."""
    if not value or not isinstance(value, dict | list) or chance.random() < 0.2:
        return chance.choice(ODD + VALUES)
    made: Any = value.copy()
    at = chance.choice(list(made) if isinstance(made, dict) else range(len(made)))
    match chance.randrange(4):
        case 0:
            del made[at]
        case 1:
            other = chance.choice(NAMES) if isinstance(made, dict) else at
            made[other] = chance.choice(ODD + VALUES)
        case _:
            made[at] = changed(made[at], chance)
    return made


def line(chance: Random) -> bytes:
    record = chance.choice(RIGHT)
    for _ in range(chance.randint(0, 4)):
        record = changed(record, chance)
    text = bytearray(json.dumps(record).encode())
    if chance.random() < 0.1:
        text[chance.randrange(len(text))] = chance.randrange(256)
    return bytes(text)


def answer_all(ruleset: Ruleset, seed: str) -> None:
    chance = Random(seed)
    models: list[type[BatchLine]] = [DealLine, WinLine]
    batches = [RecordBatch(model, [ruleset]) for model in models]
    for number in range(1, LINES + 1):
        batch, given = chance.choice(batches), line(chance)
        found = json.loads(written(batch.line(given, number)))
        assert ("results" in found) != ("error" in found), given
        assert "results" in found or found["error"]["code"] in CODES, given


@each("name", library.shipped())
def test_every_line_gets_an_answer(name: str) -> None:
    answer_all(load(name), name)


OWN = """
format: 1
ruleset: own
title: Own
extends: ema-2016
yaku:
  mine: {name: {en: Mine}, form: seven_pairs, worth: {concealed: 3}}
"""


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_every_line_gets_an_answer_under_rules_with_an_own_yaku(tmp_path: Path, seed: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, encoding="utf-8")
    answer_all(load(path), seed)

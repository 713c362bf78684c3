"""The schemas of records match the engine's input and output."""

from __future__ import annotations

import pytest
from each import each
from effort import LONG
from jsonschema import Draft202012Validator
from reference.generate import wins

from riichi.schema import record_schema
from riichi.schema.kinds import RECORD_SCHEMAS
from riichi_core.records.jsonl import RecordBatch
from riichi_core.records.win import WinLine
from riichi_core.rules.load import load
from riichi_validators.built_schemas import published

ANSWERS = RecordBatch(WinLine, [load("ema-2016"), load("red-fives-club")])


@pytest.mark.long
@each("kind", RECORD_SCHEMAS)
def test_the_published_schema_matches_the_types(kind: str) -> None:
    assert published(kind) == record_schema.schema_text(kind)
    Draft202012Validator.check_schema(record_schema.SCHEMAS[kind]())


def test_every_record_and_its_answer_match_the_schemas() -> None:
    record = Draft202012Validator(record_schema.SCHEMAS["win"]())
    answer = Draft202012Validator(record_schema.SCHEMAS["win-result"]())
    kinds = set()
    for win in wins(11, 400 if LONG else 80, reds={"m": 1, "p": 1, "s": 1}):
        record.validate(win)
        found = ANSWERS.record(win)
        answer.validate(found)
        kinds |= {of.get("reason", "error" if "error" in of else "score")
                  for of in found.get("results", {}).values()}  # fmt: skip
    assert kinds >= {"score", "no_yaku", "error"}


BAD = [
    {},
    {"hand": "2345567m345p678s", "winning_tile": "8m"},
    {"hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "ron"},
    {"hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "discard", "seat": "east"},
    {"hand": "2345567m345p678s", "winning_tile": "8z", "won_by": "discard"},
    {"hand": 1, "winning_tile": "8m", "won_by": "discard"},
    {"hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "discard", "ippatsu": 1},
    {"hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "discard", "counters": 1001},
    {"hand": "2345567m345p678s", "winning_tile": "8m", "won_by": "discard", "rulesets": []},
]


@each("data", BAD)
def test_the_reader_refuses_everything_that_the_schema_refuses(data: dict[str, object]) -> None:
    assert list(Draft202012Validator(record_schema.SCHEMAS["win"]()).iter_errors(data))
    found = ANSWERS.record(data)
    assert "error" in found
    assert not list(Draft202012Validator(record_schema.SCHEMAS["win-result"]()).iter_errors(found))


def test_answers_to_lines_that_are_not_records_match_the_schema() -> None:
    answer = Draft202012Validator(record_schema.SCHEMAS["win-result"]())
    for line in (b"x", b"[]", b'{"id": 1}', b'{"a": 1, "a": 2}'):
        answer.validate(ANSWERS.line(line, 3))

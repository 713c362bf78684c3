"""External numbers have bounds, and no line can end a stream."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from running import PLAIN

from riichi.cli.main import main
from riichi.schema.record_schema import schema_of
from riichi_core.play.table import Table, TableError
from riichi_core.records.deal import DealLine
from riichi_core.records.fields import Record
from riichi_core.records.log import LogError, LogHeader, _models, read_log
from riichi_core.records.win import WinLine
from riichi_core.records.written_game import GameRecord
from riichi_core.rules.load import load

LONG = "9" * 4300
"""As many digits as Python reads."""


def numbers(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every whole number in a JSON Schema, apart from a few listed ones."""
    if isinstance(schema, dict):
        if schema.get("type") == "integer" and not {"const", "enum"} & schema.keys():
            yield schema
        schema = list(schema.values())
    for part in schema if isinstance(schema, list) else ():
        yield from numbers(part)


@each("model", [WinLine, DealLine, GameRecord, LogHeader, *_models().values()])
def test_every_whole_number_of_a_record_has_bounds(model: type[Record]) -> None:
    found = list(numbers(schema_of(model)))
    assert [one for one in found if not {"minimum", "maximum"} <= one.keys()] == []


@pytest.mark.parametrize("scores", [["1e99999999"] * 4, [int(LONG)] * 4, ["1/" + LONG] * 4])
def test_scores_in_a_log_have_bounds(scores: list[Any]) -> None:
    header = LogHeader.of(load("ema-2016"), "ABCD", 1).model_dump_json()
    line = json.dumps({"event": "settled", "scores": scores, "deltas": [0] * 4,
                       "ended_by": None, "stopped": False})  # fmt: skip
    log = read_log(io.StringIO(f"{header}\n{line}\n"))
    assert log.damage is not None
    assert len(log.damage.message) < 300


@pytest.mark.parametrize("seed", [2**64, -(2**63) - 1])
def test_a_seed_has_the_same_bounds_in_a_game_and_its_log(seed: int) -> None:
    with pytest.raises(LogError, match="the seed has more than 64 bits"):
        LogHeader.of(load("ema-2016"), "ABCD", seed)
    with pytest.raises(TableError, match="the seed has more than 64 bits"):
        Table("ema-2016", seed=seed)


WIN = '"hand": "123m456m789m1122p", "winning_tile": "1p", "won_by": "self_draw"'
DEAL = '"end": "win", "won_by": "self_draw"'


@each(
    "command, line",
    [
        ("settle", f'{{{DEAL}, "wins": [{{"seat": "east", "yakuman": {LONG}}}]}}'),
        ("settle", f'{{{DEAL}, "counters": {LONG}, "wins": [{{"seat": "east", "han": 1}}]}}'),
        ("settle", f'{{{DEAL}, "wins": [{{"seat": "east", "han": -{LONG}}}]}}'),
        ("score", f'{{"id": 1e-999, {WIN}, "counters": {LONG}}}'),
        ("score", f'{{"id": {"[" * 960 + "]" * 960}, {WIN}}}'),
        ("score", f'{{"id": {LONG}, {WIN}}}'),
        ("score", f'{{"id": "\\ud800", {WIN}, "\\udfff": 1}}'),
    ],
)
def test_no_line_can_end_a_stream(command: str, line: str) -> None:
    ran = CliRunner().invoke(main, [command, "--jsonl"], f"{line}\n{line}\n", env=PLAIN)
    assert (ran.exception, ran.exit_code, ran.stderr) == (None, 0, "")
    answers = [json.loads(answer) for answer in ran.stdout.splitlines()]
    assert [{"results", "error"} & answer.keys() != set() for answer in answers] == [True] * 2

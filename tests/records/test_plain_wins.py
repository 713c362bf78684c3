"""Usual records are read without the model, with the same wins and the same errors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from each import each
from effort import SOAK, seed_of
from reference.generate import wins

from riichi_core.errors import RecordError
from riichi_core.hands.win import CIRCUMSTANCES
from riichi_core.records.jsonl import AnswerUnder, Batch
from riichi_core.records.win import WinLine, plain_win, read_win
from riichi_core.rules.load import load

Json = dict[str, Any]

RECORDS = 400
ROUNDS = range(SOAK or 3)

VALUES: list[Any] = [
    None, True, False, 0, 1, 2, 5, -1, 1_000, 1_001, 1.0, 1.5, 10**30, "", "x", [], {}, [[]],
    "none", "riichi", "double", "Riichi", "east", "South", "E", "self_draw", "discard", "tsumo",
    "8m", "0m", "m8", " 8 m ", "5mr", "8m8m", "東", "234m56799p24678s", "234m567p99p24678s",
    "234m567p99p2467s(777z", "234m99p24678s(777z)", "\uff11m99p24678s(777z)", "11111m56799p246s",
    ["1m"], ["1m"] * 4, ["1m"] * 5, ["1z", "2z", "3z", "4z", "5z"], ["1m", "2m"] * 3, ["m1"],
    ["0m"], ["1m", 5], ["1m", None], ["1m", ["1m"]], [{}], ["x"], "1m", ["1m"] * 51,
    ["ema-2016"], ["ema-2016"] * 51, ["ema-2016", "nowhere"], [""], ["ema-2016", 1],
    [CIRCUMSTANCES[-1]], [CIRCUMSTANCES[0]], [CIRCUMSTANCES[0]] * 51, [CIRCUMSTANCES[0], 1],
    ("1m",),
]  # fmt: skip
ADDED: list[list[Any]] = [["1m"], ["2z"], ["9z"], [1]]
NAMES: tuple[object, ...] = (*WinLine.model_fields, "Hand", "ipatsu", "", 5)


class ModelledLine(WinLine):
    """Reads each record by its model."""

    @classmethod
    def ask(cls, data: object) -> tuple[AnswerUnder, Sequence[str]]:
        record = WinLine.read(data)
        return record.question(), record.rulesets


def changed(record: Json, chance: Random) -> Json:
    """Return a record with some fields replaced, added or removed."""
    made: dict[Any, Any] = record.copy()
    for _ in range(chance.randint(1, 3)):
        name = chance.choice((*made, *NAMES))
        if name in made and chance.random() < 0.2:
            del made[name]
        elif isinstance(made.get(name), list) and chance.random() < 0.5:
            made[name] = made[name] + chance.choice(ADDED)
        else:
            made[name] = chance.choice(VALUES)
    return made


def outcome(read: Any, data: object) -> tuple[object, ...]:
    try:
        win = read(data)
    except RecordError as error:
        return error.code, error.field, str(error)
    return win, repr(win), type(win.counters), type(win.tile), type(win.dora)


def by_the_model(data: object) -> object:
    return WinLine.read(data).win()


def generated(number: int) -> list[Json]:
    return [*wins(seed_of(number), RECORDS, {"m": 1, "p": 1, "s": 1})]


@each("number", ROUNDS)
def test_usual_records_are_read_without_the_model(number: int) -> None:
    for record in generated(number):
        win = plain_win(record)
        assert win is not None, record
        assert outcome(lambda _, win=win: win, record) == outcome(by_the_model, record), record


@each("name", NAMES)
@each("won_by", ["self_draw", "discard"])
def test_each_value_of_a_field_has_the_win_or_the_error_of_the_model(
    won_by: str, name: object
) -> None:
    record = {"hand": "234m56799p24678s", "winning_tile": "3s", "won_by": won_by}
    for value in VALUES:
        other = record | {name: value}
        assert outcome(read_win, other) == outcome(by_the_model, other), other


@each("number", ROUNDS)
def test_changed_records_have_the_win_or_the_error_of_the_model(number: int) -> None:
    chance, seen = Random(seed_of(number)), set[bool]()
    for record in generated(number):
        other = changed(record, chance)
        expected = outcome(by_the_model, other)
        assert outcome(read_win, other) == expected, other
        seen.add(len(expected) == 3)
    assert seen == {True, False}


@each("number", ROUNDS)
def test_changed_records_have_the_answer_of_the_model(number: int) -> None:
    chance = Random(seed_of(number))
    rulesets = [load("ema-2016"), load("wrc-2025")]
    batch, modelled = Batch(WinLine, rulesets), Batch(ModelledLine, rulesets)
    for record in generated(number):
        other = changed(record, chance)
        assert json.dumps(batch.record(other)) == json.dumps(modelled.record(other)), other


@each("data", [None, [], "{}", 5, {}, {"hand": []}])
def test_plain_win_leaves_other_values_to_the_model(data: object) -> None:
    assert plain_win(data) is None

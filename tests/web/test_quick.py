"""The short form: what each of its ways sets, and that the whole form has it."""

from __future__ import annotations

import json

import pytest

from riichi_app.locale import Locale
from riichi_app.web.api import answer_question
from riichi_app.web.quick import combinations, decisions, fields, local_yaku
from riichi_app.web.value_shape import shape_of, value_of_fields
from riichi_core.rules import library


@pytest.mark.parametrize("values", [*combinations()], ids=str)
def test_fields_of_a_way_amount_to_what_it_sets(values: dict[str, object]) -> None:
    for path, one in fields(values).items():
        assert value_of_fields(shape_of(path), one, path) == values[path]


@pytest.mark.parametrize("base", [*library.shipped()])
def test_points_are_never_a_conflict(base: str) -> None:
    """Start, return points, oka and uma go together: no choice of them is refused over any base."""
    points = next(decision for decision in decisions() if decision.key == "points")
    new = json.loads(answer_question(json.dumps({"ask": "start", "base": base})))
    for way in points.ways:
        question = {"ask": "set", "file": new["file"], "fields": fields(way.values)}
        answer = json.loads(answer_question(json.dumps(question)))
        assert [one for one in answer["problems"] if one["severity"] == "error"] == []


def test_each_local_yaku_has_a_sentence_a_hand_and_a_worth() -> None:
    for card in local_yaku(Locale("en")):
        assert card.says.endswith(".")
        assert "<svg" in card.hand
        assert card.usual

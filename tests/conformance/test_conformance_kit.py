"""The conformance kit: its questions, and how it judges answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from each import each
from shipped_scenarios import by_id, scenarios

from riichi.conformance.questions import (
    NoAnswerError,
    Question,
    by_chapter,
    by_kind,
    cannot,
    count_verdicts,
    judge_answer,
    questions,
    reasons,
    reported_parts,
    rules_json,
)
from riichi.conformance.report import Report
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules, options
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.outcome import Outcome, run_scenario, scenario_result
from riichi_core.scenarios.scenario import Scenario

ONE = "four-thirty-is-not-mangan-at-ema"


@cache
def ema() -> Question:
    """Return the question about a scenario under ema-2016."""
    return next(one for one in questions([by_id()[ONE]]) if one.ruleset.id == "ema-2016")


@cache
def whole() -> Mapping[str, Any]:
    """Return the complete outcome that answers it."""
    return scenario_result(ema().scenario.given, ema().ruleset)


def judged(answer: Any, question: Question | None = None) -> Outcome:
    question = question or ema()
    return judge_answer(question, json.dumps({"id": question.id, **answer}))


def first_of(kind: str) -> Scenario:
    return next(scenario for scenario in scenarios() if scenario.given.kind == kind)


# ---- questions -----------------------------------------------------------------------------------


def test_a_question_has_everything_except_the_expected_outcome() -> None:
    asked = json.loads(ema().line())
    assert list(asked) == ["protocol", "id", "kind", "given", "ruleset", "rules", "starts_from"]
    assert asked["protocol"] == 1
    assert asked["id"] == "four-thirty-is-not-mangan-at-ema/ema-2016"
    assert asked["given"] == ema().scenario.given.facts
    assert (asked["ruleset"], asked["starts_from"]) == ("ema-2016", None)
    assert "\n" not in ema().line()
    assert ema().line().isascii()


def test_a_variant_names_its_base() -> None:
    variants = [one for scenario in scenarios() for one in scenario.variants.values()]
    scenario = next(s for s in scenarios() if s.variants)
    name, ruleset = next(iter(scenario.variants.items()))
    asked = Question(scenario, ruleset).as_json()
    assert (asked["ruleset"], asked["starts_from"]) == (name, ruleset.extends)
    assert variants


def test_the_rules_of_a_question_have_every_option_and_can_be_read_back() -> None:
    for name in ("ema-2016", "tenhou", "tuesday-club", "red-fives-club"):
        ruleset = load(name)
        data = rules_json(ruleset)
        for path in options():
            chapter, option = path.split(".")
            assert option in data[chapter]
        assert Rules.model_validate_json(json.dumps(data)) == ruleset.rules


def test_every_outcome_is_requested_once() -> None:
    asked = [question.id for question in questions(scenarios())]
    assert len(asked) == len(set(asked)) == sum(len(one.expect) for one in scenarios())


def test_only_the_named_rulesets_are_used() -> None:
    book = load("wrcr-2015")
    assert {one.ruleset.id for one in questions(scenarios(), {book.id: book})} == {book.id}


# ---- answers -------------------------------------------------------------------------------------


def test_our_own_outcome_passes() -> None:
    verdict = judged({"outcome": whole()})
    assert verdict.state == "passed"
    assert verdict.got == whole()


def test_only_what_is_expected_is_compared() -> None:
    expected = ema().scenario.expect["ema-2016"]
    assert judged({"outcome": dict(expected)}).state == "passed"


def test_another_outcome_fails_with_its_differences() -> None:
    verdict = judged({"outcome": {**whole(), "points": 8000}})
    assert verdict.state == "failed"
    assert [one.text() for one in verdict.differences] == [
        f"points: expected {whole()['points']}, got 8000"
    ]


def test_a_missing_part_fails_unless_it_is_marked_untold() -> None:
    outcome = {name: value for name, value in whole().items() if name != "han"}
    assert judged({"outcome": outcome}).state == "failed"
    assert judged({"outcome": outcome, "untold": ["han"]}).state == "passed"


def test_an_answer_with_everything_untold_counts_as_cannot() -> None:
    names = list(ema().scenario.expect["ema-2016"])
    verdict = judged({"outcome": {}, "untold": names})
    assert verdict.state == "cannot"
    assert verdict.cannot.startswith("it does not tell ")


@pytest.mark.parametrize(
    ("untold", "left"),
    [
        (["yaku.han"], {"yaku": [{"id": "riichi"}], "dora": {"dora": 1}}),
        (["dora.dora"], {"yaku": [{"id": "riichi", "han": 1}]}),
        (["dora", "yaku"], {}),
        (["points", "dora.ura_dora"], {"yaku": [{"id": "riichi", "han": 1}], "dora": {"dora": 1}}),
    ],
)
def test_untold_parts_are_removed_from_the_expected_outcome(
    untold: list[str], left: dict[str, Any]
) -> None:
    expected = {"yaku": [{"id": "riichi", "han": 1}], "dora": {"dora": 1}}
    assert reported_parts(expected, untold) == left


def test_a_cannot_answer_has_a_reason() -> None:
    verdict = judged({"cannot": "it has no such option"})
    assert (verdict.state, verdict.cannot) == ("cannot", "it has no such option")
    (shown,) = Report((verdict,), (), "an engine").as_json()["outcomes"]
    assert shown["cannot"] == "it has no such option"
    assert verdict.as_json()["differences"] == []


@pytest.mark.parametrize("reason", ["no_yaku", None])
def test_a_no_win_answer_may_omit_its_explanation(reason: str | None) -> None:
    outcome = {"valid": False} | ({"reason": reason} if reason else {})
    assert judged({"outcome": outcome}).state == "failed"


def test_an_error_needs_only_its_code() -> None:
    scenario = by_id()["ippatsu-without-riichi"]
    question = next(iter(questions([scenario])))
    assert judged({"outcome": {"error": {"code": "contradiction"}}}, question).state == "passed"
    assert judged({"outcome": {"error": {}}}, question).state == "failed"
    assert judged({"outcome": {"error": True}}, question).state == "failed"
    assert judged({"outcome": whole()}, question).state == "failed"


@each(
    "line",
    [
        "", "x", "[" * 200_000, "[]", "null", "1", "{}", '{"id": 1}',
        '{"id": "another/ema-2016", "cannot": "why"}',
        f'{{"id": "{ONE}/ema-2016"}}',
        f'{{"id": "{ONE}/ema-2016", "cannot": ""}}',
        f'{{"id": "{ONE}/ema-2016", "cannot": 1}}',
        f'{{"id": "{ONE}/ema-2016", "outcome": []}}',
        f'{{"id": "{ONE}/ema-2016", "outcome": {{}}, "cannot": "why"}}',
        f'{{"id": "{ONE}/ema-2016", "outcome": {{}}, "untold": "han"}}',
        f'{{"id": "{ONE}/ema-2016", "outcome": {{}}, "result": 1}}',
    ],
)  # fmt: skip
def test_an_invalid_answer_is_reported_as_such(line: str) -> None:
    with pytest.raises(NoAnswerError) as found:
        judge_answer(ema(), line)
    assert str(found.value)
    assert len(str(found.value)) < 200


NONSENSE: tuple[Any, ...] = (None, 1, "x", [], {}, [1], [None], {"x": 1}, True)


@each("kind", KINDS)
def test_an_outcome_of_any_shape_is_judged(kind: str) -> None:
    """No answer can end a run."""
    of_kind = [one for one in scenarios() if one.given.kind == kind]
    for question in questions(of_kind[:10]):
        expected = question.scenario.expect[question.ruleset.id]
        assert judged({"outcome": {}}, question).state == "failed"
        for value in NONSENSE:
            verdict = judged({"outcome": dict.fromkeys(expected, value)}, question)
            assert verdict.state in ("passed", "failed")
            json.dumps(verdict.as_json())


# ---- all together --------------------------------------------------------------------------------


def test_verdicts_are_counted_by_kind_and_by_chapter() -> None:
    kinds = [first_of(kind) for kind in reversed([*KINDS])]
    verdicts = [cannot(question, "why") for question in questions(kinds)]
    verdicts += [judged({"outcome": whole()}), judged({"outcome": {}})]
    found = by_kind(verdicts)
    assert list(found) == list(KINDS)
    assert (found["win"]["passed"], found["win"]["failed"]) == (1, 1)
    assert reasons(verdicts) == [("why", count_verdicts(verdicts)["cannot"])]
    limits = by_chapter(verdicts)["limits"]
    assert (limits["passed"], limits["failed"]) == (1, 1)


def test_a_verdict_on_our_own_outcome_equals_that_of_a_run() -> None:
    for question in questions(scenarios()[:100]):
        ours = run_scenario(question.scenario, question.ruleset)
        assert judged({"outcome": ours.got}, question).state == "passed"

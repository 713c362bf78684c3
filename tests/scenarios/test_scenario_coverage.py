"""How much of the rules the scenarios show."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shown import SCENARIOS, ruleset

from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios import Scenario, tells_apart
from riichi_core.scenarios.expectation import ERRORS
from riichi_core.scenarios.rulesets import value

ROOT = Path(__file__).resolve().parents[2]

TOPICS = ("yaku", "fu", "dora", "score", "points")

NOT_IN_A_WIN = {
    "dora-indicator-place": "where on the wall the first indicator is turned: a matter of the deal",
    "dora-kan-timing": "when the indicator of a kong is turned: a matter of the turn",
    "dora-chankan-no-indicator": "whether a robbed kong turns an indicator: a matter of the turn",
    "dora-chankan-turn-back": "an indicator turned too early: a matter of the turn",
    "yaku-ippatsu-riichi-no-break": "a win only says that it was ippatsu, not what broke it",
    "yaku-yakuman-count": "how many yakuman there are in a book: the list itself",
    "yaku-count-ordinary": "how many other yaku there are in a book: the list itself",
    "score-all-responsible": "who answers for a right score: at the table only",
    "score-correction-window": "until when a payment is corrected: at the table only",
    "score-sticks-visible": "that sticks are laid down openly: at the table only",
    "score-count-on-request": "when points have to be told: at the table only",
    "score-recording-free": "how scores are kept: a matter for the organizers",
    "score-negative-borrow": "who lends sticks to a player below zero: at the table only",
}
"""Clauses of these topics that no record of a win can show, and why."""

CHAPTERS = ("winning", "fu", "limits", "yaku", "dora", "tiles")

Pair = tuple[Scenario, str, str]


@cache
def witnesses(path: str) -> tuple[Pair, ...]:
    """The scenarios that claim to tell an option apart and do, each with two rulesets."""
    return tuple(
        (scenario, *pair)
        for scenario in SCENARIOS
        if path in scenario.options
        for pair in tells_apart(scenario, path)
    )


def alone(pair: Pair, path: str) -> bool:
    """Whether two rulesets differ in nothing but this option."""
    scenario, *names = pair
    one, other = (ruleset(scenario, name) for name in names)
    return [p for p in options() if value(one, p) != value(other, p)] == [path] and (
        one.rules.yaku.local == other.rules.yaku.local
    )


PLAYED = [
    path
    for path, option in options().items()
    if path.split(".")[0] in CHAPTERS and option.effect == "play"
] + ["dealer.counter_value"]
"""The options that decide what a win is worth."""


def test_every_clause_about_a_win_has_a_scenario() -> None:
    shown = {clause for scenario in SCENARIOS for clause in scenario.clauses}
    of_topics = {clause.id for clause in clauses().values() if clause.topic in TOPICS}
    assert of_topics - shown == set(NOT_IN_A_WIN)


CLAIMS = [(scenario, path) for scenario in SCENARIOS for path in scenario.options]


@pytest.mark.parametrize(("scenario", "path"), CLAIMS, ids=[f"{s.id}-{path}" for s, path in CLAIMS])
def test_a_scenario_tells_apart_what_it_says_it_does(scenario: Scenario, path: str) -> None:
    assert any(pair[0] is scenario for pair in witnesses(path))


@pytest.mark.parametrize("path", PLAYED)
def test_every_option_of_a_win_is_told_apart_by_a_scenario(path: str) -> None:
    assert witnesses(path)
    assert any(alone(pair, path) for pair in witnesses(path))


def test_an_option_that_makes_no_difference_is_not_told_apart() -> None:
    """A check of the checker."""
    scenario = next(s for s in SCENARIOS if s.options == ("limits.raised_to_mangan",))
    assert list(tells_apart(scenario, "limits.raised_to_mangan"))
    assert list(tells_apart(scenario, "limits.several_yakuman")) == []


CODE_AT = {"WinError": 0, "HandError": 0, "DealError": 0, "Fault": 2}
"""Where among its arguments each kind of refusal has its code."""


def refusals(files: str) -> Iterator[str]:
    """The codes with which the code refuses what is given."""
    for path in sorted((ROOT / "riichi_core").glob(files)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = CODE_AT.get(node.func.id, len(node.args))
                code = node.args[at] if at < len(node.args) else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def test_every_code_of_an_error_can_be_expected() -> None:
    files = ("hands/*.py", "scoring/record.py", "scoring/fields.py", "settlement/*.py",
             "game/*.py", "scenarios/*.py")  # fmt: skip
    codes = {"red_five", *(code for each in files for code in refusals(each))}
    assert codes - set(ERRORS) == {"not_an_object", "unknown_field"}, "a file cannot have these"
    assert set(ERRORS) <= codes

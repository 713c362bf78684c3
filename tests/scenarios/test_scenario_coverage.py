"""How much of the rules the scenarios cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from each import each
from effort import LONG
from shipped_scenarios import outcomes, scenarios

from riichi_core.records.record_problems import CODES
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios.kinds.kind import ERRORS
from riichi_core.scenarios.outcome import distinguishes, isolates
from riichi_core.scenarios.scenario import Scenario

ROOT = Path(__file__).resolve().parents[2]

KINDS = ("engine", "scoring", "payment", "game-end", "tournament")
"""The kinds of clauses that a scenario has to show; procedures are what people do at a table."""

NOTHING_TO_SHOW = {
    "foul-phone-exception": "that an expected call is arranged with the referee beforehand",
    "score-recording-free": "that organizers choose how scores are kept",
    "session-clean-tiles": "that tiles are cleaned",
    "session-start": "that walls may be built before the start, and no dice thrown",
}
"""Clauses of these kinds that are about people alone: no record has anything of them."""

Pair = tuple[Scenario, str, str]


@cache
def contrasting_cases(path: str) -> tuple[Pair, ...]:
    """Return the scenarios that isolate an option, each with two rulesets."""
    return tuple(
        (scenario, *pair)
        for scenario in scenarios()
        if path in scenario.options
        for pair in distinguishes(scenario, path, outcomes(scenario))
    )


def test_every_clause_has_a_scenario() -> None:
    shown = {clause for scenario in scenarios() for clause in scenario.clauses}
    wanted = {clause.id for clause in clauses().values() if clause.kind in KINDS}
    assert wanted - shown == set(NOTHING_TO_SHOW)


OPTIONS = [path for path, option in options().items() if option.effect == "play"]


@each("path", OPTIONS)
def test_every_option_has_a_contrasting_scenario(path: str) -> None:
    """Two rulesets differ only in the option, and the scenario has different outcomes."""
    about = [one for one in scenarios() if path in one.options]
    assert any(isolates(one, path, outcomes(one)) for one in about), (
        f"add a scenario with `options: [{path}]` and two rulesets that differ only in {path}, so "
        "that it has different outcomes"
    )


def claimed() -> list[str]:
    return sorted({path for scenario in scenarios() for path in scenario.options})


@each("path", lambda: claimed()[:: 1 if LONG else 4])
def test_scenarios_isolate_the_options_that_they_claim_to(path: str) -> None:
    shown = {pair[0].id for pair in contrasting_cases(path)}
    assert {one.id for one in scenarios() if path in one.options} - shown == set()


def test_an_option_without_effect_has_no_contrasting_scenario() -> None:
    """This checks the test itself."""
    scenario = next(s for s in scenarios() if s.options == ("limits.raised_to_mangan",))
    assert list(distinguishes(scenario, "limits.raised_to_mangan"))
    assert list(distinguishes(scenario, "fu.seven_pairs")) == []


CODE_AT = {
    **dict.fromkeys(("RecordError", "WinError", "HandError", "DealError"), 0),
    "GameProblem": 2,
}
"""Where among its arguments each kind of refusal has its code."""


def refusals(files: str) -> Iterator[str]:
    """Yield the error codes used in the code."""
    for path in sorted((ROOT / "riichi_core").glob(files)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = CODE_AT.get(node.func.id, len(node.args))
                code = node.args[at] if at < len(node.args) else None
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def test_every_error_code_can_be_expected() -> None:
    files = (
        *("hands/*.py", "scoring/score.py", "settlement/*.py", "game/*.py"),
        *(f"records/{name}.py" for name in ("record_problems", "win", "deal", "written_game")),
        "scenarios/kinds/*.py",
    )
    of_models = {*CODES.values(), "wrong_type", "out_of_range"}
    codes = {
        "red_five",
        "bonus_tile",
        *of_models,
        *(code for each in files for code in refusals(each)),
    }
    assert codes - set(ERRORS) == {"not_an_object", "unknown_field"}, "a file cannot have these"
    assert set(ERRORS) <= codes

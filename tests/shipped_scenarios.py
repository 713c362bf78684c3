"""The shipped scenarios, read and run once for all tests of a process."""

from __future__ import annotations

from functools import cache

from riichi_core.files.problem import Problem
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.outcome import Outcome, run_scenario
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.rulesets import shipped_ruleset
from riichi_core.scenarios.scenario import Scenario


@cache
def read() -> tuple[tuple[Scenario, ...], list[Problem]]:
    return read_scenarios()


def scenarios() -> tuple[Scenario, ...]:
    return read()[0]


@cache
def by_id() -> dict[str, Scenario]:
    return {scenario.id: scenario for scenario in scenarios()}


def ruleset(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped_ruleset(name)


def outcomes(scenario: Scenario) -> tuple[Outcome, ...]:
    """Return the outcome of a scenario under each ruleset with an expectation."""
    return _outcomes(scenario.id)


@cache
def _outcomes(name: str) -> tuple[Outcome, ...]:
    scenario = by_id()[name]
    return tuple(run_scenario(scenario, ruleset) for ruleset in scenario.expect)

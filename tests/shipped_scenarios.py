"""The scenarios that are shipped, read once and run once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.outcome import Outcome, run_scenario
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.rulesets import shipped_ruleset
from riichi_core.scenarios.scenario import Scenario

SCENARIOS, PROBLEMS = read_scenarios()

BY_ID = {scenario.id: scenario for scenario in SCENARIOS}

FILES = sorted({Path(scenario.place.file).stem for scenario in SCENARIOS})


def of_file(file: str) -> list[Scenario]:
    return [one for one in SCENARIOS if Path(one.place.file).stem == file]


def ruleset(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped_ruleset(name)


def outcomes(scenario: Scenario) -> tuple[Outcome, ...]:
    """Return what each ruleset makes of a scenario that something is expected of."""
    return _outcomes(scenario.id)


@cache
def _outcomes(name: str) -> tuple[Outcome, ...]:
    scenario = BY_ID[name]
    return tuple(run_scenario(scenario, ruleset) for ruleset in scenario.expect)

"""The scenarios that are shipped, read once for all tests."""

from __future__ import annotations

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios import Scenario, examine
from riichi_core.scenarios.rulesets import shipped

SCENARIOS, PROBLEMS = examine()

BY_ID = {scenario.id: scenario for scenario in SCENARIOS}


def ruleset(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped(name)

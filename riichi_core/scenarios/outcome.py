"""Run scenarios: work out what becomes of a record under a ruleset, and compare the expectation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.differences import Difference, differences
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.rulesets import option_value, shipped_ruleset
from riichi_core.scenarios.scenario import Given, Scenario


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario under a ruleset, and where it is not as expected."""

    scenario: Scenario
    ruleset: str
    got: ResultJson
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Return True if the result is as expected."""
        return not self.differences


def run_scenario(scenario: Scenario, ruleset: str | Ruleset) -> Outcome:
    """Run a scenario under a ruleset, and compare the result with the expectation.

    Args:
        scenario: the scenario.
        ruleset: one of those in its `expect`, by name; or a ruleset that is not shipped, whose id
            is one of them.
    """
    if isinstance(ruleset, str):
        ruleset = _ruleset(scenario, ruleset)
    got = result(scenario.given, ruleset)
    found = differences(scenario.expect[ruleset.id], got)
    return Outcome(scenario, ruleset.id, got, found)


def result(given: Given, ruleset: Ruleset) -> ResultJson:
    """Return what becomes of a record under any ruleset; facts that cannot be are an error in it.

    Args:
        given: the record and its kind.
        ruleset: the rules.
    """
    return KINDS[given.kind].run(given.facts, ruleset)


def distinguishes(
    scenario: Scenario, option: str, outcomes: Iterable[Outcome] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the pairs of rulesets that differ in an option and in the result of a scenario.

    Args:
        scenario: the scenario.
        option: the path of the option.
        outcomes: those of the scenario, if they are known.
    """
    known = list(outcomes) or [run_scenario(scenario, name) for name in scenario.expect]
    values = [option_value(_ruleset(scenario, name), option) for name in scenario.expect]
    for (one, here), (other, there) in combinations(zip(known, values, strict=True), 2):
        if here != there and one.got != other.got:
            yield one.ruleset, other.ruleset


def _ruleset(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped_ruleset(name)

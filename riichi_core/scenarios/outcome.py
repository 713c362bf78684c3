"""Running scenarios: what becomes of what is given under a ruleset, and whether it was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import assert_never

from riichi_core.errors import RecordError
from riichi_core.records.win import read_win, win_json
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.differences import Difference, Result, differences
from riichi_core.scenarios.game_kind import foul_result, game_result, read_deals, read_foul
from riichi_core.scenarios.rule_kind import read_rule, rule_result
from riichi_core.scenarios.rulesets import shipped, value
from riichi_core.scenarios.scenario import Given, Scenario
from riichi_core.scenarios.script import play_result, read_play
from riichi_core.scenarios.tournament_kind import read_rows, tournament_result
from riichi_core.scoring import score
from riichi_core.settlement.record import read_deal, settlement_json


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a ruleset makes of a scenario, and where it is not as expected."""

    scenario: Scenario
    ruleset: str
    got: Result
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Whether it is as expected."""
        return not self.differences


def run(scenario: Scenario, ruleset: str | Ruleset) -> Outcome:
    """What a ruleset makes of a scenario, against what the scenario expects of it.

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


def result(given: Given, ruleset: Ruleset) -> Result:
    """What becomes of it under any ruleset; facts that cannot be are an error in the result."""
    match given.kind:
        case "win":
            return _told(lambda: win_json(score(read_win(given.facts), ruleset)))
        case "deal":
            return _told(lambda: settlement_json(read_deal(given.facts), ruleset))
        case "game":
            return _told(lambda: game_result(read_deals(given.facts), ruleset.rules))
        case "foul":
            return _told(lambda: foul_result(read_foul(given.facts), ruleset.rules))
        case "tournament":
            return _told(lambda: tournament_result(read_rows(given.facts), ruleset.rules))
        case "play":
            return _told(lambda: play_result(read_play(given.facts), ruleset))
        case "rule":
            return _told(lambda: rule_result(read_rule(given.facts), ruleset))
        case _:
            assert_never(given.kind)


def _told(work_out: Callable[[], Result]) -> Result:
    """A result, or the error that it is."""
    try:
        return work_out()
    except RecordError as error:
        return {"error": {"code": error.code, "message": error.message, "field": error.field}}


def distinguishes(scenario: Scenario, option: str) -> Iterator[tuple[str, str]]:
    """The pairs of its rulesets that differ in an option and in what becomes of the scenario."""
    outcomes = [run(scenario, name) for name in scenario.expect]
    values = [value(_ruleset(scenario, name), option) for name in scenario.expect]
    for (one, here), (other, there) in combinations(zip(outcomes, values, strict=True), 2):
        if here != there and one.got != other.got:
            yield one.ruleset, other.ruleset


def _ruleset(scenario: Scenario, name: str) -> Ruleset:
    return scenario.variants.get(name) or shipped(name)

"""Scenarios: rules shown by example, read from files and run under any ruleset."""

from riichi_core.scenarios.differences import Difference
from riichi_core.scenarios.files import default_folder, examine
from riichi_core.scenarios.kinds import KINDS, Kind
from riichi_core.scenarios.kinds.kind import Result
from riichi_core.scenarios.outcome import Outcome, distinguishes, result, run
from riichi_core.scenarios.reading import option_meant
from riichi_core.scenarios.rulesets import is_option
from riichi_core.scenarios.scenario import Given, Place, Scenario

__all__ = [
    "KINDS",
    "Difference",
    "Given",
    "Kind",
    "Outcome",
    "Place",
    "Result",
    "Scenario",
    "default_folder",
    "distinguishes",
    "examine",
    "is_option",
    "option_meant",
    "result",
    "run",
]

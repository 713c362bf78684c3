"""Scenarios: rules shown by example, read from files and run under any ruleset."""

from riichi_core.scenarios.differences import Difference, Result
from riichi_core.scenarios.files import default_folder, examine
from riichi_core.scenarios.outcome import Outcome, result, run, tells_apart
from riichi_core.scenarios.reading import option_meant
from riichi_core.scenarios.rulesets import is_option
from riichi_core.scenarios.scenario import Given, Place, Scenario
from riichi_core.scenarios.speech import told

__all__ = [
    "Difference",
    "Given",
    "Outcome",
    "Place",
    "Result",
    "Scenario",
    "default_folder",
    "examine",
    "is_option",
    "option_meant",
    "result",
    "run",
    "tells_apart",
    "told",
]

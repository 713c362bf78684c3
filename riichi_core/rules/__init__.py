"""The option space, the files that fill it, and everything that can be wrong with them."""

from riichi_core.rules.load import examine, find, load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.source.diagnostics import Diagnostic

__all__ = ["Diagnostic", "Rules", "Ruleset", "RulesetError", "examine", "find", "load"]

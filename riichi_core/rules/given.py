"""Rules as a caller gives them: a ruleset, its name, or the rules alone."""

from __future__ import annotations

from riichi_core.errors import RiichiError
from riichi_core.messages import Message, quote
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset

GivenRules = Ruleset | Rules | str
"""A ruleset, rules alone, or the id or path of a ruleset."""


def rules_of(rules: GivenRules) -> Rules:
    """Return the rules of a ruleset, or of the one that an id or a path names.

    Args:
        rules: a ruleset, its id or path, or rules alone, which are returned as they are.

    Raises:
        RulesetError: the file is missing or wrong.
        RiichiError: it is nothing of these.
    """
    return rules if isinstance(rules, Rules) else ruleset_of(rules).rules


def ruleset_of(ruleset: Ruleset | str) -> Ruleset:
    """Return a ruleset, or the one that an id or a path names.

    Raises:
        RulesetError: the file is missing or wrong.
        RiichiError: it is nothing of these.
    """
    if isinstance(ruleset, str):
        ruleset = load(ruleset)
    if isinstance(ruleset, Ruleset):
        return ruleset
    raise RiichiError(
        Message("expected a ruleset, its id or its path, not {value}", value=quote(ruleset))
    )

"""Switches: one option of a ruleset set as another ruleset has it, and all else as it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.rules.checks import clashes
from riichi_core.rules.clash import ERRORS
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import Ruleset

Unseen: TypeAlias = Literal["table", "tournament", "not_alone"]
"""A reason why games of bots cannot show an option: it needs a fault or a person, it is about
tournaments, or it contradicts the first ruleset when it is switched alone."""


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that differs, and the first ruleset with this option as the second has it.

    Attributes:
        path: of the option.
        rules: the rules after the switch; None where games cannot show it.
        unseen: why they cannot.
    """

    path: str
    rules: Rules | None = None
    unseen: Unseen | None = None


def switches(first: Ruleset, second: Ruleset) -> tuple[Switch, ...]:
    """Return a switch for each option that differs, in reading order."""
    return tuple(
        _switch(row, first.rules, second.rules) for row in compare(first, second).differing
    )


def _switch(row: ComparisonRow, first: Rules, second: Rules) -> Switch:
    if row.part != "play":
        return Switch(row.path, unseen=row.part)
    rules = first.with_value_of(row.path, second)
    read = {name: getattr(rules, name) for name in chapters()}
    if any(clash.code in ERRORS for clash in clashes(read)):
        return Switch(row.path, unseen="not_alone")
    return Switch(row.path, rules)

"""A rule shown by example: what is given, and what each ruleset makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from riichi_core.rules.ruleset import Ruleset

Expectation = Mapping[str, Any]
"""The outcome under one ruleset, as far as the scenario names it (kinds/)."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place where a scenario begins."""

    file: str
    line: int

    def __str__(self) -> str:
        """As an editor takes it: `file:line`."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class GivenRecord:
    """A record and the name of its kind; it is read when the scenario is run."""

    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, checked.

    `clauses` and `options` are the ids and paths that it shows, `says` the rule in a sentence.
    `expect` has a part of the outcome for each ruleset: one that is shipped, or one of `variants`,
    house rules that the scenario makes up for itself.
    """

    id: str
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    says: str
    given: GivenRecord
    variants: Mapping[str, Ruleset]
    expect: Mapping[str, Expectation]
    place: Place

"""All shipped scenarios as one file that is quickly read: what is given, and what each is about.

`rulesets/scenarios/index.json` is generated from the scenario files; it has what is needed to run
them under any rulesets, not what is expected.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from riichi_core.rules.library import data_folder
from riichi_core.scenarios.scenario import Given, Scenario

INDEX = "scenarios/index.json"


@dataclass(frozen=True, slots=True)
class ShippedScenario:
    """A scenario without its expectations."""

    id: str
    says: str
    given: Given
    clauses: tuple[str, ...]
    options: tuple[str, ...]


def index(scenarios: Iterable[Scenario]) -> str:
    """The text of the index of some scenarios: a line for each."""
    lines = [
        json.dumps(_entry(one), ensure_ascii=False, separators=(",", ":")) for one in scenarios
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _entry(one: Scenario) -> Mapping[str, Any]:
    return {
        "id": one.id,
        "says": one.says,
        "kind": one.given.kind,
        "facts": one.given.facts,
        "clauses": list(one.clauses),
        "options": list(one.options),
    }


@cache
def shipped_scenarios() -> tuple[ShippedScenario, ...]:
    """The scenarios that are shipped, in the order of their files."""
    text = (data_folder() / INDEX).read_text(encoding="utf-8")
    return tuple(
        ShippedScenario(
            entry["id"],
            entry["says"],
            Given(entry["kind"], entry["facts"]),
            tuple(entry["clauses"]),
            tuple(entry["options"]),
        )
        for entry in json.loads(text)
    )


@cache
def by_option() -> Mapping[str, tuple[ShippedScenario, ...]]:
    """The scenarios that tell each option apart."""
    found: dict[str, list[ShippedScenario]] = {}
    for one in shipped_scenarios():
        for path in one.options:
            found.setdefault(path, []).append(one)
    return {path: tuple(several) for path, several in found.items()}

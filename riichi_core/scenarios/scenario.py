"""Define scenarios (rules shown by examples) and the index of the shipped ones.

The build makes rulesets/prepared/scenarios.json from the scenario files. It contains what is needed
to run them under any ruleset, but no expectations. If it is out of date, `shipped_scenarios` reads
the files instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from riichi_core.rules.library import is_current, rulesets_dir
from riichi_core.rules.ruleset import Ruleset

Expectation = Mapping[str, Any]
"""The expected part of the outcome under one ruleset (kinds/)."""


@dataclass(frozen=True, slots=True)
class Place:
    """The place where a scenario starts."""

    file: str
    line: int

    def __str__(self) -> str:
        """Return the place in the format of editors: `file:line`."""
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class GivenRecord:
    """An unchecked record and the name of its kind."""

    kind: str
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One checked scenario of a file.

    `clauses` and `options` are the ids and paths that it shows; `says` is the rule in a sentence.
    `expect` has the expected outcome by ruleset. This is a shipped ruleset, or one of `variants`,
    which are the scenario's own house rules.
    """

    id: str
    clauses: tuple[str, ...]
    options: tuple[str, ...]
    says: str
    given: GivenRecord
    variants: Mapping[str, Ruleset]
    expect: Mapping[str, Expectation]
    place: Place


# ---- the shipped scenarios -----------------------------------------------------------------------

INDEX = "prepared/scenarios.json"


@dataclass(frozen=True, slots=True)
class ShippedScenario:
    """A scenario without its expectations."""

    id: str
    says: str
    given: GivenRecord
    clauses: tuple[str, ...]
    options: tuple[str, ...]


def index_text() -> str:
    """Return the text of the index, one line per scenario."""
    lines = (
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in _index_entries()
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _index_entries() -> Iterator[Mapping[str, Any]]:
    """Yield the entry of each scenario, read from the files without checks."""
    from riichi_core.files.yaml_document import data_of_file  # noqa: PLC0415 - it imports yaml

    for path in sorted(_folder().glob("*.yaml")):
        for scenario in data_of_file(path):
            ((kind, facts),) = scenario["given"].items()
            yield {
                "id": scenario["scenario"],
                "says": scenario["says"],
                "kind": kind,
                "facts": facts,
                "clauses": scenario["clauses"],
                "options": scenario.get("options", []),
            }


def _folder() -> Path:
    return rulesets_dir() / "scenarios"


@cache
def shipped_scenarios() -> tuple[ShippedScenario, ...]:
    """Return the shipped scenarios in the order of their files."""
    path = rulesets_dir() / INDEX
    is_new = is_current(path, _folder())
    entries = json.loads(path.read_text(encoding="utf-8")) if is_new else _index_entries()
    return tuple(
        ShippedScenario(
            entry["id"],
            entry["says"],
            GivenRecord(entry["kind"], entry["facts"]),
            tuple(entry["clauses"]),
            tuple(entry["options"]),
        )
        for entry in entries
    )


@cache
def by_option() -> Mapping[str, tuple[ShippedScenario, ...]]:
    """Return the shipped scenarios that show each option, by its path."""
    scenarios_of: dict[str, list[ShippedScenario]] = {}
    for scenario in shipped_scenarios():
        for path in scenario.options:
            scenarios_of.setdefault(path, []).append(scenario)
    return {path: tuple(scenarios) for path, scenarios in scenarios_of.items()}

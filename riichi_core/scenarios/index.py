"""All shipped scenarios as one file that is quickly read: what is given, and what each is about.

The build makes `rulesets/prepared/scenarios.json` of the scenario files; it has what is needed to
run them under any rulesets, not what is expected. Where it is older, the files are read instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from riichi_core.rules.library import data_folder, is_current
from riichi_core.scenarios.scenario import GivenRecord

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
    """The text of the index: a line for each scenario."""
    lines = (
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in _index_entries()
    )
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _index_entries() -> Iterator[Mapping[str, Any]]:
    """Yield what the index has of each scenario, read from the files without a check."""
    from riichi_core.files.yaml_document import data_of_file  # noqa: PLC0415 - it takes YAML

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
    return data_folder() / "scenarios"


@cache
def shipped_scenarios() -> tuple[ShippedScenario, ...]:
    """The scenarios that are shipped, in the order of their files."""
    path = data_folder() / INDEX
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
    """The scenarios that tell each option apart."""
    scenarios_of: dict[str, list[ShippedScenario]] = {}
    for scenario in shipped_scenarios():
        for path in scenario.options:
            scenarios_of.setdefault(path, []).append(scenario)
    return {path: tuple(scenarios) for path, scenarios in scenarios_of.items()}

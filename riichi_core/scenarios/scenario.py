"""Define scenarios (rules shown by examples) and the index of the shipped ones.

The build makes indexes in rulesets/prepared from the scenario files, because JSON is faster to
read. If one is out of date, `shipped_scenarios` reads the files instead. A wheel has only indexes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

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
class ShippedScenario:
    """A scenario without its expectations.

    `clauses` and `options` are the ids and paths that it shows; `says` is the rule in a sentence.
    """

    id: str
    says: str
    given: GivenRecord
    clauses: tuple[str, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario(ShippedScenario):
    """One checked scenario of a file.

    `expect` has the expected outcome by ruleset. This is a shipped ruleset, or one of `variants`,
    which are the scenario's own house rules.
    """

    variants: Mapping[str, Ruleset]
    expect: Mapping[str, Expectation]
    place: Place


# ---- the shipped scenarios -----------------------------------------------------------------------

INDEX = "prepared/scenarios.json"

EXPECTATIONS = "prepared/expectations.json"
"""The index of the parts that only `riichi test` needs."""

Index = Mapping[str, Sequence[Any]]
"""The parts of all scenarios by key, each part in the order of the files; None for a missing part.

Columns compress better than rows.
"""

FILE, LINE = "file", "line"
"""The keys of the name of a scenario's file, and of the line where it starts."""


def default_folder() -> Path:
    """Return the folder of the shipped scenarios."""
    return rulesets_dir() / "scenarios"


def index_text(index: Index) -> str:
    """Return the text of an index, one line for each key."""
    lines = (f"{json.dumps(key)}: {compact_json(parts)}" for key, parts in index.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compact_json(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def made_indexes() -> Mapping[str, Index]:
    """Return new indexes of the scenario files, which are not checked, by file."""
    from riichi_core.files.yaml_document import read  # noqa: PLC0415 - it imports yaml

    documents = {path.name: read(path)[0] for path in sorted(default_folder().glob("*.yaml"))}
    scenarios = [
        {FILE: name, LINE: document.span((number,)).line, **scenario}
        for name, document in documents.items()
        if document is not None
        for number, scenario in enumerate(cast(list[dict[str, Any]], document.data))
    ]
    indexes: dict[str, dict[str, list[Any]]] = {INDEX: {}, EXPECTATIONS: {}}
    for key in dict.fromkeys(key for scenario in scenarios for key in scenario):
        file = EXPECTATIONS if key in ("variants", "expect", FILE, LINE) else INDEX
        indexes[file][key] = [scenario.get(key) for scenario in scenarios]
    return indexes


def read_index(file: str = INDEX) -> Index | None:
    """Return an index; None if the scenario files have changed since."""
    path = rulesets_dir() / file
    if not is_current(path, default_folder()):
        return None
    index: Index = json.loads(path.read_text(encoding="utf-8"))
    return index


def scenarios_in(index: Index) -> Iterator[dict[str, Any]]:
    """Yield the parts of each scenario in an index, by key."""
    for parts in zip(*index.values(), strict=True):
        yield {key: part for key, part in zip(index, parts, strict=True) if part is not None}


def _entries() -> Iterator[Mapping[str, Any]]:
    """Yield the parts of each scenario, from the index or the files."""
    if (index := read_index()) is not None:
        yield from scenarios_in(index)
        return
    from riichi_core.files.yaml_document import data_of_file  # noqa: PLC0415 - it imports yaml

    for path in sorted(default_folder().glob("*.yaml")):
        yield from data_of_file(path)


@cache
def shipped_scenarios() -> tuple[ShippedScenario, ...]:
    """Return the shipped scenarios in the order of their files."""
    return tuple(
        ShippedScenario(
            entry["scenario"],
            entry["says"],
            next(GivenRecord(kind, facts) for kind, facts in entry["given"].items()),
            tuple(entry["clauses"]),
            tuple(entry.get("options", ())),
        )
        for entry in _entries()
    )


@cache
def by_option() -> Mapping[str, tuple[ShippedScenario, ...]]:
    """Return the shipped scenarios that show each option, by its path."""
    scenarios_of: dict[str, list[ShippedScenario]] = {}
    for scenario in shipped_scenarios():
        for path in scenario.options:
            scenarios_of.setdefault(path, []).append(scenario)
    return {path: tuple(scenarios) for path, scenarios in scenarios_of.items()}

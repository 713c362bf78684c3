"""Define scenarios (rules shown by examples) and the index of the shipped ones.

The build makes the index rulesets/prepared/scenarios.json from the scenario files, because JSON is
faster to read. If it is out of date, `shipped_scenarios` reads the files instead. A wheel has only
the index.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
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


Index = Mapping[str, Sequence[Mapping[str, Any]]]
"""The entries of the scenarios in each file, by the file's name."""

LINE = "line"
"""The key, in an index entry, of the line in the file where the scenario starts."""

EXPECTATIONS = ("variants", "expect", LINE)
"""The keys of an index entry that only `riichi test` needs."""


def default_folder() -> Path:
    """Return the folder of the shipped scenarios."""
    return rulesets_dir() / "scenarios"


def index_text(index: Index, left_out: Collection[str] = ()) -> str:
    """Return the text of an index, one line per scenario.

    Args:
        index: the entries.
        left_out: the keys of entries to leave out.
    """
    files = (
        f"{json.dumps(file)}: [\n{_lines(scenarios, left_out)}\n]"
        for file, scenarios in index.items()
    )
    return "{\n" + ",\n".join(files) + "\n}\n"


def _lines(scenarios: Iterable[Mapping[str, Any]], left_out: Collection[str]) -> str:
    entries = (
        {key: part for key, part in scenario.items() if key not in left_out}
        for scenario in scenarios
    )
    return ",\n".join(map(compact_json, entries))


def compact_json(value: Any) -> str:
    """Return a value as JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def made_index() -> Index:
    """Return a new index of the scenario files, which are not checked."""
    from riichi_core.files.yaml_document import read  # noqa: PLC0415 - it imports yaml

    documents = {path.name: read(path)[0] for path in sorted(default_folder().glob("*.yaml"))}
    return {
        name: [
            {LINE: document.span((number,)).line, **scenario}
            for number, scenario in enumerate(cast(list[dict[str, Any]], document.data))
        ]
        for name, document in documents.items()
        if document is not None
    }


def read_index() -> Index | None:
    """Return the index; None if the files have changed since."""
    path = rulesets_dir() / INDEX
    if not is_current(path, default_folder()):
        return None
    index: Index = json.loads(path.read_text(encoding="utf-8"))
    return index


def _entries() -> Iterator[Mapping[str, Any]]:
    """Yield the entry of each scenario, from the index or the files."""
    if (index := read_index()) is not None:
        yield from chain.from_iterable(index.values())
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

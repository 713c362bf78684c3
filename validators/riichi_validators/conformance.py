"""docs/reference/conformance.md: the results of other engines for the scenarios."""

from __future__ import annotations

import importlib.metadata
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from riichi.conformance.questions import VerdictCounts, by_chapter, by_kind, count_verdicts, reasons
from riichi_core.rules.rules import chapters
from riichi_core.scenarios.outcome import Difference, Outcome
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.scenario import Scenario
from riichi_validators.markdown import DOCS, table

ROOT = Path(__file__).resolve().parents[2]
FILE = DOCS / "reference" / "conformance.md"

MOST_REASONS = 12

LONGEST_PART = 160
"""The maximum length of a part of an outcome on the page; longer ones are cut."""


class Engine(NamedTuple):
    """An engine: its name in commands, its adapter, and a function for its installed version."""

    name: str
    adapter: str
    version: Callable[[], str | None]


def _of_package(name: str) -> Callable[[], str | None]:
    def version() -> str | None:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None

    return version


MAJIANG = "riichi_validators.engines.majiang"


def _of_node() -> str | None:
    call = (sys.executable, "-m", MAJIANG, "--version")
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip() or None


ENGINES = (
    Engine("mahjong", "riichi_validators.engines.mahjong_adapter", _of_package("mahjong")),
    Engine("riichienv", "riichi_validators.engines.riichienv_adapter", _of_package("riichienv")),
    Engine("majiang", MAJIANG, _of_node),
)

HEAD = """\
# Conformance

How other engines answer the [scenarios](scenario-files.md), through the adapters in
`validators/riichi_validators/engines/` (majiang-core with Node.js). One scenario under one ruleset
counts as one. [Testing an engine](../guides/testing-an-engine.md) shows how to add yours.

An engine is judged only by rules that it has. *Cannot* means that it has no option for what the
ruleset decides, or does not report what is expected. *Failed* means that it has the rule, and its
outcome differs from the scenario's, which was worked out from the book.

`make conformance` generates this page; it has no scenarios that were added since. A long test fails
if an engine is installed and its part is not current.
"""


@cache
def installed() -> Mapping[str, str]:
    """Return the versions of the installed engines, by name."""
    versions = ((engine.name, engine.version()) for engine in ENGINES)
    return {name: version for name, version in versions if version is not None}


def shown() -> Mapping[str, str]:
    """Return the versions of the engines on the page."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    heads = [line.removeprefix("## ").split() for line in lines if line.startswith("## ")]
    return {name: version for name, version, *_ in heads}


def page() -> str:
    """Return the whole page; all engines must be installed."""
    scenarios, problems = read_scenarios()
    assert not problems, problems
    return "\n".join([HEAD, *(section(engine, scenarios) for engine in ENGINES)])


def section(engine: Engine, scenarios: Sequence[Scenario]) -> str:
    """Return the section of the page about an installed engine."""
    return "\n".join(_section(engine, installed()[engine.name], asked(engine, scenarios)))


def asked(engine: Engine, scenarios: Sequence[Scenario]) -> list[Outcome]:
    """Return the verdicts on an engine, from the JSON output of `riichi test --against`."""
    program = shlex.join([sys.executable, "-m", engine.adapter])
    call = (sys.executable, "-m", "riichi", "test", "--against", program, "--format", "json")
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    by_id = {scenario.id: scenario for scenario in scenarios}
    return [
        _verdict(outcome, by_id[outcome["scenario"]])
        for outcome in json.loads(done.stdout)["outcomes"]
    ]


def _verdict(outcome: Mapping[str, Any], scenario: Scenario) -> Outcome:
    parts = (
        Difference(difference["field"], difference["expected"], difference["got"])
        for difference in outcome["differences"]
    )
    return Outcome(scenario, outcome["ruleset"], {}, tuple(parts), outcome["cannot"] or "")


# ---- a section -----------------------------------------------------------------------------------


def _section(engine: Engine, version: str, verdicts: Sequence[Outcome]) -> Iterator[str]:
    kinds = by_kind(verdicts)
    judged = [kind for kind, counts in kinds.items() if counts["passed"] or counts["failed"]]
    yield f"## {engine.name} {version}\n"
    yield from _counted("kind", {**kinds, "**all**": count_verdicts(verdicts)})
    of_kinds = [verdict for verdict in verdicts if verdict.scenario.given.kind in judged]
    yield f"By chapter of the options that a scenario shows ({', '.join(judged)} only):\n"
    titles = {name: f"{model.TITLE} (`{name}`)" for name, model in chapters().items()}
    counts_by_chapter = by_chapter(of_kinds)
    yield from _counted(
        "chapter",
        {titles.get(name, "*none*"): counts for name, counts in counts_by_chapter.items()},
    )
    yield from _reasons(verdicts)
    yield from _failures([verdict for verdict in verdicts if verdict.state == "failed"])


def _counted(what: str, counts: Mapping[str, VerdictCounts]) -> Iterator[str]:
    rows = ((name, *of.values()) for name, of in counts.items())
    return table((what, "passed:", "failed:", "cannot:"), rows)


def _reasons(verdicts: Iterable[Outcome]) -> Iterator[str]:
    counted = sorted(reasons(verdicts), key=lambda reason: (-reason[1], reason[0]))
    yield "The most common reasons for *cannot*:\n"
    rows = counted[:MOST_REASONS]
    if rest := counted[MOST_REASONS:]:
        rows.append((f"*{len(rest)} other reasons*", sum(number for _, number in rest)))
    yield from table(("reason", "times:"), rows)


def _failures(failed: Sequence[Outcome]) -> Iterator[str]:
    if not failed:
        yield "Nothing failed.\n"
        return
    yield "What failed:\n"
    rows = (
        (
            f"`{verdict.scenario.id}`",
            verdict.ruleset,
            "; ".join(_short(part.text()) for part in verdict.differences),
        )
        for verdict in failed
    )
    yield from table(("scenario", "under", "expected and got"), rows)


def _short(text: str) -> str:
    cut = text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 1]}…"
    return cut.replace("|", r"\|").replace("\n", " ")


def write() -> Iterable[Path]:
    """Write the page, or print why it stays unchanged."""
    missing = [engine.name for engine in ENGINES if engine.name not in installed()]
    if missing:
        print(f"{FILE} is left as it is: {' and '.join(missing)} not installed (make conformance)")
        return []
    FILE.write_text(page(), encoding="utf-8")
    return [FILE]


if __name__ == "__main__":
    for path in write():
        print(path)

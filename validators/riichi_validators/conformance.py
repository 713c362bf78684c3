"""docs/conformance.md: what other engines make of the scenarios, where they are installed."""

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

from riichi_core.rules.rules import chapters
from riichi_core.scenarios.conformance import (
    Verdict,
    VerdictCounts,
    by_chapter,
    by_kind,
    count_verdicts,
    reasons,
)
from riichi_core.scenarios.differences import Difference
from riichi_core.scenarios.files import examine
from riichi_core.scenarios.outcome import Outcome
from riichi_core.scenarios.scenario import Scenario

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "conformance.md"

MOST_REASONS = 12

LONGEST_PART = 160
"""A part of an outcome that is longer is cut on the page."""


class Engine(NamedTuple):
    """An engine by its word in commands, what asks it, and its version where it is installed."""

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


MAJIANG = "riichi_app.processes.majiang"


def _of_node() -> str | None:
    call = (sys.executable, "-m", MAJIANG, "--version")
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return done.stdout.strip() or None


ENGINES = (
    Engine("mahjong", "riichi_programs.conformance.mahjong_adapter", _of_package("mahjong")),
    Engine("riichienv", "riichi_programs.conformance.riichienv_adapter", _of_package("riichienv")),
    Engine("majiang", MAJIANG, _of_node),
)

HEAD = """\
# Conformance

What other engines make of the scenarios of `rulesets/scenarios/` (docs/scenarios.md), asked through
the adapters in `riichi_programs/conformance/` (majiang-core by node:
`riichi_app.processes.majiang`). One scenario under one ruleset counts as one.

An engine is judged only on rules that it has: where a ruleset decides something that the engine has
no option for, or the engine does not say what is expected, that is *cannot*. *Failed* is where it
has the rule and comes to something else than the scenario says, which was worked out from the book.

This page is generated (`make conformance`); a test fails where an engine is installed and its part
is not current.
"""


@cache
def installed() -> Mapping[str, str]:
    """The versions of the engines that are installed, by name."""
    found = ((engine.name, engine.version()) for engine in ENGINES)
    return {name: version for name, version in found if version}


def shown() -> Mapping[str, str]:
    """The versions of the engines that the page has."""
    lines = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    heads = [line.removeprefix("## ").split() for line in lines if line.startswith("## ")]
    return {name: version for name, version, *_ in heads}


def page() -> str:
    """The whole page, from engines that are all installed."""
    scenarios, problems = examine()
    assert not problems, problems
    return "\n".join([HEAD, *(section(engine, scenarios) for engine in ENGINES)])


def section(engine: Engine, scenarios: Sequence[Scenario]) -> str:
    """The part of the page about an engine that is installed."""
    return "\n".join(_section(engine, installed()[engine.name], asked(engine, scenarios)))


def asked(engine: Engine, scenarios: Sequence[Scenario]) -> list[Verdict]:
    """The verdicts over an engine, as `riichi test --against` prints them for programs."""
    program = shlex.join([sys.executable, "-m", engine.adapter])
    call = (sys.executable, "-m", "riichi_app", "test", "--against", program, "--format", "json")
    done = subprocess.run(call, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    by_id = {scenario.id: scenario for scenario in scenarios}
    return [_verdict(one, by_id[one["scenario"]]) for one in json.loads(done.stdout)["outcomes"]]


def _verdict(one: Mapping[str, Any], scenario: Scenario) -> Verdict:
    parts = (Difference(of["field"], of["expected"], of["got"]) for of in one["differences"])
    return Verdict(Outcome(scenario, one["ruleset"], {}, tuple(parts)), one["cannot"] or "")


# ---- a section -----------------------------------------------------------------------------------


def _section(engine: Engine, version: str, verdicts: Sequence[Verdict]) -> Iterator[str]:
    kinds = by_kind(verdicts)
    judged = [kind for kind, of in kinds.items() if of.passed or of.failed]
    yield f"## {engine.name} {version}"
    yield ""
    yield from _table("kind", {**kinds, "**all**": count_verdicts(verdicts)})
    of_kinds = [one for one in verdicts if one.kind in judged]
    yield f"By the chapters of the options that a scenario shows ({', '.join(judged)} only):"
    yield ""
    titles = {name: f"{model.TITLE} (`{name}`)" for name, model in chapters().items()}
    found = by_chapter(of_kinds)
    yield from _table("chapter", {titles.get(name, "*none*"): of for name, of in found.items()})
    yield from _reasons(verdicts)
    yield from _failures([one for one in verdicts if one.state == "failed"])


def _table(what: str, counts: Mapping[str, VerdictCounts]) -> Iterator[str]:
    yield f"| {what} | passed | failed | cannot |"
    yield "|---|--:|--:|--:|"
    for name, of in counts.items():
        yield f"| {name} | {of.passed} | {of.failed} | {of.cannot} |"
    yield ""


def _reasons(verdicts: Iterable[Verdict]) -> Iterator[str]:
    found = sorted(reasons(verdicts), key=lambda one: (-one[1], one[0]))
    yield "The commonest reasons why it cannot tell:"
    yield ""
    yield "| reason | times |"
    yield "|---|--:|"
    for reason, number in found[:MOST_REASONS]:
        yield f"| {reason} | {number} |"
    if rest := found[MOST_REASONS:]:
        yield f"| *{len(rest)} other reasons* | {sum(number for _, number in rest)} |"
    yield ""


def _failures(failed: Sequence[Verdict]) -> Iterator[str]:
    if not failed:
        yield "Nothing failed."
        yield ""
        return
    yield "What failed:"
    yield ""
    yield "| scenario | under | expected and got |"
    yield "|---|---|---|"
    for one in failed:
        parts = "; ".join(_short(part.text()) for part in one.outcome.differences)
        yield f"| `{one.scenario.id}` | {one.outcome.ruleset} | {parts} |"
    yield ""


def _short(text: str) -> str:
    cut = text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 1]}…"
    return cut.replace("|", r"\|").replace("\n", " ")


def write() -> Iterable[Path]:
    """Write the page, or say why it is left as it is."""
    missing = [engine.name for engine in ENGINES if engine.name not in installed()]
    if missing:
        print(f"{FILE} is left as it is: {' and '.join(missing)} not installed (make conformance)")
        return []
    FILE.write_text(page(), encoding="utf-8")
    return [FILE]


if __name__ == "__main__":
    for path in write():
        print(path)

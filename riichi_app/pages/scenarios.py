"""Results of scenarios: the failures one by one, and how much is shown by how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from riichi_app.documents.terminal import listing
from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.outcome import Outcome
from riichi_core.scenarios.scenario import Scenario
from riichi_core.source.diagnostics import Diagnostic


@dataclass(frozen=True, slots=True)
class Report:
    """The outcomes of one call, in the order of the files, and what was wrong with the files."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The outcomes that are not as expected."""
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)

    @property
    def passed(self) -> bool:
        """True if something was run, all came out as expected, and no file has an error."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return bool(self.outcomes) and not self.failed and not errors

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that were run, each once."""
        return tuple({outcome.scenario.id: outcome.scenario for outcome in self.outcomes}.values())

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that are shown, each once."""
        return _each(clause for scenario in self.scenarios for clause in scenario.clauses)

    @property
    def options(self) -> tuple[str, ...]:
        """The options that are shown, each once."""
        return _each(path for scenario in self.scenarios for path in scenario.options)

    def files(self) -> dict[str, tuple[int, int, int]]:
        """Return for each file how many scenarios, outcomes and failures it has."""
        found = {}
        for file, group in groupby(self.outcomes, key=lambda outcome: outcome.scenario.place.file):
            outcomes = list(group)
            scenarios = {outcome.scenario.id for outcome in outcomes}
            failed = sum(not outcome.passed for outcome in outcomes)
            found[file] = (len(scenarios), len(outcomes), failed)
        return found

    def as_json(self) -> dict[str, Any]:
        """Return it for programs, as docs/scenarios.md has it."""
        return {
            "passed": self.passed,
            "files": [
                {"file": file, "scenarios": scenarios, "outcomes": outcomes, "failed": failed}
                for file, (scenarios, outcomes, failed) in self.files().items()
            ],
            "clauses": list(self.clauses),
            "options": list(self.options),
            "outcomes": [_json(outcome) for outcome in self.outcomes],
            "problems": [problem.as_json() for problem in self.problems],
        }


def _each(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _json(outcome: Outcome) -> dict[str, Any]:
    scenario = outcome.scenario
    return {
        "scenario": scenario.id,
        "ruleset": outcome.ruleset,
        "passed": outcome.passed,
        "file": scenario.place.file,
        "line": scenario.place.line,
        "differences": [difference.as_json() for difference in outcome.differences],
    }


def failures(report: Report, tr: Translator = ENGLISH) -> Iterator[RenderableType]:
    """Yield each failed scenario: its place, the rule, what was given, what differs where."""
    for _, group in groupby(report.failed, key=lambda outcome: outcome.scenario.id):
        outcomes = list(group)
        scenario = outcomes[0].scenario
        place = f"{_near(scenario.place.file)}:{scenario.place.line}"
        yield Text.assemble((scenario.id, "bold red"), f"  {place}")
        about = Text(
            f"{tr(scenario.says)}\n{KINDS[scenario.given.kind].describe(scenario.given.facts)}"
        )
        yield Padding(Group(about, *(_failure(one, tr) for one in outcomes)), (0, 0, 1, 2))


def _failure(outcome: Outcome, tr: Translator) -> RenderableType:
    lines = Text("\n").join(Text(difference.text()) for difference in outcome.differences)
    parts: list[RenderableType] = [Padding(lines, (0, 0, 0, 2))]
    if position := outcome.got.get("position"):
        parts.append(Padding(Text(str(position), style="dim"), (0, 0, 0, 2)))
    return Group(Text(tr("under {ruleset}", ruleset=outcome.ruleset), style="green"), *parts)


def _near(file: str) -> str:
    """Return a file as seen from here, where it lies below."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else file


def scenario_summary(report: Report, tr: Translator = ENGLISH) -> Iterator[RenderableType]:
    """Yield the files with their numbers, and what all of them show."""
    rows = ((_near(file), *map(str, numbers)) for file, numbers in report.files().items())
    yield listing((tr("FILE"), tr("SCENARIOS"), tr("OUTCOMES"), tr("FAILED")), rows)
    yield Text(_sentence(report, tr), style="red" if report.failed else "")


def _sentence(report: Report, tr: Translator) -> str:
    scenarios, outcomes = len(report.scenarios), len(report.outcomes)
    failed = len(report.failed)
    ran = tr(
        "{scenarios}, {outcomes}: {verdict}.",
        scenarios=tr.counted("{n} scenario", "{n} scenarios", scenarios),
        outcomes=tr.counted("{n} outcome", "{n} outcomes", outcomes),
        verdict=tr("{passed} as expected, {failed} not", passed=outcomes - failed, failed=failed)
        if failed
        else tr("all as expected"),
    )
    shown = tr(
        "They show {clauses} of {every_clause} clauses and {options} of {every_option} options.",
        clauses=len(report.clauses),
        every_clause=len(clauses()),
        options=len(report.options),
        every_option=len(options()),
    )
    return f"\n{ran}\n{shown}"

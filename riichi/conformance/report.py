"""Scenarios and their outcomes under rulesets or in other engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from riichi.conformance.questions import by_kind, count_verdicts, reasons
from riichi.writers.columns import INDENT, StyledText, paragraph, styled, table
from riichi_core.files.problem import Problem
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.outcome import Outcome
from riichi_core.scenarios.scenario import Scenario

MOST_REASONS = 12
"""The maximum number of printed reasons why an engine cannot answer."""


@dataclass(frozen=True, slots=True)
class Report:
    """The outcomes of one call, in the order of the files, and the problems of the files.

    `against` is the command of another engine that gave the outcomes; empty for our own.
    """

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    against: str = ""

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The outcomes that are not as expected."""
        return tuple(outcome for outcome in self.outcomes if outcome.state == "failed")

    @property
    def passed(self) -> bool:
        """True if an outcome is as expected, none is different, and no file has an error."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return any(outcome.passed for outcome in self.outcomes) and not self.failed and not errors

    @property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenarios that were run, each once."""
        return tuple({outcome.scenario.id: outcome.scenario for outcome in self.outcomes}.values())

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the scenarios show, each once."""
        return _distinct(clause for scenario in self.scenarios for clause in scenario.clauses)

    @property
    def options(self) -> tuple[str, ...]:
        """The options that the scenarios show, each once."""
        return _distinct(path for scenario in self.scenarios for path in scenario.options)

    def files(self) -> dict[str, tuple[int, int, int]]:
        """Return the numbers of scenarios, outcomes and failures by file."""
        counts = {}
        for file, group in groupby(self.outcomes, key=lambda outcome: outcome.scenario.place.file):
            outcomes = list(group)
            scenarios = {outcome.scenario.id for outcome in outcomes}
            failed = sum(not outcome.passed for outcome in outcomes)
            counts[file] = (len(scenarios), len(outcomes), failed)
        return counts

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON data (docs/guides/testing-an-engine.md)."""
        problems = [problem.as_json() for problem in self.problems]
        if self.against:
            return {
                "against": self.against,
                "passed": self.passed,
                "kinds": by_kind(self.outcomes),
                "outcomes": [
                    {
                        **outcome.as_json(),
                        "kind": outcome.scenario.given.kind,
                        "state": outcome.state,
                        "cannot": outcome.cannot or None,
                    }
                    for outcome in self.outcomes
                ],
                "problems": problems,
            }
        return {
            "passed": self.passed,
            "files": [
                {"file": file, "scenarios": scenarios, "outcomes": outcomes, "failed": failed}
                for file, (scenarios, outcomes, failed) in self.files().items()
            ],
            "clauses": list(self.clauses),
            "options": list(self.options),
            "outcomes": [
                {**outcome.as_json(), "passed": outcome.passed} for outcome in self.outcomes
            ],
            "problems": problems,
        }


def _distinct(names: Iterator[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def failure_lines(report: Report, tr: Translator = PLAIN_ENGLISH) -> Iterator[str]:
    """Yield each failed scenario: its place, its rule, the given facts, and the differences."""
    for _, group in groupby(report.failed, key=lambda outcome: outcome.scenario.id):
        outcomes = list(group)
        scenario = outcomes[0].scenario
        place = f"{_relative(scenario.place.file)}:{scenario.place.line}"
        yield from paragraph(f"{styled(scenario.id, 'no_win')}  {place}")
        yield from paragraph(tr(scenario.says), indent=INDENT)
        given = KINDS[scenario.given.kind].describe(scenario.given.facts)
        yield from paragraph(given, indent=INDENT)
        for outcome in outcomes:
            yield from paragraph(tr("under {ruleset}", ruleset=outcome.ruleset), "name", INDENT)
            for difference in outcome.differences:
                yield from paragraph(difference.text(), indent=2 * INDENT)
            if position := outcome.got.get("position"):
                yield from paragraph(str(position), "dim", 2 * INDENT)
        yield ""


def _relative(file: str) -> str:
    """Return a path relative to the current folder if it is below it."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else file


def scenario_summary(report: Report, tr: Translator = PLAIN_ENGLISH) -> Iterator[str]:
    """Yield the files with their numbers, and the clauses and options that they show."""
    rows = ((_relative(file), *map(str, numbers)) for file, numbers in report.files().items())
    heads = tr("FILE"), tr("SCENARIOS"), tr("OUTCOMES"), tr("FAILED")
    yield from table(rows, "lrrr", heads)
    yield from paragraph(_summary_sentence(report, tr), "refused" if report.failed else "")


def _summary_sentence(report: Report, tr: Translator) -> str:
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


def conformance_lines(report: Report, tr: Translator = PLAIN_ENGLISH) -> Iterator[str]:
    """Yield the failures, the counts, and the reasons why the engine cannot answer."""
    yield from failure_lines(report, tr)
    yield from _verdict_table(report, tr)
    counted_reasons = reasons(report.outcomes)
    if counted_reasons:
        yield from paragraph("\n" + tr("What it cannot answer, and why:"))
        for reason, number in counted_reasons[:MOST_REASONS]:
            yield from paragraph(f"{number:>5}  {reason}", indent=2)
        if len(counted_reasons) > MOST_REASONS:
            rest = sum(number for _, number in counted_reasons[MOST_REASONS:])
            others = tr("for {n} other reasons", n=len(counted_reasons) - MOST_REASONS)
            yield from paragraph(f"{rest:>5}  {others}", indent=2)


def _verdict_table(report: Report, tr: Translator) -> Iterator[str]:
    kinds = by_kind(report.outcomes)
    counts = {**kinds, tr("all"): count_verdicts(report.outcomes)} if len(kinds) > 1 else kinds
    rows = (
        (
            kind,
            str(count["passed"]),
            StyledText(str(count["failed"]), "refused" if count["failed"] else ""),
            str(count["cannot"]),
        )
        for kind, count in counts.items()
    )
    return table(rows, "lrrr", (tr("KIND"), tr("PASSED"), tr("FAILED"), tr("CANNOT")))

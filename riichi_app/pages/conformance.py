"""Conformance of another engine: the failures one by one, and the counts of verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from riichi_app.documents.terminal import listing
from riichi_app.pages.scenarios import Report, failures
from riichi_core.language import ENGLISH, Translator
from riichi_core.scenarios.conformance import (
    Verdict,
    VerdictCounts,
    by_kind,
    count_verdicts,
    reasons,
)
from riichi_core.source.diagnostics import Diagnostic

MOST_REASONS = 12
"""The number of reasons for not being able to tell that are shown."""


@dataclass(frozen=True, slots=True)
class ConformanceReport:
    """The verdicts over another engine's answers, and what was wrong with the files."""

    command: str
    verdicts: tuple[Verdict, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def count(self) -> VerdictCounts:
        """Return how many there are of each."""
        return count_verdicts(self.verdicts)

    @property
    def passed(self) -> bool:
        """True if something came out as expected, nothing otherwise, and no file has an error."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return bool(self.count.passed) and not self.count.failed and not errors

    def as_json(self) -> dict[str, Any]:
        """Return it for programs, as docs/scenarios.md has it."""
        return {
            "against": self.command,
            "passed": self.passed,
            "kinds": {kind: of.as_json() for kind, of in by_kind(self.verdicts).items()},
            "outcomes": [verdict.as_json() for verdict in self.verdicts],
            "problems": [problem.as_json() for problem in self.problems],
        }


def compared(comparison: ConformanceReport, tr: Translator = ENGLISH) -> Iterator[RenderableType]:
    """Yield the failures, the counts, and the reasons why it could not tell."""
    failed = tuple(one.outcome for one in comparison.verdicts if one.state == "failed")
    yield from failures(Report(failed, ()), tr)
    yield _table(comparison, tr)
    why = reasons(comparison.verdicts)
    if why:
        yield Text("\n" + tr("What it cannot answer, and why:"))
        for reason, number in why[:MOST_REASONS]:
            yield Text(f"  {number:>5}  {reason}")
        if len(why) > MOST_REASONS:
            rest = sum(number for _, number in why[MOST_REASONS:])
            yield Text(f"  {rest:>5}  {tr('for {n} other reasons', n=len(why) - MOST_REASONS)}")


def _table(comparison: ConformanceReport, tr: Translator) -> RenderableType:
    kinds = by_kind(comparison.verdicts)
    counts = {**kinds, tr("all"): comparison.count} if len(kinds) > 1 else kinds
    rows = (
        (kind, str(of.passed), Text(str(of.failed), "red" if of.failed else ""), str(of.cannot))
        for kind, of in counts.items()
    )
    return listing((tr("KIND"), tr("PASSED"), tr("FAILED"), tr("CANNOT")), rows)

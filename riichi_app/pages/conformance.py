"""What another engine made of scenarios: the failures one by one, and how many came out how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.pages.scenarios import Report, failures
from riichi_core.scenarios.conformance import Count, Verdict, by_kind, count, reasons
from riichi_core.source.diagnostics import Diagnostic

MOST_REASONS = 12
"""How many reasons for not being able to tell are shown."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The verdicts over another engine's answers, and what was wrong with the files."""

    command: str
    verdicts: tuple[Verdict, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def count(self) -> Count:
        """How many of each."""
        return count(self.verdicts)

    @property
    def passed(self) -> bool:
        """Whether something came out as expected, nothing otherwise, and no file has an error."""
        errors = any(problem.severity == "error" for problem in self.problems)
        return bool(self.count.passed) and not self.count.failed and not errors

    def as_json(self) -> dict[str, Any]:
        """For programs, as docs/scenarios.md has it."""
        return {
            "against": self.command,
            "passed": self.passed,
            "kinds": {kind: of.as_json() for kind, of in by_kind(self.verdicts).items()},
            "outcomes": [verdict.as_json() for verdict in self.verdicts],
            "problems": [problem.as_json() for problem in self.problems],
        }


def compared(comparison: Comparison) -> Iterator[RenderableType]:
    """The failures as those of this engine are shown, the counts, and why it could not tell."""
    failed = tuple(one.outcome for one in comparison.verdicts if one.state == "failed")
    yield from failures(Report(failed, ()))
    yield _table(comparison)
    why = reasons(comparison.verdicts)
    if why:
        yield Text("\nWhat it cannot tell:")
        for reason, number in why[:MOST_REASONS]:
            yield Text(f"  {number:>5}  {reason}")
        if len(why) > MOST_REASONS:
            rest = sum(number for _, number in why[MOST_REASONS:])
            yield Text(f"  {rest:>5}  for {len(why) - MOST_REASONS} other reasons")


def _table(comparison: Comparison) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("KIND", header_style="bold")
    for column in ("PASSED", "FAILED", "CANNOT"):
        table.add_column(column, header_style="bold", justify="right", no_wrap=True)
    kinds = by_kind(comparison.verdicts)
    rows = {**kinds, "all": comparison.count} if len(kinds) > 1 else kinds
    for kind, of in rows.items():
        style = "red" if of.failed else ""
        table.add_row(kind, str(of.passed), Text(str(of.failed), style), str(of.cannot))
    return table

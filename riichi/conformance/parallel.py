"""Outcomes of scenarios, in parallel if that is faster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from riichi.conformance.questions import Question
from riichi.processes.forked import forked_map
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import Difference, Outcome, run_scenario

WORTH_IT = 500
"""The number of outcomes from which several processes are faster than one."""


def outcomes(runs: Sequence[Question], processes: int | None) -> Iterator[Outcome]:
    """Yield the outcomes of scenarios under rulesets, in their order.

    Without a number of processes there is one per core if it is worth it.
    """

    def run(number: int) -> tuple[ResultJson, tuple[Difference, ...]]:
        """Return the outcome of one run, without the data that the parent process already has."""
        outcome = run_scenario(runs[number].scenario, runs[number].ruleset)
        return outcome.got, outcome.differences

    count = processes
    if count is None:
        count = max(os.cpu_count() or 0, 1) if len(runs) >= WORTH_IT else 1
    answers = forked_map(count, run, range(len(runs)), chunksize=max(1, len(runs) // (8 * count)))
    for one, (got, different) in zip(runs, answers, strict=True):
        yield Outcome(one.scenario, one.ruleset.id, got, different)

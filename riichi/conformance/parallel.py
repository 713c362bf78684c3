"""Outcomes of scenarios, in parallel if that is faster."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from riichi.conformance.questions import Question
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import Difference, Outcome, run_scenario
from riichi_core.workers import workers

WORTH_IT = 500
"""The number of outcomes from which several processes are faster than one."""

_runs: list[Question] = []
"""The scenarios to run; a forked process has them already."""


def outcomes(runs: Sequence[Question], processes: int | None) -> Iterator[Outcome]:
    """Yield the outcomes of scenarios under rulesets, in their order.

    Args:
        runs: the scenarios, each under a ruleset.
        processes: the number of processes; None for one per core if it is worth it.
    """
    count = processes
    if count is None:
        count = max(os.cpu_count() or 0, 1) if len(runs) >= WORTH_IT else 1
    if count == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (run_scenario(one.scenario, one.ruleset) for one in runs)
        return
    _runs[:] = runs
    context = multiprocessing.get_context("fork")
    with workers(count, gc.freeze, context=context) as pool:
        answers = pool.map(_run_pair, range(len(runs)), chunksize=max(1, len(runs) // (8 * count)))
        for run, (got, differences) in zip(runs, answers, strict=True):
            yield Outcome(run.scenario, run.ruleset.id, got, differences)


def _run_pair(number: int) -> tuple[ResultJson, tuple[Difference, ...]]:
    """Return the outcome of one run, without the data that the parent process already has."""
    run = _runs[number]
    outcome = run_scenario(run.scenario, run.ruleset)
    return outcome.got, outcome.differences

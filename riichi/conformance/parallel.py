"""Outcomes of scenarios, in parallel if that is faster."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import Difference, Outcome, run_scenario
from riichi_core.scenarios.scenario import Scenario
from riichi_core.workers import workers

WORTH_IT = 500
"""The number of outcomes from which several processes are faster than one."""

ScenarioRun = tuple[Scenario, str | Ruleset]

_runs: list[ScenarioRun] = []
"""The scenarios to run; a forked process has them already."""


def outcomes(runs: Sequence[ScenarioRun], processes: int | None) -> Iterator[Outcome]:
    """Yield the outcomes of scenarios under rulesets, in their order.

    Args:
        runs: each scenario with a ruleset or its name.
        processes: the number of processes; None for one per core if it is worth it.
    """
    count = processes
    if count is None:
        count = max(os.cpu_count() or 0, 1) if len(runs) >= WORTH_IT else 1
    if count == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (run_scenario(scenario, ruleset) for scenario, ruleset in runs)
        return
    _runs[:] = runs
    context = multiprocessing.get_context("fork")
    with workers(count, gc.freeze, context=context) as pool:
        answers = pool.map(_run_pair, range(len(runs)), chunksize=max(1, len(runs) // (8 * count)))
        for (scenario, _), (name, got, differences) in zip(runs, answers, strict=True):
            yield Outcome(scenario, name, got, differences)


def _run_pair(number: int) -> tuple[str, ResultJson, tuple[Difference, ...]]:
    """Return the outcome of one run, without the data that the parent process already has."""
    outcome = run_scenario(*_runs[number])
    return outcome.ruleset, outcome.got, outcome.differences

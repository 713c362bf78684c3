"""Outcomes of scenarios, several at a time where that pays."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.differences import Difference
from riichi_core.scenarios.kinds.kind import ResultJson
from riichi_core.scenarios.outcome import Outcome, run_scenario
from riichi_core.scenarios.scenario import Scenario
from riichi_core.workers import workers

MOST_PROCESSES = 64
WORTH_IT = 500
"""From how many outcomes on more than one process is faster than one."""

ScenarioRun = tuple[Scenario, str | Ruleset]

_pairs: list[ScenarioRun] = []
"""The function that is run; a process that is forked has it already."""


def outcomes(pairs: Sequence[ScenarioRun], processes: int | None) -> Iterator[Outcome]:
    """Yield the outcomes of scenarios under rulesets, in their order.

    Args:
        pairs: each scenario with a ruleset, or the name of one.
        processes: how many at a time; None for as many as there are cores, if it is worth it.
    """
    several = processes or (os.cpu_count() or 1 if len(pairs) >= WORTH_IT else 1)
    if several == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (run_scenario(scenario, ruleset) for scenario, ruleset in pairs)
        return
    _pairs[:] = pairs
    context = multiprocessing.get_context("fork")
    with workers(several, gc.freeze, context=context) as pool:
        found = pool.map(_one, range(len(pairs)), chunksize=max(1, len(pairs) // (8 * several)))
        for (scenario, _), (name, got, differences) in zip(pairs, found, strict=True):
            yield Outcome(scenario, name, got, differences)


def _one(number: int) -> tuple[str, ResultJson, tuple[Difference, ...]]:
    """One of them, without what the asking process has already."""
    outcome = run_scenario(*_pairs[number])
    return outcome.ruleset, outcome.got, outcome.differences

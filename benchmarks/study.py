"""A study in two processes, and in one process.

Both play the same games, and this process has played other games before, so that neither has an
advantage. The times are wall-clock times, so the machine must be idle.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from benchmarks.harness import Promise, least
from riichi.games.study.plan import StudyPlan
from riichi.games.study.rows import StudiedRow
from riichi.games.study.run import run_study

GAMES, WARM_UP, WORKERS, GOAL = 40, 3, 2, 1.5

pytestmark = pytest.mark.benchmark(timer=time.perf_counter, group=f"{GAMES} games of a study")

Run = Callable[[StudyPlan], Generator[StudiedRow, None, None]]


def study(games: int, *, seed: int) -> StudyPlan:
    return StudyPlan.of("ema-2016", "ema-2025", games=games, seed=seed)


@pytest.fixture(scope="module")
def rows() -> dict[str, list[StudiedRow]]:
    """Return the results of each way."""
    return {}


def timed(benchmark: Any, run: Run, rows: dict[str, list[StudiedRow]], name: str) -> float:
    def whole() -> None:
        with closing(run(study(GAMES, seed=1))) as found:
            rows[name] = sorted(found, key=lambda row: row.game)

    benchmark.pedantic(whole, rounds=1)
    return least(benchmark)


def bench_processes(benchmark: Any, rows: Any, took: dict[str, float]) -> None:
    list(run_study(study(WARM_UP, seed=2)))  # forked processes inherit what this loads
    run = partial(run_study, processes=WORKERS)
    took["processes"] = timed(benchmark, run, rows, "processes")


def bench_one_process(benchmark: Any, rows: Any, took: dict[str, float], promise: Promise) -> None:
    alone = timed(benchmark, partial(run_study, processes=1), rows, "alone")
    ratio = alone / took["processes"]
    promise(ratio >= GOAL, f"two processes {GOAL} times as fast as one: {ratio:.2f}")
    assert repr(rows["alone"]) == repr(rows["processes"])

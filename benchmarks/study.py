"""A study in two processes, on two Dask workers, and in one process, in this order.

Each way plays the same games, and this process has played some others before: what processes and
workers find they keep to themselves, so that no way has more to begin with. Dask is left out where
it is not installed (the extra `study`). Times are those of the clock, for what waits for others
takes none of the processor: they need a machine that does nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest

from benchmarks.harness import Promise, least
from riichi_study.plan import StudyPlan
from riichi_study.rows import StudiedRow
from riichi_study.run import run_study
from riichi_study.scheduler import run_on_scheduler

GAMES, WARM_UP, WORKERS, GOAL = 40, 3, 2, 0.9

pytestmark = pytest.mark.benchmark(timer=time.perf_counter, group=f"{GAMES} games of a study")

Run = Callable[[StudyPlan], Generator[StudiedRow, None, None]]


def study(games: int, *, seed: int) -> StudyPlan:
    return StudyPlan.of("ema-2016", "ema-2025", games=games, seed=seed)


@pytest.fixture(scope="module")
def rows() -> dict[str, list[StudiedRow]]:
    """What each way came to."""
    return {}


@pytest.fixture(scope="module")
def dask() -> Iterator[str]:
    """The address of a scheduler with workers, without Dask's profiler (docs/studies.md)."""
    distributed = pytest.importorskip("distributed", reason="the extra `study` is not installed")
    config = pytest.importorskip("dask").config
    with (
        config.set({"distributed.worker.profile.enabled": False}),
        distributed.LocalCluster(
            n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, processes=True
        ) as cluster,
    ):
        yield cluster.scheduler_address


def timed(benchmark: Any, run: Run, rows: dict[str, list[StudiedRow]], name: str) -> float:
    def whole() -> None:
        with closing(run(study(GAMES, seed=1))) as found:
            rows[name] = sorted(found, key=lambda row: row.game)

    benchmark.pedantic(whole, rounds=1)
    return least(benchmark)


def bench_processes(benchmark: Any, rows: Any, took: dict[str, float]) -> None:
    list(run_study(study(WARM_UP, seed=2)))  # which processes that are forked know as well
    run = partial(run_study, processes=WORKERS)
    took["processes"] = timed(benchmark, run, rows, "processes")


def bench_scheduler(
    benchmark: Any, dask: str, rows: Any, took: dict[str, float], promise: Promise
) -> None:
    run = partial(run_on_scheduler, address=dask)
    with closing(run(study(WARM_UP * WORKERS, seed=2))) as others:
        list(others)
    share = took["processes"] / timed(benchmark, run, rows, "workers")
    promise(share >= GOAL, f"Dask workers {GOAL:.0%} as fast as processes: {share:.0%}")
    assert repr(rows["workers"]) == repr(rows["processes"])


def bench_one_process(benchmark: Any, rows: Any) -> None:
    timed(benchmark, partial(run_study, processes=1), rows, "alone")
    assert repr(rows["alone"]) == repr(rows["processes"])

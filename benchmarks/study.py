"""Deals a second of a study: in one process, in two, and on two Dask workers, in one run.

Two processes and two workers play the same games, and each is held against one process; Dask is
left out where it is not installed (the extra `study`). Times are those of the clock, for what waits
for others takes none of the processor: they need a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial

from rich.console import Console
from rich.table import Table

from riichi_study.plan import StudyPlan
from riichi_study.rows import StudiedRow
from riichi_study.run import run_study
from riichi_study.scheduler import run_on_scheduler

GAMES, GOAL = 40, 0.9
WORKERS = 2

Played = list[StudiedRow]


def main() -> None:
    """Measure, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many games are played")
    games: int = parser.parse_args().games
    plan = StudyPlan.of("ema-2016", "ema-2025", games=games, seed=1)
    list(run_study(StudyPlan.of("ema-2016", "ema-2025", games=1)))  # what is found once
    alone, first = timed(partial(run_study, plan))
    several, second = timed(partial(run_study, plan, WORKERS))
    rows = [("one process", alone), (f"{WORKERS} processes", several)]
    results = [first, second]
    if importlib.util.find_spec("distributed") is None:
        print("Dask is not installed: pip install 'riichi-core[study]'")
    else:
        on_dask, third = dask(plan)
        rows.append((f"{WORKERS} Dask workers", on_dask))
        results.append(third)
    deals = sum(len(one.games[0].deals) + len(one.games[1].deals) for one in first)
    show(rows, deals, several)
    print("same numbers:", all(ordered(one) == ordered(first) for one in results))


def timed(run: Callable[[], Iterable[StudiedRow]]) -> tuple[float, Played]:
    """Return the seconds that a study takes, and its games."""
    start = time.perf_counter()
    rows = list(run())
    return time.perf_counter() - start, rows


def dask(plan: StudyPlan) -> tuple[float, Played]:
    """Play the study on workers of this machine, which are there and have imported everything."""
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    warm = StudyPlan.of("ema-2016", "ema-2025", games=2 * WORKERS)
    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, processes=True
    ) as cluster:
        with closing(run_on_scheduler(warm, cluster.scheduler_address)) as rows:
            list(rows)
        return timed(partial(run_on_scheduler, plan, cluster.scheduler_address))


def ordered(rows: Played) -> Played:
    """Return games in the order of their numbers."""
    return sorted(rows, key=lambda row: row.game)


def show(rows: Iterable[tuple[str, float]], deals: int, several: float) -> None:
    """Print a row for each way to play."""
    table = Table("played by", "seconds", "deals a second", "to the processes", box=None)
    for name, seconds in rows:
        part = several / seconds
        mark = "" if part >= GOAL or "Dask" not in name else f"  (goal {GOAL:.0%})"
        table.add_row(name, f"{seconds:.1f}", f"{deals / seconds:.1f}", f"{part:.0%}{mark}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()

"""Deals a second of a study: in one process, in two, and on two Dask workers.

Each way plays the same games in processes of its own, which have played some others before: with
what one way has found and kept, the next would play them in a part of the time. Dask is left out
where it is not installed (the extra `study`). Times are those of the clock, for what waits for
others takes none of the processor: they need a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from hashlib import sha256

from rich.console import Console
from rich.table import Table

from riichi_study.plan import StudyPlan
from riichi_study.rows import StudiedRow
from riichi_study.run import run_study
from riichi_study.scheduler import run_on_scheduler

GAMES, GOAL = 40, 0.9
WORKERS, WARM_UP = 2, 3
"""How many processes or workers play, and how many games each has played before."""

ALONE, PROCESSES, DASK = "one process", f"{WORKERS} processes", f"{WORKERS} Dask workers"

UNWATCHED = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
"""Without the sampling profiler of Dask's workers, as docs/studies.md advises."""

Run = Callable[[StudyPlan], Generator[StudiedRow, None, None]]


def main() -> None:
    """Measure, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="how many games are played")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        print(json.dumps(played(given.only, given.games)))
        return
    ways = [ALONE, PROCESSES]
    if importlib.util.find_spec("distributed") is None:
        print("Dask is not installed: pip install 'riichi-core[study]'")
    else:
        ways.append(DASK)
    show({way: measured(way, given.games) for way in ways})


def measured(way: str, games: int) -> tuple[float, int, str]:
    """Return what `played` does of a way, in processes that nothing else has used."""
    command = [sys.executable, __file__, "--only", way, "--games", str(games)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, env=os.environ | UNWATCHED)
    seconds, deals, numbers = json.loads(done.stdout)
    return seconds, deals, numbers


def played(way: str, games: int) -> tuple[float, int, str]:
    """Return the seconds that a study takes, how many deals it has, and a hash of its numbers."""
    if way != DASK:
        list(run_study(study(WARM_UP, seed=2)))  # which processes that are forked know as well
        return timed(partial(run_study, processes=1 if way == ALONE else WORKERS), games)
    from distributed import LocalCluster  # noqa: PLC0415 - an extra

    with LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=None, processes=True
    ) as cluster:
        run = partial(run_on_scheduler, address=cluster.scheduler_address)
        with closing(run(study(WARM_UP * WORKERS, seed=2))) as rows:
            list(rows)
        return timed(run, games)


def study(games: int, *, seed: int) -> StudyPlan:
    """Return a study."""
    return StudyPlan.of("ema-2016", "ema-2025", games=games, seed=seed)


def timed(run: Run, games: int) -> tuple[float, int, str]:
    """Return the same for one way to play."""
    plan = study(games, seed=1)
    start = time.perf_counter()
    rows = sorted(run(plan), key=lambda row: row.game)
    seconds = time.perf_counter() - start
    deals = sum(len(one.games[0].deals) + len(one.games[1].deals) for one in rows)
    return seconds, deals, sha256(repr(rows).encode()).hexdigest()


def show(found: dict[str, tuple[float, int, str]]) -> None:
    """Print a row for each way to play."""
    table = Table("played by", "seconds", "deals a second", "to the processes", box=None)
    for name, (seconds, deals, _) in found.items():
        part = found[PROCESSES][0] / seconds
        mark = "" if part >= GOAL or name != DASK else f"  (goal {GOAL:.0%})"
        table.add_row(name, f"{seconds:.1f}", f"{deals / seconds:.1f}", f"{part:.0%}{mark}")
    Console(width=100).print(table)
    print("same numbers:", len({numbers for *_, numbers in found.values()}) == 1)


if __name__ == "__main__":
    main()

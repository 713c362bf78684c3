"""Studies on Dask workers: the same numbers, and nothing is lost with a worker or the scheduler."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load
from riichi_study.plan import StudyError, StudyPlan
from riichi_study.rows import StudiedRow
from riichi_study.run import run_study
from riichi_study.scheduler import run_on_scheduler
from riichi_study.study_folder import StudyFolder

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore"),  # of sockets and loops of Dask that a test has killed
]

GAMES = 12
ROOT = Path(__file__).resolve().parents[2]


def plan() -> StudyPlan:
    small, problems = with_changes(load("ema-2016"), ("end.rounds=1",))
    assert small is not None, problems
    other, problems = with_changes(small, ("dealer.counter_value=600",))
    assert other is not None, problems
    return StudyPlan((small, other), GAMES, seed=3, players=("drawn",) * 4)


def ordered(rows: list[StudiedRow]) -> list[StudiedRow]:
    return sorted(rows, key=lambda row: row.game)


@pytest.fixture(scope="module")
def alone() -> list[StudiedRow]:
    return list(run_study(plan()))


@contextmanager
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
    ) as made:
        yield made


def test_workers_give_the_same_numbers(alone: list[StudiedRow]) -> None:
    with cluster() as made:
        assert ordered(list(run_on_scheduler(plan(), made.scheduler_address))) == alone


def test_a_worker_that_dies_loses_nothing(alone: list[StudiedRow]) -> None:
    with cluster() as made:
        games = run_on_scheduler(plan(), made.scheduler_address)
        rows = [next(games)]
        with distributed.Client(made.scheduler_address, set_as_default=False) as client:
            pids = client.run(os.getpid)
        os.kill(next(iter(pids.values())), signal.SIGKILL)
        rows += games
        assert ordered(rows) == alone


def test_a_study_goes_on_after_its_scheduler_was_killed(
    alone: list[StudiedRow], tmp_path: Path
) -> None:
    address = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0",
            "--scheduler-file", str(address), "--host", "127.0.0.1"]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))}
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard", "--nthreads",
              "1", "--scheduler-file", str(address), "--death-timeout", "20"]  # fmt: skip
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(dask, **quiet)
    for _ in range(300):
        if address.exists():
            break
        time.sleep(0.1)
    helper = subprocess.Popen(worker, env=environment, **quiet)
    try:
        rows = []
        games = run_on_scheduler(plan(), json.loads(address.read_text())["address"])
        kept = StudyFolder(tmp_path / "study", plan(), resume=False)
        with kept, pytest.raises(StudyError, match="was lost"):
            for row in games:
                kept.write(row)
                rows.append(row)
                if len(rows) == 2:
                    scheduler.kill()
        assert 2 <= len(rows) < GAMES
    finally:
        for process in (scheduler, helper):
            process.kill()
            process.wait()
    again = StudyFolder(tmp_path / "study", plan(), resume=True)
    with again:
        known = list(again.rows())
    assert ordered(known) == ordered(rows)
    known += run_study(plan(), done=[row.game for row in known])
    assert ordered(known) == alone


def test_where_no_scheduler_is_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riichi_study.scheduler.PATIENCE", 1)
    with pytest.raises(StudyError, match="no scheduler answers at tcp"):
        next(run_on_scheduler(plan(), "tcp://127.0.0.1:9"))

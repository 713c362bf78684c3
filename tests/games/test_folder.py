"""Studies in pieces: any number of processes, and a folder that a later call continues."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from running import riichi

from riichi.games.study.plan import StudyError, StudyPlan
from riichi.games.study.rows import StudiedRow
from riichi.games.study.run import run_study
from riichi.games.study.study_folder import GAMES, PLAN, StudyFolder
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load

CALL = ("study", "ema-2016", "ema-2025", "--players", "tsumogiri", "--seed", 4, "--format", "json",
        "--with", "end.rounds=1", "--no-options")  # fmt: skip


def plan(games: int = 3, seed: int = 4) -> StudyPlan:
    small, _ = with_changes(load("ema-2016"), ("end.rounds=1",))
    assert small is not None
    return StudyPlan((small, small), games, seed, ("tsumogiri",) * 4, attributed=False)


def keep(folder: Path, one: StudyPlan, *, resume: bool = False) -> list[StudiedRow]:
    with StudyFolder(folder, one, resume=resume) as kept:
        rows = list(kept.rows())
        for row in run_study(one, done=[row.game for row in rows]):
            kept.write(row)
            rows.append(row)
    return rows


def test_a_written_row_can_be_read_back() -> None:
    (row,) = run_study(plan(1))
    assert StudiedRow.from_json(json.loads(json.dumps(row.as_json()))) == row


def test_a_study_continues_after_an_interruption(tmp_path: Path) -> None:
    whole = keep(tmp_path / "whole", plan())
    games = (tmp_path / "whole" / GAMES).read_bytes()
    keep(tmp_path / "torn", plan(1))
    first, second, _ = games.splitlines(keepends=True)
    (tmp_path / "torn" / GAMES).write_bytes(first + second[:100])
    assert keep(tmp_path / "torn", plan(), resume=True) == whole
    assert (tmp_path / "torn" / GAMES).read_bytes() == games


def test_a_folder_of_another_study_is_refused(tmp_path: Path) -> None:
    keep(tmp_path, plan(1))
    with pytest.raises(StudyError, match="already has a study"):
        StudyFolder(tmp_path, plan(1), resume=False)
    with pytest.raises(StudyError, match="has another study"):
        StudyFolder(tmp_path, plan(1, seed=5), resume=True)
    (tmp_path / PLAN).write_text("no JSON", encoding="utf-8")
    with pytest.raises(StudyError, match="not the plan of a study"):
        StudyFolder(tmp_path, plan(1), resume=True)


def test_one_process_at_a_time_has_a_folder_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riichi.games.study.study_folder.PATIENCE", 0.01)
    with StudyFolder(tmp_path, plan(1), resume=False), pytest.raises(StudyError, match="is open"):
        StudyFolder(tmp_path, plan(1), resume=True)
    assert keep(tmp_path, plan(1), resume=True) == list(run_study(plan(1)))
    with pytest.raises(StudyError, match="has another study"):
        StudyFolder(tmp_path, plan(1, seed=5), resume=True)
    StudyFolder(tmp_path, plan(1), resume=True).close()  # a refused folder keeps no file open


def test_games_without_a_plan_are_refused(tmp_path: Path) -> None:
    keep(tmp_path, plan(1))
    (tmp_path / PLAN).unlink()
    for resume in (False, True):
        with pytest.raises(StudyError, match="has games but no study"):
            StudyFolder(tmp_path, plan(1), resume=resume)
    assert not (tmp_path / PLAN).exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: {"game": 2},
        lambda _: [1],
        lambda row: row | {"game": "2"},
        lambda row: row | {"games": row["games"][:1]},
        lambda row: row | {"against": []},
        lambda row: row | {"effects": []},
        lambda row: row | {"effects": {"end.rounds": row["against"][0]}},
    ],
)
def test_a_line_that_is_not_a_game_of_the_study_is_reported(tmp_path: Path, damage: Any) -> None:
    keep(tmp_path, plan(2))
    first, second = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    changed_line = json.dumps(damage(json.loads(second))).encode() + b"\n"
    (tmp_path / GAMES).write_bytes(first + changed_line)
    with pytest.raises(StudyError, match="line 2: not a game of this study"):
        list(StudyFolder(tmp_path, plan(2), resume=True).rows())


def test_the_number_of_processes_makes_no_difference() -> None:
    alone = riichi(*CALL, "--games", 3).stdout
    assert riichi(*CALL, "--games", 3, "--processes", 2).stdout == alone


@pytest.mark.long
def test_a_killed_study_resumes_to_the_same_numbers(tmp_path: Path) -> None:
    call = (*CALL, "--games", 4, "--folder", tmp_path)
    program = [sys.executable, "-m", "riichi", *map(str, call)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as running:
        games = tmp_path / GAMES
        until = time.monotonic() + 60
        while not (games.exists() and games.stat().st_size) and time.monotonic() < until:
            time.sleep(0.005)  # well before the second game ends
        os.kill(running.pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
    assert 0 < len(games.read_bytes().splitlines()) < 4
    assert riichi(*call, "--resume").stdout == riichi(*CALL, "--games", 4).stdout

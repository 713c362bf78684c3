"""Recorded games of others, replayed: every act is legal, and every score as recorded.

The files are not part of this repository; tests without their files are skipped.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.formats.tenhou6 import read_tenhou6
from riichi.games.infer.oracle import Oracle, recordings_of
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import replay_game
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules

LOGS = Path(__file__).parents[3] / "shared/oracle/logs"
FILES = [path for path in sorted(LOGS.glob("*/*")) if path.suffix in (".json", ".jsonl")]

BET_FORGOTTEN = {"confusing_nakis_1.json"}
"""A riichi stood before another player won, and the recorded points lack its bet."""

if not FILES:
    pytest.skip(f"there is no {LOGS}", allow_module_level=True)


@cache
def rules() -> Rules:
    return load("tenhou").rules


def read(path: Path) -> RecordedGame:
    data = path.read_bytes()
    return read_mjai(data) if path.suffix == ".jsonl" else read_tenhou6(data)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_recorded_game_replays_identically(path: Path) -> None:
    done = replay_game(read(path), rules())
    problems = [str(problem) for problem in done.problems]
    if path.name in BET_FORGOTTEN:
        assert problems == [
            "deal 1: points: recorded [1600, 0, -1600, 0], here [2600, 0, -1600, 0]"
        ]
    else:
        assert problems == []
    assert all(deal.finished for deal in done.deals)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_recorded_game_can_be_written_and_replayed(path: Path) -> None:
    done = replay_game(read(path), rules())
    text = write_mjai("ABCD", done.deals)
    assert replay_game(read_mjai(text), rules()).problems == ()


def test_the_rules_explain_the_points_of_every_hand_except_the_one_without_its_bet() -> None:
    oracle = Oracle(rules())
    contradicting = {
        path.name
        for path in FILES
        for deal in recordings_of(path.name, read(path))
        if any(found.kind in ("deltas", "scores") for found in oracle.objections(deal, rules()))
    }
    assert contradicting == BET_FORGOTTEN

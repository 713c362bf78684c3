"""Players that users write themselves: `my.module:Bot`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each

from riichi.cli.main import main

BOTS = """
class Passive:
    def choose(self, view, acts):
        wins = [act for act in acts if str(act) == "win"]
        return wins[0] if wins else acts[-1]

class Failing:
    def choose(self, view, acts):
        raise ValueError("no idea")

class Cheating:
    def choose(self, view, acts):
        return "win"

class Dumb:
    def choose(self, view, acts):
        return 5

class Leaving:
    def choose(self, view, acts):
        raise SystemExit(3)

class Tired:
    games = 0

    def __init__(self):
        Tired.games += 1
        self.fails = Tired.games == 3  # one was made to see whether there is such a player

    def choose(self, view, acts):
        return 5 if self.fails else acts[-1]

class Idle:
    pass

def shy():
    raise KeyError("nobody")
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "house_bots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("house_bots", None)


def simulate(players: str, *more: str) -> Result:
    return CliRunner().invoke(main, ["simulate", "--games", "2", "--players", players, *more])


def test_a_users_own_class_can_play() -> None:
    result = simulate("house_bots:Passive,tsumogiri,tsumogiri,tsumogiri")
    assert result.exit_code == 0, result.output
    assert "house_bots:Passive" in result.stdout


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_failing_player_is_reported_in_one_line_with_its_place(processes: str) -> None:
    result = simulate("tsumogiri,house_bots:Failing,tsumogiri,tsumogiri", "--processes", processes)
    assert result.exit_code == 1
    assert "the player on seat south failed: ValueError: no idea" in result.stderr
    assert "house_bots.py, line 9)" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_player_that_leaves_ends_only_its_own_game() -> None:
    result = simulate("house_bots:Leaving")
    assert result.exit_code == 1
    assert "the player on seat east failed: SystemExit: 3" in result.stderr


def test_an_answer_that_is_not_an_action_is_reported_with_its_seat() -> None:
    result = simulate("tsumogiri,tsumogiri,house_bots:Dumb,tsumogiri")
    assert result.exit_code == 1
    assert "the player on seat west chose 5, which is not an action" in result.stderr


def test_a_game_ended_by_a_player_is_reported_and_the_others_continue() -> None:
    players = "house_bots:Tired,tsumogiri,tsumogiri,tsumogiri"
    result = simulate(players, "--games", "4", "--format", "json")
    assert result.exit_code == 1
    assert result.stderr.startswith("game 2: the player on seat east chose 5")
    found = json.loads(result.stdout)
    assert found["games"] == 3
    assert [one["game"] for one in found["failed"]] == [2]
    assert found["failed"][0]["problem"] == result.stderr.splitlines()[0]


def test_an_illegal_action_of_a_player_is_reported() -> None:
    result = simulate("house_bots:Cheating")
    assert result.exit_code == 1
    assert result.stderr.startswith("Error: game 1: the player on seat east chose win")


@each(
    "name, problem",
    [
        ("house_bots:Nobody", "cannot be made: AttributeError"),
        ("house_bots:shy", "cannot be made: KeyError: 'nobody'"),
        ("house_bots:Idle", "has no method 'choose'"),
        ("no_such_module:Bot", "cannot be made: ModuleNotFoundError"),
        (":Bot", "cannot be made: ValueError"),
    ],
)
def test_an_object_that_is_not_a_player_is_refused_before_a_game(name: str, problem: str) -> None:
    result = simulate(name)
    assert result.exit_code == 2
    assert f"the player '{name}' {problem}" in result.stderr

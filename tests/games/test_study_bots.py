"""Studies with mjai programs: each deal is independent, with one program per game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from programs import mjai_bot

from riichi.cli import main
from riichi.games.mjai_bot import MjaiCommand
from riichi.games.study.plan import StudyPlan
from riichi.games.study.rows import StudiedRow
from riichi.games.study.run import run_study, study
from riichi_core.bots.player import PlayerError
from riichi_core.bots.runner import MOST_FAILED
from riichi_core.play.actions import Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset

DRAWN = ("tsumogiri",) * 3


def ruleset(*changes: str) -> Ruleset:
    """Return a ruleset of one round, so that games are short."""
    found, problems = with_changes(load("ema-2016"), ("end.rounds=1", *changes))
    assert found is not None, problems
    return found


def bot(more: str = "pass") -> MjaiCommand:
    return MjaiCommand.of(mjai_bot(more), 10.0)


def rows(*players: str | MjaiCommand, games: int = 2, processes: int = 1) -> list[StudiedRow]:
    plan = StudyPlan((ruleset(), ruleset("dealer.counter_value=600")), games, 3, players)
    return sorted(run_study(plan, processes), key=lambda row: row.game)


@pytest.mark.long
def test_a_tsumogiri_program_gives_the_same_study_as_the_player() -> None:
    known = rows("tsumogiri", "sensible", "tsumogiri", "sensible")
    assert rows(bot(), "sensible", "tsumogiri", "sensible") == known
    assert rows("tsumogiri", "sensible", bot(), "sensible", processes=2) == known


def test_a_program_starts_once_per_game_and_receives_each_deal(tmp_path: Path) -> None:
    told = tmp_path / "told"
    rows(bot(f"open({str(told)!r}, 'a').write(f\"{{number}} {{line['type']}}\\n\")"), *DRAWN)
    lines = [line.split() for line in told.read_text(encoding="utf-8").splitlines()]
    starts = [number for number, kind in lines if kind == "start_game"]
    deals = [at for at, (_, kind) in enumerate(lines) if kind == "start_kyoku"]
    assert starts.count("0") == 2
    assert len(starts) == len(deals) > 2
    assert {lines[at - 1][1] for at in deals} == {"start_game"}


class Follower:
    """A user's own player that follows the table; `sat` has the table and place of each deal."""

    def __init__(self) -> None:
        self.sat: list[tuple[Table, int]] = []
        self.left = 0

    def sit(self, table: Table, place: int) -> None:
        self.sat.append((table, place))

    def leave(self) -> None:
        self.left += 1

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        table, place = self.sat[-1]
        seat = table.game.standing.seat(place)
        assert table.observe(seat) == view
        assert table.legal_actions(seat) == acts
        return acts[-1]


class MakesFollowers:
    def __init__(self) -> None:
        self.made: list[Follower] = []

    def make(self) -> Follower:
        self.made.append(Follower())
        return self.made[-1]


def test_a_player_has_the_current_table_at_each_choice_and_leaves_it_once() -> None:
    maker = MakesFollowers()
    plan = StudyPlan((ruleset(), ruleset()), 2, 3, (*DRAWN, maker))
    assert len(list(run_study(plan))) == 2
    assert [one.left for one in maker.made] == [1, 1]
    assert all(len(one.sat) >= 4 and {place for _, place in one.sat} == {3} for one in maker.made)


def test_a_program_that_fails_in_every_game_ends_the_study(tmp_path: Path) -> None:
    second = "if number > 1 and line['type'] == 'start_game': sys.exit(3)"
    with pytest.raises(PlayerError, match=r"game 1: .*exit status 3"):
        rows(bot(second), *DRAWN)
    begun = tmp_path / "begun"
    every = f"if number == 0: open({str(begun)!r}, 'a').write('x'); sys.exit(3)"
    with pytest.raises(PlayerError, match=r"game 1: player 1: .*exit status 3"):
        study([ruleset(), ruleset()], games=9, players=[bot(every), *DRAWN])
    assert len(begun.read_text(encoding="utf-8")) == MOST_FAILED


CALL = ["study", "ema-2016", "ema-2016", "--with", "end.rounds=1", "--no-options", "--games", "2",
        "--format", "json", "--players", "tsumogiri"]  # fmt: skip
RECORDED = ["study", "ema-2016", "ema-2025", "--logs", "."]


def test_the_command_seats_bots() -> None:
    call = [*CALL, "--player", str(bot())]
    done = CliRunner().invoke(main.main, call)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["players"] == [str(bot()), *DRAWN]


@pytest.mark.long
def test_a_game_ended_by_a_program_is_omitted_and_played_by_resume(tmp_path: Path) -> None:
    begun, folder = tmp_path / "begun", tmp_path / "study"
    once_more = f"open({str(begun)!r}, 'a').write('x') and open({str(begun)!r}).read() == 'xx'"
    bot = mjai_bot(f"if number == 0 and {once_more}: sys.exit(3)")
    call = [*CALL, "--games", "3", "--player", bot]
    failed = CliRunner().invoke(main.main, [*call, "--folder", str(folder)])
    assert failed.exit_code == 1
    assert failed.stderr.startswith("game 2: player 1: the program ended (exit status 3)")
    found = json.loads(failed.stdout)
    assert (found["games"], found["planned"]) == (2, 3)
    assert [one["game"] for one in found["failed"]] == [2]
    done = CliRunner().invoke(main.main, [*call, "--folder", str(folder), "--resume"])
    assert done.exit_code == 0, done.output
    assert done.stdout == CliRunner().invoke(main.main, call).stdout


@each(
    "call, says",
    [
        ([*CALL, "--player", "'"], "--player: No closing quotation"),
        ([*CALL, *["--player", "a"] * 5], "--player: 5 bots, but a game has four players"),
        ([*CALL, "--player", "no-such-bot"], "Error: player 1: no-such-bot cannot be started"),
        ([*RECORDED, "--player", "a"], "--logs does not play games: leave out --player"),
        ([*RECORDED, "--dialect", "mjai"], "--logs does not play games: leave out --dialect"),
        ([*RECORDED, "--timeout", "3"], "--logs does not play games: leave out --timeout"),
    ],
)
def test_a_wrong_call_is_reported(call: list[str], says: str) -> None:
    done = CliRunner().invoke(main.main, call)
    assert done.exit_code != 0
    assert says in done.stderr

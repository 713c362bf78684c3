"""Simulated games do not depend on the number of processes, and their logs can be replayed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from riichi_core.bots.player import PlayerError
from riichi_core.bots.simulation import SimulationPlan, log_name, one_game, simulate, summarize
from riichi_core.play.table import Table
from riichi_core.records.log import read_log
from riichi_core.rules.load import load

NAMED = ("sensible 1", "sensible 2", "sensible 3", "sensible 4")
MIXED = ("sensible", "random", "tsumogiri", "sensible")


def test_the_same_seed_gives_the_same_games_for_any_number_of_processes() -> None:
    plan = SimulationPlan("tenhou", 2, seed=3, players=MIXED)
    alone = list(simulate(plan))
    assert [game.number for game in alone] == [1, 2]
    assert list(simulate(plan, processes=2)) == alone
    assert one_game(plan, load("tenhou"), 2) == alone[1]
    assert list(simulate(SimulationPlan("tenhou", 1, seed=4, players=MIXED))) != alone[:1]


def test_logs_replay_to_the_results(tmp_path: Path) -> None:
    plan = SimulationPlan("ema-2016", 2, seed=8, logs=tmp_path)
    games = list(simulate(plan, processes=2))
    for game in games:
        with (tmp_path / log_name(game.number)).open(encoding="utf-8") as stream:
            log = read_log(stream)
        assert (log.damage, log.cut, log.header.players) == (None, False, NAMED)
        table = Table(load("ema-2016"), seed=log.header.seed)
        table.resume(log.entries)
        assert table.game.ended_by == game.ended_by
        assert tuple(final.result for final in table.finals) == game.results


def test_a_summary_adds_up() -> None:
    games = list(simulate(SimulationPlan("wrcr-2015", 3, seed=1, players=("sensible",) * 4)))
    found = summarize(games, ("sensible",) * 4)
    assert found.games == 3
    assert found.deals == sum(game.deals for game in games)
    ends = found.won_self_draw + found.won_discard + found.exhausted + found.aborted
    assert ends == pytest.approx(1)
    assert sum(line.won for line in found.players) == pytest.approx(
        found.won_self_draw + found.won_discard
    )
    assert sum(line.dealt_in for line in found.players) == pytest.approx(found.won_discard)
    assert sum(line.riichi for line in found.players) == pytest.approx(found.riichi)
    assert sum(line.result for line in found.players) == pytest.approx(0, abs=1000)
    for line in found.players:
        assert sum(line.places) == pytest.approx(1)
    json.dumps(found.as_json())


@pytest.mark.parametrize(
    ("games", "players", "message"),
    [
        (5, ("sensible",) * 3, "3 players: a game has four"),
        (5, ("sensible", "sensible", "sensible", "radnom"), "did you mean random"),
        (0, MIXED, "expected 1 to"),
    ],
)
def test_impossible_simulations_are_refused(
    games: int, players: tuple[str, ...], message: str
) -> None:
    with pytest.raises((PlayerError, ValueError), match=message):
        SimulationPlan("ema-2016", games, players=players)

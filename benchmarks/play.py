"""Deals with random players who claim whenever they can, compared with another engine.

The other engine is `riichienv`, Rust behind Python; it is skipped if it is not installed. Both play
whole games in one process, and the players choose in the same way: win if possible, otherwise make
a set if possible, otherwise discard at random. `--benchmark-cprofile=tottime` prints a profile.
RIICHI_PURE=1 measures without the native kernel.
"""

from __future__ import annotations

import gc
import importlib
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.harness import Promise, cpu_seconds
from riichi_core.bots import Player, RandomPlayer, SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play.table import Table
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom

PROMISED = 100
"""The promised number of deals per second on one core."""

RULESETS = ("ema-2016", "wrcr-2015", "ema-2012", "tenhou")
GAMES, WARM_UP, ROUNDS = 20, 5, 3

pytestmark = pytest.mark.benchmark(group=f"{GAMES} games of random players")

Play = Callable[[int, int], int]
"""A function that plays games from a seed on, and returns their number of deals."""


def ours(ruleset: Ruleset, first: int, games: int, *, sensible: bool = False) -> int:
    deals = 0
    for seed in range(first, first + games):
        table = Table(ruleset, seed=seed)
        players: list[Player] = [
            SensiblePlayer()
            if sensible
            else RandomPlayer(SeededRandom(seed).fork(seat), claims=True)
            for seat in range(4)
        ]
        play_game(table, players)
        deals += len(table.game.played)
    return deals


def theirs(first: int, games: int) -> int:
    module = importlib.import_module("riichienv")
    claims = {module.ActionType.Pon, module.ActionType.Chi, module.ActionType.Daiminkan,
              module.ActionType.Ankan, module.ActionType.Kakan}  # fmt: skip
    wins = {module.ActionType.Ron, module.ActionType.Tsumo}
    deals = 0
    for seed in range(first, first + games):
        chance = SeededRandom(seed)
        env = module.RiichiEnv(game_mode="4p-red-half", seed=seed, skip_mjai_logging=False)
        seen = env.reset()
        while not env.done():
            acts = {who: _pick(view.legal_actions(), wins, claims, chance)
                    for who, view in seen.items()}  # fmt: skip
            seen = env.step(acts)
        deals += sum(event["type"] == "start_kyoku" for event in env.mjai_log)
    return deals


def _pick(acts: list[Any], wins: set[Any], claims: set[Any], chance: SeededRandom) -> Any:
    for wanted in (wins, claims):
        some = [act for act in acts if act.action_type in wanted]
        if some:
            return some[chance.below(len(some))]
    return acts[chance.below(len(acts))]


def timed(benchmark: Any, play: Play) -> float:
    """Return the deals per second, with different games in each round, after a warm-up."""
    play(0, WARM_UP)
    gc.freeze()  # as in `riichi simulate`: collections are rare, and skip what is loaded
    gc.set_threshold(50_000)
    seeds = iter(range(1_000, 1_000 * (ROUNDS + 1), 1_000))
    deals: list[int] = []
    start = cpu_seconds()
    benchmark.pedantic(
        lambda first: deals.append(play(first, GAMES)),
        setup=lambda: ((next(seeds),), {}),
        rounds=ROUNDS,
    )
    return sum(deals) / (cpu_seconds() - start)


@pytest.mark.parametrize("name", RULESETS)
def bench_random(benchmark: Any, name: str, promise: Promise) -> None:
    ruleset = load(name)
    speed = timed(benchmark, lambda first, games: ours(ruleset, first, games))
    promise(speed >= PROMISED, f"{PROMISED} deals a second under {name}: {speed:.0f}")


def bench_riichienv(benchmark: Any, promise: Promise) -> None:
    pytest.importorskip("riichienv", reason="riichienv is not installed")
    promise(None, f"riichienv: {timed(benchmark, theirs):,.0f} deals a second")


@pytest.mark.benchmark(group=f"{GAMES} games of sensible players")
def bench_sensible(benchmark: Any, promise: Promise) -> None:
    ruleset = load(RULESETS[0])
    speed = timed(benchmark, lambda first, games: ours(ruleset, first, games, sensible=True))
    promise(None, f"the sensible player: {speed:.0f} deals a second")

"""A batch of wins under one to three rulesets, compared with `score` and riichienv.

It needs the native kernel (`make native`); riichienv is skipped if it is not installed. Wins are
packed in advance, as they are for riichienv.
"""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.engines import engine, installed
from benchmarks.harness import Json, Promise, least, records
from riichi_core.batch.columns import PackedWins
from riichi_core.batch.score_many import score_many
from riichi_core.fast import has_native
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom

RULESETS = ("ema-2016", "wrcr-2015", "tenhou")
WINS, TIMES, ROUNDS = 2_000, 100, 5
GOAL, MOST_FOR_THREE = 5_000_000, 1.3

pytestmark = [
    pytest.mark.benchmark(group=f"{WINS * TIMES:,} wins"),
    pytest.mark.skipif(not has_native(), reason="the native kernel is not built"),
]


@pytest.fixture(scope="module")
def wins() -> list[Json]:
    return records(WINS)


@pytest.fixture(scope="module")
def many(wins: list[Json]) -> PackedWins:
    """Repeat all wins many times, in random order."""
    chance = SeededRandom(1)
    return PackedWins(map(read_win, wins)).chosen([chance.below(WINS) for _ in range(WINS * TIMES)])


@pytest.mark.benchmark(group=f"packing {WINS:,} wins")
def bench_packing(benchmark: Any, wins: list[Json]) -> None:
    taken = [read_win(record) for record in wins]
    benchmark.pedantic(lambda: PackedWins(taken).rows, rounds=ROUNDS)


@pytest.mark.parametrize("number", [1, 2, 3])
def bench_rulesets_at_once(
    benchmark: Any, number: int, many: PackedWins, took: dict[str, float], promise: Promise
) -> None:
    rulesets = [load(name) for name in RULESETS[:number]]
    benchmark.pedantic(score_many, (many, rulesets), rounds=ROUNDS, warmup_rounds=1)
    took[f"{number} at once"] = seconds = least(benchmark)
    if number == 1:
        speed = len(many) / seconds
        promise(speed >= GOAL, f"{GOAL:,} wins a second in a batch: {speed:,.0f}")
    if number == 3:
        times = seconds / took["1 at once"]
        promise(times <= MOST_FOR_THREE, f"three rulesets for {MOST_FOR_THREE} of one: {times:.2f}")


@pytest.mark.parametrize("name", [one for one in installed() if one != "mahjong"])
def bench_one_by_one(benchmark: Any, name: str, wins: list[Json]) -> None:
    its = engine(name)
    taken = [its.take(record) for record in wins] * TIMES
    benchmark.pedantic(its.run, (taken,), rounds=2)

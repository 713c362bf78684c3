"""A batch of wins under one to three rulesets, compared with riichienv, which takes one at a time.

It needs the native kernel (`make native`); riichienv is skipped if it is not installed. Wins are
packed in advance, as they are for riichienv. A batch repeats its wins in random order. The more
different wins it has, the more often the processor waits for memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from benchmarks.engines import engine, installed
from benchmarks.harness import (
    Json,
    Promise,
    Times,
    interleaved,
    natural_records,
    per,
    ratio,
    records,
)
from riichi_core.batch.columns import PackedWins
from riichi_core.batch.score_many import score_many
from riichi_core.fast import has_native
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom

RULESETS = ("ema-2016", "wrcr-2015", "tenhou")
PACKED, SCORED, ROUNDS = 2_000, 200_000, 5
GOAL, MOST_FOR_THREE = 5_000_000, 1.3

SETS: dict[str, Callable[[], list[Json]]] = {
    "5,500 natural wins": lambda: natural_records(5_500),
    "2,000 odd wins": lambda: records(2_000),
    "30,000 odd wins": lambda: records(30_000),
}

pytestmark = pytest.mark.skipif(not has_native(), reason="the native kernel is not built")


def batch(given: list[Json]) -> Times:
    """Measure a batch of these wins under one to three rulesets, in seconds per win."""
    chance = SeededRandom(1)
    order = [chance.below(len(given)) for _ in range(SCORED)]
    many = PackedWins(map(read_win, given)).chosen(order)
    rulesets = [load(name) for name in RULESETS]
    runs: dict[str, Callable[[], object]] = {
        f"under {number}": partial(score_many, many, rulesets[:number]) for number in (1, 2, 3)
    }
    interleaved([runs])
    if "riichienv" not in installed():
        return per(interleaved([runs] * ROUNDS), SCORED)
    its = engine("riichienv")
    taken = [its.take(record) for record in given]
    its_share = [taken[place] for place in order[: SCORED // 10]]
    one_by_one = {"riichienv": partial(its.run, its_share)}
    times = interleaved([runs | one_by_one] * ROUNDS)
    return {**per(times, SCORED), **per({"riichienv": times["riichienv"]}, SCORED // 10)}


@pytest.mark.benchmark(group=f"packing {PACKED:,} wins")
def bench_packing(benchmark: Any) -> None:
    taken = [read_win(record) for record in records(PACKED)]
    benchmark.pedantic(lambda: PackedWins(taken).rows, rounds=ROUNDS)


@pytest.mark.parametrize("name", SETS)
def bench_batch(name: str, promise: Promise) -> None:
    times = batch(SETS[name]())
    if "riichienv" in times:
        found = ratio(times, "riichienv", "under 1")
        promise(None, f"{found:.1f} times as fast as riichienv, a batch of {name}")
    speed = 1 / min(times["under 1"])
    promise(speed >= GOAL if name.startswith("2,000") else None,
            f"{speed:,.0f} wins per second (goal {GOAL:,}), a batch of {name}")  # fmt: skip
    found = ratio(times, "under 3", "under 1")
    promise(found <= MOST_FOR_THREE if name.startswith("2,000") else None,
            f"{found:.2f} times one ruleset for three, a batch of {name}")  # fmt: skip

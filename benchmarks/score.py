"""Scoring of single wins, compared with two other engines on the same wins; import and memory.

The others are `mahjong` and `riichienv`; an engine is skipped if it is not installed (the extra
`bench`). Each round of a first pass has wins that are new to the process, after a warm-up.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.engines import MODULES, RULES, Engine, engine, installed
from benchmarks.harness import ROOT, Json, Promise, least, process, records
from riichi_core.rules.load import load
from riichi_core.scoring.score import score_all

WINS, ROUNDS = 5_000, 4
OTHERS = load("wrcr-2015")

# Promises: speed relative to `mahjong`, per cent for a second ruleset, MiB.
FIRST_TIMES, SECOND_TIMES = 3, 8
MOST_EXTRA, MOST_MEMORY = 50, 150

Took = dict[str, float]
Taken = tuple[str, Engine, Any]


@pytest.fixture(scope="module")
def wins() -> list[Json]:
    return records(WINS * (ROUNDS + 1))


@pytest.fixture(scope="module", params=installed())
def taken(request: pytest.FixtureRequest, wins: list[Json]) -> Iterator[Taken]:
    """Yield an engine with the wins in its format; garbage collection skips them."""
    its = engine(request.param)
    built = [its.take(record) for record in wins]
    gc.collect()
    gc.freeze()
    yield request.param, its, built
    gc.unfreeze()


@pytest.mark.benchmark(group=f"a first pass over {WINS:,} wins")
def bench_first(benchmark: Any, taken: Taken, took: Took, promise: Promise) -> None:
    name, its, built = taken
    its.run(built[:WINS])
    rounds = iter(built[start : start + WINS] for start in range(WINS, len(built), WINS))
    benchmark.pedantic(its.run, setup=lambda: ((next(rounds),), {}), rounds=ROUNDS)
    _beside(name, "first", FIRST_TIMES, least(benchmark), took, promise)


@pytest.mark.benchmark(group=f"{WINS:,} wins that were scored before")
def bench_second(benchmark: Any, taken: Taken, took: Took, promise: Promise) -> None:
    name, its, built = taken
    benchmark.pedantic(its.run, (built[-WINS:],), rounds=ROUNDS, warmup_rounds=1)
    _beside(name, "second", SECOND_TIMES, least(benchmark), took, promise)


def _beside(
    name: str, which: str, times: int, seconds: float, took: Took, promise: Promise
) -> None:
    took[f"{which} of {name}"] = seconds
    ours = took.get(f"{which} of riichi-core")
    if name == "mahjong" and ours is not None:
        says = (
            f"a {which} pass at least {times} times as fast as mahjong: {seconds / ours:.2f} times"
        )
        promise(seconds >= times * ours, says)


@pytest.mark.benchmark(group=f"{WINS:,} wins that were scored before")
def bench_two_rulesets(benchmark: Any, wins: list[Json], took: Took, promise: Promise) -> None:
    its = engine("riichi-core")
    built = [its.take(record) for record in wins[-WINS:]]

    def both() -> None:
        for win in built:
            score_all(win, (RULES, OTHERS))

    benchmark.pedantic(both, rounds=ROUNDS, warmup_rounds=1)
    if one := took.get("second of riichi-core"):
        extra = 100 * (least(benchmark) / one - 1)
        promise(extra <= MOST_EXTRA, f"a second ruleset for at most half more: {extra:.1f} % more")


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("name", installed())
def bench_import(benchmark: Any, name: str) -> None:
    benchmark.pedantic(process("-c", f"import {MODULES[name]}"), rounds=5)


@pytest.mark.benchmark(group="import")
def bench_import_and_the_first_scorer(benchmark: Any) -> None:
    code = f"from riichi_core.rules.load import load; from {MODULES['riichi-core']} import scorer"
    benchmark.pedantic(process("-c", f"{code}; scorer(load('ema-2016'))"), rounds=5)


def bench_agreement(wins: list[Json], promise: Promise) -> None:
    """Compare totals: the others count yakuman differently, and nearly all else agrees."""
    totals = {}
    for name in installed():
        its = engine(name)
        totals[name] = [its.total(its.take(record)) for record in wins[:WINS]]
    ours = totals.pop("riichi-core")
    for name, theirs in totals.items():
        same = sum(map(int.__eq__, ours, theirs)) / len(ours)
        promise(None, f"{name} comes to the same total in {100 * same:.2f} % of {WINS:,} wins")


PEAK = """
import json, resource, sys
sys.path.append("tests")
from benchmarks.engines import ours
its = ours()
its.run([its.take(json.loads(line)) for line in sys.stdin])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def bench_memory(wins: list[Json], promise: Promise) -> None:
    """Measure a process that has scored the wins, with the wins in memory."""
    lines = "\n".join(map(json.dumps, wins))
    done = subprocess.run(
        [sys.executable, "-c", PEAK],
        cwd=ROOT,
        input=lines,
        check=True,
        capture_output=True,
        text=True,
    )
    peak = int(done.stdout) / (2**20 if sys.platform == "darwin" else 2**10)
    promise(peak < MOST_MEMORY, f"under {MOST_MEMORY} MiB for {len(wins):,} wins: {peak:.0f} MiB")

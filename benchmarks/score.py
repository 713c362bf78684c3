"""Scoring of single wins and shanten, compared with two other engines; import and memory.

The others are `mahjong` and `riichienv`; an engine is skipped if it is not installed (the extra
`bench`). Natural wins are those of sensible players; odd ones have all shapes that rules
mention. The engines take turns with the same wins, and ratios are medians. Each round of a first
pass has wins that are new to the process, after a warm-up. RIICHI_PURE=1 measures without the
native kernel.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest

from benchmarks.engines import MODULES, RULES, engine, installed
from benchmarks.harness import (
    ROOT,
    Json,
    Promise,
    Times,
    interleaved,
    natural_records,
    per,
    process,
    ratio,
    records,
)
from riichi_core.fast import has_native
from riichi_core.hands.hand import Hand
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.scoring.score import score_all
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile

WARM_UP, WINS, ROUNDS, HANDS = 2_000, 500, 7, 2_000
AGREEING = 5_000
NUMBER = WARM_UP + WINS * ROUNDS
OTHERS = load("wrcr-2015")

KINDS: dict[str, Callable[[int], list[Json]]] = {"natural": natural_records, "odd": records}

# Promises: speed relative to another engine for natural wins, to one ruleset for two; and MiB.
LEAST_TIMES = {
    ("riichienv", "first"): 0.15 if has_native() else 0.1,
    ("riichienv", "seen"): 1.6 if has_native() else 0.45,
    ("mahjong", "first"): 3.0,
    ("mahjong", "seen"): 8.0,
}
LEAST_SHANTEN = 0.8 if has_native() else 0.05
MOST_FOR_TWO, MOST_MEMORY = 1.3, 150


def scoring(kind: str) -> dict[tuple[str, str], Times]:
    """Measure wins of a kind, in seconds per win, by the other engine and by which pass it is.

    The first pass is over new wins, by all engines in turn. The second is over the same wins again,
    by riichi-core and one other engine in turn.
    """
    engines = {name: engine(name) for name in installed()}
    given = KINDS[kind](NUMBER)
    built = {name: [*map(its.take, given)] for name, its in engines.items()}
    for name, its in engines.items():
        its.run(built[name][:WARM_UP])

    def runs(names: Iterable[str], start: int, end: int) -> dict[str, Callable[[], object]]:
        return {name: partial(engines[name].run, built[name][start:end]) for name in names}

    starts = range(WARM_UP, NUMBER, WINS)
    first = per(interleaved([runs(engines, start, start + WINS) for start in starts]), WINS)
    found: dict[tuple[str, str], Times] = {}
    for name in [name for name in engines if name != "riichi-core"]:
        pair = runs(("riichi-core", name), WARM_UP, NUMBER)
        found[name, "first"] = first
        found[name, "seen"] = per(interleaved([pair] * ROUNDS), NUMBER - WARM_UP)
    return found


def two_rulesets(kind: str) -> Times:
    """Measure wins that were scored before, under one ruleset and under two at once."""
    its = engine("riichi-core")
    built = [its.take(record) for record in KINDS[kind](NUMBER)]

    def under(*rulesets: Any) -> None:
        for win in built:
            score_all(win, rulesets)

    runs = {"one": partial(under, RULES), "two": partial(under, RULES, OTHERS)}
    interleaved([runs])
    return per(interleaved([runs] * ROUNDS), NUMBER)


def reading() -> Times:
    """Measure how long it takes to read the records of natural wins, and to score them again."""
    given, its = natural_records(NUMBER), engine("riichi-core")
    built = [its.take(record) for record in given]

    def read() -> None:
        for record in given:
            read_win(record)

    runs: dict[str, Callable[[], object]] = {"read": read, "score": partial(its.run, built)}
    interleaved([runs])
    return per(interleaved([runs] * ROUNDS), NUMBER)


def shanten() -> Times:
    """Measure the shanten of dealt hands that were asked before; riichienv must agree."""
    chance, hands = SeededRandom(1), list[Hand]()
    for _ in range(HANDS):
        wall = [Tile(kind) for kind in range(34) for _ in range(4)]
        hands.append(Hand([wall.pop(chance.below(len(wall))) for _ in range(13)]))
    runs: dict[str, Callable[[], list[int]]] = {
        "riichi-core": lambda: [hand.shanten for hand in hands]
    }
    if "riichienv" in installed():
        calculate = importlib.import_module("riichienv").calculate_shanten
        tiles = [[4 * tile.kind for tile in hand.concealed] for hand in hands]
        runs["riichienv"] = lambda: [calculate(hand) for hand in tiles]
    assert len({tuple(run()) for run in runs.values()}) == 1
    return per(interleaved([runs] * ROUNDS), HANDS)


@pytest.mark.parametrize("kind", KINDS)
def bench_scoring(kind: str, promise: Promise) -> None:
    for (name, which), times in scoring(kind).items():
        found = ratio(times, name, "riichi-core")
        words = f"{found:.2f} times as fast as {name}, {kind} wins, {which}"
        promise(found >= LEAST_TIMES[name, which] if kind == "natural" else None, words)


@pytest.mark.parametrize("kind", KINDS)
def bench_two_rulesets(kind: str, promise: Promise) -> None:
    found = ratio(two_rulesets(kind), "two", "one")
    words = f"{found:.2f} times one ruleset for two, {kind} wins"
    promise(found <= MOST_FOR_TWO if kind == "natural" else None, words)


def bench_shanten(promise: Promise) -> None:
    pytest.importorskip("riichienv", reason="riichienv is not installed")
    found = ratio(shanten(), "riichienv", "riichi-core")
    promise(found >= LEAST_SHANTEN, f"{found:.2f} times as fast as riichienv, shanten")


@pytest.fixture(scope="module")
def wins() -> list[Json]:
    return records(25_000)


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
        totals[name] = [its.total(its.take(record)) for record in wins[:AGREEING]]
    ours = totals.pop("riichi-core")
    for name, theirs in totals.items():
        same = sum(map(int.__eq__, ours, theirs)) / len(ours)
        promise(None, f"{name} comes to the same total in {100 * same:.2f} % of {AGREEING:,} wins")


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

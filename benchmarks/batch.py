"""Wins a second of a batch under one to three rulesets, beside `score` and riichienv in one run.

Needs the extra `fast`; riichienv is left out where it is not installed. Times are of the processor,
each the best of several rounds in turn. The wins are packed beforehand, as riichienv's are.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy
import score as single

from riichi_core.batch.score_many import score_many
from riichi_core.batch.wins import PackedWins
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.scoring.score import score, score_all

RULESETS = ("ema-2016", "wrcr-2015", "tenhou")
GOAL, MOST_FOR_THREE = 5_000_000, 1.3


def cpu(run: Callable[[], object]) -> float:
    """Seconds of the processor that a call takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


def main() -> None:
    """Measure, and print figures and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wins", type=int, default=2_000, help="how many are different")
    parser.add_argument("--times", type=int, default=200, help="how often each is scored")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        records = single.write_wins(Path(folder) / "wins.jsonl", given.seed, given.wins)
    wins = [read_win(json.loads(json.dumps(record))) for record in records]
    rulesets = [load(name) for name in RULESETS]
    few = PackedWins(wins)
    print(f"packing: {1e6 * cpu(lambda: few.rows) / len(wins):.1f} microseconds a win")
    print(f"compiling or loading: {cpu(lambda: score_many([], rulesets)):.1f} s")
    order = numpy.random.default_rng(given.seed).permutation(len(wins) * given.times) % len(wins)
    many = few.chosen(order.tolist())
    runs: dict[str, tuple[Callable[[], object], int]] = {
        f"{n} rulesets at once": (partial(score_many, many, rulesets[:n]), len(many))
        for n in (1, 2, 3)
    }
    runs["score"] = (lambda: [score(win, rulesets[0]) for win in wins], len(wins))
    runs["score_all, 2"] = (lambda: [score_all(win, rulesets[:2]) for win in wins], len(wins))
    if importlib.util.find_spec("riichienv"):
        engine = single.ENGINES[single.RUST]()
        taken = [engine.build(record) for record in records]
        runs["riichienv"] = (lambda: engine.run(taken), len(taken))
    for run, _ in runs.values():
        run()
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(given.rounds):
        for name, (run, number) in runs.items():
            best[name] = min(best[name], cpu(run) / number)
    one = best["1 rulesets at once"]
    for name, seconds in best.items():
        print(f"{name:20} {1 / seconds:>12,.0f} wins/s {seconds / one:8.2f} times one at once")
    print(single.answer(1 / one >= GOAL, f"{GOAL:,} wins a second"))
    three = best["3 rulesets at once"] / one
    print(single.answer(three <= MOST_FOR_THREE, f"three rulesets for {three:.2f} of one"))


if __name__ == "__main__":
    main()

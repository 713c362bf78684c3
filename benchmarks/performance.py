"""Prints the tables of docs/reference/performance.md: `python -m benchmarks.performance`.

It needs the native kernel, `mahjong` and `riichienv` (the dependency group `bench`), and about ten
minutes. It measures in processes with the kernel and processes in plain Python, in turn, and prints
medians.
"""

from __future__ import annotations

import gc
import json
import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests")]

from benchmarks import batch, play, score
from benchmarks.harness import ROOT, Times, cpu_seconds, ratio
from riichi_core.fast import has_native
from riichi_core.rules.load import load

PROCESSES = 3
GAMES, ROUNDS = 4, 5

HEADS = {
    "riichienv": ("speed, riichienv = 1", "riichienv"),
    "mahjong": ("speed, mahjong = 1", "mahjong"),
    "self": ("time, scoring under one ruleset = 1", "this"),
}
"""The first and the last heading of each table, by the program to compare with."""

WHICH = {"first": "for the first time", "seen": "again"}

Row = tuple[float, float, float]
"""A ratio, and the microseconds of both sides."""

Rows = dict[str, Row]


def row(times: Times, theirs: str, ours: str) -> Row:
    """Return the ratio of our speed to theirs, and the microseconds of both."""
    return (ratio(times, theirs, ours), 1e6 * median(times[ours]), 1e6 * median(times[theirs]))


def measured() -> Rows:
    """Measure everything in this process."""
    rows: Rows = {}
    for kind in score.KINDS:
        for (other, which), times in score.scoring(kind).items():
            words = f"score {kind} wins, {WHICH[which]}"
            rows[f"{other}|{words}"] = row(times, other, "riichi-core")
        rows[f"self|two rulesets with `score_all`, {kind} wins"] = row(
            score.two_rulesets(kind), "two", "one"
        )
    rows["self|reading the JSON record of a natural win"] = row(score.reading(), "read", "score")
    rows["riichienv|shanten of a hand"] = row(score.shanten(), "riichienv", "riichi-core")
    rows["riichienv|a game of random players, per hand"] = row(games(), "riichienv", "riichi-core")
    if has_native():
        for name, given in batch.SETS.items():
            times = batch.batch(given())
            rows[f"riichienv|batch of {name}"] = row(times, "riichienv", "under 1")
            rows[f"self|three rulesets in a batch of {name}"] = row(times, "under 3", "under 1")
    return rows


def games() -> Times:
    """Measure games of random players, in seconds per hand."""
    known = gc.get_threshold()
    gc.set_threshold(50_000)  # as in `riichi simulate`
    ruleset = load(play.RULESETS[0])
    plays: dict[str, play.Play] = {
        "riichi-core": partial(play.ours, ruleset),
        "riichienv": play.theirs,
    }
    times: dict[str, list[float]] = {name: [] for name in plays}
    for run in plays.values():
        run(0, play.WARM_UP)
    for start in range(1_000, 1_000 + GAMES * ROUNDS, GAMES):
        for name, run in plays.items():
            began = cpu_seconds()
            hands = run(start, GAMES)
            times[name].append((cpu_seconds() - began) / hands)
    gc.set_threshold(*known)
    return times


def in_new_process(pure: bool) -> Rows:
    """Return the rows that a new process measures."""
    call = [sys.executable, "-m", "benchmarks.performance", "--measure"]
    done = subprocess.run(
        call,
        cwd=ROOT,
        env={**os.environ, "RIICHI_PURE": "1" if pure else "0"},
        check=True,
        stdout=subprocess.PIPE,
    )
    rows: Rows = json.loads(done.stdout)
    return rows


def in_words(values: list[Row]) -> tuple[str, str, str]:
    """Return the median of each part of a row that was measured several times."""
    times, ours, theirs = (median(column) for column in zip(*values, strict=True))
    return f"**{times:.2f}**", f"{ours:,.2f}", f"{theirs:,.2f}"


def tables() -> Iterator[str]:
    """Measure, and yield the lines of the tables."""
    kernel: list[Rows] = []
    pure: list[Rows] = []
    for _ in range(PROCESSES):
        kernel.append(in_new_process(pure=False))
        pure.append(in_new_process(pure=True))
    for other, heads in HEADS.items():
        yield f"\n| {heads[0]} | kernel | pure | kernel, us | pure, us | {heads[1]}, us |"
        yield "|---|--:|--:|--:|--:|--:|"
        for name in kernel[0]:
            if not name.startswith(other):
                continue
            fast, us, theirs = in_words([rows[name] for rows in kernel])
            plain, plain_us = "-", "-"
            if name in pure[0]:
                plain, plain_us, _ = in_words([rows[name] for rows in pure])
            words = name.partition("|")[2]
            yield f"| {words} | {fast} | {plain} | {us} | {plain_us} | {theirs} |"
    yield f"\n{datetime.now(UTC):%d %B %Y}, {platform.machine()}, {os.cpu_count()} cores, "
    yield f"Python {platform.python_version()}"


def main() -> None:
    """Print the tables, or the rows of one process."""
    if "--measure" in sys.argv:
        json.dump(measured(), sys.stdout)
        return
    for line in tables():
        print(line, flush=True)


if __name__ == "__main__":
    main()

"""Common parts of the benchmarks: a processor clock, processes, wins, and promises."""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from reference.generate import wins

from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.hands.win import Win
from riichi_core.play.table import Table
from riichi_core.records.win import win_record_json
from riichi_core.rules.load import load
from riichi_core.settlement.ending import Wins

ROOT = Path(__file__).resolve().parents[1]

Json = dict[str, Any]

Promise = Callable[[bool | None, str], None]
"""A function that records whether a promise is kept (None if there is none), and a text."""


def cpu_seconds() -> float:
    """Return the processor time of this process and of its finished children."""
    mine, theirs = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def process(*arguments: str, program: str = sys.executable) -> Callable[[], object]:
    """Return a function that runs a whole process, of this Python by default."""
    command = [program, *arguments]
    return lambda: subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


Times = Mapping[str, Sequence[float]]
"""The processor seconds of runs, by name, round by round."""


def interleaved(rounds: Iterable[Mapping[str, Callable[[], object]]]) -> Times:
    """Measure rounds of runs by name; the runs of a round follow each other.

    Other programs on the machine then slow all of them down alike. Compare runs by `ratio`.
    """
    times: dict[str, list[float]] = defaultdict(list)
    gc.collect()
    gc.freeze()
    for runs in rounds:
        for name, run in runs.items():
            start = cpu_seconds()
            run()
            times[name].append(cpu_seconds() - start)
    gc.unfreeze()
    return times


def per(times: Times, number: int) -> Times:
    """Return the time for each of a number of things that a run does."""
    return {name: [one / number for one in rounds] for name, rounds in times.items()}


def ratio(times: Times, name: str, to: str) -> float:
    """Return how much longer one run takes than another: the median over the rounds."""
    return median(one / other for one, other in zip(times[name], times[to], strict=True))


def natural_records(number: int) -> list[Json]:
    """Return the records of a number of different wins that four sensible players made.

    A hundred wins take most of a second, so a file in build/ keeps them.
    """
    path = ROOT / "build" / "benchmarks" / f"natural-{number}.jsonl"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(islice(_natural_lines(), number)), encoding="utf-8")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _natural_lines() -> Iterable[str]:
    """Yield records of different wins under EMA 2016, game by game."""
    ruleset, seen = load("ema-2016"), set[str]()
    for seed in count():
        table = Table(ruleset, seed=seed)
        play_game(table, [SensiblePlayer() for _ in range(4)])
        ends = [played.deal.end for played in table.game.played]
        for win in [win for end in ends if isinstance(end, Wins) for win in end.wins]:
            if isinstance(win, Win):
                line = json.dumps(win_record_json(win))
                if line not in seen:
                    seen.add(line)
                    yield line


def records(number: int, seed: int = 1) -> list[Json]:
    """Return the records of a number of different wins in odd shapes, without ids.

    Blessing of Man is left out, because each engine gives it a different worth.
    """
    made: dict[str, Json] = {}
    for record in wins(seed, 2 * number):
        del record["id"]
        if not record.get("first_turn") or record["won_by"] == "self_draw":
            made.setdefault(json.dumps(record), record)
    return [*islice(made.values(), number)]


def least(benchmark: Any) -> float:
    """Return the shortest round in seconds; skip the rest of the test if nothing is timed."""
    if benchmark.stats is None:
        pytest.skip("benchmarks are disabled")
    seconds: float = benchmark.stats.stats.min
    return seconds

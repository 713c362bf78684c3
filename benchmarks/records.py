"""Answers to records a second: `riichi score --jsonl` beside the bare reading of their JSON.

A line is read, scored under one ruleset and answered; the time of `json.loads` and `json.dumps` of
the same lines is taken beside it, so that the ratio hangs less on the machine. When records were
read by hand, a line took about 300 us of which the reading took 190 and the scoring 15, so that a
line was as long as 20 scorings. A scoring is that of a win which was not scored before, as that of
a line is; a win that is scored again is known in part.
Memory stays flat: it is that of a program with the rules in it, however many lines there are.
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from reference.generate import wins  # noqa: E402 - the wins of the tests

from riichi_core.hands.win import Win  # noqa: E402
from riichi_core.records.batch import Batch, parse_line, written  # noqa: E402
from riichi_core.records.win import WinLine  # noqa: E402
from riichi_core.rules.load import load  # noqa: E402
from riichi_core.scoring.score import score  # noqa: E402

MOST_TIMES = 10
GOAL = 5
PASSES = 9


def fastest(parts: Mapping[str, Callable[[], object]], number: int) -> dict[str, float]:
    """Return the shortest times of several passes, in microseconds of the processor a record.

    Every pass runs each part, so that what else the machine does weighs on all alike.
    """
    found = dict.fromkeys(parts, math.inf)
    for _ in range(PASSES):
        for name, run in parts.items():
            start = time.process_time()
            run()
            found[name] = min(found[name], time.process_time() - start)
    return {name: 1e6 * seconds / number for name, seconds in found.items()}


def new(win: Win) -> Win:
    """Return an equal win that nobody has scored."""
    return replace(win)


def memory(lines: int) -> int:
    """Return the most bytes that a stream of so many lines has at a time in `riichi score`."""
    line = json.dumps(next(wins(7, 1))) + "\n"
    with subprocess.Popen(
        [sys.executable, "-c", WATCHED, "score", "--jsonl"], stdin=subprocess.PIPE, text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None
        assert process.stderr is not None
        for _ in range(lines):
            process.stdin.write(line)
        process.stdin.close()
        return int(process.stderr.read()) * 1024


WATCHED = """
import atexit, resource, sys
from riichi_app.cli.main import main
atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr))
main()
"""


def main() -> None:
    """Print the times of the parts and the ratio; exit with 1 if it is over what is promised."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wins", type=int, default=1500)
    parser.add_argument("--lines", type=int, default=50_000, help="lines of which memory is taken")
    parser.add_argument("--check", action="store_true", help="fail if it is slower than promised")
    options = parser.parse_args()
    gc.set_threshold(50_000)  # as the command does
    lines = [json.dumps(record).encode() for record in wins(7, options.wins)]
    batch = Batch(WinLine, [load("ema-2016")])
    answers = [batch.line(line, 2) for line in lines]
    data = [parse_line(line) for line in lines]
    ruleset, records = load("ema-2016"), [WinLine.read(one).win() for one in data]
    unseen = iter([[new(one) for one in records] for _ in range(PASSES)])
    parts = {
        "bare JSON": lambda: [
            (json.loads(line), json.dumps(answer))
            for line, answer in zip(lines, answers, strict=True)
        ],
        "parse a line": lambda: [parse_line(line) for line in lines],
        "read a record": lambda: [WinLine.read(one) for one in data],
        "read a win": lambda: [WinLine.read(one).win() for one in data],
        "score a new win": lambda: [score(one, ruleset) for one in next(unseen)],
        "score it again": lambda: [score(one, ruleset) for one in records],
        "answer a line": lambda: [written(batch.line(line, 2)) for line in lines],
    }
    found = fastest(parts, len(lines))
    for name, microseconds in found.items():
        print(f"{name:<16}{microseconds:>8.1f} us")
    print(f"{'memory':<16}{memory(options.lines) / 1e6:>8.0f} MB for {options.lines:,} lines")
    times = found["answer a line"] / found["bare JSON"]
    print(f"a line takes {times:.1f} times as long as its bare JSON (promised: {MOST_TIMES})")
    scorings = found["answer a line"] / found["score a new win"]
    again = found["answer a line"] / found["score it again"]
    print(f"and as {scorings:.1f} scorings of a new win (the goal: {GOAL})")
    print(f"or as {again:.1f} of one that was scored before")
    sys.exit(options.check and times > MOST_TIMES)


if __name__ == "__main__":
    main()

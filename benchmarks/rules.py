"""Times of what people wait for: loading and checking a book, and `riichi compare` as a process.

Each figure is the median of many runs; the peer in the same run is PyYAML's own loader on the same
file, which only parses it.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from riichi_core.rules import library
from riichi_core.rules.load import examine
from riichi_core.rules.scoring_checks import MOST_WAYS

RUNS = 40
PROCESSES = 15

LIBRARIES = """
import click, yaml
from pydantic import BaseModel
from rich.console import Console
"""

SCORE = ("-m", "riichi_app", "score", "2345567m345p678s", "8m", "--rules")

MANY_YAKU = 41
"""As many of the own yaku of `club` as a file may have."""

CSAFE: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def milliseconds(call: Callable[[], object], runs: int) -> float:
    """The median time of a call."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def process(*arguments: str) -> Callable[[], object]:
    """A whole process of this Python."""
    return lambda: subprocess.run(
        [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL
    )


def main() -> None:
    """Print the figures."""
    for name, path in library.books().items():
        text = path.read_text(encoding="utf-8")
        ours = milliseconds(lambda path=path: examine(path), RUNS)  # type: ignore[misc]
        fast = milliseconds(lambda text=text: yaml.load(text, CSAFE), RUNS)  # type: ignore[misc]
        slow = milliseconds(lambda text=text: yaml.load(text, yaml.SafeLoader), 5)  # type: ignore[misc]
        print(f"load and check {name:<10} {ours:6.1f} ms (aim: under 30)", end="")
        print(f"   PyYAML alone: C loader {fast:5.1f} ms, {ours / fast:.2f} times that;", end="")
        print(f" Python loader {slow:5.1f} ms")
    compare = ("-m", "riichi_app", "compare", "ema-2016", "wrcr-2015")
    ours = milliseconds(process(*compare), PROCESSES)
    python = milliseconds(
        process(
            "-c",
            LIBRARIES,
        ),
        PROCESSES,
    )
    print(f"riichi compare            {ours:6.0f} ms (aim: under 400)", end="")
    print(f"   Python and its libraries alone: {python:.0f} ms, {ours / python:.2f} times that")
    with TemporaryDirectory() as folder:
        path = Path(folder, "club.yaml")
        path.write_text(club(MANY_YAKU), encoding="utf-8")
        most = milliseconds(process(*SCORE, str(path)), 3)
    plain = milliseconds(process(*SCORE, "ema-2016"), 3)
    print(f"riichi score, {MANY_YAKU} own yaku {most:5.0f} ms (aim: under 3000)", end="")
    print(f"   without them: {plain:.0f} ms; {MOST_WAYS:,} ways of own yaku is the bound")


def club(number: int) -> str:
    """House rules with so many own yaku, each to be met in 486 ways."""
    words = "worth: {closed: 1, open: 1}, pair: n X, sets: [pung m Y]"
    own = [f"  own_{n}: {{name: {{en: own {n}}}, {words}}}" for n in range(number)]
    return "\n".join(["format: 1", "ruleset: club", "title: Club", "extends: ema-2016", "yaku:",
                      *own, ""])  # fmt: skip


if __name__ == "__main__":
    main()

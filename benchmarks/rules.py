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

import yaml

from riichi_core.rules import library
from riichi_core.rules.load import examine

RUNS = 40
PROCESSES = 15

LIBRARIES = """
import click, yaml
from pydantic import BaseModel
from rich.console import Console
"""

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


if __name__ == "__main__":
    main()

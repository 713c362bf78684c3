"""CPU seconds of whole commands, from a new process: what somebody waits for an answer.

Beside each stands its ratio to bare Python and to `riichi --version`, which imports little more
than the reader of the command line. Every call is a process of its own, the calls take turns, and
a figure is the least of several; on a busy machine the ratios are what to read.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence

from rich.progress import track

from riichi_core.rules.library import clubs

PYTHON = ("-c", "pass")
VERSION = ("-m", "riichi_app", "--version")

CALLS: Sequence[Sequence[str]] = (
    ("compare", "ema-2016", "wrcr-2015"),
    ("compare", "tuesday-club", "ema-2016", "--no-examples"),
    ("compare", "tuesday-club", "ema-2016"),
    ("show", "ema-2016"),
    ("find", "kuikae"),
    ("foul", "kuikae"),
    ("foul",),
    ("ask", "two", "ron"),
    ("rulesets",),
    ("check", str(clubs()["tuesday-club"])),
    ("score", "2345567m(345p)678s", "8m", "--rules", "ema-2016"),
)
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="calls of which the least is")
    rounds: int = parser.parse_args().rounds
    calls = [PYTHON, VERSION, *(("-m", "riichi_app", *call) for call in CALLS)]
    least = {call: float("inf") for call in calls}
    for _ in track(range(rounds), description="calls", transient=True):
        for call in calls:
            least[call] = min(least[call], seconds(call))
    print(f"{'CPU seconds':54}{'':8}{'to python':>10}{'to --version':>13}")
    for call, took in least.items():
        name = f"riichi {' '.join(call[2:])}" if call[0] == "-m" else f"python {' '.join(call)}"
        print(f"{name:54}{took:8.3f}{took / least[PYTHON]:10.1f}{took / least[VERSION]:13.1f}")


def seconds(call: Sequence[str]) -> float:
    """Return the CPU time of a new process, its children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *call], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()

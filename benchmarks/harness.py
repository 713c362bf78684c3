"""Common parts of the benchmarks: a processor clock, processes, wins, and promises."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from reference.generate import wins

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


def records(number: int, seed: int = 1) -> list[Json]:
    """Return the records of a number of different wins, without ids.

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

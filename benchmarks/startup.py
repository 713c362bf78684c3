"""Processor time of whole commands, from a new process: the time that a user waits.

Plain Python and `riichi --version`, which imports little more than the command line parser, are
listed for comparison.
"""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.harness import process
from riichi_core.rules.library import clubs

CALLS = (
    "--version",
    "compare ema-2016 wrcr-2015",
    "compare tuesday-club ema-2016 --no-examples",
    "compare tuesday-club ema-2016",
    "show ema-2016",
    "find kuikae",
    "foul kuikae",
    "foul",
    "ask two ron",
    "rulesets",
    f"check {clubs()['tuesday-club']}",
    "score 2345567m(345p)678s 8m --rules ema-2016",
)
ROUNDS = 5


@pytest.mark.benchmark(group="commands")
def bench_bare_python(benchmark: Any) -> None:
    benchmark.pedantic(process("-c", "pass"), rounds=ROUNDS)


@pytest.mark.benchmark(group="commands")
@pytest.mark.parametrize("call", CALLS)
def bench_command(benchmark: Any, call: str) -> None:
    benchmark.pedantic(process("-m", "riichi", *call.split()), rounds=ROUNDS)

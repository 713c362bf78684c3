"""How thoroughly tests run at each of three levels, and the seed of all random cases.

| level | how to run it | when | seed |
|---|---|---|---|
| quick | `make test` | before each commit | fixed |
| long | `RIICHI_TESTS=long` (`make long-tests`) | before a change lands | fixed |
| soak | `RIICHI_SOAK=N` (`make soak`) | every night | new, or `RIICHI_SEED` |

| level | what it proves |
|---|---|
| quick | Each rule, message and command works as written. Each random oracle tries a few cases. |
| long | The same holds under each ruleset, with other programs, in browsers, PDFs and processes. |
| soak | Random oracles and Hypothesis tests hold for N times as many cases, new every night. |

A random oracle compares the engine with a slow, independent one on cases generated from a seed.
Its tests are marked `random`. A soak runs only these, Hypothesis tests and tests marked `soak`.
pytest prints the seed first. Set `RIICHI_SEED` to that number to repeat the same cases.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from random import SystemRandom
from typing import Any

import pytest

from riichi_core.rules import library

HELD = {**library.books(), **library.clubs()}
"""The rulesets that all tests use; tests/rules/test_shelf.py covers the shelf instead."""

SHAPES = ("ema-2016", "tenhou", "parlour")
"""One ruleset of each shape: a tournament's, a program's, a club's."""

SOAK = int(os.environ.get("RIICHI_SOAK", "0"))
LONG = os.environ.get("RIICHI_TESTS") == "long" or SOAK > 0

# The workers of pytest-xdist inherit the seed, so that all of them collect the same tests.
os.environ.setdefault("RIICHI_SEED", str(SystemRandom().randrange(1_000_000) if SOAK else 0))
SEED = int(os.environ["RIICHI_SEED"])

GAMES = SOAK or 1
"""The number of random games under each ruleset."""

DEALS = SOAK or 1
"""The number of deals that the slow checker plays under each ruleset and variant."""

RULESETS = SOAK or (3 if LONG else 2)
"""The number of random rulesets for each test that works with any ruleset."""

SETTLED = max(SOAK * 100, 1250) if LONG else 160
"""The number of random deals, and of random moments of games, for the slow settlement."""

STUDIED = min(SOAK, 40) or 12
"""The number of games in a study of two rulesets, each with every option changed alone."""

EXAMPLES = max(SOAK, 25) if LONG else 6
"""The number of examples that Hypothesis tries if a test does not give one."""


def seed_of(number: int) -> int:
    """Return the seed of a random case by its number; it depends on RIICHI_SEED."""
    return SEED * 1_000_000 + number


def first(values: Iterable[Any], quick: int = 1, long: int | None = None) -> list[Any]:
    """Mark parameters so that a quick run takes only the first few.

    Args:
        values: the parameters, the most useful ones first.
        quick: the number that a quick run takes.
        long: the number that a long run takes, if not all; a soak takes the others.
    """
    return [
        pytest.param(value, marks=marks(place, quick, long)) for place, value in enumerate(values)
    ]


def few(values: Sequence[Any], quick: int = 1) -> Sequence[Any]:
    """Return the first few values in a quick run, or all of them, for one test with several."""
    return values if LONG else values[:quick]


def first_rows(rows: Iterable[Sequence[Any]], quick: int = 1) -> list[Any]:
    """Mark rows of several parameters as `first` marks single ones."""
    return [pytest.param(*row, marks=marks(place, quick)) for place, row in enumerate(rows)]


def marks(place: int, quick: int = 1, long: int | None = None) -> list[pytest.MarkDecorator]:
    """Return the marks of the parameter at a place in the list, as `first` does."""
    if long is not None and place >= long:
        return [pytest.mark.soak]
    return long_if(place >= quick)


def long_if(left_out: bool) -> list[pytest.MarkDecorator]:
    """Return the mark that leaves a test out of a quick run, or no mark."""
    return [pytest.mark.long] if left_out else []


def soak_if(left_out: bool) -> list[pytest.MarkDecorator]:
    """Return the mark that leaves a test out of a quick and a long run, or no mark."""
    return [pytest.mark.soak] if left_out else []


def examples(number: int) -> int:
    """Return the number of Hypothesis examples at this level; a soak tries at least `number`."""
    return max(number, SOAK) if SOAK else max(number // (4 if LONG else 20), 5)

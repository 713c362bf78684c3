"""How much is tried, at three levels, and the seed of whatever chance decides.

| level | how to run it | when | seed |
|---|---|---|---|
| quick | `make test` | at the desk | fixed |
| long | `RIICHI_TESTS=long` (`make long-tests`) | before a change lands | fixed |
| soak | `RIICHI_SOAK=N` (`make soak`) | each night | fresh, or `RIICHI_SEED` |

| level | what it proves |
|---|---|
| quick | Each rule, message and command works as written. Each random oracle runs a little. |
| long | The same under each ruleset, with other programs, in browsers, PDFs and processes. |
| soak | Random oracles and Hypothesis tests hold for N times as many cases, new each night. |

A random oracle compares the engine with a slow, independent one on cases that a seed makes. Its
tests are marked `random`; only they, Hypothesis tests and tests marked `soak` run in a soak.
pytest prints the seed first. With that number as `RIICHI_SEED` the same cases come again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from random import SystemRandom
from typing import Any

import pytest

from riichi_core.rules import library

HELD = {**library.books(), **library.clubs()}
"""The rulesets that all tests are made on; the shelf has tests/rules/test_shelf.py instead."""

SHAPES = ("ema-2016", "tenhou", "parlour")
"""One ruleset of each shape: of a tournament on paper, of a program, of a club."""

SOAK = int(os.environ.get("RIICHI_SOAK", "0"))
LONG = os.environ.get("RIICHI_TESTS") == "long" or SOAK > 0

# The workers of pytest-xdist inherit it, so that all of them collect the same tests.
os.environ.setdefault("RIICHI_SEED", str(SystemRandom().randrange(1_000_000) if SOAK else 0))
SEED = int(os.environ["RIICHI_SEED"])

GAMES = SOAK or 1
"""How many random games are played under each ruleset."""

DEALS = SOAK or 1
"""How many deals the slow checker plays under each ruleset and variant."""

RULESETS = SOAK or (3 if LONG else 2)
"""With how many random rulesets each thing is done that can be done with any."""

SETTLED = max(SOAK * 100, 2000) if LONG else 200
"""How many random deals the slow settlement settles, and how many random moments of games."""

STUDIED = min(SOAK, 40) or 12
"""Games of a study of two rulesets, each with every option changed alone."""

EXAMPLES = max(SOAK, 25) if LONG else 10
"""How many examples Hypothesis tries where a test does not say how many."""


def seed_of(number: int) -> int:
    """Return the seed of a random case by its number; another RIICHI_SEED makes another case."""
    return SEED * 1_000_000 + number


def first(values: Iterable[Any], quick: int = 1, long: int | None = None) -> list[Any]:
    """Return parameters of which a quick run takes only so many.

    Args:
        values: the parameters, the most telling ones first.
        quick: the number that a quick run takes.
        long: the number that a long run takes, if not all; a soak takes the others.
    """
    return [
        pytest.param(value, marks=marks(place, quick, long)) for place, value in enumerate(values)
    ]


def marks(place: int, quick: int = 1, long: int | None = None) -> list[pytest.MarkDecorator]:
    """Return the mark of a parameter by its place among all, as `first` gives it."""
    if long is not None and place >= long:
        return [pytest.mark.soak]
    return long_if(place >= quick)


def long_if(left_out: bool) -> list[pytest.MarkDecorator]:
    """Return the mark of what a quick run leaves out, or none."""
    return [pytest.mark.long] if left_out else []


def examples(number: int) -> int:
    """Return how many examples Hypothesis tries where a soak tries at least this many."""
    return max(number, SOAK) if SOAK else max(number // (4 if LONG else 10), 5)

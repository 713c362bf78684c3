"""How much is tried: quickly by default, and everything with RIICHI_TESTS=long (`make test-all`).

A quick run tests every rule too. What it leaves out is repetition: more random games and examples,
the same faults in more files, PDFs and rulebooks of more rulesets, questions to other programs, and
pages that a browser prints.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

from riichi_core.rules import library

HELD = {**library.books(), **library.clubs()}
"""The rulesets that all tests are made on; the shelf has tests/rules/test_shelf.py instead."""

LONG = os.environ.get("RIICHI_TESTS") == "long"

GAMES = int(os.environ.get("RIICHI_SOAK", "3" if LONG else "1"))
"""How many random games are played under each ruleset."""

DEALS = int(os.environ.get("RIICHI_SOAK", "3" if LONG else "2"))
"""How many deals the slow checker plays under each ruleset and variant."""

RULESETS = int(os.environ.get("RIICHI_SOAK", "4" if LONG else "3"))
"""With how many random rulesets each thing is done that can be done with any."""

SETTLED = int(os.environ.get("RIICHI_SETTLED", "15000" if LONG else "2000"))
"""How many random deals the slow settlement settles, and how many random moments of games."""

STUDIED = int(os.environ.get("RIICHI_SOAK", "12"))
"""Games of a study of two rulesets, each with every option changed alone."""

STUDIES = 10 if "RIICHI_SOAK" in os.environ else 3
"""How many pairs of rulesets are studied."""

SHELF_GAMES = int(os.environ.get("RIICHI_SOAK", "2" if LONG else "1"))
"""The number of random games under each ruleset on the shelf."""


def first(values: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return parameters of which a quick run takes only so many, and a long run all."""
    return [
        value if place < quick else pytest.param(value, marks=pytest.mark.long)
        for place, value in enumerate(values)
    ]


def long_if(left_out: bool) -> list[pytest.MarkDecorator]:
    """Return the mark of what a quick run leaves out, or none."""
    return [pytest.mark.long] if left_out else []


def examples(number: int) -> int:
    """Return how many examples Hypothesis tries where a long run tries this many."""
    return number if LONG else max(number // 5, 10)

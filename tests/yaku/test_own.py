"""Own yaku in random words, compared with the slow reference."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from each import each
from effort import LONG
from pricing import had, pricing, with_reds
from random_words import definition
from reference.generate import marks_of, wins
from reference.scorer import score as slow_score

from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Definition

MANY = 150


@cache
def definitions() -> tuple[Definition, ...]:
    return tuple(definition(Random(seed)) for seed in range(MANY))


def times(number: int, rules: Rules, seed: int) -> tuple[list[int], list[int]]:
    """Return how often some random wins have the numbered yaku: as found, and as expected."""
    name = f"own_{number}"
    found, right = [], []
    for record in wins(seed, 25, reds=marks_of(rules)):
        found.append(had(record, rules).get(name, 0))
        slow = slow_score(record, rules)
        yaku = {one["id"]: one.get("count", 1) for one in slow["yaku"]} if slow["valid"] else {}
        right.append(yaku.get(name, 0))
    return found, right


@each("number", range(MANY if LONG else 15))
def test_a_yaku_in_random_words_matches_the_reference(number: int) -> None:
    rules = with_reds(pricing(own=definitions(), number=number), number % 2, number % 3)
    found, right = times(number, rules, seed=1000 + number)
    assert found == right, definitions()[number].model_dump(exclude_none=True)


@pytest.mark.long
def test_many_random_yaku_are_met_by_some_win() -> None:
    had_by = 0
    for number in range(0, MANY, 5):
        rules = pricing(own=definitions(), number=number)
        had_by += any(f"own_{number}" in had(record, rules) for record in wins(number, 40))
    assert had_by > MANY / 5 / 3

"""The table for ten pairs of rulesets agrees with a new study of each pair."""

from __future__ import annotations

import pytest
from effort import STUDIED, first, seed_of

from riichi.content.what_matters import FIVE, by_what_matters
from riichi.games.study.report import Effect, Estimate
from riichi.games.study.run import study
from riichi_core.comparison.comparison import compare

PAIRS = [
    ("ema-2025", "wrc-2025"),
    ("ema-2016", "mahjong-soul"),
    ("tenhou", "m-league"),
    ("ema-2016", "ema-2025"),
    ("ema-2025", "tuesday-club"),
    ("ema-2025", "jpml-a"),
    ("wrc-2025", "m-league"),
    ("tenhou", "mahjong-soul"),
    ("ema-2025", "red-fives-club"),
    ("wrc-2025", "mu"),
]

SEED = seed_of(2)
"""Of other games than those of the table."""

WIDER = 1.7
"""An interval of 99.9 % is this many times as wide as one of 95 %."""


@pytest.mark.random
@pytest.mark.parametrize("pair", first(PAIRS, quick=0, long=1), ids=" ".join)
def test_no_study_contradicts_the_order_of_the_first_five(pair: tuple[str, str]) -> None:
    found = study(pair, games=STUDIED, seed=SEED, processes=2).report
    assert contradictions(pair, dict(found.ranking)) == []


def contradictions(pair: tuple[str, str], found: dict[str, Effect]) -> list[str]:
    """Return the options that matter more in the table but surely less in a study.

    Sure means that the intervals of both results leave no doubt, even with thousands of compared
    pairs: `WIDER` widens them from 95 % to 99.9 %. An event that a study never saw may be rare,
    and an option measured with another was not switched alone.
    """
    matters = [
        matter.row.path
        for matter in by_what_matters(compare(*pair))
        if matter.effect is not None
        and not matter.effect.together
        and matter.row.path in found
        and found[matter.row.path].is_seen
    ]
    return [
        f"{later} before {earlier}"
        for place, earlier in enumerate(matters[:FIVE])
        for later in matters[place + 1 :]
        if _is_surely_greater(found[later].result, found[earlier].result)
    ]


def _is_surely_greater(one: Estimate, other: Estimate) -> bool:
    if one.margin is None or other.margin is None:
        return False
    return one.value - other.value > WIDER * (one.margin + other.margin)

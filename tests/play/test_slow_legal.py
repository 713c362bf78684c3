"""The engine says at every step what the slow checker says, in games that chance arranges."""

from __future__ import annotations

import pytest
from effort import DEALS, seed_of
from slow_legal import slow_legal
from slow_rulesets import RULES, TRIED
from slow_watched import Watched

from riichi_core.rules.load import load
from riichi_core.tiles import Wind


@pytest.mark.random
@pytest.mark.parametrize("name", TRIED)
def test_every_step_of_arranged_deals(name: str) -> None:
    for seed in map(seed_of, range(DEALS)):
        Watched(RULES[name](seed), name, seed).play()


def test_the_checker_needs_nothing_but_the_history() -> None:
    watched = Watched(load("tenhou").rules, "tenhou", 1)
    watched.play()
    history = watched.history
    assert slow_legal(history, watched.rules) == {}
    assert set(slow_legal(history[:1], watched.rules)) == {Wind.EAST}

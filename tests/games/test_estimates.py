"""Intervals match a textbook, and in simulations they contain the truth as often as promised."""

from __future__ import annotations

from math import isclose

import pytest
from each import each

from riichi.games.study.plan import StudyPlan
from riichi.games.study.report import MEASURES, Estimate, Ratio, margin, mean, student_t
from riichi.games.study.run import run_study
from riichi_core.rules.changes import with_changes
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom


@each("freedom, quantile", [
    (1, 12.706), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962),
])  # fmt: skip
def test_students_distribution_has_the_quantiles_of_a_table(freedom: int, quantile: float) -> None:
    assert isclose(student_t(freedom), quantile, abs_tol=0.003)


def test_an_average_has_the_interval_of_a_textbook() -> None:
    """For 2, 4, 4, 4, 5, 5, 7, 9 the mean is 5, s = 2.138, t = 2.365."""
    found = mean([2, 4, 4, 4, 5, 5, 7, 9])
    assert found.value == 5
    assert found.margin is not None
    assert isclose(found.margin, 2.365 * 2.138 / 8**0.5, rel_tol=1e-3)
    assert margin([1.0]) is None
    assert Ratio.of([0, 0], [0, 0]).estimate() == Estimate(0.0, 0.0)


def test_equal_games_have_a_difference_of_exactly_zero() -> None:
    one = Ratio.of([1, 2, 5], [4, 5, 6])
    assert one.minus(one) == Estimate(0.0, 0.0)


STUDIES = 300


def test_the_interval_of_a_ratio_contains_the_truth_95_times_in_100() -> None:
    """Games have 4 to 12 deals, each won with a probability around 0.3 that varies by game."""
    chance, held = SeededRandom(1), 0
    for _ in range(STUDIES):
        wins, deals = [], []
        for _ in range(40):
            number, luck = 4 + chance.below(9), 200 + chance.below(201)
            deals.append(number)
            wins.append(sum(chance.below(1000) < luck for _ in range(number)))
        found = Ratio.of(wins, deals).estimate()
        assert found.margin is not None
        held += abs(found.value - 0.3) <= found.margin
    assert 0.92 <= held / STUDIES <= 0.98


@pytest.mark.long
def test_a_ruleset_does_not_differ_from_itself_95_times_in_100() -> None:
    """200 studies compare the ruleset with itself on other walls, with games drawn from a pool."""
    small, problems = with_changes(load("ema-2016"), ("end.rounds=1",))
    assert small is not None, problems
    plan = StudyPlan((small, small), 90, seed=1, attributed=False)
    pool = [row.games[0] for row in run_study(plan)]
    chance = SeededRandom(2)
    for measure in (one for one in MEASURES if one.id in ("deals", "won_discard", "points")):
        held = 0
        for _ in range(200):
            drawn = chance.shuffled(pool)
            one, other = (
                Ratio.of(list(map(measure.above, games)), list(map(measure.below, games)))
                for games in (drawn[:20], drawn[20:40])
            )
            found = one.minus(other)
            assert found.margin is not None
            held += abs(found.value) <= found.margin
        assert 180 <= held <= 199, measure.id

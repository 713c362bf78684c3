"""The table of the effects of options: the same for any number of processes, and complete."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from riichi.content.option_effects import (
    OptionEffect,
    OptionTable,
    option_effects,
    table_of,
    table_text,
)
from riichi.games.study.deal_cache import DealCache, GameSeeds
from riichi.games.study.effects import GameEffect, TriedGame, game_effect, play_study_game
from riichi.games.study.measure_options import (
    MeasuredGame,
    OptionTrial,
    measured_games,
    option_table,
    option_trials,
    played_on,
)
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.load import load

MEASURED = ("dealer.counter_value", "result.uma", "result.oka")
"""Options that are cheap to try: they are only read when a deal is over."""


@pytest.fixture(scope="module")
def trials() -> tuple[OptionTrial, ...]:
    return tuple(trial for trial in option_trials() if trial.path in MEASURED)


@pytest.fixture(scope="module")
def measured(trials: tuple[OptionTrial, ...]) -> list[MeasuredGame]:
    return list(measured_games(range(1, 3), trials))


def under_the_book(trials: Iterable[OptionTrial], path: str) -> OptionTrial:
    return next(trial for trial in trials if trial.key == (path, "ema-2025"))


# ---- what is measured ----------------------------------------------------------------------------


@pytest.mark.long
def test_new_games_match_the_rows_of_a_table(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    """The table switches each value in the base by itself, like a study of two rulesets."""
    found = option_table(measured, trials)
    uma = under_the_book(trials, "result.uma")
    base = load("ema-2025").rules
    anew = []
    for number in (1, 2):
        cache = DealCache(GameSeeds(1, number), ("sensible",) * 4)
        game = play_study_game(cache, base)
        (other,) = (
            tried.rules for tried in uma.values if tried.value == [20000, 10000, -10000, -20000]
        )
        anew.append(game_effect(cache, game, play_study_game(cache, other)))
    effect = found.effect(
        "result.uma", [15000, 5000, -5000, -15000], [20000, 10000, -10000, -20000], 30_000
    )
    assert effect is not None
    assert (effect.games, effect.deals) == (2, sum(one.deals for one in anew))
    assert effect.games_changed == 2
    assert effect.deals_changed == sum(one.otherwise for one in anew) == 0
    assert effect.result == sum(one.result for one in anew) / 2 == 10_000


@pytest.mark.long
def test_two_values_outside_the_base_are_compared_with_each_other(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    counters = under_the_book(trials, "dealer.counter_value")
    none, dear = (next(tried.rules for tried in counters.values if tried.value == value)
                  for value in (0, 1000))  # fmt: skip
    with_none, with_dear = [], []
    for number in (1, 2):
        cache = DealCache(GameSeeds(1, number), ("sensible",) * 4)
        game = play_study_game(cache, load("ema-2025").rules)
        with_none.append(TriedGame.of(play_study_game(cache, none), game, cache))
        with_dear.append(TriedGame.of(play_study_game(cache, dear), game, cache))
    effects = [one.effect(other) for one, other in zip(with_none, with_dear, strict=True)]
    found = option_table(measured, trials).effect("dealer.counter_value", 1000, 0, 30_000)
    assert found is not None
    assert found.deals_changed == sum(one.otherwise for one in effects)
    assert found.result == round(sum(one.result for one in effects) / 2, 2)
    counted = [deal for one in with_none for deal in one.deals]
    assert found.deals == len(counted)


@pytest.mark.long
def test_the_number_of_processes_changes_nothing(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    assert list(measured_games(range(1, 3), trials, processes=2)) == measured


def test_a_value_that_contradicts_the_base_changes_another_option_too() -> None:
    start = under_the_book(option_trials(), "setup.starting_points")
    assert {tried.value: tried.together for tried in start.values} == {
        30000: (),
        25000: ("result.return_points",),
    }
    (oka,) = (trial for trial in option_trials() if trial.path == "result.oka")
    assert {tried.value: tried.together for tried in oka.values}["first"] == ()


def test_an_option_is_tried_under_each_base_where_its_values_have_an_effect() -> None:
    bases: dict[str, list[str]] = {}
    for trial in option_trials():
        bases.setdefault(trial.path, []).append(trial.base)
    assert bases["result.oka"] == ["tenhou"], "none where all points that count are given out"
    assert bases["end.extension"] == ["tenhou"]
    assert bases["yaku.ippatsu"] == bases["end.bust"] == ["ema-2025", "tenhou"]


def test_rare_or_cheap_options_get_more_games(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    assert played_on(measured, trials) == list(trials), "two games are few"
    uma = under_the_book(trials, "result.uma")
    many = measured[:1] * 59
    assert played_on(many, [uma]) == [], "every game has another result"
    assert played_on(many[:5], [uma]) == [uma]
    nothing = tuple(GameEffect(1, 0, 0, 0, 0) for _ in uma.pairs)
    unseen = [{uma.key: nothing} for _ in many]
    assert played_on(unseen, [uma]) == [uma], "it costs next to nothing"
    at_play = replace(uma, path="riichi.tiles_left")
    unseen = [{at_play.key: nothing} for _ in many]
    assert played_on(unseen, [at_play]) == []


def test_a_written_table_can_be_read_back(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    found = option_table(measured, trials)
    text = table_text(found)
    assert table_of(text) == found
    assert text.count("\n") == len(found.effects) + 3


def test_single_options_can_be_measured_again(
    trials: tuple[OptionTrial, ...], measured: list[MeasuredGame]
) -> None:
    found = option_table(measured, trials)
    uma = replace(found, effects=tuple(one for one in found.effects if one.path == "result.uma"))
    dearer = replace(uma, effects=tuple(replace(one, result=1.0) for one in uma.effects))
    merged = dearer.over(found)
    assert [(one.path, one.base, one.values) for one in merged.effects] == [
        (one.path, one.base, one.values) for one in found.effects
    ]
    assert {one.result for one in merged.effects if one.path == "result.uma"} == {1.0}
    assert dearer.over(merged) == merged


# ---- the table of the project --------------------------------------------------------------------


def test_the_table_has_every_pair_of_values_of_shipped_rulesets_and_no_other() -> None:
    expected = [
        (trial.path, trial.base, trial.values[one].value, trial.values[other].value)
        for trial in option_trials()
        for one, other in trial.pairs
    ]
    found = [(one.path, one.base, *one.values) for one in option_effects().effects]
    assert sorted(map(repr, found)) == sorted(map(repr, expected)), "make studies"
    for row in compare(*library.shipped()).differing:
        if row.part == "play":
            values = {side.key: side.value for side in row.sides}.values()
            for pair in combinations(values, 2):
                assert option_effects().effect(row.path, *pair, 30_000), f"{row.path}: make studies"


def test_numbers_of_the_table_agree_with_each_other() -> None:
    for effect in option_effects().effects:
        assert effect.share == round(effect.deals_changed / effect.deals, 6), effect
        assert effect.games_changed <= effect.games, effect
        assert (effect.result > 0) <= effect.is_seen, effect
        assert (effect.points > 0) <= (effect.deals_changed > 0), effect


def effect(
    path: str, values: tuple[int, int], result: float, base: str = "ema-2025"
) -> OptionEffect:
    return OptionEffect(path, values, base, (), 1, 4, 1, 2, 0.5, 1.0, 1.0, result)


def test_an_unmeasured_value_ranks_with_other_values_of_its_option() -> None:
    table = replace(
        option_effects(),
        effects=(
            effect("a.b", (1, 2), 10.0),
            effect("a.b", (1, 3), 20.0),
            effect("a.b", (2, 3), 90.0),
        ),
    )
    assert table.effect("a.b", 2, 1, 30_000) == table.effects[0]
    assert table.effect("a.b", 1, 4, 30_000) is None
    assert table.estimate("a.b", 1, 4, 30_000) == (15.0, 0.5, 1.0), "pairs that have the value 1"
    assert table.estimate("a.b", 4, 5, 30_000) == (40.0, 0.5, 1.0), "all pairs"
    assert table.estimate("a.c", 4, 5, 30_000) is None


def test_games_use_the_base_with_the_nearest_starting_points() -> None:
    table = OptionTable(
        seed=1,
        players=("sensible",) * 4,
        starts={"ema-2025": 30_000, "tenhou": 25_000},
        effects=(
            effect("a.b", (1, 2), 10.0),
            effect("a.b", (1, 2), 60.0, base="tenhou"),
            effect("a.c", (1, 2), 70.0, base="tenhou"),
        ),
    )
    results = {
        (path, start): found.result
        for path in ("a.b", "a.c")
        for start in (20_000, 25_000, 30_000)
        if (found := table.effect(path, 2, 1, start)) is not None
    }
    assert [*results.values()] == [60.0, 60.0, 10.0, 70.0, 70.0, 70.0]
    assert table.estimate("a.b", 1, 4, 25_000) == (60.0, 0.5, 1.0)

"""Scores compared with the slow reference, and facts that must not affect a score."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from each import each
from effort import LONG, SOAK, examples, first, seed_of
from hypothesis import given, settings, strategies as st
from reference.generate import marks_of, wins
from reference.scorer import outcomes, score as slow_score
from strategies import ANY, rulesets
from variants import variant

from riichi_core import fast
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win, win_json
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import ImpossibleWinError, Scorer, score, score_all

Json = dict[str, Any]


def in_order(result: Json) -> Json:
    """Return a result with sorted lists, because their order has no meaning."""
    left_out = ("ties", "message", "base", "reading")
    found = {name: value for name, value in result.items() if name not in left_out}
    for name in ("yaku", "fu_items"):
        if found.get(name):
            found[name] = sorted(found[name], key=lambda item: json.dumps(item, sort_keys=True))
    return found


def check(record: Json, rules: Rules) -> Json:
    """Compare the score of a win with the reference, and return the result."""
    result: Any = win_json(score(read_win(record), rules))
    mine = in_order(result)
    slow = slow_score(record, rules)
    if slow["valid"]:
        possible = [in_order(outcome) for outcome in outcomes(record, rules)]
        assert mine in possible, (record, mine, possible)
    else:
        assert mine == in_order(slow), (record, mine, slow)
    return mine


@pytest.mark.random
@each("seed", map(seed_of, range(SOAK or (10 if LONG else 1))))
def test_random_wins_under_random_rules_match_the_reference(seed: int) -> None:
    rules = variant(Random(seed))
    for record in wins(seed, 20 if LONG else 10, reds=marks_of(rules)):
        check(record, rules)


@pytest.mark.parametrize("ruleset", first(["ema-2016", "ema-2012", "wrcr-2015"]))
def test_random_wins_under_a_book_match_the_reference(ruleset: str) -> None:
    rules = load(ruleset).rules
    reds = rules.tiles.red_fives.model_dump()
    results = [check(record, rules) for record in wins(len(ruleset), 40 if LONG else 20, reds=reds)]
    assert {result["valid"] for result in results} == {True, False}


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_any_win_under_any_rules_matches_the_reference(of_rules: int, of_win: int) -> None:
    rules = variant(Random(of_rules))
    for record in wins(of_win, 1, reds=marks_of(rules)):
        check(record, rules)


@ANY
@given(rulesets(), st.integers(0, 2**32))
def test_wins_under_any_ruleset_match_the_reference(ruleset: Ruleset, seed: int) -> None:
    for record in wins(seed, 3, reds=marks_of(ruleset.rules)):
        with suppress(
            ImpossibleWinError
        ):  # e.g. ippatsu on the last tile, after such a late riichi
            check(record, ruleset.rules)


# ---- what a score must not depend on -------------------------------------------------------------

Result = Score | NoWin


def some_wins(number: int = 150) -> list[Win]:
    return [read_win(record) for record in wins(4, number)]


def some_rules(number: int = 5) -> list[Rules]:
    found = []
    for seed in range(number):
        rules = variant(Random(seed))
        tiles = load("ema-2016").rules.tiles
        found.append(rules.model_copy(update={"tiles": tiles}))
    return found


SCORING = {"tiles", "dora", "winning", "yaku", "fu", "limits", "dealer"}
"""The chapters that a score is taken from."""


@pytest.mark.parametrize("other", ["ema-2012", "wrcr-2015"])
def test_no_other_chapter_changes_a_score(other: str) -> None:
    rules, others = load("ema-2016").rules, load(other).rules
    chapters = {name: getattr(others, name) for name in type(rules).model_fields.keys() - SCORING}
    changed = rules.model_copy(update=chapters)
    assert changed != rules
    for win in some_wins():
        assert score(win, rules) == score(win, changed)


@each("chapter", sorted(SCORING - {"tiles", "dealer"}))
def test_each_chapter_of_scoring_changes_some_score(chapter: str) -> None:
    rules = load("ema-2016").rules
    changed = [rules.model_copy(update={chapter: getattr(one, chapter)}) for one in some_rules()]
    wins_ = some_wins()
    before = [score(win, rules) for win in wins_]
    assert any([score(win, one) for win in wins_] != before for one in changed)


def test_rules_and_their_ruleset_score_the_same() -> None:
    ruleset = load("wrcr-2015")
    for win in some_wins(30):
        assert score(win, ruleset) == score(win, ruleset.rules)


def test_scoring_all_rulesets_at_once_equals_scoring_them_one_by_one() -> None:
    rules: list[Rules | Ruleset] = [*some_rules(), load("ema-2016"), load("wrcr-2015")]
    for win in some_wins():
        assert score_all(win, rules) == [score(win, one) for one in rules]


def in_turn(wins_: list[Win], rules: list[Rules]) -> list[list[Result]]:
    return [[score(win, one) for one in rules] for win in wins_]


def test_the_order_of_scoring_changes_no_score() -> None:
    wins_, rules = some_wins(), some_rules()
    first = in_turn(wins_, rules)
    again = [[score(win, one) for win in reversed(wins_)] for one in reversed(rules)]
    assert first == [list(reversed(row)) for row in reversed(list(zip(*again, strict=True)))]


@pytest.mark.parametrize("most", [1, 2, 7])
def test_clearing_the_memory_changes_no_score(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    wins_, rules = some_wins(60), some_rules(3)
    expected = in_turn(wins_, rules)
    monkeypatch.setattr(fast, "MOST_KEPT", most)
    scorers = [Scorer(one) for one in rules]
    assert [[one.score(win) for one in scorers] for win in wins_] == expected


def test_a_full_memory_is_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "MOST_KEPT", 3)
    kept: fast.BoundedCache[int, int] = fast.BoundedCache()
    assert [kept.store(key, key * key) for key in range(4)] == [0, 1, 4, 9]
    assert kept == {3: 9}


def test_results_share_no_mutable_parts() -> None:
    """Every part of a score is immutable, so a caller cannot damage the remembered results."""
    rules = load("ema-2016")
    for win in some_wins(30):
        assert isinstance(hash(score(win, rules)), int)


Spoil = Callable[[Json], object]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda result: result["payments"].clear(),
        lambda result: result["yaku"].clear(),
        lambda result: result["dora"].update(dora=9),
    ],
)
def test_changing_a_json_result_does_not_affect_later_ones(spoil: Spoil) -> None:
    rules = load("ema-2016")
    (win,) = [win for win in some_wins(30) if isinstance(score(win, rules), Score)][:1]
    before = json.dumps(win_json(score(win, rules)))
    result: Any = win_json(score(win, rules))
    spoil(result)
    assert json.dumps(win_json(score(win, rules))) == before

"""The native kernel returns what plain Python returns, for single wins."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from threading import Thread

import pytest
from effort import HELD, LONG, SOAK, seed_of
from hypothesis import given, strategies as st
from reference.generate import wins as random_wins
from strategies import ANY, OWN, read_back, rulesets
from variants import variant

from riichi_core.fast import native
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import ImpossibleWinError, Scorer, kernel_of, score_all

built = pytest.mark.skipif(native() is None, reason="the native kernel is not built")

REDS = {"m": 1, "p": 1, "s": 1}


def test_pure_python_is_used_if_it_is_requested() -> None:
    if os.environ.get("RIICHI_PURE") == "1":
        assert native() is None


def some(seed: int, number: int) -> list[Win]:
    return [read_win(record) for record in random_wins(seed, number, reds=REDS)]


def outcome(score: Callable[[Win], Score | NoWin], win: Win) -> str:
    """Return a score with all its values, or the error."""
    try:
        result = score(win)
    except ImpossibleWinError as error:
        return f"{error.code} {error.field} {error}"
    suits = result.suits if isinstance(result, Score) else ()
    return f"{type(result).__name__} {result!r} {suits!r}"


def check(wins: Sequence[Win], rules: Rules) -> None:
    """Compare the kernel's scores with plain ones, from scorers that share nothing."""
    native_scorer, plain_scorer = Scorer(rules), Scorer(rules)
    for win in wins:
        expected = outcome(plain_scorer.score_plainly, win)
        assert outcome(native_scorer.score, win) == expected, (str(win), win)


def with_own_yaku(rules: Rules) -> Rules:
    """Return rules with three yaku of a club's own."""
    worth = {"concealed": 2, "open": 1}
    own = {name: {**words, "worth": worth} for name, words in OWN.items()}
    ruleset, _ = read_back({"yaku": own}, "ema-2016")
    assert ruleset is not None
    local = (*rules.yaku.local, *ruleset.rules.yaku.local)
    return rules.model_copy(update={"yaku": rules.yaku.model_copy(update={"local": local})})


@built
@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (8 if LONG else 2)))])
def test_random_wins_under_random_rules_have_the_plain_score(seed: int) -> None:
    rules = variant(Random(seed))
    check(some(seed, 400), with_own_yaku(rules) if seed % 2 else rules)


@built
@pytest.mark.parametrize("name", sorted(HELD))
def test_random_wins_under_each_ruleset_have_the_plain_score(name: str) -> None:
    check(some(7, 400 if LONG else 100), load(name).rules)


@built
@ANY
@given(rulesets(), st.integers(0, 2**32))
def test_wins_under_any_ruleset_have_the_plain_score(ruleset: Ruleset, seed: int) -> None:
    check(some(seed, 20), ruleset.rules)


@built
def test_several_rulesets_at_once_have_their_own_scores() -> None:
    given_rules = [load(name) for name in ("ema-2016", "tenhou", "tuesday-club", "wrc-2025")]
    for chosen in (given_rules, given_rules[:2]):
        scorers = [Scorer(ruleset.rules) for ruleset in chosen]
        for win in some(11, 300):
            try:
                results = score_all(win, chosen)
            except ImpossibleWinError:
                continue
            plain = [each_scorer.score_plainly(win) for each_scorer in scorers]
            assert [*map(repr, results)] == [*map(repr, plain)]


@built
def test_another_ruleset_with_other_yaku_leaves_the_scores_as_they_are() -> None:
    first, wins = Scorer(load("ema-2016").rules), some(3, 200)
    before = [outcome(first.score, win) for win in wins]
    Scorer(with_own_yaku(variant(Random(1))))
    Scorer(variant(Random(2)))
    assert [outcome(first.score, win) for win in wins] == before
    check(wins, load("ema-2016").rules)


@built
def test_full_tables_are_emptied_without_losing_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native(), "MOST_KNOWN", 300)
    scorer = Scorer(load("ema-2016").rules)
    kernel = kernel_of((scorer,))
    plain = Scorer(load("ema-2016").rules)
    for win in some(5, 1_000):
        assert outcome(kernel.score, win) == outcome(plain.score_plainly, win)
        assert max(kernel.sizes()) <= 301
    assert kernel.emptied > 1


@pytest.mark.long
@built
def test_all_kernels_together_stay_small(monkeypatch: pytest.MonkeyPatch) -> None:
    module, wins = native(), some(6, 300)
    kernels = [kernel_of((Scorer(load(name).rules),)) for name in ("ema-2016", "wrc-2025")]
    expected = [[outcome(kernel.score, win) for win in wins[:100]] for kernel in kernels]
    most = sum(sum(kernel.sizes()) for kernel in kernels)
    monkeypatch.setattr(module, "MOST_ALTOGETHER", most)
    for kernel in kernels:
        for win in wins:
            outcome(kernel.score, win)
    assert all(kernel.emptied > 1 for kernel in kernels)
    assert [[outcome(kernel.score, win) for win in wins[:100]] for kernel in kernels] == expected


@built
def test_threads_that_share_a_ruleset_have_the_same_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native(), "MOST_KNOWN", 400)
    scorer, plain, wins = (
        Scorer(load("ema-2016").rules),
        Scorer(load("ema-2016").rules),
        some(8, 600),
    )
    expected = [outcome(plain.score_plainly, win) for win in wins]
    found: list[list[str]] = []

    def work() -> None:
        found.append([outcome(scorer.score, win) for win in wins])

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4

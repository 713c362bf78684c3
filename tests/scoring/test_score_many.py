"""Batches of wins equal `score` for each win, both in Python and with the native kernel."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from effort import LONG, SOAK, seed_of
from hypothesis import given, strategies as st
from reference.generate import wins as random_wins
from strategies import ANY, rulesets
from variants import variant

from riichi_core.batch import score_many as batch
from riichi_core.batch.columns import COLUMNS, LIMITS, NotInstalledError, PackedWins, ScoreRow
from riichi_core.batch.score_many import score_many
from riichi_core.fast import native
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules.load import GivenRules, load
from riichi_core.rules.rules import SCORED, Rules, chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import ImpossibleWinError, score

built = pytest.mark.skipif(native() is None, reason="the native kernel is not built")

COMPILED = [False, pytest.param(True, marks=built)]
both = pytest.mark.parametrize("compiled", COMPILED)

WON = Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
NONE = Win("234567m(345p)678s1z", "1z", by="ron")
HALF = Win("234567m345p678s1z", "2z", by="ron")
RED = Win("234067m345p678s5p", "5p", by="ron", riichi=True)


def expected(win: Win, rules: GivenRules) -> ScoreRow:
    try:
        found = score(win, rules)
    except ImpossibleWinError:
        return ScoreRow("impossible")
    if isinstance(found, NoWin):
        return ScoreRow(found.reason)
    han, fu = found.han or 0, found.fu or 0
    return ScoreRow("win", found.points, han, fu, found.limit, found.yakuman)


def check(wins: list[Win], given: list[Rules], *, compiled: bool) -> set[str]:
    """Compare a batch with single scores, and return the outcomes that occurred."""
    found = score_many(wins, given, compiled=compiled)
    assert found.shape == (len(wins), len(given))
    outcomes: set[str] = set()
    for place, win in enumerate(wins):
        for of, rules in enumerate(given):
            row = found.row(place, of)
            assert row == expected(win, rules), (win, of)
            outcomes.add(row.outcome)
    return outcomes


REDS = {"m": 1, "p": 1, "s": 1}


def some(seed: int, number: int) -> list[Win]:
    return [read_win(record) for record in random_wins(seed, number, reds=REDS)]


@both
@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (5 if LONG else 1)))])
def test_random_wins_under_random_rules_match_single_scores(seed: int, compiled: bool) -> None:
    check(some(seed, 150), [variant(Random(10 * seed + n)) for n in range(3)], compiled=compiled)


@both
def test_random_wins_under_the_books_match_single_scores(compiled: bool) -> None:
    names = ("ema-2012", "ema-2016", "ema-2025", "wrcr-2015", "wrc-2025", "tenhou", "tuesday-club")
    outcomes = check(some(7, 300), [load(name).rules for name in names], compiled=compiled)
    assert outcomes == {"win", "no_yaku", "minimum_yaku", "impossible", "not_complete"}


@both
@ANY
@given(st.lists(rulesets(), min_size=1, max_size=3), st.integers(0, 2**32))
def test_wins_under_any_ruleset_match_single_scores(
    compiled: bool, of: list[Ruleset], seed: int
) -> None:
    check(some(seed, 3), [one.rules for one in of], compiled=compiled)


@both
def test_each_outcome_has_its_own_row(compiled: bool) -> None:
    two = load("ema-2016").rules
    two = two.model_copy(update={"winning": two.winning.model_copy(update={"minimum_han": 3})})
    wins = [WON, NONE, HALF, RED, Win("2345567m(345p)678s", "8m", by="ron")]
    found = score_many(wins, ["ema-2016", two], compiled=compiled)
    assert found.row(0, 0) == ScoreRow("win", 3900, 3, 30, None, 0)
    rows = [found.row(place, 1).outcome for place in range(len(wins))]
    assert rows == ["minimum_yaku", "no_yaku", "not_complete", "impossible", "minimum_yaku"]
    assert found.row(1, 0) == ScoreRow("no_yaku")


@both
def test_a_yakuman_has_neither_han_nor_fu(compiled: bool) -> None:
    win = Win("19m19p19s1234567z", "1z", by="tsumo", seat="south")
    found = score_many([win], ["ema-2016"], compiled=compiled)
    assert found.row(0, 0) == ScoreRow("win", 32000, 0, 0, "yakuman", 1)
    assert LIMITS[found.limit[0, 0]] == "yakuman"


@both
def test_packed_wins_give_the_same_results_repeatedly_and_in_parts(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    wins = some(3, 50)
    packed = PackedWins(wins)
    whole = score_many(packed, ["ema-2016"], compiled=compiled)
    monkeypatch.setattr("riichi_core.batch.score_many.CHUNK", 7)
    assert score_many(packed, ["ema-2016"], compiled=compiled) == whole
    assert score_many(iter(wins), ["ema-2016"], compiled=compiled) == whole


@both
def test_empty_input_gives_empty_columns(compiled: bool) -> None:
    found = score_many([], ["ema-2016"], compiled=compiled)
    assert found.shape == (0, 1)
    assert [getattr(found, name).tolist() for name in COLUMNS] == [[]] * len(COLUMNS)


@both
@pytest.mark.parametrize("wins", [[], [WON]])
def test_scoring_under_no_ruleset_is_an_error(compiled: bool, wins: list[Win]) -> None:
    with pytest.raises(ValueError, match="expected at least one ruleset"):
        score_many(wins, [], compiled=compiled)


@both
def test_columns_are_read_only(compiled: bool) -> None:
    found = score_many([WON], ["ema-2016"], compiled=compiled)
    with pytest.raises(TypeError):
        found.points[0, 0] = 1


@built
def test_full_tables_are_emptied_without_losing_results(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = some(5, 400)
    monkeypatch.setattr(native(), "MOST_KNOWN", 300)
    batch._batch_scorer.cache_clear()
    found = score_many(wins, ["ema-2016"], compiled=True)
    batch._batch_scorer.cache_clear()
    assert found == score_many(wins, ["ema-2016"], compiled=False)


@built
def test_rulesets_share_the_tables_of_their_common_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    wins, names = some(6, 40), ["ema-2016", "wrcr-2015", "tenhou", "tuesday-club"]
    monkeypatch.setattr(native(), "MOST_RULESETS", 2)
    batch._batch_scorer.cache_clear()
    found = score_many(wins, names, compiled=True)
    batch._batch_scorer.cache_clear()
    assert found == score_many(wins, names, compiled=False)


@built
def test_more_rulesets_than_one_kernel_takes_have_their_own_columns() -> None:
    given = [variant(Random(number)) for number in range(native().MOST_RULESETS + 3)]
    wins = some(9, 20)
    assert score_many(wins, given, compiled=True) == score_many(wins, given, compiled=False)


FORKED = """
import os, signal
import riichi_core as rc
from riichi_core.batch.score_many import _batch_scorer
from riichi_core.batch.win_arrays import _rows_lock

win = rc.Win("2345567m345p678s", "8m", by="ron", seat="south")
rc.score_many([win], ["ema-2025"])
with _batch_scorer((rc.load("ema-2025").rules,))._lock, _rows_lock():
    child = os.fork()
    if child == 0:
        signal.alarm(30)  # ends a child that waits for a lock
        rc.score_many([win], ["ema-2025"])
        with _rows_lock():
            os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""


@built
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_does_not_wait_for_a_lock_of_its_parent() -> None:
    subprocess.run([sys.executable, "-c", FORKED], check=True, timeout=60)


@built
def test_threads_that_share_a_batch_have_the_same_results() -> None:
    packed = PackedWins(some(12, 2_000 if LONG else 500))
    expected = score_many(packed, ["ema-2016", "tenhou"], compiled=False)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: score_many(packed, ["ema-2016", "tenhou"]), range(8)))
    assert results == [expected] * 8


def test_batches_run_without_the_kernel_unless_it_is_requested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(batch, "native", lambda: None)
    assert score_many([WON], ["ema-2016"]).points[0, 0] == 3900
    with pytest.raises(NotInstalledError, match="the native kernel is not built"):
        score_many([WON], ["ema-2016"], compiled=True)


@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (5 if LONG else 1)))])
def test_scores_depend_only_on_the_chapters_of_scoring(seed: int) -> None:
    rules, other = variant(Random(seed)), load("parlour").rules
    mixed = rules.with_checked(
        **{name: getattr(other, name) for name in chapters() if name not in SCORED}
    )
    assert mixed != rules
    wins = some(seed, 200)
    assert [expected(win, rules) for win in wins] == [expected(win, mixed) for win in wins]

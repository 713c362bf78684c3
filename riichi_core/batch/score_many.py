"""Score any number of wins under any number of rulesets."""

from __future__ import annotations

import os
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import islice
from threading import Lock

from typing_extensions import Buffer

from riichi_core.batch.columns import (
    COLUMNS,
    IMPOSSIBLE,
    NotInstalledError,
    Numbers,
    PackedWins,
    Scores,
    as_scores,
    score_numbers,
)
from riichi_core.batch.win_arrays import WinArrays
from riichi_core.errors import RiichiError
from riichi_core.fast import native
from riichi_core.hands.win import Win, WinError
from riichi_core.messages import Message, quote_argument
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.score import Scorer, scorer

CHUNK = 1 << 14
"""The number of wins packed and scored together, which limits the use of memory."""


def score_many(
    wins: Iterable[Win] | WinArrays, rulesets: Iterable[GivenRules], *, compiled: bool | None = None
) -> Scores:
    """Score each of many wins under each of several rulesets, in columns.

    For each win and ruleset, the result is the same as that of `score`. If a win is impossible
    under a ruleset, e.g. because of a red five, its outcome is `impossible`, and the others are
    scored. So is the outcome of an impossible row of arrays; `WinArrays.impossible` has its error.

    Args:
        wins: the wins; as `PackedWins` if they are scored more than once, or as `WinArrays`.
        rulesets: rulesets, their rules, or their ids.
        compiled: whether to use the native kernel. With None it is used if it is built and not
            turned off by RIICHI_PURE=1.

    Returns:
        The scores: points, han, fu etc., each wins x rulesets.

    Raises:
        NotInstalledError: if `compiled` is True and there is no native kernel.
        RiichiError: if an item is not a win, if a single win or ruleset is given instead of
            several, or if there is no ruleset.

    >>> wins = [Win("2345567m(345p)678s", "8m", by="ron", seat=seat) for seat in ("east", "west")]
    >>> scores = score_many(wins, ["ema-2016", "wrcr-2015"])
    >>> scores.points.tolist()
    [[1500, 1500], [1000, 1000]]
    >>> scores.han[1, 0], scores.fu[1, 0], scores.row(1, 0).limit
    (1, 30, None)
    """
    if isinstance(rulesets, (str, Ruleset, Rules)) or not isinstance(rulesets, Iterable):
        raise RiichiError(
            Message("expected several rulesets, their ids or their paths, not {value}",
                    value=quote_argument(rulesets))
        )  # fmt: skip
    if isinstance(wins, str) or not isinstance(wins, Iterable):
        raise RiichiError(Message("expected wins, not {value}", value=quote_argument(wins)))
    all_rules = tuple(rules_of(ruleset) for ruleset in rulesets)
    if not all_rules:
        raise RiichiError(Message("expected at least one ruleset"))
    kernel = _uses_kernel(compiled)
    columns: tuple[list[Buffer], ...] = tuple([] for _ in COLUMNS)
    rate = _batch_scorer(all_rules).rate if kernel else _looped(all_rules)
    for chunk in _parts(wins, kernel=kernel):
        for column, numbers in zip(columns, rate(chunk), strict=True):
            column.append(numbers)
    return as_scores(columns, len(all_rules))


Rows = PackedWins | WinArrays
"""Wins that the native kernel reads as rows."""

Rate = Callable[[Rows], Iterable[Buffer]]
"""A function that scores wins into the C ints of each column."""


def _uses_kernel(compiled: bool | None) -> bool:
    if compiled is False:
        return False
    built = native() is not None
    if compiled and not built:
        raise NotInstalledError(Message("the native kernel is not built, or RIICHI_PURE is set"))
    return built


class _BatchScorer:
    """Scores packed wins under some rulesets with native kernels, one for each analyzer."""

    def __init__(self, rulesets: tuple[Rules, ...]) -> None:
        # All scorers are created first, because each tells its analyzer which yaku to track.
        self._scorers = [Scorer(rules) for rules in rulesets]
        by_analyzer: dict[int, list[int]] = defaultdict(list)
        for index, each_scorer in enumerate(self._scorers):
            by_analyzer[id(each_scorer.analyzer)].append(index)
        most = native().MOST_RULESETS
        self._kernels = [
            (native().Kernel([self._scorers[index] for index in part]), part)
            for indices in by_analyzer.values()
            for part in (indices[at : at + most] for at in range(0, len(indices), most))
        ]
        self._lock = Lock()

    def rate(self, wins: Rows) -> list[array[int]]:
        """Return the columns of the scores, each wins x rulesets."""
        rulesets = len(self._scorers)
        columns = [array("i", bytes(4 * len(wins) * rulesets)) for _ in COLUMNS]
        if not wins:
            return columns
        with self._lock:
            for kernel, places in self._kernels:
                for cell in kernel.rate(wins.rows, columns, rulesets, places):
                    win, ruleset = divmod(cell, rulesets)
                    numbers = score_numbers(self._scorers[ruleset], wins[win])
                    for column, number in zip(columns, numbers, strict=True):
                        column[cell] = number
        return columns


_MOST_SCORERS = 4
"""The number of cached scorers; the tables of one take at most 200 MB."""

_batch_scorer = lru_cache(maxsize=_MOST_SCORERS)(_BatchScorer)
"""Equal rulesets share a scorer."""

if hasattr(os, "register_at_fork"):  # what another thread locked stays locked in a forked child
    os.register_at_fork(after_in_child=_batch_scorer.cache_clear)


def _looped(rulesets: tuple[Rules, ...]) -> Rate:
    # All scorers are created first, because each tells its analyzer which yaku to track.
    scorers = [scorer(rules) for rules in rulesets]

    def numbers(wins: Rows, row: int) -> list[Numbers]:
        try:
            win = wins[row]
        except WinError:  # an impossible row of arrays
            return [IMPOSSIBLE] * len(scorers)
        return [score_numbers(each_scorer, win) for each_scorer in scorers]

    def rate(wins: Rows) -> Iterator[Buffer]:
        rows = [each for row in range(len(wins)) for each in numbers(wins, row)]
        return (array("i", column) for column in zip(*rows, strict=True))

    return rate


def _parts(wins: Iterable[Win] | WinArrays, *, kernel: bool) -> Iterator[Rows]:
    """Yield the wins whole if they are rows already, else in chunks of some thousands."""
    if isinstance(wins, WinArrays) or (kernel and isinstance(wins, PackedWins)):
        if wins:
            yield wins
        return
    remaining = iter(wins)
    while chunk := PackedWins(islice(remaining, CHUNK)):
        yield chunk

"""Score any number of wins under any number of rulesets."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from itertools import islice

from typing_extensions import Buffer

from riichi_core.batch.columns import COLUMNS, PackedWins, Scores, as_scores, score_numbers
from riichi_core.errors import RiichiError
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.score import scorer

CHUNK = 1 << 14
"""The number of wins packed and scored together, which limits the use of memory."""


EXTRA = "riichi-core[fast]"


class NotInstalledError(RiichiError):
    """The extra `fast` is required but not installed."""


def score_many(
    wins: Iterable[Win], rulesets: Iterable[GivenRules], *, compiled: bool | None = None
) -> Scores:
    """Score each of many wins under each of several rulesets, in columns.

    For each win and ruleset, the result is the same as that of `score`. If a win is impossible
    under a ruleset, e.g. because of a red five, its outcome is `impossible`, and the others are
    scored.

    Args:
        wins: the wins; as `PackedWins` if they are scored more than once.
        rulesets: rulesets, their rules, or their ids.
        compiled: whether to use the kernel of the extra `fast` (numpy, numba). Its first use on a
            machine takes some seconds to compile it. With None it is used if the extra is
            installed.

    Returns:
        The scores: points, han, fu etc., each wins x rulesets.

    Raises:
        NotInstalledError: if `compiled` is True and numpy or numba is not installed.
        RiichiError: if an item is not a win, or a single win or ruleset is given instead of
            several.

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
                    value=quote(rulesets))
        )  # fmt: skip
    if isinstance(wins, str) or not isinstance(wins, Iterable):
        raise RiichiError(Message("expected wins, not {value}", value=quote(wins)))
    all_rules = tuple(rules_of(ruleset) for ruleset in rulesets)
    kernel = _uses_kernel(compiled)
    columns: tuple[list[Buffer], ...] = tuple([] for _ in COLUMNS)
    if not all_rules:
        return as_scores(columns, 0)
    rate = _compiled(all_rules) if kernel else _looped(all_rules)
    chunks = iter((wins,)) if kernel and isinstance(wins, PackedWins) and wins else _chunks(wins)
    for chunk in chunks:
        for column, numbers in zip(columns, rate(chunk), strict=True):
            column.append(numbers)
    return as_scores(columns, len(all_rules))


Rate = Callable[[PackedWins], Iterable[Buffer]]
"""A function that scores wins into the C ints of each column."""


def _uses_kernel(compiled: bool | None) -> bool:
    if compiled is False:
        return False
    installed = all(find_spec(name) for name in ("numpy", "numba"))
    if compiled and not installed:
        message = Message("numpy and numba are not installed: pip install '{extra}'", extra=EXTRA)
        raise NotInstalledError(message)
    return installed


def _compiled(rulesets: tuple[Rules, ...]) -> Rate:
    from riichi_core.batch.tables import batch_scorer  # noqa: PLC0415 - needs numpy and numba

    return batch_scorer(rulesets).rate


def _looped(rulesets: tuple[Rules, ...]) -> Rate:
    # All scorers are created first, because each tells its analyzer which yaku to track.
    scorers = [scorer(rules) for rules in rulesets]

    def rate(wins: PackedWins) -> Iterator[Buffer]:
        rows = [score_numbers(each_scorer, win) for win in wins for each_scorer in scorers]
        return (array("i", column) for column in zip(*rows, strict=True))

    return rate


def _chunks(wins: Iterable[Win]) -> Iterator[PackedWins]:
    """Yield the wins in chunks of some thousands."""
    remaining = iter(wins)
    while chunk := PackedWins(islice(remaining, CHUNK)):
        yield chunk

"""Distributions: how often a number about games, wins or players lies where."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from riichi_study.rows import GameRow, StudiedRow

DistributionId = Literal["deals", "win", "score"]
DISTRIBUTIONS: tuple[DistributionId, ...] = get_args(DistributionId)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Shares of a number in steps, under each ruleset.

    Attributes:
        id: `deals` in a game, points of a `win`, or the `score` of a player at the end.
        starts: where each step begins; it ends where the next one does, and the last has no end.
        shares: for each ruleset the share of each step, from 0 to 1.
    """

    id: DistributionId
    starts: tuple[int, ...]
    shares: tuple[tuple[float, ...], ...]


_STEPS: dict[DistributionId, tuple[int, ...]] = {
    "deals": tuple(range(4, 21)),
    "win": (0, 1_000, 2_000, 3_900, 5_200, 7_700, 12_000, 16_000, 24_000, 32_000),
    "score": tuple(range(-10_000, 80_000, 10_000)),
}


def _deals(game: GameRow) -> Iterator[float]:
    yield len(game.deals)


def _wins(game: GameRow) -> Iterator[float]:
    for deal in game.deals:
        yield from deal.paid


def _scores(game: GameRow) -> Iterator[float]:
    yield from game.scores


_NUMBERS: dict[DistributionId, Callable[[GameRow], Iterator[float]]] = {
    "deals": _deals,
    "win": _wins,
    "score": _scores,
}


def distributions(rows: Sequence[StudiedRow]) -> tuple[Distribution, ...]:
    """Return the distributions of a study, of one game at least."""
    rulesets = range(len(rows[0].games))
    return tuple(
        Distribution(
            name,
            _STEPS[name],
            tuple(_shares(name, (row.games[place] for row in rows)) for place in rulesets),
        )
        for name in DISTRIBUTIONS
    )


def _shares(name: DistributionId, games: Iterable[GameRow]) -> tuple[float, ...]:
    starts = _STEPS[name]
    found = Counter(
        max(bisect_right(starts, number) - 1, 0)
        for game in games
        for number in _NUMBERS[name](game)
    )
    total = found.total() or 1
    return tuple(found[step] / total for step in range(len(starts)))

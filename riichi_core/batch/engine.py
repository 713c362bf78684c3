"""The compiled way to score many wins: what is known of their parts, kept from call to call."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from threading import Lock

import numpy as np

from riichi_core.batch.kernel import ASK, Columns
from riichi_core.batch.part_scorer import PartScorer
from riichi_core.batch.result import COLUMNS, asked
from riichi_core.batch.tables import MOST_RULESETS, KnownParts
from riichi_core.batch.wins import PackedWins
from riichi_core.rules.rules import Rules

_MOST_ENGINES = 4
"""The number kept; the tables of one take 200 MB at most."""


class Engine:
    """Scores packed wins under some rulesets.

    Args:
        rulesets: the rules of each.
    """

    def __init__(self, rulesets: tuple[Rules, ...]) -> None:
        # All scorers first: each tells its analyzer which yaku to track.
        self._scorers = [PartScorer(rules) for rules in rulesets]
        of_analyzer: dict[int, list[int]] = defaultdict(list)
        for place, one in enumerate(self._scorers):
            of_analyzer[id(one.analyzer)].append(place)
        self._parts = [
            (some, KnownParts([self._scorers[place] for place in some]))
            for places in of_analyzer.values()
            for some in _split(places)
        ]
        self._lock = Lock()

    def rate(self, wins: PackedWins) -> Columns:
        """Return the columns of the scores, each wins x rulesets."""
        found = _columns(len(wins), len(self._scorers))
        with self._lock:
            if len(self._parts) == 1:
                self._parts[0][1].rate(wins.rows, found)
                return self._asked(wins, found)
            for places, known in self._parts:
                some = _columns(len(wins), len(places))
                known.rate(wins.rows, some)
                for column, of_some in zip(found, some, strict=True):
                    column[:, places] = of_some
        return self._asked(wins, found)

    def _asked(self, wins: PackedWins, found: Columns) -> Columns:
        """Fill in the scores of wins that have to be seen whole."""
        for win, place in np.argwhere(found.outcome == ASK).tolist():
            whole = asked(self._scorers[place], wins[win])
            for column, number in zip(found, whole, strict=True):
                column[win, place] = number
        return found


def _columns(wins: int, rulesets: int) -> Columns:
    return Columns(*(np.zeros((wins, rulesets), np.intc) for _ in COLUMNS))


def _split(places: list[int]) -> list[list[int]]:
    starts = range(0, len(places), MOST_RULESETS)
    return [places[start : start + MOST_RULESETS] for start in starts]


@lru_cache(maxsize=_MOST_ENGINES)
def engine(rulesets: tuple[Rules, ...]) -> Engine:
    """Return the engine of some rulesets; the same one as long as they are equal."""
    return Engine(rulesets)

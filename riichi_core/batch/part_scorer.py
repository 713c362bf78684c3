"""A scorer that is asked for parts of a score: tables are filled with its answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from riichi_core.analysis import (
    PAYMENT_BITS,
    CircumstancesKey,
    DoraKey,
    Interpretation,
    PaymentKey,
    who_pays,
)
from riichi_core.rules.vocabulary import Occasion
from riichi_core.scoring.han import Combination
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.score import HAN_SHIFT, Scorer
from riichi_core.tiles.tile import FIVES


class Way(NamedTuple):
    """One way to count an interpretation: its yaku, and its fu."""

    combination: Combination
    fu: int


class Worth(NamedTuple):
    """The best of the ways to count an interpretation.

    A higher rank is paid more, or is the one of two that count when they are paid the same. Points,
    han, fu, limit and yakuman are those of a `ScoreRow`.
    """

    rank: int
    points: int
    han: int
    fu: int
    limit: LimitId | None
    yakuman: int


class PartScorer(Scorer):
    """A scorer that answers for a part of a win, whatever the rest of it is."""

    def alternatives(self) -> int:
        """Return the alternatives of all yaku that count, as bits."""
        groups = self.analyzer.matcher.groups
        return reduce(or_, (groups[name] for name in self._table.priced), 0)

    def needs_whole_win(self, occasions: Collection[Occasion], *, kept_apart: bool) -> bool:
        """Return True if a win on these occasions is worth more or less than its parts say.

        Other winning tiles are tried for it: only `score` can tell.
        """
        if self._with_any_wait is not None or (self._any_tile and not kept_apart):
            return True
        return self._when_dealt is not None and {"first_turn", "dealer"}.issubset(occasions)

    def can_be(self, occasions: Collection[Occasion]) -> bool:
        """Return False if no win on these occasions can be."""
        if not {"last_tile", "ippatsu"}.issubset(occasions):
            return True
        return self._ippatsu_can_last(drawn="self_draw" in occasions)

    def has_reds(self, reds: Mapping[int, int]) -> bool:
        """Return True if the set of tiles has so many red fives, by the kind of the tile."""
        tiles = self._rules.tiles.red_fives
        have = zip(FIVES, (tiles.m, tiles.p, tiles.s), strict=True)
        return all(reds.get(kind, 0) <= there for kind, there in have)

    def dora(self, key: DoraKey) -> int:
        """Return the han of the dora that count."""
        _, han = self._dora.get(key) or self._add(key)
        return han

    def ways(self, one: Interpretation, key: CircumstancesKey) -> tuple[Way, ...]:
        """Return the ways to count an interpretation of a win in these circumstances."""
        dropped = self._dropped.get(key)
        if dropped is None:
            dropped = self._drop(key)
        yaku, naming = one.yaku, one.naming
        if one.alternatives & dropped:
            yaku, naming = self.analyzer.without(one, dropped)
        yaku &= self._mask
        if naming and not naming & self._mask:
            return ()
        combinations = self._combinations.get(yaku)
        if combinations is None:
            combinations = self._combine(yaku)
        return tuple(Way(each, self._fu_of(one, each)) for each in combinations)

    def _fu_of(self, one: Interpretation, combination: Combination) -> int:
        known = self._fu[combination.pinfu].get(one.fu)
        return (known or self._count_fu(one, pinfu=combination.pinfu)).fu

    def worth(self, ways: tuple[Way, ...], dora: int, payment: PaymentKey) -> Worth | None:
        """Return the best of some ways to count; None if all are short of the minimum.

        Args:
            ways: one at least.
            dora: the han of the dora.
            payment: who pays, and the counters.
        """
        _, _, counters = who_pays(payment)
        minimum = self.minimum(counters)
        enough = [way for way in ways if way.combination.han >= minimum]
        return max((self._worth(*way, dora, payment) for way in enough), default=None)

    def _worth(self, counted: Combination, fu: int, dora: int, payment: PaymentKey) -> Worth:
        if counted.with_dora:
            counted = counted._replace(han=counted.han + dora)
            key = (counted.han << HAN_SHIFT | fu) << PAYMENT_BITS | payment
            rank, limit, paid = self._rated.get(key) or self._rate_han(key)
            return Worth(rank, paid.total, counted.han, fu, limit, 0)
        rank, limit, paid = self._rate(counted, fu, payment)
        if counted.yakuman:
            return Worth(rank, paid.total, 0, 0, limit, counted.yakuman)
        return Worth(rank, paid.total, 0 if counted.alone else counted.han, fu, limit, 0)

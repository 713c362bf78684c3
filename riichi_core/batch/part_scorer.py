"""A scorer for parts of a score; its results fill the tables."""

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
from riichi_core.rules.yaku_vocabulary import Occasion
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.score import HAN_SHIFT, Combination, Scorer
from riichi_core.tiles.tile import FIVES


class CountedWay(NamedTuple):
    """One way to count an interpretation: its yaku, and its fu."""

    combination: Combination
    fu: int


class BestWay(NamedTuple):
    """The best way to count an interpretation.

    A higher rank is paid more, or takes precedence with equal payments. Points, han, fu, limit and
    yakuman are those of a `ScoreRow`.
    """

    rank: int
    points: int
    han: int
    fu: int
    limit: LimitId | None
    yakuman: int


class PartScorer(Scorer):
    """A scorer for a part of a win, independent of the rest."""

    def alternatives(self) -> int:
        """Return the alternatives of all yaku that count, as bits."""
        groups = self.analyzer.matcher.groups
        return reduce(or_, (groups[name] for name in self._table.priced), 0)

    def needs_whole_win(self, occasions: Collection[Occasion], *, kept_apart: bool) -> bool:
        """Return True if a win on these occasions can differ in worth from the sum of its parts.

        In that case other winning tiles are tried, which only `score` can do.
        """
        if self._with_any_wait is not None or (self._any_tile and not kept_apart):
            return True
        return self._when_dealt is not None and {"first_turn", "dealer"}.issubset(occasions)

    def can_be(self, occasions: Collection[Occasion]) -> bool:
        """Return False if these occasions are impossible for a win."""
        if not {"last_tile", "ippatsu"}.issubset(occasions):
            return True
        return self._ippatsu_can_last(drawn="self_draw" in occasions)

    def has_reds(self, reds: Mapping[int, int]) -> bool:
        """Return True if the tiles include these red fives, given by the kind of the tile."""
        tiles = self._rules.tiles.red_fives
        in_set = zip(FIVES, (tiles.m, tiles.p, tiles.s), strict=True)
        return all(reds.get(kind, 0) <= count for kind, count in in_set)

    def dora(self, key: DoraKey) -> int:
        """Return the han of the dora that count."""
        _, han = self._dora.get(key) or self._count_dora(key)
        return han

    def ways(self, interpretation: Interpretation, key: CircumstancesKey) -> tuple[CountedWay, ...]:
        """Return the ways to count an interpretation of a win in these circumstances."""
        dropped = self._dropped.get(key)
        if dropped is None:
            dropped = self._find_dropped(key)
        yaku, form_yaku = interpretation.yaku, interpretation.form_yaku
        if interpretation.alternative_bits & dropped:
            yaku, form_yaku = self.analyzer.without(interpretation, dropped)
        yaku &= self._mask
        if form_yaku and not form_yaku & self._mask:
            return ()
        combinations = self._combinations.get(yaku)
        if combinations is None:
            combinations = self._combine(yaku)
        return tuple(
            CountedWay(combination, self._fu_of(interpretation, combination))
            for combination in combinations
        )

    def _fu_of(self, interpretation: Interpretation, combination: Combination) -> int:
        count = self._fu[combination.pinfu].get(interpretation.fu)
        return (count or self._count_fu(interpretation, pinfu=combination.pinfu)).fu

    def best_way(
        self, ways: tuple[CountedWay, ...], dora: int, payment: PaymentKey
    ) -> BestWay | None:
        """Return the best of several ways to count; None if all are below the minimum."""
        _, _, counters = who_pays(payment)
        minimum = self.minimum(counters)
        enough = [way for way in ways if way.combination.han >= minimum]
        return max((self._counted_way(*way, dora, payment) for way in enough), default=None)

    def _counted_way(
        self, combination: Combination, fu: int, dora: int, payment: PaymentKey
    ) -> BestWay:
        if combination.with_dora:
            combination = combination._replace(han=combination.han + dora)
            key = (combination.han << HAN_SHIFT | fu) << PAYMENT_BITS | payment
            rank, _, limit, paid = self._ranked_pay.get(key) or self._rank_han(key)
            return BestWay(rank, paid.total, combination.han, fu, limit, 0)
        rank, _, limit, paid = self._rank_alone(combination, fu, payment)
        if combination.yakuman:
            return BestWay(rank, paid.total, 0, 0, limit, combination.yakuman)
        return BestWay(
            rank, paid.total, 0 if combination.standalone_limit else combination.han, fu, limit, 0
        )

"""The observation of a player, counted once for all that is weighed in one choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from riichi_bots.house import House
from riichi_bots.targets import ANYTHING, KindGroup, Route, best_route
from riichi_core.hands.shanten import shanten
from riichi_core.hands.waits import Suits, held, suits_of
from riichi_core.play.observation import Observation
from riichi_core.tiles import Tile


@dataclass(frozen=True, slots=True)
class HandValue:
    """The own hand, and what matters of the table.

    Attributes:
        suits: the concealed tiles, one just drawn included.
        groups: the kinds of each declared set.
        is_open: whether a set was claimed.
        values: the kinds of which a pung is a yaku, each with its han.
        doras: the kinds to which indicators point, each as often as they do.
        thrown: the kinds of the own discards, as bits.
        unseen: how many tiles of each kind are not seen, and `unseen_bits` the kinds whose number
            has a 1, a 2 and a 4 in it, as bits.
        feared: whether another has declared riichi and keeps the hand hidden.
        house: what is known of the rules.
    """

    suits: Suits
    groups: tuple[KindGroup, ...]
    is_open: bool
    values: Mapping[int, int]
    doras: tuple[int, ...]
    thrown: int
    unseen: Mapping[int, int]
    unseen_bits: tuple[int, int, int]
    feared: bool
    house: House

    @classmethod
    def of(cls, view: Observation, house: House) -> HandValue:
        """Count what an observation shows, in a house."""
        declared = view.sets[view.seat]
        tiles = view.hand if view.drawn is None else (*view.hand, view.drawn)
        unseen = view.unseen_counts()
        ones = twos = fours = 0
        for kind, left in enumerate(unseen):
            ones |= (left & 1) << kind
            twos |= (left >> 1 & 1) << kind
            fours |= (left >> 2) << kind
        thrown = 0
        for one in view.rows[view.seat]:
            thrown |= 1 << one.tile.kind
        return cls(
            suits=suits_of([tile.kind for tile in tiles]),
            groups=tuple(tuple(tile.kind for tile in one.tiles) for one in declared),
            is_open=any(one.claimed for one in declared),
            values=house.pungs(view.seat, view.prevailing),
            doras=tuple(tile.indicated for tile in view.indicators),
            thrown=thrown,
            unseen=dict(enumerate(unseen)),
            unseen_bits=(ones, twos, fours),
            feared=any(not view.open_hands[seat] for seat in view.riichi - {view.seat}),
            house=house,
        )

    @property
    def sets(self) -> int:
        """The number of declared sets."""
        return len(self.groups)

    def helping(self, kinds: int) -> int:
        """Return how many tiles of some kinds, given as bits, are not seen."""
        ones, twos, fours = self.unseen_bits
        few = (kinds & ones).bit_count() + 2 * (kinds & twos).bit_count()
        return few + 4 * (kinds & fours).bit_count()

    def route(self) -> Route:
        """Return what the hand goes for; a closed one for anything, as it can declare riichi."""
        if not self.is_open:
            return Route(shanten(self.suits, self.sets), ANYTHING)
        return best_route(self.suits, self.groups, self.values, self.unseen, self.house)

    def worth(self, tile: Tile) -> int:
        """Return the loss of a tile beside its place in the hand, in tenths of a useful tile."""
        lost = _DORA * self.doras.count(tile.kind) + _RED * tile.red
        if tile.kind in self.values:
            pair = held(self.suits, tile.kind) == 2 and self.unseen.get(tile.kind, 0)
            pair_lost = _ONLY_YAKU if self.is_open else _PAIR
            lost += pair_lost if pair else _SINGLE
        return lost


_DORA, _RED, _SINGLE, _PAIR = 60, 50, 4, 50
_ONLY_YAKU = 400
"""A pair that may become the yaku without which an open hand cannot win."""

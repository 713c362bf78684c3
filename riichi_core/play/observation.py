"""The observation of one seat: its own tiles and the visible ones."""

from __future__ import annotations

from typing import NamedTuple

from riichi_core.fast import new_tuple
from riichi_core.hands.hand import DiscardChoice, discard_choices
from riichi_core.hands.melds import Meld
from riichi_core.play.events import FourPoints
from riichi_core.play.state import SEATS, Acting, DealState, DiscardedTile, Offered
from riichi_core.scoring.points import Points
from riichi_core.tiles import Tile, Wind
from riichi_core.tiles.tile import ORDER


class Observation(NamedTuple):
    """A deal as one seat sees it; groups of four values are in the order East to North.

    >>> from riichi_core import Table
    >>> table = Table("ema-2025", seed=7)
    >>> started = table.start()
    >>> view = table.observe("east")
    >>> len(view.hand), view.drawn, view.tiles_left
    (13, Tile('1m'), 69)

    Attributes:
        seat: the seat.
        hand: its concealed tiles, sorted, without one just drawn.
        drawn: the tile it just drew, in its turn.
        sets: the declared sets.
        rows: the discards.
        riichi: the seats in riichi.
        dead: the seats whose hands were declared dead.
        round_wind: the round wind.
        counters: the counters on the table.
        bets: the riichi bets on the table.
        scores: the points.
        indicators: the open dora indicators.
        tiles_left: the number of tiles left to draw.
        offered: the tile that may be called for.
        offered_by: the seat that discarded or showed it.
        dealer_wins: the number of deals in a row that East had won before this one.
        open_hands: the concealed tiles of seats with open riichi, none for the others.
    """

    seat: Wind
    hand: tuple[Tile, ...]
    drawn: Tile | None
    sets: tuple[tuple[Meld, ...], ...]
    rows: tuple[tuple[DiscardedTile, ...], ...]
    riichi: frozenset[Wind]
    dead: frozenset[Wind]
    round_wind: Wind
    counters: int
    bets: Points
    scores: FourPoints
    indicators: tuple[Tile, ...]
    tiles_left: int
    offered: Tile | None = None
    offered_by: Wind | None = None
    dealer_wins: int = 0
    open_hands: tuple[tuple[Tile, ...], ...] = ((), (), (), ())

    def best_discards(self) -> tuple[DiscardChoice, ...]:
        """Return the best discards in this seat's turn; tiles that it sees are not `left`."""
        drawn = () if self.drawn is None else (self.drawn,)
        return discard_choices((*self.hand, *drawn), self.sets[self.seat], self.unseen_counts())

    def unseen_counts(self) -> list[int]:
        """Return the number of unseen tiles of each kind, 0 to 33."""
        counts = [4] * 34
        for tile in self.hand:
            counts[tile.kind] -= 1
        for tile in self.indicators:
            counts[tile.kind] -= 1
        for seat, hand in enumerate(self.open_hands):
            if seat != self.seat:
                for tile in hand:
                    counts[tile.kind] -= 1
        for sets in self.sets:
            for meld in sets:
                for tile in meld.tiles:
                    counts[tile.kind] -= 1
        for row in self.rows:
            for discard in row:
                if discard.claimed_by is None:
                    counts[discard.tile.kind] -= 1
        if self.drawn is not None:
            counts[self.drawn.kind] -= 1
        return counts


_NOBODY: frozenset[Wind] = frozenset()
_HIDDEN: tuple[tuple[Tile, ...], ...] = ((), (), (), ())


def observe(deal: DealState, seat: Wind) -> Observation:
    """Return the observation of a seat."""
    players, phase = deal.players, deal.phase
    east, south, west, north = players
    drawn = phase.tile if isinstance(phase, Acting) and phase.seat is seat else None
    offer = phase if isinstance(phase, Offered) else None
    any_riichi = east.riichi or south.riichi or west.riichi or north.riichi
    riichi = deal.riichi if any_riichi else _NOBODY
    any_dead = east.dead or south.dead or west.dead or north.dead
    return new_tuple(Observation, (
        seat,
        tuple(sorted(players[seat].hand, key=ORDER)),
        drawn,
        (east.sets, south.sets, west.sets, north.sets),
        (east.discards, south.discards, west.discards, north.discards),
        riichi,
        frozenset(other for other in SEATS if players[other].dead) if any_dead else _NOBODY,
        deal.round_wind,
        deal.counters,
        deal.bets,
        deal.scores,
        deal.wall.indicators(deal.turned),
        deal.tiles_left,
        None if offer is None else offer.tile,
        None if offer is None else offer.seat,
        deal.dealer_wins,
        _open_hands(deal) if riichi or (offer is not None and offer.riichi) else _HIDDEN,
    ))  # fmt: skip


def _open_hands(deal: DealState) -> tuple[tuple[Tile, ...], ...]:
    return tuple(
        tuple(sorted(player.hand, key=ORDER)) if deal.open_hand(other) else ()
        for other, player in zip(SEATS, deal.players, strict=True)
    )

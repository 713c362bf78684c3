"""The observation of one seat: its own tiles, and what lies open on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from riichi_core.hands.melds import Meld
from riichi_core.play.events import FourPoints
from riichi_core.play.state import SEATS, Acting, DealState, DiscardedTile, Offered
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Tile, Wind


@dataclass(frozen=True, slots=True)
class Observation:
    """A deal as one seat sees it; four of anything are those of East, South, West and North.

    Attributes:
        seat: whose view it is.
        hand: the own concealed tiles, sorted, without one just drawn.
        drawn: the tile just drawn, in the own turn.
        sets: declared sets.
        rows: discards.
        riichi: whose riichi stands.
        open_hands: the concealed tiles that lie open after an open riichi; of others none.
        dead: whose hands were declared dead.
        prevailing: the prevailing wind.
        counters: counters on the table.
        bets: riichi bets on the table.
        scores: points.
        indicators: the dora indicators that lie open.
        tiles_left: how many tiles are left to draw.
        offered: a tile that may be called for, and `offered_by` whose it is.
        dealer_wins: how many deals in a row East had won before this one.
    """

    seat: Wind
    hand: tuple[Tile, ...]
    drawn: Tile | None
    sets: tuple[tuple[Meld, ...], ...]
    rows: tuple[tuple[DiscardedTile, ...], ...]
    riichi: frozenset[Wind]
    dead: frozenset[Wind]
    prevailing: Wind
    counters: int
    bets: Points
    scores: FourPoints
    indicators: tuple[Tile, ...]
    tiles_left: int
    offered: Tile | None = None
    offered_by: Wind | None = None
    dealer_wins: int = 0
    open_hands: tuple[tuple[Tile, ...], ...] = ((), (), (), ())

    def seen(self) -> Counter[int]:
        """Return how many of each kind this seat sees, its own included; a claimed one once."""
        found = Counter(tile.kind for tile in (*self.hand, *self.indicators))
        others = (
            hand for seat, hand in zip(SEATS, self.open_hands, strict=True) if seat != self.seat
        )
        found.update(tile.kind for hand in others for tile in hand)
        found.update(tile.kind for sets in self.sets for one in sets for tile in one.tiles)
        found.update(one.tile.kind for row in self.rows for one in row if one.claimed_by is None)
        if self.drawn is not None:
            found[self.drawn.kind] += 1
        return found

    def unseen(self) -> Counter[int]:
        """Return how many tiles of each kind this seat does not see."""
        seen = self.seen()
        return Counter({kind: 4 - seen[kind] for kind in range(34)})


def observe(deal: DealState, seat: Wind) -> Observation:
    """Return the observation of a seat."""
    acting = deal.phase if isinstance(deal.phase, Acting) else None
    offer = deal.phase if isinstance(deal.phase, Offered) else None
    return Observation(
        seat=seat,
        hand=tuple(sorted(deal.players[seat].hand, key=_order)),
        drawn=acting.tile if acting is not None and acting.seat == seat else None,
        sets=tuple(place.sets for place in deal.players),
        rows=tuple(place.discards for place in deal.players),
        riichi=deal.riichi,
        dead=frozenset(other for other in SEATS if deal.players[other].dead),
        prevailing=deal.prevailing,
        counters=deal.counters,
        bets=deal.bets,
        scores=deal.scores,
        indicators=deal.indicators,
        tiles_left=deal.tiles_left,
        offered=offer.tile if offer else None,
        offered_by=offer.seat if offer else None,
        dealer_wins=deal.dealer_wins,
        open_hands=tuple(
            tuple(sorted(place.hand, key=_order)) if deal.open_hand(other) else ()
            for other, place in zip(SEATS, deal.players, strict=True)
        ),
    )


def _order(tile: Tile) -> int:
    return 2 * tile.kind + tile.red

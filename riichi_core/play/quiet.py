"""A discard that nobody can call for, and the next draw, done in one step.

Most turns are such. Here they come to the same events and the same deal as when they are folded one
by one (evolve.py, automatic.py), in a third of the time; whatever is out of the ordinary is left to
those.
"""

from __future__ import annotations

from riichi_core.play import events as ev
from riichi_core.play import plain
from riichi_core.play.claims import has_chow
from riichi_core.play.next_state import after_discard, played_on, seated
from riichi_core.play.state import SEATS, Acting, DealState
from riichi_core.play.turns import tiles_left
from riichi_core.play.wall import MOST_KONGS
from riichi_core.tiles import Wind

_NORTH = Wind.NORTH
_SOME = 0o6
"""The bits that say that there are two or three of a tile."""


def quiet_turn(deal: DealState, event: object) -> tuple[ev.Drew, DealState] | None:
    """Return the draw that follows when a discard passes by all, and the deal after it.

    Between the two stands `CLOSED` (events.py). None for other events, where it may go on otherwise
    under some rules, and for a discard that cannot follow.
    """
    if type(event) is not ev.Discarded:
        return None
    turn, seat, kind = deal.phase, event.seat, event.tile.kind
    if (
        type(turn) is not Acting
        or turn.seat != seat
        or event.riichi
        or deal.pending_indicators
        or deal.untaken_claims
        or deal.window is not None
        or tiles_left(deal) <= 0
        or len(deal.kongs) == MOST_KONGS
    ):
        return None
    place = deal.players[seat]
    if place.missed_win or (event.tsumogiri and event.tile is not turn.tile):
        return None
    if seat is _NORTH and deal.first_turn(seat):  # it may be one of four equal winds
        return None
    suit, shift = kind // 9, 3 * (kind % 9)
    following = SEATS[(seat + 1) % 4]
    for other, one in enumerate(deal.players):
        if other == seat:
            continue
        if one.waits >> kind & 1:
            return None
        if not one.riichi:
            counts = one.suits[suit]
            if counts >> shift & _SOME or (
                kind < 27 and other == following and has_chow(counts, shift)
            ):
                return None
    try:
        after = after_discard(place, turn.tile, event)
    except ValueError:  # evolve.py says why
        return None
    tile = deal.wall.live(deal.drawn)
    players = seated(deal.players, seat, after)
    then = played_on(deal, players, plain.acting(following, tile), deal.drawn + 1)
    return plain.drew(following, tile), then

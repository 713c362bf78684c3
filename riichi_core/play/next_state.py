"""The next states of a deal and its players, made quickly: what nearly every turn changes."""

from __future__ import annotations

from riichi_core.fast import new_tuple
from riichi_core.hands.waits import wait_mask, with_tile
from riichi_core.play import events as ev
from riichi_core.play import plain
from riichi_core.play.state import DealState, DiscardedTile, Phase, PlayerState
from riichi_core.tiles import Tile, Wind


def played_on(
    deal: DealState, players: tuple[PlayerState, ...], phase: Phase, drawn: int
) -> DealState:
    """Return the deal with what most events change, in a quarter of the time of `_replace`."""
    return new_tuple(DealState, (
        deal.wall, deal.prevailing, deal.counters, deal.bets, deal.scores, players, phase, drawn,
        deal.replaced, deal.turned, deal.pending_indicators, deal.kongs, deal.uninterrupted,
        deal.dealer_wins, deal.earlier_bets, deal.window, deal.untaken_claims, deal.offenders,
        deal.pending_fouls, deal.reported, deal.penalties, deal.fines,
    ))  # fmt: skip


def seated(
    players: tuple[PlayerState, ...], seat: Wind, place: PlayerState
) -> tuple[PlayerState, ...]:
    """Return the players of a deal, with another state of one of them."""
    east, south, west, north = players
    if seat == 0:
        return place, south, west, north
    if seat == 1:
        return east, place, west, north
    return (east, south, place, north) if seat == 2 else (east, south, west, place)


def after_discard(place: PlayerState, drawn: Tile | None, event: ev.Discarded) -> PlayerState:
    """Return a player after a discard.

    Args:
        place: the player before it.
        drawn: the tile just drawn, if any.
        event: the discard, of that tile if it says so.

    Raises:
        ValueError: the tile is not in the hand.
    """
    tile, tsumogiri = event.tile, event.tsumogiri
    kind = tile.kind
    hand, suits, waits, riichi = place.hand, place.suits, place.waits, place.riichi
    if not tsumogiri:
        hand = without(hand, tile)
        suits = with_tile(suits, kind, -1)
        if drawn is not None:
            hand += (drawn,)
            suits = with_tile(suits, drawn.kind)
        waits = wait_mask(suits, whole=not place.sets)
    if riichi is not None and riichi.ippatsu:
        riichi = riichi._replace(ippatsu=False)
    return new_tuple(PlayerState, (
        hand,
        suits,
        waits,
        place.sets,
        (*place.discards, DiscardedTile(tile, tsumogiri, True) if event.riichi
         else plain.discarded_tile(tile, tsumogiri)),
        place.discarded_kinds | 1 << kind,
        riichi,
        place.missed_win,
        place.dead,
    ))  # fmt: skip


def without(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return a hand without one of its tiles, of which there is one object each.

    Raises:
        ValueError: it is not there.
    """
    for place, one in enumerate(hand):
        if one is tile:
            return hand[:place] + hand[place + 1 :]
    raise ValueError(f"{tile} is not in the hand")

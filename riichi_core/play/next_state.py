"""The next states of a deal and its players, made quickly: what nearly every turn changes."""

from __future__ import annotations

from riichi_core.fast import new_tuple
from riichi_core.hands.waits import wait_mask, with_tile
from riichi_core.play import events as ev
from riichi_core.play.state import DealState, DiscardedTile, Phase, PlayerState
from riichi_core.tiles import Tile, Wind


def played_on(
    deal: DealState, players: tuple[PlayerState, ...], phase: Phase, drawn: int
) -> DealState:
    """Return the deal with what most events change, in a quarter of the time of `_replace`."""
    return new_tuple(DealState, (*deal[:5], players, phase, drawn, *deal[8:]))


def seated(
    players: tuple[PlayerState, ...], seat: Wind, place: PlayerState
) -> tuple[PlayerState, ...]:
    """Return the players of a deal, with another state of one of them."""
    return (*players[:seat], place, *players[seat + 1 :])


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
    hand, suits, waits, riichi = place.hand, place.suits, place.waits, place.riichi
    if not tsumogiri:
        left = list(hand)
        left.remove(tile)
        suits = with_tile(suits, tile.kind, -1)
        if drawn is not None:
            left.append(drawn)
            suits = with_tile(suits, drawn.kind)
        hand, waits = tuple(left), wait_mask(suits, whole=not place.sets)
    if riichi is not None and riichi.ippatsu:
        riichi = riichi._replace(ippatsu=False)
    thrown = new_tuple(DiscardedTile, (tile, tsumogiri, bool(event.riichi), None))
    return new_tuple(PlayerState, (
        hand,
        suits,
        waits,
        place.sets,
        (*place.discards, thrown),
        place.discarded_kinds | 1 << tile.kind,
        riichi,
        place.missed_win,
        place.dead,
    ))  # fmt: skip

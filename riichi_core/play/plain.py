"""Plain values of play, made once: of what most turns are made there are few different ones."""

from __future__ import annotations

from riichi_core.play import events as ev
from riichi_core.play.actions import (
    DRAWN_DISCARDS,
    HAND_DISCARDS,
    PASS,
    Action,
    Discard,
    Response,
)
from riichi_core.play.state import SEATS, Acting, DiscardedTile, Offered
from riichi_core.tiles import TILES, Tile, Wind

_TILES = tuple(TILES.values())

_DREW = [{tile.order: ev.Drew(seat, tile) for tile in _TILES} for seat in SEATS]
_DRAWN = [{tile.order: ev.Discarded(seat, tile, True) for tile in _TILES} for seat in SEATS]
_OF_HAND = [{tile.order: ev.Discarded(seat, tile) for tile in _TILES} for seat in SEATS]
_ACTING = [{tile.order: Acting(seat, tile) for tile in _TILES} for seat in SEATS]
_OFFERED = [{tile.order: Offered(seat, tile) for tile in _TILES} for seat in SEATS]
_DRAWN_TILES = {tile.order: DiscardedTile(tile, True) for tile in _TILES}
_HAND_TILES = {tile.order: DiscardedTile(tile) for tile in _TILES}
_DRAWN_ANSWERS = [{order: Response(seat, act) for order, act in DRAWN_DISCARDS.items()}
                  for seat in SEATS]  # fmt: skip
_HAND_ANSWERS = [{order: Response(seat, act) for order, act in HAND_DISCARDS.items()}
                 for seat in SEATS]  # fmt: skip
_PASSES = [Response(seat, PASS) for seat in SEATS]


def drew(seat: Wind, tile: Tile) -> ev.Drew:
    """Return the event of a draw from the live wall."""
    return _DREW[seat][tile.order]


def discarded(seat: Wind, act: Discard) -> ev.Discarded:
    """Return the event of a discard."""
    if act.riichi:
        return ev.Discarded(seat, act.tile, act.tsumogiri, act.riichi)
    return (_DRAWN if act.tsumogiri else _OF_HAND)[seat][act.tile.order]


def acting(seat: Wind, tile: Tile) -> Acting:
    """Return the phase after a draw from the live wall."""
    return _ACTING[seat][tile.order]


def offered(seat: Wind, tile: Tile) -> Offered:
    """Return the phase after a discard without riichi that no kong came before."""
    return _OFFERED[seat][tile.order]


def discarded_tile(tile: Tile, tsumogiri: bool) -> DiscardedTile:
    """Return a tile in a discard pile, without riichi and not claimed."""
    return (_DRAWN_TILES if tsumogiri else _HAND_TILES)[tile.order]


def response(seat: Wind, act: Action) -> Response:
    """Return the response of a seat with an action, at no moment in particular."""
    if type(act) is Discard and not act.riichi:
        return (_DRAWN_ANSWERS if act.tsumogiri else _HAND_ANSWERS)[seat][act.tile.order]
    return _PASSES[seat] if act is PASS else Response(seat, act)

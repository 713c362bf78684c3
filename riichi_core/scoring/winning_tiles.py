"""One win with another of its tiles, or of its waits, as the winning tile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from riichi_core.hands.hand import Hand
from riichi_core.hands.waits import suits_of, wait_mask
from riichi_core.hands.win import Ron, Tsumo, Win, WinError
from riichi_core.tiles.tile import Tile


def each_drawn(win: Win) -> Iterator[Win]:
    """Yield the win as if each of the concealed tiles had been drawn last, its own first."""
    assert isinstance(win.by, Tsumo)
    by = replace(win.by, apart=True)
    tiles = [*win.hand.concealed, win.tile]
    for tile in dict.fromkeys(reversed(tiles)):
        rest = [*tiles]
        rest.remove(tile)
        yield _with_tile(win, Hand(rest, win.hand.melds), tile, by)


def other_waits(win: Win) -> Iterator[Win]:
    """Yield the win as if each other tile that the hand waits for had come in the same way.

    Tiles that cannot come are left out: all four are held or turned up, or it is not the one added
    to a kong that was robbed.
    """
    concealed = suits_of(tile.kind for tile in win.hand.concealed)
    waits = wait_mask(concealed, whole=not win.hand.melds)
    for kind in range(34):
        if waits >> kind & 1 and kind != win.tile.kind:
            with suppress(WinError):
                yield _with_tile(win, win.hand, Tile(kind), win.by)


def _with_tile(win: Win, hand: Hand, tile: Tile, by: Tsumo | Ron) -> Win:
    return Win(
        hand,
        tile,
        by,
        win.seat,
        win.prevailing,
        win.riichi,
        win.dora,
        win.kan_dora,
        win.counters,
        win.circumstances,
    )

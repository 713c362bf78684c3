"""Tiles for a terminal: the tile characters of Unicode, where they can be drawn."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

from riichi_app.documents.tile_art import BACK as FACE_DOWN
from riichi_app.documents.tile_art import DrawnTile
from riichi_core.hands.hand import Hand
from riichi_core.tiles import Tile, parse_tiles

_FIRST = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
_HONOURS = (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)
_AS_TEXT = "\ufe0e"
"""After Red Dragon, which some terminals would show as a wide picture."""

BACK = chr(0x1F02B)


def can_draw() -> bool:
    """Return True if standard output has the characters; a dumb terminal has not."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        chr(_HONOURS[0]).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draw(tiles: Iterable[Tile]) -> str:
    """Return tiles side by side, each in its character; a red five has a mark behind it."""
    return "".join(map(_character, tiles))


def _character(tile: Tile) -> str:
    if tile.suit == "z":
        return chr(_HONOURS[tile.number - 1]) + (_AS_TEXT if tile.number == 7 else "")
    return chr(_FIRST[tile.suit] + tile.number - 1) + ("'" if tile.red else "")


def draw_groups(groups: Iterable[Iterable[DrawnTile]]) -> str:
    """Return groups of tiles as they lie on the table, blanks between them."""
    return "  ".join("".join(_shape(one.shape) for one in group) for group in groups)


def _shape(shape: str) -> str:
    return BACK if shape == FACE_DOWN else draw(parse_tiles(shape))


def draw_hand(hand: Hand) -> str:
    """Return a hand, its sets apart; the outer tiles of a concealed kong lie face down."""
    parts = [draw(hand.concealed)]
    for one in hand.melds:
        if one.kind == "concealed_kong":
            parts.append(f"{BACK}{draw(one.tiles[2:])}{BACK}")  # a red five is the last, and shown
        else:
            parts.append(draw(one.tiles))
    return "  ".join(filter(None, parts))

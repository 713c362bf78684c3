"""MPSZ: tiles as the riichi community writes them, `123m456p789s11z`, a red five as `0`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from riichi_core.errors import RiichiError
from riichi_core.messages import quote
from riichi_core.tiles.tile import TILES, Tile

LONGEST = 200
"""The longest text that is read, in characters; no hand needs half of it."""

_GROUP = re.compile(r"([0-9]+)([A-Za-z]?)")
_TILES_ALONE = re.compile(r"(?:[0-9]+[mps]|[1-7]+z)*")
_SUITS = "expected m, p, s, or z for honours"
_HONOURS = "1z East to 4z North, 5z White, 6z Green, 7z Red"


class NotationError(RiichiError):
    """A text that is not tiles; `position` counts from 0."""

    def __init__(self, message: str, text: str, position: int) -> None:
        super().__init__(message)
        self.text = text
        self.position = position


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Return the tiles of an MPSZ text, in its order. Spaces are free; the empty text has none.

    Raises:
        NotationError: a number without its suit, a suit without number, a tile that there is not,
            any other character, or a text of more than 200 characters.
    """
    check_length(text)
    if _TILES_ALONE.fullmatch(text):
        groups = _GROUP.findall(text)
        return tuple([TILES[number + suit] for numbers, suit in groups for number in numbers])
    positions = [position for position, character in enumerate(text) if not character.isspace()]
    compact = "".join(text[position] for position in positions)
    tiles: list[Tile] = []
    start = 0
    while start < len(compact):
        group = _GROUP.match(compact, start)
        problem = _problem_at(compact, start) if group is None else _problem_in_group(group)
        if problem is not None or group is None:
            message, index = problem or ("", start)
            raise NotationError(message, text, [*positions, len(text)][index])
        numbers, suit = group.groups()
        tiles += [TILES[number + suit] for number in numbers]
        start = group.end()
    return tuple(tiles)


def check_length(text: str) -> None:
    """Refuse a text that is too long to be a hand."""
    if len(text) > LONGEST:
        message = f"the text is {len(text):,} characters long, no hand needs more than {LONGEST}"
        raise NotationError(message, text[:LONGEST], LONGEST)


def _problem_at(text: str, start: int) -> tuple[str, int]:
    """Return the error of a character that begins no group of tiles, and its place."""
    character = text[start]
    if character.isalpha() and character.isascii():
        advice = "write the numbers before their suit, as 123m"
        return f"{quote(character)} follows no number: {advice}", start
    return (
        f"{quote(character)} is no part of a tile: numbers and then their suit m, p, s or z",
        start,
    )


def _problem_in_group(group: re.Match[str]) -> tuple[str, int] | None:
    """Return the error in numbers and a suit, and its place; None if all are tiles."""
    numbers, suit = group.groups()
    if not suit or suit not in "mpsz":
        lower = suit.lower() if suit else ""
        wanted = f"did you mean {lower}?" if lower and lower in "mpsz" else _SUITS
        problem = f"{quote(suit)} is no suit" if suit else f"{numbers} has no suit"
        return f"{problem}: {wanted}", group.start(2) if suit else group.end()
    for index, number in enumerate(numbers):
        if number + suit not in TILES:
            return _no_such_tile(number + suit), group.start() + index
    return None


def _no_such_tile(tile: str) -> str:
    if tile == "0z":
        return "0z is no tile: 0 is a red five, and honours have none"
    return f"{tile} is no tile: the honours are {_HONOURS}"


def write_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as MPSZ text, sorted, a red five after the plain ones: `34550m11z`."""
    groups = groupby(sorted(tiles), key=lambda tile: tile.suit)
    return "".join("".join(str(tile)[0] for tile in group) + suit for suit, group in groups)

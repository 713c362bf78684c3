"""A waiting hand: its concealed tiles and its declared sets, without the winning tile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from riichi_core.errors import RiichiError
from riichi_core.hands.melds import MARKS, Meld, MeldError, MeldKind
from riichi_core.tiles import NotationError, Tile, parse_tiles, write_tiles
from riichi_core.tiles.notation import check_length

_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_SET = re.compile(r"([0-9]+)(?:\+([0-9]))?([A-Za-z])([<^>])?")


class HandError(RiichiError):
    """Tiles that are no waiting hand: a code for programs, and what is wrong in words.

    `code` is `notation`, `no_set`, `tile_count` or `five_of_a_tile`.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Hand:
    """Thirteen tiles, where a declared set counts as three; the winning tile is not among them.

    `concealed` are kept sorted, `melds` in the order in which they were made.

    Raises:
        HandError: there are too few or too many tiles, or five of one.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()

    def __post_init__(self) -> None:
        """Check the number of tiles; sort those that have no order."""
        object.__setattr__(self, "concealed", tuple(sorted(self.concealed)))
        wanted = 13 - 3 * len(self.melds)
        if len(self.concealed) != wanted:
            raise HandError("tile_count", self._count_message(wanted))
        refuse_five_of_a_tile(self.tiles)

    def _count_message(self, wanted: int) -> str:
        have, sets = len(self.concealed), len(self.melds)
        tiles = f"{have} concealed tile{'' if have == 1 else 's'}"
        if wanted < 1:
            return f"{sets} sets: a hand has four at most"
        beside = f" beside {sets} set{'' if sets == 1 else 's'}" if sets else ""
        more = ", for the winning tile is given apart" if have == wanted + 1 else ""
        return f"the hand has {tiles}{beside}: expected {wanted}{more}"

    @classmethod
    def parse(cls, text: str) -> Hand:
        """A hand from its text, such as `2345567m345p(777z^)[1111s]` without the last three tiles.

        Raises:
            HandError: the text is not written as a hand, or the tiles are none.
        """
        sets = list(_BRACKETS.finditer(text))
        starts, ends = [0, *(one.end() for one in sets)], [*(one.start() for one in sets), None]
        try:
            check_length(text)
            concealed = [
                tile
                for start, end in zip(starts, ends, strict=True)
                for tile in _loose(text[start:end], start)
            ]
        except NotationError as error:
            raise HandError("notation", f"{error} (at character {error.position + 1})") from None
        return cls(tuple(concealed), tuple(map(_read_set, sets)))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, those of the sets included."""
        return self.concealed + tuple(tile for one in self.melds for tile in one.tiles)

    @property
    def is_open(self) -> bool:
        """Whether a set was claimed; a concealed kong leaves a hand concealed."""
        return any(one.claimed for one in self.melds)

    def __str__(self) -> str:
        """As text has it: sorted concealed tiles, then the sets."""
        return write_tiles(self.concealed) + "".join(map(str, self.melds))


def refuse_five_of_a_tile(tiles: Iterable[Tile]) -> None:
    """Raise the error of a kind that is there more than four times."""
    for kind, times in Counter(tile.kind for tile in tiles).items():
        if times > 4:
            message = f"{Tile(kind)} is there {times} times: a set of tiles has four of each kind"
            raise HandError("five_of_a_tile", message)


def _loose(text: str, start: int) -> tuple[Tile, ...]:
    """The tiles of a piece of text between brackets, which starts somewhere in the whole."""
    try:
        return parse_tiles(text)
    except NotationError as error:
        raise NotationError(str(error), text, start + error.position) from None


def parse_meld(text: str) -> Meld:
    """A declared set from its text, `(345p<)`.

    Raises:
        HandError: it is not written as one set, or the tiles make none.
    """
    found = _BRACKETS.fullmatch(text)
    if found is None:
        raise HandError("notation", f"{text[:40]!r} is no set: expected one as (345p<)")
    return _read_set(found)


def _read_set(found: re.Match[str]) -> Meld:
    written = found[0]
    where = f"(at character {found.start() + 1})"
    opened, closed = written[0], written[-1]
    if closed != {"(": ")", "[": "]"}[opened]:
        raise HandError("notation", f"'{written}' is not closed {where}")
    inner = _SET.fullmatch("".join(written[1:-1].split()))
    if inner is None:
        how = "expected a set as (345p<), (777z), (777+7z>) or [1111m]"
        raise HandError("notation", f"'{written}' is no set: {how} {where}")
    numbers, added, suit, mark = inner.groups()
    try:
        tiles = parse_tiles(f"{numbers}{added or ''}{suit}")
        kind = _kind(opened, tiles, extended=bool(added))
        if added and (len(numbers) != 3 or opened == "["):
            raise MeldError("a tile is added to a claimed pung of three, as (777+7z)")
        return Meld(kind, tiles, MARKS.get(mark or ""))
    except NotationError as error:
        raise HandError("notation", f"'{written}': {error} {where}") from None
    except MeldError as error:
        raise HandError("no_set", f"'{written}': {error} {where}") from None


def _kind(opened: str, tiles: tuple[Tile, ...], *, extended: bool) -> MeldKind:
    if opened == "[":
        return "concealed_kong"
    if extended:
        return "extended_kong"
    if len(tiles) == 4:
        return "kong"
    return "pung" if len({tile.kind for tile in tiles}) == 1 else "chow"

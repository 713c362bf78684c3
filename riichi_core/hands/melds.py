"""Sets that a player has declared: claimed sequences, triplets and quads, and concealed quads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from riichi_core.errors import RiichiError
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote_argument
from riichi_core.spelling import wrong_word
from riichi_core.tiles import NotationError, Tile, parse_tiles, write_tiles

MeldKind = Literal["sequence", "triplet", "quad", "extended_quad", "concealed_quad"]
"""A `quad` is claimed; an `extended_quad` is a claimed triplet with an added fourth tile."""

KINDS: tuple[MeldKind, ...] = get_args(MeldKind)

_NOT_EQUAL: dict[MeldKind, Translatable] = {
    "triplet": "{tiles} is not a triplet: three equal tiles are needed",
    "quad": "{tiles} is not a quad: four equal tiles are needed",
    "extended_quad": "{tiles} is not an extended quad: four equal tiles are needed",
    "concealed_quad": "{tiles} is not a concealed quad: four equal tiles are needed",
}

From = Literal["left", "across", "right"]
"""The player whose discard completed a set, seen from its owner."""

MARKS: dict[str, From] = {"<": "left", "^": "across", ">": "right"}


class MeldError(RiichiError):
    """An error in the tiles of a set."""

    code = "no_set"


@dataclass(frozen=True, slots=True, init=False)
class Meld:
    """A set on the table: its kind, its tiles, and the player who discarded, if known.

    The tiles may be text, or a list of tiles and texts.

    >>> str(Meld("triplet", "777z", "across")), Meld("triplet", ["5p", "5p", "0p"]).tiles
    ('(777z^)', (Tile('5p'), Tile('5p'), Tile('0p')))

    Attributes:
        kind: the kind of the set.
        tiles: its tiles, sorted; a tile that was added to a triplet comes last.
        claimed_from: the player whose discard completed it, if known.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed_from: From | None

    def __init__(
        self, kind: MeldKind, tiles: str | Iterable[Tile | str], claimed_from: From | None = None
    ) -> None:
        """Check the tiles, and sort them.

        Args:
            kind: `sequence`, `triplet`, `quad`, `extended_quad` or `concealed_quad`.
            tiles: its tiles; the one that was added to a triplet comes last.
            claimed_from: `left`, `across` or `right`, if known.

        Raises:
            MeldError: if the tiles do not form such a set, or the discarder is impossible.
        """
        object.__setattr__(self, "kind", kind)
        whole = type(tiles) is tuple and all(type(tile) is Tile for tile in tiles)
        object.__setattr__(self, "tiles", tiles if whole else _tiles_in(tiles))
        object.__setattr__(self, "claimed_from", claimed_from)
        if self.kind not in KINDS:
            kinds_text = ", ".join(KINDS)
            raise MeldError(
                Message(
                    "there is no set {kind}: expected {known}",
                    kind=quote_argument(self.kind),
                    known=kinds_text,
                )
            )
        if claimed_from is not None and claimed_from not in MARKS.values():
            raise wrong_word(self.claimed_from, "claimed_from", get_args(From))
        added = self.tiles[3:] if self.kind == "extended_quad" else ()
        sorted_part = self.tiles[: len(self.tiles) - len(added)]
        object.__setattr__(self, "tiles", (*sorted(sorted_part), *added))
        kinds = sorted([tile.kind for tile in self.tiles])
        if self.kind == "sequence":
            self._check_sequence(kinds)
        elif len(set(kinds)) != 1 or len(kinds) != (3 if self.kind == "triplet" else 4):
            raise MeldError(Message(_NOT_EQUAL[self.kind], tiles=write_tiles(self.tiles)))
        if self.kind == "concealed_quad" and self.claimed_from:
            raise MeldError(
                Message(
                    "{tiles} is a concealed quad, so it has no discarder",
                    tiles=write_tiles(self.tiles),
                )
            )

    def _check_sequence(self, kinds: list[int]) -> None:
        lowest = kinds[0] if kinds else 0
        if kinds != [lowest, lowest + 1, lowest + 2] or lowest >= 27 or lowest % 9 > 6:
            raise MeldError(
                Message(
                    "{tiles} is not a set: expected a sequence, a triplet or a quad, e.g. 345p "
                    "or 777z",
                    tiles=write_tiles(self.tiles),
                )
            )
        if self.claimed_from not in (None, "left"):
            raise MeldError(
                Message(
                    "{tiles}: a sequence comes from the left only", tiles=write_tiles(self.tiles)
                )
            )

    @property
    def first(self) -> Tile:
        """The lowest tile, never a marked one."""
        return self.tiles[0].plain

    @property
    def claimed(self) -> bool:
        """True if it opened the hand."""
        return self.kind != "concealed_quad"

    @property
    def quad(self) -> bool:
        """True if it has four tiles."""
        return len(self.tiles) == 4

    @property
    def shown(self) -> tuple[Tile | None, ...]:
        """The tiles as they lie; the outer two of a concealed quad lie face down (None)."""
        if self.kind != "concealed_quad":
            return self.tiles
        return (None, *self.tiles[1:3], None)

    def __str__(self) -> str:
        """Return the set as text: `(345p<)`, `(777+7z>)`, `[1111m]`."""
        if self.kind == "concealed_quad":
            return f"[{write_tiles(self.tiles)}]"
        mark = next((mark for mark, seat in MARKS.items() if seat == self.claimed_from), "")
        numbers = [str(tile)[:-1] for tile in self.tiles]
        if self.kind == "extended_quad":
            numbers.insert(3, "+")
        return f"({''.join(numbers)}{self.tiles[0].suit}{mark})"


def _tiles_in(values: str | Iterable[Tile | str]) -> tuple[Tile, ...]:
    """Return tiles that are given as text, or as a list of tiles and texts."""
    message = Message("expected tiles such as '777z', not {value}", value=quote_argument(values))
    if not isinstance(values, Iterable):
        raise MeldError(message)
    tiles: list[Tile] = []
    try:
        for value in [values] if isinstance(values, str) else values:
            tiles += [value] if isinstance(value, Tile) else parse_tiles(value)
    except NotationError as error:
        raise MeldError(error.message) from None
    except (TypeError, AttributeError):
        raise MeldError(message) from None
    return tuple(tiles)

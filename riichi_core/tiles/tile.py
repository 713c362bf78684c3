"""The kinds of tiles: three suits of nine, four winds, three dragons; some may be marked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import total_ordering
from operator import attrgetter
from typing import Literal, TypeAlias, get_args

from riichi_core.errors import RiichiError
from riichi_core.messages import Message, quote_argument

Suit = Literal["m", "p", "s", "z"]
"""Characters, circles, bamboos, and honours: 1 to 4 East to North, 5 to 7 White, Green, Red."""

SUITS: tuple[Suit, ...] = get_args(Suit)


class TileError(RiichiError):
    """A tile or a wind that does not exist."""

    code = "notation"


class Wind(IntEnum):
    """A seat, or the wind of a round. The value is the position in turn order after East.

    >>> Wind.of("south"), Wind("s"), str(Wind.WEST)
    (<Wind.SOUTH: 1>, <Wind.SOUTH: 1>, 'west')
    """

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @classmethod
    def of(cls, name: Wind | str) -> Wind:
        """Return the wind for a word, e.g. `south`, or for its first letter.

        A wind is returned unchanged.

        Raises:
            TileError: if there is no such wind.
        """
        if (wind := wind_named(name)) is not None:
            return wind
        raise TileError(
            Message("there is no wind {wind}: expected {known}",
                    wind=quote_argument(name), known=", ".join(map(str, cls)))
        )  # fmt: skip

    @classmethod
    def _missing_(cls, value: object) -> Wind:
        """Return the wind of a word: `Wind("east")` is `Wind.of("east")`."""
        return cls.of(value)  # type: ignore[arg-type] # which refuses what is neither

    def __bool__(self) -> Literal[True]:
        """Return True, even for East, so that only None is false if a wind is optional."""
        return True

    def __str__(self) -> str:
        """Return the word used in records, e.g. `east`."""
        return self.name.lower()


WindWord = Literal["east", "south", "west", "north"]

Seat: TypeAlias = Wind | WindWord
"""A seat or a wind as an argument: a `Wind`, or its word."""

_WINDS = {name: wind for wind in Wind for name in (str(wind), str(wind)[0])}


def wind_named(name: object) -> Wind | None:
    """Return the wind for a word or its first letter, in any case; None if there is none.

    A wind is returned unchanged.
    """
    if isinstance(name, Wind):
        return name
    return _WINDS.get(name.lower()) if isinstance(name, str) else None


@total_ordering
@dataclass(frozen=True, slots=True, eq=False, init=False)
class Tile:
    """One tile: its kind, 0 to 33 in the order m p s z, and whether it is red or a bonus tile.

    There is only one object for each tile, so equal tiles are identical.

    Attributes:
        kind: 0 to 33.
        red: whether it is a red five.
        marked: whether it is a red five or a bonus tile.
        order: its position in sorted tiles: a red five follows the plain five, then a bonus tile.

    >>> Tile("5p"), Tile("0p").red, Tile(33), Tile("3*m").bonus
    (Tile('5p'), True, Tile('7z'), True)
    """

    kind: int
    red: bool
    marked: bool
    order: int

    def __new__(cls, kind: int | str, red: bool = False, bonus: bool = False) -> Tile:
        """Return a tile from its text or its number.

        Args:
            kind: `1m` to `9m`, `1p`, `1s`, `1z` to `7z`, a red five `0m`, a bonus tile `3*m`; or a
                number, 0 to 33.
            red: whether a tile given by number is a red five.
            bonus: whether a tile given by number is a bonus tile.

        Raises:
            TileError: if no set of tiles contains such a tile.
        """
        if isinstance(kind, str):
            known_tile = TILES.get(kind) or BONUS_TILES.get(kind)
            if known_tile is None or red is not False or bonus is not False:
                message = Message(
                    "there is no tile {tile}: expected one such as 5m", tile=quote_argument(kind)
                )
                raise TileError(message)
            return known_tile
        if (
            type(kind) is not int or not 0 <= kind < 34
            or not (red is False or (red is True and kind in FIVES and not bonus))
        ):  # fmt: skip
            raise TileError(
                Message("there is no tile of kind {kind}, red: {red}",
                        kind=quote_argument(kind), red=quote_argument(red))
            )  # fmt: skip
        order = 4 * kind + 2 * bonus + red
        tile = _MADE.get(order)
        if tile is None:
            tile = _MADE[order] = object.__new__(cls)
            for name, value in (("kind", kind), ("red", bool(red)), ("marked", order & 3 != 0),
                                ("order", order)):  # fmt: skip
                object.__setattr__(tile, name, value)
        return tile

    def __reduce__(self) -> tuple[type[Tile], tuple[int, bool, bool]]:
        """Make a copy return the same tile."""
        return Tile, (self.kind, self.red, self.bonus)

    def __hash__(self) -> int:
        """Return the same hash in every process, so that sets of tiles keep their order."""
        return self.order

    def __lt__(self, other: Tile) -> bool:
        """Return whether a tile comes before another in sorted order."""
        return self.order < other.order if isinstance(other, Tile) else NotImplemented

    @property
    def suit(self) -> Suit:
        """The suit: `m`, `p`, `s`, or `z` for honours."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """The number, 1 to 9; honours are 1 East to 4 North, 5 White, 6 Green, 7 Red."""
        return self.kind % 9 + 1

    @property
    def plain(self) -> Tile:
        """The tile as a plain one, if it is marked."""
        return Tile(self.kind) if self.marked else self

    @property
    def bonus(self) -> bool:
        """True for a bonus tile, which some clubs have besides red fives."""
        return self.marked and not self.red

    @property
    def terminal_or_honour(self) -> bool:
        """True for terminals and honours."""
        return self.kind >= 27 or self.kind % 9 in (0, 8)

    @property
    def indicated(self) -> int:
        """The kind of the dora that this tile indicates: the next one; after the last, the first.

        Source: EMA 2016, 4.1; WRCR 2015, 6.4.
        """
        if self.suit != "z":
            return self.kind - self.number + 1 + self.number % 9
        first, size = (27, 4) if self.number <= 4 else (31, 3)
        return first + (self.kind - first + 1) % size

    def __repr__(self) -> str:
        """Return `Tile('5m')`."""
        return f"Tile({str(self)!r})"

    def __str__(self) -> str:
        """Return the tile as text: `5m`, a red five `0m`, a bonus tile `3*m`, a red dragon `7z`."""
        return _TEXTS[self.order]


FIVES = (4, 13, 22)
"""The kinds that can have red tiles."""

_MADE: dict[int, Tile] = {}

_TEXTS = [f"{number}{SUITS[kind // 9]}" for kind in range(34)
          for n in (kind % 9 + 1,) for number in (n, 0, f"{n}*", "")]  # fmt: skip
"""The text of each tile, by its order. Only fives are ever red."""

TILES = {str(tile): tile for tile in (*map(Tile, range(34)), *(Tile(kind, True) for kind in FIVES))}
"""Every tile by its text: `1m` to `9m`, `1p`, `1s`, `1z` to `7z`, `0m 0p 0s`."""

BONUS_TILES = {str(tile): tile for tile in (Tile(kind, bonus=True) for kind in range(34))}
"""Every bonus tile by its text: `3*m`."""

ALL_TILES = (*TILES.values(), *BONUS_TILES.values())
"""Every tile once, plain or marked."""

ORDER = attrgetter("order")
"""A sort key for tiles."""

MARKED = attrgetter("marked")
"""A function that returns whether a tile is a red five or a bonus tile."""

INDICATED = [Tile(kind).indicated for kind in range(34)]
"""The kind of the dora for each kind of indicator."""

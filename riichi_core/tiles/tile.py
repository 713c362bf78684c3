"""The kinds of tiles: three suits of nine, four winds, three dragons; some fives may be red."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, get_args

Suit = Literal["m", "p", "s", "z"]
"""Characters, circles, bamboo, and the honours: 1 to 4 East to North, 5 to 7 White, Green, Red."""

SUITS: tuple[Suit, ...] = get_args(Suit)


class Wind(IntEnum):
    """A seat, or the wind of a round. The value is the place in turn after East."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @classmethod
    def of(cls, name: Wind | str) -> Wind:
        """A wind by its word, `south`; a wind is itself.

        Raises:
            ValueError: there is no such wind.
        """
        if isinstance(name, Wind):
            return name
        try:
            return cls[name.upper()]
        except (KeyError, AttributeError):
            raise ValueError(
                f"there is no wind {name!r}: expected {', '.join(map(str, cls))}"
            ) from None

    def __str__(self) -> str:
        """The word of the records: `east`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """One tile: its kind, 0 to 33 in the order m p s z, and whether it is a red five."""

    kind: int
    red: bool = False

    def __post_init__(self) -> None:
        """Refuse what no set of tiles has."""
        if not 0 <= self.kind < 34 or (self.red and self.kind not in FIVES):
            raise ValueError(f"there is no tile of kind {self.kind}, red: {self.red}")

    @property
    def suit(self) -> Suit:
        """`m`, `p`, `s`, or `z` for honours."""
        return SUITS[self.kind // 9]

    @property
    def number(self) -> int:
        """1 to 9; for honours 1 East to 4 North, 5 White, 6 Green, 7 Red."""
        return self.kind % 9 + 1

    @property
    def plain(self) -> Tile:
        """The same kind, not red."""
        return TILES[str(Tile(self.kind))] if self.red else self

    @property
    def outer(self) -> bool:
        """True for terminals and honours."""
        return self.kind >= 27 or self.kind % 9 in (0, 8)

    @property
    def indicated(self) -> int:
        """The kind of the dora to which this tile points: the next, and from the last the first.

        Source: EMA 2016, 4.1; WRCR 2015, 6.4.
        """
        if self.suit != "z":
            return self.kind - self.number + 1 + self.number % 9
        first, size = (27, 4) if self.number <= 4 else (31, 3)
        return first + (self.kind - first + 1) % size

    def __str__(self) -> str:
        """As text has it: `5m`, a red five `0m`, a red dragon `7z`."""
        return f"{0 if self.red else self.number}{self.suit}"


FIVES = (4, 13, 22)
"""The kinds of which some may be red."""

TILES = {str(tile): tile for tile in (*map(Tile, range(34)), *(Tile(kind, True) for kind in FIVES))}
"""Every tile by its text: `1m` to `9m`, `1p`, `1s`, `1z` to `7z`, `0m 0p 0s`."""

INDICATED = [Tile(kind).indicated for kind in range(34)]
"""For each kind as an indicator the kind of the dora."""

"""The wall: 136 tiles that are built, broken, dealt, drawn and turned.

Sources: EMA 2016, 2.4 to 2.8, 3.3.5; WRCR 2015, 4.5 to 4.9, 5.4.7.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from riichi_core.errors import RiichiError
from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.messages import Message, quote
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import TILES, Tile, Wind
from riichi_core.tiles.tile import BONUS_TILES, MARKED

SIZE = 136
STACKS = 17
"""The number of stacks of two tiles in the wall of each player."""

DEAD = 14
"""The number of tiles in the dead wall; a quad adds the last live tile to it."""

DEALT = 53
BLOCKS = 48
"""The number of tiles dealt, and the number of those dealt in fours."""

MOST_QUADS = 4
"""The number of replacement tiles; a fifth quad is not possible (EMA 3.3.10; WRCR 5.4.9)."""

LIVE = SIZE - DEAD
"""The number of tiles in the live wall, the dealt ones included."""

_STACK = 2

Dice = tuple[int, int]


class WallError(RiichiError):
    """An error in the tiles or dice of a wall."""

    code = "wall"


@dataclass(frozen=True, slots=True)
class Wall:
    """All tiles in drawing order: from the break on, stack by stack, the upper tile first.

    The last seven stacks, up to the break, are the dead wall. Counted back from the break, the
    first two are the replacement tiles, the third has the dora indicator, and the next four have
    the kan dora indicators, each above its ura indicator.

    >>> from riichi_core import Table
    >>> table = Table("ema-2025", seed=7)
    >>> started = table.start()
    >>> len(table.deal.wall.tiles)
    136

    Attributes:
        tiles: 136 tiles.
        dice: the throw that broke the wall; None if unknown.

    Raises:
        WallError: if there are not 136 tiles, or not four of each kind.
    """

    tiles: tuple[Tile, ...]
    dice: Dice | None = None

    def __post_init__(self) -> None:
        """Check that it is a complete set of tiles."""
        if self.dice is not None:
            break_point(self.dice)
        if len(self.tiles) != SIZE:
            raise WallError(
                Message("a wall has {size} tiles, not {n}", size=SIZE, n=len(self.tiles))
            )
        wrong = [
            kind for kind, count in Counter(tile.kind for tile in self.tiles).items() if count != 4
        ]
        if wrong:
            named = ", ".join(str(Tile(kind)) for kind in sorted(wrong))
            message = Message("a wall has four tiles of each kind, but not of {tiles}", tiles=named)
            raise WallError(message)

    @classmethod
    def broken(cls, walls: Sequence[Sequence[Tile]], dice: Dice) -> Wall:
        """Build a wall from the players' four walls, broken by a throw of two dice.

        Args:
            walls: the 34 tiles of East, South, West and North each, from the right end as their
                owner sees it, stack by stack, the upper tile first.
            dice: the throw. Counting round from East selects the wall to break, and the same number
                of stacks is counted from its right end.

        Raises:
            WallError: if the walls or the dice are impossible.
        """
        if [len(wall) for wall in walls] != [STACKS * _STACK] * 4:
            raise WallError(Message("four walls have {n} stacks of two tiles each", n=STACKS))
        owner, counted = break_point(dice)
        around = [tile for step in range(4) for tile in walls[(owner - step) % 4]]
        first = counted * _STACK
        return cls((*around[first:], *around[:first]), dice)

    @classmethod
    def shuffled(cls, tiles: Tiles, chance: SeededRandom) -> Wall:
        """Return a random wall: shuffled tiles and a throw of the dice."""
        mixed = chance.shuffled(whole_set(tiles))
        wall_size = STACKS * _STACK
        walls = [mixed[wall_size * seat : wall_size * (seat + 1)] for seat in Wind]
        return cls.broken(walls, (chance.below(6) + 1, chance.below(6) + 1))

    @classmethod
    def parse(cls, text: str, dice: Dice | None = None) -> Wall:
        """Read a wall from its text, `5m1z0p…` without spaces.

        Raises:
            WallError: if a tile does not exist, or the tiles do not make a wall.
        """
        tiles = []
        for match in re.finditer(r".\*.|..?", text, re.DOTALL):
            tile = TILES.get(match[0]) or BONUS_TILES.get(match[0])
            if tile is None:
                raise WallError(
                    Message(
                        "{text} is not a tile (at character {at})",
                        text=quote(match[0]),
                        at=match.start() + 1,
                    )
                )
            tiles.append(tile)
        return cls(tuple(tiles), dice)

    def check(self, tiles: Tiles) -> None:
        """Reject a wall with other red fives or bonus tiles than the ruleset's.

        Raises:
            WallError: if the marked tiles differ.
        """
        own, expected = Counter(filter(MARKED, self.tiles)), Counter(marked_tiles(tiles))
        if own != expected:
            message = Message(
                "the wall has {reds}; these rules have {expected}",
                reds=_describe_marked(own),
                expected=_describe_marked(expected),
            )
            raise WallError(message)

    def __str__(self) -> str:
        """Return all tiles in drawing order, two characters each, three for a bonus tile."""
        return "".join(map(str, self.tiles))

    def __repr__(self) -> str:
        """Return an expression that recreates the wall."""
        dice = "" if self.dice is None else f", {self.dice}"
        return f"Wall.parse('{self}'{dice})"

    def dealt(self) -> tuple[tuple[Tile, ...], ...]:
        """Return the thirteen tiles of each seat: three times four, then one.

        East's fourteenth tile counts as East's first draw here.
        """
        return tuple(
            (
                *(self.tiles[16 * block + 4 * seat + n] for block in range(3) for n in range(4)),
                self.tiles[BLOCKS + seat],
            )
            for seat in Wind
        )

    def live(self, drawn: int) -> Tile:
        """Return the tile that is drawn from the live wall after `drawn` tiles."""
        return self.tiles[drawn]

    def replacement(self, taken: int) -> Tile:
        """Return the replacement tile after `taken` others, counted from the break."""
        stack = SIZE - _STACK * (taken // _STACK + 1)
        return self.tiles[stack + taken % _STACK]

    def indicator(self, number: int) -> Tile:
        """Return the dora indicator (0), or a kan dora indicator (1 to 4)."""
        return self.tiles[_indicator(number)]

    def indicators(self, turned: int) -> tuple[Tile, ...]:
        """Return the first `turned` indicators, the dora indicator first."""
        return self.tiles[_TURNED[turned]]

    def ura_indicator(self, number: int) -> Tile:
        """Return the tile under an indicator, for ura dora."""
        return self.tiles[_indicator(number) + 1]


def _describe_marked(marked: Counter[Tile]) -> Message:
    """Return the red fives and bonus tiles as text: `1 0m, 2 0p, 1 3*s`."""
    if not marked:
        return Message("no red fives")
    named = ", ".join(f"{times} {tile}" for tile, times in sorted(marked.items()))
    if all(tile.red for tile in marked):
        return Message("red fives {tiles}", tiles=named)
    return Message("marked tiles {tiles}", tiles=named)


def _indicator(number: int) -> int:
    return SIZE - _STACK * (3 + number)


_TURNED = [
    slice(_indicator(0), _indicator(turned), -_STACK) for turned in range(SIZE // _STACK - 3)
]
"""The places of the indicators, by the number turned; a foreign log may contain any number."""


def break_point(dice: Dice) -> tuple[Wind, int]:
    """Return the seat whose wall a throw breaks, and the number of stacks to its right.

    Raises:
        WallError: if it is not a throw of two dice.
    """
    if len(dice) != 2 or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise WallError(Message("not a throw of two dice: {dice}", dice=dice))
    total = sum(dice)
    return Wind((total - 1) % 4), total


def whole_set(tiles: Tiles) -> tuple[Tile, ...]:
    """Return all 136 tiles of a ruleset, sorted."""
    return _whole_set(tuple(marked_tiles(tiles).items()))


@lru_cache(maxsize=16)
def _whole_set(marked: tuple[tuple[Tile, int], ...]) -> tuple[Tile, ...]:
    tiles = [tile for tile, copies in marked for _ in range(copies)]
    taken = Counter(tile.kind for tile in tiles)
    tiles += [Tile(kind) for kind in range(34) for _ in range(4 - taken[kind])]
    return tuple(sorted(tiles))


def tiles_beside(used: Iterable[Tile], tiles: Tiles) -> list[Tile]:
    """Return the complete set of tiles without some of them, sorted.

    Raises:
        WallError: if more of a tile are used than exist.
    """
    remaining = Counter(whole_set(tiles))
    remaining.subtract(used)
    too_many = sorted(tile for tile, times in remaining.items() if times < 0)
    if too_many:
        message = Message(
            "more {tiles} than a full set of tiles has", tiles=", ".join(map(str, too_many))
        )
        raise WallError(message)
    return list(remaining.elements())

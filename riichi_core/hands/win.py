"""The facts of one win: the hand, the winning tile, and how it was won. No rule is read here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from riichi_core.hands.contradictions import refuse_contradictions
from riichi_core.hands.facts import Circumstance, Discard, Riichi, SelfDraw, WinError
from riichi_core.hands.hand import Hand
from riichi_core.hands.shapes import suit_keys
from riichi_core.hands.table import OCCASIONS, table_of
from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Tile, Wind, parse_tiles

_KINDS: dict[str, Callable[[Any], Any]] = {
    **{"seat": Wind, "prevailing": Wind, "circumstances": frozenset},
    **{"dora": tuple, "kan_dora": tuple},
}
"""What a field is made into, whatever it is given as."""


@dataclass(frozen=True, slots=True)
class Win:
    """One win, as it happened. Everything has been checked to be possible at some table.

    `dora` and `kan_dora` are the indicators, not the dora; all may be given as `dora`, in the
    order in which they were turned. `counters` is how many are on the table.

    The last three fields are worked out from the others, for looking up: the keys of the suits
    (shapes.py), the facts of the table as bits, and how many of each kind the complete hand has.

    Raises:
        WinError: facts that cannot be true together; its `field` is that of the JSON record.
    """

    hand: Hand
    tile: Tile
    by: SelfDraw | Discard
    seat: Wind = Wind.EAST
    prevailing: Wind = Wind.EAST
    riichi: Riichi | None = None
    dora: tuple[Tile, ...] = ()
    kan_dora: tuple[Tile, ...] = ()
    counters: int = 0
    circumstances: frozenset[Circumstance] = frozenset()
    suits: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)
    table: int = field(init=False, repr=False, compare=False)
    held: bytes = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Check the facts, and write them in the compact form in which they are looked up."""
        for name, kind in _KINDS.items():
            object.__setattr__(self, name, kind(getattr(self, name)))
        refuse_contradictions(self)
        kinds = [tile.kind for tile in self.hand.concealed]
        keys = suit_keys(kinds, self.hand.declared, self.tile.kind, drawn=self.drawn)
        object.__setattr__(self, "suits", keys)
        object.__setattr__(self, "table", table_of(self))
        held = Counter(tile.kind for tile in self.tiles)
        object.__setattr__(self, "held", bytes(held[kind] for kind in range(34)))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The whole hand with the winning tile."""
        return (*self.hand.tiles, self.tile)

    @property
    def reds(self) -> Counter[int]:
        """How many red fives of each kind the hand has."""
        return Counter(tile.kind for tile in self.tiles if tile.red)

    @classmethod
    def parse(  # noqa: PLR0913 - the fields of a win
        cls,
        hand: str,
        tile: str,
        by: SelfDraw | Discard,
        *,
        seat: Wind | str = Wind.EAST,
        prevailing: Wind | str = Wind.EAST,
        riichi: Riichi | None = None,
        dora: str = "",
        kan_dora: str = "",
        counters: int = 0,
        circumstances: Iterable[Circumstance] = (),
    ) -> Win:
        """A win whose hand, winning tile and indicators are given as text, winds as words perhaps.

        Raises:
            HandError: the hand is not written as one, or no such hand exists.
            NotationError: a tile is not written as one.
            WinError: facts that cannot be true together.
        """
        winning = parse_tiles(tile)
        if len(winning) != 1:
            message = f"{tile!r} is {len(winning)} tiles, expected one"
            raise WinError("notation", "winning_tile", message)
        return cls(
            Hand.parse(hand),
            winning[0],
            by,
            Wind.of(seat),
            Wind.of(prevailing),
            riichi,
            parse_tiles(dora),
            parse_tiles(kan_dora),
            counters,
            frozenset(circumstances),
        )

    @property
    def drawn(self) -> bool:
        """Whether the winner drew the tile."""
        return isinstance(self.by, SelfDraw)

    @property
    def dealer(self) -> bool:
        """Whether East won."""
        return self.seat is Wind.EAST

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """Every indicator that was turned up."""
        under = (*self.riichi.ura, *self.riichi.kan_ura) if self.riichi else ()
        return (*self.dora, *self.kan_dora, *under)

    @property
    def occasions(self) -> frozenset[Occasion]:
        """The occasions of the yaku vocabulary that are given."""
        return frozenset(name for bit, name in enumerate(OCCASIONS) if self.table >> bit & 1)

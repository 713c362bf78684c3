"""What happened around a win: how it was won, what was declared, what only some tables know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from riichi_core.errors import RecordError
from riichi_core.tiles import Tile, parse_tiles

Circumstance = Literal[
    "riichi_discard",
    "kong_discard",
    "open_riichi",
    "after_two_kongs",
    "first_turn_kong",
    "eighth_dealer_win",
    "breaks_eighth_win",
]
"""What only some local yaku ask for."""

CIRCUMSTANCES: tuple[Circumstance, ...] = get_args(Circumstance)


class WinError(RecordError):
    """Facts of a win that contradict each other."""


@dataclass(frozen=True, slots=True)
class SelfDraw:
    """A win on a drawn tile; `apart` is whether it was kept apart from the hand."""

    after_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False
    apart: bool = True


@dataclass(frozen=True, slots=True)
class Discard:
    """A win on another player's tile, discarded or added to a pung."""

    robbing_kong: bool = False
    last_tile: bool = False
    first_turn: bool = False


@dataclass(frozen=True, slots=True)
class Riichi:
    """A declared riichi, and the indicators under the dora indicators, which only it turns up."""

    double: bool = False
    ippatsu: bool = False
    ura: tuple[Tile, ...] = ()
    kan_ura: tuple[Tile, ...] = ()

    @classmethod
    def parse(
        cls, *, double: bool = False, ippatsu: bool = False, ura: str = "", kan_ura: str = ""
    ) -> Riichi:
        """A riichi whose indicators are given as text.

        Raises:
            NotationError: a tile is not written as one.
        """
        return cls(double, ippatsu, parse_tiles(ura), parse_tiles(kan_ura))

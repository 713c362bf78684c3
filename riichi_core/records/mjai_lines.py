"""The lines of mjai: a typed model for each kind of line that makes up a game.

Fields that are not needed are not looked at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, PlainSerializer, PlainValidator, model_validator

from riichi_core.errors import RecordError
from riichi_core.records.foreign import (
    Flag,
    ForeignRecord,
    PlayerIndex,
    PointsArray,
    Sticks,
    StrictText,
    sized,
    snake_case,
    unexpected,
    whole_number,
    wrong,
)
from riichi_core.settlement.ledger import as_json
from riichi_core.tiles import TILES, Tile

HONOURS = "ESWNPFC"
WINDS = HONOURS[:4]

TO_MJAI = {
    tile: f"5{tile.suit}r" if tile.red else HONOURS[kind - 27] if kind >= 27 else str(tile)
    for tile in TILES.values()
    for kind in (tile.kind,)
}
"""A tile as mjai writes it: `5m`, red `5mr`, honours `E S W N P F C`."""

FROM_MJAI = {text: tile for tile, text in TO_MJAI.items()}


def _read_tile(value: object) -> Tile:
    tile = FROM_MJAI.get(value) if isinstance(value, str) else None
    if tile is None:
        raise wrong("a tile, as 1m, 5mr, E or P", value)
    return tile


def _listed(value: object) -> object:
    """Return a list for the one tile that some programs write in place of one."""
    return [value] if isinstance(value, str) else value


def _read_wind(value: object) -> str:
    if not isinstance(value, str) or value not in list(WINDS):
        raise wrong("E, S, W or N", value)
    return value


MjaiTile = Annotated[Tile, PlainValidator(_read_tile), PlainSerializer(TO_MJAI.__getitem__)]
_Wind = Annotated[str, PlainValidator(_read_wind)]
_Tiles = tuple[MjaiTile, ...]
_Hand = Annotated[_Tiles, sized(13, 13)]
_Hands = Annotated[tuple[_Hand, _Hand, _Hand, _Hand], sized(4, 4)]
_Markers = Annotated[_Tiles, sized(0, 5), BeforeValidator(_listed)]
_Names = Annotated[tuple[StrictText, ...], sized(0, 4)]
_Flags = Annotated[tuple[Flag, Flag, Flag, Flag], sized(4, 4)]

_OF_PLAYERS = ("scores", "deltas", "tenpais")
_OF_TILES = ("consumed", "ura_markers", "uradora_markers", "uradora_marker")
PLACES: Mapping[str, tuple[str, ...]] = {
    **{name: (name, "player {n}") for name in _OF_PLAYERS},
    **{name: (name, "tile {n}") for name in _OF_TILES},
    "tehais": ("tehais", "player {n}", "tile {n}"),
}


class MjaiLine(ForeignRecord):
    """A line; its fields are written in this order, after its `type`."""

    noun: ClassVar[str] = "the line"
    type: ClassVar[str] = ""

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Name the kind of line after its class, `end_kyoku` for EndKyoku."""
        cls.type = snake_case(cls.__name__)

    def text(self) -> str:
        """Return the line as it is written."""
        values = self.model_dump(mode="json", exclude_none=True)
        line = {"type": self.type, **values}
        return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


class StartGame(MjaiLine):
    """The game begins."""

    names: _Names | None = None


class StartKyoku(MjaiLine):
    """A deal begins: its wind, number, sticks, scores and hands."""

    bakaze: _Wind
    dora_marker: MjaiTile
    kyoku: Annotated[int, whole_number(1, 4)]
    honba: Sticks
    kyotaku: Annotated[Sticks, PlainSerializer(as_json)]
    oya: PlayerIndex
    scores: PointsArray | None = None
    tehais: _Hands

    @model_validator(mode="after")
    def _first_players(self) -> Self:
        if self.kyoku != self.oya + 1:
            expected = f"{self.oya + 1}, as oya is {self.oya}"
            raise RecordError("contradiction", "kyoku", unexpected(expected, self.kyoku))
        return self


class _Act(MjaiLine):
    actor: PlayerIndex


class _TileAct(_Act):
    pai: MjaiTile


class Tsumo(_TileAct):
    """A player draws."""


class Reach(_Act):
    """A player declares riichi, and discards next."""


class Dahai(_TileAct):
    """A player discards."""

    tsumogiri: Flag


class ReachAccepted(_Act):
    """The riichi discard was not won on."""


class Claim(_Act):
    """A claim of the last discard, with so many tiles of the hand."""

    target: PlayerIndex
    pai: MjaiTile
    consumed: _Tiles


class Chi(Claim):
    """A chow."""

    consumed: Annotated[_Tiles, sized(2, 2)]


class Pon(Claim):
    """A pung."""

    consumed: Annotated[_Tiles, sized(2, 2)]


class Daiminkan(Claim):
    """A claimed kong."""

    consumed: Annotated[_Tiles, sized(3, 3)]


class Ankan(_Act):
    """A concealed kong."""

    consumed: Annotated[_Tiles, sized(4, 4)]


class Kakan(_TileAct):
    """A tile is added to a pung; `consumed` is the pung."""

    consumed: Any = None


class Dora(MjaiLine):
    """An indicator is turned."""

    dora_marker: MjaiTile


class Hora(_Act):
    """A win, what each player gets, and in the original mjai what each has then."""

    target: PlayerIndex
    deltas: PointsArray | None = None
    scores: PointsArray | None = None
    ura_markers: _Markers | None = None
    uradora_markers: _Markers | None = None
    uradora_marker: _Markers | None = None

    @property
    def ura(self) -> tuple[Tile, ...]:
        """The ura indicators, as Mortal, the original mjai or Akochan names them."""
        return self.ura_markers or self.uradora_markers or self.uradora_marker or ()


class Ryukyoku(MjaiLine):
    """A draw."""

    reason: StrictText | None = None
    deltas: PointsArray | None = None
    scores: PointsArray | None = None
    tenpais: _Flags | None = None


class EndKyoku(MjaiLine):
    """The deal is over."""


class EndGame(MjaiLine):
    """The game is over."""

    scores: PointsArray | None = None


MODELS: dict[str, type[MjaiLine]] = {
    model.type: model
    for model in (
        StartGame, StartKyoku, Tsumo, Dahai, Reach, ReachAccepted, Chi, Pon, Daiminkan, Ankan,
        Kakan, Dora, Hora, Ryukyoku, EndKyoku, EndGame,
    )
}  # fmt: skip
"""The model of each kind of line, by its `type`."""

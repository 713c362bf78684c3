"""The lines of mjai: a typed model for each kind of line that makes up a game.

Fields that are not needed are not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from pydantic import PlainSerializer, PlainValidator, model_validator

from riichi_core.errors import RecordError
from riichi_core.records.foreign import (
    Flag,
    ForeignRecord,
    FourPoints,
    Player,
    Sticks,
    Text,
    sized,
    unexpected,
    whole,
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
"""How mjai writes a tile: `5m`, red `5mr`, honours `E S W N P F C`."""

FROM_MJAI = {text: tile for tile, text in TO_MJAI.items()}


def _read_tile(value: object) -> Tile:
    tile = FROM_MJAI.get(value) if isinstance(value, str) else None
    if tile is None:
        raise wrong("a tile, as 1m, 5mr, E or P", value)
    return tile


def _read_wind(value: object) -> str:
    if not isinstance(value, str) or value not in list(WINDS):
        raise wrong("E, S, W or N", value)
    return value


MjaiTile = Annotated[Tile, PlainValidator(_read_tile), PlainSerializer(TO_MJAI.__getitem__)]
_Wind = Annotated[str, PlainValidator(_read_wind)]
_Two = Annotated[tuple[MjaiTile, ...], sized(2, 2)]
_Three = Annotated[tuple[MjaiTile, ...], sized(3, 3)]
_Four = Annotated[tuple[MjaiTile, ...], sized(4, 4)]
_Hand = Annotated[tuple[MjaiTile, ...], sized(13, 13)]
_Hands = Annotated[tuple[_Hand, _Hand, _Hand, _Hand], sized(4, 4)]
_Markers = Annotated[tuple[MjaiTile, ...], sized(0, 5)]
_Names = Annotated[tuple[Text, ...], sized(0, 4)]
_Flags = Annotated[tuple[Flag, Flag, Flag, Flag], sized(4, 4)]

PLACES: Mapping[str, tuple[str, ...]] = {
    "scores": ("scores", "player {n}"),
    "deltas": ("deltas", "player {n}"),
    "tenpais": ("tenpais", "player {n}"),
    "tehais": ("tehais", "player {n}", "tile {n}"),
    "consumed": ("consumed", "tile {n}"),
    "ura_markers": ("ura_markers", "tile {n}"),
    "uradora_markers": ("uradora_markers", "tile {n}"),
}


class MjaiLine(ForeignRecord):
    """A line; its fields are written in this order."""

    noun: ClassVar[str] = "the line"

    def text(self) -> str:
        """Return the line as it is written."""
        return self.model_dump_json(exclude_none=True) + "\n"


class StartGame(MjaiLine):
    """The game begins."""

    type: Literal["start_game"] = "start_game"
    names: _Names | None = None


class StartKyoku(MjaiLine):
    """A deal begins: its wind, number, sticks, scores and hands."""

    type: Literal["start_kyoku"] = "start_kyoku"
    bakaze: _Wind
    dora_marker: MjaiTile
    kyoku: Annotated[int, whole(1, 4)]
    honba: Sticks
    kyotaku: Annotated[Sticks, PlainSerializer(as_json)]
    oya: Player
    scores: FourPoints
    tehais: _Hands

    @model_validator(mode="after")
    def _first_players(self) -> Self:
        if self.kyoku != self.oya + 1:
            expected = f"{self.oya + 1}, as oya is {self.oya}"
            raise RecordError("contradiction", "kyoku", unexpected(expected, self.kyoku))
        return self


class Tsumo(MjaiLine):
    """A player draws."""

    type: Literal["tsumo"] = "tsumo"
    actor: Player
    pai: MjaiTile


class Reach(MjaiLine):
    """A player declares riichi, and discards next."""

    type: Literal["reach"] = "reach"
    actor: Player


class Dahai(MjaiLine):
    """A player discards."""

    type: Literal["dahai"] = "dahai"
    actor: Player
    pai: MjaiTile
    tsumogiri: Flag


class ReachAccepted(MjaiLine):
    """The riichi discard was not won on."""

    type: Literal["reach_accepted"] = "reach_accepted"
    actor: Player


class Claim(MjaiLine):
    """A claim of the last discard."""

    type: str
    actor: Player
    target: Player
    pai: MjaiTile


class Chi(Claim):
    """A chow."""

    type: Literal["chi"] = "chi"
    consumed: _Two


class Pon(Claim):
    """A pung."""

    type: Literal["pon"] = "pon"
    consumed: _Two


class Daiminkan(Claim):
    """A claimed kong."""

    type: Literal["daiminkan"] = "daiminkan"
    consumed: _Three


class Ankan(MjaiLine):
    """A concealed kong."""

    type: Literal["ankan"] = "ankan"
    actor: Player
    consumed: _Four


class Kakan(MjaiLine):
    """A tile is added to a pung; `consumed` is the pung."""

    type: Literal["kakan"] = "kakan"
    actor: Player
    pai: MjaiTile
    consumed: Any = None


class Dora(MjaiLine):
    """An indicator is turned."""

    type: Literal["dora"] = "dora"
    dora_marker: MjaiTile


class Hora(MjaiLine):
    """A win, and what each player gets."""

    type: Literal["hora"] = "hora"
    actor: Player
    target: Player
    deltas: FourPoints | None = None
    ura_markers: _Markers | None = None
    uradora_markers: _Markers | None = None


class Ryukyoku(MjaiLine):
    """A draw."""

    type: Literal["ryukyoku"] = "ryukyoku"
    reason: Text | None = None
    deltas: FourPoints | None = None
    tenpais: _Flags | None = None


class EndKyoku(MjaiLine):
    """The deal is over."""

    type: Literal["end_kyoku"] = "end_kyoku"


class EndGame(MjaiLine):
    """The game is over."""

    type: Literal["end_game"] = "end_game"
    scores: FourPoints | None = None


OfGame = StartGame | StartKyoku | EndKyoku | EndGame
OfDeal = (
    Tsumo | Dahai | Reach | ReachAccepted | Chi | Pon | Daiminkan | Ankan | Kakan
    | Dora | Hora | Ryukyoku
)  # fmt: skip
MODELS: dict[str, type[OfGame | OfDeal]] = {
    model.model_fields["type"].default: model for model in (*get_args(OfGame), *get_args(OfDeal))
}
"""The model of each kind of line, by its `type`."""

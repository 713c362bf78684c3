"""One win as a JSON record, and what became of it: docs/contracts.md, section 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.win import CIRCUMSTANCES, Circumstance, Riichi, Ron, Tsumo, Win, WinError
from riichi_core.messages import quote
from riichi_core.scoring.fields import (
    WINDS,
    flag,
    known_fields,
    listing,
    number,
    ruleset_names,
    unknown_word,
    word,
    wrong_type,
)
from riichi_core.scoring.fu import FuItem
from riichi_core.scoring.han import YakuHan
from riichi_core.scoring.score import NoWin, Score
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

RIICHI = ("none", "riichi", "double")
WON_BY = ("self_draw", "discard")
INDICATORS = (
    *("dora_indicators", "kan_dora_indicators"),
    *("ura_dora_indicators", "kan_ura_dora_indicators"),
)
HAPPENED = ("ippatsu", "after_kong", "robbing_kong", "last_tile", "first_turn")
FLAGS = (*HAPPENED, "winning_tile_apart")
NEEDED = ("hand", "winning_tile", "won_by")
WIN_FIELDS = (
    *NEEDED,
    *("seat_wind", "prevailing_wind", "riichi", *FLAGS, "circumstances", *INDICATORS, "counters"),
)
FIELDS = ("id", *WIN_FIELDS, "rulesets")


@dataclass(frozen=True, slots=True)
class Record:
    """A record that was read: its id, the win, and the ids of the rulesets that it asks for.

    `rulesets` is None where the record leaves it to whoever asks.
    """

    id: Any
    win: Win
    rulesets: tuple[str, ...] | None


def read_record(data: object) -> Record:
    """A record from its JSON value.

    Raises:
        WinError: what is wrong, with a code and the field that is at fault.
    """
    if not isinstance(data, Mapping):
        message = f"a record is a JSON object, not {quote(data)}"
        raise WinError("not_an_object", "", message)
    known_fields(data, FIELDS)
    return Record(data.get("id"), read_win(data), ruleset_names(data))


def read_win(data: Mapping[str, Any]) -> Win:
    """The win of a record; fields that do not belong to it are not looked at.

    Raises:
        WinError: what is wrong, with a code and the field that is at fault.
    """
    for name in NEEDED:
        if data.get(name) is None:
            raise WinError(
                "missing_field", name, f"{name} is missing: a win needs {', '.join(NEEDED)}"
            )
    flags = {name: flag(data, name) for name in FLAGS}
    tiles = {name: _indicators(data, name) for name in INDICATORS}
    return Win(
        hand=_hand(data),
        tile=_tile("winning_tile", data["winning_tile"]),
        by=_by(data, flags),
        seat=Wind(WINDS.index(word(data, "seat_wind", WINDS))),
        prevailing=Wind(WINDS.index(word(data, "prevailing_wind", WINDS))),
        riichi=_riichi(data, flags, tiles),
        dora=tiles["dora_indicators"],
        kan_dora=tiles["kan_dora_indicators"],
        counters=number(data, "counters"),
        circumstances=_circumstances(data),
    )


# ---- fields --------------------------------------------------------------------------------------


def _hand(data: Mapping[str, Any]) -> Hand:
    text = data["hand"]
    if not isinstance(text, str):
        wrong_type("hand", text, "a hand as text")
    try:
        return Hand.parse(text)
    except HandError as error:
        raise WinError(error.code, "hand", str(error)) from None


def _tile(name: str, text: object) -> Tile:
    if not isinstance(text, str):
        wrong_type(name, text, "a tile as text")
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        raise WinError("notation", name, f"{name}: {error}") from None
    if len(tiles) != 1:
        raise WinError(
            "notation", name, f"{name}: {quote(text)} is {len(tiles)} tiles, expected one"
        )
    return tiles[0]


def _indicators(data: Mapping[str, Any], name: str) -> tuple[Tile, ...]:
    return tuple(_tile(name, text) for text in listing(data, name))


def _circumstances(data: Mapping[str, Any]) -> frozenset[Circumstance]:
    found: set[Circumstance] = set()
    for value in listing(data, "circumstances"):
        if value not in CIRCUMSTANCES:
            unknown_word("circumstances", str(value), CIRCUMSTANCES)
        found.add(value)
    return frozenset(found)


# ---- facts that belong together ------------------------------------------------------------------


def _by(data: Mapping[str, Any], flags: Mapping[str, bool]) -> Tsumo | Ron:
    if word(data, "won_by", WON_BY) == "self_draw":
        if flags["robbing_kong"]:
            message = "robbing_kong on a self-draw: a kong is robbed of another player's tile"
            raise WinError("contradiction", "robbing_kong", message)
        return Tsumo(
            flags["after_kong"],
            flags["last_tile"],
            flags["first_turn"],
            flags["winning_tile_apart"],
        )
    if flags["after_kong"]:
        message = "after_kong on a discard: the replacement tile is drawn"
        raise WinError("contradiction", "after_kong", message)
    return Ron(flags["robbing_kong"], flags["last_tile"], flags["first_turn"])


def _riichi(
    data: Mapping[str, Any], flags: Mapping[str, bool], tiles: Mapping[str, tuple[Tile, ...]]
) -> Riichi | None:
    declared: Literal["none", "riichi", "double"] | str = word(data, "riichi", RIICHI)
    if declared != "none":
        under, kongs = tiles["ura_dora_indicators"], tiles["kan_ura_dora_indicators"]
        return Riichi(declared == "double", flags["ippatsu"], under, kongs)
    if flags["ippatsu"]:
        raise WinError("contradiction", "ippatsu", "ippatsu without riichi")
    for name in INDICATORS[2:]:
        if tiles[name]:
            message = f"{name} without riichi: only who declared riichi turns them up"
            raise WinError("contradiction", name, message)
    return None


# ---- results -------------------------------------------------------------------------------------


def result_json(result: Score | NoWin) -> dict[str, Any]:
    """What became of a win, without the hash of the ruleset."""
    if isinstance(result, NoWin):
        return {"valid": False, "reason": result.reason, "message": result.message}
    paid = result.payments
    return {
        "valid": True,
        "yaku": [_yaku_json(one) for one in result.yaku],
        "dora": result.dora._asdict(),
        "han": result.han,
        "fu": result.fu,
        "fu_items": None if result.fu is None else [_fu_json(item) for item in result.fu_items],
        "limit": result.limit,
        "yakuman": result.yakuman,
        "payments": {
            "from_each": paid.from_each,
            "from_dealer": paid.from_dealer,
            "from_discarder": paid.from_discarder,
        },
        "total": result.total,
    }


def _yaku_json(yaku: YakuHan) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": yaku.id, "han": yaku.han}
    return entry if yaku.times == 1 else {**entry, "count": yaku.times}


def _fu_json(item: FuItem) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": item.id, "fu": item.fu}
    return (
        entry
        if item.tile is None
        else {**entry, "tile": str(item.tile), "concealed": item.concealed}
    )

"""One win as a JSON record, and what became of it: docs/contracts.md, section 2."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from riichi_core.hands.facts import CIRCUMSTANCES, Circumstance, Discard, Riichi, SelfDraw, WinError
from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.win import Win
from riichi_core.rules.diagnostics import nearest
from riichi_core.scoring.fu import FuItem
from riichi_core.scoring.score import NoWin, Score
from riichi_core.scoring.worth import YakuHan
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

RIICHI = ("none", "riichi", "double")
WINDS = tuple(str(wind) for wind in Wind)
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

MOST_LISTED = 50
"""The longest list that a record may have."""


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
        message = f"a record is a JSON object, not {_shown(data)}"
        raise WinError("not_an_object", "", message)
    _known(data, FIELDS)
    return Record(data.get("id"), read_win(data), _rulesets(data))


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
    flags = {name: _flag(data, name) for name in FLAGS}
    tiles = {name: _indicators(data, name) for name in INDICATORS}
    return Win(
        hand=_hand(data),
        tile=_tile("winning_tile", data["winning_tile"]),
        by=_by(data, flags),
        seat=Wind(WINDS.index(_word(data, "seat_wind", WINDS))),
        prevailing=Wind(WINDS.index(_word(data, "prevailing_wind", WINDS))),
        riichi=_riichi(data, flags, tiles),
        dora=tiles["dora_indicators"],
        kan_dora=tiles["kan_dora_indicators"],
        counters=_number(data, "counters"),
        circumstances=_circumstances(data),
    )


# ---- fields --------------------------------------------------------------------------------------


def _known(data: Mapping[Any, Any], fields: tuple[str, ...]) -> None:
    for name in data:
        if name not in fields:
            near = nearest(str(name), fields) or _longer(str(name), fields)
            guess = f": did you mean {near}?" if near else f": expected {', '.join(fields)}"
            raise WinError(
                "unknown_field", str(name)[:60], f"there is no field {_shown(name)}{guess}"
            )


def _shown(value: object) -> str:
    """A value as an error quotes it: as JSON has it, short, and never what is inside of it."""
    match value:
        case None | bool():
            return json.dumps(value)
        case str():
            text = repr(value)
            return text if len(text) <= 60 else f"{text[:60]}..."
        case int() | float():
            return str(value) if abs(value) < 1e15 else "a number so large"
        case list() | tuple():
            return "a list"
    return "an object"


def _wrong(name: str, value: object, wanted: str) -> NoReturn:
    raise WinError("wrong_type", name, f"{name}: expected {wanted}, not {_shown(value)}")


def _flag(data: Mapping[str, Any], name: str) -> bool:
    value = data.get(name, name == "winning_tile_apart")
    if not isinstance(value, bool):
        _wrong(name, value, "true or false")
    return value


def _number(data: Mapping[str, Any], name: str) -> int:
    value = data.get(name, 0)
    if isinstance(value, float) and value.is_integer():  # to JSON 1.0 is a whole number
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        _wrong(name, value, "a whole number")
    return value


def _word(data: Mapping[str, Any], name: str, words: tuple[str, ...]) -> str:
    """The word of a closed list; the first is the one that is meant where none is given."""
    value = data.get(name, words[0])
    if not isinstance(value, str):
        _wrong(name, value, f"one of {', '.join(words)}")
    if value not in words:
        _unknown_word(name, value, words)
    return value


def _unknown_word(name: str, value: str, words: tuple[str, ...]) -> NoReturn:
    near = _MEANT.get(value.lower()) or nearest(value, words) or _longer(value, words)
    near = near if near in words else ""
    guess = f"did you mean {near}?" if near else f"expected {', '.join(words)}"
    raise WinError("unknown_word", name, f"{name}: there is no {_shown(value)}: {guess}")


_MEANT = {
    **{"ron": "discard", "tsumo": "self_draw", "double_riichi": "double"},
    **{"e": "east", "s": "south", "w": "west", "n": "north"},
    **{f"{number}z": wind for number, wind in enumerate(WINDS, 1)},
}
"""What people write for the words of the records."""


def _longer(start: str, words: tuple[str, ...]) -> str:
    """The word of which somebody wrote the first part only."""
    return next((word for word in words if start and word.startswith(start.lower())), "")


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name, [])
    if not isinstance(value, list):
        _wrong(name, value, "a list")
    if len(value) > MOST_LISTED:
        message = f"{name}: {len(value)} items, expected at most {MOST_LISTED}"
        raise WinError("out_of_range", name, message)
    return value


def _hand(data: Mapping[str, Any]) -> Hand:
    text = data["hand"]
    if not isinstance(text, str):
        _wrong("hand", text, "a hand as text")
    try:
        return Hand.parse(text)
    except HandError as error:
        raise WinError(error.code, "hand", str(error)) from None


def _tile(name: str, text: object) -> Tile:
    if not isinstance(text, str):
        _wrong(name, text, "a tile as text")
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        raise WinError("notation", name, f"{name}: {error}") from None
    if len(tiles) != 1:
        raise WinError(
            "notation", name, f"{name}: {_shown(text)} is {len(tiles)} tiles, expected one"
        )
    return tiles[0]


def _indicators(data: Mapping[str, Any], name: str) -> tuple[Tile, ...]:
    return tuple(_tile(name, text) for text in _list(data, name))


def _circumstances(data: Mapping[str, Any]) -> frozenset[Circumstance]:
    found: set[Circumstance] = set()
    for value in _list(data, "circumstances"):
        if value not in CIRCUMSTANCES:
            _unknown_word("circumstances", str(value), CIRCUMSTANCES)
        found.add(value)
    return frozenset(found)


def _rulesets(data: Mapping[str, Any]) -> tuple[str, ...] | None:
    if "rulesets" not in data:
        return None
    names = _list(data, "rulesets")
    for name in names:
        if not isinstance(name, str):
            _wrong("rulesets", name, "the ids of rulesets")
    if not names:
        raise WinError("out_of_range", "rulesets", "rulesets: the list is empty, expected ids")
    return tuple(dict.fromkeys(names))


# ---- facts that belong together ------------------------------------------------------------------


def _by(data: Mapping[str, Any], flags: Mapping[str, bool]) -> SelfDraw | Discard:
    if _word(data, "won_by", WON_BY) == "self_draw":
        if flags["robbing_kong"]:
            message = "robbing_kong on a self-draw: a kong is robbed of another player's tile"
            raise WinError("contradiction", "robbing_kong", message)
        return SelfDraw(
            flags["after_kong"],
            flags["last_tile"],
            flags["first_turn"],
            flags["winning_tile_apart"],
        )
    if flags["after_kong"]:
        message = "after_kong on a discard: the replacement tile is drawn"
        raise WinError("contradiction", "after_kong", message)
    return Discard(flags["robbing_kong"], flags["last_tile"], flags["first_turn"])


def _riichi(
    data: Mapping[str, Any], flags: Mapping[str, bool], tiles: Mapping[str, tuple[Tile, ...]]
) -> Riichi | None:
    declared: Literal["none", "riichi", "double"] | str = _word(data, "riichi", RIICHI)
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

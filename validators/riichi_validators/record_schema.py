"""The JSON Schemas of what `riichi score --jsonl` reads and writes, made from the code's words."""

from __future__ import annotations

from typing import Any, get_args

from riichi_core.hands.win import CIRCUMSTANCES
from riichi_core.scoring.dora import DoraHan
from riichi_core.scoring.fields import MOST_LISTED, WINDS
from riichi_core.scoring.fu import FuId
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.record import (
    FLAGS,
    INDICATORS,
    NEEDED,
    RIICHI,
    WON_BY,
)
from riichi_core.scoring.score import Reason

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

TILE = {"type": "string", "pattern": r"^\s*([0-9]\s*[mps]|[1-7]\s*z)\s*$"}
_POINTS: Json = {"type": ["integer", "null"], "minimum": 0}
ERROR: Json = {
    "type": "object",
    "required": ["code", "message", "field"],
    "properties": {name: {"type": "string"} for name in ("code", "message", "field")},
    "additionalProperties": False,
}


COUNTERS: Json = {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0}
RULESETS: Json = {
    "type": "array",
    "items": {"type": "string"},
    "minItems": 1,
    "maxItems": MOST_LISTED,
    "description": "Ids of rulesets, never paths.",
}


def words(known: tuple[str, ...], default: str | None = None) -> Json:
    """One of these words."""
    return {"enum": list(known)} | ({} if default is None else {"default": default})


def record_schema() -> Json:
    """A record: the facts of one win."""
    return {
        "$schema": DIALECT,
        "title": "One win, to be scored",
        **closed(
            {
                "id": {"description": "Anything; it comes back with the result."},
                **win_properties(),
                "rulesets": RULESETS,
            },
            *NEEDED,
        ),
    }


def win_properties() -> Json:
    """The facts of a win."""
    tiles: Json = {
        "type": "array",
        "items": TILE,
        "maxItems": 5,
        "default": [],
        "description": "With those of kongs, in a list of their own or not, at most five.",
    }
    flags = {name: {"type": "boolean", "default": name == "winning_tile_apart"} for name in FLAGS}
    return {
        "hand": {"type": "string", "maxLength": 200, "examples": ["2345567m345p(777z^)"]},
        "winning_tile": TILE,
        "won_by": words(WON_BY),
        "seat_wind": words(WINDS, "east"),
        "prevailing_wind": words(WINDS, "east"),
        "riichi": words(RIICHI, "none"),
        **flags,
        "circumstances": {
            "type": "array",
            "items": words(CIRCUMSTANCES),
            "maxItems": MOST_LISTED,
            "default": [],
        },
        **dict.fromkeys(INDICATORS, tiles),
        "counters": COUNTERS,
    }


def answer_schema() -> Json:
    """What a record is answered with: a result for each ruleset, or an error."""
    return answers(score_schema(), _no_win())


def answers(*results: Json) -> Json:
    """An answer whose results have one of these shapes, or say why there is none."""
    failed = closed({"id": {}, "line": {"type": "integer", "minimum": 1}, "error": ERROR},
                    "id", "error")  # fmt: skip
    each = {"type": "object", "additionalProperties": {"oneOf": [*results, _impossible()]}}
    answered = closed({"id": {}, "results": each})
    return {"$schema": DIALECT, "title": "The answer to a record", "oneOf": [answered, failed]}


def _impossible() -> Json:
    return {
        "type": "object",
        "required": ["error"],
        "properties": {"error": ERROR},
        "additionalProperties": False,
    }


def _no_win() -> Json:
    return {
        "type": "object",
        "required": ["ruleset_hash", "valid", "reason", "message"],
        "properties": {
            "ruleset_hash": {"type": "string"},
            "valid": {"const": False},
            "reason": words(get_args(Reason)),
            "message": {"type": "string"},
        },
        "additionalProperties": False,
    }


def score_schema() -> Json:
    """What a win is worth."""
    yaku = {
        "id": {"type": "string"},
        "han": {"type": ["integer", "null"], "minimum": 1},
        "count": {"type": "integer", "minimum": 2},
    }
    item = {
        "id": words(get_args(FuId)),
        "fu": {"type": "integer", "minimum": 1},
        "tile": TILE,
        "concealed": {"type": "boolean"},
    }
    properties: Json = {
        "ruleset_hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "valid": {"const": True},
        "yaku": {"type": "array", "minItems": 1, "items": closed(yaku, "id", "han")},
        "dora": closed({name: {"type": "integer", "minimum": 0} for name in DoraHan._fields}),
        "han": {"type": ["integer", "null"], "minimum": 1},
        "fu": {"type": ["integer", "null"], "minimum": 20},
        "fu_items": {
            "oneOf": [{"type": "null"}, {"type": "array", "items": closed(item, "id", "fu")}]
        },
        "limit": {"enum": [None, *get_args(LimitId)]},
        "yakuman": {"type": "integer", "minimum": 0},
        "payments": closed(dict.fromkeys(("from_each", "from_dealer", "from_discarder"), _POINTS)),
        "total": {"type": "integer", "minimum": 0},
    }
    return closed(properties)


def closed(properties: Json, *required: str) -> Json:
    """A closed object; all of it is required where nothing else is said."""
    return {
        "type": "object",
        "required": list(required or properties),
        "properties": properties,
        "additionalProperties": False,
    }

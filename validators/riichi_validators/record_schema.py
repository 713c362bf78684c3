"""The JSON Schemas of what `riichi score --jsonl` reads and writes, made from the code's words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

from riichi_core.hands.facts import CIRCUMSTANCES
from riichi_core.scoring.dora import Dora
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
from riichi_validators.published import FOLDER, RECORDS

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TILE = {"type": "string", "pattern": r"^\s*([0-9]\s*[mps]|[1-7]\s*z)\s*$"}
_POINTS: Json = {"type": ["integer", "null"], "minimum": 0}
_ERROR: Json = {
    "type": "object",
    "required": ["code", "message", "field"],
    "properties": {name: {"type": "string"} for name in ("code", "message", "field")},
    "additionalProperties": False,
}


def _words(words: tuple[str, ...], default: str | None = None) -> Json:
    return {"enum": list(words)} | ({} if default is None else {"default": default})


def record_schema() -> Json:
    """A record: the facts of one win."""
    tiles: Json = {
        "type": "array",
        "items": _TILE,
        "maxItems": 5,
        "default": [],
        "description": "With those of kongs, in a list of their own or not, at most five.",
    }
    flags = {name: {"type": "boolean", "default": name == "winning_tile_apart"} for name in FLAGS}
    return {
        "$schema": DIALECT,
        "title": "One win, to be scored",
        "type": "object",
        "required": list(NEEDED),
        "additionalProperties": False,
        "properties": {
            "id": {"description": "Anything; it comes back with the result."},
            "hand": {"type": "string", "maxLength": 200, "examples": ["2345567m345p(777z^)"]},
            "winning_tile": _TILE,
            "won_by": _words(WON_BY),
            "seat_wind": _words(WINDS, "east"),
            "prevailing_wind": _words(WINDS, "east"),
            "riichi": _words(RIICHI, "none"),
            **flags,
            "circumstances": {
                "type": "array",
                "items": _words(CIRCUMSTANCES),
                "maxItems": MOST_LISTED,
                "default": [],
            },
            **dict.fromkeys(INDICATORS, tiles),
            "counters": {"type": "integer", "minimum": 0, "maximum": 1000, "default": 0},
            "rulesets": {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "maxItems": MOST_LISTED,
                "description": "Ids of rulesets, never paths.",
            },
        },
    }


def answer_schema() -> Json:
    """What a record is answered with: a result for each ruleset, or an error."""
    failed: Json = {
        "type": "object",
        "required": ["id", "error"],
        "properties": {"id": {}, "line": {"type": "integer", "minimum": 1}, "error": _ERROR},
        "additionalProperties": False,
    }
    answered: Json = {
        "type": "object",
        "required": ["id", "results"],
        "properties": {
            "id": {},
            "results": {
                "type": "object",
                "additionalProperties": {"oneOf": [_score(), _no_win(), _impossible()]},
            },
        },
        "additionalProperties": False,
    }
    return {"$schema": DIALECT, "title": "The answer to a record", "oneOf": [answered, failed]}


def _impossible() -> Json:
    return {
        "type": "object",
        "required": ["error"],
        "properties": {"error": _ERROR},
        "additionalProperties": False,
    }


def _no_win() -> Json:
    return {
        "type": "object",
        "required": ["ruleset_hash", "valid", "reason", "message"],
        "properties": {
            "ruleset_hash": {"type": "string"},
            "valid": {"const": False},
            "reason": _words(get_args(Reason)),
            "message": {"type": "string"},
        },
        "additionalProperties": False,
    }


def _score() -> Json:
    yaku = {
        "id": {"type": "string"},
        "han": {"type": ["integer", "null"], "minimum": 1},
        "count": {"type": "integer", "minimum": 2},
    }
    item = {
        "id": _words(get_args(FuId)),
        "fu": {"type": "integer", "minimum": 1},
        "tile": _TILE,
        "concealed": {"type": "boolean"},
    }
    properties: Json = {
        "ruleset_hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "valid": {"const": True},
        "yaku": {"type": "array", "minItems": 1, "items": _object(yaku, "id", "han")},
        "dora": _object({name: {"type": "integer", "minimum": 0} for name in Dora._fields}),
        "han": {"type": ["integer", "null"], "minimum": 1},
        "fu": {"type": ["integer", "null"], "minimum": 20},
        "fu_items": {
            "oneOf": [{"type": "null"}, {"type": "array", "items": _object(item, "id", "fu")}]
        },
        "limit": {"enum": [None, *get_args(LimitId)]},
        "yakuman": {"type": "integer", "minimum": 0},
        "payments": _object(dict.fromkeys(("from_each", "from_dealer", "from_discarder"), _POINTS)),
        "total": {"type": "integer", "minimum": 0},
    }
    return _object(properties)


def _object(properties: Json, *required: str) -> Json:
    """A closed object; all of it is required where nothing else is said."""
    return {
        "type": "object",
        "required": list(required or properties),
        "properties": properties,
        "additionalProperties": False,
    }


SCHEMAS = {"win": record_schema, "win-result": answer_schema}


def generate(kind: str) -> str:
    """The text of a schema."""
    return json.dumps(SCHEMAS[kind](), ensure_ascii=False, indent=1) + "\n"


def write() -> list[Path]:
    """Write the schemas of records."""
    written = []
    for kind, name in RECORDS.items():
        (FOLDER / name).write_text(generate(kind), encoding="utf-8")
        written.append(FOLDER / name)
    return written

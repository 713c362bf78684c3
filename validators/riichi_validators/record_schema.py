"""The JSON Schemas of records and of what they are answered with, from their typed models."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter

from riichi_core.records.deal import DealLine, SettlementJson
from riichi_core.records.game import GameRecord, GameResultJson
from riichi_core.records.model import WINDS
from riichi_core.records.standings import PlanJson, SeatingJson, TournamentJson
from riichi_core.records.win import NoWinJson, ScoreJson, WinLine

Json = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_HASH: Json = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_SEAT: Json = {"enum": [*WINDS], "type": "string"}
_SEATS = (_SEAT, {"enum": [*WINDS]})
_NAME: Json = {"type": "string", "minLength": 1}


def words(known: tuple[str, ...]) -> Json:
    """Return the schema of a word of a closed list."""
    return {"enum": list(known)}


def closed(properties: Json, *required: str) -> Json:
    """Return the schema of a closed object; all of it is required where nothing else is said."""
    return {
        "type": "object",
        "required": list(required or properties),
        "properties": properties,
        "additionalProperties": False,
    }


ERROR = closed({name: {"type": "string"} for name in ("code", "message", "field")})


def record_schema() -> Json:
    """Return the schema of a record: the facts of one win."""
    return _record(WinLine, "One win, to be scored")


def deal_schema() -> Json:
    """Return the schema of a record: how a deal ended; seats are named by their winds in it."""
    return _record(DealLine, "A deal, to be settled")


def game_schema() -> Json:
    """Return the schema of a written game; a seat is named by its player, or by its wind."""
    return by_name(_record(GameRecord, "A written record of a game"))


def by_name(schema: Json) -> Json:
    """Return the schema of a game, in which the name of a player stands for a seat."""
    named: Json = replaced(schema, _SEATS, _NAME)
    return named


def answer_schema() -> Json:
    """Return the schema of what a win is answered with: a score, why it is none, or an error."""
    return _answers(schema_of(ScoreJson), schema_of(NoWinJson))


def settlement_schema() -> Json:
    """Return the schema of what a deal is answered with."""
    return _answers(schema_of(SettlementJson))


def game_result_schema() -> Json:
    """Return the schema of what a written game comes to under each ruleset."""
    return _record(GameResultJson, "The result of a written game")


def tournament_schema() -> Json:
    """Return the schema of standings under each ruleset."""
    return _record(TournamentJson, "The standings of a tournament")


def seating_schema() -> Json:
    """Return the schema of what is found in the seating of a tournament."""
    return _record(SeatingJson, "The seating of a tournament")


def plan_schema() -> Json:
    """Return the schema of a seating plan."""
    return _record(PlanJson, "A seating plan")


def _record(model: Any, title: str) -> Json:
    return {"$schema": DIALECT, **schema_of(model), "title": title}


def _answers(*results: Json) -> Json:
    """Return the schema of an answer: for each ruleset one of the results or an error."""
    failed = closed({"id": {}, "line": {"type": "integer", "minimum": 1}, "error": ERROR},
                    "id", "error")  # fmt: skip
    found = [_hashed(result) for result in results]
    each = {"type": "object", "additionalProperties": {"oneOf": [*found, closed({"error": ERROR})]}}
    answered = closed({"id": {}, "results": each})
    return {"$schema": DIALECT, "title": "The answer to a record", "oneOf": [answered, failed]}


def _hashed(result: Json) -> Json:
    properties = {"ruleset_hash": _HASH, **result["properties"]}
    return result | {"properties": properties, "required": list(properties)}


# ---- one form ------------------------------------------------------------------------------------


def schema_of(model: Any) -> Json:
    """Return the schema of a model with its parts in place, and without what says nothing."""
    schema = TypeAdapter(model).json_schema()
    found: Json = tidy(schema, schema.pop("$defs", {}))
    return found


_RENAMED = {"ge": "minimum", "le": "maximum"}
"""The schema that pydantic writes of a number behind a validator."""


def tidy(schema: Any, parts: Mapping[str, Json] = MappingProxyType({})) -> Any:
    """Return a schema of pydantic without what says nothing, and these parts in their places."""
    if isinstance(schema, list):
        return [tidy(one, parts) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if parts and "$ref" in schema:
        return tidy(parts[schema["$ref"].rpartition("/")[2]], parts)
    found = {_RENAMED.get(key, key): tidy(one, parts) for key, one in schema.items()}
    if isinstance(found.get("title"), str):
        del found["title"]
    if found.get("default", ()) is None:
        del found["default"]
    if "enum" in found and isinstance(found.get("default"), int):
        found["default"] = found["enum"][found["default"]]  # a wind
    if "properties" in found and found.get("type") == "object":
        found["additionalProperties"] = False
    return found


def replaced(schema: Any, old: Collection[Json], new: Json) -> Any:
    """Return a schema with `new` for each part that is one of `old`, also for names of keys."""
    if isinstance(schema, list):
        return [replaced(one, old, new) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if schema in old:
        return new
    return {key: replaced(one, old, new) for key, one in schema.items()}

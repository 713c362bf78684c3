"""Generate the JSON Schemas of records, answers and scenarios from their typed models."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from functools import partial
from importlib import import_module
from types import MappingProxyType
from typing import Any, cast

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from riichi.schema.field_descriptions import described
from riichi.schema.kinds import RECORD_SCHEMAS, RulesetKind
from riichi.schema.ruleset_schema import DIALECT, file_schema, ref
from riichi_core.records.deal import DealLine
from riichi_core.records.fields import WINDS
from riichi_core.records.from_dict import NoWinRecord, ScoreRecord, SettlementRecord
from riichi_core.records.win import WinLine
from riichi_core.records.written_game import GameRecord, GameResultJson
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import ID, LONGEST_ID
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.expected import expected_of
from riichi_core.scenarios.reading import KEYS, NEEDED

Json = dict[str, Any]

_HASH: Json = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_SEAT: Json = {"enum": [*WINDS], "type": "string"}
_SEATS = (_SEAT, {"enum": [*WINDS]})
_NAME: Json = {"type": "string", "minLength": 1}


def words(known: tuple[str, ...]) -> Json:
    """Return the schema of a word of a closed list."""
    return {"enum": list(known)}


def closed(properties: Json, *required: str) -> Json:
    """Return the schema of a closed object; by default all of its keys are required."""
    return {
        "type": "object",
        "required": list(required or properties),
        "properties": properties,
        "additionalProperties": False,
    }


ERROR = closed({name: {"type": "string"} for name in ("code", "message", "field")})


def by_name(schema: Json) -> Json:
    """Return the schema of a game in which players' names denote seats."""
    named: Json = replaced(schema, _SEATS, _NAME)
    return named


EVENT_RESULTS = {
    "tournament-result": ("TournamentJson", "The standings of a tournament"),
    "league-result": ("LeagueJson", "The standings of a league"),
    "seating": ("SeatingJson", "The seating of a tournament"),
    "plan": ("PlanJson", "A seating plan"),
}
"""The types and titles of the results of events."""

EVENT_TYPES = "riichi.events.files.event_json"
"""Their module, as text: only their own schemas import it."""


def _event(kind: str) -> Json:
    """Return the schema of a result of an event."""
    name, title = EVENT_RESULTS[kind]
    return _record(getattr(import_module(EVENT_TYPES), name), title)


def _record(model: Any, title: str) -> Json:
    return {"$schema": DIALECT, **schema_of(model), "title": title}


def _answers(*results: Any) -> Json:
    """Return the schema of an answer: for each ruleset one of the results or an error."""
    failed = closed({"id": {}, "line": {"type": "integer", "minimum": 1}, "error": ERROR},
                    "id", "error")  # fmt: skip
    hashed = [_hashed(schema_of(result)) for result in results]
    each = {
        "type": "object",
        "additionalProperties": {"oneOf": [*hashed, closed({"error": ERROR})]},
    }
    answered = closed({"id": {}, "results": each})
    return {"$schema": DIALECT, "title": "The answer to a record", "oneOf": [answered, failed]}


def _hashed(result: Json) -> Json:
    properties = {"ruleset_hash": _HASH, **result["properties"]}
    needed = ["ruleset_hash", *result.get("required", ())]
    return result | {"properties": properties, "required": needed}


# ---- one form ------------------------------------------------------------------------------------


def schema_of(model: Any) -> Json:
    """Return the schema of a model with its parts inlined and redundant keys removed."""
    schema = TypeAdapter(model).json_schema()
    tidied: Json = tidy(schema, schema.pop("$defs", {}))
    return tidied


_RENAMED = {"ge": "minimum", "le": "maximum"}
"""The names that pydantic uses in the schema of a number behind a validator."""


def tidy(schema: Any, parts: Mapping[str, Json] = MappingProxyType({})) -> Any:
    """Return a pydantic schema without redundant keys and with these parts inlined."""
    if isinstance(schema, list):
        return [tidy(part, parts) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if parts and "$ref" in schema:
        return tidy(parts[schema["$ref"].rpartition("/")[2]], parts)
    tidied = {_RENAMED.get(key, key): tidy(part, parts) for key, part in schema.items()}
    if isinstance(tidied.get("title"), str):
        del tidied["title"]
    if tidied.get("default", ()) is None:
        del tidied["default"]
    if "enum" in tidied and isinstance(tidied.get("default"), int):
        tidied["default"] = tidied["enum"][tidied["default"]]  # a wind
    if "properties" in tidied and tidied.get("type") == "object":
        tidied["additionalProperties"] = False
    return tidied


def replaced(schema: Any, old: Collection[Json], new: Json) -> Any:
    """Return a schema with `new` in place of each part in `old`, including key names."""
    if isinstance(schema, list):
        return [replaced(part, old, new) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema in old:
        return new
    return {key: replaced(part, old, new) for key, part in schema.items()}


# ---- a file of scenarios -------------------------------------------------------------------------


_ID: Json = {"type": "string", "pattern": f"^{ID}$", "maxLength": LONGEST_ID}
_YAKU: Json = {"type": "string", "format": "yaku"}
"""The schema that models of expectations use for the name of a yaku."""

_OWN_YAKU: Json = {"type": "string", "pattern": f"^{YAKU_ID}$"}


def scenario_schema() -> Json:
    """Return the schema of a scenario file, which is a list of scenarios."""
    house = file_schema("house")
    variant = {name: house["properties"][name] for name in ("extends", *chapters())}
    schema = {
        "$schema": DIALECT,
        "title": "Scenarios: rules shown by example",
        "type": "array",
        "minItems": 1,
        "items": _scenario(),
        "$defs": {
            "variant": closed(variant, "extends"),
            "yaku": {"anyOf": [words(tuple(known_yaku())), _OWN_YAKU]},
            **{f"given.{kind}": _given(kind) for kind in KINDS},
            **{f"facts.{kind}": _facts(kind) for kind in KINDS},
            **_expected(),
            **house["$defs"],
        },
    }
    return deepcopy(schema)  # parts are cached and shared


def _scenario() -> Json:
    known = {
        "scenario": _ID,
        "clauses": _list(words(tuple(clauses()))),
        "options": _list({"anyOf": [words(tuple(options())), {"type": "string",
                                                              "pattern": r"^yaku\."}]}),
        "says": {"type": "string", "pattern": r"\S"},
        "variants": {"type": "object", "propertyNames": _ID,
                     "additionalProperties": ref("variant")},
        "given": {"type": "object", "minProperties": 1, "maxProperties": 1,
                  "properties": {kind: ref(f"given.{kind}") for kind in KINDS},
                  "additionalProperties": False},
        "expect": {"type": "object", "minProperties": 1, "propertyNames": _ID},
    }  # fmt: skip
    scenario = closed({name: known[name] for name in KEYS}, *NEEDED)
    return scenario | {"allOf": [_of_kind(kind) for kind in KINDS]}


def _list(each: Json) -> Json:
    return {"type": "array", "items": each, "uniqueItems": True}


def _of_kind(kind: str) -> Json:
    """Return the expectations for a kind; unless an error is expected, the facts must be valid."""
    every = {"properties": {"expect": {"additionalProperties": ref(f"expected.{kind}")}}}
    refused = {"not": {"additionalProperties": {"not": {"required": ["error"]}}}}
    return {
        "if": {"required": ["given"], "properties": {"given": {"required": [kind]}}},
        "then": every | {
            "if": {"properties": {"expect": refused}},
            "else": {"properties": {"given": {"properties": {kind: ref(f"facts.{kind}")}}}},
        },
    }  # fmt: skip


# ---- given facts ---------------------------------------------------------------------------------


def _given(kind: str) -> Json:
    """Return the schema of a record's field names, which apply even if its values are rejected."""
    fields = KINDS[kind].fields
    return {"type": "object", "propertyNames": {"enum": list(fields)}}


def _facts(kind: str) -> Json:
    """Return the model's schema with its values, as far as a schema can check them."""
    facts = schema_of(KINDS[kind].given)
    return by_name(facts) if kind == "game" else facts


# ---- expectations --------------------------------------------------------------------------------


def _expected() -> Mapping[str, Json]:
    """Return the schemas of the expectations of each kind, and of their shared parts."""
    models: Any = [(expected_of(kind), "validation") for kind in KINDS.values()]
    _, whole = models_json_schema(models, ref_template="#/$defs/{model}")
    definitions: dict[str, Json] = replaced(tidy(whole["$defs"]), [_YAKU], ref("yaku"))
    for kind in KINDS.values():
        alone = {"if": {"required": ["error"]}, "then": {"maxProperties": 1}}
        part = definitions[expected_of(kind).__name__]
        definitions[f"expected.{kind.name}"] = {**part, "minProperties": 1, **alone}
    return definitions


# ---- the files -----------------------------------------------------------------------------------


SCHEMAS: Mapping[str, Callable[[], Json]] = {
    "win": lambda: _record(WinLine, "One win, to be scored"),
    "win-result": lambda: _answers(ScoreRecord, NoWinRecord),
    "deal": lambda: _record(DealLine, "A deal whose payments are asked for"),
    "deal-result": lambda: _answers(SettlementRecord),
    "game": lambda: by_name(_record(GameRecord, "A written record of a game")),
    "game-result": lambda: _record(GameResultJson, "The result of a written game"),
    **{kind: partial(_event, kind) for kind in EVENT_RESULTS},
    "scenarios": scenario_schema,
}
"""The functions that make the schema of each kind.

A game names seats by players or by winds. An answer is, for each ruleset, a result or an error.
"""


def schema_of_kind(kind: str) -> Json:
    """Return a schema with a description of each field."""
    schema: Json = described(SCHEMAS[kind](), kind)
    return schema


def schema_text(kind: str) -> str:
    """Return the text of a schema of `RULESET_SCHEMAS` or `RECORD_SCHEMAS`, from the models."""
    if kind in RECORD_SCHEMAS:
        dialect, *rest = schema_of_kind(kind).items()
        schema = dict([dialect, ("$id", RECORD_SCHEMAS[kind]), *rest])
    else:
        schema = file_schema(cast(RulesetKind, kind))
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"

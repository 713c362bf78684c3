"""The JSON Schema of a file of scenarios, from what its loader reads."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from pydantic.json_schema import models_json_schema

from riichi_core.game.fouls import fouls
from riichi_core.play.actions import WORDS
from riichi_core.records.model import WINDS
from riichi_core.records.tournament import COLUMNS
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import ID, LONGEST_ID
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.foul import FoulRecord
from riichi_core.scenarios.kinds.play import CLOSED, MOST_ACTS
from riichi_core.scenarios.kinds.rule import LISTS
from riichi_core.scenarios.reading import KEYS, NEEDED
from riichi_core.settlement.ending import PLAY_SETTINGS
from riichi_validators.record_schema import (
    DIALECT,
    Json,
    closed,
    deal_schema,
    game_schema,
    record_schema,
    words,
)
from riichi_validators.schema import house_schema

_ID: Json = {"type": "string", "pattern": f"^{ID}$", "maxLength": LONGEST_ID}
_OWN_YAKU: Json = {"type": "string", "pattern": f"^{YAKU_ID}$"}


def scenario_schema() -> Json:
    """A file: a list of scenarios."""
    house = house_schema()
    schema = {
        "$schema": DIALECT,
        "title": "Scenarios: rules shown by example",
        "type": "array",
        "minItems": 1,
        "items": _scenario(),
        "$defs": {
            "variant": _variant(house),
            "yaku": {"anyOf": [words(tuple(known_yaku())), _OWN_YAKU]},
            **{f"given.{kind}": _given(kind) for kind in KINDS},
            **{f"facts.{kind}": _facts(kind) for kind in KINDS},
            **_expected(),
            **house["$defs"],
        },
    }
    return deepcopy(schema)  # parts are kept and shared


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _scenario() -> Json:
    known = {
        "scenario": _ID,
        "clauses": _list(words(tuple(clauses()))),
        "options": _list({"anyOf": [words(tuple(options())), {"type": "string",
                                                              "pattern": r"^yaku\."}]}),
        "says": {"type": "string", "pattern": r"\S"},
        "variants": {"type": "object", "propertyNames": _ID,
                     "additionalProperties": _ref("variant")},
        "given": {"type": "object", "minProperties": 1, "maxProperties": 1,
                  "properties": {kind: _ref(f"given.{kind}") for kind in KINDS},
                  "additionalProperties": False},
        "expect": {"type": "object", "minProperties": 1, "propertyNames": _ID},
    }  # fmt: skip
    one = closed({name: known[name] for name in KEYS}, *NEEDED)
    return one | {"allOf": [_of_kind(kind) for kind in KINDS]}


def _list(each: Json) -> Json:
    return {"type": "array", "items": each, "uniqueItems": True}


def _of_kind(kind: str) -> Json:
    """Return what can be expected of the facts; unless that is an error, they are right."""
    every = {"properties": {"expect": {"additionalProperties": _ref(f"expected.{kind}")}}}
    refused = {"not": {"additionalProperties": {"not": {"required": ["error"]}}}}
    return {
        "if": {"required": ["given"], "properties": {"given": {"required": [kind]}}},
        "then": every | {
            "if": {"properties": {"expect": refused}},
            "else": {"properties": {"given": {"properties": {kind: _ref(f"facts.{kind}")}}}},
        },
    }  # fmt: skip


def _variant(house: Json) -> Json:
    """House rules without a head."""
    parts = {name: house["properties"][name] for name in ("extends", *chapters())}
    return closed(parts, "extends")


# ---- what is given -------------------------------------------------------------------------------


def _given(kind: str) -> Json:
    """A record by the names of its fields, which hold also where its values are refused."""
    fields = KINDS[kind].fields
    return {"type": "object", "propertyNames": {"enum": list(fields)}}


def _facts(kind: str) -> Json:
    """The same with its values, as far as a schema can tell; a new kind has none at first."""
    if kind == "win":
        whole = record_schema()
    elif kind == "deal":
        whole = deal_schema()
    elif kind == "game":
        whole = game_schema()
    else:
        return _other_facts().get(kind, {"type": "object"})
    fields = KINDS[kind].fields
    properties = {name: whole["properties"][name] for name in fields}
    needed = [name for name in whole["required"] if name in fields]
    more = {"allOf": whole["allOf"]} if "allOf" in whole else {}
    return closed(properties, *needed) | more


_SEAT_LIST: Json = {"type": "array", "items": words(WINDS), "uniqueItems": True}
_TRUTH: Json = {"type": "boolean"}


def _of_seats(each: Json) -> Json:
    return {"type": "object", "propertyNames": words(WINDS), "additionalProperties": each}


def _play_facts() -> Json:
    """A deal that is set up, and what is done in it."""
    text, number = {"type": "string"}, {"type": "integer", "minimum": 0}
    act = {"type": "string", "pattern": f"^({'|'.join((*WORDS, 'draw'))})( |$)"}
    more = {
        "act": act,
        "foul": words(fouls()),
        **{"points": number, "seconds": number, "hasty": _TRUTH, "later": _TRUTH},
    }
    said = {"anyOf": [act, {**closed(more), "required": [], "minProperties": 1}]}
    moment = {"anyOf": [{"const": CLOSED}, {**_of_seats(said), "minProperties": 1}]}
    known = {
        **dict.fromkeys(("hands", "discards"), _of_seats(text)),
        **dict.fromkeys(("draws", "replacements", "indicators", "ura", "wall"), text),
        **dict.fromkeys(("riichi", "dead_hands"), _SEAT_LIST),
        **dict.fromkeys(("turn", "prevailing_wind"), words(WINDS)),
        **dict.fromkeys(("tiles_left", "counters", "bets_on_table"), number),
        "scores": _of_seats({"type": "integer"}),
        "first_turn": _TRUTH,
        "setting": words(PLAY_SETTINGS),
        "dice": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6},
                 "minItems": 2, "maxItems": 2},
        "acts": {"type": "array", "items": moment, "maxItems": MOST_ACTS},
    }  # fmt: skip
    return {"type": "object", "properties": known}


def _other_facts() -> Mapping[str, Json]:
    return {
    "foul": _tidy(FoulRecord.model_json_schema()),
    "tournament": closed({
        "rows": {"type": "array", "minItems": 1,
                 "items": {"type": "object", "propertyNames": words(tuple(COLUMNS))}},
    }, "rows"),
    "play": _play_facts(),
    "rule": {
        "type": "object",
        "properties": {"options": _list(words(tuple(options()))), "yaku": words(LISTS)},
        "anyOf": [{"required": ["options"]}, {"required": ["yaku"]}],
    },
}  # fmt: skip


# ---- what is expected ----------------------------------------------------------------------------


def _expected() -> Mapping[str, Json]:
    """Return the schema of what each kind can expect, and of the parts that they share."""
    models: Any = [(kind.expected, "validation") for kind in KINDS.values()]
    _, whole = models_json_schema(models, ref_template="#/$defs/{model}")
    definitions: dict[str, Json] = _tidy(whole["$defs"])
    for kind in KINDS.values():
        alone = {"if": {"required": ["error"]}, "then": {"maxProperties": 1}}
        part = definitions[kind.expected.__name__]
        definitions[f"expected.{kind.name}"] = {**part, "minProperties": 1, **alone}
    return definitions


def _tidy(part: Any) -> Any:
    """Return a schema without the titles and defaults of pydantic, and with names of yaku."""
    if isinstance(part, list):
        return [_tidy(one) for one in part]
    if not isinstance(part, dict):
        return part
    if part.get("format") == "yaku":
        return _ref("yaku")
    if part.get("default", ...) is None:
        part = {name: one for name, one in part.items() if name != "default"}
    return {
        name: _tidy(one)
        for name, one in part.items()
        if not (name == "title" and isinstance(one, str))
    }

"""The JSON Schema of a file of scenarios, from what its loader reads."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

from riichi_core.game.fouls import fouls
from riichi_core.play.actions import WORDS
from riichi_core.records.tournament import COLUMNS
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import ID, LONGEST_ID
from riichi_core.scenarios.expectation import SHAPES, Shape
from riichi_core.scenarios.reading import KEYS, NEEDED, RECORDS
from riichi_core.scenarios.rule_kind import LISTS
from riichi_core.scenarios.scenario import KINDS, Kind
from riichi_core.scenarios.script import CLOSED, MOST_ACTS
from riichi_core.scoring.fields import WINDS
from riichi_core.settlement.ending import PLAY_SETTINGS
from riichi_validators import deal_schema
from riichi_validators.record_schema import DIALECT, Json, closed, record_schema, words
from riichi_validators.schema import house_schema

_TYPES = {bool: "boolean", int: "integer", str: "string", list: "array", dict: "object",
          type(None): "null"}  # fmt: skip
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
            "win": _parts(SHAPES["win"](tuple(known_yaku()))),
            **{f"given.{kind}": _given(kind) for kind in KINDS},
            **{f"facts.{kind}": _facts(kind) for kind in KINDS},
            **{f"expected.{kind}": _expected(kind) for kind in KINDS},
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


def _of_kind(kind: Kind) -> Json:
    """What can be expected of what is given; unless that is an error, the facts are right."""
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


def _given(kind: Kind) -> Json:
    """A record by the names of its fields, which hold also where its values are refused."""
    fields = RECORDS[kind].fields
    return {"type": "object", "propertyNames": {"enum": list(fields)}}


def _facts(kind: Kind) -> Json:
    """The same with its values, as far as a schema can tell; a new kind has none at first."""
    if kind == "win":
        whole = record_schema()
    elif kind == "deal":
        whole = deal_schema.deal_schema()
    elif kind == "game":
        whole = deal_schema.game_schema()
    else:
        return _OTHER_FACTS.get(kind, {"type": "object"})
    fields = RECORDS[kind].fields
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


_OTHER_FACTS: dict[str, Json] = {
    "foul": closed({"name": words(fouls()), "setting": words(PLAY_SETTINGS)}, "name"),
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


def _expected(kind: Kind) -> Json:
    shapes = SHAPES[kind](tuple(known_yaku()))
    alone = {"if": {"required": ["error"]}, "then": {"maxProperties": 1}}
    properties = {name: _shape(shape) for name, shape in shapes.items()}
    properties["error"]["not"] = {"const": False}
    return {"type": "object", "minProperties": 1, "properties": properties,
            "additionalProperties": False, **alone}  # fmt: skip


def _parts(shapes: Mapping[str, Shape]) -> Json:
    properties = {name: _shape(shape) for name, shape in shapes.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _shape(shape: Shape) -> Json:
    """Whatever fits as a value."""
    found: list[Json] = []
    if shape.kinds:
        found.append({"type": [_TYPES[kind] for kind in shape.kinds]})
    if shape.words:
        found.append(_ref("yaku") if shape.what == "yaku" else words(shape.words))
    if shape.each is not None:
        found.append({"type": "array", "items": _shape(shape.each)})
    if shape.any_name is not None:
        found.append({"type": "object", "minProperties": 1,
                      "additionalProperties": _shape(shape.any_name)})  # fmt: skip
    if shape.parts == SHAPES["win"](tuple(known_yaku())):
        found.append(_ref("win"))
    elif shape.parts:
        parts = {name: _shape(part) for name, part in shape.parts.items()}
        found.append({"type": "object", "properties": parts, "required": list(shape.needed),
                      "additionalProperties": False})  # fmt: skip
    return {"description": f"Expected: {shape.says}.", "anyOf": found}

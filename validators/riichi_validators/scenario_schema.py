"""The JSON Schema of a file of scenarios, from what its loader reads."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from pydantic.json_schema import models_json_schema

from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import ID, LONGEST_ID
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.reading import KEYS, NEEDED
from riichi_validators.record_schema import (
    DIALECT,
    Json,
    by_name,
    closed,
    replaced,
    schema_of,
    tidy,
    words,
)
from riichi_validators.schema import house_schema

_ID: Json = {"type": "string", "pattern": f"^{ID}$", "maxLength": LONGEST_ID}
_YAKU: Json = {"type": "string", "format": "yaku"}
"""The text of a model of an expectation on the name of a yaku."""

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
    """Return the model's schema with its values, as far as a schema can tell."""
    facts = schema_of(KINDS[kind].given)
    return by_name(facts) if kind == "game" else facts


# ---- what is expected ----------------------------------------------------------------------------


def _expected() -> Mapping[str, Json]:
    """Return the schema of what each kind can expect, and of the parts that they share."""
    models: Any = [(kind.expected, "validation") for kind in KINDS.values()]
    _, whole = models_json_schema(models, ref_template="#/$defs/{model}")
    definitions: dict[str, Json] = replaced(tidy(whole["$defs"]), [_YAKU], _ref("yaku"))
    for kind in KINDS.values():
        alone = {"if": {"required": ["error"]}, "then": {"maxProperties": 1}}
        part = definitions[kind.expected.__name__]
        definitions[f"expected.{kind.name}"] = {**part, "minProperties": 1, **alone}
    return definitions

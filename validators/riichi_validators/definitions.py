"""Pydantic's own JSON Schemas of all models, brought to one form and explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import BookHead, HouseHead, ShelfHead
from riichi_core.rules.vocabulary import WORDS
from riichi_validators import describe
from riichi_validators.describe import Json

ROOTS: tuple[type[BaseModel], ...] = (BookHead, ShelfHead, HouseHead, Rules)

_NAME: Json = {"pattern": r"^\S(.*\S)?$"}

BEYOND: Mapping[str, Json] = {
    "Names": {"anyOf": [{"required": ["en"]}, {"required": ["ja"]}]},
    **dict.fromkeys(("Names.en", "Names.ja", "Names.kanji", "Names.nl"), _NAME),
    "AlternativeConditions": {"minProperties": 1},
    "Definition": {
        "anyOf": [{"required": [word]} for word in WORDS],
        "dependentRequired": {"counted": ["sets"]},
    },
}
"""Checks of the model's validators, of which pydantic knows nothing, and JSON Schema can say."""


def ref(name: str) -> Json:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


@cache
def models() -> Mapping[str, type[BaseModel]]:
    """Every model of a ruleset file by its name."""
    found = {model.__name__: model for root in ROOTS for model in _models(root)}
    return MappingProxyType(found)


@cache
def definitions() -> Mapping[str, Json]:
    """The schema of each model by its name."""
    _, whole = models_json_schema(
        [(root, "validation") for root in ROOTS], ref_template="#/$defs/{model}"
    )
    return MappingProxyType({name: _model(name, it) for name, it in whole["$defs"].items()})


def _model(name: str, schema: Json) -> Json:
    """One model, its properties explained."""
    tidy: Json = _tidy(schema) | BEYOND.get(name, {})
    fields = models()[name].model_fields
    tidy["properties"] = {
        key: describe.part(fields[key], part | BEYOND.get(f"{name}.{key}", {}), models())
        for key, part in tidy["properties"].items()
    }
    return tidy


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """All models within a type, each with those in its fields."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _models(field.annotation)
    for inner in get_args(annotation):
        yield from _models(inner)


# ---- one form ------------------------------------------------------------------------------------


def _tidy(schema: Any) -> Any:
    """Return a schema with `anyOf` for every choice and without asides of pydantic."""
    if isinstance(schema, list):
        return [_tidy(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {key: _tidy(part) for key, part in schema.items()}
    tidy.pop("discriminator", None)
    if "oneOf" in tidy:
        tidy["anyOf"] = tidy.pop("oneOf")
    if "default" in tidy and tidy["default"] is None:
        del tidy["default"]
    if tidy.get("type") == "array":
        return _array(tidy)
    if "patternProperties" in tidy:
        tidy["additionalProperties"] = False
    return tidy


def _array(schema: Json) -> Json:
    """A list in the words for lists, with one schema for all items where they are the same."""
    for text, items in (("minLength", "minItems"), ("maxLength", "maxItems")):
        if text in schema:  # pydantic forgets behind a validator that it has a list
            schema[items] = schema.pop(text)
    first, *rest = schema.get("prefixItems", [None])
    if first is not None and all(item == first for item in rest):
        del schema["prefixItems"]
        schema["items"] = first
    return schema

"""The JSON Schemas of the ruleset files, generated from the model and never written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from riichi_core.rules.options import Chapter, meaning
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import BOOK_KINDS, BookHead, HouseHead, ShelfHead
from riichi_validators import describe, yaku_schema
from riichi_validators.definitions import definitions, models, ref
from riichi_validators.describe import Json
from riichi_validators.published import FILES, FOLDER, RulesetKind

KINDS: tuple[RulesetKind, ...] = ("book", "house", "shelf")
DRAFT = "https://json-schema.org/draft/2020-12/schema"


def book_schema() -> Json:
    """The schema of a published book's file: complete, with the law of each value."""
    parts = {name: _chapter(name, model, "book") for name, model in chapters().items()}
    about = "A published rulebook as data: complete, every value with the section that says it."
    return _file("book", "Riichi rules of a book", about, BookHead, parts)


def house_schema() -> Json:
    """The schema of a house-rule file, which says only what it changes in a book."""
    parts = {name: _chapter(name, model, "house") for name, model in chapters().items()}
    about = "House rules: the book that they extend, and only what they change in it."
    return _file("house", "Riichi house rules", about, HouseHead, parts)


def shelf_schema() -> Json:
    """The schema of a file on the shelf: what second-hand sources say, laid over a book."""
    parts = {name: _chapter(name, model, "shelf") for name, model in chapters().items()}
    about = "A ruleset from second-hand sources: what these say, and the book for all else."
    return _file("shelf", "Riichi rules from second-hand sources", about, ShelfHead, parts)


SCHEMAS: Mapping[RulesetKind, Callable[[], Json]] = {
    "book": book_schema,
    "house": house_schema,
    "shelf": shelf_schema,
}


def generate(kind: RulesetKind) -> str:
    """The text of a schema file, as the model has it now; `committed` reads it as it is there."""
    return json.dumps(SCHEMAS[kind](), indent=1, ensure_ascii=False) + "\n"


def write() -> list[Path]:
    """Write the schema files.

    Returns:
        The files that were written.
    """
    FOLDER.mkdir(exist_ok=True)
    for kind in KINDS:
        (FOLDER / FILES[kind]).write_text(generate(kind), encoding="utf-8", newline="\n")
    return [FOLDER / FILES[kind] for kind in KINDS]


# ---- a file --------------------------------------------------------------------------------------


def _file(
    kind: RulesetKind, title: str, about: str, head: type[BaseModel], parts: Mapping[str, Json]
) -> Json:
    top = definitions()[head.__name__]
    spoken_of = [
        name
        for name, model in chapters().items()
        if any(option.unregulated is None for _, option in model.options())
    ]
    schema = {
        "$schema": DRAFT,
        "$id": FILES[kind],
        "title": title,
        "description": about,
        "type": "object",
        "properties": {**top["properties"], **parts},
        "required": [*top["required"], *(spoken_of if kind == "book" else ())],
        "additionalProperties": False,
    }
    return deepcopy(schema | {"$defs": _used(schema)})  # the parts are kept and shared


@cache
def _shared() -> Mapping[str, Json]:
    """Return what the two schemas can refer to: values of options, leaf keys, records."""
    values = {
        f"{chapter}.{name}": describe.value(model.model_fields[name], option, found[name])
        for chapter, model in chapters().items()
        if (found := definitions()[model.__name__]["properties"])
        for name, option in model.options()
    }
    return {**values, **yaku_schema.shared(), **KEYS, **definitions()}


def _used(schema: Json) -> Json:
    """The definitions that a schema refers to, also by way of others, in their own order."""
    names: set[str] = set()
    found = set(_references(schema))
    while found:
        names |= found
        found = {name for at in found for name in _references(_shared()[at])} - names
    return {name: part for name, part in _shared().items() if name in names}


def _references(schema: Any) -> Iterator[str]:
    inner: Iterable[Any] = ()
    if isinstance(schema, dict):
        inner = schema.values()
        if "$ref" in schema:
            yield schema["$ref"].removeprefix("#/$defs/")
    elif isinstance(schema, list):
        inner = schema
    for part in inner:
        yield from _references(part)


# ---- a chapter -----------------------------------------------------------------------------------


def _chapter(name: str, model: type[Chapter], kind: RulesetKind) -> Json:
    is_house = kind == "house"
    leaf = _house_leaf if is_house else _book_leaf
    options = {option: _option(model, option) for option, _ in model.options()}
    schema: Json = {
        "title": model.TITLE,
        "description": describe.summary(model),
        "type": "object" if kind == "book" else ["object", "null"],  # null: only comments
        "properties": {
            option: words | leaf(ref(f"{name}.{option}")) for option, words in options.items()
        },
    }
    if kind == "book":
        known = dict(chapters()[name].options())
        schema["required"] = [one for one in options if known[one].unregulated is None]
    schema["additionalProperties"] = False
    if name == "yaku":
        return yaku_schema.extended(schema, leaf, is_house=is_house)
    return schema


def _option(model: type[Chapter], name: str) -> Json:
    field = model.model_fields[name]
    option = meaning(field)
    assert option is not None
    schema = definitions()[model.__name__]["properties"][name]
    text = describe.explained(field, option, schema, models())
    return {"title": option.title, "description": text}


# ---- a leaf: a value and where it comes from -----------------------------------------------------


def _text(title: str, description: str) -> Json:
    return {"title": title, "description": description, "type": "string", "pattern": r"\S"}


KEYS: Mapping[str, Json] = {
    "cite": _text(
        "Cited",
        'The sections that say it, as "3.3.1, 3.4.9"; sections of another source follow a '
        'semicolon and its name, as "3.4.6; dutch 3.4.6".',
    ),
    "silent": _text("Silent", "The book does not say it: why this value."),
    "assumed": _text("Assumed", "No primary text is at hand: from what the value was taken."),
    "house": _text("Decided", "Who decided it and when, if somebody should know."),
    "note": _text("Note", "A remark for readers."),
    "one_provenance": {
        "description": "Exactly one of cite, silent and assumed.",
        "oneOf": [{"required": [kind]} for kind in BOOK_KINDS],
    },
}


def _leaf(value: Json, *keys: str) -> Json:
    return {
        "type": "object",
        "properties": {"value": value, **{key: ref(key) for key in keys}},
        "required": ["value"],
        "additionalProperties": False,
    }


def _book_leaf(value: Json) -> Json:
    return _leaf(value, *BOOK_KINDS, "note") | {"allOf": [ref("one_provenance")]}


def _house_leaf(value: Json) -> Json:
    return {"anyOf": [value, _leaf(value, "house", "note")]}

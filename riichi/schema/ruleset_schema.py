"""Generate the JSON Schemas of the ruleset files from the model."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic.json_schema import models_json_schema

from riichi.schema.kinds import RULESET_SCHEMAS, RulesetKind
from riichi_core.files.accepted_values import accepted_values, record_shape
from riichi_core.messages import not_empty
from riichi_core.rules import glossary
from riichi_core.rules.chapters.yaku import BOOK_YAKU, KnownYaku, LocalYaku, worth_sentence
from riichi_core.rules.options import Chapter, Option, describe_value, option_of
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import (
    BOOK_KINDS,
    BOOK_REMARKS,
    HOUSE_KINDS,
    HOUSE_REMARKS,
    LONGEST_OWN_WORDS,
    BookHead,
    HouseHead,
    ShelfHead,
)
from riichi_core.rules.words import vocabularies
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS, Names

Json = dict[str, Any]
Leaf = Callable[[Json], Json]

KINDS: tuple[RulesetKind, ...] = ("book", "house", "shelf")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


FILES: Mapping[RulesetKind, tuple[type[BaseModel], str, str]] = {
    "book": (
        BookHead,
        "Riichi rules of a book",
        "A published rulebook as data: complete, every value with the section that says it.",
    ),
    "house": (
        HouseHead,
        "Riichi house rules",
        "House rules: the book that they extend, and only what they change in it.",
    ),
    "shelf": (
        ShelfHead,
        "Riichi rules from second-hand sources",
        "A ruleset from second-hand sources: what these say, and the book for all else.",
    ),
}
"""The model of the head, the title and the description of each kind of file."""


# ---- a file --------------------------------------------------------------------------------------


def file_schema(kind: RulesetKind) -> Json:
    """Return the schema of a kind of ruleset file."""
    head, title, about = FILES[kind]
    top = definitions()[head.__name__]
    spoken_of = [
        name
        for name, model in chapters().items()
        if any(option.unregulated is None for _, option in model.options())
    ]
    schema = {
        "$schema": DIALECT,
        "$id": RULESET_SCHEMAS[kind],
        "title": title,
        "description": about,
        "type": "object",
        "properties": {
            **top["properties"],
            "words": top["properties"]["words"] | {"enum": sorted(vocabularies())},
            **{name: _chapter(name, model, kind) for name, model in chapters().items()},
        },
        "required": [*top["required"], *(spoken_of if kind == "book" else ())],
        "additionalProperties": False,
    }
    return deepcopy(schema | {"$defs": _used(schema)})  # the parts are cached and shared


@cache
def _shared() -> Mapping[str, Json]:
    """Return the definitions that the schemas share: values of options, leaf keys, records."""
    values = {
        f"{chapter}.{name}": _value(model.model_fields[name], option, properties[name])
        for chapter, model in chapters().items()
        if (properties := definitions()[model.__name__]["properties"])
        for name, option in model.options()
    }
    worth_schema = definitions()["LocalYaku"]["properties"]["worth"]
    worth_option = Option("Worth", worth_sentence, unit="han")
    worth = _value(LocalYaku.model_fields["worth"], worth_option, worth_schema)
    return {**values, "Worth": worth, "OwnYaku": _own_yaku(), **KEYS, **definitions()}


def _used(schema: Json) -> Json:
    """Return the definitions that a schema refers to, directly or indirectly, in their order."""
    names: set[str] = set()
    new = set(_references(schema))
    while new:
        names |= new
        new = {name for at in new for name in _references(_shared()[at])} - names
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
    options = dict(model.options())
    schema: Json = {
        "title": model.TITLE,
        "description": _summary(model),
        "type": "object" if kind == "book" else ["object", "null"],  # null: only comments
        "properties": {
            path: _described(model, path, option) | leaf(ref(f"{name}.{path}"))
            for path, option in options.items()
        },
    }
    if kind == "book":
        schema["required"] = [
            path for path, option in options.items() if option.unregulated is None
        ]
    schema["additionalProperties"] = False
    if name == "yaku":
        return _with_local_yaku(schema, leaf, is_house=is_house)
    return schema


def _described(model: type[Chapter], name: str, option: Option) -> Json:
    schema = definitions()[model.__name__]["properties"][name]
    text = _explained(model.model_fields[name], option, schema)
    return {"title": option.title, "description": text}


# ---- a leaf: a value and its source --------------------------------------------------------------


def _text_schema(title: str, description: str) -> Json:
    return {"title": title, "description": description, "type": "string", "pattern": r"\S"}


KEYS: Mapping[str, Json] = {
    "cite": _text_schema(
        "Cited",
        'The sections that say it, as "3.3.1, 3.4.9"; sections of another source follow a '
        'semicolon and its name, as "3.4.6; dutch 3.4.6".',
    ),
    "silent": _text_schema("Silent", "The book does not say it: why this value."),
    "assumed": _text_schema(
        "Assumed", "No primary text is at hand: from what the value was taken."
    ),
    "observed": _text_schema(
        "Observed", "Games show it: which games, their dates, and how many of them."
    ),
    "house": _text_schema("Decided", "Who decided it and when, if somebody should know."),
    "proviso": _text_schema(
        "Proviso", "A sentence that the text adds to the rule, e.g. an exception or a warning."
    ),
    "reading": _text_schema(
        "Reading", "How a text was read that can be read in more than one way, or does not say it."
    ),
    "note": _text_schema("Note", "A remark for readers."),
    "one_provenance": {
        "description": "Exactly one of cite, silent, assumed and observed.",
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
    return _leaf(value, *BOOK_KINDS, *BOOK_REMARKS) | {"allOf": [ref("one_provenance")]}


def _house_leaf(value: Json) -> Json:
    leaf = _leaf(value, *HOUSE_KINDS, *HOUSE_REMARKS) | {"not": {"required": [*HOUSE_KINDS]}}
    return {"anyOf": [value, leaf]}


# ---- the yaku chapter: known yaku by any name, and a club's own in house rules -------------------


OWN_ID = f"^{YAKU_ID}$"


def _own_yaku() -> Json:
    """Return the schema of a definition with a name and a value."""
    definition = definitions()["Definition"]
    name = {"title": "Name", "description": KnownYaku.model_fields["name"].description}
    example = {"title": "Example", "description": "A hand that has it, to be drawn beside it."}
    return definition | {
        "title": "A yaku of your own",
        "description": "Its name, its worth, and the conditions that must all hold.",
        "properties": {
            "name": name | ref("Names"),
            "worth": ref("Worth"),
            "example": example | ref("ExampleHand"),
            **definition["properties"],
        },
        "required": ["name", "worth"],
    }


def _with_local_yaku(chapter: Json, leaf: Leaf, *, is_house: bool) -> Json:
    """Return the yaku chapter with known local yaku; in house rules also with the club's own."""
    known = {
        name: _known_yaku(yaku) | leaf(ref("Worth"))
        for name, yaku in glossary.known_yaku().items()
        if name not in BOOK_YAKU
    }
    with_known = chapter | {"properties": chapter["properties"] | known}
    if not is_house:
        return with_known
    other = {
        "title": "A known yaku by another of its names",
        "description": "What it is worth in these rules; another name does as well as the id.",
    }
    own = {
        "title": "A yaku of your own",
        "description": "A yaku that is not known: give its name, its worth and its conditions.",
    }
    return with_known | {
        "propertyNames": {"pattern": OWN_ID},
        "patternProperties": {f"^({'|'.join(aliases())})$": other | leaf(ref("Worth"))},
        "additionalProperties": own | leaf(ref("OwnYaku")),
    }


def _known_yaku(yaku: KnownYaku) -> Json:
    names = ", ".join(dict.fromkeys(yaku.name.spellings()))
    text = f"{names}.\nA known local yaku: it counts only if it is given a worth here."
    if yaku.usual is not None:
        text += f"\nUsually: {worth_sentence(yaku.usual)}"
    return {"title": yaku.name.title, "description": text}


@cache
def aliases() -> tuple[str, ...]:
    """Return the other names of known yaku, written like ids."""
    ids = glossary.known_yaku()
    spellings = {spelling for name, yaku in ids.items() for spelling in _spellings(name, yaku.name)}
    return tuple(sorted(spellings - {"", *ids}))


def _spellings(yaku_id: str, names: Names) -> Iterator[str]:
    """Yield names as ids, including American spelling and short vowels: all_honors, sananko."""
    for name in not_empty((yaku_id, names.en, names.ja, *(names.also or ()))):
        yield _as_id(name)
        yield _as_id(name).replace("honour", "honor")
    yield "_".join(glossary.fold_spelling(word) for word in _as_id(names.ja or "").split("_"))


def _as_id(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[ _-]+", "_", re.sub(r"[^a-z0-9 _-]", "", plain))


# ---- pydantic's schemas of all models, in a uniform form and with explanations -------------------


ROOTS: tuple[type[BaseModel], ...] = (BookHead, ShelfHead, HouseHead, Rules)

BEYOND: Mapping[str, Json] = {
    "Names": {"anyOf": [{"required": ["en"]}, {"required": ["ja"]}]},
    "AlternativeConditions": {"minProperties": 1},
    "Definition": {
        "anyOf": [{"required": [word]} for word in CONDITION_WORDS],
        "dependentRequired": {"counted": ["sets"]},
    },
    "HouseHead.other_rules": {
        "additionalProperties": _text_schema("Rule", "The rule in your own words.")
        | {"maxLength": LONGEST_OWN_WORDS}
    },
}
"""Checks that pydantic cannot express, but JSON Schema can."""


def ref(name: str) -> Json:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


@cache
def models() -> Mapping[str, type[BaseModel]]:
    """Return every model of a ruleset file, by name."""
    by_name = {model.__name__: model for root in ROOTS for model in _models(root)}
    return MappingProxyType(by_name)


@cache
def definitions() -> Mapping[str, Json]:
    """Return the schema of each model, by name."""
    _, schemas = models_json_schema(
        [(root, "validation") for root in ROOTS], ref_template="#/$defs/{model}"
    )
    return MappingProxyType(
        {name: _model(name, schema) for name, schema in schemas["$defs"].items()}
    )


def _model(name: str, schema: Json) -> Json:
    """Return the schema of one model, with its properties explained."""
    tidy: Json = _tidy(schema) | BEYOND.get(name, {})
    fields = models()[name].model_fields
    tidy["properties"] = {
        key: _part(fields[key], part | BEYOND.get(f"{name}.{key}", {}))
        for key, part in tidy["properties"].items()
    }
    return tidy


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield all models within a type, each followed by those in its fields."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _models(field.annotation)
    for inner in get_args(annotation):
        yield from _models(inner)


# ---- one form ------------------------------------------------------------------------------------


def _tidy(schema: Any) -> Any:
    """Return a schema with `anyOf` for every choice and without pydantic's extra keys."""
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
    """Return a list schema with list keywords, and a single item schema if all are equal."""
    for text, items in (("minLength", "minItems"), ("maxLength", "maxItems")):
        if text in schema:  # pydantic forgets that a validated value is a list
            schema[items] = schema.pop(text)
    first, *rest = schema.get("prefixItems", [None])
    if first is not None and all(item == first for item in rest):
        del schema["prefixItems"]
        schema["items"] = first
    return schema


# ---- what an editor shows next to a value: its title, meanings and expected values ---------------


EXAMPLES = (0, 10)
"""Example numbers for sentences made by a function: zero, and another number."""

_GAP = re.compile(r"\{value[^}]*\}")


def _branches(schema: Json) -> list[Json]:
    """Return the alternatives of a value; a value without alternatives is its only one."""
    branches: list[Json] = schema.get("anyOf", [schema])
    return branches


def _summary(model: type[BaseModel]) -> str:
    """Return the first line of a model's docstring."""
    return (model.__doc__ or "").partition("\n")[0]


def _part(field: FieldInfo, schema: Json) -> Json:
    """Return the schema of a part of a record, with its title, sentences and expected values."""
    option = option_of(field)
    if option is None:  # heads and the yaku vocabulary have pydantic's description
        return schema
    return _titled(option, _explained(field, option, schema), schema)


def _value(field: FieldInfo, option: Option, schema: Json) -> Json:
    """Return the schema of an option's value; the option's own schema explains its meaning."""
    return _titled(option, _expected(field, option), schema)


def _titled(option: Option, description: str, schema: Json) -> Json:
    words = {"title": option.title, "description": description}
    rest = {key: it for key, it in _spoken(option, schema).items() if key not in words}
    return words | rest


def _explained(field: FieldInfo, option: Option, schema: Json) -> str:
    """Return the title, the sentence of each value, and the expected values."""
    sentences = [line for branch in _branches(schema) for line in _lines(option, branch)]
    return "\n".join([_stop(option.title), *sentences, _expected(field, option)])


def _expected(field: FieldInfo, option: Option) -> str:
    """Return the values that the field accepts, and the unit of its numbers."""
    unit = f" Unit: {option.unit}." if option.unit else ""
    return f"Expected: {_stop(accepted_values(field))}{unit}"


def _stop(text: str) -> str:
    return text if text.endswith((".", ":", "!", "?")) else f"{text}."


# ---- the sentences -------------------------------------------------------------------------------


def _lines(option: Option, branch: Json) -> Iterator[str]:
    """Yield `word: sentence` for each value of one alternative that has its own sentence."""
    if "$ref" in branch:
        yield from _record(option, models()[branch["$ref"].rpartition("/")[2]])
    elif (values := _values(branch)) is not None:
        for value in values:
            yield f"{_file_text(value)}: {_stop(_sentence(option, value))}"
    elif branch.get("type") == "array" and isinstance(option.sentences, Mapping):
        for word in branch["items"]["enum"]:
            yield f"{word}: {_stop(_sentence(option, (word,)))}"
        if not branch.get("minItems"):
            yield f"[]: {_stop(_sentence(option, ()))}"
    elif branch.get("type") != "null":
        yield from _numbers(option, branch)


def _values(branch: Json) -> list[Any] | None:
    """Return the values of a closed list."""
    if "const" in branch:
        return [branch["const"]]
    if branch.get("type") == "boolean":
        return [True, False]
    values: list[Any] | None = branch.get("enum")
    return values


def _sentence(option: Option, value: object) -> str:
    return describe_value(option, tuple(value) if isinstance(value, list) else value)


def _file_text(value: object) -> str:
    """Return a value as written in a file."""
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _record(option: Option, model: type[BaseModel]) -> Iterator[str]:
    """Yield the description of a record, from the option or else from the record's model."""
    says = option.sentences if isinstance(option.sentences, Mapping) else {}
    first = next(iter(model.model_fields))
    text = says.get(first, says.get("record", "")) or _summary(model)
    yield f"{record_shape(model)}: {_stop(text)}"


def _numbers(option: Option, branch: Json) -> Iterator[str]:
    if isinstance(option.sentences, str):
        sign = "N" if branch.get("type") == "integer" else "…"
        text = _GAP.sub(sign, option.sentences)
        if text not in ("", sign, option.title):
            yield _stop(text)
    elif branch.get("type") == "integer" and (
        callable(option.sentences) or "number" in option.sentences
    ):
        for number in (n for n in EXAMPLES if n >= branch.get("minimum", 0)):
            yield f"{number}: {_stop(_sentence(option, number))}"


def _spoken(option: Option, schema: Json) -> Json:
    """Return a schema with a sentence at each value of a closed list, for editors to show."""
    if "anyOf" in schema:
        return schema | {"anyOf": [_spoken(option, branch) for branch in schema["anyOf"]]}
    if "const" in schema:
        return schema | {"description": _sentence(option, schema["const"])}
    if "enum" in schema:
        return schema | {"enumDescriptions": [_sentence(option, v) for v in schema["enum"]]}
    if "enum" in schema.get("items", ()) and isinstance(option.sentences, Mapping):
        sentences = [_sentence(option, (word,)) for word in schema["items"]["enum"]]
        return schema | {"items": schema["items"] | {"enumDescriptions": sentences}}
    return schema

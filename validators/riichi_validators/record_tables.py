"""A page of the site: the fields of every JSON record in tables, from the schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from riichi_validators.markdown import table
from riichi_validators.prepared_data import RECORD_SCHEMAS
from riichi_validators.record_schema import Json, schema_of_kind

HEAD = """\
# JSON records, field by field

Every field of the records that programs send and receive. [JSON records](json-records.md) explains
how to use the records and what their values mean. `riichi schema KIND` prints a record's schema.

A nested field is listed with its path: `results.NAME.deals[].scores.NAME` is the score of a
player, by name, in each deal under a ruleset. Points are whole numbers, or thirds such as
`"1000/3"`.
"""

MOST_WORDS = 16
"""A list of words that is longer is cut."""

POINTS = [{"type": "integer"}, {"pattern": "^-?[0-9]+/[0-9]+$", "type": "string"}]


def page() -> str:
    """Return the whole page."""
    kinds = [kind for kind in RECORD_SCHEMAS if kind != "scenarios"]
    return "\n".join([HEAD, *(line for kind in kinds for line in _kind_section(kind))])


def _kind_section(kind: str) -> Iterator[str]:
    schema = schema_of_kind(kind)
    yield f"## {schema['title']} (`riichi schema {kind}`)"
    yield ""
    for form in schema.get("oneOf", [schema]):
        if text := form.get("description"):
            yield text
            yield ""
        yield from table(("field", "", "value"), _rows(form, ""))


def _rows(schema: Json, way: str) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each field of an object, each followed by those of its parts."""
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        path = f"{way}.{name}" if way else name
        needed = "" if name in required else "may be left out"
        yield f"`{path}`", needed, _value_words(field)
        yield from _parts(field, path)


def _parts(schema: Json, way: str) -> Iterator[tuple[str, str, str]]:
    if "properties" in schema:
        yield from _rows(schema, way)
    for form in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from _parts(form, way)
    if isinstance(items := schema.get("items"), dict):
        yield from _parts(items, f"{way}[]")
    if isinstance(each := schema.get("additionalProperties"), dict):
        yield from _parts(each, f"{way}.NAME")


def _value_words(schema: Json) -> str:
    """Return what a field holds, in words, and what it means where the model says so."""
    text = _kind_words(schema)
    if "default" in schema and schema["default"] not in (None, []):
        text += f"; `{json.dumps(schema['default'])}` where nothing is said"
    parts = (text if text != "anything" else "", schema.get("description", ""))
    return (". ".join(filter(None, parts)) or text).replace("|", r"\|")


def _kind_words(schema: Json) -> str:
    forms = schema.get("anyOf") or schema.get("oneOf")
    if forms == POINTS:
        return "points"
    if forms:
        return " or ".join(dict.fromkeys(map(_kind_words, forms)))
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return _words(schema["enum"])
    match schema.get("type"):
        case "array":
            items = schema.get("items")
            return f"a list: {_kind_words(items)}" if isinstance(items, dict) else "a list"
        case "object":
            each = schema.get("additionalProperties")
            return (
                f"an object by name: {_kind_words(each)}" if isinstance(each, dict) else "an object"
            )
        case "integer":
            return f"a whole number{_bounds(schema)}"
        case str(kind):
            names = {"number": "a number", "string": "text", "boolean": "true or false"}
            return names.get(kind, kind)
    return "anything"


def _words(words: list[Any]) -> str:
    shown = [f"`{json.dumps(word, ensure_ascii=False)}`" for word in words[:MOST_WORDS]]
    rest = len(words) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _bounds(schema: Json) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    return f" of at least {least:,}" if least is not None else ""

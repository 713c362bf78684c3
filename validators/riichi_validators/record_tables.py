"""Write tables of the fields of the JSON records, from the schemas, for pages of the site."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from riichi.schema.record_schema import Json, schema_of_kind
from riichi_validators.markdown import table

MOST_WORDS = 16
"""The maximum length of a list of words; longer ones are cut."""

POINTS = [{"type": "integer"}, {"pattern": "^-?[0-9]+/[0-9]+$", "type": "string"}]


def field_tables(kind: str) -> Iterator[str]:
    """Yield the lines of a table for each form of a record (`riichi schema KIND`)."""
    schema = schema_of_kind(kind)
    for form in schema.get("oneOf", [schema]):
        if text := form.get("description"):
            yield f"{text}\n"
        yield from table(("field", "", "value"), _rows(form, ""))


def _rows(schema: Json, way: str) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each field of an object, followed by the rows of its parts."""
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        path = f"{way}.{name}" if way else name
        needed = "" if name in required else "optional"
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
    """Return the values of a field in words, and its meaning if the model has one."""
    text = _kind_words(schema)
    if "default" in schema and schema["default"] not in (None, []):
        text += f"; by default `{json.dumps(schema['default'])}`"
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

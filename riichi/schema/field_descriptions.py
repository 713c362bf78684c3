"""The sentences that describe fields in the published schemas of records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from riichi_core.files.yaml_document import data_of_file

FILE = Path(__file__).with_name("field_descriptions.yaml")

OWN = ("scenarios",)
"""The kinds of schemas with their own sentences, which take precedence over those of records."""

A_WIN = "a win"


@cache
def field_descriptions() -> Mapping[str, Mapping[str, str]]:
    """Return the sentences by kind of schema and name of field."""
    sentences: Mapping[str, Mapping[str, str]] = data_of_file(FILE)
    return sentences


def described(schema: Any, kind: str, parent: str = "") -> Any:
    """Return a schema with a description for each field that has none.

    `kind` is its name for `riichi schema`; `parent` is the field whose value a part describes.
    """
    if isinstance(schema, list):
        return [described(field, kind, parent) for field in schema]
    if not isinstance(schema, dict):
        return schema
    result = {}
    for key, part in schema.items():
        if key == "properties":
            result[key] = {
                name: _worded(
                    described(field, kind, name), kind, parent, name, of_a_win="hand" in part
                )
                for name, field in part.items()
            }
        elif key == "$defs" and kind in OWN:
            result[key] = {
                name: described(
                    field, kind, name.removeprefix("Expected").removeprefix("expected.").lower()
                )
                for name, field in part.items()
            }
        else:
            result[key] = part if key in ("if", "then", "enum") else described(part, kind, parent)
    return result


def _worded(field: Any, kind: str, parent: str, name: str, of_a_win: bool) -> Any:
    """Return the schema of one field with its description."""
    if not isinstance(field, dict) or "description" in field:
        return field
    sentences = field_descriptions()
    if of_a_win and name in sentences[A_WIN]:
        return field | {"description": sentences[A_WIN][name]}
    own, known = sentences[kind] if kind in OWN else {}, sentences["records"]
    keys = (f"{parent}.{name}", f"{parent}s.{name}", name)  # a definition is of one of several
    matching = [own[key] for key in keys if key in own]
    matching += [
        known[key] for key in (f"{kind}:{keys[0]}", f"{kind}:{name}", *keys) if key in known
    ]
    return {"description": matching[0]} | field if matching else field

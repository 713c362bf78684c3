"""Every field of a published record, question and answer says in a sentence what it holds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from each import each

from riichi_validators.field_descriptions import field_descriptions
from riichi_validators.prepared_data import PAGE_SCHEMAS, RECORD_SCHEMAS, published

OF_HOUSE = ("value", "house", "proviso", "note")
"""The parts of a value of house rules."""

LITTLE = {"a", "an", "of", "the"}


def fields(schema: Any, way: str = "") -> Iterator[tuple[str, str, Any]]:
    """The fields of a schema with the way to each, but where a form only asks for one of them."""
    if isinstance(schema, list):
        for part in schema:
            yield from fields(part, way)
    elif isinstance(schema, dict):
        for name, field in schema.get("properties", {}).items():
            yield f"{way}.{name}", name, field
            yield from fields(field, f"{way}.{name}")
        for key, part in schema.items():
            if key not in ("properties", "if", "then"):
                yield from fields(part, way)


@each("kind", [*RECORD_SCHEMAS, *PAGE_SCHEMAS])
def test_a_description_says_more_than_the_name(kind: str) -> None:
    """A value of house rules, in a variant of a scenario, is described where it is defined."""
    schema = json.loads(published(kind))
    found = list(fields(schema))
    assert found
    for way, name, field in found:
        defined = schema.get("$defs", {}).get(field.get("$ref", "").rpartition("/")[2], {})
        text = field.get("description") or (defined if name in OF_HOUSE else {}).get("description")
        said = {*re.findall(r"[a-z0-9]+", (text or "").lower())}
        assert len(said - LITTLE - {*name.lower().split("_")}) >= 2, f"{kind}{way}"


@each("kind", field_descriptions())
def test_no_description_is_left_of_a_field_that_is_gone(kind: str) -> None:
    kinds = {"records": [*RECORD_SCHEMAS], "a win": ["win"]}.get(kind, [kind])
    texts = "".join(map(published, kinds))
    for sentence in field_descriptions()[kind].values():
        assert json.dumps(sentence, ensure_ascii=False) in texts, sentence

"""Every field of a published record, question and answer has a description in a sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from each import each

from riichi.schema.field_descriptions import field_descriptions
from riichi.schema.kinds import RECORD_SCHEMAS
from riichi_validators.built_schemas import published

OF_HOUSE = ("value", "house", "observed", "proviso", "note")
"""The parts of a value of house rules."""

LITTLE = {"a", "an", "of", "the"}


def fields(schema: Any, way: str = "") -> Iterator[tuple[str, str, Any]]:
    """Yield the fields of a schema with their paths, except where a form only requires one."""
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


@each("kind", RECORD_SCHEMAS)
def test_a_description_says_more_than_the_name(kind: str) -> None:
    """House-rule values in a variant of a scenario are described where they are defined."""
    schema = json.loads(published(kind))
    found = list(fields(schema))
    assert found
    for way, name, field in found:
        defined = schema.get("$defs", {}).get(field.get("$ref", "").rpartition("/")[2], {})
        text = field.get("description") or (defined if name in OF_HOUSE else {}).get("description")
        said = {*re.findall(r"[a-z0-9]+", (text or "").lower())}
        assert len(said - LITTLE - {*name.lower().split("_")}) >= 2, f"{kind}{way}"


@each("kind", field_descriptions())
def test_every_description_belongs_to_an_existing_field(kind: str) -> None:
    kinds = {"records": [*RECORD_SCHEMAS], "a win": ["win"]}.get(kind, [kind])
    texts = "".join(map(published, kinds))
    for sentence in field_descriptions()[kind].values():
        assert json.dumps(sentence, ensure_ascii=False) in texts, sentence

"""The JSON Schemas of the door, from the types of its questions and of their answers.

`python -m riichi_app.web.schema`, a part of `make docs`, writes them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_type_hints

from riichi_app.web.answers import RefusedJson
from riichi_app.web.door import WISHES, question_model
from riichi_validators.field_words import described
from riichi_validators.published import DOOR, FOLDER
from riichi_validators.record_schema import DIALECT, schema_of

Json = dict[str, Any]


def question_schema() -> Json:
    """Return the schema of a question: one alternative for each wish."""
    found = [schema_of(question_model(wish)) for wish in WISHES]
    return {"$schema": DIALECT, "title": "A question of the page", "oneOf": found}


def answer_schema(wish: str | None = None) -> Json:
    """Return the schema of an answer, to any question or to one wish alone."""
    wishes = [*WISHES] if wish is None else [wish]
    found = {one: schema_of(get_type_hints(question_model(one).answer)["return"]) for one in wishes}
    every = {"refused": schema_of(RefusedJson), **found}
    alternatives = [{"$ref": f"#/$defs/{name}"} for name in every]
    return {"$schema": DIALECT, "title": "An answer of the page", "anyOf": alternatives,
            "$defs": every}  # fmt: skip


def generate(kind: str) -> str:
    """Return the text of a schema: `page-question` or `page-answer`."""
    schema = described(question_schema() if kind == "page-question" else answer_schema(), kind)
    dialect, *rest = schema.items()
    whole = dict([dialect, ("$id", DOOR[kind]), *rest])
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def write() -> Iterator[Path]:
    """Write the schemas and name their files."""
    for kind, name in DOOR.items():
        (FOLDER / name).write_text(generate(kind), encoding="utf-8")
        yield FOLDER / name


if __name__ == "__main__":
    for file in write():
        print(file)

"""The JSON Schemas of the page, from the types of its questions and of their answers."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

from riichi.schema.field_descriptions import described
from riichi.schema.kinds import PAGE_SCHEMAS
from riichi.schema.record_schema import DIALECT, schema_of
from riichi.web.answer_types import RefusedJson
from riichi.web.api import QUESTIONS, question_type

Json = dict[str, Any]


def question_schema() -> Json:
    """Return the schema of a question: one alternative for each word of `ask`."""
    schemas = [schema_of(question_type(name)) for name in QUESTIONS]
    return {"$schema": DIALECT, "title": "A question of the page", "oneOf": schemas}


def answer_schema(name: str | None = None) -> Json:
    """Return the schema of an answer, to any question or to a single one."""
    names = [*QUESTIONS] if name is None else [name]
    answers = {
        question: schema_of(get_type_hints(question_type(question).answer)["return"])
        for question in names
    }
    definitions = {"refused": schema_of(RefusedJson), **answers}
    alternatives = [{"$ref": f"#/$defs/{name}"} for name in definitions]
    return {"$schema": DIALECT, "title": "An answer of the page", "anyOf": alternatives,
            "$defs": definitions}  # fmt: skip


def generate(kind: str) -> str:
    """Return the text of a schema: `page-question` or `page-answer`."""
    schema = described(question_schema() if kind == "page-question" else answer_schema(), kind)
    dialect, *rest = schema.items()
    whole = dict([dialect, ("$id", PAGE_SCHEMAS[kind]), *rest])
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"

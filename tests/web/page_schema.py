"""JSON Schemas of the page's questions and answers, from their types."""

from __future__ import annotations

from typing import Any, get_type_hints

from riichi.schema.record_schema import schema_of
from riichi.schema.ruleset_schema import DIALECT
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

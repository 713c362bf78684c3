"""Turn validation errors of records into a `RecordError`, with the wording of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from riichi_core.errors import RecordError, RiichiError
from riichi_core.files.accepted_values import field_at, records_at
from riichi_core.files.model_problems import ModelProblems
from riichi_core.files.problem import Pointer, Problem
from riichi_core.files.source_document import SourceDocument
from riichi_core.hands.hand import HandError
from riichi_core.messages import Message, quote
from riichi_core.spelling import closest_word

CODES = {
    "unknown-key": "unknown_field",
    "missing-key": "missing_field",
    "bad-value": "unknown_word",
    "wrong-length": "out_of_range",
    "bad-text": "notation",
}
"""The error codes of records that differ from those of files."""

_OF_A_KEY = ("unknown-key", "missing-key")
"""The codes of problems whose message is about the record that has the key."""

_ORDER = {"not_an_object": 0, "unknown_field": 0, "missing_field": 1}


class _RecordProblems(ModelProblems):
    """The problems of a record; paths name fields, but not the items of a list."""

    most_keys = 40

    def path_of(self, pointer: Pointer) -> str:
        """Return the path of the field that contains a place."""
        return dotted(self._field(pointer))

    def _field(self, pointer: Pointer) -> Pointer:
        while pointer and isinstance(pointer[-1], int) and not records_at(self.model, pointer):
            pointer = pointer[:-1]
        return pointer

    def take(self, errors: Iterable[ErrorDetails]) -> list[Problem]:
        """Note all problems; a misspelt field is not also reported as missing."""
        located = [(error["loc"], self._problem_of(error)) for error in errors]
        misspelt = {
            (*way[:-1], problem.suggestion) for way, problem in located if problem.suggestion
        }
        return [
            problem
            for way, problem in located
            if problem.code != "missing-key" or way not in misspelt
        ]

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not in its closed list."""
        return Message("there is no {name}", name=name)

    def note(self, pointer: Pointer, code: str, message: str, *more: Any, **named: Any) -> Problem:
        """Note a problem whose message begins with its field."""
        about = self.path_of(pointer[:-1] if code in _OF_A_KEY else pointer)
        return super().note(pointer, code, _after(about, message), *more, **named)

    # ---- one kind of problem each ----------------------------------------------------------------

    def _problem_of(self, error: ErrorDetails) -> Problem:
        """Return a problem; null in a required field counts as missing."""
        field = field_at(self.model, error["loc"])
        if (
            error["input"] is None
            and isinstance((error["loc"] or (0,))[-1], str)
            and field is not None
            and field.is_required()
        ):
            error = {**error, "type": "missing"}
        return super()._problem_of(error)

    def _missing_key(self, pointer: Pointer, value: Any, name: str | int, expected: str) -> Problem:
        if isinstance(name, int):
            return super()._missing_key(pointer, value, name, expected)
        message = Message("{name} is missing", name=quote(name))
        return self.note((*pointer, name), "missing-key", message, expected)

    def _unknown_word_key(self, pointer: Pointer, known: Sequence[str]) -> Problem:
        """Return the problem of a key that is a value, such as a seat: a wrong value of a field."""
        name = str(pointer[-1])
        message = Message("there is no {name} here", name=quote(name))
        near = closest_word(name, known)
        return self.note(pointer[:-1], "bad-value", message, Message.or_list(known), near)

    def _unknown_word(self, pointer: Pointer, value: Any, expected: str, *more: Any) -> Problem:
        """Return the problem of a word; in JSON, an object is of the wrong type, not a word."""
        if isinstance(value, dict):
            return self._wrong_type(pointer, value, expected)
        return super()._unknown_word(pointer, value, expected, *more)

    def _fact_problem(self, pointer: Pointer, _value: Any, error: RiichiError) -> Problem:
        """Return the problem of an unreadable text or of contradictory facts.

        Errors of a hand name their place themselves.
        """
        code = error.code.replace("_", "-")
        if isinstance(error, RecordError):
            inner = (int(step) if step.isdigit() else step for step in error.field.split("."))
            at = (*pointer, *(step for step in inner if step != ""))
            return super().note(at, code, _after(self.path_of(pointer), error.message))
        field = self._field(pointer)
        about = dotted(field[:-1] if isinstance(error, HandError) else field)
        return super().note(pointer, code, _after(about, error.message))


def _after(about: str, message: str) -> str:
    """Return a message after the field that it is about, if there is one."""
    return Message("{field}: {message}", field=about, message=message) if about else message


def dotted(at: Sequence[str | int]) -> str:
    """Return the path of a value in errors: `wins.0.hand`."""
    return ".".join(str(step)[:60] for step in at)


def record_errors(error: ValidationError, model: type[BaseModel], data: Any) -> list[RecordError]:
    """Return all problems that pydantic found in a record, in the order of the fields."""
    if not isinstance(data, dict):
        expected = (
            Message("a record is a JSON object, not {value}", value=quote(data))
            if "rulesets" in model.model_fields  # a top-level record
            else Message("expected an object, not {value}", value=quote(data))
        )
        return [RecordError("not_an_object", "", expected)]
    reader = _RecordProblems(SourceDocument.of(data), model)
    return [_error(problem) for problem in reader.take(error.errors(include_url=False))]


def record_error(error: ValidationError, model: type[BaseModel], data: Any) -> RecordError:
    """Return the first problem of a record: unknown fields first, then missing ones."""
    return min(record_errors(error, model, data), key=lambda problem: _ORDER.get(problem.code, 2))


def _error(problem: Problem) -> RecordError:
    """Return a problem as one sentence: the field, what is wrong, and a suggestion or all words."""
    code = CODES.get(problem.code, problem.code.replace("-", "_"))
    message: Any = problem.message
    if problem.suggestion:
        message = Message(
            "{message}: did you mean {near}?", message=message, near=problem.suggestion
        )
    elif problem.expected:
        message = Message("{message}: expected {known}", message=message, known=problem.expected)
    return RecordError(code, problem.path, message)

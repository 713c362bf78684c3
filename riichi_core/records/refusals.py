"""Refusals of a record by pydantic, in words. `source.refusals` has those for files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import Pointer, nearest
from riichi_core.source.expected import (
    accepted_values,
    bounds_of,
    field_at,
    keys_at,
    records_at,
    words_of,
)
from riichi_core.source.refusals import meant

_KINDS = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    **dict.fromkeys(("string_type", "string_unicode", "invalid_key"), "text"),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), "a list"),
    **dict.fromkeys(("model_type", "dict_type", "mapping_type"), "an object"),
}
"""The expectation where a value of another kind is given."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One fault of a record.

    Attributes:
        code: the code of the error.
        at: the way to the value at fault; for a field that is missing or unknown to that field.
        owner: how many steps of the way lead to what the message speaks of.
        message: the whole sentence, without the way.
        nearest: what was probably meant, where it is known.
    """

    code: str
    at: Pointer
    owner: int
    message: Message
    nearest: str = ""

    @property
    def field(self) -> str:
        """The field at fault, as the errors of records name it."""
        return dotted(self.at)

    @property
    def sentence(self) -> Message:
        """The message with what it speaks of."""
        subject = dotted(self.at[: self.owner])
        if not subject:
            return self.message
        return Message("{field}: {message}", field=subject, message=self.message)


def dotted(at: Sequence[str | int]) -> str:
    """Return the way to a value as errors name it: `wins.0.hand`."""
    return ".".join(str(step)[:60] for step in at)


def record_error(error: ValidationError, model: type[BaseModel]) -> RecordError:
    """Return the first fault of a record as an error: unknown fields first, then missing ones."""
    first = min(refusals(error, model), key=lambda one: _ORDER.get(one.code, 2))
    return RecordError(first.code, first.field, first.sentence)


_ORDER = {"not_an_object": 0, "unknown_field": 0, "missing_field": 1}


def refusals(error: ValidationError, model: type[BaseModel]) -> list[Refusal]:
    """Return every fault that pydantic found in a record, in the order of the fields.

    A field that is missing because its name is misspelt is one fault, not two.
    """
    found = [_refusal(one, model) for one in error.errors(include_url=False)]
    misspelt = {(*one.at[:-1], one.nearest) for one in found if one.code == "unknown_field"}
    return [one for one in found if one.code != "missing_field" or one.at not in misspelt]


def _refusal(error: ErrorDetails, model: type[BaseModel]) -> Refusal:
    kind, value, ctx = error["type"], error["input"], error.get("ctx", {})
    *within, name = error["loc"] or ("",)
    if kind == "extra_forbidden":  # the unknown name itself may look like a tag
        return _unknown_field((*_way(within), name), keys_at(model, within))
    at, field = _way(error["loc"]), field_at(model, error["loc"])
    left_out = value is None and isinstance(name, str) and field is not None and field.is_required()
    if kind == "missing" or left_out:
        return _missing_field(at, (records_at(model, within) or [model])[0])
    if kind == "value_error":
        return _refused(ctx["error"], at)
    if kind in ("model_type", "dict_type"):
        return _no_object(at, value, model)
    at = _field_of(at)
    if "message" in ctx:
        named = kind == "contradiction"  # the others name the thing in their sentences
        return Refusal(kind, at, len(at) - (not named), ctx["message"])
    if kind in ("word", "literal_error"):
        return _word(at, value, ctx["words"] if kind == "word" else words_of(_known(field)))
    if expected := _KINDS.get(kind) or (kind == "wrong_type" and ctx["expected"]):
        return _wrong_type(at, value, expected)
    if kind in ("too_long", "too_short"):
        return _wrong_length(at, value, ctx)
    return _out_of_range(at, value, ctx.get("expected") or _range(_known(field), ctx))


def _known(field: FieldInfo | None) -> FieldInfo:
    assert field is not None, "a value is in a field"
    return field


def _way(location: Sequence[str | int]) -> Pointer:
    """Return the way to a value in the data, without the tags of unions, `@Name`."""
    return tuple(step for step in location if not str(step).startswith("@"))


def _field_of(at: Pointer) -> Pointer:
    """Return the way to the field that a value of a list is in."""
    while at and isinstance(at[-1], int):
        at = at[:-1]
    return at


def _unknown_field(at: Pointer, known: Sequence[str]) -> Refusal:
    name = str(at[-1])
    near = nearest(name, known)
    message = (
        Message("there is no field {name}: did you mean {near}?", name=quote(name), near=near)
        if near
        else Message(
            "there is no field {name}: expected {known}", name=quote(name), known=", ".join(known)
        )
    )
    return Refusal("unknown_field", at, len(at) - 1, message, near)


def _missing_field(at: Pointer, owner: type[BaseModel]) -> Refusal:
    name = str(at[-1])
    needed = [other for other, field in owner.model_fields.items() if field.is_required()]
    words = ", ".join(words_of(owner.model_fields[name])) if needed == [name] else ""
    message = (
        Message("{name} is missing: expected {words}", name=name, words=words)
        if words
        else Message("{name} is missing: {noun} needs {fields}", name=name,
                     noun=getattr(owner, "noun", "a record"), fields=", ".join(needed))
    )  # fmt: skip
    return Refusal("missing_field", at, len(at) - 1, message)


def _no_object(at: Pointer, value: object, owner: type[BaseModel]) -> Refusal:
    if at:
        return _wrong_type(at, value, "an object")
    message = (
        Message("a record is a JSON object, not {value}", value=quote(value))
        if "rulesets" in owner.model_fields  # it stands in a line by itself
        else Message("expected {noun}, not {value}", noun=getattr(owner, "noun", "a record"),
                     value=quote(value))
    )  # fmt: skip
    return Refusal("not_an_object", at, 0, message)


def _refused(error: Exception, at: Pointer) -> Refusal:
    """Return what a domain type says is wrong with a value, or a model with its fields."""
    if isinstance(error, RecordError):
        inner = tuple(int(one) if one.isdigit() else one for one in error.field.split(".") if one)
        return Refusal(error.code, (*at, *inner), len(at), _message(error))
    at = _field_of(at)
    code = getattr(error, "code", "")  # whose errors have a code, their sentences name the thing
    return Refusal(code or "notation", at, len(at) - bool(code), _message(error))


def _message(error: Exception) -> Message:
    told = error.args[0]
    return told if isinstance(told, Message) else Message("{text}", text=told)


def _word(at: Pointer, value: object, words: Sequence[str]) -> Refusal:
    """Return the fault of a word that is not in a closed list, with what was probably meant."""
    known = ", ".join(words)
    if not isinstance(value, str):
        return _wrong_type(at, value, f"one of {known}")
    near = meant(value, words)
    name = quote(value)
    message = (
        Message("there is no {name}: did you mean {near}?", name=name, near=near)
        if near
        else Message("there is no {name}: expected {known}", name=name, known=known)
    )
    return Refusal("unknown_word", at, len(at), message, near)


def _wrong_type(at: Pointer, value: object, expected: str) -> Refusal:
    message = Message("expected {expected}, not {value}", expected=expected, value=quote(value))
    return Refusal("wrong_type", at, len(at), message)


def _wrong_length(at: Pointer, value: object, ctx: Mapping[str, Any]) -> Refusal:
    size = len(value) if isinstance(value, Sized) else 0
    if "max_length" in ctx:
        expected = f"at most {ctx['max_length']:,}"
        message = Message("{n} items, expected {range}", n=size, range=expected)
    else:
        expected = f"at least {ctx['min_length']:,}"
        message = Message("the list is empty, expected {range}", range=expected)
    return Refusal("out_of_range", at, len(at), message)


def _out_of_range(at: Pointer, value: object, expected: str) -> Refusal:
    message = Message("expected {range}, not {value}", range=expected, value=quote(value))
    return Refusal("out_of_range", at, len(at), message)


def _range(field: FieldInfo, ctx: Mapping[str, Any]) -> str:
    """Return the bounds of a number: `0 to 1,000`."""
    least, most = bounds_of(field)
    least, most = ctx.get("ge", least), ctx.get("le", most)
    if least is None:
        return accepted_values(field) if most is None else f"at most {most:,}"
    return f"at least {least:,}" if most is None else f"{least:,} to {most:,}"

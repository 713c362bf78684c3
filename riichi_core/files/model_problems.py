"""Turn validation errors into readable problems: the place, what is wrong, what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from riichi_core.errors import RecordError, RiichiError
from riichi_core.files.accepted_values import (
    MOST_WORDS,
    Accepts,
    Location,
    accepted_values,
    field_at,
    keys_at,
    keys_of,
    record_shapes,
    tags_at,
    words_of,
)
from riichi_core.files.notes import Notes
from riichi_core.files.problem import MAX_PROBLEMS, Pointer, Problem
from riichi_core.files.source_document import SourceDocument, code_point, trap
from riichi_core.messages import Message, quote
from riichi_core.spelling import closest_word

KeyAdvice = tuple[Message, str, str]
"""Advice on an unknown key: the message, the expected value, and the most similar key."""

RANGE_ERRORS = {"greater_than_equal", "less_than_equal", "greater_than", "less_than",
                "multiple_of", "out_of_range"}  # fmt: skip
LENGTH_ERRORS = {"too_short", "too_long", "string_too_short", "string_too_long"}
WORD_ERRORS = {"union_tag_invalid", "union_tag_not_found", "literal_error", "enum", "word"}
SELF_EXPLAINED_ERRORS = {"wrong_type", "out_of_range"}
"""Errors whose own text contains the expected value."""

AT_KEY = ("[key]",)
"""The end of a location that leads to a key instead of its value."""

KIND_NAMES: dict[type, Message] = {
    str: Message("text"),
    bool: Message("true or false"),
    int: Message("a number"),
    float: Message("a decimal number"),
    list: Message("a list"),
    dict: Message("a mapping"),
}
EMPTY_NAMES: dict[type, Message] = {
    list: Message("an empty list"),
    dict: Message("an empty mapping"),
}


def pointer_to(data: Any, field: str) -> Pointer:
    """Return the pointer to a field such as `wins.0.hand`, as far as it exists in the data."""
    pointer: list[str | int] = []
    for name in field.split("."):
        step: str | int = int(name) if name.isdigit() and isinstance(data, list) else name
        try:
            data = data[step]
        except (LookupError, TypeError):
            break
        pointer.append(step)
    return tuple(pointer)


# ---- from errors to problems ---------------------------------------------------------------------


def model_problems(
    error: ValidationError, document: SourceDocument, model: Any, at: Pointer = ()
) -> list[Problem]:
    """Return all problems that a typed model found in a part of a document.

    Args:
        error: the error that pydantic raised.
        document: the file, or `SourceDocument.of(data)` for data without a file.
        model: the model, or the type of a field, that rejected the data.
        at: the place of that data in the document.
    """
    return ModelProblems(document, model, at).take(error.errors())


@dataclass(slots=True)
class ModelProblems(Notes):
    """Notes the errors of a model as problems; subclasses adapt it to a kind of file.

    Attributes:
        model: the model, or the type, that checked it.
        at: the place of the data in the document.
        most: the number of problems with a full text.
    """

    most_keys: ClassVar[int] = 12
    """The maximum length of a list of keys that is shown completely."""

    model: Any
    at: Pointer = ()
    most: int = field(default=MAX_PROBLEMS, kw_only=True)

    # ---- for subclasses to override --------------------------------------------------------------

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return a place in the document, and the rest of the location from there."""
        return self.at, location

    def path_of(self, pointer: Pointer) -> str:
        """Return the name of a place: `seats[1].name`."""
        path = self.subject
        for part in () if path else pointer:
            path += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if path else part
        return path

    def keys(self) -> list[str]:
        """Return the top-level keys that the data can have."""
        return keys_of(self.model)

    def key_advice(self, _name: str) -> KeyAdvice | None:
        """Return advice on an unknown top-level key that belongs somewhere else."""
        return None

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not in its closed list."""
        return Message("{name} is not a value of this key", name=name)

    # ---- from errors to problems --------------------------------------------------------------

    def take(self, errors: Iterable[ErrorDetails]) -> list[Problem]:
        """Note all problems; a misspelt key is not also missing, and a faulty item counts."""
        given = list(errors)
        inside = {e["loc"][:n] for e in given for n in range(len(e["loc"]))}
        errors = [e for e in given if e["type"] != "too_short" or e["loc"] not in inside]
        rest = [self._brief_problem(error) for error in errors[self.most :]]
        del errors[self.most :]
        problems = [(e, self._problem_of(e)) for e in errors if not _is_part(e)]
        misspelt = {
            p.suggestion for e, p in problems if e["type"] == "extra_forbidden" and p.suggestion
        }
        kept = [
            p for e, p in problems if not (e["type"] == "missing" and str(e["loc"][-1]) in misspelt)
        ]
        missing = self._missing_parts([e for e in errors if _is_part(e)], misspelt)
        self.problems = [*kept, *missing, *rest]
        return self.problems

    def _brief_problem(self, error: ErrorDetails) -> Problem:
        """Return a problem beyond `most`, without suggestions; such problems are only counted."""
        pointer, _ = self._value_at(error["loc"])
        return self.note(pointer, "bad-value", Message("this value cannot be used here"))

    def _missing_parts(self, errors: list[ErrorDetails], misspelt: set[str]) -> list[Problem]:
        """Return one problem for each record that lacks parts."""
        missing: dict[tuple[str | int, ...], list[str]] = {}
        for error in errors:
            if str(error["loc"][-1]) not in misspelt:
                missing.setdefault(error["loc"][:-1], []).append(str(error["loc"][-1]))
        return [self._lacking(owner, names) for owner, names in missing.items()]

    def _lacking(self, owner: tuple[str | int, ...], names: list[str]) -> Problem:
        pointer, value = self._value_at(owner)
        if len(names) == 1:
            field = field_at(self.model, (*owner, *names))
            return self._missing_key(pointer, value, names[0], _expected_text(field))
        *first, last = map(quote, names)
        message = Message("{names} and {last} are missing", names=", ".join(first), last=last)
        return self.note(
            pointer, "missing-key", message, _expected_text(field_at(self.model, owner))
        )

    def _problem_of(self, error: ErrorDetails) -> Problem:
        location, kind = error["loc"], error["type"]
        if kind == "string_unicode" and isinstance(self._value_at(location)[1], dict):
            location, kind = (*location, error["input"]), "extra_forbidden"
        elif kind == "invalid_key":  # of a mapping that is not from JSON
            kind = "extra_forbidden"
        owner = location[:-1] if kind in ("missing", "extra_forbidden") else location
        pointer, value = self._value_at(owner)
        if location[-1:] == AT_KEY:
            return self._unknown_word_key(pointer, error.get("ctx", {}).get("words", ()))
        if kind == "missing":
            expected = _expected_text(field_at(self.model, location))
            return self._missing_key(pointer, value, location[-1], expected)
        if kind == "extra_forbidden":
            return self._unknown_key(pointer, location, value)
        if kind in ("union_tag_invalid", "union_tag_not_found") and (tag := _tag_key(error)):
            return self._unknown_tag(pointer, tag, error)
        return self._value_problem(pointer, value, error)

    def _value_problem(self, pointer: Pointer, value: Any, error: ErrorDetails) -> Problem:
        kind, context = error["type"], error.get("ctx", {})
        field = field_at(self.model, error["loc"])
        expected = (
            context.get("expected", "") if kind in SELF_EXPLAINED_ERRORS else _expected_text(field)
        )
        described = field is not None and any(isinstance(one, Accepts) for one in field.metadata)
        if pointer and isinstance(pointer[-1], int) and not described:  # an item, not its list
            expected = Message.or_list(record_shapes(field)) or expected
        if "message" in context:
            return self._validator_problem(pointer, error, "" if value else expected)
        is_word = kind == "string_unicode" and field is not None and words_of(field)
        if kind in WORD_ERRORS or is_word:
            return self._unknown_word(pointer, value, expected, field, context.get("words", ()))
        if kind in RANGE_ERRORS:
            return self.note(pointer, "out-of-range", _out_of_range(kind, value), expected)
        if kind in LENGTH_ERRORS:
            message = length_message(value)
            if isinstance(value, str) and value:
                expected = Message("at most {n:,} characters", n=context["max_length"])
            return self.note(pointer, "wrong-length", message, expected)
        if "type" in kind or kind in ("int_from_float", "is_instance_of"):
            return self._wrong_type(pointer, value, expected)
        if kind == "string_pattern_mismatch":
            message = Message("{value} has the wrong form", value=quote(value))
            description = "" if field is None else field.description or ""
            return self.note(pointer, "bad-text", message, Message(description))
        if kind == "string_unicode":
            return self.note(pointer, "bad-text", _surrogate_message(value))
        if isinstance(cause := context.get("error"), RiichiError):
            return self._fact_problem(pointer, value, cause)
        return self._validator_problem(pointer, error, "" if value else expected)

    def _fact_problem(self, pointer: Pointer, value: Any, error: RiichiError) -> Problem:
        """Return the problem of an unreadable text or of contradictory facts."""
        if isinstance(error, RecordError):
            pointer = (*pointer, *pointer_to(value, error.field))
        return self.note(pointer, error.code.replace("_", "-"), error.message)

    def _validator_problem(self, pointer: Pointer, error: ErrorDetails, default: str) -> Problem:
        """Return the problem of a validator that has its own message (`value_error`)."""
        context = error.get("ctx", {})
        message = context.get("message") or str(context.get("error") or error["msg"])
        code = "bad-value" if error["type"] == "value_error" else error["type"].replace("_", "-")
        expected = context.get("expected") or default
        near = str(context.get("suggestion", ""))
        return self.note(pointer, code, message, expected, near, key=code == "unknown-key")

    def _value_at(self, location: Location) -> tuple[Pointer, Any]:
        """Return the pointer and value of a location, without the tags of alternatives."""
        pointer, rest = self.locate(location)
        value: Any = self.document.data
        for part in pointer:
            value = value[part]
        for part in rest:
            is_item = isinstance(value, list) and isinstance(part, int) and part < len(value)
            if is_item or (isinstance(value, dict) and part in value):
                pointer, value = (*pointer, part), value[part]
        return pointer, value

    # ---- one kind of problem each ----------------------------------------------------------------

    def _missing_key(self, pointer: Pointer, value: Any, name: str | int, expected: str) -> Problem:
        if isinstance(name, int):
            return self.note(pointer, "wrong-length", length_message(value), expected)
        message = Message("{name} is missing", name=quote(name))
        owner_is_top = bool(self.at) and pointer == self.at
        expected_entry = Message("{name}: {expected}", name=name, expected=expected)
        return self.note(pointer, "missing-key", message, expected_entry, key=owner_is_top)

    def _unknown_key(self, pointer: Pointer, location: Location, mapping: Any) -> Problem:
        name, owner = str(location[-1]), field_at(self.model, location[:-1])
        known = self.keys() if owner is None else keys_at(self.model, location[:-1])
        expected, near = ", ".join(dict.fromkeys(known)) if len(known) <= self.most_keys else "", ""
        if name in known:  # a key of another alternative
            message = Message(
                "{name} is not allowed together with the other keys here", name=quote(name)
            )
            expected = accepted_values(owner) if owner is not None else ""
        elif owner is None and (advice := self.key_advice(name)):
            message, expected, near = advice
        elif ":" in name:
            message = Message(
                "there is no {name} here; a space is missing after the colon", name=quote(name)
            )
        elif " " in name and mapping.get(name, name) is None:  # the rest of a text in braces
            message = Message(
                "there is no {name} here; a text with a comma needs quotes", name=quote(name)
            )
        else:
            message = Message("there is no {name} here", name=quote(name))
            near = closest_word(name, known)
        return self.note((*pointer, name), "unknown-key", message, expected, near, key=True)

    def _unknown_word_key(self, pointer: Pointer, known: Sequence[str]) -> Problem:
        """Return the problem of a key that is a value, such as a seat."""
        name = str(pointer[-1])
        message = Message("there is no {name} here", name=quote(name))
        expected, near = ", ".join(known), closest_word(name, known)
        return self.note(pointer, "unknown-key", message, expected, near, key=True)

    def _unknown_word(
        self,
        pointer: Pointer,
        value: Any,
        expected: str,
        field: FieldInfo | None,
        words: Sequence[str] = (),
    ) -> Problem:
        known = list(words) or (words_of(field) if field is not None else [])
        if words and len(known) <= MOST_WORDS:
            expected = Message.or_list(known)
        if isinstance(value, list) or value is None or not {*known} - {"true", "false"}:
            return self._wrong_type(pointer, value, expected)
        if not isinstance(value, (str, dict)):
            return self.note(pointer, "bad-value", self.not_a_value(quote(value)), expected)
        if isinstance(value, str):
            name, message = value, self.not_a_value(quote(value))
        elif value:
            name = str(next(iter(value)))
            message = Message("there is no {name} here", name=quote(name))
            pointer = (*pointer, name)
        else:
            name, message = "", Message("the mapping is empty")
        near = closest_word(name, known)
        if near == name:  # the word is the key of a record
            near = next((s for s in record_shapes(field) if s.startswith(f"{{{name}:")), "")
        return self.note(pointer, "bad-value", message, expected, near, key=isinstance(value, dict))

    def _unknown_tag(self, pointer: Pointer, key: str, error: ErrorDetails) -> Problem:
        """Return the problem of a key whose word selects one of several records."""
        words = tags_at(self.model, error["loc"], key)
        expected = Message.or_list(words)
        if "tag" not in error["ctx"]:
            return self._missing_key(pointer, None, key, expected)
        word = str(error["ctx"]["tag"])
        message = self.not_a_value(quote(word))
        return self.note((*pointer, key), "bad-value", message, expected, closest_word(word, words))

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Problem:
        message = misfit_message(self.document, pointer, value, expected)
        return self.note(pointer, "wrong-type", message, expected)


def misfit_message(
    document: SourceDocument, pointer: Pointer, value: Any, expected: str
) -> Message:
    """Return the message for a value of the wrong type."""
    raw = document.raw.get(pointer, "")
    misfit = _misfit(value, raw, expected)
    if hint := _advice(raw, value, expected):
        return Message("{misfit}; {hint}", misfit=misfit, hint=hint)
    return misfit


def _is_part(error: ErrorDetails) -> bool:
    """Return True if a part of a record is missing, rather than a top-level key or an item."""
    return (
        error["type"] == "missing" and len(error["loc"]) > 1 and isinstance(error["loc"][-1], str)
    )


def _tag_key(error: ErrorDetails) -> str:
    """Return the key that selects the alternative; empty if a function selects it."""
    discriminator = str(error["ctx"]["discriminator"])
    return discriminator.strip("'") if discriminator.startswith("'") else ""


def _expected_text(field: FieldInfo | None) -> str:
    """Return the expected value: the description of a text, or else the values of the type."""
    if field is None:
        return ""
    accepted = accepted_values(field)
    described = accepted == "text" and field.description is not None
    return Message(field.description or "") if described else accepted


def _out_of_range(kind: str, value: Any) -> Message:
    if kind == "multiple_of":
        return Message("{value} does not fit", value=quote(value))
    return Message("{value} is out of range", value=quote(value))


def _surrogate_message(value: str) -> Message:
    """Return the message for a text with half of a surrogate pair, e.g. from a JSON escape."""
    half = next(character for character in value if "\ud800" <= character <= "\udfff")
    return Message("the character {character} is not allowed here", character=code_point(half))


def length_message(value: Any) -> Message:
    """Describe the length of a value."""
    if isinstance(value, dict):
        return Message("the mapping is empty")
    if isinstance(value, list) and not value:
        return Message("the list is empty")
    if not isinstance(value, str):
        return Message.counted("the list has {n} value", "the list has {n} values", len(value))
    if not value:
        return Message("the text is empty")
    return Message("the text is too long: {length} characters", length=len(value))


def _misfit(value: Any, raw: str, expected: str) -> Message:
    """Return a value of the wrong kind with its kind: `'east' is text`."""
    kind = KIND_NAMES.get(type(value), Message("this"))
    if isinstance(value, str) and "number" in expected:
        return Message("{value} is text, not a number", value=quote(value))
    if value == "":
        return length_message(value)
    if isinstance(value, (str, int, float)) and not isinstance(value, bool):
        text = quote(value) if isinstance(value, str) else raw or quote(value)
        return Message("{value} is {kind}", value=text, kind=kind)
    if value is None:
        kind = Message("{raw} (nothing)", raw=raw) if raw else Message("an empty value")
    elif isinstance(value, bool):
        kind = Message(quote(value))
    elif not value:
        kind = EMPTY_NAMES[type(value)]
    return Message("{value} does not fit here", value=kind)


# ---- advice --------------------------------------------------------------------------------------

GROUPED_DIGITS = re.compile(r"[+\u2212-]?[0-9]{1,3}([,.'_ \u00a0][0-9]{3})+")


def _advice(raw: str, value: Any, expected: str) -> str:
    """Return advice on a scalar that is easily misread; empty if there is none."""
    if expected == "text" or expected.endswith("."):
        numeric = isinstance(value, int | float)
        return trap(raw) or (Message("write it in quotes") if numeric else "")
    if "number" in expected:
        return _number_hint(raw or str(value), value)
    if "true" in expected:
        return trap(raw)
    return ""


def _number_hint(written: str, value: Any) -> str:
    """Return advice on a number: only digits, with a plain minus, without quotes."""
    if GROUPED_DIGITS.fullmatch(written):
        digits = "".join(c for c in written if c in "0123456789-\u2212")
        return Message("write {number}", number=_plain_number(digits))
    if isinstance(value, str) and re.fullmatch(r"[+\u2212-]?[1-9][0-9]{0,8}", value):
        if value.isdigit():
            return Message("write {number}, without quotes", number=value)
        return Message("write {number}", number=_plain_number(value))
    if isinstance(value, float):
        return ""
    return trap(written, quotes=False) if isinstance(value, str) else ""


def _plain_number(number: str) -> str:
    return number.replace("\u2212", "-").removeprefix("+")

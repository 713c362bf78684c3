"""From what a typed model refuses to what a person reads: one Diagnostic for each fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails, PydanticCustomError

from riichi_core.errors import RecordError, RiichiError
from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import MAX_PROBLEMS, Diagnostic, Pointer, nearest
from riichi_core.source.expected import (
    accepted_values,
    field_at,
    keys_at,
    keys_of,
    one_of,
    shapes,
    tags_at,
    words_of,
)
from riichi_core.source.scalars import trap

if TYPE_CHECKING:
    from riichi_core.source.document import SourceDocument

Location = Sequence[str | int]
"""The way to a value as pydantic gives it: keys, indexes, and tags of alternatives."""

Elsewhere = tuple[Message, str, str]
"""A message, the text of what is expected, and the nearest key if there is one."""

RANGE = {"greater_than_equal", "less_than_equal", "greater_than", "less_than", "multiple_of",
         "out_of_range"}  # fmt: skip
LENGTH = {"too_short", "too_long", "string_too_short", "string_too_long"}
TAG = {"union_tag_invalid", "union_tag_not_found", "literal_error", "enum", "word"}
OWN = {"wrong_type", "out_of_range"}
"""Errors of validators that say themselves what is expected."""

KEY = ("[key]",)
"""The end of a location that leads to the key of a mapping and not to its value."""

KINDS = {
    str: Message("text"),
    bool: Message("true or false"),
    int: Message("a number"),
    float: Message("a decimal number"),
    list: Message("a list"),
    dict: Message("a mapping"),
}
EMPTY = {list: Message("an empty list"), dict: Message("an empty mapping")}

_MEANT = {
    **{"ron": "discard", "tsumo": "self_draw", "double_riichi": "double"},
    **{"e": "east", "s": "south", "w": "west", "n": "north"},
    **{"1z": "east", "2z": "south", "3z": "west", "4z": "north"},
}
"""Other words that people write for the words of records."""


def meant(name: str, words: Iterable[str]) -> str:
    """Return the word of a closed list that was probably meant; empty if none was."""
    words = tuple(words)
    known = _MEANT.get(name.lower(), "")
    return known if known in words else nearest(name, words)


def way_to(data: Any, field: str) -> Pointer:
    """Return the way to a field such as `wins.0.hand`, as far as the data has it."""
    way: list[str | int] = []
    for name in field.split("."):
        step: str | int = int(name) if name.isdigit() and isinstance(data, list) else name
        try:
            data = data[step]
        except (LookupError, TypeError):
            break
        way.append(step)
    return tuple(way)


def refusal(code: str, message: str, near: str = "", expected: str = "") -> PydanticCustomError:
    """Return the error by which a validator of a model refuses a value.

    Args:
        code: becomes the code of the diagnostic, with hyphens for underscores.
        message: what is wrong, and what is expected if the type of the field does not say it.
        near: the value that was probably meant.
        expected: what is expected instead, where a value is no better than its type says.
    """
    known = {"message": message, "nearest": near, "expected": expected}
    context = {name: text for name, text in known.items() if text}
    return PydanticCustomError(code, "{message}", context)


def refusals(
    error: ValidationError, document: SourceDocument, model: Any, at: Pointer = ()
) -> list[Diagnostic]:
    """Return every fault that a typed model found in a part of a document.

    Args:
        error: what pydantic raised.
        document: the file, or `Document.of(data)` for data that has no file.
        model: the model, or the type of a field, that refused the data.
        at: the place of that data in the document.
    """
    return Refusals(document, model, at).diagnostics(error.errors())


@dataclass(frozen=True, slots=True)
class Refusals:
    """Puts the faults of some data into words; subclasses know more of one kind of file.

    Attributes:
        document: the file that holds the data.
        model: the model, or the type, that checked it.
        at: the place of the data in the document.
        most: so many faults are put into words; those after them are only counted.
    """

    most_keys: ClassVar[int] = 12
    """The longest list of keys that is shown whole."""

    most_words: ClassVar[int] = 20
    """The longest list of words that is shown whole, where it is none of the model's own."""

    document: SourceDocument
    model: Any
    at: Pointer = ()
    most: int = field(default=MAX_PROBLEMS, kw_only=True)

    # ---- what a kind of file may know better -----------------------------------------------------

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return a place of the document from which the rest of a location leads on."""
        return self.at, location

    def path(self, pointer: Pointer) -> str:
        """Return what a place is called: `seats[1].name`."""
        path = ""
        for part in pointer:
            path += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if path else part
        return path

    def keys(self) -> list[str]:
        """Return the keys that the data can have at its top."""
        return keys_of(self.model)

    def elsewhere(self, _name: str) -> Elsewhere | None:
        """Return what an unknown key of the top may have been meant for."""
        return None

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not in the closed list of its place."""
        return Message("{name} is not a value of this key", name=name)

    # ---- from errors to diagnostics --------------------------------------------------------------

    def diagnostics(self, errors: Iterable[ErrorDetails]) -> list[Diagnostic]:
        """Return every fault; a misspelt key is reported once, not also as a missing one."""
        errors = list(errors)
        rest = [self._rest(error) for error in errors[self.most :]]
        del errors[self.most :]
        found = [(error, self._one(error)) for error in errors if not _is_part(error)]
        unknown = {d.nearest for e, d in found if e["type"] == "extra_forbidden" and d.nearest}
        kept = [
            d for e, d in found if not (e["type"] == "missing" and str(e["loc"][-1]) in unknown)
        ]
        return kept + self._parts([e for e in errors if _is_part(e)], unknown) + rest

    def _rest(self, error: ErrorDetails) -> Diagnostic:
        """Return a fault after so many others: nothing is guessed, for it is only counted."""
        return self._say(self._walk(error["loc"])[0], "bad-value", Message("this does not fit"))

    def _parts(self, errors: list[ErrorDetails], unknown: set[str]) -> list[Diagnostic]:
        """Return one diagnostic for each record that lacks parts."""
        lacking: dict[tuple[str | int, ...], list[str]] = {}
        for error in errors:
            if str(error["loc"][-1]) not in unknown:
                lacking.setdefault(error["loc"][:-1], []).append(str(error["loc"][-1]))
        return [self._lacks(owner, names) for owner, names in lacking.items()]

    def _lacks(self, owner: tuple[str | int, ...], names: list[str]) -> Diagnostic:
        pointer, value = self._walk(owner)
        if len(names) == 1:
            field = field_at(self.model, (*owner, *names))
            return self._missing(pointer, value, names[0], _expected(field))
        *first, last = map(quote, names)
        message = Message("{names} and {last} are missing", names=", ".join(first), last=last)
        return self._say(pointer, "missing-key", message, _expected(field_at(self.model, owner)))

    def _one(self, error: ErrorDetails) -> Diagnostic:
        location, kind = error["loc"], error["type"]
        owner = location[:-1] if kind in ("missing", "extra_forbidden") else location
        pointer, value = self._walk(owner)
        if location[-1:] == KEY:
            return self._unknown_name(pointer, error.get("ctx", {}).get("words", ()))
        if kind == "missing":
            expected = _expected(field_at(self.model, location))
            return self._missing(pointer, value, location[-1], expected)
        if kind == "extra_forbidden":
            return self._unknown(pointer, location)
        if kind in ("union_tag_invalid", "union_tag_not_found") and (tag := _tag_key(error)):
            return self._bad_tag(pointer, tag, error)
        return self._bad(pointer, value, error)

    def _bad(self, pointer: Pointer, value: Any, error: ErrorDetails) -> Diagnostic:
        """Return the fault of a value."""
        kind, context = error["type"], error.get("ctx", {})
        field = field_at(self.model, error["loc"])
        expected = str(context.get("expected", "")) if kind in OWN else _expected(field)
        if "message" in context:
            return self._refused(pointer, error, "" if value else expected)
        if kind in TAG:
            return self._bad_value(pointer, value, expected, field, context.get("words", ()))
        if kind in RANGE:
            return self._say(pointer, "out-of-range", _out_of_range(kind, value), expected)
        if kind in LENGTH:
            return self._say(pointer, "wrong-length", _length(value), expected)
        if "type" in kind or kind in ("int_from_float", "is_instance_of"):
            return self._wrong_type(pointer, value, expected)
        if kind == "string_pattern_mismatch":
            message = Message("{value} has not the right form", value=quote(value))
            return self._say(pointer, "bad-text", message, _help(field))
        if isinstance(cause := context.get("error"), RiichiError):
            return self._impossible(pointer, value, cause)
        return self._refused(pointer, error, "" if value else expected)

    def _impossible(self, pointer: Pointer, value: Any, error: RiichiError) -> Diagnostic:
        """Return why a text stands for no value, or why facts cannot be true together."""
        if isinstance(error, RecordError):
            pointer = (*pointer, *way_to(value, error.field))
        code = str(getattr(error, "code", "notation")).replace("_", "-")
        return self._say(pointer, code, error.message)

    def _refused(self, pointer: Pointer, error: ErrorDetails, expected: str) -> Diagnostic:
        """Return what a validator of the model says itself; see `refusal`."""
        context = error.get("ctx", {})
        message = context.get("message") or str(context.get("error") or error["msg"])
        code = "bad-value" if error["type"] == "value_error" else error["type"].replace("_", "-")
        wanted = context.get("expected") or expected
        return self._say(pointer, code, message, wanted, str(context.get("nearest", "")))

    def _walk(self, location: Location) -> tuple[Pointer, Any]:
        """Follow a location through the data; tags of alternatives stand for nothing there."""
        pointer, rest = self.locate(location)
        value: Any = self.document.data
        for part in pointer:
            value = value[part]
        for part in rest:
            if isinstance(value, dict) and part in value:
                pointer, value = (*pointer, part), value[str(part)]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                pointer, value = (*pointer, part), value[part]
        return pointer, value

    def _say(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        expected: str = "",
        near: str = "",
        *,
        key: bool = False,
    ) -> Diagnostic:
        path = self.path(pointer)
        return self.document.problem(
            pointer, code, message, key=key, path=path, expected=expected, nearest=near
        )

    # ---- one kind of fault each ------------------------------------------------------------------

    def _missing(self, pointer: Pointer, value: Any, name: str | int, expected: str) -> Diagnostic:
        if isinstance(name, int):
            return self._say(pointer, "wrong-length", _length(value), expected)
        message = Message("{name} is missing", name=quote(name))
        at_key = bool(self.at) and pointer == self.at
        wanted = f"{name}: {expected}"
        return self._say(pointer, "missing-key", message, wanted, key=at_key)

    def _unknown(self, pointer: Pointer, location: Location) -> Diagnostic:
        name, owner = str(location[-1]), field_at(self.model, location[:-1])
        known = self.keys() if owner is None else keys_at(self.model, location[:-1])
        expected, near = ", ".join(dict.fromkeys(known)) if len(known) <= self.most_keys else "", ""
        if name in known:  # it belongs to another alternative than the one that was begun
            message = Message("{name} cannot stand beside what is here already", name=quote(name))
            expected = accepted_values(owner) if owner is not None else ""
        elif owner is None and (meant := self.elsewhere(name)):
            message, expected, near = meant
        elif ":" in name:
            message = Message(
                "there is no {name} here; a space is missing after the colon", name=quote(name)
            )
        else:
            message = Message("there is no {name} here", name=quote(name))
            near = nearest(name, known)
        return self._say((*pointer, name), "unknown-key", message, expected, near, key=True)

    def _unknown_name(self, pointer: Pointer, known: Sequence[str]) -> Diagnostic:
        """Return the fault of a key that stands for a value, such as a seat."""
        name = str(pointer[-1])
        message = Message("there is no {name} here", name=quote(name))
        expected, near = ", ".join(known), meant(name, known)
        return self._say(pointer, "unknown-key", message, expected, near, key=True)

    def _bad_value(
        self,
        pointer: Pointer,
        value: Any,
        expected: str,
        field: FieldInfo | None,
        words: Sequence[str] = (),
    ) -> Diagnostic:
        known = list(words) or (words_of(field) if field is not None else [])
        if words and len(known) <= self.most_words:
            expected = one_of(known)
        if isinstance(value, list) or value is None or not known:
            return self._wrong_type(pointer, value, expected)
        if not isinstance(value, (str, dict)):
            return self._say(pointer, "bad-value", self.not_a_value(quote(value)), expected)
        if isinstance(value, str):
            name, message = value, self.not_a_value(quote(value))
        elif value:
            name = str(next(iter(value)))
            message = Message("there is no {name} here", name=quote(name))
            pointer = (*pointer, name)
        else:
            name, message = "", Message("the mapping is empty")
        near = meant(name, known)
        if near == name:  # the word is the key of a record
            near = next((s for s in shapes(field) if s.startswith(f"{{{name}:")), "")
        return self._say(pointer, "bad-value", message, expected, near, key=isinstance(value, dict))

    def _bad_tag(self, pointer: Pointer, key: str, error: ErrorDetails) -> Diagnostic:
        """Return the fault of the key by whose word one of several records is chosen."""
        words = tags_at(self.model, error["loc"], key)
        expected = one_of(words)
        if "tag" not in error["ctx"]:
            return self._missing(pointer, None, key, expected)
        word = str(error["ctx"]["tag"])
        message = self.not_a_value(quote(word))
        return self._say((*pointer, key), "bad-value", message, expected, nearest(word, words))

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Diagnostic:
        message = misfit_message(self.document, pointer, value, expected)
        return self._say(pointer, "wrong-type", message, expected)


def misfit_message(
    document: SourceDocument, pointer: Pointer, value: Any, expected: str
) -> Message:
    """Return what is wrong with a value of another kind than is expected."""
    raw = document.raw.get(pointer, "")
    given = _described(value, raw)
    if hint := _hint(raw, value, expected):
        return Message("{value} does not fit here; {hint}", value=given, hint=hint)
    return Message("{value} does not fit here", value=given)


def _is_part(error: ErrorDetails) -> bool:
    """Return True if a part of a record is missing, not a key of the top or an item of a list."""
    return (
        error["type"] == "missing" and len(error["loc"]) > 1 and isinstance(error["loc"][-1], str)
    )


def _tag_key(error: ErrorDetails) -> str:
    """Return the key that tells alternatives apart; empty if a function does that."""
    discriminator = str(error["ctx"]["discriminator"])
    return discriminator.strip("'") if discriminator.startswith("'") else ""


def _expected(field: FieldInfo | None) -> str:
    """Return what fits: the description of a free text, for all else what the type accepts."""
    if field is None:
        return ""
    accepted = accepted_values(field)
    return field.description or accepted if accepted == "text" else accepted


def _help(field: FieldInfo | None) -> str:
    return (field.description or "") if field is not None else ""


def _out_of_range(kind: str, value: Any) -> Message:
    if kind == "multiple_of":
        return Message("{value} does not fit", value=quote(value))
    return Message("{value} is out of range", value=quote(value))


def _length(value: Any) -> Message:
    if isinstance(value, dict):
        return Message("the mapping is empty")
    if not isinstance(value, str):
        return Message.counted("the list has {n} value", "the list has {n} values", len(value))
    if not value:
        return Message("the text is empty")
    return Message("the text is too long: {length} characters", length=len(value))


def _described(value: Any, raw: str) -> Message:
    """Return a value with its kind: `'east' (text)`."""
    kind = KINDS.get(type(value), Message("this"))
    if value is None:
        return Message("{raw} (nothing)", raw=raw) if raw else Message("an empty value")
    if isinstance(value, (list, dict)):
        return kind if value else EMPTY[type(value)]
    if isinstance(value, bool):
        return Message(quote(value))
    given = quote(value) if isinstance(value, str) else raw or quote(value)
    return Message("{value} ({kind})", value=given, kind=kind)


# ---- advice --------------------------------------------------------------------------------------

GROUPED = re.compile(r"[+\u2212-]?[0-9]{1,3}([,.'_ \u00a0][0-9]{3})+")


def _hint(raw: str, value: Any, expected: str) -> str:
    """Return why a scalar is not what it looks like, or what to write instead, if that is known."""
    if expected == "text" or expected.endswith("."):
        numeric = isinstance(value, int | float)
        return trap(raw) or (Message("write it in quotes") if numeric else "")
    if "number" in expected:
        return _number_hint(raw or str(value), value)
    if "true" in expected:
        return trap(raw)
    return ""


def _number_hint(written: str, value: Any) -> str:
    """Return how a number is written: digits alone, with a plain minus, without quotes."""
    if GROUPED.fullmatch(written):
        digits = "".join(c for c in written if c in "0123456789-\u2212")
        return Message("write {number}", number=_plain(digits))
    if isinstance(value, str) and re.fullmatch(r"[+\u2212-]?[1-9][0-9]{0,8}", value):
        if value.isdigit():
            return Message("write {number}, without quotes", number=value)
        return Message("write {number}", number=_plain(value))
    if isinstance(value, float):
        return ""
    return trap(written, quotes=False) if isinstance(value, str) else ""


def _plain(number: str) -> str:
    return number.replace("\u2212", "-").removeprefix("+")

"""From what the model refuses to what a person reads: one Diagnostic for each fault of a value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from riichi_core.rules.diagnostics import Diagnostic, Pointer, nearest
from riichi_core.rules.document import Document, trap
from riichi_core.rules.expects import expects, field_at, shapes, words_of
from riichi_core.rules.nicknames import nicknamed
from riichi_core.rules.rules import chapters

RANGE = {"greater_than_equal", "less_than_equal", "multiple_of"}
LENGTH = {"too_short", "too_long", "string_too_short", "string_too_long"}
TAG = {"union_tag_invalid", "union_tag_not_found", "literal_error"}
KINDS = {
    str: "text",
    bool: "true or false",
    int: "a number",
    float: "a decimal number",
    list: "a list",
    dict: "a mapping",
    type(None): "nothing",
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where checked data stands in a document, and what it is called in the rules.

    For the head of a file `chapter` is empty. For a chapter, `places` leads from an option's path
    to its value in the document, and `ids` names the yaku that have no field of their own.
    """

    document: Document
    model: type[BaseModel]
    chapter: str = ""
    places: Mapping[str, Pointer] = field(default_factory=dict)
    ids: tuple[str, ...] = ()

    def word(self, errors: Iterable[ErrorDetails]) -> list[Diagnostic]:
        """Every fault in words; a misspelt key is reported once, not also as a missing one."""
        errors = list(errors)
        found = [(error, self._one(error)) for error in errors if not _is_part(error)]
        unknown = {d.nearest for e, d in found if e["type"] == "extra_forbidden" and d.nearest}
        told = [
            d for e, d in found if not (e["type"] == "missing" and str(e["loc"][-1]) in unknown)
        ]
        return told + self._parts([e for e in errors if _is_part(e)], unknown)

    def _parts(self, errors: list[ErrorDetails], unknown: set[str]) -> list[Diagnostic]:
        """The parts that a record lacks, all of one record in one sentence."""
        lacking: dict[tuple[str | int, ...], list[str]] = {}
        for error in errors:
            if str(error["loc"][-1]) not in unknown:
                lacking.setdefault(error["loc"][:-1], []).append(str(error["loc"][-1]))
        return [self._lacks(owner, names) for owner, names in lacking.items()]

    def _lacks(self, owner: tuple[str | int, ...], names: list[str]) -> Diagnostic:
        pointer, value = self._walk(owner)
        if len(names) == 1:
            inner = field_at(self.model, (*owner, *names))
            return self._missing(pointer, value, names[0], _expected(inner))
        quoted = [f"'{name}'" for name in names]
        message = f"{', '.join(quoted[:-1])} and {quoted[-1]} are missing"
        return self._say(pointer, "missing-key", message, _expected(field_at(self.model, owner)))

    def option(self, location: Sequence[str | int]) -> str:
        """The path of the option that an error is in; empty for an error of the whole."""
        if not self.chapter or not location:
            return ""
        name, rest = location[0], location[1:]
        if name == "local" and rest:
            name = self.ids[int(rest[0])]
        return f"{self.chapter}.{name}"

    def _one(self, error: ErrorDetails) -> Diagnostic:
        location = error["loc"]
        kind = error["type"]
        owner = location[:-1] if kind in ("missing", "extra_forbidden") else location
        pointer, value = self._walk(owner)
        inner = field_at(self.model, location)
        expected = _expected(inner)
        if kind == "missing":
            return self._missing(pointer, value, location[-1], expected)
        if kind == "extra_forbidden":
            return self._unknown(pointer, location, self._siblings(owner))
        if kind in TAG:
            return self._bad_value(pointer, value, expected, inner)
        if kind in RANGE:
            message = (
                f"{value} is out of range" if kind != "multiple_of" else f"{value} does not fit"
            )
            return self._say(pointer, "out-of-range", message, expected)
        if kind in LENGTH:
            return self._say(pointer, "wrong-length", _length(value), expected)
        if "type" in kind or kind == "int_from_float":
            return self._wrong_type(pointer, value, expected)
        if kind == "string_pattern_mismatch":
            return self._say(pointer, "bad-text", f"{value!r} has not the right form", _help(inner))
        near = str(error.get("ctx", {}).get("nearest", ""))
        code = kind.replace("_", "-")
        return self._say(pointer, code, error["msg"], "" if value else expected, near)

    def _walk(self, location: Sequence[str | int]) -> tuple[Pointer, Any]:
        """Follow a location through the data; tags of alternatives stand for nothing there."""
        pointer, rest = self._start(location)
        value = _at(self.document.data, pointer)
        for part in rest:
            if isinstance(value, dict) and part in value:
                pointer, value = (*pointer, part), value[str(part)]
            elif isinstance(value, list) and isinstance(part, int) and part < len(value):
                pointer, value = (*pointer, part), value[part]
        return pointer, value

    def _start(self, location: Sequence[str | int]) -> tuple[Pointer, Sequence[str | int]]:
        if not self.chapter:
            return (), location
        option = self.option(location)
        skipped = 2 if location[:1] == ("local",) else 1
        return self.places.get(option, (self.chapter,)), location[skipped:]

    def _siblings(self, location: Sequence[str | int]) -> list[str]:
        inner = field_at(self.model, location)
        if inner is None:
            return [name for name in self.model.model_fields if name != "local"]
        return words_of(inner)

    def _path(self, pointer: Pointer) -> str:
        """The place in terms of the rules: without the `value` that a book writes."""
        path, rest = "", pointer
        for option, start in self.places.items():
            if pointer[: len(start)] == start:
                path, rest = option, pointer[len(start) :]
        for part in rest:
            path += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if path else part
        return path

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
        return self.document.problem(
            pointer,
            code,
            message,
            key=key,
            path=self._path(pointer),
            expected=expected,
            nearest=near,
        )

    def _missing(self, pointer: Pointer, value: Any, name: str | int, expected: str) -> Diagnostic:
        if isinstance(name, int):
            return self._say(pointer, "wrong-length", _length(value), expected)
        at_key = pointer == (self.chapter,)
        return self._say(
            pointer, "missing-key", f"'{name}' is missing", f"{name}: {expected}", key=at_key
        )

    def _unknown(
        self, pointer: Pointer, location: Sequence[str | int], known: list[str]
    ) -> Diagnostic:
        name = str(location[-1])
        if name in known:  # it belongs to another alternative than the one that was begun
            inner = field_at(self.model, location[:-1])
            message = f"'{name}' cannot stand beside what is here already"
            expected = expects(inner) if inner is not None else ""
            return self._say((*pointer, name), "unknown-key", message, expected, key=True)
        expected = ", ".join(dict.fromkeys(known)) if len(known) <= 12 else ""
        if not pointer[1:] and (home := self._home(name)):
            message = f"'{name}' is an option of the chapter '{home}'"
            where = f"it under '{home}:', indented by two spaces"
            return self._say((*pointer, name), "unknown-key", message, where, key=True)
        if not pointer[1:] and (path := nicknamed(name)):
            message = f"'{name}' is called {path} here"
            where = f"'{path.split('.')[1]}' under '{path.split('.')[0]}:' (riichi find {name})"
            return self._say((*pointer, name), "unknown-key", message, where, key=True)
        if ":" in name:
            message = f"there is no '{name}' here; a space is missing after the colon"
            return self._say((*pointer, name), "unknown-key", message, expected, key=True)
        return self._say(
            (*pointer, name),
            "unknown-key",
            f"there is no '{name}' here",
            expected,
            nearest(name, known),
            key=True,
        )

    def _home(self, name: str) -> str:
        """The chapter that has an option of this name, if it is another one."""
        homes = (c for c, model in chapters().items() if name in model.model_fields)
        return next((home for home in homes if home != self.chapter), "")

    def _bad_value(
        self, pointer: Pointer, value: Any, expected: str, inner: FieldInfo | None
    ) -> Diagnostic:
        known = words_of(inner) if inner is not None else []
        if isinstance(value, list) or value is None or not known:
            return self._wrong_type(pointer, value, expected)
        if not isinstance(value, (str, dict)):
            shown = str(value).lower() if isinstance(value, bool) else value
            return self._say(pointer, "bad-value", f"{shown} {self._no_value()}", expected)
        if isinstance(value, dict):
            name = next(iter(value), "")
            message = f"there is no '{name}' here" if value else "the mapping is empty"
            pointer = (*pointer, name) if value else pointer
        else:
            name = value
            message = f"'{_short(name)}' {self._no_value()}"
        near = nearest(name, known)
        if near == name:  # the word is the key of a record
            near = next((s for s in shapes(inner) if s.startswith(f"{{{name}:")), "")
        return self._say(pointer, "bad-value", message, expected, near, key=isinstance(value, dict))

    def _no_value(self) -> str:
        return f"is not a value of this {'option' if self.chapter else 'key'}"

    def _wrong_type(self, pointer: Pointer, value: Any, expected: str) -> Diagnostic:
        raw = self.document.raw.get(pointer, "")
        message = f"{_shown(value, raw)} does not fit here"
        if hint := _hint(raw, value, expected):
            message += f"; {hint}"
        return self._say(pointer, "wrong-type", message, expected)


def _expected(inner: FieldInfo | None) -> str:
    """What fits: for the head of a file its description, for all else what the type accepts."""
    if inner is None:
        return ""
    accepted = expects(inner)
    return inner.description or accepted if accepted == "text" else accepted


GROUPED = re.compile(r"[+\u2212-]?[0-9]{1,3}([,.'_ \u00a0][0-9]{3})+")


def _hint(raw: str, value: Any, expected: str) -> str:
    """Why a scalar is not what it looks like, and what to write instead, where that is known."""
    if expected == "text" or expected.endswith("."):
        return trap(raw) or ("write it in quotes" if isinstance(value, int | float) else "")
    if "number" in expected:
        return _number_hint(raw or str(value), value)
    if "true" in expected:
        return trap(raw)
    return ""


def _number_hint(written: str, value: Any) -> str:
    """How a number is written: digits alone, with a plain minus, without quotes."""
    if GROUPED.fullmatch(written):
        digits = "".join(c for c in written if c in "0123456789-\u2212")
        return f"write {_plain(digits)}"
    if isinstance(value, str) and re.fullmatch(r"[+\u2212-]?[1-9][0-9]{0,8}", value):
        return f"write {_plain(value)}" + (", without quotes" if value.isdigit() else "")
    if isinstance(value, float):
        return ""
    return trap(written).removesuffix("; quote it for text") if isinstance(value, str) else ""


def _plain(number: str) -> str:
    return number.replace("\u2212", "-").removeprefix("+")


def _help(inner: FieldInfo | None) -> str:
    return (inner.description or "") if inner is not None else ""


def _is_part(error: ErrorDetails) -> bool:
    """Whether a part of a record is missing, not an option or an item of a list."""
    return (
        error["type"] == "missing" and len(error["loc"]) > 1 and isinstance(error["loc"][-1], str)
    )


def _at(data: Any, pointer: Pointer) -> Any:
    for part in pointer:
        data = data[part]
    return data


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"


def _length(value: Any) -> str:
    if isinstance(value, str):
        return (
            "the text is empty" if not value else f"the text is too long: {len(value)} characters"
        )
    return f"the list has {len(value)} value{'' if len(value) == 1 else 's'}"


def _shown(value: Any, raw: str) -> str:
    kind = KINDS.get(type(value), "this")
    if value is None:
        return "an empty value" if not raw else f"{raw} (nothing)"
    if isinstance(value, (list, dict)):
        return kind if value else f"an empty {kind.split()[-1]}"
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{_short(value)}' ({kind})" if isinstance(value, str) else f"{raw or value} ({kind})"

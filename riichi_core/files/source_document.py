"""Plain values with their places in a file, and the reading of unquoted text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from riichi_core.files.problem import START, Pointer, Problem, Severity, Span
from riichi_core.messages import Message

Scalar = str | int | float | bool | None
Value = Scalar | list["Value"] | dict[str, "Value"]

HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """The values of a file, each with its place.

    If several tables are joined into one, `parts` has them, each with the number of its first row.
    `raw` contains the plain text of values that are easily misread: text that YAML 1.1 would read
    as something else, and decimals as written (`3.10`). See `trap`.
    """

    file: str
    lines: tuple[str, ...]
    data: Value
    values: Mapping[Pointer, Span]
    keys: Mapping[Pointer, Span]
    raw: Mapping[Pointer, str]
    parts: tuple[tuple[int, SourceDocument], ...] = ()

    @classmethod
    def of(cls, data: Value, file: str = "") -> SourceDocument:
        """Return data without a source text as a document without places."""
        return cls(file, ("",), data, {(): START}, {}, {})

    def span(self, pointer: Pointer, *, key: bool = False) -> Span:
        """Return the place of a value (or its key), or else of the nearest value around it."""
        document, pointer = self._part(pointer)
        if document is not self:
            return document.span(pointer, key=key)
        for depth in range(len(pointer), 0, -1):
            at = pointer[:depth]
            if key and at in self.keys:
                return self.keys[at]
            if at in self.values:
                return self.values[at]
        return self.values[()]

    def problem(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        *,
        key: bool = False,
        path: str = "",
        expected: str = "",
        suggestion: str = "",
        severity: Severity = "error",
    ) -> Problem:
        """Return a problem at a value (or its key), with its line of the file."""
        document, pointer = self._part(pointer)
        span = document.span(pointer, key=key)
        source = document.lines[span.line - 1]
        return Problem(
            document.file, span, code, message, path, expected, suggestion, severity, source
        )

    def _part(self, pointer: Pointer) -> tuple[SourceDocument, Pointer]:
        """Return the document of a row, and the pointer to a value in it."""
        if not self.parts or len(pointer) < 2 or not isinstance(pointer[1], int):
            return self, pointer
        number = pointer[1]
        first, part = next(one for one in reversed(self.parts) if one[0] <= number)
        return part, (pointer[0], number - first, *pointer[2:])


def code_point(character: str) -> str:
    """Return the code of an unprintable character: `U+D800`."""
    return f"U+{ord(character):04X}"


# ---- plain text ----------------------------------------------------------------------------------

_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None, "": None}
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_OCTAL = re.compile(r"[-+]?0[0-7]{1,15}")
_QUOTE = {
    "null": Message("write null"),
    "timestamp": Message("YAML 1.1 would read this as a date; quote it for text"),
    "merge": Message("quote it for text"),
    "value": Message("quote it for text"),
}
_TRAPS = {True: _QUOTE, False: {"timestamp": Message("YAML 1.1 would read this as a date")}}


def plain_value(text: str) -> Scalar:
    """Return the value of plain text: a word, a number or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _yaml_type(text: str) -> str:
    """Return the type of plain text in YAML 1.1 (`bool`, `int`, ...); empty for text."""
    from yaml.resolver import Resolver  # noqa: PLC0415 - only a trap needs yaml

    for tag, pattern in Resolver.yaml_implicit_resolvers.get(text[:1], ()):
        if pattern.fullmatch(text):
            return str(tag).rpartition(":")[2]
    return ""


def trap(raw: str, *, quotes: bool = True) -> str:
    """Return why plain text is not the value that it resembles, and what to write instead.

    With `quotes`, text is allowed there, so the advice may be to quote it.
    """
    value = plain_value(raw)
    if isinstance(value, float):
        return Message("this is the number {number}; quote it for text", number=str(value))
    kind = _yaml_type(raw) if isinstance(value, str) else ""
    if kind in {"int", "float"}:
        return _number_trap(raw.replace("_", "").lower(), quotes)
    if kind == "bool":
        word = "true" if raw.lower() in {"true", "yes", "on"} else "false"
        advice = word if raw.lower() == word else Message("true or false")
        return Message(
            "YAML 1.1 would read this as {word}; write {advice}", word=word, advice=advice
        )
    return _TRAPS[quotes].get(kind, "")


def _number_trap(bare: str, quotes: bool) -> Message:
    with suppress(ValueError):  # `.inf`, `0x_`, thousands of digits
        if ":" in bare:
            return _sixty_based(bare, quotes)
        if _OCTAL.fullmatch(bare):
            return Message(
                "a leading zero would make this octal ({octal}); write {number}",
                octal=str(int(bare, 8)),
                number=str(int(bare)),
            )
        number = str(float(bare) if "." in bare else int(bare, 0))
        if _INTEGER.fullmatch(number) or _DECIMAL.fullmatch(number):
            return Message("write {number}", number=number)
    if quotes:
        return Message("YAML 1.1 would read this as a number; quote it for text")
    return Message("YAML 1.1 would read this as a number")


def _sixty_based(bare: str, quotes: bool) -> Message:
    total, sign = 0.0, "-" * bare.startswith("-")
    for part in bare.lstrip("+-").split(":"):
        total = total * 60 + float(part)
    number = f"{sign}{total:.15g}"
    if quotes:
        return Message(
            "YAML 1.1 would read this as {number} (sixty-based); quote it for text", number=number
        )
    return Message("YAML 1.1 would read this as {number} (sixty-based)", number=number)

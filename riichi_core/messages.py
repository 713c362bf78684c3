"""Messages of the engine: English text that knows its template, so it can be translated."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from math import isnan
from pathlib import PurePath
from typing import Any


class Message(str):
    """A sentence for people; as a string it is the English one.

    Attributes:
        template: the English text with its parameters in braces: the key of its translations.
        plural: the template for a number other than one; empty if the text has no plural form.
        number: the number that chooses between the two.
        parameters: what stands in the braces; a `Message` among them is translated as well.

    >>> Message("a win needs {han} han", han=2)
    'a win needs 2 han'
    >>> Message.counted("{n} tile is left", "{n} tiles are left", 3)
    '3 tiles are left'
    """

    __slots__ = ("number", "parameters", "plural", "template")

    template: str
    plural: str
    number: int
    parameters: dict[str, Any]

    def __new__(cls, template: str, /, **parameters: Any) -> Message:
        """Return a message whose template always reads the same.

        Texts and paths among its parameters are foreign: what a terminal obeys or cannot print is
        escaped in them, and one that is very long is cut.
        """
        return cls._build(template, "", 1, parameters)

    @classmethod
    def counted(cls, template: str, plural: str, n: int, /, **parameters: Any) -> Message:
        """Return a message that has another template for numbers other than one; `{n}` is it."""
        return cls._build(template, plural, n, {"n": n, **parameters})

    @classmethod
    def and_list(cls, parts: Iterable[object]) -> Message:
        """Return the parts joined by `and`; without any the message is empty."""
        first, *more = [*parts] or [""]
        joined = Message("{one}", one=first)
        for other in more:
            joined = Message("{one} and {other}", one=joined, other=other)
        return joined

    @classmethod
    def joined(cls, parts: Iterable[object], by: str = " ") -> Message:
        """Return the parts one after the other, with a space or other mark between them."""
        first, *more = [*parts] or [""]
        joined = Message("{one}", one=first)
        for other in more:
            joined = Message(f"{{one}}{by}{{other}}", one=joined, other=other)
        return joined

    def with_parameters(self, change: Callable[[Any], Any]) -> Message:
        """Return the message with each of its parameters changed, in the messages inside too."""
        changed = {
            name: value.with_parameters(change) if isinstance(value, Message) else change(value)
            for name, value in self.parameters.items()
        }
        return self._build(self.template, self.plural, self.number, changed)

    @classmethod
    def _build(cls, template: str, plural: str, number: int, parameters: dict[str, Any]) -> Message:
        chosen = plural if plural and number != 1 else template
        parameters = {name: _escaped(value) for name, value in parameters.items()}
        message = super().__new__(cls, chosen.format(**parameters) if parameters else chosen)
        message.template, message.plural = template, plural
        message.number, message.parameters = number, parameters
        return message


def not_empty(parts: Iterable[str | None]) -> list[str]:
    """Return those of some texts that are neither None nor empty."""
    return [part for part in parts if part is not None and part]


LONGEST_QUOTED = 60
"""The longest text that an error quotes, in characters."""

LONGEST_PART = 2_000
"""The longest foreign text in a message; no list of names that it gives is as long."""


def quote(value: object, longest: int = LONGEST_QUOTED) -> str:
    r"""Return a value as an error quotes it: short, on one line, and never what is inside of it.

    Text comes in quotation marks; control and unassigned characters in it come as escapes.

    >>> quote("east\n"), quote(None), quote(True), quote(2.5), quote({"a": 1})
    ("'east\\n'", 'null', 'true', '2.5', 'an object')
    """
    match value:
        case None | bool():
            return json.dumps(value)
        case str():
            return repr(value if len(value) <= longest else f"{value[: longest - 3]}...")
        case float() if isnan(value):
            return "NaN"
        case int() | float():
            return str(value) if abs(value) < 1e15 else "a number so large"
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
    return f"a value of type {type(value).__name__}"


def escape_unprintable(text: str) -> str:
    """Return foreign text with an escape for every character that cannot be printed, cut if long.

    Those are what a terminal obeys (control characters, other directions of writing), lone halves
    of surrogate pairs, and what Unicode has not assigned.
    """
    text = text[: LONGEST_PART + 1]
    if not text.isprintable():
        text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 3]}..."


def _escaped(value: object) -> object:
    """Return a parameter of a message, with foreign text in it escaped."""
    if isinstance(value, PurePath):
        value = str(value)
    if isinstance(value, str) and not isinstance(value, Message):
        return escape_unprintable(value)
    return value

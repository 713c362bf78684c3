"""Messages of the engine: English texts that keep their template for translation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from math import isnan
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from fractions import Fraction


class YakuNames(Protocol):
    """The names of a yaku: the name to show, and the English and Japanese ones."""

    @property
    def title(self) -> str:
        """Return the English name if there is one, else the Japanese one."""

    @property
    def en(self) -> str | None:
        """Return the English name."""

    @property
    def ja(self) -> str | None:
        """Return the Japanese name in Latin letters."""


class Message(str):
    """A sentence for people; as a string it is in English.

    Attributes:
        template: the English text with parameters in braces, which is the key of its translations.
        plural: the template for a number other than one; empty if the text has no plural form.
        number: the number that chooses between the two templates.
        parameters: the values for the braces; a `Message` among them is also translated.

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
        """Create a message from a constant template and its parameters.

        Texts and paths among its parameters are foreign. Control characters and unprintable
        characters in them are escaped, and very long ones are cut.
        """
        return cls._build(template, "", 1, parameters)

    @classmethod
    def counted(
        cls, template: str, plural: str, n: int | Fraction, /, **parameters: Any
    ) -> Message:
        """Create a message with a second template for numbers other than one.

        `{n}` is the number. A fraction takes the second template.
        """
        number = n if isinstance(n, int) else 2
        return cls._build(template, plural, number, {"n": n, **parameters})

    @classmethod
    def and_list(cls, parts: Iterable[object]) -> Message:
        """List the parts with `and` before the last; without parts, the message is empty."""
        *others, last = [*parts] or [""]
        if not others:
            return Message("{one}", one=last)
        return Message("{one} and {other}", one=cls.joined(others, ", "), other=last)

    @classmethod
    def or_list(cls, parts: Iterable[object]) -> Message:
        """List the parts with `or` before the last; without parts, the message is empty."""
        *others, last = [*parts] or [""]
        if not others:
            return Message("{one}", one=last)
        return Message("{one} or {other}", one=cls.joined(others, ", "), other=last)

    @classmethod
    def joined(cls, parts: Iterable[object], by: str = " ") -> Message:
        """Join the parts with a space or another separator."""
        first, *more = [*parts] or [""]
        joined = Message("{one}", one=first)
        for other in more:
            joined = Message(f"{{one}}{by}{{other}}", one=joined, other=other)
        return joined

    def with_parameters(self, change: Callable[[Any], Any]) -> Message:
        """Return the message with each of its parameters changed, in inner messages too."""
        if not self.parameters:
            return self
        changed = {
            name: value.with_parameters(change) if isinstance(value, Message) else change(value)
            for name, value in self.parameters.items()
        }
        return self._build(self.template, self.plural, self.number, changed)

    @classmethod
    def _build(cls, template: str, plural: str, number: int, parameters: dict[str, Any]) -> Self:
        chosen = plural if plural and number != 1 else template
        parameters = {name: _escaped(value) for name, value in parameters.items()}
        message = super().__new__(cls, chosen.format(**parameters) if parameters else chosen)
        message.template, message.plural = template, plural
        message.number, message.parameters = number, parameters
        return message


class YakuName(Message):
    """The name of a yaku, in the language of the reader if its names include that."""

    __slots__ = ("names",)

    names: YakuNames

    @classmethod
    def among(cls, names: YakuNames) -> YakuName:
        """Create the message from the names; as a string it is the name to show."""
        message = cls._build(names.title, "", 1, {})
        message.names = names
        return message


class YakuInSentence(Message):
    """The name of a yaku within a sentence, in the words of the reader."""

    __slots__ = ("yaku",)

    yaku: str

    @classmethod
    def of(cls, yaku: str) -> YakuInSentence:
        """Create the message from the yaku's id; as a string it is the id in words."""
        message = cls._build(yaku.replace("_", " "), "", 1, {})
        message.yaku = yaku
        return message


def not_empty(parts: Iterable[str | None]) -> list[str]:
    """Return the texts that are neither None nor empty."""
    return [part for part in parts if part is not None and part]


LONGEST_QUOTED = 60
"""The maximum length of a text that an error quotes, in characters."""

LONGEST_PART = 2_000
"""The maximum length of a foreign text in a message, longer than any list of names."""


def quote(value: object, longest: int = LONGEST_QUOTED) -> str:
    r"""Return a value as quoted in an error: short, on one line, and without its contents.

    Text is in quotation marks, with control and unassigned characters escaped.

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


def quote_argument(value: object) -> str:
    """Return an argument of a call as quoted in an error: like `quote`, in Python's words.

    >>> quote_argument(None), quote_argument(True), quote_argument({"a": 1}), quote_argument("east")
    ('None', 'True', 'a dict', "'east'")
    """
    match value:
        case None | bool():
            return repr(value)
        case dict():
            return "a dict"
    return quote(value)


def refuse_flag(value: object, name: str) -> Message | None:
    """Return the message that refuses any value but True and False.

    The text `no` from a column would be true.
    """
    if value is True or value is False:
        return None
    return Message(
        "{field}: expected True or False, not {given}", field=name, given=quote_argument(value)
    )


def escape_unprintable(text: str) -> str:
    """Return foreign text with unprintable characters escaped, cut if it is long.

    These are characters that control a terminal or the direction of writing, lone halves of
    surrogate pairs, and characters that Unicode has not assigned.
    """
    text = text[: LONGEST_PART + 1]
    if not text.isprintable():
        text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return text if len(text) <= LONGEST_PART else f"{text[: LONGEST_PART - 3]}..."


def _escaped(value: object) -> object:
    """Return a parameter of a message, with foreign text escaped."""
    if isinstance(value, PurePath):
        value = str(value)
    if isinstance(value, str) and not isinstance(value, Message):
        return escape_unprintable(value)
    return value

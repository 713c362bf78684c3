"""JSON that nobody vouches for: read within limits, and taken apart with the place of each value.

Whatever is wrong is a RecordError that says where and what was expected; nothing else is raised.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from riichi_core.errors import RiichiError
from riichi_core.messages import quote

MOST_BYTES = 20_000_000
MOST_LINES = 100_000
MOST_DEPTH = 20
"""The longest file that is read, in bytes and in lines, and how deep its lists may be nested."""

MOST_POINTS = 10_000_000
"""More points than any game moves, up or down."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)


class RecordError(RiichiError):
    """A record that cannot be read: where it is wrong, and what was expected there."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where
        self.message = message


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a record, and where it stands: `line 12, pai` or `deal 3, player 2, take 5`."""

    value: object
    where: str

    def wrong(self, expected: str) -> RecordError:
        """The error that this is not what was expected."""
        return RecordError(self.where, f"expected {expected}, not {quote(self.value)}")

    def find(self, name: str) -> Value | None:
        """The value of a key of an object; None if it has none, or null.

        Raises:
            RecordError: it is no object.
        """
        if not isinstance(self.value, Mapping):
            raise self.wrong("an object")
        found = self.value.get(name)
        return (
            None if found is None else Value(found, f"{self.where}, {name}" if self.where else name)
        )

    def key(self, name: str) -> Value:
        """The value of a key that an object must have.

        Raises:
            RecordError: it is no object, or has no such key.
        """
        found = self.find(name)
        if found is None:
            raise RecordError(self.where, f"'{name}' is missing")
        return found

    def items(self, least: int, most: int, one: str = "item") -> tuple[Value, ...]:
        """The values of a list, each at its place, `one` 1 and so on.

        Raises:
            RecordError: it is no list, or has fewer or more values.
        """
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        if not least <= len(self.value) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise RecordError(
                self.where, f"expected {wanted} values, not {len(self.value)} of them"
            )
        return tuple(
            Value(value, f"{self.where}, {one} {number}")
            for number, value in enumerate(self.value, start=1)
        )

    def whole(self, least: int, most: int) -> int:
        """A whole number.

        Raises:
            RecordError: it is none, or out of range.
        """
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.wrong(f"a whole number from {least:,} to {most:,}")
        return self.value

    def text(self) -> str:
        """A text.

        Raises:
            RecordError: it is none.
        """
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def flag(self) -> bool:
        """True or false.

        Raises:
            RecordError: it is neither.
        """
        if not isinstance(self.value, bool):
            raise self.wrong("true or false")
        return self.value

    def points(self) -> tuple[int, int, int, int]:
        """The points of four players.

        Raises:
            RecordError: it is no list of four whole numbers.
        """
        one, two, three, four = (
            item.whole(-MOST_POINTS, MOST_POINTS) for item in self.items(4, 4, "player")
        )
        return one, two, three, four


def text_of(data: bytes | str) -> str:
    """The text of a file.

    Raises:
        RecordError: it is too large, or not UTF-8.
    """
    if len(data) > MOST_BYTES:
        raise RecordError("", f"the file is larger than {MOST_BYTES // 1_000_000} MB")
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"byte {error.start + 1}", "this is no text in UTF-8") from None


def parse(text: str, where: str) -> Value:
    """A JSON value and where it stands.

    Raises:
        RecordError: it is no JSON, or nested too deep.
    """
    _refuse_depth(text, where)
    try:
        return Value(json.loads(text), where)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, character {error.colno}"
        raise RecordError(where or at, f"this is no JSON: {error.msg} ({at})") from None
    except (ValueError, RecursionError):  # a number of thousands of digits
        raise RecordError(where, "this is no JSON that can be read") from None


def _refuse_depth(text: str, where: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        character = text[token.start()]
        depth += (character in "[{") - (character in "]}")
        if depth > MOST_DEPTH:
            raise RecordError(where, f"lists are nested deeper than {MOST_DEPTH}")

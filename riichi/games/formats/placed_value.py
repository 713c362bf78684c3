"""Values of other programs' records, each with its position in the record.

A reader asks a `PlacedValue` for what it needs. Every error is a RecordError, which says where it
is and what was expected; no other exception is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any, TypeVar
from urllib.parse import unquote

from riichi.games.formats.file_text import error_at, unexpected
from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.records.fields import MOST_POINTS

MOST_DEALS = 200
"""The maximum number of deals in a game."""

THREE_PLAYERS = Message("this is a record of three players: only games of four are read")

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_RESULT = re.compile(r"[-+]?[0-9]{1,6}(?:\.[0-9]{1,3})?", re.ASCII)
_ESCAPED_LETTER = re.compile(r"%[C-Fc-f][0-9A-Fa-f]%[89ABab][0-9A-Fa-f]")
"""Two escaped bytes that begin a letter of UTF-8, which no real name contains."""

T = TypeVar("T")


class PlacedValue:
    """A value of a record with its position; its methods return it as the type in their name.

    Raises:
        RecordError: if the value is something else.
    """

    __slots__ = ("_around", "_label", "_number", "value")

    def __init__(
        self, value: Any, around: PlacedValue | str = "", label: str = "", number: int = -1
    ) -> None:
        """Store a value; its position becomes text only if there is an error.

        Args:
            value: the value.
            around: the value that contains it.
            label: its name there, e.g. `tile {n}` (from 1) or `player {i}` (from 0).
            number: its index in a list, from 0; -1 if it is not in a list.
        """
        self.value, self._around, self._label, self._number = value, around, label, number

    @property
    def where(self) -> str:
        """The position as text."""
        around, own = self._around, self._label
        if not isinstance(around, str):
            around = around.where
        if self._number >= 0:
            own = own.format(n=self._number + 1, i=self._number)
        return f"{around}, {own}" if around and own else around or own

    def inside(self, label: str, value: Any) -> PlacedValue:
        """Return a part of the value."""
        return PlacedValue(value, self, label)

    # ---- errors ----------------------------------------------------------------------------------

    def error(self, message: str, code: str = "contradiction") -> RecordError:
        """Return an error at the value."""
        return error_at(self.where, message, code)

    def unexpected(self, expected: str, code: str = "wrong_type") -> RecordError:
        """Return the error of an unexpected value."""
        return self.error(unexpected(expected, self.value), code)

    def missing(self, name: str) -> RecordError:
        """Return the error of an object with a missing field."""
        return self.error(Message("'{field}' is missing", field=name), "missing_field")

    # ---- parts -----------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Return True if the value is an object with this field."""
        return isinstance(self.value, dict) and name in self.value

    def field(self, name: str) -> PlacedValue:
        """Return a required field of an object, which may not be null."""
        field = self.optional(name)
        if field is None:
            raise self.missing(name)
        return field

    def optional(self, name: str) -> PlacedValue | None:
        """Return a field of an object; None if it is missing or null."""
        if not isinstance(self.value, dict):
            raise self.unexpected("an object", "not_an_object")
        value = self.value.get(name)
        return None if value is None else PlacedValue(value, self, name)

    def items(
        self, least: int, most: int | None, label: str = "item {n}", *, named: bool = True
    ) -> list[PlacedValue]:
        """Return the items of a list of a valid length; `named` adds it to their positions."""
        if not isinstance(self.value, list):
            raise self.unexpected("a list")
        if most is not None and not least <= len(self.value) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            message = Message("expected {n} values, not {m} of them", n=wanted, m=len(self.value))
            raise self.error(message, "out_of_range")
        around = self if named else self._around
        return [PlacedValue(item, around, label, n) for n, item in enumerate(self.value)]

    def each(
        self, read: Callable[[PlacedValue], T], least: int, most: int, label: str = "tile {n}"
    ) -> tuple[T, ...]:
        """Return the items of a list of a valid length, each read by `read`."""
        return tuple(map(read, self.items(least, most, label)))

    # ---- what it is ------------------------------------------------------------------------------

    def whole_number(self, least: int, most: int) -> int:
        """Return a whole number within limits."""
        number = as_whole(self.value)
        if number is None or not least <= number <= most:
            expected = Message("a whole number from {least:,} to {most:,}", least=least, most=most)
            raise self.unexpected(expected)
        return number

    def player(self) -> int:
        """Return a player, by seat at the start of the game."""
        return self.whole_number(0, 3)

    def sticks(self) -> int:
        """Return a number of counters or riichi bets on the table."""
        return self.whole_number(0, 1_000)

    def points(self, label: str = "player {n}") -> tuple[int, int, int, int]:
        """Return the points of the four players."""
        east, south, west, north = self.each(
            lambda value: value.whole_number(-MOST_POINTS, MOST_POINTS), 4, 4, label
        )
        return east, south, west, north

    def thousands(self) -> int:
        """Return the points of a result in thousands: 41.5, or text with or without a sign."""
        value = self.value
        if isinstance(value, str) and _RESULT.fullmatch(value):
            value = float(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            points = value * 1000
            if -MOST_POINTS <= points <= MOST_POINTS:
                return round(points)
        raise self.unexpected("a result in thousands, as 41.5")

    def flag(self) -> bool:
        """Return true or false, which may be 1, 0 or text."""
        value = _FLAGS.get(str(self.value), self.value)
        if not isinstance(value, bool):
            raise self.unexpected("true or false")
        return value

    def text(self) -> str:
        """Return a text."""
        if not isinstance(self.value, str):
            raise self.unexpected("text")
        return self.value

    def name(self) -> str:
        """Return a name without escapes of pages and links; numbers become digits, null empty."""
        if self.value is None:
            return ""
        if type(self.value) is int:
            return str(self.value)
        if not isinstance(self.value, str):
            raise self.unexpected("a name")
        escaped = _ESCAPED_LETTER.search(self.value)
        return plain_name(self.value) if escaped else unescape(self.value)

    def word(self, words: Mapping[str, T], expected: str) -> T:
        """Return the meaning of a word from a closed list."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.unexpected(expected)
        return words[self.value]


_FLAGS = {"0": False, "1": True, "false": False, "true": True}


def as_whole(value: object) -> int | None:
    """Return a value as a whole number, including `25000.0` and text; None if it is not one."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def plain_name(text: str) -> str:
    """Return a name without the escapes of links and pages."""
    return unescape(unquote(text))

"""Values of records of other programs, each with its place in the record.

A reader asks a `PlacedValue` for what it needs. Whatever is wrong is a RecordError that says where
and what was expected; nothing else is raised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any, TypeVar

from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.records.fields import MOST_POINTS
from riichi_core.records.file_text import error_at, unexpected

MOST_DEALS = 200
"""The most deals of a game that are read."""

THREE_PLAYERS = Message("this is a record of three players: only games of four are read")

_WHOLE = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_RESULT = re.compile(r"[-+]?[0-9]{1,6}(?:\.[0-9]{1,3})?", re.ASCII)
_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")
_ESCAPED_LETTER = re.compile(r"%[C-Fc-f][0-9A-Fa-f]%[89ABab][0-9A-Fa-f]")
"""Two escaped bytes that begin a letter of UTF-8: nobody is called so."""

T = TypeVar("T")


class PlacedValue:
    """A value of a record with its place. Each method returns what is asked for.

    Raises:
        RecordError: the value is something else.
    """

    __slots__ = ("_around", "_label", "_number", "value")

    def __init__(
        self, value: Any, around: PlacedValue | str = "", label: str = "", number: int = -1
    ) -> None:
        """Take a value; its place is put into words only when something is wrong with it.

        Args:
            value: the value.
            around: what it stands in.
            label: what it is called there, as `tile {n}` from 1 or `player {i}` from 0.
            number: its place in a list, from 0; -1 where it is in none.
        """
        self.value, self._around, self._label, self._number = value, around, label, number

    @property
    def where(self) -> str:
        """Its place, in words."""
        around, own = self._around, self._label
        if not isinstance(around, str):
            around = around.where
        if self._number >= 0:
            own = own.format(n=self._number + 1, i=self._number)
        return f"{around}, {own}" if around and own else around or own

    def inside(self, label: str, value: Any) -> PlacedValue:
        """Return a part of it."""
        return PlacedValue(value, self, label)

    # ---- errors ----------------------------------------------------------------------------------

    def error(self, message: str, code: str = "contradiction") -> RecordError:
        """Return the error of the value."""
        return error_at(self.where, message, code)

    def unexpected(self, expected: str, code: str = "wrong_type") -> RecordError:
        """Return the error of a value that is something else than was expected."""
        return self.error(unexpected(expected, self.value), code)

    def missing(self, name: str) -> RecordError:
        """Return the error of an object without a field."""
        return self.error(Message("'{field}' is missing", field=name), "missing_field")

    # ---- parts -----------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Return True if the value is an object with such a field."""
        return isinstance(self.value, dict) and name in self.value

    def field(self, name: str) -> PlacedValue:
        """Return a field of an object that has to be there, and not null."""
        field = self.optional(name)
        if field is None:
            raise self.missing(name)
        return field

    def optional(self, name: str) -> PlacedValue | None:
        """Return a field of an object; None if it is not there, or null."""
        value = self._fields().get(name)
        return None if value is None else PlacedValue(value, self, name)

    def _fields(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.unexpected("an object", "not_an_object")
        return self.value

    def items(
        self, least: int, most: int | None, label: str = "item {n}", *, named: bool = True
    ) -> list[PlacedValue]:
        """Return the items of a list that has so many; their places name the list if `named`."""
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
        """Return what is read of the items of a list that has so many."""
        return tuple(map(read, self.items(least, most, label)))

    # ---- what it is ------------------------------------------------------------------------------

    def whole_number(self, least: int, most: int) -> int:
        """Return a whole number within bounds."""
        number = as_whole(self.value)
        if number is None or not least <= number <= most:
            raise self.unexpected(f"a whole number from {least:,} to {most:,}")
        return number

    def player(self) -> int:
        """Return a player, by the number of the seat at the start of the game."""
        return self.whole_number(0, 3)

    def sticks(self) -> int:
        """Return counters or riichi bets on the table."""
        return self.whole_number(0, 1_000)

    def points(self, label: str = "player {n}") -> tuple[int, int, int, int]:
        """Return the points of the four players."""
        east, south, west, north = self.each(_points, 4, 4, label)
        return east, south, west, north

    def thousands(self) -> int:
        """Return the points of a result in thousands: 41.5, or as text with or without a sign."""
        value = self.value
        if isinstance(value, str) and _RESULT.fullmatch(value):
            value = float(value)
        if isinstance(value, int | float) and not isinstance(value, bool):
            points = value * 1000
            if -MOST_POINTS <= points <= MOST_POINTS:
                return round(points)
        raise self.unexpected("a result in thousands, as 41.5")

    def flag(self) -> bool:
        """Return true or false, also as 1 or 0 or as text."""
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
        """Return a name without what pages and links escape; a number is its digits, null none."""
        if self.value is None:
            return ""
        if type(self.value) is int:
            return str(self.value)
        if not isinstance(self.value, str):
            raise self.unexpected("a name")
        escaped = _ESCAPED_LETTER.search(self.value)
        return plain_name(self.value) if escaped else unescape(self.value)

    def word(self, words: Mapping[str, T], expected: str) -> T:
        """Return what a word of a closed list stands for."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.unexpected(expected)
        return words[self.value]


_FLAGS = {"0": False, "1": True, "false": False, "true": True}


def _points(value: PlacedValue) -> int:
    return value.whole_number(-MOST_POINTS, MOST_POINTS)


def as_whole(value: object) -> int | None:
    """Return the whole number that a value is, also as `25000.0` or as text; None if it is none."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def plain_name(text: str) -> str:
    """Return a name that is escaped as in a link, and perhaps as in a page as well."""
    return unescape(unescaped(text))


def unescaped(text: str) -> str:
    """Return text with what `%` escapes in it, as in links: bytes of UTF-8."""
    raw = _ESCAPED.sub(lambda escape: bytes.fromhex(escape[1].decode()), text.encode())
    return raw.decode("utf-8", "replace")

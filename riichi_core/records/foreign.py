"""Records of other programs: JSON that nobody vouches for, read within limits by typed models.

Whatever is wrong is a RecordError that says where and what was expected; nothing else is raised.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Annotated, Any, TypeVar

from pydantic import (
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    PlainValidator,
    Strict,
    ValidationError,
)

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.model import MOST_POINTS, Record
from riichi_core.records.refusals import refusals
from riichi_core.settlement.ledger import as_json
from riichi_core.source.diagnostics import Pointer

MOST_BYTES = 20_000_000
MOST_LINES = 100_000
MOST_DEPTH = 20
MOST_DEALS = 200
"""The longest file that is read, in bytes and in lines, how deep its lists may be nested, and the
deals of a game."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)

M = TypeVar("M", bound="ForeignRecord")


def snake_case(name: str) -> str:
    """Return the name of a class as records write it, `end_kyoku` for `EndKyoku`."""
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in name).lstrip("_")


class ForeignRecord(Record):
    """A record of another program, or a part of one; what is not needed is not looked at."""

    model_config = ConfigDict(extra="ignore", strict=False)


# ---- errors --------------------------------------------------------------------------------------


def refused(where: str, message: str, code: str = "contradiction") -> RecordError:
    """Return the error of a record at a place: `line 12, pai` or `deal 3, player 2, take 5`."""
    text = Message("{where}: {message}", where=where, message=message) if where else message
    return RecordError(code, where, text)


def unexpected(expected: str, value: object) -> Message:
    """Return the message that a value is not what was expected."""
    return Message("expected {expected}, not {value}", expected=expected, value=quote(value))


def wrong(expected: str, value: object) -> RecordError:
    """Return the error of a value that is not what was expected, for a validator."""
    return RecordError("wrong_type", "", unexpected(expected, value))


def read_as(model: type[M], value: object, where: str, labels: Mapping[str, tuple[str, ...]]) -> M:
    """Return the record of a JSON value.

    Args:
        model: what it is a record of.
        value: the value, as `parse_json` gives it.
        where: the place of the value, for errors.
        labels: for each field what its place is called, and then the items of its lists, as
            `tile {n}` from 1 or `player {i}` from 0; a field without labels has its own name, and
            one whose label is empty is only named where no item is.

    Raises:
        RecordError: what is wrong first, and where.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first, fault = refusals(error, model)[0], error.errors(include_url=False)[0]
    way, message = fault["loc"], first.message
    if first.code == "missing_field":
        way, message = way[:-1], Message("'{field}' is missing", field=way[-1])
    inner = fault.get("ctx", {}).get("error")
    parts = [where, place_of(way, labels), inner.field if isinstance(inner, RecordError) else ""]
    raise refused(", ".join(filter(None, parts)), message, first.code)


def place_of(way: Pointer, labels: Mapping[str, tuple[str, ...]]) -> str:
    """Return the way to a value in words."""
    parts: list[str] = []
    left: list[str] = []
    for number, step in enumerate(way, 1):
        if isinstance(step, int):
            label, *left = left or ["item {n}"]
            parts.append(label.format(n=step + 1, i=step))
        else:
            name, *left = labels.get(step, (step,))
            parts += [name or step] if name or number == len(way) else []
    return ", ".join(parts)


# ---- types of fields -----------------------------------------------------------------------------


def whole_number(least: int, most: int) -> PlainValidator:
    """Return the validator of a whole number within bounds."""
    expected = f"a whole number from {least:,} to {most:,}"

    def validate(value: object) -> int:
        if type(value) is not int or not least <= value <= most:
            raise wrong(expected, value)
        return value

    return PlainValidator(validate)


def items(value: object, least: int, most: int) -> list[Any]:
    """Return the items of a list that has so many, for a validator."""
    if not isinstance(value, list):
        raise wrong("a list", value)
    if not least <= len(value) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        message = Message("expected {n} values, not {m} of them", n=wanted, m=len(value))
        raise RecordError("out_of_range", "", message)
    return value


def sized(least: int, most: int) -> BeforeValidator:
    """Return the validator of a list of so many items."""
    return BeforeValidator(lambda value: items(value, least, most))


PlayerIndex = Annotated[int, whole_number(0, 3)]
"""A player, by the number of the seat at the start of the game."""

Sticks = Annotated[int, whole_number(0, 1_000)]
"""Counters or riichi bets on the table."""

_Points = Annotated[int, whole_number(-MOST_POINTS, MOST_POINTS), PlainSerializer(as_json)]
PointsArray = Annotated[tuple[_Points, _Points, _Points, _Points], sized(4, 4)]
"""The points of the four players."""

StrictText = Annotated[str, Strict()]
Flag = Annotated[bool, Strict()]


# ---- text ----------------------------------------------------------------------------------------


THREE_PLAYERS = Message("this is a record of three players: only games of four are read")

_ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")
_GZIP = b"\x1f\x8b"
_PACKED = {b"PK\x03\x04": "zip", b"PK\x05\x06": "zip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz",
           b"\x28\xb5\x2f\xfd": "zstd", b"7z\xbc\xaf\x27\x1c": "7z"}  # fmt: skip
"""The first bytes of files that were packed by a program other than gzip."""
_TAR = slice(257, 262)
"""The bytes of a tar archive that say what it is."""


def text_of(data: bytes | str) -> str:
    """Return the text of a file, which may be compressed by gzip.

    Raises:
        RecordError: it is an archive of files, too large, also when it is unpacked, not whole, or
            not UTF-8.
    """
    if isinstance(data, bytes) and data.startswith(_GZIP):
        data = _unpacked(data)
    if isinstance(data, bytes):
        _refuse_packed(data)
    if len(data) > MOST_BYTES:
        message = Message("the file is larger than {n} MB", n=MOST_BYTES // 1_000_000)
        raise refused("", message, "out_of_range")
    if isinstance(data, str):
        return data
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = Message("this is no text in UTF-8")
        raise refused(f"byte {error.start + 1}", message, "not_utf8") from None


def _unpacked(data: bytes) -> bytes:
    """Return what gzip packed, one part after another, and one byte more than is read at most."""
    import gzip  # noqa: PLC0415 - few records are packed

    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as parts:
            return parts.read(MOST_BYTES + 1)
    except EOFError:
        raise refused("", Message("the gzip file is not whole"), "not_gzip") from None
    except (OSError, zlib.error):
        raise refused("", Message("this is no gzip file that can be read"), "not_gzip") from None


def _refuse_packed(data: bytes) -> None:
    """Refuse what may hold many files, or was packed twice, by its name."""
    packed = next((name for start, name in _PACKED.items() if data.startswith(start)), None)
    if data.startswith(_GZIP):
        packed = "gzip"
    if data[_TAR] == b"ustar":
        packed = "tar"
    if packed is not None:
        message = Message("this is a file packed by {program}: unpack it first", program=packed)
        raise refused("", message, "packed")


def unescaped(text: str) -> str:
    """Return text with what `%` escapes in it, as in links: bytes of UTF-8."""
    raw = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), text.encode())
    return raw.decode("utf-8", "replace")


def parse_json(text: str, where: str) -> object:
    """Return a JSON value.

    Raises:
        RecordError: it is no JSON, or nested too deep.
    """
    if is_too_deep(text):
        message = Message("lists are nested deeper than {n}", n=MOST_DEPTH)
        raise refused(where, message, "out_of_range")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, character {error.colno}"
        message = Message("this is no JSON: {problem} ({at})", problem=error.msg, at=at)
        raise refused(where or at, message, "not_json") from None
    except (ValueError, RecursionError):  # a number of thousands of digits
        raise refused(where, Message("this is no JSON that can be read"), "not_json") from None


def is_too_deep(text: str) -> bool:
    """Return True if lists and objects of a JSON text are nested deeper than 20."""
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return False
    depth = 0
    for token in _TOKEN.finditer(text):
        character = text[token.start()]
        depth += (character in "[{") - (character in "]}")
        if depth > MOST_DEPTH:
            return True
    return False

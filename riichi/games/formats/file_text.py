"""Decode and parse untrusted record files within limits.

Every problem is a RecordError that gives the place and the expected content; no other error is
raised.
"""

from __future__ import annotations

import json
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import BytesIO

from riichi_core.errors import RecordError
from riichi_core.messages import Message, quote
from riichi_core.records.json_depth import JSON_TOKEN, MOST_DEPTH, is_too_deep

MOST_BYTES = 20_000_000
MOST_LINES = 100_000
MOST_LISTS = 1_000_000
"""The limits of a file: bytes, lines, and number of lists and objects."""

_LINE_END = re.compile("\r\n?")
_GZIP = b"\x1f\x8b"
_UTF16 = (BOM_UTF16_LE, BOM_UTF16_BE)
"""The first bytes of a text file that PowerShell wrote."""
_PACKED = {b"PK\x03\x04": "zip", b"PK\x05\x06": "zip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz",
           b"\x28\xb5\x2f\xfd": "zstd", b"7z\xbc\xaf\x27\x1c": "7z"}  # fmt: skip
"""The first bytes of files compressed by programs other than gzip."""
_TAR = slice(257, 262)
"""The bytes that identify a tar archive."""


def error_at(where: str, message: str, code: str = "contradiction") -> RecordError:
    """Return a record error with its place, e.g. `line 12, pai` or `deal 3, player 2, take 5`."""
    text = Message("{where}: {message}", where=where, message=message) if where else message
    return RecordError(code, where, text)


def unexpected(expected: str, value: object) -> Message:
    """Return the message for an unexpected value."""
    return Message("expected {expected}, not {value}", expected=expected, value=quote(value))


def text_of(data: bytes | str) -> str:
    """Return the text of a file, which may be compressed by gzip.

    Raises:
        RecordError: if it is an archive, too large (packed or unpacked), incomplete, or neither
            UTF-8 nor marked as UTF-16.
    """
    if isinstance(data, bytes) and data.startswith(_GZIP):
        data = _unpacked(data)
    if isinstance(data, bytes):
        _refuse_packed(data)
    if len(data) > MOST_BYTES:
        message = Message("the file is larger than {n} MB", n=MOST_BYTES // 1_000_000)
        raise error_at("", message, "out_of_range")
    if isinstance(data, str):
        return data
    unmarked = {0: "UTF-16-BE", 1: "UTF-16-LE"}.get(data[:2].find(b"\0"), "UTF-8")
    encoding = "UTF-16" if data.startswith(_UTF16) else unmarked
    try:
        return _LINE_END.sub("\n", data.decode(encoding).removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        message = Message("this is not text in {encoding}", encoding=encoding)
        raise error_at(f"byte {error.start + 1}", message, "not_utf8") from None


def _unpacked(data: bytes) -> bytes:
    """Unpack all gzip members, but at most one byte more than the limit."""
    import gzip  # noqa: PLC0415 - few records are compressed

    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as parts:
            return parts.read(MOST_BYTES + 1)
    except EOFError:
        raise error_at("", Message("the gzip file is incomplete"), "not_gzip") from None
    except (OSError, zlib.error):
        raise error_at("", Message("this gzip file cannot be read"), "not_gzip") from None


def _refuse_packed(data: bytes) -> None:
    """Reject archives and files that are still compressed, naming the format."""
    packed = next((name for start, name in _PACKED.items() if data.startswith(start)), None)
    if data.startswith(_GZIP):
        packed = "gzip"
    if data[_TAR] == b"ustar":
        packed = "tar"
    if packed is not None:
        message = Message("this is a file packed by {program}: unpack it first", program=packed)
        raise error_at("", message, "packed")


def parse_json(text: str, where: str) -> object:
    """Return a JSON value.

    Raises:
        RecordError: if it is not valid JSON, or nested too deep.
    """
    if text.count("[") + text.count("{") > MOST_LISTS:
        message = Message("expected at most {n:,} lists and objects", n=MOST_LISTS)
        raise error_at(where, message, "out_of_range")
    if is_too_deep(text):
        message = Message("lists are nested deeper than {n}", n=MOST_DEPTH)
        raise error_at(where, message, "out_of_range")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, character {error.colno}"
        message = Message("this is not JSON: {problem} ({at})", problem=error.msg, at=at)
        raise error_at(where or at, message, "not_json") from None
    except (ValueError, RecursionError):  # a number of thousands of digits
        raise error_at(where, Message("this is not readable JSON"), "not_json") from None


def parse_json_as_far(text: str, where: str) -> tuple[object, bool]:
    """Return a JSON value, and whether its text breaks off.

    If it does, the value contains the complete items of its lists.

    Raises:
        RecordError: if it is not valid JSON, nested too deep, or has no complete item.
    """
    try:
        return parse_json(text, where), False
    except RecordError as error:
        whole = _closed(text) if error.code == "not_json" else None
        if whole is None:
            raise
        return parse_json(whole, where), True


def _closed(text: str) -> str | None:
    """Return a text that breaks off, closed after the last complete list or object in a list.

    Only the outermost object is closed, because an object with some of its fields missing would be
    a different one.
    """
    ends, whole = "", None
    for token in JSON_TOKEN.finditer(text):
        character = text[token.start()]
        if character in "[{":
            ends = ("]" if character == "[" else "}") + ends
        elif character in "]}":
            if not ends.startswith(character):
                return None
            ends = ends[1:]
            if ends.startswith("]") and ends.lstrip("]") in ("", "}"):
                whole = text[: token.end()] + ends
    return whole if ends else None

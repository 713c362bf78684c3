"""Compress a font for a page."""

from __future__ import annotations

import zlib
from struct import pack, unpack_from

_HEADER, _ENTRY = 44, 20
"""The lengths of the header and of a table's entry, in bytes."""


def woff(font: bytes) -> bytes:
    """Return a `.ttf` font in WOFF 1.0 (https://www.w3.org/TR/WOFF/), which all browsers read."""
    kind, number = unpack_from(">4sH", font)
    directory, tables = b"", b""
    first = _HEADER + _ENTRY * number
    unpacked = 12 + 16 * number  # the header and the entries of a TrueType font
    for entry in range(12, unpacked, 16):
        tag, checksum, start, length = unpack_from(">4sLLL", font, entry)
        table = font[start : start + length]
        packed = min(table, zlib.compress(table, 9), key=len)
        directory += pack(">4sLLLL", tag, first + len(tables), len(packed), length, checksum)
        tables += packed + bytes(-len(packed) % 4)
        unpacked += length + -length % 4
    size = first + len(tables)
    header = pack(">4s4sLHHLHHLLLLL", b"wOFF", kind, size, number, 0, unpacked, 1, *[0] * 6)
    return header + directory + tables

"""The contents of files and of archives of files: zip, and tar whatever it is packed with.

Nothing is written: what an archive calls its files is a name for people, never a path. Nothing in
an archive is believed: whatever it claims, no more is read, unpacked and kept than `Budget` allows.
"""

from __future__ import annotations

import bz2
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import Any, BinaryIO

from riichi_core.files.files import bytes_of, is_special, open_regular
from riichi_core.files.problem import START, Problem
from riichi_core.messages import Message

TAR = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz")
ENDINGS = (".zip", *TAR)
"""The endings of archives."""

MOST_MEMBERS = 100_000
"""The most members of one archive that are read, folders, links and hidden files among them."""

MOST_UNPACKED = 4_000_000_000
"""The most bytes that are read of one archive and unpacked from it, both together."""

MOST_SECONDS = 60.0
"""The longest that reading one archive takes, without what is done with its files."""

MOST_OF_DIRECTORY = 16 * 1024 * 1024
"""The longest list of its members at the end of a zip, in bytes."""

MOST_OF_HEAD = 64 * 1024
"""The longest name or other head of one member of a tar, in bytes."""

MOST_MEMORY = 256 * 1024 * 1024
"""The most memory that xz may ask for, in bytes."""

PIECE = 64 * 1024
"""The most that is read or unpacked at a time, in bytes."""

_BROKEN_ARCHIVE = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,  # a kind of zip that is not known
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
)

Packed = Generator[tuple[str, bytes | Message], None, None]
"""The name of each member, and its content or why that is not read."""

Content = tuple[str, bytes | Problem]
"""The name of a file for people, and its content or why that cannot be read."""


class _SpentError(Exception):
    """There is more in an archive than is read; the message says of what."""


@dataclass(slots=True)
class Budget:
    """All that may be read of one archive; what goes over it ends the reading.

    Attributes:
        members: how many members are left.
        bytes: how many bytes are left, read and unpacked.
        seconds: how long reading it may take yet.
    """

    members: int
    bytes: int
    seconds: float
    _since: float = 0.0

    def resume(self) -> None:
        """Let time count from now on."""
        self._since = monotonic()

    def pause(self) -> None:
        """Let no time count while others work with what was read."""
        self.seconds -= monotonic() - self._since

    def take_member(self) -> None:
        """Take one member."""
        self.members -= 1
        if self.members < 0:
            raise _SpentError(
                Message("more than {n:,} files: the others are not read", n=MOST_MEMBERS)
            )

    def take(self, number: int) -> None:
        """Take so many bytes."""
        self.bytes -= number
        if self.bytes < 0:
            raise _SpentError(
                Message("more than {n:,} bytes to unpack: the rest is not read", n=MOST_UNPACKED)
            )
        if monotonic() - self._since > self.seconds:
            raise _SpentError(
                Message("more than {n:g} seconds to read: the rest is not read", n=MOST_SECONDS)
            )


def is_archive(path: Path) -> bool:
    """Return True for a file that is called as archives are, but for a pipe or a device."""
    return _has_archive_name(path.name) and not is_special(path)


def _has_archive_name(name: str) -> bool:
    return name.lower().endswith(ENDINGS)


def contents(path: Path, most: int) -> Iterator[Content]:
    """Yield the content of a file, or of each file of an archive that is not hidden.

    What was read before an archive turns out to be broken or too large stays.

    Args:
        path: the file or archive.
        most: of each file at most one byte more is read.
    """
    if not is_archive(path):
        yield str(path), bytes_of(path, str(path), most)
        return
    number = 0
    budget = Budget(MOST_MEMBERS, MOST_UNPACKED, MOST_SECONDS)
    try:
        budget.resume()
        with open_regular(path) as raw:
            members_of = _tar_members if path.name.lower().endswith(TAR) else _zip_members
            for name, data in members_of(raw, most, budget):
                if PurePosixPath(name).name.startswith("."):
                    continue
                number += 1
                budget.pause()
                yield _content(f"{path}/{name}", data)
                budget.resume()
    except _SpentError as spent:
        yield str(path), Problem(str(path), START, "too_long", spent.args[0])
        return
    except _BROKEN_ARCHIVE as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        message = Message("no archive that can be read: {reason}", reason=reason)
        yield str(path), Problem(str(path), START, "unreadable", message)
        return
    if not number:
        message = Message("there is no file in this archive")
        yield str(path), Problem(str(path), START, "unreadable", message)


def _content(file: str, data: bytes | Message) -> Content:
    if _has_archive_name(file):
        data = Message("an archive within an archive: unpack it")
    if isinstance(data, bytes):
        return file, data
    return file, Problem(file, START, "unreadable", data)


# ---- packed bytes --------------------------------------------------------------------------------


Decompressor = Callable[[], Any]
"""Makes a decompressor, as those of zlib, bz2 and lzma are."""


def _pieces(raw: BinaryIO, budget: Budget, number: int | None = None) -> Iterator[bytes]:
    """Yield the next bytes of a file, so many or to its end, a piece at a time."""
    while number is None or number > 0:
        piece = raw.read(PIECE if number is None else min(PIECE, number))
        if not piece:
            return
        budget.take(len(piece))
        number = None if number is None else number - len(piece)
        yield piece


def _unpacked(packed: Iterator[bytes], make: Decompressor, budget: Budget) -> Iterator[bytes]:
    """Unpack pieces, one stream after another, into pieces of bounded length."""
    data = next(packed, b"")
    while data:
        stream = make()
        while not stream.eof:
            if not data and getattr(stream, "needs_input", True):
                data = next(packed, b"")
            piece = stream.decompress(data, PIECE)
            if not (piece or data or stream.eof):
                raise EOFError("it is not whole")
            data = getattr(stream, "unconsumed_tail", b"")
            budget.take(len(piece))
            yield piece
        data = stream.unused_data.lstrip(b"\0")
        while not data and (piece := next(packed, b"")):
            data = piece.lstrip(b"\0")


class _Stream:
    """Bytes that come in pieces, read by their number."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def read(self, number: int) -> bytes:
        """Return so many bytes, or fewer at the end."""
        data = bytearray()
        while len(data) < number and (piece := self._rest or next(self._pieces, None)) is not None:
            wanted = number - len(data)
            data += piece[:wanted]
            self._rest = piece[wanted:]
        return bytes(data)

    def skip(self, number: int) -> None:
        """Pass over so many bytes.

        Raises:
            EOFError: there are fewer.
        """
        while number > 0:
            piece = self.read(min(number, PIECE))
            if not piece:
                raise EOFError("it is not whole")
            number -= len(piece)


# ---- zip -----------------------------------------------------------------------------------------


class _Directory:
    """A file of which `zipfile` reads the list of members, within a limit."""

    def __init__(self, raw: BinaryIO, budget: Budget) -> None:
        self.raw, self.budget = raw, budget
        self.seek, self.tell, self.seekable = raw.seek, raw.tell, raw.seekable

    def read(self, number: int = -1) -> bytes:
        data = self.raw.read(min(number, MOST_OF_DIRECTORY) if number >= 0 else 2 * PIECE)
        if number > len(data) == MOST_OF_DIRECTORY:
            raise _SpentError(Message("the list of its files is longer than {n:,} bytes",
                                      n=MOST_OF_DIRECTORY))  # fmt: skip
        self.budget.take(len(data))
        return data


_METHODS: dict[int, Decompressor | None] = {
    zipfile.ZIP_STORED: None,
    zipfile.ZIP_DEFLATED: partial(zlib.decompressobj, -zlib.MAX_WBITS),
    zipfile.ZIP_BZIP2: bz2.BZ2Decompressor,
}
_LOCAL_HEAD = 30
_IS_ENCRYPTED = 0x1


def _zip_members(raw: BinaryIO, most: int, budget: Budget) -> Packed:
    for member in zipfile.ZipFile(_Directory(raw, budget)).infolist():
        budget.take_member()
        if member.filename.endswith("/"):  # is_dir() fails on an empty name
            continue
        if member.flag_bits & _IS_ENCRYPTED:
            yield member.filename, Message("this file needs a password")
        elif member.compress_type not in _METHODS:
            yield member.filename, Message("this file is packed in a way that is not read")
        else:
            yield member.filename, _zip_content(raw, member, most, budget)


def _zip_content(raw: BinaryIO, member: zipfile.ZipInfo, most: int, budget: Budget) -> bytes:
    raw.seek(member.header_offset)
    head = raw.read(_LOCAL_HEAD)
    if len(head) < _LOCAL_HEAD or not head.startswith(b"PK\3\4"):
        raise zipfile.BadZipFile("no file where the list of files says")
    raw.seek(int.from_bytes(head[26:28], "little") + int.from_bytes(head[28:30], "little"), 1)
    pieces = _pieces(raw, budget, member.compress_size)
    make = _METHODS[member.compress_type]
    data = _Stream(pieces if make is None else _unpacked(pieces, make, budget)).read(most + 1)
    if len(data) <= most and zlib.crc32(data) != member.CRC:
        raise zipfile.BadZipFile(f"bad checksum of {member.filename!r}")
    return data


# ---- tar -----------------------------------------------------------------------------------------

_PACKERS: dict[bytes, Decompressor] = {
    b"\x1f\x8b": partial(zlib.decompressobj, zlib.MAX_WBITS + 16),
    b"BZ": bz2.BZ2Decompressor,
    b"\xfd7": partial(lzma.LZMADecompressor, memlimit=MOST_MEMORY),
}
"""The decompressors of a tar, by its first bytes."""


def _tar_members(raw: BinaryIO, most: int, budget: Budget) -> Packed:
    start = raw.read(2)
    raw.seek(0)
    pieces, make = _pieces(raw, budget), _PACKERS.get(start)
    stream = _Stream(pieces if make is None else _unpacked(pieces, make, budget))
    attributes: dict[str, str] = {}
    is_first = True
    while (head := stream.read(tarfile.BLOCKSIZE)) or is_first:
        is_first = False
        if head == bytes(tarfile.BLOCKSIZE):  # that ends it
            return
        member = tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
        budget.take_member()
        if member.size < 0:
            raise tarfile.ReadError("a length below 0")
        if member.type in _HEAD_TYPES:
            attributes |= _head_attributes(member, stream)
            continue
        name = attributes.get("path", member.name)
        size = _decimal(attributes["size"]) if "size" in attributes else member.size
        if member.type == tarfile.GNUTYPE_SPARSE or "sparse" in attributes:
            _skip_holes(stream, head, member.type)
            yield name, Message("this file has holes: unpack the archive, and pack it without them")
            stream.skip(_padded(size))
        elif member.isreg():
            data = stream.read(min(size, most + 1))
            if len(data) < min(size, most + 1):
                raise EOFError("it is not whole")
            yield name, data
            stream.skip(_padded(size) - len(data))
        elif member.type not in tarfile.SUPPORTED_TYPES:
            stream.skip(_padded(size))
        attributes = {}


_HEAD_TYPES = (tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE,
          tarfile.SOLARIS_XHDTYPE, tarfile.XGLTYPE)  # fmt: skip
"""The types of heads that are no members, but describe the next one, or all."""


def _padded(size: int) -> int:
    return -(-size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE


def _head_attributes(head: tarfile.TarInfo, stream: _Stream) -> dict[str, str]:
    """Return the attributes that a head gives the next member: `path`, `size`, `sparse`.

    Attributes of all members, and the targets of links, are passed over.
    """
    if head.size > MOST_OF_HEAD:
        raise tarfile.ReadError(f"a name or head of {head.size:,} bytes")
    text = stream.read(_padded(head.size))[: head.size]
    if head.type == tarfile.GNUTYPE_LONGNAME:
        return {"path": text.partition(b"\0")[0].decode("utf-8", "surrogateescape")}
    attributes: dict[str, str] = {}
    at = 0 if head.type in (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE) else len(text)
    while at < len(text):  # "LENGTH KEY=VALUE\n", the length with all of it
        length = _decimal(text[at : at + 8].partition(b" ")[0].decode("ascii", "replace"))
        key, equals, value = text[at : at + length].partition(b" ")[2].partition(b"=")
        if not equals:
            raise tarfile.ReadError("a head that cannot be read")
        if key in (b"path", b"size"):
            attributes[key.decode()] = value.removesuffix(b"\n").decode("utf-8", "surrogateescape")
        elif key.startswith(b"GNU.sparse."):
            attributes["sparse"] = ""
        at += length
    return attributes


_LONGEST_NUMBER = 19


def _decimal(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER):
        raise tarfile.ReadError("a head that cannot be read")
    return int(text)


_CONTINUES, _CONTINUES_AGAIN = 482, 504
"""The bytes of a head, and of a block after it, that say that another block of the list follows."""


def _skip_holes(stream: _Stream, head: bytes, kind: bytes) -> None:
    """Pass over the list of holes that follows the head of a member in the old form of GNU."""
    continues = kind == tarfile.GNUTYPE_SPARSE and head[_CONTINUES]
    while continues:
        block = stream.read(tarfile.BLOCKSIZE)
        continues = len(block) == tarfile.BLOCKSIZE and block[_CONTINUES_AGAIN]

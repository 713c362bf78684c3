"""Read files and archives of files: zip and tar, plain or packed with gzip, bzip2 or xz.

This module writes nothing: it shows the names in an archive to people, but never uses them as
paths. It does not trust sizes that an archive states: `Budget` limits reading and unpacking.
"""

from __future__ import annotations

import bz2
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
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
"""The file extensions of archives."""

MOST_MEMBERS = 100_000
"""The maximum number of members of an archive, including folders, links and hidden files."""

MOST_UNPACKED = 4_000_000_000
"""The maximum number of bytes to read from one archive and unpack from it, in total."""

MOST_SECONDS = 60.0
"""The maximum time for reading one archive, without the work on its files."""

MOST_OF_DIRECTORY = 16 * 1024 * 1024
"""The maximum length of the list of members at the end of a zip, in bytes."""

MOST_OF_HEAD = 64 * 1024
"""The maximum length of the name or other head of one member of a tar, in bytes."""

MOST_MEMORY = 256 * 1024 * 1024
"""The maximum memory for xz, in bytes."""

PIECE = 64 * 1024
"""The maximum number of bytes to read or unpack at a time."""

_BROKEN_ARCHIVE = (
    OSError,
    EOFError,
    ValueError,
    LookupError,  # a truncated head
    ArithmeticError,  # an offset that is too large
    RuntimeError,  # an unknown kind of zip
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
)

Packed = Generator[tuple[str, bytes | Message], None, None]
"""The name of each member, and its content or the reason why it cannot be read."""

Content = tuple[str, bytes | Problem]
"""The readable name of a file, and its content or the reason why it cannot be read."""


class _SpentError(Exception):
    """An archive exceeds a limit; the message names the limit."""


@dataclass(slots=True)
class Budget:
    """The remaining limits for reading one archive.

    Attributes:
        members: the number of members.
        bytes: the number of bytes, read and unpacked.
        seconds: the time for reading.
    """

    members: int
    bytes: int
    seconds: float
    _since: float = 0.0

    def resume(self) -> None:
        """Start the clock."""
        self._since = monotonic()

    def pause(self) -> None:
        """Stop the clock while the caller works with a file."""
        self.seconds -= monotonic() - self._since

    def take_member(self) -> None:
        """Count one member."""
        self.members -= 1
        if self.members < 0:
            raise _SpentError(
                Message("more than {n:,} files: the others are not read", n=MOST_MEMBERS)
            )

    def take(self, number: int) -> None:
        """Count some bytes."""
        self.bytes -= number
        if self.bytes < 0:
            raise _SpentError(
                Message("more than {n:,} bytes to unpack: the rest is not read", n=MOST_UNPACKED)
            )
        if monotonic() - self._since > self.seconds:
            raise _SpentError(
                Message("more than {n:g} seconds to read: the rest is not read", n=MOST_SECONDS)
            )


def record_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of a call, and all in its folders that are not hidden, by name."""
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.is_file())
            yield from sorted(file for file in inside if not file.name.startswith("."))
        else:
            yield path


def is_archive(path: Path) -> bool:
    """Return whether a file has the name of an archive and is not a pipe or a device."""
    return _has_archive_name(path.name) and not is_special(path)


def _has_archive_name(name: str) -> bool:
    return name.lower().endswith(ENDINGS)


def contents(path: Path, most: int) -> Iterator[Content]:
    """Yield the content of a file, or of each file in an archive that is not hidden.

    If an archive is broken or too large, the files before that point come first, then the problem.

    Args:
        path: the file or archive.
        most: the maximum size of a file in bytes; of a larger file, one byte more is read.
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
        message = Message("cannot read the archive: {reason}", reason=reason)
        yield str(path), Problem(str(path), START, "unreadable", message)
        return
    if not number:
        message = Message("this archive has no files")
        yield str(path), Problem(str(path), START, "unreadable", message)


def _content(file: str, data: bytes | Message) -> Content:
    if _has_archive_name(file):
        data = Message("an archive within an archive: unpack it")
    if isinstance(data, bytes):
        return file, data
    return file, Problem(file, START, "unreadable", data)


# ---- packed bytes --------------------------------------------------------------------------------


Decompressor = Callable[[], Any]
"""A function that returns a decompressor of zlib, bz2 or lzma."""


def _pieces(raw: BinaryIO, budget: Budget) -> Iterator[bytes]:
    """Yield the bytes of a file, piece by piece."""
    while piece := raw.read(PIECE):
        budget.take(len(piece))
        yield piece


def _unpacked(packed: Iterator[bytes], make: Decompressor, budget: Budget) -> Iterator[bytes]:
    """Yield the unpacked bytes of consecutive packed streams, in pieces of limited size."""
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


# ---- zip -----------------------------------------------------------------------------------------


class _CountedFile:
    """A file for `zipfile` that counts the bytes read, and limits the bytes of one read."""

    def __init__(self, raw: BinaryIO, budget: Budget) -> None:
        self.raw, self.budget = raw, budget
        self.seek, self.tell, self.seekable = raw.seek, raw.tell, raw.seekable

    def read(self, number: int = -1) -> bytes:
        data = self.raw.read(min(number, MOST_OF_DIRECTORY) if number >= 0 else 2 * PIECE)
        if number > len(data) == MOST_OF_DIRECTORY:
            raise _SpentError(
                Message("the list of its files is longer than {n:,} bytes", n=MOST_OF_DIRECTORY)
            )
        self.budget.take(len(data))
        return data


_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The methods that `zipfile` unpacks piece by piece; it unpacks bzip2 and LZMA without a limit."""

_IS_ENCRYPTED = 0x1


def _zip_members(raw: BinaryIO, most: int, budget: Budget) -> Packed:
    archive = zipfile.ZipFile(_CountedFile(raw, budget))
    for member in archive.infolist():
        budget.take_member()
        if member.filename.endswith("/"):  # is_dir() fails on an empty name
            continue
        if member.flag_bits & _IS_ENCRYPTED:
            yield member.filename, Message("this file needs a password")
        elif member.compress_type not in _METHODS:
            yield member.filename, Message("this file's compression is not supported")
        else:
            data = bytearray()
            with archive.open(member) as file:
                while piece := file.read(min(PIECE, most + 1 - len(data))):
                    budget.take(len(piece))
                    data += piece
            yield member.filename, bytes(data)


# ---- tar -----------------------------------------------------------------------------------------

_PACKERS: dict[bytes, Decompressor] = {
    b"\x1f\x8b": partial(zlib.decompressobj, zlib.MAX_WBITS + 16),
    b"BZ": bz2.BZ2Decompressor,
    b"\xfd7": partial(lzma.LZMADecompressor, memlimit=MOST_MEMORY),
}
"""The decompressors of a tar, by its first bytes."""


class _TarStream:
    """An unpacked tar for `tarfile` that only moves forwards and limits the head of a member."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest, self._at = pieces, b"", 0
        self.in_head, self.last = 0, b""

    def tell(self) -> int:
        return self._at

    def seek(self, to: int) -> None:
        if to < self._at:
            raise tarfile.ReadError("a length below 0")
        while self.content(min(to - self._at, PIECE)):
            pass

    def read(self, number: int) -> bytes:
        """Return the next bytes of a member's head."""
        self.in_head += number
        if self.in_head > MOST_OF_HEAD:
            raise tarfile.ReadError(f"a name or head of more than {MOST_OF_HEAD:,} bytes")
        self.last = self.content(number)
        if 0 < len(self.last) < number:
            raise EOFError("it is not whole")
        return self.last

    def content(self, number: int) -> bytes:
        """Return the next bytes; fewer at the end of the file."""
        data = bytearray()
        while len(data) < number and (piece := self._rest or next(self._pieces, None)) is not None:
            wanted = number - len(data)
            data += piece[:wanted]
            self._rest = piece[wanted:]
        self._at += len(data)
        return bytes(data)


def _tar_members(raw: BinaryIO, most: int, budget: Budget) -> Packed:
    start = raw.read(2)
    raw.seek(0)
    pieces, make = _pieces(raw, budget), _PACKERS.get(start)
    stream = _TarStream(pieces if make is None else _unpacked(pieces, make, budget))
    archive = tarfile.TarFile(fileobj=stream, encoding="utf-8")  # type: ignore[arg-type]
    while (member := archive.next()) is not None:
        budget.take_member()
        if member.size < 0:
            raise tarfile.ReadError("a length below 0")
        if member.issparse():
            why = Message(
                "this file is sparse: unpack the archive, and pack it again without sparse files"
            )
            yield member.name, why
        elif member.isreg():
            wanted = min(member.size, most + 1)
            data = stream.content(wanted)
            if len(data) < wanted:
                raise EOFError("it is not whole")
            yield member.name, data
        archive.members.clear()  # type: ignore[attr-defined] # keeps memory bounded
        archive.pax_headers.clear()  # type: ignore[attr-defined]
        stream.in_head = 0
    if stream.last.strip(b"\0"):  # `tarfile` treats a damaged head as the end
        raise tarfile.ReadError("a damaged head")

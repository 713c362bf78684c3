"""Read files, and zip archives of files.

This module writes nothing: it shows the names in an archive to people, but never uses them as
paths. It does not trust sizes that an archive states: `Budget` limits reading and unpacking.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import BinaryIO

from riichi_core.files.files import bytes_of, open_regular
from riichi_core.files.problem import START, Problem
from riichi_core.messages import Message

ENDING = ".zip"
"""The file extension of archives. Other archives are unpacked first: a folder is read as well."""

MOST_MEMBERS = 100_000
"""The maximum number of members of an archive, including folders, links and hidden files."""

MOST_UNPACKED = 4_000_000_000
"""The maximum number of bytes to read from one archive and unpack from it, in total."""

MOST_SECONDS = 60.0
"""The maximum time for reading one archive, without the work on its files."""

MOST_OF_DIRECTORY = 16 * 1024 * 1024
"""The maximum length of the list of members at the end of a zip, in bytes."""

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
    zlib.error,
)

Content = tuple[str, bytes | Problem]
"""The readable name of a file, and its content or the reason why it cannot be read."""


class _SpentError(Exception):
    """An archive exceeds a limit; the message names the limit."""


class Budget:
    """The remaining limits for reading one archive: members, bytes read and unpacked, and time."""

    def __init__(self) -> None:
        self.members, self.bytes, self.seconds = MOST_MEMBERS, MOST_UNPACKED, MOST_SECONDS
        self._since = 0.0

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
    return _has_archive_name(path.name) and not _is_special(path)


def _is_special(path: Path) -> bool:
    """Return True for a pipe, a device or a socket, which may never end."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _has_archive_name(name: str) -> bool:
    return name.lower().endswith(ENDING)


def contents(path: Path, most: int) -> Iterator[Content]:
    """Yield the content of a file, or of each file in an archive that is not hidden.

    If an archive is broken or too large, the files before that point come first, then the problem.
    Of a file with more than `most` bytes, one byte more is read.
    """
    if not is_archive(path):
        yield str(path), bytes_of(path, str(path), most)
        return
    number = 0
    budget = Budget()
    try:
        budget.resume()
        with open_regular(path) as raw:
            for name, data in _zip_members(raw, most, budget):
                if PurePosixPath(name).name.startswith("."):
                    continue
                number += 1
                budget.pause()
                yield _content(f"{path}/{name}", data)
                budget.resume()
    except _SpentError as spent:
        code, message = "too_long", spent.args[0]
    except _BROKEN_ARCHIVE as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        code, message = "unreadable", Message("cannot read the archive: {reason}", reason=reason)
    else:
        if number:
            return
        code, message = "unreadable", Message("this archive has no files")
    yield str(path), Problem(str(path), START, code, message)


def _content(file: str, data: bytes | Message) -> Content:
    if _has_archive_name(file):
        data = Message("an archive within an archive: unpack it")
    if isinstance(data, bytes):
        return file, data
    return file, Problem(file, START, "unreadable", data)


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


def _zip_members(raw: BinaryIO, most: int, budget: Budget) -> Iterator[tuple[str, bytes | Message]]:
    """Yield the name of each member, and its content or the reason why it cannot be read."""
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

"""The contents of files and of archives of files: zip, and tar whatever it is packed with.

Nothing is written: what an archive calls its files is a name for people, never a path.
"""

from __future__ import annotations

import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path, PurePosixPath

from riichi_core.messages import Message
from riichi_core.source.diagnostics import START, Diagnostic
from riichi_core.source.files import bytes_of

TAR = (".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz")
ENDINGS = (".zip", *TAR)
"""The endings of archives."""

MOST_FILES = 100_000
"""The most files of one archive that are read."""

_BROKEN = (
    OSError,
    EOFError,
    ValueError,
    RuntimeError,  # a password is needed
    NotImplementedError,
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
)

Packed = Generator[tuple[str, bytes], None, None]

Content = tuple[str, bytes | Diagnostic]
"""The name of a file for people, and what is in it or why that cannot be read."""


def is_archive(path: Path) -> bool:
    """Return True for a file that is called as archives are."""
    return path.name.lower().endswith(ENDINGS)


def contents(path: Path, most: int) -> Iterator[Content]:
    """Yield what is in a file, or in each file of an archive that is not hidden.

    Args:
        path: the file or archive.
        most: of each file at most one byte more is read.
    """
    if not is_archive(path):
        yield str(path), bytes_of(path, str(path), most)
        return
    number = 0
    try:
        for name, data in islice(_packed(path, most), MOST_FILES + 1):
            number += 1
            file = f"{path}/{name}"
            if number > MOST_FILES:
                message = Message("more than {n:,} files: the others are not read", n=MOST_FILES)
                yield str(path), Diagnostic(str(path), START, "too_long", message)
            elif is_archive(Path(name)):
                message = Message("an archive within an archive: unpack it")
                yield file, Diagnostic(file, START, "unreadable", message)
            else:
                yield file, data
    except _BROKEN as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        message = Message("no archive that can be read: {reason}", reason=reason)
        yield str(path), Diagnostic(str(path), START, "unreadable", message)
        return
    if not number:
        message = Message("there is no file in this archive")
        yield str(path), Diagnostic(str(path), START, "unreadable", message)


def count(path: Path) -> int:
    """Return how many files `contents` has to read, about, without reading them."""
    if not is_archive(path):
        return 1
    try:
        if path.name.lower().endswith(TAR):
            with tarfile.open(path) as tar:
                return sum(one.isreg() for one in islice(tar, MOST_FILES))
        with zipfile.ZipFile(path) as archive:
            return len(archive.infolist())
    except _BROKEN:
        return 1


def _packed(path: Path, most: int) -> Iterator[tuple[str, bytes]]:
    found = _of_tar(path, most) if path.name.lower().endswith(TAR) else _of_zip(path, most)
    with closing(found):
        for name, data in found:
            if not PurePosixPath(name).name.startswith("."):
                yield name, data


def _of_zip(path: Path, most: int) -> Packed:
    with zipfile.ZipFile(path) as archive:
        for one in archive.infolist():
            if not one.is_dir():
                with archive.open(one) as stream:
                    yield one.filename, stream.read(most + 1)


def _of_tar(path: Path, most: int) -> Packed:
    with tarfile.open(path) as archive:
        for one in archive:
            if one.isreg() and (stream := archive.extractfile(one)) is not None:
                with stream:
                    yield one.name, stream.read(most + 1)

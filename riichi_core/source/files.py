"""Reading files within a limit, and writing them so that they are whole or not there."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from riichi_core.messages import Message
from riichi_core.source.diagnostics import START, Diagnostic


def bytes_of(path: Path, file: str, most: int) -> bytes | Diagnostic:
    """Return what is in a file, and one byte more than `most` at most; or why it cannot be read.

    Only regular files are read: a pipe or a device may never end.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            is_folder = stat.S_ISDIR(mode)
            message = "this is a directory" if is_folder else "this is not a regular file"
            return Diagnostic(file, START, "not-a-file", Message(message))
        with path.open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = Message("cannot be read: {reason}", reason=str(reason))
        return Diagnostic(file, START, "unreadable", message)


def lines_of(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is longer than `most` bytes the first `most + 1`."""
    while line := stream.readline(most + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line


def write_whole(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file so that it is whole, or as it was before: beside it first, then in its place.

    Of two that write the same file at a time, one is there in the end. What is no regular file,
    such as a pipe, is written to directly.

    Args:
        path: the file; a link stays, and what it leads to is written.
        data: what is in it.
        new: whether a file that is there already is refused.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        if new:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        if not target.is_file():
            target.write_bytes(data)
            return
        with target.open("ab"):  # a file that may not be written is not replaced either
            mode = stat.S_IMODE(target.stat().st_mode)
    else:
        mode = None
    beside = target.with_name(f".riichi-{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with beside.open("xb") as stream:
            if mode is not None:
                beside.chmod(mode)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if new:
            target.hardlink_to(beside)
        else:
            beside.replace(target)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            beside.unlink()


def digest(path: Path) -> str:
    """Return the digest of a text file, alike on systems that end lines otherwise."""
    return sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()

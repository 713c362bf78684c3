"""Read files up to a size limit, and compare them with the files made from them."""

from __future__ import annotations

import errno
import os
import stat
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from riichi_core.files.problem import START, Problem
from riichi_core.messages import Message


def bytes_of(path: Path, file: str, most: int) -> bytes | Problem:
    """Return the content of a file, up to `most` + 1 bytes, or the problem of reading it.

    Only regular files are read: a pipe or a device may never end.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            is_folder = stat.S_ISDIR(mode)
            message = "this is a directory" if is_folder else "this is not a regular file"
            return Problem(file, START, "not-a-file", Message(message))
        with open_regular(path) as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = Message("cannot be read: {reason}", reason=str(reason))
        if isinstance(error, FileNotFoundError):
            message = Message("there is no such file")
        return Problem(file, START, "unreadable", message)


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading, without waiting if it has become a pipe.

    Raises:
        OSError: if it cannot be opened, or is not a regular file.
    """
    stream = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller closes it
    if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "this is not a regular file", str(path))
    return stream


def _without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


@cache
def last_change(path: Path) -> int:
    """Return the time of the last change of a file or folder, in nanoseconds.

    The native kernel is left out, because no result depends on it.
    """
    if not path.is_dir():
        return path.stat().st_mtime_ns
    return _last_change_within(path)


def _last_change_within(folder: Path | str) -> int:
    with os.scandir(folder) as entries:
        return max(
            (
                _last_change_within(entry.path) if entry.is_dir() else entry.stat().st_mtime_ns
                for entry in entries
                if not entry.name.endswith(("__pycache__", ".pyx", ".so", ".pyd"))
            ),
            default=0,
        )


def digest(path: Path) -> str:
    """Return the digest of a text file or a folder of them, ignoring line endings."""
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    texts = (file.read_bytes().replace(b"\r\n", b"\n") for file in files)
    return sha256(b"".join(texts)).hexdigest()

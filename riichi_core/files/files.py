"""Read files up to a size limit, and write files completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from riichi_core.files.problem import START, Problem
from riichi_core.messages import Message


def is_special(path: Path) -> bool:
    """Return True for a pipe, a device or a socket, which may never end."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


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


def lines_of(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the lines of a stream, each cut after `most` + 1 bytes."""
    while line := stream.readline(most + 1):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(most)
        yield line


def write_whole(path: Path, data: bytes, *, new: bool = False) -> None:
    """Write a file completely or not at all, using a temporary file in the same folder.

    If two processes write the same file, one of them wins. A pipe or another special file is
    written directly.

    Args:
        path: the file; if it is a link, its target is written.
        data: its content.
        new: whether to reject an existing file.

    Raises:
        OSError: if it cannot be written; an existing file stays unchanged.
    """
    target = Path(os.path.realpath(path))
    if target.exists():
        if new:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        if not target.is_file():
            target.write_bytes(data)
            return
        with target.open("ab"):  # fails without write permission, unlike a rename
            mode = stat.S_IMODE(target.stat().st_mode)
    else:
        mode = None
    temporary = target.with_name(f".riichi-{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with temporary.open("xb") as stream:
            if mode is not None:
                temporary.chmod(mode)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if new:
            _name_new(target, temporary)
        else:
            temporary.replace(target)
    except OSError as error:
        error.filename = str(path)
        raise
    finally:
        with suppress(OSError):
            temporary.unlink()


def _name_new(target: Path, temporary: Path) -> None:
    """Rename a written file to a name that must be new.

    Some file systems have no hard links, e.g. FAT and many network shares. There, an empty file
    reserves the name.
    """
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        target.touch(exist_ok=False)
        try:
            temporary.replace(target)
        except BaseException:
            target.unlink()
            raise


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

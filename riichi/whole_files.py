"""Write files completely or not at all."""

from __future__ import annotations

import errno
import os
import stat
import threading
from contextlib import suppress
from pathlib import Path


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

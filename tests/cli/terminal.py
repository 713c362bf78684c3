"""A terminal for tests: what a command shows on it."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

from running import environment


def on_terminal(
    *call: str, folder: Path, typed: str = "", rows: int = 24, columns: int = 100, **env: str
) -> tuple[int, str]:
    """Run `riichi` on a terminal of that size; return its exit status and what it shows."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "riichi", *call],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM="xterm", PYTHONUTF8="1", **env),
        cwd=folder,
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    with suppress(OSError):  # the end of a terminal is an error on Linux
        while got := os.read(ours, 65536):
            shown += got
    os.close(ours)
    return running.wait(timeout=60), shown.decode().replace("\r\n", "\n")

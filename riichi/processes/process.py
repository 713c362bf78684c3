"""A running program that answers lines, each within a time limit."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from riichi_core.messages import Message

LONGEST_ANSWER = 1024 * 1024
"""The maximum length of an answer, in bytes."""

GRACE = 2.0
"""How long a program may take to end after its input ends, in seconds."""

KEPT_STDERR_LINES = 20

MOST_WAITING = 64
"""The maximum number of unread answers, because some programs never stop writing."""


class NoProgramError(OSError):
    """The command cannot be started."""


class FailedError(Exception):
    """The program did not answer and was ended; the message says what happened."""


_WATCH = """
import os, sys
pid = sys.stdin.read()
os.killpg(0, 9) if hasattr(os, "killpg") else os.kill(int(pid), 9)
"""
"""A script that ends a program and its children when nobody holds the script's input any more."""


@dataclass(slots=True)
class Process:
    """A running program; threads write to it and read from it, so that a wait can time out.

    It and its children are in the process group of a watch process, and end with it. Either `end`
    does this, or the watch does when this process disappears for any reason.
    """

    popen: subprocess.Popen[bytes]
    watch: subprocess.Popen[bytes]
    lines: queue.SimpleQueue[bytes | None] = field(default_factory=queue.SimpleQueue)
    answers: queue.Queue[bytes] = field(default_factory=lambda: queue.Queue(MOST_WAITING))
    stderr_lines: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_STDERR_LINES))
    threads: list[threading.Thread] = field(default_factory=list)

    @classmethod
    def start(cls, command: Sequence[str]) -> Process:
        """Start a command.

        Raises:
            NoProgramError: if it cannot be started.
        """
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        watch = subprocess.Popen([sys.executable, "-I", "-S", "-c", _WATCH], process_group=0,
                                 stdin=pipe, stdout=nowhere, stderr=nowhere)  # fmt: skip
        try:
            popen = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe,
                                     process_group=watch.pid)  # fmt: skip
        except (OSError, ValueError) as error:
            _end_watch(watch)
            why = getattr(error, "strerror", None) or str(error)
            message = Message("{program} cannot be started: {why}", program=command[0], why=why)
            raise NoProgramError(message) from None
        assert watch.stdin is not None
        with suppress(OSError):
            watch.stdin.write(str(popen.pid).encode())
            watch.stdin.flush()
        process = cls(popen, watch)
        for work in (process._write, process._read, process._listen, process._end_children):
            thread = threading.Thread(target=work, daemon=True)
            thread.start()
            process.threads.append(thread)
        return process

    def _write(self) -> None:
        assert self.popen.stdin is not None
        with suppress(OSError), self.popen.stdin as stream:
            while (line := self.lines.get()) is not None:
                stream.write(line)
                stream.flush()

    def _read(self) -> None:
        assert self.popen.stdout is not None
        with self.popen.stdout as stream:
            while line := stream.readline(LONGEST_ANSWER):
                self.answers.put(line)
        self.answers.put(b"")

    def _listen(self) -> None:
        """Keep the last lines of its standard error, which say why it died."""
        assert self.popen.stderr is not None
        with self.popen.stderr as stream:
            while line := stream.readline(LONGEST_ANSWER):
                if text := line.decode("utf-8", "replace").strip():
                    self.stderr_lines.append(text)

    def _end_children(self) -> None:
        """End its children as soon as it has ended, because they may hold its output open."""
        self.popen.wait()
        self.kill()

    def ask(self, line: str, patience: float) -> bytes:
        """Return the answer to a line.

        Raises:
            FailedError: if it has ended, or does not answer in time.
        """
        self.lines.put(line.encode("utf-8") + b"\n")
        try:
            answer = self.answers.get(timeout=patience)
        except queue.Empty:
            raise FailedError(f"no answer within {patience:g} s") from None
        if not answer:
            raise FailedError(self._death())
        return answer

    def _death(self) -> str:
        """Return the reason why a program is no longer running."""
        try:
            code = self.popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "the program has closed its output"
        self.lines.put(None)
        for thread in self.threads:
            thread.join(GRACE)
        last = f": {self.stderr_lines[-1]}" if self.stderr_lines else ""
        how = f"exit status {code}" if code >= 0 else f"signal {-code}"
        return f"the program ended ({how}){last}"

    def kill(self) -> None:
        """End the program and its children at once."""
        end_group = getattr(os, "killpg", None)  # missing on Windows
        if end_group is None:
            self.popen.kill()
        else:
            with suppress(OSError):
                end_group(self.watch.pid, signal.SIGKILL)

    def end(self, *, kill: bool) -> None:
        """End the program, by closing its input or at once; then end its children."""
        if kill:
            self.kill()
        self.lines.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.popen.wait(GRACE)
        self.kill()
        until = monotonic() + GRACE
        with suppress(queue.Empty):  # so that a blocked thread can read to the end
            while self.answers.get(timeout=0.1) and monotonic() < until:
                pass
        for thread in self.threads:
            thread.join(GRACE)
        _end_watch(self.watch)


def _end_watch(watch: subprocess.Popen[bytes]) -> None:
    watch.kill()
    watch.wait()
    if watch.stdin is not None:
        with suppress(OSError):
            watch.stdin.close()

"""Another engine's program: a line in, a line out, with patience that ends."""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO

from riichi_core.messages import Message
from riichi_core.scenarios.conformance import (
    NoAnswerError,
    Question,
    Verdict,
    cannot,
    failed,
    judge_answer,
)

PATIENCE = 10.0
"""Seconds that a program has for a line."""

RESTARTS = 20
"""The number of times a program is started again after it failed to answer."""

LONGEST_ANSWER = 1024 * 1024
"""The longest line that is read, in bytes."""

GRACE = 2.0
"""Seconds that a program has to end once its input has."""

KEPT_LINES = 20

MOST_WAITING = 64
"""The most lines that are read before anybody asks for them: some programs never stop talking."""


class NoProgramError(OSError):
    """The command cannot be started at all."""


class FailedError(Exception):
    """The program did not answer; it is ended, and the message says what happened."""


@dataclass(slots=True)
class Process:
    """A running program: its answers come through a thread, so that waiting for them can end."""

    popen: subprocess.Popen[bytes]
    answers: queue.Queue[bytes] = field(default_factory=lambda: queue.Queue(MOST_WAITING))
    said: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_LINES))
    threads: list[threading.Thread] = field(default_factory=list)

    @classmethod
    def start(cls, command: Sequence[str]) -> Process:
        """Start a command.

        Raises:
            NoProgramError: it cannot be started.
        """
        pipe = subprocess.PIPE
        try:
            popen = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            message = Message("{program} cannot be started: {why}", program=command[0], why=why)
            raise NoProgramError(message) from None
        process = cls(popen)
        for work, stream in ((process._read, popen.stdout), (process._listen, popen.stderr)):
            assert stream is not None
            thread = threading.Thread(target=work, args=(stream,), daemon=True)
            thread.start()
            process.threads.append(thread)
        return process

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(LONGEST_ANSWER):
                self.answers.put(line)
        self.answers.put(b"")

    def _listen(self, stream: IO[bytes]) -> None:
        """Keep the last of what it says on its standard error, to tell why it died."""
        with stream:
            while line := stream.readline(LONGEST_ANSWER):
                if text := line.decode("utf-8", "replace").strip():
                    self.said.append(text)

    def ask(self, line: str, patience: float) -> bytes:
        """Return the line with which it answers one.

        Raises:
            FailedError: it has ended, or does not answer within so many seconds.
        """
        assert self.popen.stdin is not None
        try:
            self.popen.stdin.write(line.encode("utf-8") + b"\n")
            self.popen.stdin.flush()
        except OSError:
            raise FailedError(self._death()) from None
        try:
            answer = self.answers.get(timeout=patience)
        except queue.Empty:
            raise FailedError(f"no answer within {patience:g} s") from None
        if not answer:
            raise FailedError(self._death())
        return answer

    def _death(self) -> str:
        """Return what became of a program that is no longer there."""
        try:
            code = self.popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "the program has closed its output"
        for thread in self.threads:
            thread.join(GRACE)
        last = f": {self.said[-1]}" if self.said else ""
        how = f"exit status {code}" if code >= 0 else f"signal {-code}"
        return f"the program ended ({how}){last}"

    def end(self, *, kill: bool) -> None:
        """End it: by the end of its input, or at once."""
        if kill:
            self.popen.kill()
        if self.popen.stdin is not None:
            with suppress(OSError):  # what was still to be written finds nobody
                self.popen.stdin.close()
        try:
            self.popen.wait(GRACE)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        with suppress(queue.Empty):  # so that a thread that waits for a place reads to the end
            while self.answers.get(timeout=0.1):
                pass
        for thread in self.threads:
            thread.join(GRACE)


@dataclass(slots=True)
class Program:
    """A command that answers questions, started when it is needed and again when it failed."""

    command: Sequence[str]
    patience: float = PATIENCE
    restarts: int = RESTARTS
    _process: Process | None = None
    _starts: int = 0
    _gone: str = ""

    @classmethod
    def of(cls, text: str, patience: float = PATIENCE) -> Program:
        """A program from a command as it is typed; no shell reads it.

        Raises:
            ValueError: there is no command in it, or a quote that is not closed.
        """
        command = shlex.split(text)
        if not command:
            raise ValueError("there is no command")
        return cls(command, patience)

    def ask(self, question: Question) -> Verdict:
        """Return its answer to one question.

        Raises:
            NoProgramError: the command cannot be started.
        """
        if self._gone:
            return cannot(question, self._gone)
        if self._process is None:
            self._process = Process.start(self.command)
            self._starts += 1
        try:
            return judge_answer(question, self._process.ask(question.line(), self.patience))
        except (FailedError, NoAnswerError) as error:
            self.close(kill=True)
            if self._starts > self.restarts:
                self._gone = f"the program failed to answer {self._starts} times"
            return failed(question, str(error))

    def close(self, *, kill: bool = False) -> None:
        """End the program, if it runs."""
        if self._process is not None:
            self._process.end(kill=kill)
            self._process = None


def ask_all(program: Program, questions: Iterable[Question]) -> Iterator[Verdict]:
    """Every verdict in its order; the program is ended afterwards."""
    try:
        for question in questions:
            yield program.ask(question)
    finally:
        program.close()

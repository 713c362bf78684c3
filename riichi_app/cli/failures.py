"""Faults of the call and of the machine: each is told in one line, and none is a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any

import click

from riichi_app.cli.language import translator
from riichi_core.errors import RiichiError
from riichi_core.messages import Message, escape_unprintable

FAILED, CALL_WAS_WRONG = 1, 2
MOST_PRINTED = 5_000
"""The most that is said of a call that is wrong, in characters."""
INTERRUPTED = 128
"""The exit status of a call that a signal ended is this and the number of the signal."""


class TerminatedError(BaseException):
    """The process is asked to end; raised where a SIGTERM or SIGHUP meets it."""


def exit_status(arguments: Sequence[str], call: Callable[[], Any], *, alone: bool = False) -> int:
    """Carry out a call; return its exit status, when all that it printed is written.

    Args:
        arguments: the arguments of the call.
        call: parses and carries out the call, and returns its exit status or None.
        alone: whether the process does nothing else, so that signals need not be given back.
    """
    signals = _Signals()
    with signals.heard(alone=alone):
        try:
            signals.are_raised = True
            status = _run(arguments, call)
        except BaseException:
            signals.are_raised = False
            if signals.number is None:
                raise
            status = FAILED  # whatever became of what a signal raised
        signals.are_raised = False
        if signals.number is not None:
            _wake(FLUSHED)
        _give_up_output()
        if status == 0 or signals.number is None:
            return status
        return INTERRUPTED + signals.number


def _run(arguments: Sequence[str], call: Callable[[], Any]) -> int:
    status: Any
    try:
        _refuse_unusable(arguments)
        try:
            status = call()
        except SystemExit as exit_:
            status = exit_.code
        sys.stdout.flush()
    except click.ClickException as error:
        status = error.exit_code
        message = io.StringIO()
        error.show(message)
        _print_error(
            "\n".join(map(escape_unprintable, message.getvalue()[:MOST_PRINTED].splitlines()))
        )
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED + signal.SIGINT
    except BrokenPipeError:  # who reads has enough
        status = FAILED
    except OSError as error:
        status = FAILED if error.filename is None else CALL_WAS_WRONG
        _print_error(_system_error(error))
    except RiichiError as error:
        status = FAILED
        _print_error(error.message)
    except MemoryError:
        status = FAILED
        _print_error(Message("there is not enough memory"))
    return status or 0


def _refuse_unusable(arguments: Sequence[str]) -> None:
    """Refuse a call whose output nobody can get, and a name that no file can have."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open to the end
    if sys.stdout is None:
        sys.stdout = sys.stderr
        raise click.UsageError(translator()(Message("standard output is closed")))
    if any("\0" in argument for argument in arguments):
        raise click.UsageError(translator()(Message("an argument holds the character U+0000")))


def _system_error(error: OSError) -> Message:
    why = str(error) if error.strerror is None else error.strerror
    if error.filename is None:
        return Message("what is printed cannot be written: {why}", why=why)
    return Message("{file}: {why}", file=os.fsdecode(error.filename), why=why)


def _print_error(message: str) -> None:
    with suppress(OSError):
        click.echo(translator()(message), err=True)


def _give_up_output() -> None:
    """Drop what could not be written, so that the interpreter does not fail with it at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _drop_output()


def _drop_output() -> None:
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ---- signals -------------------------------------------------------------------------------------

_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask a process to end, where a system has them."""

_WRAPPING_PACKAGE = "pydantic"
"""The package whose core makes another error of whatever its callbacks raise."""

LOOK_AGAIN = 0.01
"""Seconds until a signal is looked at again that could not be raised, or got lost."""

SAME_SIGNAL = 1.0
"""Seconds in which the same is asked once: some programs send a signal twice."""

FLUSHED = 1.0
"""Seconds that somebody has to read what is left after a signal has ended the call."""


class _Signals:
    """The signals that end a call by an exception, like Ctrl-C, so that what is open is closed.

    An exception that is raised anywhere can be turned into another, or get lost in what collects
    rubbish. So none is raised within a callback of such a package, it is raised again when it got
    lost, and the number of the signal is kept: it says how the call ended, whatever comes out.

    Attributes:
        number: the signal that asked last; None for none.
        are_raised: whether the call goes on; else a signal ends the process at once.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.are_raised = False
        self._raised = -SAME_SIGNAL

    @contextmanager
    def heard(self, *, alone: bool) -> Iterator[None]:
        """Hear signals, but those that are ignored here; only the main thread can."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [getattr(signal, name) for name in _ENDING_SIGNALS if hasattr(signal, name)]
        handlers: dict[int, Any] = {
            number: signal.signal(number, self._hear)
            for number in numbers
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
        }
        if hasattr(signal, "SIGALRM"):
            handlers[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._look_again)
        hook, sys.unraisablehook = sys.unraisablehook, self._find_lost
        try:
            yield
        finally:
            _wake(0)
            sys.unraisablehook = hook
            if not alone:
                for number, handler in handlers.items():
                    signal.signal(number, handler)
            elif self.number is not None:  # Python takes its handlers away before it ends
                for number in handlers:
                    signal.signal(number, signal.SIG_IGN)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        is_asked_again = number == self.number and monotonic() - self._raised < SAME_SIGNAL
        self.number = number
        if not is_asked_again:
            self._look_again(number, frame)

    def _look_again(self, _number: int, frame: FrameType | None) -> None:
        if self.number is None:
            return
        if not self.are_raised:
            os._exit(INTERRUPTED + self.number)
        if _is_wrapped(frame) and _wake(LOOK_AGAIN):
            return
        self._raised = monotonic()
        raise KeyboardInterrupt if self.number == signal.SIGINT else TerminatedError

    @staticmethod
    def _find_lost(lost: sys.UnraisableHookArgs) -> None:
        """Raise again what was raised where nothing can be."""
        if not (issubclass(lost.exc_type, _RAISED) and _wake(LOOK_AGAIN)):
            sys.__unraisablehook__(lost)


_RAISED = (KeyboardInterrupt, TerminatedError)


def _is_wrapped(frame: FrameType | None) -> bool:
    """Return True where a package waits for the frame that makes another error of what it gets."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] == _WRAPPING_PACKAGE:
            return True
        frame = frame.f_back
    return False


def _wake(seconds: float) -> bool:
    """Look again after so many seconds, 0 for never; return whether the system can."""
    if not hasattr(signal, "setitimer"):
        return False
    signal.setitimer(signal.ITIMER_REAL, seconds)
    return True

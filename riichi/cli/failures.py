"""Report each error of the call or the system in one line, without a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import click

from riichi.cli.language import translator
from riichi_core.errors import RiichiError
from riichi_core.messages import Message, escape_unprintable

FAILED, CALL_WAS_WRONG = 1, 2
MOST_PRINTED = 5_000
"""The maximum length of a message about a wrong call, in characters."""
INTERRUPTED = 128
"""The exit status of a call that a signal ended, minus the number of the signal."""


class TerminatedError(BaseException):
    """A request to end the process, by SIGTERM or SIGHUP."""


def exit_status(arguments: Sequence[str], call: Callable[[], Any], *, alone: bool = False) -> int:
    """Run a call, write all its output, and return its exit status.

    If the process does nothing else (`alone`), it does not restore signal handlers.
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
            status = FAILED  # a package may have replaced the exception
        signals.are_raised = False
        if signals.number is None:
            _flush_output()
            return status
        status = status and INTERRUPTED + signals.number
        unread = threading.Timer(FLUSHED, os._exit, [status])
        unread.start()
        _flush_output()
        unread.cancel()
        return status


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
    except BrokenPipeError:  # the reader has closed the pipe
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
    """Refuse a call without standard output, or with an argument that cannot be a file name."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open until the end
    if sys.stdout is None:
        sys.stdout = sys.stderr
        raise click.UsageError(translator()(Message("standard output is closed")))
    if any("\0" in argument for argument in arguments):
        raise click.UsageError(translator()(Message("an argument contains the character U+0000")))


def _system_error(error: OSError) -> Message:
    why = str(error) if error.strerror is None else error.strerror
    if error.filename is None:
        return Message("cannot write the output: {why}", why=why)
    return Message("{file}: {why}", file=os.fsdecode(error.filename), why=why)


def _print_error(message: str) -> None:
    with suppress(OSError):
        click.echo(translator()(message), err=True)


def _flush_output() -> None:
    """Write the rest of the output, or drop it if that fails.

    If output remained, the interpreter would fail at its exit.
    """
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# ---- signals -------------------------------------------------------------------------------------

_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
"""The signals that ask a process to end; not every system has all of them."""

SAME_SIGNAL = 1.0
"""How long a repeated signal counts as the same, in seconds; e.g. `timeout` sends it twice."""

FLUSHED = 1.0
"""How long a reader may take for the rest of the output after a signal, in seconds."""


class _Signals:
    """Handlers that turn the first signal into an exception, so that files and workers are closed.

    A second signal ends the process at once. The object keeps the first signal's number because
    some packages replace its exception.

    Attributes:
        number: the first signal; None if there was none.
        are_raised: whether the call is running; otherwise a signal ends the process at once.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.are_raised = False
        self._since = 0.0

    @contextmanager
    def heard(self, *, alone: bool) -> Iterator[None]:
        """Handle the signals that the process does not ignore, if this is the main thread."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        numbers = [getattr(signal, name) for name in _ENDING_SIGNALS if hasattr(signal, name)]
        handlers: dict[int, Any] = {
            number: signal.signal(number, self._hear)
            for number in numbers
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler)
        }
        try:
            yield
        finally:
            if not alone:
                for number, handler in handlers.items():
                    signal.signal(number, handler)
            elif self.number is not None:  # Python removes its handlers before it ends.
                for number in handlers:
                    signal.signal(number, signal.SIG_IGN)

    def _hear(self, number: int, _frame: object) -> None:
        if number == self.number and monotonic() - self._since < SAME_SIGNAL:
            return
        if self.number is not None or not self.are_raised:
            os._exit(INTERRUPTED + number)
        self.number, self._since = number, monotonic()
        raise KeyboardInterrupt if number == signal.SIGINT else TerminatedError

"""Faults of the call and of the machine: each is told in one line, and none is a traceback."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, NoReturn

import click

from riichi_app.cli.language import translator
from riichi_core.messages import Message, escape_unprintable

FAILED, CALL_WAS_WRONG = 1, 2
MOST_SAID = 5_000
"""The most that is said of a call that is wrong, in characters."""
INTERRUPTED = 128
"""The exit status of a call that a signal ended is this and the number of the signal."""


class TerminatedError(BaseException):
    """The process is asked to end; raised where a SIGTERM meets it."""


def exit_status(arguments: Sequence[str], call: Callable[[], Any]) -> int:
    """Carry out a call; return its exit status, when all that it printed is written.

    Args:
        arguments: the arguments of the call.
        call: parses and carries out the call, and returns its exit status or None.
    """
    try:
        _refuse_unusable(arguments)
        with _ended_by_exception():
            try:
                status = call()
            except SystemExit as left:
                status = left.code
            sys.stdout.flush()
    except click.ClickException as error:
        status = error.exit_code
        shown = io.StringIO()
        error.show(shown)
        _tell("\n".join(map(escape_unprintable, shown.getvalue()[:MOST_SAID].splitlines())))
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED + signal.SIGINT
    except TerminatedError:
        status = INTERRUPTED + signal.SIGTERM
    except BrokenPipeError:  # who reads has enough
        status = FAILED
    except OSError as error:
        status = FAILED if error.filename is None else CALL_WAS_WRONG
        _tell(_of_machine(error))
    except MemoryError:
        status = FAILED
        _tell(Message("there is not enough memory"))
    finally:
        _give_up_output()
    return status or 0


def _refuse_unusable(arguments: Sequence[str]) -> None:
    """Refuse a call whose output nobody can get, and a name that no file can have."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - stays open to the end
    if sys.stdout is None:
        sys.stdout = sys.stderr
        raise click.UsageError(translator()(Message("standard output is closed")))
    if any("\0" in one for one in arguments):
        raise click.UsageError(translator()(Message("an argument holds the character U+0000")))


def _of_machine(error: OSError) -> Message:
    why = error.strerror or str(error)
    if error.filename is None:
        return Message("what is printed cannot be written: {why}", why=why)
    return Message("{file}: {why}", file=os.fsdecode(error.filename), why=why)


def _tell(message: str) -> None:
    with suppress(OSError):
        click.echo(translator()(message), err=True)


def _give_up_output() -> None:
    """Drop what could not be written, so that the interpreter does not fail with it at its end."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _ended_by_exception() -> Iterator[None]:
    """Let a SIGTERM end the call like Ctrl-C: what is open is closed, and processes are ended."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(_number: int, _frame: FrameType | None) -> NoReturn:
    raise TerminatedError

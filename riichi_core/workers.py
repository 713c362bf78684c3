"""A pool of worker processes that end when their parent does."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from threading import Thread
from typing import Any

from riichi_core.errors import RiichiError
from riichi_core.messages import Message

MOST_PROCESSES = 64
"""The maximum number of processes in a call."""


@contextmanager
def workers(
    processes: int,
    prepare: Callable[..., object],
    *arguments: Any,
    context: BaseContext | None = None,
) -> Iterator[Executor]:
    """Yield a pool of processes; an error inside, e.g. by Ctrl-C, ends them immediately.

    Args:
        processes: the number of processes.
        prepare: a function called first in each process.
        arguments: the arguments for `prepare`.
        context: the way to start processes, if not the default.

    Raises:
        RiichiError: if a process was ended from outside.
    """
    lifeline, held = Pipe(duplex=False)
    begin = (lifeline, held, prepare, arguments)
    pool = ProcessPoolExecutor(processes, context, _begin_worker, begin)
    try:
        yield pool
        pool.shutdown()
    except BrokenExecutor:
        raise RiichiError(Message("a worker process was killed")) from None
    finally:
        held.close()
        pool.shutdown(cancel_futures=True)
        lifeline.close()


def _begin_worker(
    lifeline: Connection, held: Connection, prepare: Callable[..., object], arguments: tuple[Any]
) -> None:
    """Prepare a worker, which ends when the other end of the lifeline is closed everywhere."""
    held.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent process
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    Thread(target=_end_when_closed, args=(lifeline,), daemon=True).start()
    gc.set_threshold(50_000)  # play and scoring make many values and few cycles
    prepare(*arguments)


def _end_when_closed(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)

"""Processes that work for this one: they end when it ends, however that comes about."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from threading import Thread
from typing import Any


@contextmanager
def workers(
    processes: int,
    prepare: Callable[..., object],
    *arguments: Any,
    context: BaseContext | None = None,
) -> Iterator[Executor]:
    """Yield a pool of processes; an error inside, as by Ctrl-C, ends them whatever they do.

    Args:
        processes: how many.
        prepare: is called in each of them first, with the arguments.
        arguments: what that function is given.
        context: how processes are started, if not as usual.
    """
    lifeline, held = Pipe(duplex=False)
    begin = (lifeline, held, prepare, arguments)
    pool = ProcessPoolExecutor(processes, context, _begin, begin)
    try:
        yield pool
        pool.shutdown()
    finally:
        held.close()
        pool.shutdown(cancel_futures=True)
        lifeline.close()


def _begin(
    lifeline: Connection, held: Connection, prepare: Callable[..., object], arguments: tuple[Any]
) -> None:
    """Prepare a worker, which ends when nobody holds the other end of the lifeline any more."""
    held.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that they work for
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    prepare(*arguments)


def _end_with(lifeline: Connection) -> None:
    with suppress(EOFError, OSError):
        lifeline.recv_bytes()
    os._exit(1)

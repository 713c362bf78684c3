"""Share work among forked processes, which have its data already."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from riichi_core.workers import workers

Given = TypeVar("Given")
Result = TypeVar("Result")


def forked_map(
    processes: int, task: Callable[[Given], Result], items: Iterable[Given], chunksize: int = 1
) -> Iterator[Result]:
    """Yield what a task returns for each item, in order.

    Forked processes have the data of the task already. Without fork, this process does all.
    """
    if processes == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(task, items)
        return
    _forked[:] = [task]
    context = multiprocessing.get_context("fork")
    with workers(processes, gc.freeze, context=context) as pool:
        yield from pool.map(_run_forked, items, chunksize=chunksize)


_forked: list[Callable[[Any], Any]] = []
"""The task that forked processes share."""


def _run_forked(item: Any) -> Any:
    return _forked[0](item)

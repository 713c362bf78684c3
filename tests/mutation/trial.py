"""One mutant at a time: a separate process becomes the mutant and runs its cases.

The mutants are those that mutmut wrote into the code. mutmut's own switch, which looks up the
mutant at every call, is left out: a process replaces one function and runs at full speed.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any

SURVIVED, KILLED, SLOW = 0, 1, 36
"""Exit codes, as in mutmut."""

GIGABYTES = 4 << 30

MutantFunctions = dict[str, Any]


def use_no_switch() -> None:
    """Restore mutated functions; call this before any of them is imported."""
    trampoline = import_module("mutmut.mutation.trampoline")

    def unchanged(mutants: MutantFunctions, is_classmethod: bool = False) -> Callable[[Any], Any]:
        del is_classmethod

        def keep(function: Any) -> Any:
            mutants["_used"] = function
            return function

        return keep

    setattr(trampoline, "wrap_in_trampoline", unchanged)  # noqa: B010


def take_on(mutant: str) -> None:
    """Become this mutant permanently."""
    module_name, _, name = mutant.rpartition(".")
    functions: MutantFunctions = getattr(import_module(module_name), f"mutants_{_plain(name)}")
    used, changed = functions["_used"], functions[name]
    if isinstance(used, classmethod | staticmethod):
        used, changed = used.__func__, getattr(changed, "__func__", changed)
    assert isinstance(used, FunctionType)
    used.__code__ = changed.__code__
    used.__defaults__, used.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__


def function_of(mutant: str) -> str:
    """Return the name of the function that a mutant changes, e.g. `riichi_core.hands.Win.f`."""
    module, _, name = _plain(mutant).removesuffix("__mutmut").rpartition(".")
    parts = name.removeprefix("x").strip("ǁ").split("ǁ") if "ǁ" in name else [name[2:]]
    return ".".join([module, *parts])


def _plain(mutant: str) -> str:
    return mutant.rpartition("_")[0]


def each(
    mutants: Iterable[str],
    cases: Callable[[str], Sequence[int]],
    killer: Callable[[Sequence[int]], str],
    *,
    jobs: int,
    seconds: int,
) -> Iterator[tuple[str, int, str]]:
    """Yield each mutant with its exit code and the case that killed it.

    Each mutant has its own process, with several at the same time.

    Args:
        mutants: their names.
        cases: returns the cases that may kill a mutant; without any it survives.
        killer: runs cases in a mutant's process, and returns the one that failed or "".
        jobs: the number of processes.
        seconds: the processor time after which a mutant counts as slow.
    """
    running: dict[int, tuple[str, int]] = {}
    for mutant in mutants:
        numbers = cases(mutant)
        if not numbers:
            yield mutant, SURVIVED, ""
            continue
        if len(running) >= jobs:
            yield _ended(running)
        child, reading = _start(mutant, partial(killer, numbers), seconds)
        running[child] = mutant, reading
    while running:
        yield _ended(running)


def _start(mutant: str, killer: Callable[[], str], seconds: int) -> tuple[int, int]:
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    code = KILLED
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES, GIGABYTES))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        take_on(mutant)
        failed_case = killer()
        os.write(writing, failed_case.encode())
        code = KILLED if failed_case else SURVIVED
    finally:  # any exception counts
        os._exit(code)


def _ended(running: dict[int, tuple[str, int]]) -> tuple[str, int, str]:
    child, status = os.wait()
    code = os.waitstatus_to_exitcode(status)
    mutant, reading = running.pop(child)
    with os.fdopen(reading, encoding="utf-8") as file:
        return mutant, SLOW if code < 0 else code, file.read()


def add_to_path(folder: Path) -> None:
    """Import the changed code, whatever else is installed."""
    os.chdir(folder)
    sys.path[:0] = [str(folder), str(folder / "validators")]

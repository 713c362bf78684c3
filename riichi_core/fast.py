"""Helpers for speed: a bounded cache, and the native kernel."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, TypeVar

from riichi_core.errors import RiichiError
from riichi_core.messages import Message

Key = TypeVar("Key")
_Value = TypeVar("_Value")
_Tuple = TypeVar("_Tuple", bound=tuple[Any, ...])

MOST_KEPT = 60_000
"""The maximum number of cached values of one kind, so that a long-lived process stays small."""


class NewTuple(Protocol):
    """Makes a tuple of a named class."""

    def __call__(self, kind: type[_Tuple], values: Iterable[Any], /) -> _Tuple:
        """Return the tuple of these values."""


new_tuple: NewTuple = tuple.__new__
"""Makes a named tuple from all its values.

It takes a third of the time of the tuple's own constructor, and a quarter of that of `_replace`.
"""


class BoundedCache(dict[Key, _Value]):
    """A dict for computed values, which drops all of them when it is full.

    Look up with `get`; add with `store`.
    """

    def store(self, key: Key, value: _Value) -> _Value:
        """Store a value, and return it."""
        if len(self) >= MOST_KEPT:
            self.clear()
        self[key] = value
        return value


@cache
def has_native() -> bool:
    """Return whether the native kernel is built, and not turned off by RIICHI_PURE=1."""
    if os.environ.get("RIICHI_PURE") == "1":
        return False
    return find_spec("riichi_core.native") is not None


@cache
def native() -> Any:
    """Return the module `riichi_core.native`, the kernel; None if there is none (`has_native`).

    `make native` builds it. All results are the same with it and without it.

    Raises:
        RiichiError: if the kernel of a checkout is older than its source.
    """
    if not has_native():
        return None
    module = import_module("riichi_core.native")
    built = Path(module.__file__ or "")
    source = built.with_name("native.pyx")  # no wheel has it
    if source.is_file() and source.stat().st_mtime > built.stat().st_mtime:
        raise RiichiError(
            Message(
                "{kernel} is older than its source. Run make native, or set RIICHI_PURE=1 to do "
                "without it.",
                kernel=built.name,
            )
        )
    return module


PLAIN: dict[str, Callable[..., Any]] = {}
"""The Python functions for which the kernel has one of the same name, by name."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def in_native(function: _Function) -> _Function:
    """Replace a function by the kernel's function of the same name, if there is a kernel."""
    PLAIN[function.__name__] = function
    replaced: _Function = getattr(native(), function.__name__) if has_native() else function
    return replaced

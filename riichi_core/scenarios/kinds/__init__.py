"""The kinds of scenarios.

To add one, define its `Kind` in a module of its name, and its expectations in `expected`, and name
it here. A module is imported when a scenario of its kind is first run: play and tournaments need
much code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from riichi_core.scenarios.kinds.kind import Kind

_NAMES = ("win", "deal", "foul", "play", "game", "tournament", "rule")


class _Kinds(Mapping[str, Kind[Any]]):
    def __getitem__(self, name: str) -> Kind[Any]:
        if name not in _NAMES:
            raise KeyError(name)
        kind: Kind[Any] = getattr(import_module(f"{__name__}.{name}"), name.upper())
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(_NAMES)

    def __len__(self) -> int:
        return len(_NAMES)


KINDS: Mapping[str, Kind[Any]] = _Kinds()
"""Every kind by name, the simplest first."""

__all__ = ["KINDS", "Kind"]

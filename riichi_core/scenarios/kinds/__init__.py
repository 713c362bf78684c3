"""The kinds of scenarios. To add one, define its `Kind` in a module and add its name to `NAMES`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from riichi_core.scenarios.kinds.kind import Kind

NAMES = ("win", "deal", "foul", "play", "game", "tournament", "rule")
"""Every kind, the simplest first."""


class Kinds(Mapping[str, Kind[Any]]):
    """Every kind by name; a look-up imports only the module of that kind."""

    def __getitem__(self, name: str) -> Kind[Any]:
        """Return the kind that its module defines under its name in capitals."""
        if name not in NAMES:
            raise KeyError(name)
        module = import_module(f"riichi_core.scenarios.kinds.{name}")
        kind: Kind[Any] = getattr(module, name.upper())
        return kind

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(NAMES)

    def __len__(self) -> int:
        """Return the number of kinds."""
        return len(NAMES)


KINDS = Kinds()

__all__ = ["KINDS", "Kind"]

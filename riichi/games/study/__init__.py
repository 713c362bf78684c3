"""Studies: the effect of rule changes on many games, played with the same walls and seats.

`study(["ema-2016", "ema-2025"], games=100)` plays them (docs/guides/studies.md). The bots are
imported when a name is first used, because programs that only read measured results do not need
them.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riichi.games.study.run import Study, study

__all__ = ["Study", "study"]


def __getattr__(name: str) -> Any:
    """Import a name of `__all__` when it is first used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("riichi.games.study.run"), name)

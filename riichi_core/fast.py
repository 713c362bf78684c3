"""A dict for answers that were worked out once, which forgets all of them when it is full."""

from __future__ import annotations

from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MOST = 60_000
"""How many answers of one kind are kept, so that a long-lived process stays small."""


class BoundedCache(dict[Key, Value]):
    """Look up with `get`; add with `keep`."""

    def store(self, key: Key, value: Value) -> Value:
        """Remember an answer, and return it."""
        if len(self) >= MOST:
            self.clear()
        self[key] = value
        return value

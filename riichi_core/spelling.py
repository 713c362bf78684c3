"""Find the known name that is closest to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

SHORTEST_BEGINNING = 3
"""From so many letters on the beginning of a name stands for it."""


def closest_word(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most like `name` or begins with it; empty if none does."""
    names = {word.casefold(): word for word in known}
    start = name.casefold()
    close = [key for key in names if len(name) >= SHORTEST_BEGINNING and key.startswith(start)]
    close = close or difflib.get_close_matches(start[:80], names, n=1, cutoff=0.6)
    return names[min(close, key=len)] if close else ""

"""How deep the lists and objects of outside JSON are nested."""

from __future__ import annotations

import re

MOST_DEPTH = 20
"""The maximum depth of nested lists and objects in outside JSON."""

JSON_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
"""A text, or the beginning or end of a list or object."""


def is_too_deep(text: str) -> bool:
    """Return True if the lists and objects of a JSON text are nested deeper than 20."""
    if text.count("[") + text.count("{") <= MOST_DEPTH:
        return False
    depth = 0
    for token in JSON_TOKEN.finditer(text):
        character = text[token.start()]
        depth += (character in "[{") - (character in "]}")
        if depth > MOST_DEPTH:
            return True
    return False

"""Find the known word closest to a misspelt one, and report words outside closed lists."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from functools import cache

from riichi_core.errors import RecordError, parameter_of
from riichi_core.messages import Message, quote_argument
from riichi_core.rules.library import rulesets_dir

SHORTEST_BEGINNING = 3
"""The number of letters from which the beginning of a name may replace it."""


@cache
def other_ids() -> Mapping[str, list[str]]:
    """Return the words of other vocabularies for each of ours.

    The key is the path of an option, the path of one of its values, or any other word of records
    and of yaku definitions. The file is JSON, because every suggestion reads it.
    """
    ids: dict[str, list[str]] = json.loads((rulesets_dir() / "other-ids.json").read_bytes())
    return ids


def closest_word(name: str, known: Iterable[str]) -> str:
    """Return the known name that means `name`, is closest to it or starts with it, or nothing."""
    names = {word.casefold(): word for word in known}
    start = name.casefold()
    for own in (own for own, others in other_ids().items() if start in others):
        if same := {own, own.rpartition(".")[2]} & names.keys():
            return names[same.pop()]
    if (
        start in other_ids() and start not in names
    ):  # a word of ours that means something else, as west beside east
        return ""
    close = [key for key in names if len(name) >= SHORTEST_BEGINNING and key.startswith(start)]
    close = close or difflib.get_close_matches(start[:80], names, n=1, cutoff=0.6)
    return names[min(close, key=len)] if close else ""


def wrong_word(
    value: object, field: str, words: Iterable[str], error: type[RecordError] = RecordError
) -> RecordError:
    """Return the error for a value that is not in a closed list of words.

    The message suggests the nearest word, or else lists all of them.

    Args:
        value: the value.
        field: the field of a record that the error names.
        words: the words of the list.
        error: the type of the error.
    """
    name = parameter_of(field)
    words = tuple(words)
    known, quoted = ", ".join(words), quote_argument(value)
    if not isinstance(value, str):
        message = Message(
            "{field}: expected {expected}, not {given}", field=name, expected=known, given=quoted
        )
        return error("wrong_type", field, message)
    if near := closest_word(value, words):
        message = Message(
            "{field}: there is no {name}: did you mean {near}?", field=name, name=quoted, near=near
        )
    else:
        message = Message(
            "{field}: there is no {name}: expected {known}", field=name, name=quoted, known=known
        )
    return error("unknown_word", field, message)

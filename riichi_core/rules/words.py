"""Look up the words of each book: its terms, and its names of yaku (rulesets/words.yaml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.prepared import load_typed

WORDS_FILE = "words.yaml"


class Vocabulary(FrozenModel):
    """The words of one book.

    Attributes:
        title: what people choose it by.
        romaji: whether its names of yaku are the Japanese ones, alike in every language.
        terms: the book's word for each of our terms that it replaces in sentences.
        recorded: what else the book says; no sentence is changed for it.
        yaku: by id, the book's name of a yaku, and its Japanese name as the book spells it.
        yaku_by: whether the book lists yaku by their value in a concealed or in an open hand.
    """

    title: str
    romaji: bool = False
    terms: dict[str, str]
    recorded: dict[str, str]
    yaku: dict[str, tuple[str, str]]
    yaku_by: Literal["concealed", "open"] = "open"


@cache
def vocabularies() -> Mapping[str, Vocabulary]:
    """Return the words of each book by its id, and others by their names."""
    return MappingProxyType(load_typed(rulesets_dir() / WORDS_FILE, read_words))


def read_words(data: Any) -> dict[str, Vocabulary]:
    """Return the vocabularies that a file defines, by their names."""
    return {name: Vocabulary.of_plain(words) for name, words in data["vocabularies"].items()}


@cache
def names_in_books(yaku: str) -> tuple[str, ...]:
    """Return the names that books have for a yaku, without what is added in brackets."""
    by_book = (words.yaku.get(yaku, ()) for words in vocabularies().values())
    names = (part.partition(" (")[0] for name in by_book for part in name)
    return tuple(dict.fromkeys(part for name in names for part in name.split(" / ")))

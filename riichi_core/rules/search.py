"""Search: what people type, found among names, other names and sentences by whole words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.glossary import fold_spelling, known_yaku, other_names
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters, options
from riichi_core.source.expected import parts

WordSet = frozenset[str]

LANGUAGES_KEPT = 4
"""The number of languages in which what can be found stays ready for the next question."""

Key = TypeVar("Key")


class Rank(IntEnum):
    """A degree to which something is found; the least is the best."""

    NAME = 0
    """The words typed are a name."""
    IN_A_NAME = 1
    """All words stand in one name."""
    HAS_A_NAME = 2
    """All words of a name, two or more, stand in what was typed."""
    IN_THE_TEXT = 3
    """All words stand in the names and the text."""


class Findable(NamedTuple):
    """A thing that can be found: how it is called, and what is said of it."""

    names: tuple[str, ...]
    texts: tuple[str, ...] = ()


class _Hit(NamedTuple):
    """A find: its rank, and how many words are only in the name, or only in what was typed."""

    rank: Rank
    beside: int = 0


def best(
    wanted: str, findable: Mapping[Key, Findable], ranks: Collection[Rank] = tuple(Rank)
) -> list[Key]:
    """Return what some words find best, the shortest names first, and nothing of a lower rank.

    A part of a word is no word: `late` is not in `translate`. A plural counts as its word, and a
    word of the players also as what the sentences say for it (`pon`, pung).

    Args:
        wanted: what somebody typed.
        findable: what can be found.
        ranks: those that count.

    >>> best("late", {1: Findable(("translate",)), 2: Findable(("a late call",))})
    [2]
    """
    typed = _Typed(wanted)
    hits = {key: hit for key, one in findable.items() if (hit := typed.found_in(one, ranks))}
    least = min((hit.rank for hit in hits.values()), default=None)
    return sorted((key for key, hit in hits.items() if hit.rank is least), key=hits.__getitem__)


class _Typed:
    """A query, taken apart once."""

    def __init__(self, wanted: str) -> None:
        others = _other_words()
        said = words(wanted) - SMALL or words(wanted)
        self._name = fold_spelling(wanted)
        self._words = [(frozenset((word,)), *others.get(word, ())) for word in said]
        self._all = frozenset[str]().union(*(one for either in self._words for one in either))

    def found_in(self, one: Findable, ranks: Collection[Rank]) -> _Hit | None:
        """Return the best rank, of some, to which something is found; None if it is not."""
        if Rank.NAME in ranks and self._name and self._name in map(fold_spelling, one.names):
            return _Hit(Rank.NAME)
        names = [words(name) - SMALL for name in one.names]
        if Rank.IN_A_NAME in ranks:
            longer = [len(name) for name in names if self._stands_in(name)]
            if longer:
                return _Hit(Rank.IN_A_NAME, min(longer) - len(self._words))
        if Rank.HAS_A_NAME in ranks:
            within = [len(name) for name in names if len(name) > 1 and name <= self._all]
            if within:
                return _Hit(Rank.HAS_A_NAME, len(self._all) - max(within))
        if Rank.IN_THE_TEXT in ranks:
            whole = frozenset[str]().union(*names, *map(words, one.texts))
            if self._stands_in(whole):
                return _Hit(Rank.IN_THE_TEXT)
        return None

    def _stands_in(self, text: WordSet) -> bool:
        return bool(self._words) and all(
            any(said <= text for said in either) for either in self._words
        )


# ---- words ---------------------------------------------------------------------------------------

SMALL = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "i", "in", "is", "of", "on", "or", "the", "to",
    "with", "de", "een", "en", "het", "met", "na", "op", "te", "van",
})  # fmt: skip
"""Words that say nothing by themselves, of English and Dutch."""

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8192)
def words(text: str) -> WordSet:
    """Return the words of a text as they are compared: without case, accents and plurals."""
    letters = text.casefold().replace(",", "")
    if not letters.isascii():
        plain = unicodedata.normalize("NFKD", letters)
        letters = "".join(c for c in plain if not unicodedata.combining(c))
    return frozenset(map(_singular, _WORD.findall(letters)))


def _singular(word: str) -> str:
    """Return a word without the `s` of a plural: `loop-holes` is found by `loop-hole`."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=1)
def _other_words() -> Mapping[str, tuple[WordSet, ...]]:
    return {
        word: (words(said),) for other, said in other_names().words.items() for word in words(other)
    }


# ---- options -------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def findable_option(path: str, tr: Translator = ENGLISH, *, texts: bool = False) -> Findable:
    """Return all names of an option, in English and in a language.

    Args:
        path: the option.
        tr: the language.
        texts: also with its sentences.
    """
    option = options()[path]
    said = _texts(path, option, tr) if texts else ()
    return Findable(tuple(_names(path, option, tr)), tuple(said))


def _names(path: str, option: Option, tr: Translator) -> Iterator[str]:
    chapter, name = path.split(".")
    yield from (path, name, option.title, tr(option.title), *other_names().options.get(path, ()))
    if chapter == "yaku" and name in known_yaku():
        yield from known_yaku()[name].name.spellings()


def _texts(path: str, option: Option, tr: Translator) -> Iterator[str]:
    """Yield all sentences of an option: of its values, and of the parts that a value can have."""
    sentences = option.sentences
    said = [sentences] if isinstance(sentences, str) else sentences_by_word(sentences).values()
    for text in said:
        yield from (text, tr(text))
    chapter, name = path.split(".")
    for part_name, field in parts(chapters()[chapter].model_fields[name]):
        if (part := meaning(field)) is not None:
            yield from (part_name, part.title, *sentences_by_word(part.sentences).values())

"""Find options, clauses and yaku by their names; `questions` answers whole questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from riichi.ask.words import WORD, without_accents
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules.glossary import fold_spelling, ids_elsewhere, known_yaku, other_names
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.spelling import closest_word

WordSet = frozenset[str]

Key = TypeVar("Key")


class Rank(IntEnum):
    """The rank of a match; the lowest is the best."""

    NAME = 0
    """The query is a name."""
    IN_A_NAME = 1
    """One name contains all words of the query."""
    HAS_A_NAME = 2
    """The query contains all words of a name, two or more."""
    IN_THE_TEXT = 3
    """The names and texts together contain all words of the query."""


class Findable(NamedTuple):
    """A thing that can be found: its names, and texts about it."""

    names: tuple[str, ...]
    texts: tuple[str, ...] = ()


def best_matches(
    wanted: str, findable: Mapping[Key, Findable], ranks: Collection[Rank] = tuple(Rank)
) -> list[Key]:
    """Return the matches of the best rank, the shortest names first.

    Only whole words match: `late` does not find `translate`. A plural matches its singular, and a
    player's word matches the word of the rules (`pon`, triplet).

    Args:
        wanted: the query.
        findable: the things to search, by key.
        ranks: the ranks to look for.

    >>> best_matches("late", {1: Findable(("translate",)), 2: Findable(("a late call",))})
    [2]
    """
    query = _Query(wanted)
    for rank in sorted(ranks):
        found = ((key, query.surplus_in(thing, rank)) for key, thing in findable.items())
        surplus = {key: number for key, number in found if number is not None}
        if surplus:
            return sorted(surplus, key=surplus.__getitem__)
    return []


class _Query:
    """A query, split into its words once."""

    def __init__(self, wanted: str) -> None:
        synonyms = _other_words()
        query_words = _telling(wanted) or words(wanted)
        self._query_words = query_words
        self._name = fold_spelling(wanted)
        self._words = [(frozenset((word,)), *synonyms.get(word, ())) for word in query_words]
        self._forms = frozenset[str]().union(*(form for forms in self._words for form in forms))

    def surplus_in(self, thing: Findable, rank: Rank) -> int | None:
        """Return the words that only the name or the query has, counted; None for no match."""
        match rank:
            case Rank.NAME:
                return 0 if self._name and self._name in map(fold_spelling, thing.names) else None
            case Rank.IN_A_NAME:
                lengths = (
                    len(name) for name in map(_telling, thing.names) if self._stands_in(name)
                )
                shortest = min(lengths, default=None)
                return None if shortest is None else shortest - len(self._words)
            case Rank.HAS_A_NAME:
                contained = (len(name) for name in map(_telling, thing.names)
                             if len(name) > 1 and name <= self._forms)  # fmt: skip
                longest = max(contained, default=None)
                return None if longest is None else len(self._forms) - longest
            case Rank.IN_THE_TEXT:
                all_words = frozenset[str]().union(
                    *map(_telling, thing.names), *map(words, thing.texts)
                )
                return 0 if self._query_words and self._query_words <= all_words else None

    def _stands_in(self, text: WordSet) -> bool:
        return bool(self._words) and all(
            any(form <= text for form in forms) for forms in self._words
        )


# ---- words ---------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def words(text: str) -> WordSet:
    """Return the words of a text without case, accents and plurals, for comparison."""
    return frozenset(map(_singular, WORD.findall(without_accents(text))))


@lru_cache(maxsize=8192)
def _telling(text: str) -> WordSet:
    """Return the words of a text without the small ones."""
    return words(text).difference(other_names().small)


def _singular(word: str) -> str:
    """Return a word without the `s` of a plural: `loop-holes` is found by `loop-hole`."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=1)
def _other_words() -> Mapping[str, tuple[WordSet, ...]]:
    return {
        word: (words(phrase),)
        for phrase, others in other_names().words.items()
        for other in others
        if len(found := words(other)) == 1
        for word in found
    }


# ---- options -------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def findable_option(path: str, tr: Translator = PLAIN_ENGLISH) -> Findable:
    """Return all names of an option, in English and in a language."""
    return Findable(tuple(_names(path, options()[path], tr)))


def _names(path: str, option: Option, tr: Translator) -> Iterator[str]:
    chapter, name = path.split(".")
    yield from (path, name, option.title, tr(option.title), *ids_elsewhere().get(path, ()))
    yield from other_names().options.get(path, ())
    if chapter == "yaku" and name in known_yaku():
        yield from known_yaku()[name].name.spellings()


@lru_cache(maxsize=8)
def suggestions(tr: Translator) -> tuple[str, ...]:
    """Return the readable names of options, clauses and yaku, without ids."""
    other = other_names()
    lists = (*other.options.values(), *other.clauses.values())
    titles = (title for o in options().values() for title in (tr(o.title), o.title))
    yaku = (name for known in known_yaku().values() for name in known.name.spellings())
    return tuple(dict.fromkeys([*(name for names in lists for name in names), *titles, *yaku]))


def nearest_name(wanted: str, tr: Translator) -> str:
    """Return the rule name that is spelt most like the query; empty if none is similar."""
    return closest_word(wanted, suggestions(tr))

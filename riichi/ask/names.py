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


class _Hit(NamedTuple):
    """A match: its rank, and the number of words that only the name or only the query has."""

    rank: Rank
    surplus: int = 0


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
    hits = {key: hit for key, thing in findable.items() if (hit := query.hit_in(thing, ranks))}
    best_rank = min((hit.rank for hit in hits.values()), default=None)
    return sorted((key for key, hit in hits.items() if hit.rank is best_rank), key=hits.__getitem__)


class _Query:
    """A query, split into its words once."""

    def __init__(self, wanted: str) -> None:
        synonyms = _other_words()
        query_words = words(wanted).difference(other_names().small) or words(wanted)
        self._query_words = query_words
        self._name = fold_spelling(wanted)
        self._words = [(frozenset((word,)), *synonyms.get(word, ())) for word in query_words]
        self._forms = frozenset[str]().union(*(form for forms in self._words for form in forms))

    def hit_in(self, thing: Findable, ranks: Collection[Rank]) -> _Hit | None:
        """Return the match of the best of some ranks; None if nothing matches."""
        if Rank.NAME in ranks and self._name and self._name in map(fold_spelling, thing.names):
            return _Hit(Rank.NAME)
        names = [words(name).difference(other_names().small) for name in thing.names]
        if Rank.IN_A_NAME in ranks:
            lengths = [len(name) for name in names if self._stands_in(name)]
            if lengths:
                return _Hit(Rank.IN_A_NAME, min(lengths) - len(self._words))
        if Rank.HAS_A_NAME in ranks:
            contained = [len(name) for name in names if len(name) > 1 and name <= self._forms]
            if contained:
                return _Hit(Rank.HAS_A_NAME, len(self._forms) - max(contained))
        if Rank.IN_THE_TEXT in ranks:
            all_words = frozenset[str]().union(*names, *map(words, thing.texts))
            if self._query_words and self._query_words <= all_words:
                return _Hit(Rank.IN_THE_TEXT)
        return None

    def _stands_in(self, text: WordSet) -> bool:
        return bool(self._words) and all(
            any(form <= text for form in forms) for forms in self._words
        )


# ---- words ---------------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def words(text: str) -> WordSet:
    """Return the words of a text without case, accents and plurals, for comparison."""
    return frozenset(map(_singular, WORD.findall(without_accents(text))))


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

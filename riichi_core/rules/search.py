"""Search: options, clauses and yaku by what people type, the best match first."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from riichi_core.files.model_problems import leaf_parts
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules.clauses import clauses, settled_by
from riichi_core.rules.glossary import fold_spelling, known_yaku, other_names
from riichi_core.rules.options import Option, option_of, sentences_by_word
from riichi_core.rules.rules import chapters, options

WordSet = frozenset[str]

LANGUAGES_KEPT = 4
"""The number of languages whose texts stay ready for the next question."""

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
    """A thing that can be found: its names, and texts about it."""

    names: tuple[str, ...]
    texts: tuple[str, ...] = ()


class _Hit(NamedTuple):
    """A match: its rank, and the number of words that only one of name and query has."""

    rank: Rank
    surplus: int = 0


def best_matches(
    wanted: str, findable: Mapping[Key, Findable], ranks: Collection[Rank] = tuple(Rank)
) -> list[Key]:
    """Return the things of the best rank that matches, the shortest names first.

    A part of a word is no word: `late` is not in `translate`. A plural counts as its word, and a
    word of the players also as what the sentences say for it (`pon`, pung).

    Args:
        wanted: what somebody typed.
        findable: what can be found.
        ranks: the ranks that count.

    >>> best("late", {1: Findable(("translate",)), 2: Findable(("a late call",))})
    [2]
    """
    query = _Query(wanted)
    hits = {key: hit for key, thing in findable.items() if (hit := query.hit_in(thing, ranks))}
    best_rank = min((hit.rank for hit in hits.values()), default=None)
    return sorted((key for key, hit in hits.items() if hit.rank is best_rank), key=hits.__getitem__)


class _Query:
    """A query, taken apart once."""

    def __init__(self, wanted: str) -> None:
        synonyms = _other_words()
        query_words = words(wanted) - SMALL_WORDS or words(wanted)
        self._name = fold_spelling(wanted)
        self._words = [(frozenset((word,)), *synonyms.get(word, ())) for word in query_words]
        self._forms = frozenset[str]().union(*(form for forms in self._words for form in forms))

    def hit_in(self, thing: Findable, ranks: Collection[Rank]) -> _Hit | None:
        """Return the match of the best of some ranks; None if there is none."""
        if Rank.NAME in ranks and self._name and self._name in map(fold_spelling, thing.names):
            return _Hit(Rank.NAME)
        names = [words(name) - SMALL_WORDS for name in thing.names]
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
            if self._stands_in(all_words):
                return _Hit(Rank.IN_THE_TEXT)
        return None

    def _stands_in(self, text: WordSet) -> bool:
        return bool(self._words) and all(
            any(form <= text for form in forms) for forms in self._words
        )


# ---- words ---------------------------------------------------------------------------------------

SMALL_WORDS = frozenset({
    "a", "an", "and", "at", "by", "for", "from", "i", "in", "is", "of", "on", "or", "the", "to",
    "with", "de", "een", "en", "het", "met", "na", "op", "te", "van",
})  # fmt: skip
"""Words that say nothing by themselves, of English and Dutch."""

_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=8192)
def words(text: str) -> WordSet:
    """Return the words of a text in the form that is compared: no case, accents or plurals."""
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
    synonyms = other_names().words.items()
    return {word: (words(phrase),) for name, phrase in synonyms for word in words(name)}


# ---- options -------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def findable_option(path: str, tr: Translator = PLAIN_ENGLISH, *, texts: bool = False) -> Findable:
    """Return all names of an option, in English and in a language.

    Args:
        path: the option.
        tr: the language.
        texts: also with its sentences.
    """
    option = options()[path]
    sentences = _texts(path, option, tr) if texts else ()
    return Findable(tuple(_names(path, option, tr)), tuple(sentences))


def _names(path: str, option: Option, tr: Translator) -> Iterator[str]:
    chapter, name = path.split(".")
    yield from (path, name, option.title, tr(option.title), *other_names().options.get(path, ()))
    if chapter == "yaku" and name in known_yaku():
        yield from known_yaku()[name].name.spellings()


def _texts(path: str, option: Option, tr: Translator) -> Iterator[str]:
    """Yield all sentences of an option: of its values, and of the parts that a value can have."""
    sentences = option.sentences
    texts = [sentences] if isinstance(sentences, str) else sentences_by_word(sentences).values()
    for text in texts:
        yield from (text, tr(text))
    chapter, name = path.split(".")
    for part_name, field in leaf_parts(chapters()[chapter].model_fields[name]):
        if (part := option_of(field)) is not None:
            yield from (part_name, part.title, *sentences_by_word(part.sentences).values())


QUESTION_WORDS = frozenset({
    "what", "who", "which", "when", "where", "how", "why", "whom", "whose", "if", "does", "do",
    "did", "can", "could", "may", "might", "must", "shall", "should", "will", "would", "is", "are",
    "was", "were", "be", "been", "am", "i", "me", "my", "mine", "we", "us", "our", "you", "your",
    "he", "she", "they", "them", "it", "its", "someone", "somebody", "anyone", "anybody", "nobody",
    "player", "people", "person", "there", "here", "this", "that", "these", "those", "have", "has",
    "had", "get", "got", "give", "say", "said", "happen", "much", "many", "not", "no", "need",
    "mean", "allowed", "possible", "just", "then", "than", "wat", "wie", "welke", "wanneer",
    "waar", "hoe", "hoeveel", "waarom", "als", "zijn", "mag", "moet", "kan", "kun", "ik",
    "je", "er", "iemand", "die", "dat", "dit",
})  # fmt: skip
"""Words that make a question and say nothing of its subject, of English and Dutch."""

NAMES_WEIGH = 8.0
"""The weight of a word in a name, where one in a sentence weighs 1."""

COMMON_WEIGHS = 0.6
"""The weight of a clause that every ruleset has alike: mostly people ask what differs."""


def answers(question: str, tr: Translator = PLAIN_ENGLISH, most: int = 4) -> list[str]:
    """Return the paths of options, or ids of clauses that none settles, that answer a question.

    A question that is a name comes first, then names that stand whole in it; then all texts that
    share a word with it, in the order of BM25 (SQLite's FTS5). Forms of a word are one (Porter), a
    part of a word is none, and a word of the players is also what the sentences say for it.

    Args:
        question: what somebody typed, in English, Japanese or the language.
        tr: a language to search beside English.
        most: the number of answers.

    >>> answers("two ron at once")[0]
    'claims.winners'
    """
    known = findables(tr)
    named = best_matches(question, known, (Rank.NAME,)) or best_matches(
        question, known, (Rank.HAS_A_NAME,)
    )
    return list(dict.fromkeys([*named, *_full_text_order(question, tr)]))[:most]


@lru_cache(maxsize=LANGUAGES_KEPT)
def findables(tr: Translator = PLAIN_ENGLISH) -> Mapping[str, Findable]:
    """Return all that can be asked about, by path or id: options, and clauses that none settles."""
    things = {path: _findable_with_clauses(path, option, tr) for path, option in options().items()}
    for name, clause in clauses().items():
        if name not in settled_by():
            names = (name.replace("-", " "), clause.topic, *other_names().clauses.get(name, ()))
            things[name] = Findable(names, tuple(clause.texts(tr)))
    return things


def _findable_with_clauses(path: str, option: Option, tr: Translator) -> Findable:
    findable = findable_option(path, tr, texts=True)
    settled_clauses = [clauses()[name] for name in option.clauses]
    texts = (text for clause in settled_clauses for text in clause.texts(tr))
    return Findable(findable.names, (*findable.texts, *texts))


def _full_text_order(question: str, tr: Translator) -> list[str]:
    query = _fts_query(question)
    if not query:
        return []
    with closing(sqlite3.connect(":memory:")) as database:
        database.execute(
            "CREATE VIRTUAL TABLE known USING fts5(id UNINDEXED, names, texts, tokenize='porter')"
        )
        database.executemany("INSERT INTO known VALUES (?, ?, ?)", _table_rows(tr))
        rows = database.execute(
            "SELECT id, bm25(known, 0, ?, 1) FROM known WHERE known MATCH ?", (NAMES_WEIGH, query)
        )
        scores = {name: score * (1 if name in options() else COMMON_WEIGHS) for name, score in rows}
    return sorted(scores, key=lambda name: (scores[name], name))  # the best is the most negative


@lru_cache(maxsize=LANGUAGES_KEPT)
def _table_rows(tr: Translator) -> list[tuple[str, str, str]]:
    """Return the rows of the table that is searched: path or id, names and texts."""
    things = findables(tr).items()
    return [(name, _as_words(thing.names), _as_words(thing.texts)) for name, thing in things]


def _as_words(texts: Iterable[str]) -> str:
    """Join texts, with the parts of ids as words."""
    return " . ".join(dict.fromkeys(text.translate(_SPACES) for text in texts))


_SPACES = str.maketrans("_-.", "   ")


def _fts_query(question: str) -> str:
    """Return the query of FTS5 for a question: any of its words that name a subject."""
    query_words = words(question)
    subject_words = query_words - QUESTION_WORDS - SMALL_WORDS or query_words
    synonyms = other_names().words
    forms = (dict.fromkeys((word, synonyms.get(word, word))) for word in sorted(subject_words))
    return " OR ".join(f'"{form}"' for pair in forms for form in pair)

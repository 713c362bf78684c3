"""Questions in words, as people ask them at a table, and the rules that answer them best."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from functools import lru_cache

from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.clauses import clauses, settled_by
from riichi_core.rules.glossary import other_names
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.search import (
    LANGUAGES_KEPT,
    SMALL,
    Findable,
    Rank,
    best,
    findable_option,
    words,
)

ASKING = frozenset({
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


def answers(question: str, tr: Translator = ENGLISH, most: int = 4) -> list[str]:
    """Return the paths of options, and the ids of clauses that no option settles.

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
    named = best(question, known, (Rank.NAME,)) or best(question, known, (Rank.HAS_A_NAME,))
    return list(dict.fromkeys([*named, *_by_text(question, tr)]))[:most]


@lru_cache(maxsize=LANGUAGES_KEPT)
def findables(tr: Translator = ENGLISH) -> Mapping[str, Findable]:
    """Return all that can be asked about: every option, and the clauses that none settles."""
    found = {path: _option(path, option, tr) for path, option in options().items()}
    for name, one in clauses().items():
        if name not in settled_by():
            names = (name.replace("-", " "), one.topic, *other_names().clauses.get(name, ()))
            found[name] = Findable(names, tuple(one.texts(tr)))
    return found


def _option(path: str, option: Option, tr: Translator) -> Findable:
    said = findable_option(path, tr, texts=True)
    settled = [clauses()[name] for name in option.clauses]
    texts = (text for one in settled for text in one.texts(tr))
    return Findable(said.names, (*said.texts, *texts))


def _by_text(question: str, tr: Translator) -> list[str]:
    query = _query(question)
    if not query:
        return []
    with closing(sqlite3.connect(":memory:")) as base:
        base.execute(
            "CREATE VIRTUAL TABLE known USING fts5(id UNINDEXED, names, texts, tokenize='porter')"
        )
        base.executemany("INSERT INTO known VALUES (?, ?, ?)", _rows(tr))
        found = base.execute(
            "SELECT id, bm25(known, 0, ?, 1) FROM known WHERE known MATCH ?", (NAMES_WEIGH, query)
        )
        scores = {
            name: score * (1 if name in options() else COMMON_WEIGHS) for name, score in found
        }
    return sorted(scores, key=lambda name: (scores[name], name))  # the best is the most negative


@lru_cache(maxsize=LANGUAGES_KEPT)
def _rows(tr: Translator) -> list[tuple[str, str, str]]:
    """Return all that can be asked about by its name, its names and its texts."""
    known = findables(tr).items()
    return [(name, _spaced(one.names), _spaced(one.texts)) for name, one in known]


def _spaced(texts: Iterable[str]) -> str:
    """Return texts as one, the parts of ids as words."""
    return " . ".join(dict.fromkeys(text.translate(_APART) for text in texts))


_APART = str.maketrans("_-.", "   ")


def _query(question: str) -> str:
    """Return a question as FTS5 asks: any of its words that say something, each quoted."""
    said = words(question)
    asked = said - ASKING - SMALL or said
    said_for = other_names().words
    forms = (dict.fromkeys((word, said_for.get(word, word))) for word in sorted(asked))
    return " OR ".join(f'"{form}"' for either in forms for form in either)

"""docs/reference/glossary.md: the words of the game and the yaku, in each book and in Japanese."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from riichi_core.files.yaml_document import data_of_file
from riichi_core.rules.words import Vocabulary, vocabularies
from riichi_validators.markdown import DOCS, table

FILE = DOCS / "reference" / "glossary.md"
TERMS = Path(__file__).with_name("glossary.yaml")

HEAD = """\
# Glossary

The words that texts for players use, which are those of EMA 2025, and the words of other books if
they differ. A ruleset is printed in the words of its book. `riichi find WORD` finds rules by most
of these names, and yaku by all of them. `make docs` generates this page.
"""


def page() -> str:
    """Return the whole page."""
    subjects = data_of_file(TERMS)
    parts = [line for name, terms in subjects.items() for line in _part(name, terms)]
    return "\n".join([HEAD, *parts, *_yaku()])


def _part(subject: str, terms: dict[str, tuple[str, str]]) -> Iterator[str]:
    yield f"## {subject}\n"
    rows = ((term, *columns, _in_books(term)) for term, columns in terms.items())
    yield from table(("word", "Japanese", "meaning", "in books"), rows)


def _in_books(term: str) -> str:
    """Return the books' other words for one of ours, each with its books."""
    titles: dict[str, list[str]] = {}
    for words in _books():
        word = words.terms.get(term) or words.recorded.get(term)
        if word and word != term:
            titles.setdefault(word, []).append(words.title)
    return "; ".join(f"{word} ({', '.join(books)})" for word, books in titles.items())


def _books() -> Iterator[Vocabulary]:
    return (words for words in vocabularies().values() if words.yaku)


def _yaku() -> Iterator[str]:
    """Yield the names of each yaku; a book's cell is empty if it has the name of the first book."""
    first, *others = _books()
    yield "## Yaku\n"
    rows = (
        (f"`{name}`", english, japanese, *(_other_name(name, english, book) for book in others))
        for name, (english, japanese) in first.yaku.items()
    )
    yield from table(("id", first.title, "Japanese", *(book.title for book in others)), rows)


def _other_name(yaku: str, name: str, book: Vocabulary) -> str:
    other = book.yaku[yaku][0] if yaku in book.yaku else name
    return "" if other == name else other

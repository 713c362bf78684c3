"""Read the clause index: the points of rules that books decide, with their sections."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter

from riichi_core.language import Translator
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.prepared import load_typed
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Id

CLAUSES_FILE = "clauses.yaml"

ClauseKind = Literal["engine", "scoring", "payment", "game-end", "tournament", "procedure"]


class InBook(FrozenModel):
    """A clause in one book: its sections, separated by commas, and its value in brief."""

    section: str = ""
    says: str


class Clause(FrozenModel):
    """A point that the books decide.

    Attributes:
        differs: whether the books decide it differently.
        books: each book's decision, by the book's id.
        reading: whether a book's text can be read in more than one way.
        common: whether all rulesets agree on it, so that it has no option.
    """

    id: str
    topic: str
    kind: ClauseKind
    differs: bool = False
    statement: str
    books: dict[Id, InBook]
    reading: bool = False
    common: bool = False

    def sections(self, book: str) -> str:
        """Return the sections in which a book decides the clause; empty if there are none."""
        return self.books[book].section if book in self.books else ""

    def in_books(self) -> Iterator[tuple[str, InBook]]:
        """Yield the name of each book with its entry for the clause."""
        return ((book_name(book), entry) for book, entry in self.books.items())

    def sayings(self) -> Iterator[str]:
        """Yield each book's text for the clause."""
        return (entry.says for entry in self.books.values())

    def texts(self, tr: Translator) -> Iterator[str]:
        """Yield all texts of the clause, in English and in the language of `tr`."""
        for text in (self.statement, *self.sayings()):
            yield from dict.fromkeys((text, tr.clause(text)))

    def places(self) -> str:
        """Return the sections of all books in one line: `EMA 2016: 1.3; WRCR 2015: 3.3`."""
        return "; ".join(
            f"{book_name(book)}: {sections or '-'}"
            for book in self.books
            if (sections := self.sections(book)) or book in indexed_books()
        )


def book_name(book: str) -> str:
    """Return the name of a book in the index, from its id: `EMA 2016`."""
    return book.replace("-", " ").upper()


@cache
def clauses() -> Mapping[str, Clause]:
    """Return every clause by its id, in the order of the books."""
    return load_typed(rulesets_dir() / CLAUSES_FILE, read_clauses)


def read_clauses(data: Any) -> dict[str, Clause]:
    """Return the clauses in a file, by their ids."""
    return {clause.id: clause for clause in TypeAdapter(list[Clause]).validate_python(data)}


@cache
def indexed_books() -> tuple[str, ...]:
    """Return the ids of the books that have an entry for every clause."""
    return tuple(
        book
        for book in dict.fromkeys(book for clause in clauses().values() for book in clause.books)
        if all(book in clause.books for clause in clauses().values())
    )


@cache
def settled_by() -> Mapping[str, tuple[str, ...]]:
    """Return the paths of the options of each clause."""
    paths: dict[str, tuple[str, ...]] = {}
    for path, option in options().items():
        for clause in option.clauses:
            paths[clause] = (*paths.get(clause, ()), path)
    return paths

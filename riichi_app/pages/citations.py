"""Citations of values, and the sections of clauses, in a few words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from riichi_app.documents.columns import ColumnCell, StyledText
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.rules.ruleset import Grade, Provenance, Ruleset

if TYPE_CHECKING:  # a comparison does not need the clauses
    from riichi_core.rules.clauses import Clause


NAMED = re.compile("[a-z]{4,}")
"""Parts of sections that are words, not numbers: `preface`, or a document beside the book."""

_KINDS: dict[str, Text] = {
    "silent": "not in the book: {why}",
    "assumed": "assumed: {why}",
    "house": "house rule: {why}",
}


_GRADES: dict[Grade, Text] = {
    "official": "{citation}",
    "quoting": "{citation}, as quoted",
    "secondary": "{citation}, second-hand",
}

SHELF: Text = (
    "{ruleset} is from second-hand sources: {known} of {every} options are known, the rest is "
    "assumed as {book}."
)


def shelf_remark(ruleset: Ruleset, tr: Translator = ENGLISH) -> str:
    """Return how much is known of a ruleset on the shelf; nothing for others."""
    if not ruleset.on_shelf:
        return ""
    every = ruleset.provenance.values()
    known = sum(source.kind != "assumed" for source in every)
    return tr(SHELF, ruleset=ruleset.id, known=known, every=len(every), book=ruleset.extends)


def format_citation(source: Provenance | None, ruleset: Ruleset, tr: Translator = ENGLISH) -> str:
    """Return the sections of a value, or that the book is silent and why it has this value.

    A value that a house-rule file inherits names the book. What is read into the text of a book
    is marked as a reading wherever its value stands; what a club remarks on a rule is a note.
    """
    if source is None:
        return tr("not among its yaku")
    text = _text(source, tr)
    if source.ruleset != ruleset.id:
        text = f"{source.ruleset} {text}"
    if not source.note:
        return text
    if source.kind == "house":
        return tr("{citation} (note: {note})", citation=text, note=source.note)
    return tr("{citation} (read: {reading})", citation=text, reading=tr(source.note))


def print_citation(source: Provenance | None, ruleset: Ruleset, tr: Translator = ENGLISH) -> str:
    """Return the citation of a value for paper."""
    return unbroken(format_citation(source, ruleset, tr))


def unbroken(source: str) -> str:
    """Return a citation for paper, where a section stays beside its number."""
    return source.replace("§ ", "§\N{NO-BREAK SPACE}")


def _text(source: Provenance, tr: Translator) -> str:
    if source.kind == "cite":
        sections = f"§ {NAMED.sub(lambda found: tr(found[0]), source.text)}"
        return tr(_GRADES[source.grade or "official"], citation=sections)
    if not source.text:
        return tr("house rule")
    why = source.text if source.kind == "house" else tr(source.text)
    return tr(_KINDS[source.kind], why=why)


def clause_citation(clause: Clause, rulesets: Iterable[Ruleset]) -> str:
    """Return the sections of a clause in the books of these rulesets, or in all books."""
    asked = dict.fromkeys(ruleset.book.id for ruleset in rulesets)
    found = [f"{book} § {sections}" for book in asked if (sections := clause.sections(book))]
    return "; ".join(found) or clause.places()


def clause_in_books(clause: Clause, tr: Translator, *more: str) -> ColumnCell:
    """Return what a clause is about, where each book decides it and what it says, and more."""
    said = (
        f"{' '.join(filter(None, (book, in_book.section)))}: {tr.clause(in_book.says)}"
        for book, in_book in clause.in_books()
    )
    return [
        StyledText(tr.clause(clause.statement)),
        *(StyledText(line, "dim") for line in (*said, *more)),
    ]

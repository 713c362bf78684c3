"""Short citations of values, and the sections of clauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from riichi.writers.columns import ColumnCell, StyledText
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import (
    HOUSE_KINDS,
    SECTION_WORDS,
    UNREGULATED,
    BookHead,
    Grade,
    Provenance,
    Ruleset,
    signed_sections,
)
from riichi_core.rules.settings import Setting

if TYPE_CHECKING:  # a comparison does not need the clauses
    from riichi_core.rules.clauses import Clause


_UNCITED: dict[str, Translatable] = {
    "silent": "not in the book: {why}",
    "assumed": "assumed: {why}",
    "observed": "observed: {why}",
    "house": "house rule: {why}",
}


_CITED_BY_GRADE: dict[Grade, Translatable] = {
    "official": "{citation}",
    "quoting": "{citation}, as quoted",
    "secondary": "{citation}, second-hand",
}


def shelf_remark(ruleset: Ruleset, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return how much is known about a ruleset on the shelf; empty for other rulesets."""
    if not ruleset.on_shelf:
        return ""
    every = ruleset.provenance.values()
    known = sum(source.kind != "assumed" for source in every)
    base = ruleset.book if ruleset.base is None else ruleset.base
    return tr(
        "{ruleset} is from second-hand sources: {known} of {every} options are known, the rest is "
        "assumed to be as in {book}.",
        ruleset=ruleset.short_title_in(tr),
        known=known,
        every=len(every),
        book=base.short_title_in(tr),
    )


def left_to_software(ruleset: Ruleset) -> frozenset[str]:
    """Return the options that software decides for the players; none for rules of a table.

    Those are the options on which an online base is silent for such a reason and that the ruleset
    does not change. A ruleset that says how the players are seated at a table has none.
    """
    if ruleset.rules.setup.seats != "by_software":
        return frozenset()
    book = ruleset.book
    silent = {path for path, source in book.provenance.items() if source.kind == "silent"}
    changed = (layer.changes for layer in chain(ruleset))
    return frozenset(silent.difference(book.without_mention(), *changed))


def software_remark(ruleset: Ruleset, tr: Translator) -> str:
    """Return which books say at a table what software decides; empty for rules of a table."""
    if not left_to_software(ruleset):
        return ""
    books = map(load, library.newest_editions().values())
    return tr(
        "Software seats the players, asks for calls and prevents fouls. At a table, take the "
        "rules for this from a book, e.g. {books}.",
        books=tr.or_list(book.short_title_in(tr) for book in books),
    )


def format_citation(
    source: Provenance | None, ruleset: Ruleset, tr: Translator = PLAIN_ENGLISH
) -> str:
    """Return the sections of a value, or the reason for a value that the book does not mention.

    The citation of a value that a house-rule file inherits names the book. An interpretation of the
    book's text is marked as one, and a club's remark on a rule is a note. A proviso is part of the
    rule, so it is in the rule's sentences.
    """
    tr = tr.of(ruleset)
    if source is None:
        return tr("not one of its yaku")
    text = _source_text(source, ruleset, tr)
    if source.ruleset != ruleset.id:
        titles = {one.id: one.short_title_in(tr) for one in chain(ruleset)}
        text = f"{titles.get(source.ruleset, source.ruleset)} {text}"
    if source.note:
        return tr("{citation} (note: {note})", citation=text, note=source.note)
    if source.reading:
        reading = tr(source.reading)
        return tr("{citation} (our interpretation: {reading})", citation=text, reading=reading)
    return text


def chain(ruleset: Ruleset) -> Iterator[Ruleset]:
    """Yield a ruleset, then those that it extends, down to a book."""
    yield ruleset
    if ruleset.base is not None:
        yield from chain(ruleset.base)


def agreement(sides: Sequence[Setting], tr: Translator = PLAIN_ENGLISH) -> str:
    """Return a remark on an option in which all sides agree; empty for other options."""
    if len(sides) == 1 or any(side.key != sides[0].key for side in sides):
        return ""
    if any(_proviso(side) != _proviso(sides[0]) for side in sides):
        return tr("(the same value)")
    return tr("(the same)")


def _proviso(side: Setting) -> str:
    return "" if side.provenance is None else side.provenance.proviso


def not_looked_up(ruleset: Ruleset, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the options that nobody has looked for in a book, and since when; empty if none."""
    if not (isinstance(ruleset.head, BookHead) and ruleset.not_looked_up):
        return ""
    return tr(
        "Options added after the book was checked on {date} count as not in it: {options}.",
        date=ruleset.head.verified,
        options=", ".join(ruleset.not_looked_up),
    )


def print_citation(
    source: Provenance | None, ruleset: Ruleset, tr: Translator = PLAIN_ENGLISH
) -> str:
    """Return the citation of a value for paper."""
    return unbroken(format_citation(source, ruleset, tr))


def unbroken(source: str) -> str:
    """Return a citation for paper, which keeps a section sign next to its number."""
    return source.replace("§ ", "§\N{NO-BREAK SPACE}")


def _source_text(source: Provenance, ruleset: Ruleset, tr: Translator) -> str:
    if source.kind == "cite":
        sections = SECTION_WORDS.sub(lambda found: tr(found[0]), signed_sections(source.text))
        return tr(_CITED_BY_GRADE[source.grade or "official"], citation=sections)
    if not source.text:
        return tr("house rule")
    if source.text == UNREGULATED:
        return tr("not in the book")
    why = source.text if source.kind in HOUSE_KINDS else tr(source.text)
    for one in chain(ruleset):
        if source.kind == "assumed" and one.base is not None and source.text == f"as {one.base.id}":
            why = tr("as {book}", book=one.base.short_title_in(tr))
    return tr(_UNCITED[source.kind], why=why)


def clause_citation(clause: Clause, rulesets: Iterable[Ruleset]) -> str:
    """Return the sections of a clause in the books of these rulesets, or in all books."""
    books = {ruleset.book.id: ruleset.book.short_title for ruleset in rulesets}
    cited = ((title, clause.sections(book)) for book, title in books.items())
    citations = [f"{title} {signed_sections(sections)}" for title, sections in cited if sections]
    return "; ".join(citations) or clause.places()


def clause_in_books(clause: Clause, tr: Translator, *more: str) -> ColumnCell:
    """Return a clause with its section and sentence in each book, and more lines."""
    places = (
        f"{' '.join(filter(None, (book, in_book.section)))}: {tr.clause(in_book.says)}"
        for book, in_book in clause.in_books()
    )
    return [
        StyledText(tr.clause(clause.statement)),
        *(StyledText(line, "dim") for line in (*places, *more)),
    ]

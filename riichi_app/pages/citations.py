"""A value's law, and a clause's sections, in a few words: the same in every format."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.rules.ruleset import Provenance, Ruleset

if TYPE_CHECKING:  # a comparison does not need the clauses
    from riichi_core.rules.clauses import Clause


NAMED = re.compile("[a-z]{4,}")
"""What of the sections are words and not numbers: `preface`, or a document beside the book."""

_KINDS: dict[str, Text] = {
    "silent": "not in the book: {why}",
    "assumed": "assumed: {why}",
    "house": "house rule: {why}",
}


def format_citation(
    law: Provenance | None, ruleset: Ruleset, tr: Translator = ENGLISH, *, note: bool = False
) -> str:
    """Where a value comes from: sections, or that the book is silent and why this value.

    A value that a house-rule file inherits names the book.
    """
    if law is None:
        return tr("not among its yaku")
    text = _text(law, tr)
    if law.ruleset != ruleset.id:
        text = f"{law.ruleset} {text}"
    return f"{text} ({law.note})" if note and law.note else text


def print_citation(law: Provenance | None, ruleset: Ruleset, tr: Translator = ENGLISH) -> str:
    """The same for paper."""
    return unbroken(format_citation(law, ruleset, tr))


def unbroken(law: str) -> str:
    """A law for paper, where a section stays beside its number."""
    return law.replace("§ ", "§\N{NO-BREAK SPACE}")


def _text(law: Provenance, tr: Translator) -> str:
    if law.kind == "cite":
        return f"§ {NAMED.sub(lambda found: tr(found[0]), law.text)}"
    if not law.text:
        return tr("house rule")
    why = law.text if law.kind == "house" else tr(law.text)
    return tr(_KINDS[law.kind], why=why)


def clause_law(clause: Clause, rulesets: Iterable[Ruleset]) -> str:
    """Return where the books of these rulesets decide a clause; all if none of them is a book."""
    asked = dict.fromkeys(ruleset.extends or ruleset.id for ruleset in rulesets)
    found = [f"{book} § {sections}" for book in asked if (sections := clause.sections(book))]
    return "; ".join(found) or clause.places()

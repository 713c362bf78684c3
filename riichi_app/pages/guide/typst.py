"""A guide as what a template sets in type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riichi_app.documents.paper import Paper
from riichi_app.documents.pdf import Document
from riichi_app.locale import Locale
from riichi_app.pages.citations import unbroken
from riichi_app.pages.comparison import summary
from riichi_app.pages.examples import hands_facts
from riichi_app.pages.guide.fit import on_its_side
from riichi_app.pages.guide.sections import Entry, Examples, Side, sections
from riichi_core.compare import Comparison
from riichi_core.language import Translator

TEMPLATE = Path(__file__).with_name("guide.typ")

Facts = Mapping[str, Any]


def document(
    found: Comparison, shown: Examples, tr: Locale, paper: Paper, *, everything: bool
) -> Document:
    """The guide for a PDF on this paper."""
    facts = {
        "title": found.title(tr),
        "language": tr.language,
        "paper": paper,
        "side": on_its_side(len(found.labels)),
        "summary": summary(found, tr),
        "columns": found.labels,
        "sections": [
            {"title": section.title, "rows": [_row(entry, tr) for entry in section.entries]}
            for section in sections(found, shown, tr, everything=everything)
        ],
    }
    return Document(TEMPLATE, facts)


def _row(entry: Entry, tr: Translator) -> Facts:
    one = entry.example
    example = None
    if one is not None:
        example = {"says": one.says, "hands": hands_facts(one.hands, tr)}
    return {"title": entry.title, "sides": [*map(_side, entry.sides)], "example": example}


def _side(side: Side) -> Facts:
    return {"says": side.says, "law": unbroken(side.law), "outcome": side.outcome}

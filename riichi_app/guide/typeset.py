"""A guide as what a template sets in type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riichi_app.drawing.paper import Paper
from riichi_app.drawing.pdf import Document, hand_facts
from riichi_app.guide.fit import on_its_side
from riichi_app.guide.moments import moments
from riichi_app.render.law import law_in_print
from riichi_app.render.outcomes import Example, outcome_beside
from riichi_app.render.text import summary
from riichi_app.words.words import Words
from riichi_core.compare import Comparison, Row

TEMPLATE = Path(__file__).with_name("guide.typ")

Facts = Mapping[str, Any]


def document(
    found: Comparison, shown: Mapping[str, Example], words: Words, paper: Paper, *, everything: bool
) -> Document:
    """The guide for a PDF on this paper."""
    told = moments(found, everything=everything, tongue=words.tongue)
    facts = {
        "title": found.title(words.tongue),
        "language": words.language,
        "paper": paper,
        "side": on_its_side(len(found.labels)),
        "summary": summary(found, words.tongue),
        "columns": found.labels,
        "moments": [
            {
                "title": moment.title,
                "rows": [_row(found, row, shown.get(row.path), words) for row in moment.rows],
            }
            for moment in told
        ],
    }
    return Document(TEMPLATE, facts)


def _row(found: Comparison, row: Row, one: Example | None, words: Words) -> Facts:
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    sides = [
        {
            "says": side.says,
            "law": law_in_print(side.law, ruleset, words.tongue),
            "outcome": outcome_beside(side.says, outcome),
        }
        for ruleset, side, outcome in zip(found.rulesets, row.sides, outcomes, strict=True)
    ]
    example = None if one is None else _example(one, words)
    return {"title": row.title, "sides": sides, "example": example}


def _example(one: Example, words: Words) -> Facts:
    hands = [{"seat": h.seat, "tiles": hand_facts(h.win, words.tongue)} for h in one.hands]
    return {"says": one.says, "hands": hands}

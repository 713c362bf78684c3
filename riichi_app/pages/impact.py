"""The scenarios that come out otherwise under one ruleset than under another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from riichi_app.documents.columns import (
    INDENT,
    StyledText,
    chapter_heading,
    paragraph,
    two_columns,
)
from riichi_app.locale import ENGLISH, Locale
from riichi_app.pages.comparison_text import WIDEST_LABEL
from riichi_app.pages.examples import example
from riichi_core.comparison.comparison import Comparison
from riichi_core.comparison.examples import ContrastingCase, impact
from riichi_core.scenarios.index import shipped_scenarios
from riichi_core.scenarios.kinds import KINDS


def impact_text(found: Comparison, tr: Locale = ENGLISH) -> Iterator[str]:
    """Yield the scenarios one by one, with what happens under each ruleset."""
    several = _sorted(found)
    yield from paragraph(found.title(tr), "title")
    yield from paragraph(
        tr(
            "{number} of {every} scenarios come out otherwise.",
            number=len(several),
            every=len(shipped_scenarios()),
        )
    )
    width = min(WIDEST_LABEL, max(map(len, found.labels)))
    for kind, group in groupby(several, key=lambda one: one.given.kind):
        yield from chapter_heading(tr(KINDS[kind].title))
        for one in group:
            yield ""
            yield from paragraph(one.id, "title")
            shown = example(one, found.rulesets, tr)
            outcomes = zip(found.labels, shown.outcomes, strict=True)
            yield from two_columns(
                [
                    ((), (StyledText(shown.written),)),
                    *(((StyledText(n, "name"),), (StyledText(says),)) for n, says in outcomes),
                ],
                width,
                INDENT,
            )


def _sorted(found: Comparison) -> list[ContrastingCase]:
    kinds = list(KINDS)
    return sorted(impact(found.rulesets), key=lambda one: kinds.index(one.given.kind))


def impact_json(found: Comparison, tr: Locale = ENGLISH) -> dict[str, Any]:
    """Return the scenarios that come out otherwise, for programs."""
    return {
        "rulesets": list(found.labels),
        "scenarios": len(shipped_scenarios()),
        "otherwise": [
            {
                **example(one, found.rulesets, tr).as_json(found.labels),
                "kind": one.given.kind,
                "clauses": list(one.clauses),
                "options": list(one.options),
            }
            for one in _sorted(found)
        ],
    }

"""All scenarios whose outcome differs between rulesets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from riichi.content.comparison_text import WIDEST_LABEL
from riichi.content.examples import Example, example
from riichi.locale import ENGLISH, Locale
from riichi.writers.columns import (
    INDENT,
    StyledText,
    chapter_heading,
    paragraph,
    two_columns,
)
from riichi_core.comparison.comparison import Comparison
from riichi_core.comparison.examples import ContrastingScenario, changed_scenarios
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.scenario import shipped_scenarios


def impact_text(comparison: Comparison, tr: Locale = ENGLISH) -> Iterator[str]:
    """Yield the scenarios one by one, with the outcome under each ruleset."""
    scenarios = _changed_in_words(comparison, tr)
    yield from paragraph(comparison.title(tr), "title")
    yield from paragraph(
        tr(
            "{number} of {every} scenarios have a different outcome.",
            number=len(scenarios),
            every=len(shipped_scenarios()),
        )
    )
    names = comparison.names(tr)
    width = min(WIDEST_LABEL, max(map(len, names)))
    for kind, group in groupby(scenarios, key=lambda shown: shown[0].given.kind):
        yield from chapter_heading(tr(KINDS[kind].title))
        for scenario, shown in group:
            yield ""
            yield from paragraph(scenario.id, "title")
            outcomes = zip(names, shown.outcomes, strict=True)
            yield from two_columns(
                [
                    ((), (StyledText(shown.written),)),
                    *(
                        ((StyledText(label, "name"),), (StyledText(says),))
                        for label, says in outcomes
                    ),
                ],
                width,
                INDENT,
            )


def _changed_in_words(
    comparison: Comparison, tr: Locale
) -> list[tuple[ContrastingScenario, Example]]:
    """Return the scenarios whose outcomes in words differ, by kind."""
    kinds = list(KINDS)
    scenarios = sorted(
        changed_scenarios(comparison.rulesets),
        key=lambda scenario: kinds.index(scenario.given.kind),
    )
    examples = ((scenario, example(scenario, comparison.rulesets, tr)) for scenario in scenarios)
    return [(scenario, shown) for scenario, shown in examples if len({*shown.outcomes}) > 1]


def impact_json(comparison: Comparison, tr: Locale = ENGLISH) -> dict[str, Any]:
    """Return the scenarios whose outcome differs as JSON data."""
    return {
        "rulesets": list(comparison.labels),
        "scenarios": len(shipped_scenarios()),
        "otherwise": [
            {
                **shown.as_json(comparison.labels),
                "kind": scenario.given.kind,
                "clauses": list(scenario.clauses),
                "options": list(scenario.options),
            }
            for scenario, shown in _changed_in_words(comparison, tr)
        ],
    }

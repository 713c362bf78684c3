"""The options that matter most between rulesets, and the scenarios that come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from riichi_app.content.comparison_text import WIDEST_LABEL
from riichi_app.content.examples import example
from riichi_app.locale import ENGLISH, Locale
from riichi_app.writers.columns import (
    INDENT,
    StyledText,
    chapter_heading,
    paragraph,
    two_columns,
)
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.comparison.examples import (
    ContrastingScenario,
    KnownResults,
    changed_scenarios,
    count_contrasting_scenarios,
)
from riichi_core.scenarios.index import shipped_scenarios
from riichi_core.scenarios.kinds import KINDS
from riichi_study.ranking import ranking

FIVE = 5


def five_that_matter(
    comparison: Comparison, known: KnownResults | None = None
) -> tuple[ComparisonRow, ...]:
    """Return the options that matter most, the first before the others.

    First come those of which a study of games saw an effect (docs/studies.md), as it ranks them;
    where that says nothing they go by how many of the shipped scenarios about an option come out
    otherwise. What only a foul, a tournament or the hands of people show is left out.

    Args:
        comparison: the rulesets side by side.
        known: what was found out of scenarios under them.

    Returns:
        At most five; none where no more than five options of play differ, for all of them matter.
    """
    rows = {row.path: row for row in comparison.differing if row.part == "play"}
    if len(rows) <= FIVE:
        return ()
    ranked = [path for path in _measured(comparison) if path in rows]
    if len(ranked) < FIVE:
        numbers = count_contrasting_scenarios(rows, comparison.rulesets, known)
        by_cases = sorted(filter(numbers.get, rows), key=lambda path: -numbers[path])
        ranked = [*dict.fromkeys([*ranked, *by_cases])]
    return tuple(rows[path] for path in ranked[:FIVE])


def _measured(comparison: Comparison) -> Iterator[str]:
    """Yield the options of which the games of a study have shown an effect."""
    if len(comparison.rulesets) == 2 and (study := ranking(*comparison.rulesets)):
        yield from (option.path for option in study.options if option.is_seen)


def impact_text(comparison: Comparison, tr: Locale = ENGLISH) -> Iterator[str]:
    """Yield the scenarios one by one, with what happens under each ruleset."""
    scenarios = _sorted(comparison)
    yield from paragraph(comparison.title(tr), "title")
    yield from paragraph(
        tr(
            "{number} of {every} scenarios come out otherwise.",
            number=len(scenarios),
            every=len(shipped_scenarios()),
        )
    )
    width = min(WIDEST_LABEL, max(map(len, comparison.labels)))
    for kind, group in groupby(scenarios, key=lambda scenario: scenario.given.kind):
        yield from chapter_heading(tr(KINDS[kind].title))
        for scenario in group:
            yield ""
            yield from paragraph(scenario.id, "title")
            shown = example(scenario, comparison.rulesets, tr)
            outcomes = zip(comparison.labels, shown.outcomes, strict=True)
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


def _sorted(comparison: Comparison) -> list[ContrastingScenario]:
    kinds = list(KINDS)
    return sorted(
        changed_scenarios(comparison.rulesets),
        key=lambda scenario: kinds.index(scenario.given.kind),
    )


def impact_json(comparison: Comparison, tr: Locale = ENGLISH) -> dict[str, Any]:
    """Return the scenarios that come out otherwise, for programs."""
    return {
        "rulesets": list(comparison.labels),
        "scenarios": len(shipped_scenarios()),
        "otherwise": [
            {
                **example(scenario, comparison.rulesets, tr).as_json(comparison.labels),
                "kind": scenario.given.kind,
                "clauses": list(scenario.clauses),
                "options": list(scenario.options),
            }
            for scenario in _sorted(comparison)
        ],
    }

"""Why a win is worth different points under rulesets, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riichi.writers.columns import chapter_heading, paragraph
from riichi_core.comparison.why_differ import Difference, difference_lines
from riichi_core.language import Translator
from riichi_core.rules.labels import short_names


def difference_text(differences: Sequence[Difference], tr: Translator) -> Iterator[str]:
    """Yield why the points differ, a paragraph for each pair of rulesets."""
    yield from chapter_heading(tr("Why the points differ"))
    rulesets = [difference.second.ruleset for difference in differences]
    first, *others = short_names([differences[0].first.ruleset, *rulesets], tr)
    for number, (difference, other) in enumerate(zip(differences, others, strict=True)):
        head, *sentences = difference_lines(difference, (first, other))
        yield from ([""] if number else [])
        yield from paragraph(f"{tr(head)}:")
        for sentence in sentences:
            yield from paragraph(f"- {tr(sentence)}")

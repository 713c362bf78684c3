"""The five that matter: the differing options of play that decide something most often."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.comparison.examples import KnownResults, contrasting_number
from riichi_study.ranking import ranking

FIVE = 5


def five_that_matter(
    found: Comparison, known: KnownResults | None = None
) -> tuple[ComparisonRow, ...]:
    """Return the options that matter most, the first before the others.

    First come those of which a study of games saw an effect (docs/studies.md), as it ranks them;
    where that says nothing they go by how many of the shipped scenarios about an option come out
    otherwise. What only a foul, a tournament or the hands of people show is left out.

    Args:
        found: the rulesets side by side.
        known: what was found out of scenarios under them.

    Returns:
        At most five; none where no more than five options of play differ, for all of them matter.
    """
    rows = {row.path: row for row in found.differing if row.part == "play"}
    if len(rows) <= FIVE:
        return ()
    ranked = [path for path in _measured(found) if path in rows]
    if len(ranked) < FIVE:
        numbers = contrasting_number(rows, found.rulesets, known)
        by_cases = sorted(filter(numbers.get, rows), key=lambda path: -numbers[path])
        ranked = [*dict.fromkeys([*ranked, *by_cases])]
    return tuple(rows[path] for path in ranked[:FIVE])


def _measured(found: Comparison) -> Iterator[str]:
    """Yield the options of which the games of a study have shown an effect."""
    if len(found.rulesets) == 2 and (study := ranking(*found.rulesets)):
        yield from (one.path for one in study.options if one.is_seen)

"""The five that matter: the differing options of play that decide something most often."""

from __future__ import annotations

from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.comparison.examples import contrasting_number

FIVE = 5


def five_that_matter(found: Comparison) -> tuple[ComparisonRow, ...]:
    """Return the options that matter most, the first before the others.

    They go by how many of the shipped scenarios about an option come out otherwise. What nothing
    comes of, and what only a foul, a tournament or the hands of people show, is left out.

    Args:
        found: the rulesets side by side.

    Returns:
        At most five; none where no more than five options of play differ, for all of them matter.
    """
    rows = {row.path: row for row in found.differing if row.part == "play"}
    if len(rows) <= FIVE:
        return ()
    numbers = contrasting_number(rows, found.rulesets)
    ranked = sorted(filter(numbers.get, rows), key=lambda path: -numbers[path])
    return tuple(rows[path] for path in ranked[:FIVE])

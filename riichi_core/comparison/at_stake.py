"""The stakes where rulesets judge a fault otherwise, as far as their values say it.

How often referees meet a fault is not known, so rules about faults are ordered by the gravest thing
that they come to under one ruleset and not under another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from riichi_core.comparison.comparison import ComparisonRow
from riichi_core.rules.options import CompoundValue, option_of
from riichi_core.rules.rules import options

Stake: TypeAlias = tuple[int, int]
"""The gravity of a consequence, and its points where it costs some."""

NOTHING: Stake = (0, 0)

GRAVITY: Mapping[str, int] = {
    "void": 1,
    "referee": 2,
    "judged": 2,
    "obstruction": 3,  # points, by its degree
    "reverse": 3,  # a mangan, paid by the offender
    "points": 3,
    "dead": 4,
    "chombo": 5,
    "disqualification": 6,
}
"""The gravity of each consequence, by a word within the words of options."""


def at_stake(row: ComparisonRow) -> tuple[Stake, Stake]:
    """Return the gravest that an option comes to, and the mildest: the greater, the more matters.

    Args:
        row: the option.

    Returns:
        Nothing twice where it is as grave under all rulesets, however else they differ.
    """
    stakes = sorted(_gravest(side.key, options()[row.path].unit) for side in row.sides)
    mildest, gravest = stakes[0], stakes[-1]
    if gravest == mildest:
        return NOTHING, NOTHING
    return gravest, (-mildest[0], -mildest[1])


def _gravest(value: object, unit: str) -> Stake:
    """Return the gravest consequence in a value; numbers of points are consequences, too."""
    if isinstance(value, str):
        return max(GRAVITY.get(part, 0) for part in value.split("_")), 0
    if isinstance(value, int):
        return (GRAVITY["points"], abs(value)) if unit == "points" and value else NOTHING
    if isinstance(value, tuple):
        return max((_gravest(one, unit) for one in value), default=NOTHING)
    if isinstance(value, CompoundValue):
        return max(_gravest_part(value, name) for name in type(value).model_fields)
    return NOTHING


def _gravest_part(record: CompoundValue, name: str) -> Stake:
    """Return what a part of a record comes to: by its value, or by its name, as `chombo_from`."""
    part = option_of(type(record).model_fields[name])
    unit = "" if part is None else part.unit
    return max(_gravest(name, ""), _gravest(getattr(record, name), unit))

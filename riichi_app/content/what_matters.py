"""Order the options in which rulesets differ by how much they matter.

Options of play come first, by how often each decided in games of bots. Nobody knows how often
referees meet a foul, so options about fouls follow, by what is at stake: the gravest consequence
that they have under one ruleset and not under another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import Translator
from riichi_core.messages import not_empty
from riichi_core.rules.options import CompoundValue, option_of
from riichi_core.rules.rules import options
from riichi_study.option_effects import OptionEffect, Weight, shipped_table

FIVE = 5


_MEASURED, _UNKNOWN, _AT_A_TABLE, _IN_TOURNAMENTS, _NEVER_SEEN = range(5)
"""The groups in which options are ordered."""


class Matter(NamedTuple):
    """An option that differs, and how much it matters.

    Attributes:
        row: the option with its sides.
        group: why it stands where it stands; one before the other.
        greatness: what it is ordered by within the group.
        effect: what its values were seen to do; None where they were not measured.
    """

    row: ComparisonRow
    group: int
    greatness: tuple[float, ...] = ()
    effect: OptionEffect | None = None

    @property
    def order(self) -> tuple[int, tuple[float, ...]]:
        """A key that sorts the greatest first."""
        return self.group, tuple(-number for number in self.greatness)

    def share(self, tr: Translator) -> str:
        """Return how often it decides, as `39% of deals`; empty where nobody has counted it."""
        return "" if self.effect is None else _share(self.effect, tr)


def by_what_matters(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options that differ, those that matter most before the others.

    First come those of how one plays, as `riichi study` ranks them, by the table of what each pair
    of values does to games that start with as many points as those of the first ruleset
    (docs/about/how-studies-work.md). Of several rulesets the two that are furthest apart count, and
    values that nobody measured are placed with others of their option. Fouls and rules of the table
    follow, then those of tournaments, by what is at stake, because nobody knows how often they are
    met. Options that came up in none of the games are last.
    """
    start = comparison.rulesets[0].rules.setup.starting_points
    matters = (_matter(row, start) for row in comparison.differing)
    return tuple(sorted(matters, key=lambda matter: matter.order))


def five_that_matter(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options that matter most, the first before the others.

    Returns:
        At most five; none where no more than five options of play differ, for all of them matter.
    """
    if sum(row.part == "play" for row in comparison.differing) <= FIVE:
        return ()
    matters = by_what_matters(comparison)
    return tuple(matter for matter in matters if matter.group != _NEVER_SEEN)[:FIVE]


def how_it_is_known(matters: Collection[Matter], tr: Translator) -> str:
    """Return where the shares come from, and why some options have none; empty where none has."""
    groups = {matter.group for matter in matters}
    counted = tr("The share is that of the hands or games between bots that the rule changes.")
    ranked = tr(
        "Fouls and rules of the table come last, ordered by what is at stake, because nobody has "
        "counted how often they occur."
    )
    return " ".join(
        not_empty(
            [
                counted if any(matter.effect is not None for matter in matters) else "",
                ranked if groups & {_AT_A_TABLE, _IN_TOURNAMENTS} else "",
            ]
        )
    )


def _matter(row: ComparisonRow, start: int) -> Matter:
    if row.part != "play":
        gravest, mildest = at_stake(row)
        group = _AT_A_TABLE if row.part == "table" else _IN_TOURNAMENTS
        return Matter(row, group, (*gravest, *mildest))
    table = shipped_table()
    values = {side.key: side.value for side in row.sides}.values()
    pairs = [*combinations(values, 2)]
    measured = [table.effect(row.path, *pair, start) for pair in pairs]
    known = [effect for effect in measured if effect is not None]
    if len(known) < len(pairs):
        return _estimated(row, [table.estimate(row.path, *pair, start) for pair in pairs])
    greatest = max(known, key=lambda effect: effect.weight)
    group = _MEASURED if greatest.is_seen else _NEVER_SEEN
    return Matter(row, group, greatest.weight, greatest)


def _estimated(row: ComparisonRow, estimates: Iterable[Weight | None]) -> Matter:
    weights = [weight for weight in estimates if weight is not None]
    if not weights:
        return Matter(row, _UNKNOWN)
    return Matter(row, _MEASURED if any(max(weights)) else _NEVER_SEEN, max(weights))


FEW = 10
"""From so many on, a share is told; fewer are told as they were counted."""


def _share(effect: OptionEffect, tr: Translator) -> str:
    """Return in how many deals points go to others; where that only shows later, in games."""
    if effect.points:
        if effect.deals_otherwise < FEW:
            number, every = effect.deals_otherwise, effect.deals
            return tr("{number} of {every} deals", number=number, every=every)
        return tr("{share} of deals", share=_percent(effect.deals_otherwise / effect.deals, tr))
    number, every = effect.games_otherwise, effect.games
    if number == every:
        return tr("every game")
    if not number:
        return tr("none of {every} games", every=every)
    if number < FEW:
        return tr("{number} of {every} games", number=number, every=every)
    return tr("{share} of games", share=_percent(number / every, tr))


def _percent(share: float, tr: Translator) -> str:
    """Return a share in percent with two digits, or more where it is greater."""
    percent = 100 * share
    digits = next((digits for least, digits in ((10, 0), (1, 1)) if percent >= least), 2)
    return f"{tr.decimal(percent, digits)}%"


def matters_json(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the options that differ in their order, with what was measured, for programs."""
    return [
        {
            "path": matter.row.path,
            "part": matter.row.part,
            "measured": None if matter.effect is None else _effect_json(matter.effect),
        }
        for matter in by_what_matters(comparison)
    ]


def _effect_json(effect: OptionEffect) -> dict[str, Any]:
    return {name: value for name, value in asdict(effect).items() if name != "path"}


# ---- what is at stake ----------------------------------------------------------------------------

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
    """Return the gravest consequence of an option, and the mildest as negative numbers.

    Both are `NOTHING` if the consequence is as grave under all rulesets.
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

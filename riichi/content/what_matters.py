"""Order the options in which rulesets differ by how much they matter.

Options of play come first, by how often each decided something in games of bots. It is unknown how
often referees meet a foul. So options about fouls follow by what is at stake: the most serious
consequence that they have under one ruleset but not under another. Posters and guides begin with
the options that every player asks about before a game (`Option.asked`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from riichi.content.citations import left_to_software
from riichi.content.option_effects import OptionEffect, Weight, option_effects
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import Translator
from riichi_core.messages import not_empty
from riichi_core.rules.options import CompoundValue, option_of
from riichi_core.rules.rules import options

FIVE = 5


_MEASURED, _UNKNOWN, _AT_A_TABLE, _IN_TOURNAMENTS, _NEVER_SEEN = range(5)
"""The groups of options, in order."""


class Matter(NamedTuple):
    """An option that differs, and how much it matters.

    Attributes:
        group: its group; groups are in order.
        greatness: its sort key within the group.
        effect: the measured effect of its values; None if they were not measured.
    """

    row: ComparisonRow
    group: int
    greatness: tuple[float, ...] = ()
    effect: OptionEffect | None = None

    @property
    def order(self) -> tuple[int, tuple[float, ...]]:
        """A key that sorts the greatest first."""
        return self.group, tuple(-number for number in self.greatness)

    @property
    def is_asked(self) -> bool:
        """True for a rule that every player asks about, and for yaku that others may not know."""
        option = options().get(self.row.path)
        return option is None or bool(option.asked)

    @property
    def is_counted(self) -> bool:
        """True if the games include some that it decided."""
        return self.effect is not None and self.effect.is_seen

    def share(self, tr: Translator) -> str:
        """Return how often it decides, e.g. `39% of deals`; empty if nobody has seen it decide."""
        return _share(self.effect, tr) if self.effect is not None and self.is_counted else ""


def by_what_matters(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options that differ, the most important first.

    Options of play come first, ranked as by `riichi study`: by the measured effect of each pair of
    values on games with the first ruleset's starting points (docs/about/how-studies-work.md). For
    several rulesets the pair with the greatest effect counts. Values that were not measured get the
    mean of their option. Fouls and rules of conduct follow, then those of tournaments, by what is
    at stake, because nobody knows how often they occur. Options that decided none of the games are
    last.
    """
    start = comparison.rulesets[0].rules.setup.starting_points
    matters = (_matter(row, start) for row in comparison.differing)
    return tuple(sorted(matters, key=lambda matter: matter.order))


def by_who_asks(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options that differ: first those that every player asks about, then the others.

    Both parts are in the order of `by_what_matters`. What software decides is left out.
    """
    left_out = frozenset[str]().union(*map(left_to_software, comparison.rulesets))
    matters = (one for one in by_what_matters(comparison) if one.row.path not in left_out)
    return tuple(sorted(matters, key=lambda matter: not matter.is_asked))


def five_that_matter(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options that a player must know first, the most important first.

    Returns:
        At most five; none if at most five options of play differ, because then all of them matter.
    """
    matters = all_that_matter(comparison)
    if len(matters) <= FIVE:
        return ()
    seen = (m for m in by_who_asks(comparison) if m.is_asked or m.group != _NEVER_SEEN)
    return tuple(_one_of_each_rule([*seen]))[:FIVE]


def all_that_matter(comparison: Comparison) -> tuple[Matter, ...]:
    """Return the options of play, and those that every player asks about, in their order."""
    matters = (m for m in by_who_asks(comparison) if m.row.part == "play" or m.is_asked)
    return tuple(_one_of_each_rule([*matters]))


def _one_of_each_rule(matters: Sequence[Matter]) -> Iterator[Matter]:
    """Yield the options without variants of other ones for another setting."""
    paths = {matter.row.path for matter in matters}
    for matter in matters:
        option = options().get(matter.row.path)
        if option is None or option.variant_of not in paths:
            yield matter


def how_it_is_known(matters: Collection[Matter], tr: Translator) -> str:
    """Return the source of the shares, and why some are missing; empty if there are none."""
    groups = {matter.group for matter in matters}
    counted = tr("Percentages: how many hands or games between bots the rule changes.")
    ranked = tr("Fouls have no percentage: nobody has counted them.")
    return " ".join(
        not_empty(
            [
                counted if any(matter.is_counted for matter in matters) else "",
                ranked if groups & {_AT_A_TABLE, _IN_TOURNAMENTS} else "",
            ]
        )
    )


def _matter(row: ComparisonRow, start: int) -> Matter:
    if row.part != "play":
        gravest, mildest = at_stake(row)
        group = _AT_A_TABLE if row.part == "table" else _IN_TOURNAMENTS
        return Matter(row, group, (*gravest, *mildest))
    table = option_effects()
    values = {side.key: side.value for side in row.sides}.values()
    pairs = [*combinations(values, 2)]
    measured = [table.effect(row.path, *pair, start) for pair in pairs]
    known = [effect for effect in measured if effect is not None]
    if not pairs or len(known) < len(pairs):  # no pair: only a club's proviso differs
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
"""The number from which a share is printed; smaller numbers are printed as counts."""


def _share(effect: OptionEffect, tr: Translator) -> str:
    """Return the share of deals in which points go to others, or, failing that, of games."""
    if effect.points:
        if effect.deals_changed < FEW:
            number, every = effect.deals_changed, effect.deals
            return tr("{number} of {every} hands", number=number, every=every)
        return tr("{share} of hands", share=_percent(effect.deals_changed / effect.deals, tr))
    number, every = effect.games_changed, effect.games
    if number == every:
        return tr("every game")
    if number < FEW:
        return tr("{number} of {every} games", number=number, every=every)
    return tr("{share} of games", share=_percent(number / every, tr))


def _percent(share: float, tr: Translator) -> str:
    """Return a percentage with two significant digits."""
    percent = 100 * share
    digits = next((digits for least, digits in ((10, 0), (1, 1)) if percent >= least), 2)
    return f"{tr.decimal(percent, digits)}%"


def matters_json(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the options that differ, in order, with their measurements, as JSON data."""
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
"""The gravity of a consequence, and its points, if any."""

NOTHING: Stake = (0, 0)

GRAVITY: Mapping[str, int] = {
    "void": 1,
    "referee": 2,
    "chombo_if_unplayable": 2,
    "obstruction": 3,  # points, by its degree
    "reverse": 3,  # a mangan that the offender pays
    "points": 3,
    "dead": 4,
    "chombo": 5,
    "disqualification": 6,
}
"""The gravity of each consequence, by a word that occurs in the words of options."""


def at_stake(row: ComparisonRow) -> tuple[Stake, Stake]:
    """Return an option's most serious consequence, and the mildest as negative numbers.

    Both are `NOTHING` if the consequence is equally serious under all rulesets.
    """
    stakes = sorted(_gravest(side.key, options()[row.path].unit) for side in row.sides)
    mildest, gravest = stakes[0], stakes[-1]
    if gravest == mildest:
        return NOTHING, NOTHING
    return gravest, (-mildest[0], -mildest[1])


def _gravest(value: object, unit: str) -> Stake:
    """Return the most serious consequence in a value; points are consequences as well."""
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
    """Return the consequence of a part of a record, by its value or its name (`chombo_from`)."""
    part = option_of(type(record).model_fields[name])
    unit = "" if part is None else part.unit
    return max(_gravest(name, ""), _gravest(getattr(record, name), unit))

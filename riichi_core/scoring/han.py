"""The value of the yaku of a hand under a ruleset: which count, what they replace, their han."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, Yaku, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.vocabulary import Definition
from riichi_core.scoring.points import LimitId, yakuman_paid

Worths = Mapping[str, HanWorth | LimitWorth | YakumanWorth]


ENOUGH = 10_000
"""Stands for the han of a yakuman, which meets every minimum."""


class YakuHan(NamedTuple):
    """A yaku that a hand has and its han, all together where it is there `times` times.

    A yakuman, and a limit that stands alone, have no han.
    """

    id: str
    han: int | None
    times: int = 1


class Combination(NamedTuple):
    """One way to count the yaku of a reading.

    Attributes:
        yaku: what counts.
        han: the han of all, without dora; of a yakuman more than any minimum.
        yakuman: how many yakuman are paid.
        alone: the limit that is paid where one stands alone.
        with_dora: whether dora are added.
        pinfu: whether Pinfu is among them.
    """

    yaku: tuple[YakuHan, ...]
    han: int
    yakuman: int = 0
    alone: LimitId | None = None
    with_dora: bool = True
    pinfu: bool = False


def worths(yaku: Yaku) -> dict[str, HanWorth | LimitWorth | YakumanWorth]:
    """Return the worth of each yaku that counts under a ruleset, by id."""
    books = ((name, getattr(yaku, name)) for name, _ in Yaku.options())
    local = ((one.id, one.worth) for one in yaku.local)
    return {
        name: worth
        for name, worth in (*books, *local)
        if isinstance(worth, HanWorth | LimitWorth | YakumanWorth)
    }


def own_definitions(yaku: Yaku) -> tuple[tuple[str, Definition], ...]:
    """Return the yaku that a ruleset defines itself, by id: equal ones compare as equal."""
    own = ((one.id, one.definition) for one in yaku.local if one.definition is not None)
    return tuple(sorted(own, key=lambda one: one[0]))


class YakuValue(NamedTuple):
    """The value of one yaku, as it is needed for many hands.

    Attributes:
        closed: the han in a concealed hand; of a limit those at which it begins.
        open: the han in an open one, None if it does not count there.
        units: how many yakuman it is; 0 if none.
        alone: whether it does not add to others.
        limit: the limit that it is where it stands alone.
        replaces: the yaku whose place it takes.
    """

    closed: int
    open: int | None
    units: int
    alone: bool
    limit: LimitId | None
    replaces: tuple[str, ...]


class HanTable:
    """The values of sets of yaku under the chapters of a ruleset."""

    def __init__(self, yaku: Yaku, limits: Limits) -> None:
        definitions = {**known_yaku(), **dict(own_definitions(yaku))}
        self._values = {
            name: _value(worth, limits, definitions[name].replaces or ())
            for name, worth in worths(yaku).items()
        }
        self._limits = limits

    @property
    def priced(self) -> tuple[str, ...]:
        """The yaku that count at all, in the order in which they are listed."""
        return tuple(self._values)

    def combinations(self, had: Mapping[str, int], *, is_open: bool) -> tuple[Combination, ...]:
        """Return the ways to count the yaku of a reading, best read by what each one pays.

        Args:
            had: how often the reading has each yaku, of those that are priced.
            is_open: whether the hand is open.
        """
        values = {name: self._values[name] for name in had}
        if is_open:
            values = {name: value for name, value in values.items() if value.open is not None}
        pinfu = "pinfu" in values
        added = {name: value for name, value in values.items() if not value.alone}
        together = _left(added)
        if units := [value.units * had[n] for n, value in together.items() if value.units]:
            yaku = [YakuHan(n, None, had[n]) for n, value in together.items() if value.units]
            paid = yakuman_paid(units, self._limits)
            return (Combination(tuple(yaku), ENOUGH, paid, None, False, pinfu),)
        combinations = []
        if together:
            yaku = [
                YakuHan(
                    name, ((value.open or 0) if is_open else value.closed) * had[name], had[name]
                )
                for name, value in together.items()
            ]
            han = sum(one.han or 0 for one in yaku)
            combinations.append(Combination(tuple(yaku), han, 0, None, True, pinfu))
        if len(added) < len(values):
            combinations += [
                _lone(name, value, had[name], is_open=is_open, pinfu=pinfu)
                for name, value in _left(values).items()
                if value.alone
            ]
        return tuple(combinations)


def _value(
    worth: HanWorth | LimitWorth | YakumanWorth, limits: Limits, replaces: tuple[str, ...]
) -> YakuValue:
    match worth:
        case YakumanWorth(yakuman=units):
            return YakuValue(0, 0, units, False, None, replaces)
        case LimitWorth(limit=limit, cumulative=cumulative):
            han = getattr(limits, limit).han
            return YakuValue(han, han, 0, not cumulative, None if cumulative else limit, replaces)
        case HanWorth(closed=closed, open=opened, cumulative=cumulative):
            return YakuValue(closed, opened, 0, not cumulative, None, replaces)


def _left(values: dict[str, YakuValue]) -> dict[str, YakuValue]:
    """Return what is left when each yaku has taken the place of those that it replaces."""
    replaced = {other for value in values.values() for other in value.replaces}
    if not replaced:
        return values
    return {name: value for name, value in values.items() if name not in replaced}


def _lone(name: str, value: YakuValue, times: int, *, is_open: bool, pinfu: bool) -> Combination:
    """Return a yaku that does not add to others; a limit is paid as it is, without han."""
    han = ((value.open or 0) if is_open else value.closed) * times
    entry = YakuHan(name, None if value.limit else han, times)
    return Combination((entry,), han, 0, value.limit, False, pinfu)

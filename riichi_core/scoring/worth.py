"""What the yaku of a hand are worth under a ruleset: which count, what they replace, their han."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, Yaku, YakumanWorth
from riichi_core.rules.vocabulary import Definition
from riichi_core.rules.yaku_index import known_yaku
from riichi_core.scoring.points import LimitId

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


class Option(NamedTuple):
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
    """The worth of each yaku that a ruleset prices, by id; those priced `none` are left out."""
    books = ((name, getattr(yaku, name)) for name, _ in Yaku.options())
    local = ((one.id, one.worth) for one in yaku.local)
    return {
        name: worth
        for name, worth in (*books, *local)
        if isinstance(worth, HanWorth | LimitWorth | YakumanWorth)
    }


def own_definitions(yaku: Yaku) -> tuple[tuple[str, Definition], ...]:
    """The yaku that a ruleset defines itself."""
    return tuple((one.id, one.definition) for one in yaku.local if one.definition is not None)


class Prices:
    """What sets of yaku are worth under the chapters of a ruleset."""

    def __init__(self, yaku: Yaku, limits: Limits) -> None:
        self._worths: Worths = worths(yaku)
        self._limits = limits
        definitions = {**known_yaku(), **dict(own_definitions(yaku))}
        self._replaces = {name: definitions[name].replaces or () for name in self._worths}

    @property
    def priced(self) -> frozenset[str]:
        """The yaku that count at all."""
        return frozenset(self._worths)

    def options(self, had: Mapping[str, int], *, is_open: bool) -> tuple[Option, ...]:
        """The ways to count the yaku of a reading, best read by what each one pays.

        Args:
            had: how often the reading has each yaku, of those that are priced.
            is_open: whether the hand is open.
        """
        worth = {name: self._worths[name] for name in had}
        if is_open:
            worth = {name: of for name, of in worth.items() if not _closed_only(of)}
        pinfu = "pinfu" in worth
        together = self._left({n: of for n, of in worth.items() if not _alone(of)})
        units = {
            n: of.yakuman * had[n] for n, of in together.items() if isinstance(of, YakumanWorth)
        }
        if units:
            paid = sum if self._limits.several_yakuman == "add_up" else max
            yaku = tuple(YakuHan(name, None, had[name]) for name in units)
            return (Option(yaku, ENOUGH, paid(units.values()), pinfu=pinfu),)
        options = []
        if together:
            yaku = tuple(self._entry(n, of, had[n], is_open=is_open) for n, of in together.items())
            options.append(Option(yaku, sum(one.han or 0 for one in yaku), pinfu=pinfu))
        for name, of in self._left(worth).items():
            if _alone(of):
                entry = self._entry(name, of, had[name], is_open=is_open)
                limit = of.limit if isinstance(of, LimitWorth) else None
                shown = entry._replace(han=None) if limit else entry
                options.append(Option((shown,), entry.han or 0, 0, limit, False, pinfu))
        return tuple(options)

    def _left(self, worth: Worths) -> Worths:
        """What is left when each yaku has taken the place of those that it replaces."""
        replaced = {other for name in worth for other in self._replaces[name]}
        return {name: of for name, of in worth.items() if name not in replaced}

    def _entry(
        self, name: str, worth: HanWorth | LimitWorth | YakumanWorth, times: int, *, is_open: bool
    ) -> YakuHan:
        """A yaku with its han; a limit that adds to others counts as the han where it begins."""
        if isinstance(worth, YakumanWorth):
            return YakuHan(name, None, times)
        return YakuHan(name, self._han(worth, is_open=is_open) * times, times)

    def _han(self, worth: HanWorth | LimitWorth, *, is_open: bool) -> int:
        if isinstance(worth, LimitWorth):
            row: int = getattr(self._limits, worth.limit).han
            return row
        return (worth.open or 0) if is_open else worth.closed


def _closed_only(worth: HanWorth | LimitWorth | YakumanWorth) -> bool:
    return isinstance(worth, HanWorth) and worth.open is None


def _alone(worth: HanWorth | LimitWorth | YakumanWorth) -> bool:
    return not isinstance(worth, YakumanWorth) and not worth.cumulative

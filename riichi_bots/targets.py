"""The targets of an open hand: yaku that stay when sets are claimed.

These are the yaku that nearly every table has: a pung of dragons or of an own wind, all simples,
half flush. What they are worth, and whether that is enough to win, is known of the house.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from riichi_bots.house import House
from riichi_core.hands.shanten import in_sets, shanten
from riichi_core.hands.waits import ORPHANS, Suits, held

KindGroup = tuple[int, ...]
"""The kinds of a declared set."""

_EVERY = 0o777777777
_SIMPLE = 0o077777770
_ALL = (1 << 34) - 1
_SUIT = (1 << 9) - 1
_HONOURS = _ALL & ~((1 << 27) - 1)

_DETOUR = 2
"""The number of tiles that a yaku may be further than tenpai without one."""


class Target(NamedTuple):
    """The kinds that a hand may be made of, as bits and suit by suit."""

    kinds: int
    suits: Suits

    def of(self, suits: Suits) -> Suits:
        """Return what may stay of a hand."""
        (m, p, s, z), (in_m, in_p, in_s, in_z) = suits, self.suits
        return m & in_m, p & in_p, s & in_s, z & in_z

    def shanten(self, suits: Suits, sets: int) -> int:
        """Return how far a hand is from complete with nothing but these kinds."""
        if self is ANYTHING:
            return shanten(suits, sets)
        return in_sets(self.of(suits), sets)


ANYTHING = Target(_ALL, (_EVERY,) * 4)
SIMPLES = Target(_ALL & ~ORPHANS, (_SIMPLE, _SIMPLE, _SIMPLE, 0))
FLUSHES = (
    Target(_SUIT | _HONOURS, (_EVERY, 0, 0, _EVERY)),
    Target(_SUIT << 9 | _HONOURS, (0, _EVERY, 0, _EVERY)),
    Target(_SUIT << 18 | _HONOURS, (0, 0, _EVERY, _EVERY)),
)


class Route(NamedTuple):
    """An aim, how far it is, in tiles that are lacking until the hand waits, and the yaku."""

    far: int
    target: Target
    sure: bool = True
    """True if there is a yaku in sight."""


def best_route(
    suits: Suits,
    groups: Iterable[KindGroup],
    values: Mapping[int, int],
    unseen: Mapping[int, int],
    house: House,
) -> Route:
    """Return the nearest way to win with an open hand; without a yaku in sight any to tenpai.

    Args:
        suits: the concealed tiles.
        groups: the kinds of each declared set, at least one.
        values: the kinds of which a pung is a yaku, each with its han.
        unseen: how many tiles of each kind are not seen.
        house: what the yaku are worth, and what a win needs.
    """
    declared = tuple(groups)
    found = Route(ANYTHING.shanten(suits, len(declared)) + _DETOUR, ANYTHING, sure=False)
    for route in _ways(suits, declared, values, unseen, house):
        if route.far < found.far or (not found.sure and route.far == found.far):
            found = route
    return found if found.sure else found._replace(far=found.far - _DETOUR)


def _ways(
    suits: Suits,
    groups: tuple[KindGroup, ...],
    values: Mapping[int, int],
    unseen: Mapping[int, int],
    house: House,
) -> Iterator[Route]:
    """Yield the ways to a yaku, or to several, that are enough for a win."""
    sets = len(groups)
    made = {group[0] for group in groups}
    pungs = [kind for kind in values if kind in made or held(suits, kind) >= 3]
    pairs = [kind for kind in values if held(suits, kind) == 2 and unseen.get(kind, 0)]
    han = sum(values[kind] for kind in pungs)
    if pungs and han >= house.minimum:
        yield Route(ANYTHING.shanten(suits, sets), ANYTHING)
    elif pairs and han + max(values[kind] for kind in pairs) >= house.minimum:
        # a pair has to become a pung, which asks for a tile more
        yield Route(ANYTHING.shanten(suits, sets) + 1, ANYTHING)
    if house.simples >= house.minimum:
        yield from _within(SIMPLES, suits, groups)
    if house.half_flush and house.half_flush + han >= house.minimum:
        for flush in FLUSHES:
            yield from _within(flush, suits, groups)


def _within(target: Target, suits: Suits, groups: tuple[KindGroup, ...]) -> Iterator[Route]:
    """Yield the way to a hand of the kinds of a target, if its declared sets are."""
    if all(target.kinds >> kind & 1 for group in groups for kind in group):
        yield Route(target.shanten(suits, len(groups)), target)

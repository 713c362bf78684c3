"""A player that builds towards a win: its aim, what a hand may be worth, what is dangerous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from riichi_bots.player import USUAL, KnownRules
from riichi_core.hands.shanten import shanten, spare, standard_shanten, useful
from riichi_core.hands.waits import ORPHANS, Suits, held, suits_of, wait_mask, with_tile
from riichi_core.play.actions import (
    NINE_KINDS,
    NOTEN,
    PASS,
    TAKE,
    TENPAI,
    WIN,
    Action,
    Announce,
    Chow,
    ConcealedKong,
    DeclareWin,
    Discard,
    ExtendedKong,
    Kong,
    Pass,
    Pung,
    Take,
)
from riichi_core.play.observation import Observation
from riichi_core.play.state import DiscardedTile
from riichi_core.tiles import Tile

KindGroup = tuple[int, ...]
"""The kinds of a declared set."""

KindGroups = tuple[KindGroup, ...]

_EVERY = 0o777777777
_SIMPLE = 0o077777770
_ALL = (1 << 34) - 1
_SUIT = (1 << 9) - 1
_HONOURS = _ALL & ~((1 << 27) - 1)

_COUNT_BITS = [
    [(count & 1) << kind | (count >> 1 & 1) << 34 + kind | (count >> 2) << 68 + kind
     for count in range(5)]
    for kind in range(34)
]  # fmt: skip
"""By kind and by how many there are: bits where that number has a 1, a 2 and a 4, 34 for each."""

_DETOUR = 2
"""The number of tiles that a yaku may be further than tenpai without one."""


class Target(NamedTuple):
    """The kinds that a hand may be made of, as bits and suit by suit."""

    kinds: int
    suits: Suits

    def of(self, suits: Suits) -> Suits:
        """Return the tiles of a hand that are of these kinds."""
        (m, p, s, z), (in_m, in_p, in_s, in_z) = suits, self.suits
        return m & in_m, p & in_p, s & in_s, z & in_z

    def shanten(self, suits: Suits, groups: KindGroups) -> int:
        """Return the shanten of a hand of these kinds only."""
        if self is ANYTHING:
            return shanten(suits, len(groups), tiles_of(groups))
        return standard_shanten(self.of(suits), len(groups), tiles_of(groups))


@lru_cache(maxsize=1_000)
def tiles_of(groups: KindGroups) -> Suits:
    """Return the tiles of declared sets, suit by suit."""
    return suits_of(chain.from_iterable(groups))


ANYTHING = Target(_ALL, (_EVERY,) * 4)
SIMPLES = Target(_ALL & ~ORPHANS, (_SIMPLE, _SIMPLE, _SIMPLE, 0))
FLUSHES = (
    Target(_SUIT | _HONOURS, (_EVERY, 0, 0, _EVERY)),
    Target(_SUIT << 9 | _HONOURS, (0, _EVERY, 0, _EVERY)),
    Target(_SUIT << 18 | _HONOURS, (0, 0, _EVERY, _EVERY)),
)


class Route(NamedTuple):
    """A target, and its distance in shanten."""

    distance: int
    target: Target
    has_yaku: bool = True
    """True if there is a yaku in sight."""


def best_route(
    suits: Suits,
    groups: Iterable[KindGroup],
    values: Mapping[int, int],
    unseen: Mapping[int, int],
    house: KnownRules,
) -> Route:
    """Return the nearest route to a win with an open hand, or to tenpai without a yaku in sight.

    Args:
        suits: the concealed tiles.
        groups: the kinds of each declared set, at least one.
        values: the kinds of which a pung is a yaku, each with its han.
        unseen: how many tiles of each kind are not seen.
        house: what the yaku are worth, and what a win needs.
    """
    declared = tuple(groups)
    nearest = Route(ANYTHING.shanten(suits, declared) + _DETOUR, ANYTHING, has_yaku=False)
    for route in _routes(suits, declared, values, unseen, house):
        if route.distance < nearest.distance or (
            not nearest.has_yaku and route.distance == nearest.distance
        ):
            nearest = route
    return nearest if nearest.has_yaku else nearest._replace(distance=nearest.distance - _DETOUR)


def _routes(
    suits: Suits,
    groups: KindGroups,
    values: Mapping[int, int],
    unseen: Mapping[int, int],
    house: KnownRules,
) -> Iterator[Route]:
    """Yield the routes to one or several yaku that are enough for a win."""
    declared = {group[0] for group in groups}
    pungs = [kind for kind in values if kind in declared or held(suits, kind) >= 3]
    pairs = [kind for kind in values if held(suits, kind) == 2 and unseen.get(kind, 0)]
    han = sum(values[kind] for kind in pungs)
    if pungs and han >= house.minimum:
        yield Route(ANYTHING.shanten(suits, groups), ANYTHING)
    elif pairs and han + max(values[kind] for kind in pairs) >= house.minimum:
        # a pair has to become a pung, which asks for a tile more
        yield Route(ANYTHING.shanten(suits, groups) + 1, ANYTHING)
    if house.simples >= house.minimum:
        yield from _route_within(SIMPLES, suits, groups)
    if house.half_flush and house.half_flush + han >= house.minimum:
        for flush in FLUSHES:
            yield from _route_within(flush, suits, groups)


def _route_within(target: Target, suits: Suits, groups: KindGroups) -> Iterator[Route]:
    """Yield the route to a hand of a target's kinds, if the declared sets are of these."""
    if all(target.kinds >> kind & 1 for group in groups for kind in group):
        yield Route(target.shanten(suits, groups), target)


@dataclass(frozen=True, slots=True)
class HandValue:
    """The own hand, and the facts of the table that matter for it.

    Attributes:
        suits: the concealed tiles, one just drawn included.
        groups: the kinds of each declared set.
        is_open: whether a set was claimed.
        values: the kinds of which a pung is a yaku, each with its han.
        doras: the kinds to which indicators point, each as often as they do.
        discarded: the kinds of the own discards, as bits.
        unseen: how many tiles of each kind are not seen, and `unseen_bits` the kinds whose number
            has a 1, a 2 and a 4 in it, as bits.
        feared: whether another has declared riichi and keeps the hand hidden.
        house: what is known of the rules.
    """

    suits: Suits
    groups: KindGroups
    is_open: bool
    values: Mapping[int, int]
    doras: tuple[int, ...]
    discarded: int
    unseen: Mapping[int, int]
    unseen_bits: tuple[int, int, int]
    feared: bool
    house: KnownRules

    @classmethod
    def of(cls, view: Observation, house: KnownRules) -> HandValue:
        """Return the values of an observation in a house."""
        declared = view.sets[view.seat]
        tiles = view.hand if view.drawn is None else (*view.hand, view.drawn)
        unseen = view.unseen_counts()
        bits = sum(of_kind[count] for of_kind, count in zip(_COUNT_BITS, unseen, strict=True))
        discarded = 0
        for discard in view.rows[view.seat]:
            discarded |= 1 << discard.tile.kind
        return cls(
            suits=suits_of([tile.kind for tile in tiles]),
            groups=tuple(
                tuple(tile.kind for tile in declared_set.tiles) for declared_set in declared
            ),
            is_open=any(declared_set.claimed for declared_set in declared),
            values=house.pungs(view.seat, view.prevailing),
            doras=tuple(tile.indicated for tile in view.indicators),
            discarded=discarded,
            unseen=dict(enumerate(unseen)),
            unseen_bits=(bits & _ALL, bits >> 34 & _ALL, bits >> 68),
            feared=any(not view.open_hands[seat] for seat in view.riichi - {view.seat}),
            house=house,
        )

    @property
    def sets(self) -> int:
        """The number of declared sets."""
        return len(self.groups)

    @property
    def declared(self) -> Suits:
        """The tiles of the declared sets."""
        return tiles_of(self.groups)

    def unseen_tiles(self, kinds: int) -> int:
        """Return the number of unseen tiles of some kinds, given as bits."""
        ones, twos, fours = self.unseen_bits
        up_to_three = (kinds & ones).bit_count() + 2 * (kinds & twos).bit_count()
        return up_to_three + 4 * (kinds & fours).bit_count()

    def route(self) -> Route:
        """Return the route of the hand; a closed one needs no target, as it can declare riichi."""
        if not self.is_open:
            return Route(ANYTHING.shanten(self.suits, self.groups), ANYTHING)
        return best_route(self.suits, self.groups, self.values, self.unseen, self.house)

    def cost(self, tile: Tile) -> int:
        """Return the cost of losing a tile's own value, in tenths of a useful tile."""
        cost = _DORA * self.doras.count(tile.kind) + _RED * tile.red
        if tile.kind in self.values:
            pair = held(self.suits, tile.kind) == 2 and self.unseen.get(tile.kind, 0)
            pair_cost = _ONLY_YAKU if self.is_open else _PAIR
            cost += pair_cost if pair else _SINGLE
        return cost


_DORA, _RED, _SINGLE, _PAIR = 60, 50, 4, 50
_ONLY_YAKU = 400
"""A pair that may become the yaku without which an open hand cannot win."""


SAFE = 0
KNOWN = 100
"""A tile for which an open hand waits: far worse than any that can only be guessed."""

_HONOUR = (0, 2, 5, 8)
"""An honour of which so many others are not seen; of one nobody can have a pair."""

_SUJI, _SUJI_END = 4, 3
_END, _NEXT_TO_END, _MIDDLE = 8, 10, 12


def known_dangers(
    hand: Iterable[int], discarded: Iterable[int], kinds: Iterable[int], *, melds: int
) -> dict[int, int]:
    """Return the danger of each kind to an opponent whose hand lies open: it is known.

    Args:
        hand: the kinds of the concealed tiles.
        discarded: the kinds of the own discards; one of them that it waits for makes it furiten.
        kinds: what one may discard.
        melds: how many sets are declared beside the hand.
    """
    waits = wait_mask(suits_of(hand), no_melds=not melds)
    furiten = any(waits >> kind & 1 for kind in discarded)
    return {kind: SAFE if furiten or not waits >> kind & 1 else KNOWN for kind in kinds}


def dangers(
    rows: Iterable[Sequence[DiscardedTile]], kinds: Iterable[int], unseen: Mapping[int, int]
) -> dict[int, int]:
    """Return the danger of each kind, from 0 to 12, to the worst-placed of some opponents.

    A tile of an opponent's own discards is safe from that one; one whose suji lies there cannot
    be won on with a two-sided wait, and honours are the safer the fewer are left.

    Args:
        rows: the discards of each opponent who is feared.
        kinds: what one may discard, own tiles all.
        unseen: how many tiles of each kind are not seen.
    """
    discarded_kinds = [frozenset(discard.tile.kind for discard in row) for row in rows]
    return {
        kind: max((_danger(kind, discarded, unseen) for discarded in discarded_kinds), default=SAFE)
        for kind in kinds
    }


def _danger(kind: int, discarded: frozenset[int], unseen: Mapping[int, int]) -> int:
    if kind in discarded:
        return SAFE
    if kind >= 27:
        return _HONOUR[min(unseen.get(kind, 0), 3)]
    rank = kind % 9
    suji = [kind + step for step in (-3, 3) if 0 <= rank + step < 9]
    if all(suji_kind in discarded for suji_kind in suji):
        return _SUJI_END if rank in (0, 8) else _SUJI
    if rank in (0, 8):
        return _END
    return _NEXT_TO_END if rank in (1, 7) else _MIDDLE


_HELPING, _DANGER = 10, 4
"""The weights of an unseen tile that helps, and of a step of danger."""

_FURITEN = 3
"""The part that counts of the waits of a hand that can win on no discard."""


def best_discard(
    own: HandValue, route: Route, discards: Iterable[Discard], danger: Mapping[int, int]
) -> Discard:
    """Return the discard that keeps the hand nearest to tenpai, with the most useful tiles left.

    Where the hand can declare riichi with it, it does.

    Args:
        own: the hand.
        route: what it goes for.
        discards: what may be discarded, with and without riichi.
        danger: how dangerous each kind is; safe where nothing is said.
    """
    actions = list(discards)
    without_riichi = _cheapest_of_kinds(own, (action for action in actions if not action.riichi))
    spare = _spare_kinds(own, route)
    kinds = [kind for kind in without_riichi if spare >> kind & 1] or list(without_riichi)
    helping = {kind: _helping_tiles(own, route, kind) for kind in kinds}

    def rating(kind: int) -> int:
        cost = own.cost(without_riichi[kind].tile) + _DANGER * danger.get(kind, 0)
        return _HELPING * helping[kind][0] - cost

    best = max(kinds, key=rating)
    count, furiten = helping[best]
    with_riichi = _cheapest_of_kinds(own, (action for action in actions if action.riichi))
    if best in with_riichi and count and not furiten and _is_tenpai_without(own, best):
        return with_riichi[best]
    return without_riichi[best]


def _is_tenpai_without(own: HandValue, kind: int) -> bool:
    """Return whether a discard leaves tenpai; some rulesets allow riichi without it."""
    return ANYTHING.shanten(with_tile(own.suits, kind, -1), own.groups) <= 0


def safest_discard(
    own: HandValue, route: Route, discards: Iterable[Discard], danger: Mapping[int, int]
) -> Discard:
    """Return the safest discard without riichi, preferably one that the hand can spare."""
    without_riichi = _cheapest_of_kinds(own, (action for action in discards if not action.riichi))
    spare = _spare_kinds(own, route)
    best = min(
        without_riichi,
        key=lambda kind: (
            danger.get(kind, 0),
            not spare >> kind & 1,
            own.cost(without_riichi[kind].tile),
        ),
    )
    return without_riichi[best]


def _cheapest_of_kinds(own: HandValue, discards: Iterable[Discard]) -> dict[int, Discard]:
    """Return the least valuable tile of each kind, preferably the drawn one, which comes first."""
    cheapest: dict[int, Discard] = {}
    for discard in discards:
        kind = discard.tile.kind
        if kind not in cheapest or own.cost(discard.tile) < own.cost(cheapest[kind].tile):
            cheapest[kind] = discard
    return cheapest


def _spare_kinds(own: HandValue, route: Route) -> int:
    """Return the kinds that the hand can spare on its way, as bits."""
    if route.target is ANYTHING:
        return spare(own.suits, own.sets, own.declared)
    return spare(route.target.of(own.suits), own.sets, own.declared) | ~route.target.kinds


def _helping_tiles(own: HandValue, route: Route, kind: int) -> tuple[int, bool]:
    """Return how many unseen tiles help after a discard, and whether the hand is then furiten."""
    suits = route.target.of(own.suits)
    if route.target.kinds >> kind & 1:
        suits = with_tile(suits, kind, -1)
    kinds = useful(suits, own.sets, own.declared) & route.target.kinds
    count = own.unseen_tiles(kinds)
    furiten = route.distance <= 0 and bool(kinds & (own.discarded | 1 << kind))
    return (count // _FURITEN, True) if furiten else (count, False)


_FOLDS_AT, _FOLDS_LATE_AT = 2, 1
"""The shanten at which a hand is given up when another declares riichi, and late in a deal."""

_LATE = 28
"""The number of tiles left, seven turns, from which on it is late in a deal."""

_ABORTS_AT = 3
"""The shanten at which a hand of nine kinds is not played."""

_OPENS_AT = 2
"""The shanten to which a claim must bring a closed hand, if it makes no yaku itself."""


_AT_ONCE = frozenset((DeclareWin, Take, Announce))
"""Actions that are taken wherever they can be; types are compared more quickly than actions."""


class SensiblePlayer:
    """Wins where it can, goes for tenpai, and folds to a riichi when it is far from it.

    - It discards what leaves the hand nearest to tenpai with the most tiles that help, and would
      rather keep dora, red fives and pairs that can become a yaku.
    - It declares riichi whenever it waits for tiles that are left and is not furiten.
    - It does not lay a hand open, and keeps from an open one what that waits for.
    - It claims pungs that are a yaku; and with an open hand, or one that goes for all simples or a
      half flush, whatever brings it nearer. In a house where these are worth less open than a win
      needs, it goes for others.
    - It makes kongs that leave the hand as near as it was, unless another has declared riichi.
    - It calls a deal off for nine kinds with a bad hand, and shows a tenpai hand at a draw.

    It remembers nothing but the rules of the house and leaves nothing to chance.
    """

    by_tiles_alone: ClassVar[bool] = True

    def __init__(self, house: KnownRules = USUAL) -> None:
        self.house = house

    def enter(self, house: KnownRules) -> None:
        """Play by the rules of a house from now on."""
        self.house = house

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        """Choose one of the actions."""
        kinds = set(map(type, acts))
        if not _AT_ONCE.isdisjoint(kinds):
            return next(act for act in (WIN, TAKE, TENPAI, NOTEN) if act in acts)
        if Pass in kinds:
            return _call(view, acts, self.house)
        return _turn(view, acts, self.house)


# ---- a turn --------------------------------------------------------------------------------------


def _turn(view: Observation, acts: tuple[Action, ...], house: KnownRules) -> Action:
    discards = [act for act in acts if isinstance(act, Discard)]
    kongs = [act for act in acts if isinstance(act, Kong)]
    if len(acts) == 1 or not discards:  # after riichi; or a late call, as is left who did not pass
        return acts[0]
    own = HandValue.of(view, house)
    route = own.route()
    if route.distance >= _ABORTS_AT and NINE_KINDS in acts:
        return NINE_KINDS
    if not own.feared:
        for kong in kongs:
            if _stays_near(own, route, kong):
                return kong
    danger = _dangers(view, own, {act.tile.kind for act in discards})
    discards = [act for act in discards if danger[act.tile.kind] < KNOWN] or discards
    if _folds(view, own, route):
        return safest_discard(own, route, discards, danger)
    return best_discard(own, route, discards, danger)


def _dangers(view: Observation, own: HandValue, kinds: set[int]) -> dict[int, int]:
    """Return the danger of each kind to the others in riichi, guessed or seen in an open hand."""
    others = view.riichi - {view.seat}
    hidden = [view.rows[seat] for seat in others if not view.open_hands[seat]]
    danger = dangers(hidden, kinds, own.unseen)
    for seat in others:
        if hand := view.open_hands[seat]:
            discarded = (discard.tile.kind for discard in view.rows[seat])
            known = known_dangers(
                (tile.kind for tile in hand), discarded, kinds, melds=len(view.sets[seat])
            )
            danger = {kind: max(danger[kind], known[kind]) for kind in kinds}
    return danger


def _stays_near(own: HandValue, route: Route, kong: ConcealedKong | ExtendedKong) -> bool:
    """Return whether a kong leaves the hand as near to tenpai."""
    now = route.target.shanten(own.suits, own.groups)
    if isinstance(kong, ExtendedKong):
        kind, used = kong.tile.kind, 1
        groups = tuple((kind,) * 4 if group == (kind,) * 3 else group for group in own.groups)
    else:
        kind, used = kong.tiles[0].kind, 4
        groups = (*own.groups, (kind,) * 4)
        if not route.target.kinds >> kind & 1:
            return False
    return route.target.shanten(with_tile(own.suits, kind, -used), groups) <= now


def _folds(view: Observation, own: HandValue, route: Route) -> bool:
    """Return whether to fold because another player is in riichi."""
    return own.feared and route.distance >= (
        _FOLDS_LATE_AT if view.tiles_left <= _LATE else _FOLDS_AT
    )


# ---- calls ---------------------------------------------------------------------------------------


def _call(view: Observation, acts: tuple[Action, ...], house: KnownRules) -> Action:
    melds = [act for act in acts if isinstance(act, Chow | Pung)]
    if not melds or view.offered is None:
        return PASS
    own = HandValue.of(view, house)
    now = own.route()
    if now.distance <= 0 or _folds(view, own, now):
        return PASS
    after = {meld: _route_after(own, meld, view.offered) for meld in melds}
    best = min(melds, key=lambda meld: after[meld].distance)
    if _is_worth_it(own, now, after[best], view.offered):
        return best
    return PASS


def _route_after(own: HandValue, meld: Chow | Pung, offered: Tile) -> Route:
    """Return the route of a hand after a claim."""
    suits = own.suits
    for tile in meld.tiles:
        suits = with_tile(suits, tile.kind, -1)
    group = tuple(sorted((*(tile.kind for tile in meld.tiles), offered.kind)))
    return replace(own, suits=suits, groups=(*own.groups, group), is_open=True).route()


def _is_worth_it(own: HandValue, now: Route, after: Route, offered: Tile) -> bool:
    """Return whether to make a claim after which there is a yaku in sight."""
    if not after.has_yaku:
        return False
    if own.is_open:
        return after.distance < now.distance or not now.has_yaku
    if offered.kind in own.values:
        return after.distance <= now.distance
    return after.distance < now.distance and after.distance <= _OPENS_AT

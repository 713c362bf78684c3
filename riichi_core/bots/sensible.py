"""A player that builds towards a win: its target, the value of a hand, dangerous tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import getitem
from typing import ClassVar, NamedTuple

from riichi_core.bots.player import USUAL, KnownRules
from riichi_core.hands.shanten import improving, shanten, spare, standard_shanten
from riichi_core.hands.waits import (
    ORPHANS,
    Suits,
    held,
    suits_of,
    suits_of_tiles,
    wait_mask,
    with_tile,
)
from riichi_core.play.actions import (
    NINE_KINDS,
    NOTEN,
    PASS,
    TAKE,
    TENPAI,
    WIN,
    Action,
    Chii,
    ConcealedKan,
    DeclareTenpai,
    DeclareWin,
    Discard,
    ExtendedKan,
    OwnKan,
    Pass,
    Pon,
    TakeClaimedTile,
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
"""By kind and count (0 to 4): three times 34 bits, one for each binary digit of the count."""

_DETOUR = 2
"""How much further a route to a yaku may be than tenpai without a yaku, in tiles."""


class Target(NamedTuple):
    """The kinds that a hand may consist of, as bits and suit by suit."""

    kinds: int
    suits: Suits

    def of(self, suits: Suits) -> Suits:
        """Return the tiles of a hand that are of these kinds."""
        (m, p, s, z), (in_m, in_p, in_s, in_z) = suits, self.suits
        return m & in_m, p & in_p, s & in_s, z & in_z

    def shanten(self, suits: Suits, groups: KindGroups) -> int:
        """Return the shanten of a hand that may use only these kinds."""
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
    """True if a yaku is in sight."""


def best_route(
    suits: Suits,
    groups: Iterable[KindGroup],
    values: Mapping[int, int],
    unseen: Sequence[int],
    house: KnownRules,
) -> Route:
    """Return an open hand's nearest route to a win, or to tenpai if no yaku is in sight.

    Args:
        suits: the concealed tiles.
        groups: the kinds of each declared set, at least one.
        values: the han of each kind whose triplet is a yaku.
        unseen: the number of unseen tiles of each kind, by kind (0 to 33).
        house: the han of the yaku and the minimum for a win.
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
    unseen: Sequence[int],
    house: KnownRules,
) -> Iterator[Route]:
    """Yield the routes to yaku that are enough for a win."""
    declared = {group[0] for group in groups}
    triplets = [kind for kind in values if kind in declared or held(suits, kind) >= 3]
    pairs = [kind for kind in values if held(suits, kind) == 2 and unseen[kind]]
    han = sum(values[kind] for kind in triplets)
    if triplets and han >= house.minimum:
        yield Route(ANYTHING.shanten(suits, groups), ANYTHING)
    elif pairs and han + max(values[kind] for kind in pairs) >= house.minimum:
        # The pair has to become a triplet, which takes one more tile.
        yield Route(ANYTHING.shanten(suits, groups) + 1, ANYTHING)
    if house.simples >= house.minimum:
        yield from _route_within(SIMPLES, suits, groups)
    if house.half_flush and house.half_flush + han >= house.minimum:
        for flush in FLUSHES:
            yield from _route_within(flush, suits, groups)


def _route_within(target: Target, suits: Suits, groups: KindGroups) -> Iterator[Route]:
    """Yield the route to a hand of a target's kinds if the declared sets fit it."""
    if all(target.kinds >> kind & 1 for group in groups for kind in group):
        yield Route(target.shanten(suits, groups), target)


class HandValue(NamedTuple):
    """The player's own hand, and the facts of the table that matter for it.

    Attributes:
        suits: the concealed tiles, including one just drawn.
        groups: the kinds of each declared set.
        is_open: whether a set was claimed.
        values: the han of each kind whose triplet is a yaku.
        doras: the kinds that the indicators point to, one entry per indicator.
        discarded: the kinds of the player's own discards, as bits.
        unseen: the number of unseen tiles of each kind, by kind (0 to 33).
        unseen_bits: the same as three sets of kinds in bits: those whose number has the binary
            digit 1, 2 or 4.
        feared: whether another player has declared riichi with a hidden hand.
        house: the known facts of the rules.
    """

    suits: Suits
    groups: KindGroups
    is_open: bool
    values: Mapping[int, int]
    doras: tuple[int, ...]
    discarded: int
    unseen: Sequence[int]
    unseen_bits: tuple[int, int, int]
    feared: bool
    house: KnownRules

    @classmethod
    def of(cls, view: Observation, house: KnownRules) -> HandValue:
        """Return the hand of an observation under these rules."""
        declared = view.sets[view.seat]
        tiles = view.hand if view.drawn is None else (*view.hand, view.drawn)
        unseen = view.unseen_counts()
        bits = sum(map(getitem, _COUNT_BITS, unseen))
        discarded = 0
        for discard in view.rows[view.seat]:
            discarded |= 1 << discard.tile.kind
        return cls(
            suits=suits_of_tiles(tiles),
            groups=tuple(
                tuple(tile.kind for tile in declared_set.tiles) for declared_set in declared
            ),
            is_open=any(declared_set.claimed for declared_set in declared),
            values=house.triplets(view.seat, view.round_wind),
            doras=tuple(tile.indicated for tile in view.indicators),
            discarded=discarded,
            unseen=unseen,
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
        """Return the route of the hand; a concealed one needs no target: it can declare riichi."""
        if not self.is_open:
            return Route(ANYTHING.shanten(self.suits, self.groups), ANYTHING)
        return best_route(self.suits, self.groups, self.values, self.unseen, self.house)

    def cost(self, tile: Tile) -> int:
        """Return the cost of losing the tile's own value, in tenths of a useful tile."""
        cost = _DORA * self.doras.count(tile.kind) + _RED * tile.red
        if tile.kind in self.values:
            pair = held(self.suits, tile.kind) == 2 and self.unseen[tile.kind]
            pair_cost = _ONLY_YAKU if self.is_open else _PAIR
            cost += pair_cost if pair else _SINGLE
        return cost


_DORA, _RED, _SINGLE, _PAIR = 60, 50, 4, 50
_ONLY_YAKU = 400
"""The cost of a pair that may become an open hand's only yaku."""


SAFE = 0
KNOWN = 100
"""The danger of a tile that an open hand waits for: far more than any estimate."""

_HONOUR = (0, 2, 5, 8)
"""The danger of an honour by the number of unseen ones; nobody can have a pair of the last one."""

_SUJI, _SUJI_END = 4, 3
_END, _NEXT_TO_END, _MIDDLE = 8, 10, 12


def known_dangers(
    hand: Iterable[int], discarded: Iterable[int], kinds: Iterable[int], *, melds: int
) -> dict[int, int]:
    """Return the known danger of each kind to an opponent with an open hand.

    Args:
        hand: the kinds of the opponent's concealed tiles.
        discarded: the kinds of the opponent's discards; a wait for one of them is furiten.
        kinds: the kinds that may be discarded.
        melds: the number of declared sets next to the hand.
    """
    waits = wait_mask(suits_of(hand), no_melds=not melds)
    furiten = any(waits >> kind & 1 for kind in discarded)
    return {kind: SAFE if furiten or not waits >> kind & 1 else KNOWN for kind in kinds}


def dangers(
    rows: Iterable[Sequence[DiscardedTile]], kinds: Iterable[int], unseen: Sequence[int]
) -> dict[int, int]:
    """Return the danger of each kind, from 0 to 12, as the maximum over some opponents.

    A tile is safe against an opponent who has discarded it. If an opponent has discarded its suji,
    a two-sided wait cannot win on it. The fewer honours are left, the safer they are.

    Args:
        rows: the discards of each feared opponent.
        kinds: the kinds of the player's own tiles that may be discarded.
        unseen: the number of unseen tiles of each kind, by kind (0 to 33).
    """
    discarded_kinds = [frozenset(discard.tile.kind for discard in row) for row in rows]
    if not discarded_kinds:
        return dict.fromkeys(kinds, SAFE)
    return {
        kind: max(_danger(kind, discarded, unseen) for discarded in discarded_kinds)
        for kind in kinds
    }


def _danger(kind: int, discarded: frozenset[int], unseen: Sequence[int]) -> int:
    if kind in discarded:
        return SAFE
    if kind >= 27:
        return _HONOUR[min(unseen[kind], 3)]
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
"""The divisor of the waits of a furiten hand, which cannot win on a discard."""


def best_discard(
    own: HandValue, route: Route, discards: Iterable[Discard], danger: Mapping[int, int]
) -> Discard:
    """Return the discard that leaves the most useful tiles at the lowest shanten.

    It declares riichi with the discard if it can. A kind without a danger is safe.
    """
    actions = list(discards)
    without_riichi = _cheapest_of_kinds(own, (action for action in actions if not action.riichi))
    spare = _spare_kinds(own, route)
    kinds = [kind for kind in without_riichi if spare >> kind & 1] or list(without_riichi)
    helping = _helping_tiles(own, route, kinds)

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
    """Return the kinds that the hand can spare on its route, as bits."""
    if route.target is ANYTHING:
        return spare(own.suits, own.sets, own.declared)
    return spare(route.target.of(own.suits), own.sets, own.declared) | ~route.target.kinds


def _helping_tiles(
    own: HandValue, route: Route, discards: Iterable[int]
) -> dict[int, tuple[int, bool]]:
    """Return the number of unseen tiles that help after each discard, by kind of tile.

    The second value is True if the hand is then furiten, in which case the number is reduced.
    """
    allowed, sets, declared = route.target.kinds, own.sets, own.declared
    suits = route.target.of(own.suits)
    helping = {}
    for kind in discards:
        after = with_tile(suits, kind, -1) if allowed >> kind & 1 else suits
        kinds = improving(after, sets, declared) & allowed
        count = own.unseen_tiles(kinds)
        furiten = route.distance <= 0 and bool(kinds & (own.discarded | 1 << kind))
        helping[kind] = (count // _FURITEN if furiten else count), furiten
    return helping


_FOLDS_AT, _FOLDS_LATE_AT = 2, 1
"""The shanten at which a hand folds to another player's riichi, early and late in a deal."""

_LATE = 28
"""The number of tiles left (seven turns) from which a deal counts as late."""

_ABORTS_AT = 3
"""The lowest shanten at which the player aborts a hand of nine kinds."""

_OPENS_AT = 2
"""The maximum shanten after a claim that opens a concealed hand without making a yaku itself."""


_AT_ONCE = frozenset((DeclareWin, TakeClaimedTile, DeclareTenpai))
"""Actions that the player always takes; comparing types is faster than comparing actions."""


class SensiblePlayer:
    """Wins if it can, builds towards tenpai, and folds to a riichi if it is far from tenpai.

    - It keeps the lowest shanten with the most useful tiles, and prefers to keep dora, red fives
      and pairs that can become a yaku.
    - It declares riichi whenever it waits for tiles that are left and is not furiten.
    - It never declares an open riichi, and does not discard a tile that an open hand waits for.
    - It claims triplets that are a yaku. With an open hand, or for all simples or a half flush, it
      claims any tile that lowers its shanten. If these yaku are worth less than the minimum in an
      open hand, it aims for others.
    - It makes quads that do not raise its shanten, unless another player has declared riichi.
    - It aborts a bad hand with nine kinds, and shows a tenpai hand at a draw.

    It remembers only the rules and makes no random choices.
    """

    by_tiles_alone: ClassVar[bool] = True

    def __init__(self, house: KnownRules = USUAL) -> None:
        self.house: KnownRules = house

    def enter(self, house: KnownRules) -> None:
        """Play by these rules from now on."""
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
    if len(acts) == 1 or not discards:  # after riichi, or a late call by one who has not passed
        return acts[0]
    own = HandValue.of(view, house)
    route = own.route()
    if route.distance >= _ABORTS_AT and NINE_KINDS in acts:
        return NINE_KINDS
    if not own.feared:
        for act in acts:
            if isinstance(act, OwnKan) and _stays_near(own, route, act):
                return act
    danger = _dangers(view, own, {act.tile.kind for act in discards})
    discards = [act for act in discards if danger[act.tile.kind] < KNOWN] or discards
    if _folds(view, own, route):
        return safest_discard(own, route, discards, danger)
    return best_discard(own, route, discards, danger)


def _dangers(view: Observation, own: HandValue, kinds: set[int]) -> dict[int, int]:
    """Return the danger of each kind to the other players in riichi, estimated or known."""
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


def _stays_near(own: HandValue, route: Route, quad: ConcealedKan | ExtendedKan) -> bool:
    """Return whether a quad leaves the hand's shanten unchanged or lower."""
    now = route.target.shanten(own.suits, own.groups)
    if isinstance(quad, ExtendedKan):
        kind, used = quad.tile.kind, 1
        groups = tuple((kind,) * 4 if group == (kind,) * 3 else group for group in own.groups)
    else:
        kind, used = quad.tiles[0].kind, 4
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
    melds = [act for act in acts if isinstance(act, Chii | Pon)]
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


def _route_after(own: HandValue, meld: Chii | Pon, offered: Tile) -> Route:
    """Return the route of a hand after a claim."""
    suits = own.suits
    for tile in meld.tiles:
        suits = with_tile(suits, tile.kind, -1)
    group = tuple(sorted((*(tile.kind for tile in meld.tiles), offered.kind)))
    return own._replace(suits=suits, groups=(*own.groups, group), is_open=True).route()


def _is_worth_it(own: HandValue, now: Route, after: Route, offered: Tile) -> bool:
    """Return whether to make a claim, given the routes before and after it."""
    if not after.has_yaku:
        return False
    if own.is_open:
        return after.distance < now.distance or not now.has_yaku
    if offered.kind in own.values:
        return after.distance <= now.distance
    return after.distance < now.distance and after.distance <= _OPENS_AT

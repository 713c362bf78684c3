"""A player who plays as one would expect it of somebody who has learnt the game.

It is quick, and the same in the same place: for games that look like games, not for strong ones.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from riichi_bots.danger import KNOWN, dangers, known_dangers
from riichi_bots.discards import best_discard, safest_discard
from riichi_bots.hand_value import HandValue
from riichi_bots.house import USUAL, House
from riichi_bots.targets import Route
from riichi_core.hands.waits import with_tile
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
from riichi_core.tiles import Tile

_FOLDS_AT, _FOLDS_LATE_AT = 2, 1
"""The shanten at which a hand is given up when another declares riichi, and late in a deal."""

_LATE = 28
"""So many tiles left, seven turns, is late."""

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

    def __init__(self, house: House = USUAL) -> None:
        self.house = house

    def enter(self, house: House) -> None:
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


def _turn(view: Observation, acts: tuple[Action, ...], house: House) -> Action:
    discards = [act for act in acts if isinstance(act, Discard)]
    kongs = [act for act in acts if isinstance(act, Kong)]
    if len(acts) == 1 or not discards:  # after riichi; or a late call, as is left who did not pass
        return acts[0]
    own = HandValue.of(view, house)
    route = own.route()
    if route.far >= _ABORTS_AT and NINE_KINDS in acts:
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
    found = dangers(hidden, kinds, own.unseen)
    for seat in others:
        if hand := view.open_hands[seat]:
            thrown = (one.tile.kind for one in view.rows[seat])
            seen = known_dangers((tile.kind for tile in hand), thrown, kinds,
                                 melds=len(view.sets[seat]))  # fmt: skip
            found = {kind: max(found[kind], seen[kind]) for kind in kinds}
    return found


def _stays_near(own: HandValue, route: Route, kong: ConcealedKong | ExtendedKong) -> bool:
    """Return whether a hand is as near after a kong as it is now."""
    now = route.target.shanten(own.suits, own.sets)
    if isinstance(kong, ExtendedKong):
        after = with_tile(own.suits, kong.tile.kind, -1)
        return route.target.shanten(after, own.sets) <= now
    kind = kong.tiles[0].kind
    after = with_tile(own.suits, kind, -4)
    return bool(route.target.kinds >> kind & 1) and route.target.shanten(after, own.sets + 1) <= now


def _folds(view: Observation, own: HandValue, route: Route) -> bool:
    """Return whether to give the hand up for a riichi of another."""
    return own.feared and route.far >= (_FOLDS_LATE_AT if view.tiles_left <= _LATE else _FOLDS_AT)


# ---- calls ---------------------------------------------------------------------------------------


def _call(view: Observation, acts: tuple[Action, ...], house: House) -> Action:
    melds = [act for act in acts if isinstance(act, Chow | Pung)]
    if not melds or view.offered is None:
        return PASS
    own = HandValue.of(view, house)
    now = own.route()
    if now.far <= 0 or _folds(view, own, now):
        return PASS
    after = {meld: _after(own, meld, view.offered) for meld in melds}
    best = min(melds, key=lambda meld: after[meld].far)
    if _is_worth_it(own, now, after[best], view.offered):
        return best
    return PASS


def _after(own: HandValue, meld: Chow | Pung, offered: Tile) -> Route:
    """Return what a hand goes for after a claim."""
    suits = own.suits
    for tile in meld.tiles:
        suits = with_tile(suits, tile.kind, -1)
    made = tuple(sorted((*(tile.kind for tile in meld.tiles), offered.kind)))
    return replace(own, suits=suits, groups=(*own.groups, made), is_open=True).route()


def _is_worth_it(own: HandValue, now: Route, after: Route, offered: Tile) -> bool:
    """Return whether to make a claim after which there is a yaku in sight."""
    if not after.sure:
        return False
    if own.is_open:
        return after.far < now.far or not now.sure
    if offered.kind in own.values:
        return after.far <= now.far
    return after.far < now.far and after.far <= _OPENS_AT

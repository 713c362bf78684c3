"""The choice of a discard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from riichi_bots.hand_value import HandValue
from riichi_bots.targets import ANYTHING, Route
from riichi_core.hands.shanten import spare, useful
from riichi_core.hands.waits import with_tile
from riichi_core.play.actions import Discard

_HELPING, _DANGER = 10, 4
"""The weights of an unseen tile that helps, and of a step of danger."""

_FURITEN = 3
"""The part that counts of the waits of a hand that can win on no discard."""


def best_discard(
    own: HandValue, route: Route, discards: Iterable[Discard], danger: Mapping[int, int]
) -> Discard:
    """Return the discard that leaves the hand nearest, with the most useful tiles; or riichi.

    Args:
        own: the hand.
        route: what it goes for.
        discards: what may be discarded, with and without riichi.
        danger: how dangerous each kind is; safe where nothing is said.
    """
    acts = list(discards)
    plain = _by_kind(own, (act for act in acts if not act.riichi))
    near = _spared(own, route)
    kinds = [kind for kind in plain if near >> kind & 1] or list(plain)
    helps = {kind: _waits(own, route, kind) for kind in kinds}

    def rating(kind: int) -> int:
        lost = own.worth(plain[kind].tile) + _DANGER * danger.get(kind, 0)
        return _HELPING * helps[kind][0] - lost

    best = max(kinds, key=rating)
    count, furiten = helps[best]
    declared = _by_kind(own, (act for act in acts if act.riichi)).get(best, plain[best])
    return declared if count and not furiten and _is_tenpai_without(own, best) else plain[best]


def _is_tenpai_without(own: HandValue, kind: int) -> bool:
    """Return True if a discard leaves a tenpai hand; some rulesets allow riichi without one."""
    return ANYTHING.shanten(with_tile(own.suits, kind, -1), own.sets) <= 0


def safest_discard(
    own: HandValue, route: Route, discards: Iterable[Discard], danger: Mapping[int, int]
) -> Discard:
    """Return the least dangerous discard, without riichi; of equals one that can be spared."""
    plain = _by_kind(own, (act for act in discards if not act.riichi))
    near = _spared(own, route)
    best = min(
        plain,
        key=lambda kind: (danger.get(kind, 0), not near >> kind & 1, own.worth(plain[kind].tile)),
    )
    return plain[best]


def _by_kind(own: HandValue, discards: Iterable[Discard]) -> dict[int, Discard]:
    """Return of each kind the least valuable tile; of equals the drawn one, which comes first."""
    found: dict[int, Discard] = {}
    for act in discards:
        kind = act.tile.kind
        if kind not in found or own.worth(act.tile) < own.worth(found[kind].tile):
            found[kind] = act
    return found


def _spared(own: HandValue, route: Route) -> int:
    """Return the kinds that the hand can spare on its way, as bits."""
    if route.target is ANYTHING:
        return spare(own.suits, own.sets)
    return spare(route.target.of(own.suits), own.sets) | ~route.target.kinds


def _waits(own: HandValue, route: Route, kind: int) -> tuple[int, bool]:
    """Return how many unseen tiles help after a discard, and whether the hand is then furiten."""
    after = route.target.of(own.suits)
    if route.target.kinds >> kind & 1:
        after = with_tile(after, kind, -1)
    kinds = useful(after, own.sets) & route.target.kinds
    count = own.helping(kinds)
    furiten = route.far <= 0 and bool(kinds & (own.thrown | 1 << kind))
    return (count // _FURITEN, True) if furiten else (count, False)

"""Tenpai and furiten: what a hand waits for counts as, and when it may not win on a discard.

Sources: EMA 2016, 3.3.13, 3.4.5; WRCR 2015, 2.2, 5.7.5.
"""

from __future__ import annotations

from typing import assert_never

from riichi_core.hands.waits import held, kinds_in
from riichi_core.play.state import DealState, PlayerState
from riichi_core.play.winning import bare_win, has_yaku
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind


def live_waits(place: PlayerState, waits: int, rules: Rules) -> int:
    """Return the waits that count: not those of which the hand has all four, where that counts.

    Args:
        place: the hand.
        waits: what it waits for, as bits.
        rules: the ruleset.
    """
    how = rules.draws.waiting_on_own_four
    match how:
        case "tenpai":
            return waits
        case "noten":
            gone = [kind for kind in kinds_in(waits) if place.holds(kind) == 4]
        case "noten_if_kong":
            kongs = {one.tiles[0].kind for one in place.sets if one.kong}
            gone = [kind for kind in kinds_in(waits) if kind in kongs]
        case "noten_if_concealed":
            gone = [kind for kind in kinds_in(waits) if held(place.suits, kind) == 4]
        case _:
            assert_never(how)
    for kind in gone:
        waits &= ~(1 << kind)
    return waits


def tenpai(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether a hand of thirteen tiles counts as tenpai; a dead one never does.

    Where a yaku is needed any wait may have it, drawn or discarded, and riichi is one.
    """
    place = deal.players[seat]
    if place.dead:
        return False
    waits = live_waits(place, place.waits, rules)
    if not waits or place.riichi or rules.draws.tenpai == "shape":
        return bool(waits)
    return any(
        _has_yaku(deal, seat, kind, rules, drawn=drawn)
        for kind in kinds_in(waits)
        for drawn in (True, False)
    )


def furiten(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether a player may not win on a discard, for an own discard or a passed tile."""
    place = deal.players[seat]
    if place.missed_win:
        return True
    thrown = place.waits & place.discarded_kinds
    if not thrown or rules.furiten.passed_tile == "any_completing":
        return bool(thrown)
    return any(_has_yaku(deal, seat, kind, rules, drawn=False) for kind in kinds_in(thrown))


def _has_yaku(deal: DealState, seat: Wind, kind: int, rules: Rules, *, drawn: bool) -> bool:
    win = bare_win(deal, deal.players[seat], seat, kind, drawn=drawn)
    return win is not None and has_yaku(win, rules)

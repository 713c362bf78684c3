"""Legal actions in a turn: discard, riichi, kongs, a self-drawn win.

Sources: EMA 2016, 3.3 to 3.3.14, 3.4.1; WRCR 2015, 5.3 to 5.7.1, 6.5.1.
"""

from __future__ import annotations

from riichi_core.fast import BoundedCache
from riichi_core.hands.hand import Hand
from riichi_core.hands.melds import Meld
from riichi_core.hands.readings import readings
from riichi_core.hands.waits import ORPHANS, Suits, held, kinds_in, tenpai_discards, with_tile
from riichi_core.play.actions import (
    DRAWN_DISCARDS,
    HAND_DISCARDS,
    NINE_KINDS,
    WIN,
    Action,
    ConcealedKong,
    Discard,
    ExtendedKong,
)
from riichi_core.play.furiten import live_waits
from riichi_core.play.state import Acting, DealState, PlayerState
from riichi_core.play.wall import LIVE, MOST_KONGS
from riichi_core.play.winning import PLAIN, bare_win, wins
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import Score, score
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import ORDER, RED

_FOURS = 0o444444444


def turn_acts(deal: DealState, acting: Acting, rules: Rules) -> tuple[Action, ...]:
    """Return the legal actions of the player whose turn it is."""
    place = deal.players[acting.seat]
    discards = _discards(acting, place, rules)
    if acting.tile is None:
        return tuple(discards)
    found: list[Action] = []
    if _may_win(deal, acting, place, rules):
        found.append(WIN)
    if _may_abort(deal, acting, place, rules):
        found.append(NINE_KINDS)
    if may_kong(deal) and not barred(place, "kong", rules):
        found += _kongs(deal, acting, place, rules)
    found += discards
    if _may_riichi(deal, acting, place, rules):
        found += _riichi(acting, place, discards, rules)
    return tuple(found)


def barred(place: PlayerState, what: str, rules: Rules) -> bool:
    """Return whether a dead hand may not do something."""
    return place.dead and what in rules.dead_hand.bars


def tiles_left(deal: DealState) -> int:
    """Return what the property of a deal does, which takes longer where this is compiled."""
    return LIVE - deal.replaced - deal.drawn


def may_kong(deal: DealState) -> bool:
    """Return whether a kong can be replaced: a tile is left to draw, and four were not yet made."""
    return tiles_left(deal) > 0 and len(deal.kongs) < MOST_KONGS


# ---- discards ------------------------------------------------------------------------------------


def _discards(acting: Acting, place: PlayerState, rules: Rules) -> list[Discard]:
    found = []
    if acting.tile is not None:
        found.append(DRAWN_DISCARDS[acting.tile.order])
        if place.riichi or (place.dead and rules.dead_hand.discards == "drawn_tile"):
            return found
    if _has_reds(rules) and any(map(RED, place.hand)):
        found += [HAND_DISCARDS[order] for order in sorted(set(map(ORDER, place.hand)))]
    else:
        for suit, counts in enumerate(place.suits):
            if counts:
                key = counts << 2 | suit
                found += _of_suit.get(key) or _of_suit.store(key, _each_of_suit(suit, counts))
    forbidden = _forbidden(acting, rules)
    if forbidden:
        return [one for one in found if not forbidden >> one.tile.kind & 1]
    return found


_of_suit: BoundedCache[int, tuple[Discard, ...]] = BoundedCache()
"""The discards of a suit without a red five, by its tiles."""


def _each_of_suit(suit: int, counts: int) -> tuple[Discard, ...]:
    numbers = [number for number in range(9) if counts >> 3 * number & 7]
    return tuple([HAND_DISCARDS[PLAIN[9 * suit + number].order] for number in numbers])


def _has_reds(rules: Rules) -> bool:
    reds = rules.tiles.red_fives
    return bool(reds.m or reds.p or reds.s)


def _forbidden(acting: Acting, rules: Rules) -> int:
    """Return the kinds that may not be discarded right after a claim, as bits."""
    if acting.claimed is None:
        return 0
    made, kind = acting.claimed
    return swaps(made, kind, rules)


def swaps(made: Meld, kind: int, rules: Rules) -> int:
    """Return the kinds that only swap what was claimed: it, or a chow's other end, as bits."""
    found = 0
    if "same_tile" in rules.claims.forbidden_swaps:
        found |= 1 << kind
    if made.kind == "chow" and "other_end" in rules.claims.forbidden_swaps:
        lowest = made.tiles[0].kind
        if kind == lowest and lowest % 9 < 6:
            found |= 1 << lowest + 3
        elif kind == lowest + 2 and lowest % 9 > 0:
            found |= 1 << lowest - 1
    return found


# ---- winning and calling off ---------------------------------------------------------------------


def _may_win(deal: DealState, acting: Acting, place: PlayerState, rules: Rules) -> bool:
    assert acting.tile is not None
    if not place.waits >> acting.tile.kind & 1 or barred(place, "win", rules):
        return False
    return wins(deal, acting.seat, acting, rules)


def _may_abort(deal: DealState, acting: Acting, place: PlayerState, rules: Rules) -> bool:
    if not deal.uninterrupted or place.discards or acting.tile is None:
        return False
    abortive = rules.draws.abortive
    if abortive == "none" or abortive.nine_kinds != "may_abort":
        return False
    kinds = {tile.kind for tile in (*place.hand, acting.tile)}
    return sum(ORPHANS >> kind & 1 for kind in kinds) >= 9


# ---- kongs ---------------------------------------------------------------------------------------


def _kongs(deal: DealState, acting: Acting, place: PlayerState, rules: Rules) -> list[Action]:
    assert acting.tile is not None
    found: list[Action] = []
    suits = with_tile(place.suits, acting.tile.kind)
    for suit, counts in enumerate(suits):
        fours = counts & _FOURS
        while fours:
            kind = 9 * suit + (fours.bit_length() - 1) // 3
            fours &= ~(4 << 3 * (kind % 9))
            if not place.riichi or _kong_after_riichi(deal, acting, place, kind, rules):
                found.append(ConcealedKong(_four(place, acting.tile, kind)))
    if place.riichi:
        return found
    for one in place.sets:
        if one.kind == "pung" and held(suits, one.tiles[0].kind):
            (tile,) = (t for t in (*place.hand, acting.tile) if t.kind == one.tiles[0].kind)
            found.append(ExtendedKong(tile))
    return found


def _four(place: PlayerState, drawn: Tile, kind: int) -> tuple[Tile, ...]:
    return tuple(sorted(tile for tile in (*place.hand, drawn) if tile.kind == kind))


def _kong_after_riichi(
    deal: DealState, acting: Acting, place: PlayerState, kind: int, rules: Rules
) -> bool:
    """Return whether a concealed kong with the drawn tile leaves what it has to in riichi."""
    how = rules.riichi.kong_after
    if how == "never" or acting.tile is None or acting.tile.kind != kind:
        return False
    made = Meld("concealed_kong", _four(place, acting.tile, kind))
    hand = tuple(tile for tile in place.hand if tile.kind != kind)
    after = place.with_hand(hand, with_tile(place.suits, kind, -3), (*place.sets, made))
    before, then = place.waits, after.waits
    if how != "same_waits_and_all_readings":
        before, then = live_waits(place, before, rules), live_waits(after, then, rules)
    if then != before:
        return False
    if how == "same_waits":
        return True
    if not all(_only_a_pung(place, wait, kind) for wait in kinds_in(before)):
        return False
    return how != "same_waits_readings_and_yaku" or _same_yaku(deal, acting, after, rules)


def _only_a_pung(place: PlayerState, wait: int, kind: int) -> bool:
    """Return whether three tiles of a kind are a pung in every way to see the hand with a wait."""
    return all(
        any(one.kind == "pung" and one.first.kind == kind for one in reading.sets)
        for reading in readings(Hand(place.hand, place.sets), PLAIN[wait], drawn=True)
    )


def _same_yaku(deal: DealState, acting: Acting, after: PlayerState, rules: Rules) -> bool:
    """Return whether a discard of each wait has the same yaku with the kong as without."""

    def yaku(place: PlayerState, kind: int) -> object:
        win = bare_win(deal, place, acting.seat, kind, drawn=False)
        result = None if win is None else score(win, rules)
        return {one.id for one in result.yaku} if isinstance(result, Score) else None

    before = deal.players[acting.seat]
    return all(yaku(before, kind) == yaku(after, kind) for kind in kinds_in(after.waits))


# ---- riichi --------------------------------------------------------------------------------------


def _may_riichi(deal: DealState, acting: Acting, place: PlayerState, rules: Rules) -> bool:
    """Return whether anything but the hand itself stands against a riichi."""
    if place.riichi or (place.sets and place.is_open) or barred(place, "riichi", rules):
        return False
    if tiles_left(deal) < rules.riichi.tiles_left:
        return False
    if rules.riichi.needs_points and deal.scores[acting.seat] < rules.riichi.bet:
        return False
    return not (place.missed_win and rules.riichi.when_furiten == "forbidden")


def _riichi(
    acting: Acting, place: PlayerState, discards: list[Discard], rules: Rules
) -> list[Discard]:
    """Return the discards that leave a waiting hand, or all where riichi needs none."""
    assert acting.tile is not None
    suits = with_tile(place.suits, acting.tile.kind)
    left = tenpai_discards(suits, whole=not place.sets)
    if not left and rules.fouls.noten_riichi != "valid":
        return []
    found: list[Discard] = []
    good: dict[int, bool] = {}
    for one in discards:
        kind = one.tile.kind
        if kind not in good:
            good[kind] = _may_wait(place, suits, kind, left.get(kind, 0), rules)
        if good[kind]:
            found.append(Discard(one.tile, one.tsumogiri, riichi=True))
            if rules.riichi.open != "none":
                found.append(Discard(one.tile, one.tsumogiri, riichi="open"))
    return found


def _may_wait(place: PlayerState, suits: Suits, kind: int, waits: int, rules: Rules) -> bool:
    """Return whether a hand that has these waits after a discard may declare riichi so."""
    if rules.riichi.when_furiten == "forbidden" and waits & (place.discarded_kinds | 1 << kind):
        return False
    if rules.fouls.noten_riichi == "valid":
        return True
    left = place._replace(suits=with_tile(suits, kind, -1))
    return bool(waits and live_waits(left, waits, rules))

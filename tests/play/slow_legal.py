"""Legal acts by brute force from the rules, to compare with the engine's.

Late calls are left out (slow_late.py): every player who may call is assumed to answer at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from math import inf

from slow_hands import ORPHANS, complete, counts, only_a_triplet, waits, with_one
from slow_table import Chair, Offer, Table, has_yaku

from riichi_core.hands.melds import Meld
from riichi_core.hands.win import Riichi, Ron, Tsumo
from riichi_core.play import actions as acts, events as ev
from riichi_core.play.actions import Action
from riichi_core.rules.chapters.draws import Abortive
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import Score
from riichi_core.tiles import Tile, Wind


def slow_legal(history: Iterable[ev.Event], rules: Rules) -> dict[Wind, set[Action]]:
    """Return the acts of each seat after these events of a deal, from its start."""
    table = Table(rules)
    for event in history:
        table.happen(event)
    return legal_at(table)


def legal_at(table: Table) -> dict[Wind, set[Action]]:
    """Return the legal acts of each seat."""
    if table.said is not None:
        return {seat: set(_announce(table, seat)) for seat in Wind if seat not in table.said}
    if table.offer is not None:
        offer = table.offer
        called = {seat: set(_calls(table, seat, offer)) for seat in Wind if seat != offer.seat}
        return {seat: found | {acts.PASS} for seat, found in called.items() if found}
    if table.acting is None:
        return {}
    if table.claimed is not None:
        return {table.acting: set(_after_claim(table, table.acting))}
    return {table.acting: set(_after_draw(table, table.acting))}


# ---- the own turn --------------------------------------------------------------------------------


def _barred(table: Table, seat: Wind, what: str) -> bool:
    return table.chairs[seat].dead and what in table.rules.dead_hand.bars


def _after_draw(table: Table, seat: Wind) -> Iterator[Action]:
    chair = table.chairs[seat]
    assert chair.drawn is not None
    by = Tsumo(
        after_quad=table.replacement,
        last_tile=table.left == 0,
        first_turn=table.calm and not chair.thrown,
    )
    if (
        (complete(with_one(chair.held, chair.drawn.kind), len(chair.sets)) or _may_be_wild(chair))
        and not _barred(table, seat, "win")
        and isinstance(table.worth(seat, chair.drawn, by), Score)
    ):
        yield acts.WIN
    yield from _quads(table, seat)
    if _nine_kinds(table, chair):
        yield acts.NINE_KINDS
    throws = [acts.Discard(chair.drawn, tsumogiri=True)]
    if not chair.riichi and not (chair.dead and table.rules.dead_hand.discards == "drawn_tile"):
        throws += [acts.Discard(tile) for tile in chair.hand]
    for throw in throws:
        yield throw
        if _may_riichi(table, seat, throw):
            yield replace(throw, riichi=True)
            if table.rules.riichi.open != "none":
                yield replace(throw, riichi="open")


def _may_be_wild(chair: Chair) -> bool:
    return chair.riichi is not None and chair.drawn is not None and "*" in str(chair.drawn)


def _nine_kinds(table: Table, chair: Chair) -> bool:
    abortive = table.rules.draws.abortive
    if not isinstance(abortive, Abortive) or abortive.nine_kinds != "may_abort":
        return False
    kinds = {tile.kind for tile in chair.hand} | ({chair.drawn.kind} if chair.drawn else set())
    return table.calm and not chair.thrown and len(kinds & set(ORPHANS)) >= 9


def least_points(rules: Rules) -> float:
    """Return the points below which a player may not declare riichi."""
    needed = rules.riichi.needs_points
    if isinstance(needed, bool):
        return rules.riichi.bet if needed else -inf
    return needed


def _may_riichi(table: Table, seat: Wind, throw: acts.Discard) -> bool:
    chair, rules = table.chairs[seat], table.rules
    if chair.riichi or not chair.concealed or _barred(table, seat, "riichi"):
        return False
    if table.left < rules.riichi.tiles_left:
        return False
    if table.scores[seat] < least_points(rules):
        return False
    hand = list(chair.hand)
    if not throw.tsumogiri:
        hand.remove(throw.tile)
        hand += [chair.drawn] if chair.drawn else []
    if rules.fouls.noten_riichi != "valid" and not tenpai(table, seat, hand, Riichi()):
        return False
    if rules.riichi.when_furiten == "forbidden":
        thrown = [*chair.thrown, throw.tile]
        return not chair.passed and not table.threw_a_wait(seat, hand, thrown, Riichi())
    return True


def _room_for_quad(table: Table, seat: Wind) -> bool:
    return len(table.quads) < 4 and table.left > 0 and not _barred(table, seat, "kan")


def _quads(table: Table, seat: Wind) -> Iterator[Action]:
    chair = table.chairs[seat]
    if not _room_for_quad(table, seat) or chair.drawn is None:
        return
    held = [*chair.hand, chair.drawn]
    for kind, number in enumerate(counts(held)):
        four = sorted(tile for tile in held if tile.kind == kind)
        if number == 4 and (not chair.riichi or _quad_after_riichi(table, seat, tuple(four))):
            yield acts.ConcealedKan(tuple(four))
    for triplet in chair.sets:
        if triplet.kind == "triplet":
            yield from (acts.ExtendedKan(t) for t in held if t.kind == triplet.tiles[0].kind)


def _quad_after_riichi(table: Table, seat: Wind, four: tuple[Tile, ...]) -> bool:
    chair, allowed = table.chairs[seat], table.rules.riichi.concealed_quad
    kind, melds = four[0].kind, len(chair.sets)
    if allowed == "never" or chair.drawn is None or chair.drawn.kind != kind:
        return False
    then = waits(with_one(chair.held, kind, -3), melds + 1)
    impossible = set() if allowed == "same_waits_fifth_tile_counts" else _gone(table, seat)
    made = {kind} if _fifth_is_gone(table.rules, allowed) else set()
    if set(chair.waits) - impossible != set(then) - impossible - made:
        return False
    if allowed == "same_waits":
        return True
    if not only_a_triplet(chair.held, melds, kind, impossible):
        return False
    return allowed != "same_waits_readings_and_yaku" or _same_yaku(table, seat, four)


def _fifth_is_gone(rules: Rules, allowed: str) -> bool:
    """Return True if the tile of a quad no longer counts as a wait."""
    how = rules.draws.waiting_on_own_four
    return allowed != "same_waits_fifth_tile_counts" and how not in ("noten_if_concealed", "tenpai")


def _gone(table: Table, seat: Wind) -> set[int]:
    """Return the waits that do not count because the hand has all four tiles."""
    chair, how = table.chairs[seat], table.rules.draws.waiting_on_own_four
    quads = {one.tiles[0].kind for one in chair.sets if one.quad}
    return {
        kind
        for kind in chair.waits
        if (how in {"noten", "noten_if_in_sight"} and chair.everything[kind] == 4)
        or (how == "noten_if_quad" and kind in quads)
        or (how == "noten_if_concealed" and chair.held[kind] == 4)
    }


def _same_yaku(table: Table, seat: Wind, four: tuple[Tile, ...]) -> bool:
    """Return True if each wait gives the same yaku after a quad, drawn or discarded."""
    chair = table.chairs[seat]
    after = [tile for tile in chair.hand if tile.kind != four[0].kind]
    sets = [*chair.sets, Meld("concealed_quad", four)]
    for kind in chair.waits:
        if chair.everything[kind] == 4:
            continue
        for by in (Tsumo(), Ron()):
            plain = Riichi(double=bool(chair.riichi and chair.riichi.double))
            now = table.worth(seat, Tile(kind), by, riichi=plain)
            then = table.worth(seat, Tile(kind), by, hand=after, sets=sets, riichi=plain)
            if _names(now) != _names(then):
                return False
    return True


def _names(worth: object) -> set[str]:
    return {one.id for one in worth.yaku} if isinstance(worth, Score) else set()


def _after_claim(table: Table, seat: Wind) -> Iterator[Action]:
    assert table.claimed is not None
    made, tile = table.claimed
    used = list(made.tiles)
    used.remove(tile)
    barred = barred_after(table.rules, tile, used)
    return (acts.Discard(t) for t in table.chairs[seat].hand if t.kind not in barred)


def barred_after(rules: Rules, tile: Tile, used: list[Tile]) -> set[int]:
    """Return the kinds that may not be discarded right after a claim with these tiles."""
    swaps = rules.claims.forbidden_swaps
    barred = {tile.kind} if "same_tile" in swaps else set()
    if "other_end" in swaps and used[0].kind != used[1].kind:
        for kind in range(27):
            if kind != tile.kind and _is_sequence([kind, *(t.kind for t in used)]):
                barred.add(kind)
    return barred


def _is_sequence(kinds: list[int]) -> bool:
    low, middle, high = sorted(kinds)
    return low < 27 and low // 9 == high // 9 and (low + 1, low + 2) == (middle, high)


# ---- calls ---------------------------------------------------------------------------------------


def _calls(table: Table, seat: Wind, offer: Offer) -> Iterator[Action]:
    chair = table.chairs[seat]
    if (
        table.completes(seat, offer)
        and not table.furiten(seat)
        and not _barred(table, seat, "win")
        and isinstance(table.worth(seat, offer.tile, table.by_offer(seat, offer)), Score)
    ):
        yield acts.WIN
    if offer.quad or chair.riichi or table.left == 0 or _called_off(table):
        return
    same = sorted(tile for tile in chair.hand if tile.kind == offer.tile.kind)
    for two in set(combinations(sorted(chair.hand), 2)):
        leaves = Counter(chair.hand) - Counter(two)
        barred = barred_after(table.rules, offer.tile, list(two))
        if all(tile.kind in barred for tile in leaves):
            continue
        left = seat == (offer.seat + 1) % 4
        kinds = [tile.kind for tile in (*two, offer.tile)]
        if left and _is_sequence(kinds) and not _barred(table, seat, "chii"):
            yield acts.Chii(two)
        if len(set(kinds)) == 1 and not _barred(table, seat, "pon"):
            yield acts.Pon(two)
    if len(same) == 3 and _room_for_quad(table, seat):
        yield acts.ClaimedKan(tuple(same))


def _called_off(table: Table) -> bool:
    """Return True if this discard ends the deal unless won on, so nobody may claim it."""
    abortive = table.rules.draws.abortive
    after = isinstance(abortive, Abortive) and abortive.four_quads == "abort_after_discard"
    return after and _four_quads(table)


def _four_quads(table: Table) -> bool:
    return len(table.quads) == 4 and len(set(table.quads)) > 1


def called_off(table: Table) -> set[str]:
    """Return the cause of an abortive draw after a discard or quad, or None.

    Four riichi end the hand at once, so they are never found later.
    """
    abortive = table.rules.draws.abortive
    if not isinstance(abortive, Abortive):
        return set()
    found = set()
    first = {chair.thrown[0].kind for chair in table.chairs if len(chair.thrown) == 1}
    ones = all(len(chair.thrown) == 1 for chair in table.chairs)
    if abortive.four_winds == "abort" and table.calm and ones and len(first) == 1:
        found |= {"four_winds"} if first <= {27, 28, 29, 30} else set()
    if abortive.four_riichi != "play_on" and all(chair.riichi for chair in table.chairs):
        found.add("four_riichi")
    moment = "abort_at_once" if table.offered_quad else "abort_after_discard"
    if abortive.four_quads == moment and _four_quads(table):
        found.add("four_quads")
    return found


# ---- the exhaustive draw -------------------------------------------------------------------------


def _announce(table: Table, seat: Wind) -> Iterator[Action]:
    chair = table.chairs[seat]
    if chair.dead or not tenpai(table, seat, chair.hand, chair.riichi):
        yield acts.NOTEN
        return
    yield acts.TENPAI
    if not chair.riichi and table.rules.draws.tenpai_hands == "may_stay_hidden":
        yield acts.NOTEN


def tenpai(table: Table, seat: Wind, hand: list[Tile], riichi: Riichi | None) -> bool:
    """Return True if a hand with the player's sets is tenpai."""
    chair, draws = table.chairs[seat], table.rules.draws
    found = waits(counts(hand), len(chair.sets))
    declared = counts(tile for one in chair.sets for tile in one.tiles)
    everything = [a + b for a, b in zip(counts(hand), declared, strict=True)]
    match draws.waiting_on_own_four:
        case "noten" | "noten_if_in_sight":
            found = frozenset(kind for kind in found if everything[kind] < 4)
            if draws.waiting_on_own_four == "noten_if_in_sight" and not riichi:
                seen = table.seen(seat, hand)
                found = frozenset(kind for kind in found if seen[kind] < 4)
        case "noten_if_quad":
            found = frozenset(kind for kind in found if declared[kind] < 4)
        case "noten_if_concealed":
            found = frozenset(kind for kind in found if counts(hand)[kind] < 4)
    if draws.tenpai == "shape" or riichi:  # riichi is a yaku
        return bool(found)
    return any(
        has_yaku(table.worth(seat, Tile(kind), by, hand=hand))
        for kind in found
        if everything[kind] < 4
        for by in (Tsumo(), Ron())
    )

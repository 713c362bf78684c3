"""Claims: who may call for an offered tile, who gets it, and who may still call late.

Sources: EMA 2016, 3.3.1 to 3.3.8, 3.4.1, 3.4.5; WRCR 2015, 5.4, 5.4.1 to 5.4.10, 5.7.1, 5.7.5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, assert_never

from riichi_core.hands.melds import From, Meld
from riichi_core.hands.waits import held, orphan_waits
from riichi_core.play.actions import (
    PASS,
    WIN,
    Action,
    Chow,
    ClaimedKong,
    DeclareWin,
    MeldClaim,
    Pung,
    Response,
)
from riichi_core.play.furiten import furiten
from riichi_core.play.state import (
    SEATS,
    Acting,
    ClaimWindow,
    DealState,
    Ended,
    Offered,
    PlayerState,
)
from riichi_core.play.turns import barred, may_kong, swaps
from riichi_core.play.wall import MOST_KONGS
from riichi_core.play.winning import wins
from riichi_core.rules.chapters.claims import Claims, Seconds
from riichi_core.rules.chapters.draws import Abortive
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Tile, Wind

Options = dict[Wind, tuple[Action, ...]]

FROM: dict[int, From] = {3: "left", 2: "across", 1: "right"}
"""The player whose discard made a set, by the number of seats after its owner."""


# ---- who may call --------------------------------------------------------------------------------


def claim_options(deal: DealState, offer: Offered, rules: Rules) -> Options:
    """Return what each seat may call for an offered tile; who may call can also pass."""
    found: Options = {}
    kind = offer.tile.kind
    suit, shift = kind // 9, 3 * (kind % 9)
    meldable = offer.kong is None and deal.tiles_left > 0 and not ends_with_kongs(deal, rules)
    for seat, place in zip(SEATS, deal.players, strict=True):
        if seat is offer.seat:
            continue
        acts: list[Action] = []
        if place.waits >> kind & 1 and (
            _completes(place, offer, rules) and _may_win(deal, offer, seat, rules)
        ):
            acts.append(WIN)
        if meldable and not place.riichi:
            counts = place.suits[suit]
            there = counts >> shift & 7
            chows = (offer.seat + 1) % 4 == seat and kind < 27 and has_chow(counts, shift)
            if there >= 2 or chows:
                acts += _melds(deal, offer, place, there, chows, rules)
        if acts:
            found[seat] = (*acts, PASS)
    return found


def ends_with_kongs(deal: DealState, rules: Rules) -> bool:
    """Return whether four kongs of several players end the deal, if nobody wins on this discard."""
    abortive = rules.draws.abortive
    return (
        len(deal.kongs) == MOST_KONGS
        and isinstance(abortive, Abortive)
        and abortive.four_kongs == "after_discard"
        and four_kongs(deal.kongs)
    )


def four_kongs(kongs: Sequence[Wind]) -> bool:
    """Return whether more than one player made the four kongs of a deal."""
    return len(kongs) == MOST_KONGS and len(set(kongs)) > 1


def _completes(place: PlayerState, offer: Offered, rules: Rules) -> bool:
    """Return whether the offered tile completes a hand, and may be taken for that at all."""
    if not place.waits >> offer.tile.kind & 1:
        return False
    if offer.kong is None or offer.kong.kind != "concealed_kong":
        return True
    if rules.kongs.concealed_robbed_by == "nobody" or place.sets:
        return False
    return bool(orphan_waits(place.suits) >> offer.tile.kind & 1)


def _may_win(deal: DealState, offer: Offered, seat: Wind, rules: Rules) -> bool:
    """Return whether a player whose hand the tile completes may win on it."""
    if barred(deal.players[seat], "win", rules) or furiten(deal, seat, rules):
        return False
    return wins(deal, seat, offer, rules)


def _melds(
    deal: DealState, offer: Offered, place: PlayerState, there: int, next_one: bool, rules: Rules
) -> list[Action]:
    found: list[Action] = []
    if next_one and not barred(place, "chow", rules):
        found += _made([Chow(two) for two in _chows(place, offer.tile)], place, offer.tile, rules)
    if there < 2:
        return found
    same = sorted(tile for tile in place.hand if tile.kind == offer.tile.kind)
    if not barred(place, "pung", rules):
        pungs = dict.fromkeys(combinations(same, 2))
        found += _made([Pung(two) for two in pungs], place, offer.tile, rules)
    if there == 3 and may_kong(deal) and not barred(place, "kong", rules):
        found.append(ClaimedKong(tuple(same)))
    return found


def _made(
    claims: Sequence[Chow | Pung], place: PlayerState, tile: Tile, rules: Rules
) -> list[Chow | Pung]:
    return [one for one in claims if _can_discard(place, one, tile, rules)]


def has_chow(counts: int, shift: int) -> bool:
    """Return whether two tiles of a suit make a chow with the number at that place of its bits."""
    there = (counts | counts >> 1 | counts >> 2) & 0o111111111
    around = there << 6 >> shift  # two below, one below, the number itself, one above, two above
    return around & 0o11 == 0o11 or around & 0o1010 == 0o1010 or around & 0o11000 == 0o11000


def _chows(place: PlayerState, tile: Tile) -> list[tuple[Tile, Tile]]:
    """Return the pairs of tiles that make a chow with a tile; red fives and plain ones differ."""
    found: list[tuple[Tile, Tile]] = []
    number = tile.kind % 9
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        if number + low < 0 or number + high > 8:
            continue
        one, two = tile.kind + low, tile.kind + high
        if held(place.suits, one) and held(place.suits, two):
            ones = sorted({t for t in place.hand if t.kind == one})
            twos = sorted({t for t in place.hand if t.kind == two})
            found += [(a, b) for a in ones for b in twos]
    return found


def _can_discard(place: PlayerState, meld: Chow | Pung, tile: Tile, rules: Rules) -> bool:
    """Return whether a claim leaves a tile that may be discarded; else it cannot be made."""
    if len(place.hand) > 2 + 3 + 4:  # more are left than there can be of the two forbidden kinds
        return True
    forbidden = swaps(made_with(meld, tile, None), tile.kind, rules)
    left = list(place.hand)
    for used in meld.tiles:
        left.remove(used)
    return any(not forbidden >> one.kind & 1 for one in left)


def made_with(meld: MeldClaim, tile: Tile, claimed_from: From | None) -> Meld:
    """Return the set that a claim makes."""
    match meld:
        case Chow():
            return Meld("chow", (*meld.tiles, tile), claimed_from)
        case Pung():
            return Meld("pung", (*meld.tiles, tile), claimed_from)
        case ClaimedKong():
            return Meld("kong", (*meld.tiles, tile), claimed_from)
        case _:
            assert_never(meld)


def missed_by(
    deal: DealState, offer: Offered, winners: Sequence[Wind], rules: Rules
) -> tuple[Wind, ...]:
    """Return who could have completed a hand with an offered tile, and does not win on it."""
    kind = offer.tile.kind
    waiting = [seat for seat in SEATS if deal.players[seat].waits >> kind & 1]
    return tuple(
        seat
        for seat in waiting
        if seat is not offer.seat
        and seat not in winners
        and _completes(deal.players[seat], offer, rules)
        and not deal.players[seat].missed_win
        and (rules.furiten.passed_tile == "any_completing" or wins(deal, seat, offer, rules))
    )


# ---- who gets it ---------------------------------------------------------------------------------


class Resolution(NamedTuple):
    """The takers of an offered tile: winners, nearest after the discarder first, or one seat."""

    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None


def resolve_claims(giver: Wind, calls: Iterable[Response], rules: Claims) -> Resolution:
    """Resolve all calls for one tile: a win beats a set, then rank or the first call decides.

    Args:
        giver: whose tile it is.
        calls: what was called, and when.
        rules: the chapter of claims.
    """
    made = list(calls)
    winners = sorted(
        (call.seat for call in made if isinstance(call.action, DeclareWin)),
        key=lambda seat: (seat - giver) % 4,
    )
    if winners:
        return Resolution(winners=tuple(winners))
    melds = [(call, call.action) for call in made if isinstance(call.action, MeldClaim)]
    if not melds:
        return Resolution()
    how = rules.meld_precedence
    match how:
        case "by_rank":
            call, meld = min(melds, key=lambda one: _rank(one[1]))
        case "first_call":
            call, meld = min(melds, key=lambda one: (one[0].order, _rank(one[1])))
        case _:
            assert_never(how)
    return Resolution(taker=call.seat, meld=meld)


def _rank(meld: MeldClaim) -> int:
    """Return the rank of a claim: a pung or kong before a chow; two are never called for a tile."""
    return isinstance(meld, Chow)


# ---- late calls ----------------------------------------------------------------------------------


def late_options(
    deal: DealState,
    window: ClaimWindow,
    offered: Mapping[Wind, tuple[Action, ...]],
    rules: Rules,
    *,
    rushed_draw: bool = False,
) -> Options:
    """Return what those who said nothing may still call for a tile that was offered.

    Args:
        deal: the deal now.
        window: the tile.
        offered: what could be called while it was open.
        rules: the ruleset.
        rushed_draw: whether the next player drew before the others could react, so that the
            draw does not count.
    """
    if isinstance(deal.phase, Ended):
        return _beside_a_win(deal, deal.phase, window, offered, rules)
    if isinstance(deal.phase, Offered):
        return {}
    rushed_draw = rushed_draw and rules.claims.hasty_draw == "undone"
    drawn = deal.drawn > window.deal.drawn
    wins_on = _late_win(deal, window, rules, drawn=drawn, rushed_draw=rushed_draw)
    found: Options = {}
    turn = deal.phase.seat if isinstance(deal.phase, Acting) else None
    for seat in window.silent:
        if seat == turn:  # who has gone on to draw has let the tile pass
            continue
        acts = [
            act
            for act in offered.get(seat, ())
            if (isinstance(act, DeclareWin) and wins_on)
            or (
                isinstance(act, MeldClaim)
                and _late_meld(deal, act, rules, drawn=drawn, rushed_draw=rushed_draw)
            )
        ]
        if acts:
            found[seat] = tuple(acts)
    return found


def _beside_a_win(
    deal: DealState,
    over: Ended,
    window: ClaimWindow,
    offered: Mapping[Wind, tuple[Action, ...]],
    rules: Rules,
) -> Options:
    """Return who may still win on the tile on which another has won."""
    if not isinstance(over.ending, Wins) or over.during != window.deal.phase:
        return {}
    if not _late_win(deal, window, rules, drawn=False, rushed_draw=False):
        return {}
    return {seat: (WIN,) for seat in window.silent if WIN in offered.get(seat, ())}


def _late_win(
    deal: DealState, window: ClaimWindow, rules: Rules, *, drawn: bool, rushed_draw: bool
) -> bool:
    """Return whether a win may still be called; an act is also a kong of the own tiles."""
    how = rules.claims.win_window
    match how:
        case "until_discard":
            return True
        case "until_next_act":
            with_the_tile = 0 if drawn else 1
            own_kong = len(deal.kongs) > len(window.deal.kongs) + with_the_tile
            return not own_kong or rushed_draw
        case "until_draw":
            replaced = deal.replaced > window.deal.replaced
            return not replaced and (not drawn or rushed_draw)
        case "all_asked":
            return False
        case _:
            assert_never(how)


def _late_meld(
    deal: DealState, meld: MeldClaim, rules: Rules, *, drawn: bool, rushed_draw: bool
) -> bool:
    """Return whether a set may still be called: over a chow, or after a draw that was too fast."""
    window = rules.claims.meld_window
    if window == "all_asked" or not isinstance(deal.phase, Acting) or deal.phase.replacement:
        return False
    if drawn:
        return rushed_draw or isinstance(window, Seconds)
    over_chow = deal.phase.claimed is not None and deal.phase.claimed[0].kind == "chow"
    by_rank = rules.claims.meld_precedence == "by_rank"
    return over_chow and by_rank and not isinstance(meld, Chow)

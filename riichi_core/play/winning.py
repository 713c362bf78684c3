"""The facts of a win that a deal knows, for scoring."""

from __future__ import annotations

from riichi_core import hands
from riichi_core.hands import Hand, Riichi, Win
from riichi_core.hands.win import Circumstance
from riichi_core.play.state import Acting, DealState, Offered, PlayerState
from riichi_core.rules.rules import Rules
from riichi_core.scoring import Score, score
from riichi_core.tiles import TILES, Tile, Wind


def win_of(deal: DealState, seat: Wind, on: Acting | Offered) -> Win:
    """The win of a seat on the tile that it drew or that is offered.

    The deal must be at the moment of the win, or over by it; the hand must not be complete.
    """
    place = deal.players[seat]
    first, last = deal.first_turn(seat), deal.tiles_left == 0
    by: hands.Tsumo | hands.Ron
    if isinstance(on, Acting):
        assert on.tile is not None
        tile = on.tile
        by = hands.Tsumo(after_kong=on.replacement, last_tile=last, first_turn=first)
    else:
        tile = on.tile
        robbing = on.kong is not None
        by = hands.Ron(robbing, last_tile=last and not robbing, first_turn=first)
    riichi = None
    if place.riichi is not None:
        under = [deal.wall.under(number) for number in range(deal.turned)]
        riichi = Riichi(place.riichi.double, place.riichi.ippatsu, tuple(under[:1]),
                        tuple(under[1:]))  # fmt: skip
    shown = deal.indicators
    return Win(
        Hand(place.hand, place.sets),
        tile,
        by,
        seat,
        deal.prevailing,
        riichi,
        shown[:1],
        shown[1:],
        int(deal.counters),
        frozenset(_circumstances(deal, seat, on)),
    )


def _circumstances(deal: DealState, seat: Wind, on: Acting | Offered) -> list[Circumstance]:
    found: list[Circumstance] = []
    if isinstance(on, Acting):
        if on.replacement and on.kongs >= 2:
            found.append("after_two_kongs")
        if on.replacement and not deal.players[seat].discards and _only_own_kongs(deal, seat):
            found.append("first_turn_kong")
    elif on.kong is None:
        if on.riichi:
            found.append("riichi_discard")
        if on.kongs:
            found.append("kong_discard")
    if deal.dealer_wins == 7:
        found.append("eighth_dealer_win" if seat is Wind.EAST else "breaks_eighth_win")
    return found


def _only_own_kongs(deal: DealState, seat: Wind) -> bool:
    """Whether nothing was called but this seat's own kongs, so that it is its first turn."""
    claimed = any(one.claimed for place in deal.players for one in place.sets)
    return not claimed and set(deal.kongs) <= {seat}


def wins(deal: DealState, seat: Wind, on: Acting | Offered, rules: Rules) -> bool:
    """Whether a hand that a tile completes is worth a win, with whatever yaku are asked for."""
    return isinstance(score(win_of(deal, seat, on), rules), Score)


def has_yaku(win: Win, rules: Rules) -> bool:
    """Whether a win has a yaku, enough of them to win or not."""
    result = score(win, rules)
    return isinstance(result, Score) or result.reason == "minimum_yaku"


def bare_win(
    deal: DealState, place: PlayerState, seat: Wind, kind: int, *, drawn: bool
) -> Win | None:
    """A win of a hand on a tile at no special moment, whatever lies on the table or under it.

    None if the hand itself has all four of the tile.
    """
    if place.holds(kind) > 3:
        return None
    riichi = None if place.riichi is None else Riichi(place.riichi.double)
    by = hands.Tsumo() if drawn else hands.Ron()
    return Win(Hand(place.hand, place.sets), PLAIN[kind], by, seat, deal.prevailing, riichi,
               counters=int(deal.counters))  # fmt: skip


PLAIN = [TILES[str(Tile(kind))] for kind in range(34)]

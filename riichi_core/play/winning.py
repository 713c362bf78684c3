"""The facts of a deal for scoring and settling: its wins and its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Circumstance, Riichi, Ron, Tsumo, Win
from riichi_core.play.state import SEATS, Acting, DealState, Offered, PlayerState
from riichi_core.play.wall import break_point
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.consequence import FoundAt
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import Score, score
from riichi_core.settlement.ending import (
    AbortiveDraw,
    DealResult,
    DealtAgain,
    Ending,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.tiles import TILES, Tile, Wind


def win_of(deal: DealState, seat: Wind, on: Acting | Offered) -> Win:
    """Return the win of a seat on the tile that it drew or that is offered.

    The deal must be at the moment of the win, or over by it; the hand must not be complete.
    """
    place = deal.players[seat]
    first, last = deal.first_turn(seat), deal.tiles_left == 0
    by: Tsumo | Ron
    if isinstance(on, Acting):
        assert on.tile is not None
        tile = on.tile
        by = Tsumo(after_kong=on.replacement, last_tile=last, first_turn=first)
    else:
        tile = on.tile
        robbing = on.kong is not None
        by = Ron(robbing, last_tile=last and not robbing, first_turn=first)
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


def wins_of(deal: DealState, winners: Iterable[Wind], on: Acting | Offered) -> Wins:
    """Return the wins of some seats on the tile that one of them drew or that is offered."""
    wins = [win_of(deal, seat, on) for seat in winners]
    if isinstance(on, Acting):
        return Wins(wins)
    return Wins(wins, on.seat, void=bool(on.riichi))


def deal_result(
    deal: DealState, rules: Rules, setting: PlaySetting = "tournament"
) -> DealResult | None:
    """Return the facts by which a deal is settled; None for one that is dealt again as if new.

    A riichi that is noten, which is a fault and was not found, lies among the dead hands.

    Raises:
        ValueError: the deal is not over.
        DealError: facts that cannot be true together.
    """
    end, riichi = deal.ending, deal.riichi
    if end is None:
        raise ValueError("the deal is not over")
    if isinstance(end, DealtAgain):
        return None
    if isinstance(end, ExhaustiveDraw):
        dead = frozenset(seat for seat in SEATS if deal.players[seat].dead)
        noten = riichi - end.tenpai - deal.offenders
        end = replace(end, dead=dead if rules.fouls.noten_riichi == "valid" else dead | noten)
    if isinstance(end, Wins) and end.void and end.discarder is not None:
        riichi |= {end.discarder}
    return DealResult(
        end=end,
        prevailing=deal.prevailing,
        counters=deal.counters,
        bets=deal.earlier_bets,
        riichi=riichi,
        offenders=deal.offenders | _found(deal, end),
        setting=setting,
        penalties=deal.penalties,
        fines=deal.fines,
        wareme=None if deal.wall.dice is None else break_point(deal.wall.dice)[0],
    )


def _found(deal: DealState, end: Ending) -> frozenset[Wind]:
    """Return whose chombo is found by the end of the deal."""
    found: dict[FoundAt, frozenset[Wind]] = {
        "own_win": frozenset(end.winners if isinstance(end, Wins) else ()),
        "exhaustive_draw": frozenset(SEATS if isinstance(end, ExhaustiveDraw) else ()),
        "four_riichi": frozenset(SEATS if end == AbortiveDraw("four_riichi") else ()),
    }
    return frozenset(
        seat
        for seat, found_at in deal.pending_fouls
        if any(seat in found[when] for when in found_at)
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
    riichi = deal.players[seat].riichi
    if riichi is not None and riichi.open:
        found.append("open_riichi")
    if deal.dealer_wins == 7:
        found.append("eighth_dealer_win" if seat is Wind.EAST else "breaks_eighth_win")
    return found


def _only_own_kongs(deal: DealState, seat: Wind) -> bool:
    """Return whether nothing was called but this seat's own kongs, so that it is its first turn."""
    claimed = any(one.claimed for place in deal.players for one in place.sets)
    return not claimed and set(deal.kongs) <= {seat}


def wins(deal: DealState, seat: Wind, on: Acting | Offered, rules: Rules) -> bool:
    """Return whether a hand that a tile completes has the yaku that a win needs."""
    return isinstance(score(win_of(deal, seat, on), rules), Score)


def has_yaku(win: Win, rules: Rules) -> bool:
    """Return whether a win has a yaku, enough of them to win or not."""
    result = score(win, rules)
    return isinstance(result, Score) or result.reason == "minimum_yaku"


def bare_win(
    deal: DealState, place: PlayerState, seat: Wind, kind: int, *, drawn: bool
) -> Win | None:
    """Return a win of a hand on a tile at no special moment, without dora.

    None if the hand itself has all four of the tile.
    """
    if place.holds(kind) > 3:
        return None
    riichi = None if place.riichi is None else Riichi(place.riichi.double)
    shown: tuple[Circumstance, ...] = ("open_riichi",)
    return Win(
        Hand(place.hand, place.sets),
        PLAIN[kind],
        Tsumo() if drawn else Ron(),
        seat,
        deal.prevailing,
        riichi,
        counters=int(deal.counters),
        circumstances=shown if place.riichi is not None and place.riichi.open else (),
    )


PLAIN = [TILES[str(Tile(kind))] for kind in range(34)]

"""How a deal that is over ended, as the facts that it is settled by."""

from __future__ import annotations

from riichi_core.play.state import (
    SEATS,
    Acting,
    ByAbort,
    ByChombo,
    ByExhaustion,
    ByWin,
    DealState,
    Ended,
    Offered,
    Void,
)
from riichi_core.play.winning import win_of
from riichi_core.rules.chapters.consequence import FoundAt
from riichi_core.settlement import ending as settled
from riichi_core.settlement.ending import PlaySetting
from riichi_core.tiles import Wind


def outcome(deal: DealState, setting: PlaySetting = "tournament") -> settled.DealResult | None:
    """The facts by which a deal is settled; None for one that is dealt again as if it were new.

    Raises:
        ValueError: the deal is not over.
    """
    if not isinstance(deal.phase, Ended):
        raise ValueError("the deal is not over")
    match deal.phase.end:
        case ByWin() as end:
            how: settled.Ending = _won(deal, end)
        case ByExhaustion(tenpai=tenpai, nagashi=nagashi):
            dead = frozenset(seat for seat in SEATS if deal.players[seat].dead)
            unfound = deal.riichi - tenpai - deal.offenders  # a noten riichi that nobody judges now
            how = settled.ExhaustiveDraw(tenpai, nagashi, dead | unfound)
        case ByAbort(cause=cause):
            how = settled.AbortiveDraw(cause)
        case ByChombo():
            how = settled.ChomboEnding()
        case Void():
            return None
    return settled.DealResult(
        end=how,
        prevailing=deal.prevailing,
        counters=deal.counters,
        bets=deal.earlier_bets,
        riichi=deal.riichi | _declaring(deal.phase),
        offenders=deal.offenders | _found(deal, deal.phase),
        setting=setting,
        penalties=deal.penalties,
        fines=deal.fines,
    )


def _found(deal: DealState, over: Ended) -> frozenset[Wind]:
    """Whose chombo is found by the end of the deal."""
    winners = frozenset(over.end.winners) if isinstance(over.end, ByWin) else frozenset()
    found: dict[FoundAt, frozenset[Wind]] = {
        "own_win": winners,
        "exhaustive_draw": frozenset(SEATS if isinstance(over.end, ByExhaustion) else ()),
        "four_riichi": frozenset(SEATS if over.end == ByAbort("four_riichi") else ()),
    }
    return frozenset(
        seat
        for seat, found_at in deal.pending_fouls
        if any(seat in found[when] for when in found_at)
    )


def _won(deal: DealState, end: ByWin) -> settled.Wins:
    on = end.on
    wins = tuple(win_of(deal, seat, on) for seat in end.winners)
    if isinstance(on, Acting):
        return settled.Wins(wins)
    return settled.Wins(wins, on.seat, void=bool(_declaring(Ended(end))))


def _declaring(over: Ended) -> frozenset[Wind]:
    """Who declared riichi with the discard that was won on, which makes it lapse."""
    match over.end:
        case ByWin(on=Offered(seat=seat, riichi=True)):
            return frozenset({seat})
        case _:
            return frozenset()

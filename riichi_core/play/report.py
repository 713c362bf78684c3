"""Report fouls of a deal in play, each with its consequence under the ruleset.

Sources: EMA 2016, 3.4.6 to 3.4.8, 5.1 to 5.6; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from riichi_core.game.deal_fouls import exemption, points_lost
from riichi_core.game.fouls import after_last_discard, judge
from riichi_core.game.judgement import Judgement
from riichi_core.play import events as ev
from riichi_core.play.state import (
    Announcing,
    DealState,
    Ended,
    Offered,
    Resolved,
)
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import AbortiveDraw, ChomboEnding, ExhaustiveDraw, Wins
from riichi_core.tiles import Wind


def report_foul(
    deal: DealState,
    seat: Wind,
    foul: str,
    rules: Rules,
    setting: PlaySetting = "tournament",
    points: int | None = None,
) -> ev.Reported:
    """Return the event of a foul that a seat committed.

    Args:
        deal: where the deal stands; after its end a chombo can still be reported.
        seat: who committed it.
        foul: the name of its option, as `swap_call`.
        rules: the ruleset.
        setting: the setting whose price of a chombo is taken.
        points: what a referee took off, where that is left to a referee.

    Raises:
        RiichiError: there is no such foul.
        DealError: points where nothing is left to a referee, or not so many.
    """
    judged = judge(foul, rules, setting=setting)
    if _last_discard_made(deal):
        judged = after_last_discard(judged, rules)
    return reported(deal, seat, judged, points, rules)


def _last_discard_made(deal: DealState) -> bool:
    """Return whether the last discard of the deal was made, and nobody has won on it."""
    if deal.tiles_left:
        return False
    match deal.phase:
        case Offered(kong=None) | Resolved(offer=Offered(kong=None)):
            return True
        case Announcing() | Ended(ending=ExhaustiveDraw()):
            return True
        case _:
            return False


def reported(
    deal: DealState, seat: Wind, judged: Judgement, points: int | None, rules: Rules
) -> ev.Reported:
    """Return the event of a foul that was judged by itself, as the deal has it.

    A chombo is charged when the deal is settled.
    """
    lost = points_lost(judged, points, "points")
    ending = deal.ending
    exempt = exemption(
        judged,
        dead=deal.players[seat].dead,
        riichi_void=any(one.riichi_void for one in deal.reported if one.seat == seat),
        nagashi=isinstance(ending, ExhaustiveDraw) and bool(ending.nagashi),
        rules=rules,
    )
    if exempt is not None:
        return ev.Reported(seat, judged.foul, "not_judged")
    standing = deal.players[seat].riichi is not None
    offer = deal.phase
    declaring = isinstance(offer, Offered) and offer.seat == seat and bool(offer.riichi)
    lapses = (standing or declaring) and judged.riichi_lapses
    return ev.Reported(
        seat=seat,
        foul=judged.foul,
        comes_to=judged.effect,
        penalty=lost.penalty,
        fine=lost.fine,
        riichi_void=lapses,
        bet=rules.riichi.bet if lapses and standing else 0,
        found_at=() if _found(deal, seat, judged) else judged.found_at,
    )


def _found(deal: DealState, seat: Wind, judged: Judgement) -> bool:
    """Return whether it is judged now, and not later in the deal if at all."""
    if not judged.found_at:
        return True
    phase = deal.phase
    if isinstance(phase, Ended) and isinstance(phase.ending, ChomboEnding):
        phase = phase.during
    match phase:
        case Announcing() | Ended(ending=ExhaustiveDraw()):
            return "exhaustive_draw" in judged.found_at
        case Ended(ending=Wins(winners=winners)):
            return "own_win" in judged.found_at and seat in winners
        case Resolved() | Ended(ending=AbortiveDraw(cause="four_riichi")):
            return "four_riichi" in judged.found_at
        case _:
            return False

"""Report fouls of a deal in play, each with its consequence under the ruleset.

Sources: EMA 2016, 3.4.6 to 3.4.8, 5.1 to 5.6; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from dataclasses import replace

from riichi_core.game.fouls import OF_A_RIICHI, judge, points_lost
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
        KeyError: there is no such foul.
        DealError: points where nothing is left to a referee, or not so many.
    """
    judged = judge(foul, rules, setting=setting)
    event = reported(deal, seat, judged, points, rules.riichi.bet)
    if event.comes_to == "chombo" and _only_dead(deal, judged, rules):
        return replace(event, comes_to="dead_hand", riichi_void=False, bet=0)
    return event


def _only_dead(deal: DealState, judged: Judgement, rules: Rules) -> bool:
    """Return whether a chombo comes so late that it is a dead hand (EMA 2025, 3.4.6)."""
    if rules.chombo.after_last_discard == "chombo" or deal.tiles_left:
        return False
    if judged.found_at or judged.foul == "riichi_hand_not_shown":
        return False
    match deal.phase:
        case Offered(kong=None) | Resolved(offer=Offered(kong=None)):
            return True
        case Announcing() | Ended(ending=ExhaustiveDraw()):
            return True
        case _:
            return False


def reported(
    deal: DealState, seat: Wind, judged: Judgement, points: int | None, bet: int = 0
) -> ev.Reported:
    """Return the event of a foul that was judged; `bet` is what a riichi costs.

    A chombo is charged when the deal is settled.
    """
    lost = points_lost(judged, points, "points")
    standing = deal.players[seat].riichi is not None
    declaring = isinstance(deal.phase, Offered) and deal.phase.seat == seat and deal.phase.riichi
    lapses = (standing or declaring) and (
        (judged.void and judged.foul in OF_A_RIICHI)
        or (judged.dead_hand and judged.riichi_bet == "returned")
    )
    return ev.Reported(
        seat=seat,
        foul=judged.foul,
        comes_to=judged.effect,
        penalty=lost.penalty,
        fine=lost.fine,
        riichi_void=lapses,
        bet=bet if lapses and standing else 0,
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

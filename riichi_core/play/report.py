"""Fouls that a driver reports, each with what it comes to under the ruleset.

Sources: EMA 2016, 3.4.6 to 3.4.8, 5.1 to 5.6; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from riichi_core.game.committed import referee_points
from riichi_core.game.fouls import OF_A_RIICHI, judge
from riichi_core.game.judgement import Charge, ChomboOutcome, DeadHand, DealtAgain, Judgement, Void
from riichi_core.play import events as ev
from riichi_core.play.state import (
    Announcing,
    DealState,
    Ended,
    Offered,
    Resolved,
)
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    ExhaustiveDraw,
    PlaySetting,
    Wins,
)
from riichi_core.tiles import Wind


def report(
    deal: DealState,
    seat: Wind,
    foul: str,
    rules: Rules,
    setting: PlaySetting = "tournament",
    points: int | None = None,
) -> ev.Reported:
    """A foul that somebody committed, and what it comes to.

    Args:
        deal: where the deal stands; after its end a chombo can still be reported.
        seat: who committed it.
        foul: the name of its option, as `swap_call`.
        rules: the ruleset.
        setting: whether the price of a chombo is that of a tournament.
        points: what a referee took off, where he decides.

    Raises:
        KeyError: there is no such foul.
        WinError: points where nothing is left to a referee, or not so many.
    """
    return reported(deal, seat, judge(foul, rules, setting=setting), points, rules.riichi.bet)


def reported(
    deal: DealState, seat: Wind, judged: Judgement, points: int | None, bet: int = 0
) -> ev.Reported:
    """The event of a foul that was judged; `bet` is what a riichi costs.

    A chombo is charged when the deal is settled.
    """
    penalty, fine = referee_points(judged, points, "points"), 0
    match judged.penalty if not judged.chombo else None:
        case Charge(points=price, booked="after_uma"):
            penalty = price
        case Charge(points=price, booked="at_table"):
            fine = price
    standing = deal.players[seat].riichi is not None
    declaring = isinstance(deal.phase, Offered) and deal.phase.seat == seat and deal.phase.riichi
    lapses = (standing or declaring) and (
        (judged.void and judged.foul in OF_A_RIICHI)
        or (judged.dead_hand and judged.riichi_bet == "returned")
    )
    return ev.Reported(
        seat=seat,
        foul=judged.foul,
        comes_to=_comes_to(judged),
        penalty=penalty,
        fine=fine,
        riichi_void=lapses,
        bet=bet if lapses and standing else 0,
        found_at=() if _found(deal, seat, judged) else judged.found_at,
    )


def _found(deal: DealState, seat: Wind, judged: Judgement) -> bool:
    """Whether it is judged now, and not later in the deal if at all."""
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


def _comes_to(judged: Judgement) -> ev.ComesTo:
    match judged.outcome:
        case ChomboOutcome():
            return "chombo"
        case DeadHand(void=True):
            return "void_and_dead"
        case DeadHand():
            return "dead_hand"
        case Void():
            return "void"
        case DealtAgain():
            return "dealt_again"
        case _:
            return "nothing"

"""The facts of a deal for scoring and payments: its wins and its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from riichi_core.game.deal_fouls import leaves_a_win_unsettled
from riichi_core.game.fouls import JudgedAt
from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Circumstance, Riichi, Ron, Tsumo, Win
from riichi_core.play.events import Reported
from riichi_core.play.state import SEATS, Acting, DealState, Offered, PlayerState
from riichi_core.play.wall import DEALT, break_point
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score
from riichi_core.settlement.ending import (
    AbortiveDraw,
    Chombo,
    Ending,
    ExhaustiveDraw,
    FinishedDeal,
    Redeal,
    Wins,
)
from riichi_core.tiles import TILES, Tile, Wind


def actual_win(deal: DealState, seat: Wind, phase: Acting | Offered) -> Win:
    """Return the win of a seat on its drawn tile or on the offered tile.

    The deal must be at the moment of the win or ended by it, and the hand must not include the
    winning tile.
    """
    player = deal.players[seat]
    first_turn, last_tile = deal.first_turn(seat), deal.tiles_left == 0
    by: Tsumo | Ron
    if isinstance(phase, Acting):
        assert phase.tile is not None
        tile = phase.tile
        by = Tsumo(after_quad=phase.replacement, last_tile=last_tile, first_turn=first_turn)
    else:
        tile = phase.tile
        robbing = phase.quad is not None
        by = Ron(robbing, last_tile=last_tile and not robbing, first_turn=first_turn)
    riichi = None
    if player.riichi is not None:
        ura = [deal.wall.ura_indicator(number) for number in range(deal.turned)]
        riichi = Riichi(player.riichi.double, player.riichi.ippatsu, tuple(ura[:1]), tuple(ura[1:]))
    indicators = deal.indicators
    return Win(
        Hand(player.hand, player.sets),
        tile,
        by,
        seat,
        deal.round_wind,
        riichi,
        indicators[:1],
        indicators[1:],
        int(deal.counters),
        frozenset(_circumstances(deal, seat, phase)),
    )


def wins_of(deal: DealState, winners: Iterable[Wind], phase: Acting | Offered) -> Wins:
    """Return the wins of some seats on the drawn tile or on the offered tile."""
    wins = [actual_win(deal, seat, phase) for seat in winners]
    if isinstance(phase, Acting):
        return Wins(wins)
    return Wins(wins, phase.seat, void=bool(phase.riichi))


def finished_deal(
    deal: DealState, rules: Rules, setting: PlaySetting = "tournament"
) -> FinishedDeal | None:
    """Return the facts for the settlement of a deal; None if it is dealt again.

    Raises:
        ValueError: if the deal is not over.
        DealError: if the facts contradict each other.
    """
    end, riichi = deal.ending, deal.riichi
    if end is None:
        raise ValueError("the deal is not over")
    if isinstance(end, Redeal):
        return None
    found = _found_by_end(deal, end)
    if isinstance(end, ExhaustiveDraw):
        dead = {seat for seat in SEATS if deal.players[seat].dead}
        dead |= {report.seat for report in found if report.outcome == "dead_hand"}
        end = replace(end, dead=frozenset(dead), noten_riichi=riichi - end.tenpai)
    if isinstance(end, Wins):
        if end.void and end.discarder is not None:
            riichi |= {end.discarder}
        if any(
            leaves_a_win_unsettled(report.foul, report.outcome, rules) for report in deal.reported
        ):
            end = Chombo()
    return FinishedDeal(
        end=end,
        round_wind=deal.round_wind,
        counters=deal.counters,
        bets=deal.earlier_bets,
        riichi=riichi,
        offenders=deal.offenders
        | {
            report.seat
            for report in found
            if report.outcome == "chombo" or isinstance(end, Wins)  # a win with a dead hand
        },
        setting=setting,
        penalties=deal.penalties,
        foul_payments=deal.foul_payments,
        wareme=None if deal.wall.dice is None else break_point(deal.wall.dice)[0],
    )


def _found_by_end(deal: DealState, end: Ending) -> list[Reported]:
    """Return the reported fouls that are judged because the deal ended in this way."""
    seats_by_moment: dict[JudgedAt, Iterable[Wind]] = {
        "own_win": end.winners if isinstance(end, Wins) else (),
        "exhaustive_draw": SEATS if isinstance(end, ExhaustiveDraw) else (),
        "four_riichi": SEATS if end == AbortiveDraw("four_riichi") else (),
        "after_the_hand": (),  # it counts as soon as it is reported
    }
    return [
        report
        for report in deal.reported
        if any(report.seat in seats_by_moment[moment] for moment in report.found_at)
    ]


def _circumstances(deal: DealState, seat: Wind, phase: Acting | Offered) -> list[Circumstance]:
    circumstances: list[Circumstance] = []
    if isinstance(phase, Acting):
        if phase.replacement and phase.quads >= 2:
            circumstances.append("after_two_quads")
        if phase.replacement and _first_turn_quad(deal, seat):
            circumstances.append("first_turn_quad")
    elif phase.quad is None:
        if phase.riichi:
            circumstances.append("riichi_discard")
        if phase.quads:
            circumstances.append("quad_discard")
    riichi = deal.players[seat].riichi
    if riichi is not None and riichi.open:
        circumstances.append("open_riichi")
    if deal.dealer_wins == 7:
        circumstances.append("eighth_dealer_win" if seat is Wind.EAST else "breaks_eighth_win")
    return circumstances


def _first_turn_quad(deal: DealState, seat: Wind) -> bool:
    """Return whether only this seat's own quads interrupted the first set of turns."""
    if deal.players[seat].discards or deal.drawn >= DEALT + len(SEATS):
        return False
    claimed = any(meld.claimed for player in deal.players for meld in player.sets)
    return not claimed and set(deal.quads) <= {seat}


def has_winning_yaku(deal: DealState, seat: Wind, phase: Acting | Offered, rules: Rules) -> bool:
    """Return whether a hand that a tile completes has enough yaku for a win."""
    return isinstance(score(actual_win(deal, seat, phase), rules), Score)


def has_yaku(win: Win, rules: Rules) -> bool:
    """Return whether a win has any yaku, even if the minimum is higher."""
    result = score(win, rules)
    return isinstance(result, Score) or result.reason == "minimum_yaku"


def hypothetical_win(
    deal: DealState, player: PlayerState, seat: Wind, kind: int, *, drawn: bool
) -> Win | None:
    """Return a win at an ordinary moment without dora, used to find its yaku.

    None if the hand itself contains all four such tiles.
    """
    if player.holds(kind) > 3:
        return None
    riichi = None if player.riichi is None else Riichi(player.riichi.double)
    open_riichi: tuple[Circumstance, ...] = ("open_riichi",)
    return Win(
        Hand(player.hand, player.sets),
        PLAIN_TILES[kind],
        Tsumo() if drawn else Ron(),
        seat,
        deal.round_wind,
        riichi,
        counters=int(deal.counters),
        circumstances=open_riichi if player.riichi is not None and player.riichi.open else (),
    )


PLAIN_TILES = [TILES[str(Tile(kind))] for kind in range(34)]

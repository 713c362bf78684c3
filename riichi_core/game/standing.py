"""The standing between two deals: scores, who deals, counters and bets on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import DealResult
from riichi_core.settlement.ledger import Points, whole
from riichi_core.settlement.settle import Settlement
from riichi_core.tiles import Wind

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """A game between two deals. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        scores: the points of each player at the table.
        round: how many rounds are over.
        dealer: the player who is East.
        counters: counters on the table.
        bets: riichi bets on the table; a fraction of one where they were shared.
        penalties: points off the result of each player after uma.
        chips: the chips of each player, less those given.
        won: whether each player has won a deal.
    """

    scores: tuple[Points, ...]
    round: int = 0
    dealer: int = 0
    counters: int = 0
    bets: Points = 0
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    chips: tuple[int, ...] = (0, 0, 0, 0)
    won: tuple[bool, ...] = (False, False, False, False)

    @property
    def prevailing(self) -> Wind:
        """The wind of the round; after four rounds it is East again."""
        return Wind(self.round % 4)

    def player(self, seat: Wind) -> int:
        """Return who sits on a seat in this deal."""
        return (self.dealer + seat) % PLAYERS

    def seat(self, player: int) -> Wind:
        """Return where a player sits in this deal."""
        return Wind((player - self.dealer) % PLAYERS)


def first_standing(rules: Rules) -> Standing:
    """Return the standing before the first deal."""
    return Standing((rules.setup.starting_points,) * PLAYERS)


def after(standing: Standing, deal: DealResult, settlement: Settlement, rules: Rules) -> Standing:
    """Return the standing after a deal: points moved, and East stayed or passed the deal on.

    Sources: EMA 2016, 3.4.9 to 3.4.11, 3.5; WRCR 2015, 5.7, 5.8.
    """
    stakes = dict.fromkeys(deal.riichi, -rules.riichi.bet)
    moved = _add(standing.scores, standing, stakes, settlement.deltas)
    stood = replace(
        standing, scores=moved, bets=settlement.bets_left, counters=settlement.counters_next
    )
    stood = penalized(stood, settlement.penalties, settlement.fines)
    if settlement.winners:
        stood = _with_win(standing, stood, settlement, rules)
    return stood if settlement.dealer_stays else passed(stood)


def _with_win(
    standing: Standing, stood: Standing, settlement: Settlement, rules: Rules
) -> Standing:
    """Return the standing with the chips of a win, and who has won.

    Who falls below zero by it gives chips to the winner, of several to the nearest.
    """
    winners = [standing.player(seat) for seat in settlement.winners]
    chips = list(standing.chips)
    for seat, number in settlement.chips.items():
        chips[standing.player(seat)] += number
    if isinstance(rules.chips.awarded, ChipAwards):
        for player in range(PLAYERS):
            if stood.scores[player] < 0 <= standing.scores[player]:
                chips[player] -= rules.chips.awarded.bust
                chips[winners[0]] += rules.chips.awarded.bust
    won = tuple(before or player in winners for player, before in enumerate(standing.won))
    return replace(stood, chips=tuple(chips), won=won)


def penalized(
    standing: Standing, penalties: Mapping[Wind, int], fines: Mapping[Wind, int]
) -> Standing:
    """Return the standing with points off for fouls, off results and scores: numbers below zero."""
    marked = _add(standing.penalties, standing, penalties)
    return replace(
        standing,
        scores=_add(standing.scores, standing, fines),
        penalties=tuple(int(points) for points in marked),
    )


def passed(standing: Standing) -> Standing:
    """Return the standing with the next player as East, after the last one in the next round."""
    dealer = (standing.dealer + 1) % PLAYERS
    return replace(standing, dealer=dealer, round=standing.round + (dealer == 0))


def _add(
    points: tuple[Points, ...], standing: Standing, *changes: Mapping[Wind, Points]
) -> tuple[Points, ...]:
    found = list(points)
    for change in changes:
        for seat, value in change.items():
            found[standing.player(seat)] += value
    return tuple(whole(one) for one in found)

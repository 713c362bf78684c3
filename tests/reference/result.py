"""The result of a game: places, uma, oka, rounding, chips and leftover bets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from riichi_core.rules.chapters.chips import ChipAwards, Yakitori
from riichi_core.rules.chapters.end import RoundedDown
from riichi_core.rules.chapters.result import FloatingUma
from riichi_core.rules.rules import Rules

Points = Fraction | int
PLAYERS = range(4)


@dataclass(frozen=True)
class Result:
    """The parts of one player's result; the first East is the first."""

    score: Fraction
    bets: Fraction
    place: int
    uma: Fraction
    oka: Fraction
    penalty: int
    result: Fraction
    chips: int
    yakitori: int


def results(
    scores: Sequence[Points],
    bets: Points,
    penalties: Sequence[int],
    rules: Rules,
    *,
    owed: Sequence[Points],
    chips: Sequence[int],
    won: Sequence[bool],
) -> list[Result]:
    """Return the results of a game, from the points after its last deal."""
    collected = bets_left_over(scores, bets, owed, rules)
    final = [Fraction(scores[player]) + collected[player] for player in PLAYERS]
    uma, oka = _uma(final, rules), _oka(final, rules)
    yakitori = _yakitori(won, rules)
    awards = rules.chips.awarded
    worth = awards.worth if isinstance(awards, ChipAwards) else 0
    rounded = _rounded(final, uma, oka, rules)
    chips = [*chips]
    if isinstance(awards, ChipAwards):
        below = [p for p in PLAYERS if final[p] < rules.setup.starting_points]
        chips = [number - awards.below_start * (p in below) for p, number in enumerate(chips)]
        chips[_order(final)[0]] += awards.below_start * len(below)
    return [
        Result(
            score=final[player],
            bets=collected[player],
            place=1 + sum(other > final[player] for other in final)
            if rules.result.ties == "shared"
            else 1 + _order(final).index(player),
            uma=uma[player],
            oka=oka[player],
            penalty=penalties[player],
            chips=chips[player],
            yakitori=yakitori[player],
            result=rounded[player] + penalties[player] + chips[player] * worth + yakitori[player],
        )
        for player in PLAYERS
    ]


def _order(scores: Sequence[Fraction]) -> list[int]:
    """Return the players from first to last; of tied players the one nearer to East first."""
    return sorted(PLAYERS, key=lambda player: (-scores[player], player))


def _tied(scores: Sequence[Fraction]) -> list[list[int]]:
    """Return the groups of players who share places, the best first."""
    return [
        [player for player in PLAYERS if scores[player] == score]
        for score in sorted({*scores}, reverse=True)
    ]


def bets_left_over(
    scores: Sequence[Points], bets: Points, owed: Sequence[Points], rules: Rules
) -> list[Fraction]:
    """Return each player's part of the bets on the table."""
    how, bet = rules.end.bets_left, rules.riichi.bet
    points = Fraction(bets) * bet
    found = [Fraction(0)] * 4
    best = [player for player in PLAYERS if scores[player] == max(scores)]
    if how == "owners":
        return [Fraction(number * bet) for number in owed]
    if how == "winner_by_seat":
        found[best[0]] = points
    elif how == "winner" or isinstance(how, RoundedDown):
        share = points / len(best)
        if isinstance(how, RoundedDown) and len(best) > 1:
            unit = how.winner_rounded_down.unit
            share = Fraction(share // unit * unit)
        for player in best:
            found[player] = share
    return found


def _uma(scores: Sequence[Fraction], rules: Rules) -> list[Fraction]:
    uma = rules.result.uma
    if isinstance(uma, FloatingUma):
        above = sum(score >= uma.at_least for score in scores)
        uma = {1: uma.one, 2: uma.two, 3: uma.three}.get(above, uma.none_or_all)
    by_place = [Fraction(points) for points in uma]
    if rules.result.ties == "earlier_seat":
        order = _order(scores)
        return [by_place[order.index(player)] for player in PLAYERS]
    return _shared(scores, by_place)


def _shared(scores: Sequence[Fraction], by_place: Sequence[Fraction]) -> list[Fraction]:
    """Return each player's points if tied players share those of their places."""
    found, place = [Fraction(0)] * 4, 0
    for players in _tied(scores):
        share = sum(by_place[place : place + len(players)], Fraction(0)) / len(players)
        for player in players:
            found[player] = share
        place += len(players)
    return found


def _oka(scores: Sequence[Fraction], rules: Rules) -> list[Fraction]:
    how = rules.result.oka
    back = rules.result.return_points
    found = [Fraction(0)] * 4
    if how == "none" or back == "none":
        return found
    shared = how == "shared_first" and rules.result.ties == "shared"
    points = Fraction(4 * (back - rules.setup.starting_points))
    winners = _tied(scores)[0] if shared else _order(scores)[:1]
    for player in winners:
        found[player] = points / len(winners)
    return found


def _yakitori(won: Sequence[bool], rules: Rules) -> list[int]:
    how = rules.chips.yakitori
    if not isinstance(how, Yakitori):
        return [0] * 4
    winners, losers = sum(won), 4 - sum(won)
    points = how.to_each_winner
    return [points * losers if one else -points * winners for one in won]


# ---- rounding ------------------------------------------------------------------------------------


def _rounded(
    scores: Sequence[Fraction], uma: Sequence[Fraction], oka: Sequence[Fraction], rules: Rules
) -> list[Fraction]:
    """Return the points over the return points, uma and oka, rounded."""
    how, winner = rules.result.rounding, _order(scores)[0]
    back = 0 if rules.result.return_points == "none" else rules.result.return_points
    if rules.result.below_zero == "not_counted":
        unpaid = -sum((min(score, Fraction(0)) for score in scores), Fraction(0))
        scores = [max(scores[p], Fraction(0)) - (unpaid if p == winner else 0) for p in PLAYERS]
    exact = [scores[p] - back + uma[p] + oka[p] for p in PLAYERS]
    if how == "none":
        return exact
    if how == "score_five_up":
        found = [_to_thousands(scores[p], "five_up") - back + uma[p] + oka[p] for p in PLAYERS]
    elif how == "towards_zero":
        found = [1000 * int((scores[p] - back) / 1000) + uma[p] + oka[p] for p in PLAYERS]
    else:
        found = [_to_thousands(one, how) for one in exact]
    found[winner] += sum(exact) - sum(found)
    return found


def _to_thousands(points: Fraction, how: str) -> Fraction:
    if how == "down":
        return Fraction(points // 1000 * 1000)
    below, over = abs(points) // 1000 * 1000, abs(points) % 1000
    up = over > 500 or (over == 500 and how == "five_up")
    size = below + 1000 if up else below
    return Fraction(size if points > 0 else -size)

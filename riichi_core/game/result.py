"""The result of a game: bets left, places, uma, oka, and each player's result.

Sources: EMA 2016, 3.6, 3.6.1, 5.9; WRCR 2015, 5.9, 5.9.2, 8.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from riichi_core.rules.chapters.end import RoundedDown
from riichi_core.rules.chapters.result import FloatingUma, Rounding
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole

PLACES = range(4)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's result; all values are points, exact if they were shared.

    >>> PlayerResult(41_000, 0, 1, 15_000, 0, 0, 26_000).place
    1

    Attributes:
        score: the points at the table, including bets left over.
        bets: the part of the score that comes from bets left over.
        place: 1 to 4; tied players share the better place.
        uma: the points for the place.
        oka: the points that the winner receives.
        penalty: the points off the result, 0 or negative.
        result: the final result of the game.
        chips: the chips, negative if more were given.
        yakitori: the points from players who won no deal to those who did.
    """

    score: Points
    bets: Points
    place: int
    uma: Points
    oka: Points
    penalty: int
    result: Points
    chips: int = 0
    yakitori: int = 0


def final_results(
    scores: Sequence[Points], bets: Points, penalties: Sequence[int], rules: Rules,
    *, owed: Sequence[Points] = (0, 0, 0, 0), chips: Sequence[int] = (0, 0, 0, 0),
    won: Sequence[bool] = (True, True, True, True),
) -> tuple[PlayerResult, ...]:  # fmt: skip
    """Return the result of each player, the first East first.

    Args:
        scores: the points at the table after the last deal, the first East first.
        bets: bets left on the table.
        penalties: points off each result after uma.
        rules: the ruleset.
        owed: the number of each player's bets left, if they go back.
        chips: the chips of each player, less those given.
        won: whether each player has won a deal.
    """
    awards = rules.chips.awarded
    worth, below_start = (0, 0) if awards == "none" else (awards.worth, awards.below_start)
    yakitori = _yakitori(won, rules)
    stakes = _bets_left(scores, bets, owed, rules)
    ended = [Fraction(score) + stake for score, stake in zip(scores, stakes, strict=True)]
    groups = _places(ended, rules)
    below = [score < rules.setup.starting_points for score in ended]
    held = [number - below_start * is_below for number, is_below in zip(chips, below, strict=True)]
    held[min(groups[0][1])] += below_start * sum(below)
    uma = _uma(ended, groups, rules)
    oka = _oka(groups, rules)
    additions = [points + oka_points for points, oka_points in zip(uma, oka, strict=True)]
    rounded = _rounded(_counted(ended, groups, rules), additions, groups, rules)
    return tuple(
        PlayerResult(
            whole(ended[player]),
            whole(stakes[player]),
            next(place for place, group in groups if player in group) + 1,
            whole(uma[player]),
            whole(oka[player]),
            penalties[player],
            whole(rounded[player] + penalties[player] + held[player] * worth + yakitori[player]),
            held[player],
            yakitori[player],
        )
        for player in PLACES
    )


def place_alone(scores: Sequence[Points], player: int, rules: Rules) -> int:
    """Return a player's place, the worst one if tied players share their places."""
    own, shared = scores[player], rules.result.ties == "shared"
    return 1 + sum(
        points > own or (points == own and (shared or other < player))
        for other, points in enumerate(scores)
        if other != player
    )


def _bets_left(
    scores: Sequence[Points], bets: Points, owed: Sequence[Points], rules: Rules
) -> list[Fraction]:
    """Return the points of the bets left over, by the player who gets them."""
    points = Fraction(bets) * rules.riichi.bet
    winners = [player for player in PLACES if scores[player] == max(scores)]
    how = rules.end.bets_left
    match how:
        case "table":
            return [Fraction(0)] * 4
        case "owners":
            return [Fraction(number) * rules.riichi.bet for number in owed]
        case "winner_by_seat":
            return [points if player == winners[0] else Fraction(0) for player in PLACES]
        case "winner":
            share = points / len(winners)
        case RoundedDown(winner_rounded_down=rounded):
            share = points / len(winners)
            if len(winners) > 1:
                share = Fraction(share // rounded.unit * rounded.unit)
        case _:
            assert_never(how)
    return [share if player in winners else Fraction(0) for player in PLACES]


TiedPlayers = list[tuple[int, list[int]]]
"""For each occupied place, 0 to 3, the players who share it."""


def _places(scores: Sequence[Fraction], rules: Rules) -> TiedPlayers:
    order = sorted(PLACES, key=lambda player: -scores[player])  # ties: closer to East first
    if rules.result.ties == "earlier_seat":
        return [(place, [player]) for place, player in enumerate(order)]
    groups: TiedPlayers = []
    for place, player in enumerate(order):
        if groups and scores[groups[-1][1][0]] == scores[player]:
            groups[-1][1].append(player)
        else:
            groups.append((place, [player]))
    return groups


def _uma(scores: Sequence[Fraction], groups: TiedPlayers, rules: Rules) -> list[Fraction]:
    """Return the uma of each player; tied players share the uma of their places."""
    uma = rules.result.uma
    if isinstance(uma, FloatingUma):
        above = sum(score >= uma.at_least for score in scores)
        uma = {1: uma.one, 2: uma.two, 3: uma.three}.get(above, uma.none_or_all)
    shares = [Fraction(0)] * 4
    for place, players in groups:
        total = sum(uma[place : place + len(players)])
        for player in players:
            shares[player] = Fraction(total, len(players))
    return shares


def _oka(groups: TiedPlayers, rules: Rules) -> list[Fraction]:
    """Return the oka of each player: the return points less the starting points of all four."""
    missing = rules.oka_points
    winners = groups[0][1]
    if rules.result.oka == "none":
        return [Fraction(0)] * 4
    if rules.result.oka == "first":
        winners = [min(winners)]
    return [
        Fraction(missing, len(winners)) if player in winners else Fraction(0) for player in PLACES
    ]


def _counted(scores: list[Fraction], groups: TiedPlayers, rules: Rules) -> list[Fraction]:
    """Return the scores that count; if one below zero counts as zero, the winner gets less."""
    if rules.result.below_zero == "counted" or min(scores) >= 0:
        return scores
    counted = [max(score, Fraction(0)) for score in scores]
    counted[min(groups[0][1])] += sum(scores) - sum(counted)
    return counted


def _rounded(
    scores: Sequence[Fraction], additions: Sequence[Fraction], groups: TiedPlayers, rules: Rules
) -> list[Fraction]:
    """Return the rounded results of scores and additions; the winner takes the remainder.

    `additions` are uma and oka.
    """
    how, back = rules.result.rounding, rules.result.subtracted
    pairs = list(zip(scores, additions, strict=True))
    rounded = [rounded_result(how, score, back, added) for score, added in pairs]
    winner = min(groups[0][1])
    rounded[winner] += sum(score - back + added for score, added in pairs) - sum(rounded)
    return rounded


def rounded_result(how: Rounding, score: Fraction, back: int, added: Fraction) -> Fraction:
    """Return the result of a score with uma and oka, less the return points `back`."""
    exact = score - back + added
    match how:
        case "none":
            return exact
        case "five_down":
            return _nearest(exact, 499)
        case "five_up":
            return _nearest(exact, 500)
        case "down":
            return Fraction(exact // 1000 * 1000)
        case "score_five_up":
            return _nearest(score, 500) - back + added
        case "towards_zero":
            return _nearest(score - back, 0) + added
        case _:
            assert_never(how)


def _yakitori(won: Sequence[bool], rules: Rules) -> list[int]:
    """Return the points that winners of a deal get from the players who won none."""
    how, winners = rules.chips.yakitori, sum(won)
    if how == "none":
        return [0] * 4
    each = how.to_each_winner
    return [each * (len(won) - winners) if has_won else -each * winners for has_won in won]


def _nearest(points: Fraction, bias: int) -> Fraction:
    """Round points to a thousand: add the bias to their size, then cut towards zero.

    500 is rounded away from zero if `bias` is 500, and towards zero if it is 499.
    """
    size = Fraction((abs(points) + bias) // 1000 * 1000)
    return -size if points < 0 else size

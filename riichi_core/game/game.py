"""A game and its deals: the seats, the end, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from riichi_core.errors import RecordError
from riichi_core.game.deal_fouls import JudgedFoul
from riichi_core.game.fouls import FALSE_WIN_SHOWN
from riichi_core.game.result import PlayerResult, final_results, place_alone
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.chapters.chombo import DealByOffender
from riichi_core.rules.chapters.end import DealerStops, Extension, ScoreLimit
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole
from riichi_core.scoring.result import NoWin
from riichi_core.settlement.ending import ExhaustiveDraw, FinishedDeal, Wins
from riichi_core.settlement.settle import (
    Settlement,
    declared_score,
    pot_in_bets,
    settle,
    with_deal_after_chombo,
)
from riichi_core.tiles import Wind

# ---- between two deals ---------------------------------------------------------------------------


PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """A game between two deals. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        scores: the points of each player at the table.
        round: the number of rounds completed.
        dealer: the player who is East.
        counters: counters on the table.
        bets: riichi bets on the table; fractional if they were shared.
        penalties: each player's points off the result after uma.
        chips: each player's chips, less those given.
        won: whether each player has won a deal.
        winds: the number of rounds after which the round wind is East again.
    """

    scores: tuple[Points, ...]
    round: int = 0
    dealer: int = 0
    counters: int = 0
    bets: Points = 0
    penalties: tuple[int, ...] = (0, 0, 0, 0)
    chips: tuple[int, ...] = (0, 0, 0, 0)
    won: tuple[bool, ...] = (False, False, False, False)
    winds: int = 4

    @property
    def round_wind(self) -> Wind:
        """The wind of the round."""
        return Wind(self.round % self.winds)

    def player(self, seat: Wind) -> int:
        """Return the player who has a seat in this deal."""
        return (self.dealer + seat) % PLAYERS

    def seat(self, player: int) -> Wind:
        """Return the seat of a player in this deal."""
        return Wind((player - self.dealer) % PLAYERS)


def first_standing(rules: Rules) -> Standing:
    """Return the standing before the first deal."""
    return Standing((rules.setup.starting_points,) * PLAYERS, winds=rules.end.winds)


def standing_after(
    standing: Standing, deal: FinishedDeal, settlement: Settlement, rules: Rules
) -> Standing:
    """Return the standing after a deal: points moved, and East stayed or the dealer rotated.

    Sources: EMA 2016, 3.4.9 to 3.4.11, 3.5; WRCR 2015, 5.7, 5.8.
    """
    stakes = dict.fromkeys(deal.riichi, -rules.riichi.bet)
    scores = _add(standing.scores, standing, stakes, settlement.deltas)
    new = replace(
        standing, scores=scores, bets=settlement.bets_left, counters=settlement.counters_next
    )
    if settlement.winners:
        fouled = _add(standing.scores, standing, deal.foul_payments.by_seat)
        new = _with_win(replace(standing, scores=fouled), new, settlement, rules)
    new = with_penalties(new, settlement.penalties, settlement.table_penalties)
    return new if settlement.dealer_stays else with_next_dealer(new)


def _with_win(standing: Standing, new: Standing, settlement: Settlement, rules: Rules) -> Standing:
    """Return the standing with the chips of a win, and with the winners recorded.

    A player whom the win puts below zero gives chips to the winner, or to the nearest of several.
    """
    winners = [standing.player(seat) for seat in settlement.winners]
    chips = list(standing.chips)
    for seat, number in settlement.chips.items():
        chips[standing.player(seat)] += number
    if isinstance(rules.chips.awarded, ChipAwards):
        for player in range(PLAYERS):
            if new.scores[player] < 0 <= standing.scores[player]:
                chips[player] -= rules.chips.awarded.bust
                chips[winners[0]] += rules.chips.awarded.bust
    won = tuple(before or player in winners for player, before in enumerate(standing.won))
    return replace(new, chips=tuple(chips), won=won)


def with_penalties(
    standing: Standing, penalties: Mapping[Wind, int], table_penalties: Mapping[Wind, Points]
) -> Standing:
    """Return the standing after deductions off results and scores, as negative numbers."""
    penalties_now = _add(standing.penalties, standing, penalties)
    return replace(
        standing,
        scores=_add(standing.scores, standing, table_penalties),
        penalties=tuple(int(points) for points in penalties_now),
    )


def with_next_dealer(standing: Standing) -> Standing:
    """Return the standing with the next player as East, in the next round after the last player."""
    dealer = (standing.dealer + 1) % PLAYERS
    return replace(standing, dealer=dealer, round=standing.round + (dealer == 0))


def _add(
    points: tuple[Points, ...], standing: Standing, *changes: Mapping[Wind, Points]
) -> tuple[Points, ...]:
    totals = list(points)
    for change in changes:
        for seat, value in change.items():
            totals[standing.player(seat)] += value
    return tuple(whole(total) for total in totals)


# ---- the end of a game ---------------------------------------------------------------------------


GameEnd = Literal["rounds", "bust", "ceiling", "dealer_stops", "target", "time"]


def game_end(settled: SettledDeal, rules: Rules, *, stops: bool = False) -> GameEnd | None:
    """Return the reason why the game is over after a deal; None if it continues.

    `stops` says whether East chose to stop, if East may.
    """
    before, after = settled.before, settled.after
    if _bust(after, rules):
        return "bust"
    ceiling = rules.end.ceiling
    if ceiling != "never" and _is_met(ceiling, max(after.scores) - ceiling.points):
        return "ceiling"
    if settled.settlement.redeal:
        return None
    if rules.end.rounds == "one_hand":
        return "rounds"
    if after.round > before.round:
        return _at_the_end_of_a_round(after, rules)
    if before.round >= rules.end.whole_rounds and _target_reached(after, rules):
        extension = rules.end.extension
        assert isinstance(extension, Extension)
        if not (settled.settlement.dealer_stays and extension.if_east_stays == "continues"):
            return "target"
    if _dealer_stops(settled, rules, stops=stops):
        return "dealer_stops"
    return None


def _bust(after: Standing, rules: Rules) -> bool:
    match rules.end.bust:
        case "never":
            return False
        case "below_zero":
            return min(after.scores) < 0
        case "at_zero":
            return min(after.scores) <= 0
        case lowest:
            return _is_met(lowest, lowest.points - min(after.scores))


def _is_met(limit: ScoreLimit, beyond: Points) -> bool:
    """Return whether a score ends the game that is this many points beyond the limit."""
    return beyond > 0 or (beyond == 0 and limit.when == "reached")


def _at_the_end_of_a_round(after: Standing, rules: Rules) -> GameEnd | None:
    extension = rules.end.extension
    if after.round < rules.end.whole_rounds:
        return None
    if not isinstance(extension, Extension):
        return "rounds"
    if _target_reached(after, rules):
        return "target" if after.round > rules.end.whole_rounds else "rounds"
    return "rounds" if after.round >= rules.end.whole_rounds + extension.rounds else None


def _target_reached(after: Standing, rules: Rules) -> bool:
    extension = rules.end.extension
    return isinstance(extension, Extension) and max(after.scores) >= extension.target


def may_choose_to_stop(before: Standing, rules: Rules) -> bool:
    """Return whether East can ever be asked after a deal whether the game ends."""
    how = rules.end.dealer_stops
    return (
        isinstance(how, DealerStops) and how.how != "automatic" and _may_be_last_deal(before, rules)
    )


def _may_be_last_deal(before: Standing, rules: Rules) -> bool:
    """Return whether a deal may be the last one although East would deal again."""
    extension = rules.end.extension
    in_last_round = before.round == rules.end.whole_rounds - 1
    if rules.end.rounds == "one_hand" or (in_last_round and before.dealer == PLAYERS - 1):
        return True
    continues = isinstance(extension, Extension) and extension.if_east_stays == "continues"
    return continues and before.round >= rules.end.whole_rounds


def _dealer_stops(settled: SettledDeal, rules: Rules, *, stops: bool) -> bool:
    """Return whether an East who would deal again ends the game in the last deal."""
    how = rules.end.dealer_stops
    extension = rules.end.extension
    dealer, scores = settled.before.dealer, settled.after.scores
    if not isinstance(how, DealerStops) or not _may_be_last_deal(settled.before, rules):
        return False
    if not settled.settlement.dealer_stays:
        return False
    won = Wind.EAST in settled.settlement.winners
    end = settled.deal.end
    tenpai = isinstance(end, ExhaustiveDraw) and Wind.EAST in end.tenpai - end.dead
    if not ((won and "win" in how.after) or (tenpai and "tenpai" in how.after)):
        return False
    reached = not isinstance(extension, Extension) or scores[dealer] >= extension.target
    place = place_alone(scores, dealer, rules)
    must = how.how == "automatic" or (how.how == "automatic_if_leading" and place == 1)
    return place <= how.lowest_place and reached and (stops or must)


# ---- a time limit --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Signal:
    """The moment of the signal: during a deal, or between a deal and the next dice.

    Deals are counted from 1; after deal 0 means before the first dice. A deal is in play once the
    dice have been thrown.
    """

    deal: int
    in_play: bool


def left_to_play(
    signal: Signal | None, number: int, left: int | None, settlement: Settlement, rules: Rules
) -> int | None:
    """Return the number of deals left after deal `number`, from 1; None if there is no limit.

    `left` is that number before the deal. Once it is 0 it stays 0. Deals played beyond it under
    other rules do not count under these.
    """
    if signal is not None and signal.in_play and signal.deal == number:
        left = _after_signal(rules)
    if left is not None and left > 0:
        left -= 1
        left += settlement.redeal and (not settlement.spoilt or _dealt_again(left, rules))
    if signal is not None and not signal.in_play and signal.deal == number:
        left = before_dice(rules)
    return left


def _dealt_again(left: int, rules: Rules) -> bool:
    """Return whether a deal with a chombo after the signal does not count as one of those left."""
    how = rules.chombo.last_timed_deal
    match how:
        case "redeal":
            return True
        case "no_redeal":
            return left > 0
        case "counts_as_a_deal":
            return False
        case _:
            assert_never(how)


def _after_signal(rules: Rules) -> int | None:
    """Return how many deals may still be finished, including the current one; None if no limit."""
    how = rules.tournament.after_signal
    match how:
        case "current_deal":
            return 1
        case "current_and_one_more":
            return 2
        case "not_regulated":
            return None
        case _:
            assert_never(how)


def before_dice(rules: Rules) -> int | None:
    """Return how many deals may follow a signal between deals; None if there is no limit."""
    how = rules.tournament.signal_between_deals
    match how:
        case "none":
            return 0
        case "one_deal":
            return 1
        case "already_in_play":
            return _after_signal(rules)
        case "not_regulated":
            return None
        case _:
            assert_never(how)


# ---- a whole game --------------------------------------------------------------------------------


ReadDeal = Callable[[Standing, Rules], tuple[FinishedDeal, Sequence[JudgedFoul]]]
"""A function that reads a deal, and its judged fouls, at a standing.

Winds, counters and bets follow from the standing, and the effects of fouls from the rules.
"""


@dataclass(frozen=True, slots=True)
class SettledDeal:
    """A deal of a game, with its result.

    Attributes:
        before: the standing before it.
        deal: how the deal ended.
        settlement: the payments.
        after: the standing after it.
        ended_by: why the game is over after it; None if it continues.
        left: the number of deals left after it, if a time limit restricts them.
        fouls: its recorded fouls, judged.
    """

    before: Standing
    deal: FinishedDeal
    settlement: Settlement
    after: Standing
    ended_by: GameEnd | None = None
    left: int | None = None
    fouls: Sequence[JudgedFoul] = ()


def play_deal(
    before: Standing,
    deal: FinishedDeal,
    rules: Rules,
    *,
    number: int,
    stops: bool = False,
    signal: Signal | None = None,
    left: int | None = None,
) -> SettledDeal:
    """Work out the payments of a deal and update the game: one step of every game.

    Args:
        before: the standing before it.
        deal: how the deal ended.
        rules: the ruleset.
        number: the number of the deal in the game, from 1.
        stops: whether East chose to stop, if East may.
        signal: when the signal of a time limit sounded.
        left: the number of deals left before this one; None without a limit.

    Raises:
        DealError: if the ruleset does not have this end of a deal.
    """
    settlement = settle(deal, rules)
    spoilt_last = settlement.spoilt and _may_be_last_deal(before, rules)
    how = rules.chombo.next_deal
    if spoilt_last and isinstance(how, DealByOffender) and how.last_hand is not None:
        settlement = with_deal_after_chombo(settlement, before.counters, how.last_hand)
    after = standing_after(before, deal, settlement, rules)
    settled = SettledDeal(before, deal, settlement, after)
    over = game_end(settled, rules, stops=stops)
    left = left_to_play(signal, number, left, settlement, rules)
    return replace(settled, ended_by=over or ("time" if left == 0 else None), left=left)


@dataclass(frozen=True, slots=True)
class GameProblem:
    """An error in a deal, by its number from 0; the deals before it remain valid.

    `before` is the standing before it, which maps the seats in the message to players.
    """

    number: int
    field: str
    code: str
    message: str
    before: Standing


@dataclass(frozen=True, slots=True)
class Game:
    """A game under one ruleset.

    Attributes:
        played: its deals.
        finals: the result of each player, the first East first.
        ended_by: why it was over after the last deal; None if it is unfinished.
        diverged: the number of the first deal after which it would have gone differently, and how.
        problems: the problems of the deal after the last one, and the format errors of later ones;
            the game then has no result.
    """

    played: tuple[SettledDeal, ...]
    finals: tuple[PlayerResult, ...]
    ended_by: GameEnd | None
    diverged: tuple[int, Message] | None = None
    problems: tuple[GameProblem, ...] = ()

    @property
    def problem(self) -> GameProblem | None:
        """The first problem, if there is one."""
        return self.problems[0] if self.problems else None


def play_deals(
    deals: Iterable[ReadDeal],
    rules: Rules,
    stops: bool = False,
    signal: Signal | None = None,
    as_played: Game | None = None,
) -> Game:
    """Play a game from its deals, or replay it under other rules.

    Args:
        deals: the deals, each read from the standing before it.
        rules: the ruleset.
        stops: whether East chose to stop after the last deal.
        signal: when the signal of a time limit sounded; None if it did not.
        as_played: the game under its own rules, if `rules` are others; the players keep their seats
            from that game.
    """
    deals = list(deals)
    standing = first_standing(rules)
    played: list[SettledDeal] = []
    diverged: tuple[int, Message] | None = None
    left = before_dice(rules) if signal == Signal(0, in_play=False) else None
    ended: GameEnd | None = "time" if left == 0 else None
    problems: list[GameProblem] = []
    for number, read in enumerate(deals):
        if as_played is not None and as_played.problems and number == as_played.problems[0].number:
            problems = [*as_played.problems]
            break
        if as_played is not None and number < len(as_played.played):
            seats = as_played.played[number].before
            standing = replace(standing, dealer=seats.dealer, round=seats.round)
        if ended is not None:
            if as_played is None:
                message = Message(
                    "the game was over before this hand: {why}", why=Message(WHY[ended])
                )
                problems = [GameProblem(number, "", "game_over", message, standing)]
                break
            diverged = diverged or (number - 1, Message(OVER, why=Message(WHY[ended])))
        try:
            deal, fouls = read(standing, rules)
            settled = play_deal(
                standing,
                deal,
                rules,
                number=number + 1,
                stops=stops and number == len(deals) - 1,
                signal=signal,
                left=left,
            )
            settled = replace(settled, fouls=fouls)
            contradiction = _short_of_points(settled, rules)
            contradiction = contradiction or _undeclared_false_win(settled, rules)
            if contradiction is not None and as_played is None:
                raise contradiction
        except RecordError as error:
            misread = _misread(deals, number + 1, standing, rules)
            problems = [_problem(number, error, standing), *misread]
            break
        if contradiction is not None:
            diverged = diverged or (number - 1, WOULD_HAVE[contradiction.code])
        ended, left = ended or settled.ended_by, settled.left
        played.append(settled)
        if as_played is not None and number + 1 < len(as_played.played):
            diverged = diverged or _divergence(
                number, settled.after, as_played.played[number + 1].before
            )
        standing = settled.after
    return Game(
        tuple(played), player_results(standing, played, rules), ended, diverged, tuple(problems)
    )


def _problem(number: int, error: RecordError, before: Standing) -> GameProblem:
    return GameProblem(number, error.field, error.code, error.message, before)


def _misread(
    deals: list[ReadDeal], begin: int, standing: Standing, rules: Rules
) -> Iterator[GameProblem]:
    """Yield the format errors of later deals, whatever their standing will be."""
    for number, read in enumerate(deals[begin:], begin):
        try:
            read(standing, rules)
        except RecordError as error:
            yield _problem(number, error, standing)


def _short_of_points(settled: SettledDeal, rules: Rules) -> RecordError | None:
    """Return the error of a riichi without enough points for the bet, if they are required."""
    for seat in sorted(settled.deal.riichi):
        points = settled.before.scores[settled.before.player(seat)]
        if points < rules.riichi.least_points:
            message = Message(
                "{seat} has {points} points, and riichi needs {bet:,} here",
                seat=seat,
                points=points,
                bet=rules.riichi.least_points,
            )
            return RecordError("no_points", "riichi", message)
    return None


def _undeclared_false_win(settled: SettledDeal, rules: Rules) -> RecordError | None:
    """Return the error of a recorded win that does not win and is not recorded as a foul.

    A slip of the pen must not cost a chombo, so a false win has to be recorded as such.
    """
    end, offenders = (
        settled.deal.end,
        {foul.seat for foul in settled.fouls} | {*settled.deal.offenders},
    )
    refused = {seat for seat, _ in settled.settlement.refused} - offenders
    if not refused or not isinstance(end, Wins):
        return None
    for place, win in enumerate(end.wins):
        score = declared_score(win, settled.deal, end, rules) if win.seat in refused else None
        if isinstance(score, NoWin):
            message = Message(
                "{seat}'s hand does not win: {why} (if it was declared anyway, write fouls: "
                "[{{seat: {seat}, foul: {foul}}}])",
                seat=win.seat,
                why=score.message,
                foul=FALSE_WIN_SHOWN,
            )
            return RecordError("no_win", f"wins.{place}.hand", message)
    return None


WOULD_HAVE: dict[str, Message] = {
    "no_points": Message("a player would have lacked the points for riichi"),
    "no_win": Message("a declared win would not have counted"),
}
"""The course of a game under other rules, by the fact that they make impossible."""


OVER: Translatable = "it would have been over: {why}"

HAND_OVER: Translatable = "the hand is over"
"""The refusal of an action after the hand has ended."""

WHY: dict[GameEnd, Translatable] = {
    "rounds": "all rounds were played",
    "bust": "a player had too few points",
    "ceiling": "a player had enough points to end the game",
    "dealer_stops": "East stopped",
    "target": "the target was reached",
    "time": "the time was up",
}


def _divergence(number: int, after: Standing, next_before: Standing) -> tuple[int, Message] | None:
    """Return how the game would have continued after a deal; None if it is the same."""
    here, there = ((after.round, after.dealer), (next_before.round, next_before.dealer))
    if here == there:
        return None
    earlier = here < there
    return number, Message("East would have stayed" if earlier else "the dealer would have rotated")


def owed_bets(played: Iterable[SettledDeal], rules: Rules) -> list[Points]:
    """Return the number of bets on the table that each player made, the first East first.

    A bet is owed to the player who made it until somebody takes it or it is returned. Points that a
    foul cost into the pot count as well.
    """
    owed: list[Points] = [0, 0, 0, 0]
    for deal in played:
        moves = deal.settlement.transfers
        back = {move.taker for move in moves if move.giver == "table"}
        for seat in deal.deal.riichi - back:
            owed[deal.before.player(seat)] += 1
        for move in moves:
            if move.taker == "table" and move.giver != "table":
                owed[deal.before.player(move.giver)] += pot_in_bets(move.points, rules)
        if deal.after.bets <= 0 or deal.settlement.winners:
            owed = [0, 0, 0, 0]
    return owed


def player_results(
    standing: Standing, played: Iterable[SettledDeal], rules: Rules
) -> tuple[PlayerResult, ...]:
    """Return the result of each player, the first East first, if the game ended now."""
    return final_results(
        standing.scores,
        standing.bets,
        standing.penalties,
        rules,
        owed=owed_bets(played, rules),
        chips=standing.chips,
        won=standing.won,
    )

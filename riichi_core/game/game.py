"""A whole game from its deals, under the rules that it was played by or under others.

Seats and deals stay as they were played: under other rules only winners, points, counters, bets and
the end change, and the first place is named where the game would have gone on otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from riichi_core.errors import RecordError
from riichi_core.game.deal_fouls import JudgedDeal, JudgedFoul
from riichi_core.game.end import GameEnd, Signal, before_dice, game_end, left_to_play
from riichi_core.game.judgement import SHOWN_FALSE_WIN
from riichi_core.game.result import Final, final
from riichi_core.game.standing import Standing, after, first_standing
from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import NoWin
from riichi_core.settlement.ending import DealResult, Wins
from riichi_core.settlement.payments import worth
from riichi_core.settlement.settle import Settlement, settle

ReadDeal = Callable[[Standing, Rules], JudgedDeal]
"""Reads a deal where the game stands: winds, counters and bets follow from that, and what a foul
comes to from the rules."""


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of a game with what came of it.

    Attributes:
        before: where the game stood.
        deal: how the deal ended.
        settlement: the payments.
        after: where the game stands then.
        over: why the game is over after it; None if it goes on.
        left: how many deals may yet be played, where a time limit says.
        fouls: the fouls that were written down in it, judged.
    """

    before: Standing
    deal: DealResult
    settlement: Settlement
    after: Standing
    over: GameEnd | None = None
    left: int | None = None
    fouls: tuple[JudgedFoul, ...] = ()


def play_deal(
    before: Standing,
    deal: DealResult,
    rules: Rules,
    *,
    number: int,
    stops: bool = False,
    signal: Signal | None = None,
    left: int | None = None,
) -> PlayedDeal:
    """Settle a deal and carry the game on: one step of every game.

    Args:
        before: where the game stands.
        deal: how the deal ended.
        rules: the ruleset.
        number: which deal of the game it is, from 1.
        stops: whether East chose to stop, where a leading East may.
        signal: when the signal of a time limit sounded, if it did.
        left: how many deals could be played before this one, if that was limited.

    Raises:
        DealError: the ruleset has no such end of a deal.
    """
    settlement = settle(deal, rules)
    stands = after(before, deal, settlement, rules)
    over = game_end(before, deal, settlement, stands, rules, stops=stops)
    left = left_to_play(signal, number, left, settlement, rules)
    over = over or ("time" if left == 0 else None)
    return PlayedDeal(before, deal, settlement, stands, over, left)


@dataclass(frozen=True, slots=True)
class DealFault:
    """A mistake in a deal, by its number from 0; the deals before it stand.

    `before` is where the game stood, by which the seats of the message are players.
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
        over: why it was over after the last deal; None if it was broken off.
        diverged: the number of the first deal after which it would have gone on otherwise, and how.
        faults: what is wrong with the deal that follows the last one, and with the writing of
            those after it; the game has no result then.
    """

    played: tuple[PlayedDeal, ...]
    finals: tuple[Final, ...]
    over: GameEnd | None
    diverged: tuple[int, Message] | None = None
    faults: tuple[DealFault, ...] = ()

    @property
    def fault(self) -> DealFault | None:
        """The first fault, if there is one."""
        return self.faults[0] if self.faults else None


def play(
    deals: Iterable[ReadDeal], rules: Rules, stops: bool = False, signal: Signal | None = None
) -> Game:
    """Play a game from its deals, under the rules by which it was played.

    Args:
        deals: the deals, each read where the game stands.
        rules: the ruleset.
        stops: whether a leading East chose to stop after the last deal.
        signal: when the signal of a time limit sounded, if it did.
    """
    return _game(list(deals), rules, None, stops, signal)


def play_again(
    deals: Iterable[ReadDeal],
    rules: Rules,
    as_played: Game,
    stops: bool = False,
    signal: Signal | None = None,
) -> Game:
    """Replay a game under other rules, the seats as they were."""
    return _game(list(deals), rules, as_played, stops, signal)


def _game(
    deals: list[ReadDeal],
    rules: Rules,
    as_played: Game | None,
    stops: bool,
    signal: Signal | None,
) -> Game:
    standing = first_standing(rules)
    played: list[PlayedDeal] = []
    diverged: tuple[int, Message] | None = None
    left = before_dice(rules) if signal == Signal(0, in_play=False) else None
    ended: GameEnd | None = "time" if left == 0 else None
    faults: list[DealFault] = []
    for number, read in enumerate(deals):
        if as_played is not None and as_played.faults and number == as_played.faults[0].number:
            faults = [*as_played.faults]
            break
        if as_played is not None and number < len(as_played.played):
            seats = as_played.played[number].before
            standing = replace(standing, dealer=seats.dealer, round=seats.round)
        if ended is not None:
            if as_played is None:
                message = Message(
                    "the game was over before this deal: {why}", why=Message(WHY[ended])
                )
                faults = [DealFault(number, "", "game_over", message, standing)]
                break
            diverged = diverged or (number - 1, Message(OVER, why=Message(WHY[ended])))
        try:
            judged = read(standing, rules)
            one = play_deal(
                standing,
                judged.result,
                rules,
                number=number + 1,
                stops=stops and number == len(deals) - 1,
                signal=signal,
                left=left,
            )
            one = replace(one, fouls=judged.fouls)
        except RecordError as error:
            faults = [
                _fault(number, error, standing),
                *_misread(deals, number + 1, standing, rules),
            ]
            break
        if problem := _contradiction(one, rules):
            if as_played is None:
                misread = _misread(deals, number + 1, standing, rules)
                faults = [_fault(number, problem, standing), *misread]
                break
            diverged = diverged or (number - 1, WOULD_HAVE[problem.code])
        ended, left = ended or one.over, one.left
        played.append(one)
        if as_played is not None and number + 1 < len(as_played.played):
            diverged = diverged or _divergence(
                number, one.after, as_played.played[number + 1].before
            )
        standing = one.after
    return Game(tuple(played), finals(standing, played, rules), ended, diverged, tuple(faults))


def _fault(number: int, error: RecordError, before: Standing) -> DealFault:
    return DealFault(number, error.field, error.code, error.message, before)


def _misread(
    deals: list[ReadDeal], begin: int, standing: Standing, rules: Rules
) -> Iterator[DealFault]:
    """Yield what is wrong with the writing of later deals, wherever the game stands by then."""
    for number, read in enumerate(deals[begin:], begin):
        try:
            read(standing, rules)
        except RecordError as error:
            yield _fault(number, error, standing)


def _contradiction(one: PlayedDeal, rules: Rules) -> RecordError | None:
    """Return what cannot have been in a deal that was played by these rules."""
    return _short_of_points(one.before, one.deal, rules) or _undeclared_fault(one, rules)


def _short_of_points(standing: Standing, deal: DealResult, rules: Rules) -> RecordError | None:
    """Return who declared riichi without the points for the bet, where they are needed."""
    for seat in sorted(deal.riichi) if rules.riichi.needs_points else ():
        points = standing.scores[standing.player(seat)]
        if points < rules.riichi.bet:
            message = Message(
                "{seat} has {points} points, and riichi needs {bet:,} here",
                seat=seat,
                points=points,
                bet=rules.riichi.bet,
            )
            return RecordError("no_points", "riichi", message)
    return None


def _undeclared_fault(one: PlayedDeal, rules: Rules) -> RecordError | None:
    """Return whose written win is none, unless the record says that it was a fault.

    A slip of the pen must not cost a chombo, so a false win has to be written down as one.
    """
    end, known = one.deal.end, {foul.seat for foul in one.fouls} | {*one.deal.offenders}
    refused = {seat for seat, _ in one.settlement.refused} - known
    if not refused or not isinstance(end, Wins):
        return None
    for place, win in enumerate(end.wins):
        found = worth(win, one.deal, end, rules) if win.seat in refused else None
        if isinstance(found, NoWin):
            message = Message(
                "the hand of {seat} does not win: {why} (if it was declared all the same, write "
                "fouls: [{{seat: {seat}, foul: {foul}}}])",
                seat=win.seat,
                why=found.message,
                foul=SHOWN_FALSE_WIN,
            )
            return RecordError("no_win", f"wins.{place}.hand", message)
    return None


WOULD_HAVE: dict[str, Message] = {
    "no_points": Message("a riichi would have lacked its points"),
    "no_win": Message("a declared win would have been none"),
}
"""The course of a game under other rules, by what could not have been under them."""


OVER: Text = "it would have been over: {why}"

WHY: dict[GameEnd, Text] = {
    "rounds": "all rounds were played",
    "bust": "a player had too few points",
    "leader_stops": "East led and stopped",
    "target": "the target was reached",
    "time": "the time was up",
}


def _divergence(number: int, then: Standing, next_one: Standing) -> tuple[int, Message] | None:
    """Return how the game would have gone on after a deal; None if as it did."""
    here, there = (then.round, then.dealer), (next_one.round, next_one.dealer)
    if here == there:
        return None
    earlier = here < there
    return number, Message(
        "East would have dealt again" if earlier else "the deal would have passed"
    )


def owed_bets(played: Iterable[PlayedDeal]) -> list[int]:
    """Return how many of the bets on the table each player made, the first East first.

    A bet is owed to who made it as long as nobody took it.
    """
    owed = [0, 0, 0, 0]
    for one in played:
        if one.after.bets <= 0 or one.settlement.winners:
            owed = [0, 0, 0, 0]
        if one.after.bets > one.before.bets:
            for seat in one.deal.standing_riichi:
                owed[one.before.player(seat)] += 1
    return owed


def finals(standing: Standing, played: Iterable[PlayedDeal], rules: Rules) -> tuple[Final, ...]:
    """Return the result of each player, the first East first, if the game ended now."""
    return final(
        standing.scores,
        standing.bets,
        standing.penalties,
        rules,
        owed=owed_bets(played),
        chips=standing.chips,
        won=standing.won,
    )

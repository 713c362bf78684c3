"""A game of bots, and what becomes of one that a player ends."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from riichi_bots.asking import AskSeat, ask_player, responses, sit_down
from riichi_bots.player import (
    AbsentPlayerError,
    KnownRules,
    Player,
    PlayerError,
    RuledPlayer,
    SeatedPlayer,
)
from riichi_core.game.game import GameEnd
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.decide import IllegalActionError
from riichi_core.play.game_state import GameState
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, Wins

Played = TypeVar("Played")

MOST_FAILED = 3
"""So many games that failed end a run, unless more were played."""


class FailedGame(NamedTuple):
    """A game that a player ended, by an error or by what is not legal.

    Attributes:
        number: which game.
        problem: what happened, with the number of the game, for people.
    """

    number: int
    problem: str

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {"game": self.number, "problem": self.problem}


def game_or_failure(number: int, play: Callable[[], Played]) -> Played | FailedGame:
    """Play a game; return it, or the failure by which a player ended it.

    Args:
        number: which game.
        play: plays it.

    Raises:
        AbsentPlayerError: a player is not there at all.
    """
    try:
        return play()
    except AbsentPlayerError:
        raise
    except (PlayerError, IllegalActionError) as error:
        text = Message("game {number}: {problem}", number=number, problem=error.message)
        return FailedGame(number, text)


def completed_games(
    games: Generator[Played | FailedGame, None, None],
    failed: list[FailedGame] | None,
    played: int = 0,
) -> Generator[Played, None, None]:
    """Yield the games that were played to their end, and close what plays them.

    Args:
        games: those, and such as failed.
        failed: takes those that failed, beside what it has; None: the first ends the run.
        played: how many were played before.

    Raises:
        PlayerError: no more were played than failed, of three or of all; says what the first did.
    """
    new_failures: list[FailedGame] = []
    with closing(games):
        for game in games:
            if not isinstance(game, FailedGame):
                played += 1
                yield game
                continue
            if failed is None:
                raise PlayerError(game.problem)
            new_failures.append(game)
            failed.append(game)
            if len(new_failures) >= MOST_FAILED and played <= len(new_failures):
                raise PlayerError(new_failures[0].problem)
    if new_failures and not played:
        raise PlayerError(new_failures[0].problem)


MOST_DEALS = 1_000
"""No game is longer: where East may stay for ever, only chance ends it."""


def play_game(table: Table, players: Sequence[Player]) -> None:
    """Play the game at a table to its end; a leading East who may stop does.

    >>> from riichi_bots import RandomPlayer
    >>> from riichi_core.seeded import SeededRandom
    >>> table = Table("ema-2025", seed=7)
    >>> play_game(table, [RandomPlayer(SeededRandom(seat)) for seat in range(4)])
    >>> table.over
    True

    Args:
        table: the table, at any moment of a game.
        players: four, the first East first.

    Raises:
        IllegalActionError: a player did what was not legal.
        PlayerError: a player raised an error.
    """
    seated = [player for player in players if isinstance(player, SeatedPlayer)]
    tell_rules(players, table.rules)
    try:
        for number, player in enumerate(players):
            if isinstance(player, SeatedPlayer):
                sit_down(player, table, number)
        _play(table, players)
    finally:
        for player in seated:
            player.leave()


def tell_rules(players: Iterable[Player], rules: Rules) -> None:
    """Tell the rules of the game to the players who go by them."""
    house = KnownRules.of(rules)
    for player in players:
        if isinstance(player, RuledPlayer):
            player.enter(house)


def _play(table: Table, players: Sequence[Player]) -> None:
    while (game := table.game).over is None and len(game.played) < MOST_DEALS:
        deal = game.deal
        if deal is None:
            table.start()
        elif not deal.over:
            table.push(*responses(deal, table.legal_actions(), _ask_players(game, deal, players)))
        elif table.may_stop:
            table.settle(stop=True)
        else:
            table.next_deal()


def _ask_players(game: GameState, deal: DealState, players: Sequence[Player]) -> AskSeat:
    dealer = game.standing.dealer
    return lambda seat, actions: ask_player(players[(dealer + seat) % 4], deal, seat, actions)


# ---- counts of a game ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The counts of a game; those of players have the first East first.

    Attributes:
        number: the number of the game.
        deals: the number of deals.
        over: why the game ended; None if it was broken off after `MOST_DEALS`.
        scores: the points at the table.
        results: the points with uma.
        places: 1 to 4.
        drawn: the deals that each player won by self-draw.
        claimed: the deals that each player won on a discard.
        riichi: the riichi of each player that stood.
        dealt_in: the deals that each player dealt in to.
        won: the points that all winners of deals received.
        exhausted: the exhaustive draws.
        aborted: the abortive draws.
        discards: the number of discards.
    """

    number: int
    deals: int
    over: GameEnd | None
    scores: tuple[Points, ...]
    results: tuple[Points, ...]
    places: tuple[int, ...]
    drawn: tuple[int, ...] = (0, 0, 0, 0)
    claimed: tuple[int, ...] = (0, 0, 0, 0)
    riichi: tuple[int, ...] = (0, 0, 0, 0)
    dealt_in: tuple[int, ...] = (0, 0, 0, 0)
    won: Points = 0
    exhausted: int = 0
    aborted: int = 0
    discards: int = 0


def count_game(number: int, table: Table) -> PlayedGame:
    """Return the counts of the game at a table, which is over."""
    deals, finals = table.game.played, table.finals
    drawn, claimed, riichi, dealt_in = [0] * 4, [0] * 4, [0] * 4, [0] * 4
    won: Points = 0
    for played in deals:
        player, end = played.before.player, played.deal.end
        discarder = end.discarder if isinstance(end, Wins) else None
        for seat in played.deal.riichi:
            riichi[player(seat)] += 1
        if discarder is not None:
            dealt_in[player(discarder)] += 1
        for seat in played.settlement.winners:
            wins = drawn if isinstance(end, Wins) and discarder is None else claimed
            wins[player(seat)] += 1
            won = whole(won + played.settlement.deltas[seat])
    ends = [played.deal.end for played in deals]
    return PlayedGame(
        number=number,
        deals=len(deals),
        over=table.game.over,
        scores=tuple(final.score for final in finals),
        results=tuple(final.result for final in finals),
        places=tuple(final.place for final in finals),
        drawn=tuple(drawn),
        claimed=tuple(claimed),
        riichi=tuple(riichi),
        dealt_in=tuple(dealt_in),
        won=won,
        exhausted=sum(isinstance(end, ExhaustiveDraw) for end in ends),
        aborted=sum(isinstance(end, AbortiveDraw) for end in ends),
        discards=sum(isinstance(event, ev.Discarded) for event in table.events),
    )

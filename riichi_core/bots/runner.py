"""Games between bots, including those that a player's error ends."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from riichi_core.bots.asking import responses, sit_down, tell_rules
from riichi_core.bots.player import AbsentPlayerError, Player, PlayerError, SeatedPlayer
from riichi_core.game.game import GameEnd
from riichi_core.messages import Message, quote_argument
from riichi_core.play import events as ev
from riichi_core.play.decide import IllegalActionError
from riichi_core.play.legal import legal_actions
from riichi_core.play.table import Table
from riichi_core.scoring.points import Points, whole
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, Wins

Played = TypeVar("Played")

MOST_FAILED = 3
"""A run ends after this many failed games, unless it has played more than have failed."""


class FailedGame(NamedTuple):
    """A game that ended because of a player's error or illegal action.

    Attributes:
        number: the number of the game.
        problem: a readable description, with the number of the game.
    """

    number: int
    problem: str

    def as_json(self) -> dict[str, Any]:
        """Return the failure as JSON data."""
        return {"game": self.number, "problem": self.problem}


def game_or_failure(number: int, play: Callable[[], Played]) -> Played | FailedGame:
    """Play a game with its number; return it, or the failure that ended it.

    Raises:
        AbsentPlayerError: if a player's program cannot be started.
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
    """Yield the games that were played to the end, then close their generator.

    Args:
        games: completed and failed games.
        failed: the list to which failed games are added; None if the first failure ends the run.
        played: the number of games played before.

    Raises:
        PlayerError: if too many games failed: with `failed`, at least three and at least half of
            the games, or all of them; without it, any game. The message is that of the first
            failure.
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
"""The maximum length of a game: if East may stay without end, only chance would end it."""


def play_game(table: Table, players: Sequence[Player]) -> None:
    """Play the game at a table to its end; East stops when in the lead, if that is allowed.

    >>> from riichi_core.bots import RandomPlayer
    >>> from riichi_core.seeded import SeededRandom
    >>> table = Table("ema-2025", seed=7)
    >>> play_game(table, [RandomPlayer(SeededRandom(seat)) for seat in range(4)])
    >>> table.over
    True

    Args:
        table: the table, at any moment of a game.
        players: four, the first East first.

    Raises:
        IllegalActionError: if a player's action is illegal.
        PlayerError: if `players` are not four players, or if one of them raises an error.
    """
    if not isinstance(players, Sequence):
        raise PlayerError(
            Message("expected four players, not {value}", value=quote_argument(players))
        )
    if len(players) != 4:
        raise PlayerError(Message("{n} players: a game has four", n=len(players)))
    for player in players:
        _check_player(player)
    seated = [
        (number, player)
        for number, player in enumerate(players)
        if isinstance(player, SeatedPlayer)
    ]
    tell_rules(players, table.rules)
    try:
        for number, player in seated:
            sit_down(player, table, number)
        _play(table, players)
    finally:
        for _, player in seated:
            player.leave()


def _check_player(player: object) -> None:
    if isinstance(player, type):
        raise PlayerError(
            Message("expected a player, not the class {name}; write {name}()", name=player.__name__)
        )
    if not callable(getattr(player, "choose", None)):
        raise PlayerError(
            Message("expected a player with a method choose, not {value}",
                    value=quote_argument(player))
        )  # fmt: skip


def _play(table: Table, players: Sequence[Player]) -> None:
    while (game := table.game).ended_by is None and len(game.played) < MOST_DEALS:
        dealer = game.standing.dealer
        seated = (*players[dealer:], *players[:dealer])
        while (deal := table.game.deal) is not None and not deal.over:
            table.push(*responses(deal, legal_actions(deal, table.rules), seated))
        if deal is None:
            table.start()
        elif table.may_stop:
            table.settle(stop=True)
        else:
            table.next_deal()


# ---- counts of a game ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The counts of a game; counts of players start with the first East.

    Attributes:
        number: the number of the game.
        deals: the number of deals.
        ended_by: why the game ended; None if it was broken off after `MOST_DEALS`.
        scores: the points at the table.
        results: the points with uma.
        places: 1 to 4.
        won_self_draw: the deals that each player won by self-draw.
        won_discard: the deals that each player won on a discard.
        riichi: each player's valid riichi declarations.
        dealt_in: the deals in which each player dealt in.
        won: the points that the winners of all deals received.
        exhausted: the exhaustive draws.
        aborted: the abortive draws.
        discards: the number of discards.
    """

    number: int
    deals: int
    ended_by: GameEnd | None
    scores: tuple[Points, ...]
    results: tuple[Points, ...]
    places: tuple[int, ...]
    won_self_draw: tuple[int, ...] = (0, 0, 0, 0)
    won_discard: tuple[int, ...] = (0, 0, 0, 0)
    riichi: tuple[int, ...] = (0, 0, 0, 0)
    dealt_in: tuple[int, ...] = (0, 0, 0, 0)
    won: Points = 0
    exhausted: int = 0
    aborted: int = 0
    discards: int = 0


def count_game(number: int, table: Table) -> PlayedGame:
    """Return the counts of the finished game at a table."""
    deals, finals = table.game.played, table.finals
    won_self_draw, won_discard, riichi, dealt_in = [0] * 4, [0] * 4, [0] * 4, [0] * 4
    won: Points = 0
    for played in deals:
        player, end = played.before.player, played.deal.end
        discarder = end.discarder if isinstance(end, Wins) else None
        for seat in played.deal.riichi:
            riichi[player(seat)] += 1
        if discarder is not None:
            dealt_in[player(discarder)] += 1
        for seat in played.settlement.winners:
            wins = won_self_draw if isinstance(end, Wins) and discarder is None else won_discard
            wins[player(seat)] += 1
            won = whole(won + played.settlement.deltas[seat])
    ends = [played.deal.end for played in deals]
    return PlayedGame(
        number=number,
        deals=len(deals),
        ended_by=table.game.ended_by,
        scores=tuple(final.score for final in finals),
        results=tuple(final.result for final in finals),
        places=tuple(final.place for final in finals),
        won_self_draw=tuple(won_self_draw),
        won_discard=tuple(won_discard),
        riichi=tuple(riichi),
        dealt_in=tuple(dealt_in),
        won=won,
        exhausted=sum(isinstance(end, ExhaustiveDraw) for end in ends),
        aborted=sum(isinstance(end, AbortiveDraw) for end in ends),
        discards=sum(isinstance(event, ev.Discarded) for event in table.events),
    )

"""Many games between bots, and their statistics."""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from riichi_core.bots.by_name import check_players, player_named
from riichi_core.bots.player import PlayerMaker
from riichi_core.bots.runner import (
    FailedGame,
    PlayedGame,
    completed_games,
    count_game,
    game_or_failure,
    play_game,
)
from riichi_core.play.table import Table
from riichi_core.records.log import LogHeader, log_appender, write_header
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom
from riichi_core.workers import workers

MOST_GAMES = 1_000_000
LONGEST_NAME = 60
"""The maximum length of a player's name in a log, in characters; a command can be longer."""

AHEAD = 4
"""The number of games that wait for each process."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The plan of a simulation.

    Attributes:
        ruleset: the id or path of a ruleset, or a loaded one.
        games: the number of games.
        seed: the seed of all walls and choices.
        players: four names or makers of players, the first East first.
        logs: a folder for the logs of the games; None for no logs.
    """

    ruleset: str | Ruleset
    games: int
    seed: int = 0
    players: tuple[str | PlayerMaker, ...] = ("sensible",) * 4
    logs: Path | None = None

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be simulated."""
        check_players(self.players)
        if not 0 < self.games <= MOST_GAMES:
            raise ValueError(f"{self.games:,} games: expected 1 to {MOST_GAMES:,}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(map(str, self.players))

    @property
    def ruleset_name(self) -> str:
        """The id or path of the ruleset, as it was given."""
        return self.ruleset if isinstance(self.ruleset, str) else self.ruleset.id


def log_name(number: int) -> str:
    """Return the name of a game's log file; games are counted from 1."""
    return f"game-{number:06}.jsonl"


def one_game(plan: SimulationPlan, ruleset: Ruleset, number: int) -> PlayedGame:
    """Return the game with this number, from 1, independently of the others.

    Raises:
        PlayerError: if a player raises an error.
        IllegalActionError: if a player's action is illegal.
        OSError: if the log already exists or cannot be written.
    """
    chance = SeededRandom(plan.seed).fork(number)
    seed = chance.number() >> 1  # below 2 ** 63, for JSON and for readers
    players = [
        player_named(maker, chance.fork(seat)) if isinstance(maker, str) else maker.make()
        for seat, maker in enumerate(plan.players)
    ]
    if plan.logs is None:
        table = Table(ruleset, seed=seed)
        play_game(table, players)
        return count_game(number, table)
    path = plan.logs / log_name(number)
    log_names = tuple(f"{name:.{LONGEST_NAME}} {seat}" for seat, name in enumerate(plan.names, 1))
    # Made before the file is opened, so that no error leaves an empty file.
    header = write_header(LogHeader.of(ruleset, log_names, seed))
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(header)
            stream.flush()  # A process that is killed from here on leaves a log.
            table = Table(ruleset, seed=seed, listener=log_appender(stream))
            play_game(table, players)
    except OSError as error:
        error.filename = str(path)
        raise
    return count_game(number, table)


def simulate(
    plan: SimulationPlan, processes: int = 1, failed: list[FailedGame] | None = None
) -> Generator[PlayedGame, None, None]:
    """Yield the games of a plan in order, as they are completed.

    Args:
        plan: the simulation.
        processes: the number of processes; it has no influence on the games.
        failed: the list to which failed games are added; None if the first failure ends the run.

    Raises:
        RulesetError: if the ruleset is unknown or invalid.
        PlayerError: if a player ends a game or, with `failed`, too many games.
        OSError: if the log of a game already exists or cannot be written.
    """
    return completed_games(_played_games(plan, processes), failed)


def _played_games(
    plan: SimulationPlan, processes: int
) -> Generator[PlayedGame | FailedGame, None, None]:
    ruleset = load(plan.ruleset) if isinstance(plan.ruleset, str) else plan.ruleset
    numbers = range(1, plan.games + 1)
    if processes == 1:
        for number in numbers:
            yield game_or_failure(number, partial(one_game, plan, ruleset, number))
        return
    with workers(processes, _prepare_worker, plan, ruleset) as pool:
        pending: deque[Future[PlayedGame | FailedGame]] = deque()
        for number in numbers:
            pending.append(pool.submit(_play_in_worker, number))
            if len(pending) > AHEAD * processes:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


_worker_game: list[Callable[[int], PlayedGame]] = []
"""The game that a process of the pool plays, so that the ruleset is sent only once."""


def _prepare_worker(plan: SimulationPlan, ruleset: Ruleset) -> None:
    gc.freeze()  # What is loaded now stays until the end; collections skip it.
    _worker_game[:] = [lambda number: one_game(plan, ruleset, number)]


_worker_errors: list[OSError] = []
"""The error of a process of the pool, which starts no other game because the run ends soon."""


def _play_in_worker(number: int) -> PlayedGame | FailedGame:
    if _worker_errors:
        raise _worker_errors[0]
    try:
        return game_or_failure(number, partial(_worker_game[0], number))
    except OSError as error:
        _worker_errors.append(error)
        raise


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The record of one player: shares of its deals and games, and averages in points."""

    name: str
    places: tuple[float, ...]
    place: float
    result: float
    score: float
    won_self_draw: float
    won_discard: float
    dealt_in: float
    riichi: float

    @property
    def won(self) -> float:
        """The share of deals that the player won."""
        return self.won_self_draw + self.won_discard


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of games.

    Attributes:
        games: the number of games, with `deals` deals in all.
        ended_by: the reasons why games ended, and how often.
        won_self_draw: the share of deals won by self-draw.
        won_discard: the share of deals won on a discard.
        exhausted: the share of deals that ended in an exhaustive draw.
        aborted: the share of deals that were aborted.
        riichi: the average number of riichi per deal.
        discards: the average number of discards per deal.
        points: the average points that a winner received, including bets.
        players: each player, the first East first.
        failed: the games that a player's error ended, which the other counts leave out.
    """

    games: int
    deals: int
    ended_by: tuple[tuple[str, int], ...]
    won_self_draw: float
    won_discard: float
    exhausted: float
    aborted: float
    riichi: float
    discards: float
    points: float
    players: tuple[PlayerSummary, ...]
    failed: tuple[FailedGame, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the statistics as JSON data; shares are from 0 to 1, rounded to six places."""
        won = ("won_self_draw", "won_discard")
        names = (*won, "exhausted", "aborted", "riichi", "discards", "points")
        of_player = ("place", "result", "score", "won", *won, "dealt_in", "riichi")
        return {
            "games": self.games,
            "deals": self.deals,
            "ended_by": dict(self.ended_by),
            **{name: round(getattr(self, name), 6) for name in names},
            "players": [
                {
                    "name": player.name,
                    "places": [round(share, 6) for share in player.places],
                    **{name: round(getattr(player, name), 6) for name in of_player},
                }
                for player in self.players
            ],
            "failed": [failure.as_json() for failure in self.failed],
        }


def summarize(
    games: Iterable[PlayedGame], names: Sequence[str], failed: Iterable[FailedGame] = ()
) -> Summary:
    """Return the statistics of games, at least one of which was played to the end.

    The first East is named first. A player's error ended each of the failed games.
    """
    played = list(games)
    deals = sum(game.deals for game in played)
    reasons = Counter(game.ended_by or "broken_off" for game in played)
    winners = sum(sum(game.won_self_draw) + sum(game.won_discard) for game in played)
    won = sum(Fraction(game.won) for game in played)
    return Summary(
        games=len(played),
        deals=deals,
        ended_by=tuple(reasons.most_common()),
        won_self_draw=sum(sum(game.won_self_draw) for game in played) / deals,
        won_discard=sum(sum(game.dealt_in) for game in played) / deals,
        exhausted=sum(game.exhausted for game in played) / deals,
        aborted=sum(game.aborted for game in played) / deals,
        riichi=sum(sum(game.riichi) for game in played) / deals,
        discards=sum(game.discards for game in played) / deals,
        points=float(won / winners) if winners else 0.0,
        players=tuple(
            _player_summary(played, deals, seat, name) for seat, name in enumerate(names)
        ),
        failed=tuple(failed),
    )


def _player_summary(
    played: Sequence[PlayedGame], deals: int, seat: int, name: str
) -> PlayerSummary:
    games = len(played)
    places = Counter(game.places[seat] for game in played)

    def share(counts: str) -> float:
        return int(sum(getattr(game, counts)[seat] for game in played)) / deals

    return PlayerSummary(
        name=name,
        places=tuple(places[place] / games for place in range(1, 5)),
        place=sum(game.places[seat] for game in played) / games,
        result=float(sum(Fraction(game.results[seat]) for game in played) / games),
        score=float(sum(Fraction(game.scores[seat]) for game in played) / games),
        won_self_draw=share("won_self_draw"),
        won_discard=share("won_discard"),
        dealt_in=share("dealt_in"),
        riichi=share("riichi"),
    )

"""Many games among programs, in one process or several: the same seed gives the same games."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from riichi_bots.choice import player
from riichi_bots.failures import FailedGame, finished, or_failed
from riichi_bots.player import PlayerError, PlayerMaker
from riichi_bots.runner import PlayedGame, count_game, play_game
from riichi_core.messages import Message
from riichi_core.play.table import Table
from riichi_core.records.log import Header, appender, write_header
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom
from riichi_core.workers import workers

MOST_GAMES = 1_000_000
MOST_PROCESSES = 64
LONGEST_NAME = 60
"""Of a player in a log, in characters; a command can be longer."""

AHEAD = 4
"""The number of games that wait for each process."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The plan of a simulation.

    Attributes:
        ruleset: the id or path of a ruleset, or one that is loaded.
        games: how many.
        seed: from which all walls and choices follow.
        players: four names (`player`) or what makes a player, the first East first.
        logs: a folder for the logs of the games; None for no logs.
    """

    ruleset: str | Ruleset
    games: int
    seed: int = 0
    players: tuple[str | PlayerMaker, ...] = ("sensible",) * 4
    logs: Path | None = None

    def __post_init__(self) -> None:
        """Refuse what cannot be simulated."""
        if len(self.players) != 4:
            raise PlayerError(Message("{n} players: a game has four", n=len(self.players)))
        for name in self.players:
            if isinstance(name, str):
                player(name, SeededRandom(0))
        if not 0 < self.games <= MOST_GAMES:
            raise ValueError(f"{self.games:,} games: expected 1 to {MOST_GAMES:,}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(map(str, self.players))

    @property
    def ruleset_name(self) -> str:
        """The ruleset as it is called, its id or path."""
        return self.ruleset if isinstance(self.ruleset, str) else self.ruleset.id


def log_name(number: int) -> str:
    """Return the file of the log of a game, counted from 1."""
    return f"game-{number:06}.jsonl"


def one_game(plan: SimulationPlan, ruleset: Ruleset, number: int) -> PlayedGame:
    """Return one of the games, whatever others are played.

    Args:
        plan: what is simulated.
        ruleset: its ruleset.
        number: which game, counted from 1.

    Raises:
        PlayerError: a player raised an error, or did what was not legal.
        OSError: its log is there already, or cannot be written.
    """
    chance = SeededRandom(plan.seed).fork(number)
    seed = chance.number() >> 1  # as JSON and people like it, it is below 2 ** 63
    players = [
        player(one, chance.fork(seat)) if isinstance(one, str) else one.make()
        for seat, one in enumerate(plan.players)
    ]
    if plan.logs is None:
        table = Table(ruleset, seed=seed)
        play_game(table, players)
        return count_game(number, table)
    path = plan.logs / log_name(number)
    named = tuple(f"{name:.{LONGEST_NAME}} {seat}" for seat, name in enumerate(plan.names, 1))
    header = write_header(Header.of(ruleset, named, seed))  # made before there is an empty file
    try:
        with path.open("x", encoding="utf-8") as stream:
            stream.write(header)
            stream.flush()  # a process that is ended from now on leaves a log
            table = Table(ruleset, seed=seed, note=appender(stream))
            play_game(table, players)
    except OSError as error:
        error.filename = str(path)
        raise
    return count_game(number, table)


def simulate(
    plan: SimulationPlan, processes: int = 1, failed: list[FailedGame] | None = None
) -> Generator[PlayedGame, None, None]:
    """Yield the games of a plan, in order, as they are done.

    Args:
        plan: what is simulated.
        processes: how many processes play at a time; it makes no difference to the games.
        failed: takes the games that a player ended by a fault; without it the first ends all.

    Raises:
        RulesetError: there is no such ruleset, or it is not valid.
        PlayerError: a player ended a game, or, with `failed`, too many.
        OSError: the log of a game is there already, or cannot be written.
    """
    return finished(_games(plan, processes), failed)


def _games(plan: SimulationPlan, processes: int) -> Generator[PlayedGame | FailedGame, None, None]:
    ruleset = load(plan.ruleset) if isinstance(plan.ruleset, str) else plan.ruleset
    numbers = range(1, plan.games + 1)
    if processes == 1:
        for number in numbers:
            yield or_failed(number, partial(one_game, plan, ruleset, number))
        return
    with workers(processes, _prepare, plan, ruleset) as pool:
        ahead: deque[Future[PlayedGame | FailedGame]] = deque()
        for number in numbers:
            ahead.append(pool.submit(_play, number))
            if len(ahead) > AHEAD * processes:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


_here: list[Callable[[int], PlayedGame]] = []
"""The plan that a process of the pool plays, so that the ruleset is sent once."""


def _prepare(plan: SimulationPlan, ruleset: Ruleset) -> None:
    gc.freeze()  # what is loaded by now stays to the end, so that no collection walks it again
    _here[:] = [lambda number: one_game(plan, ruleset, number)]


_failed: list[OSError] = []
"""The error of a process of the pool: it begins no other game, for all are ended soon."""


def _play(number: int) -> PlayedGame | FailedGame:
    if _failed:
        raise _failed[0]
    try:
        return or_failed(number, partial(_here[0], number))
    except OSError as error:
        _failed.append(error)
        raise

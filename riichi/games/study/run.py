"""A study from its plan to its report, game by game over several processes."""

from __future__ import annotations

import gc
from collections.abc import Collection, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from riichi.games.study.deal_cache import DealCache, GameSeeds
from riichi.games.study.effects import game_effect, play_study_game
from riichi.games.study.plan import SingleChange, StudyPlan
from riichi.games.study.report import StudyReport, study_report
from riichi.games.study.rows import GameRow, StudiedRow, data_frame
from riichi_core.bots.player import PlayerMaker
from riichi_core.bots.runner import FailedGame, completed_games, game_or_failure
from riichi_core.rules.ruleset import Ruleset
from riichi_core.workers import workers

AHEAD = 4
"""The number of games that wait for each process."""


def study_game(plan: StudyPlan, changes: Sequence[SingleChange], number: int) -> StudiedRow:
    """Return one game of a study, by its number from 1, independently of the others.

    Raises:
        PlayerError: if a player raises an error.
        IllegalActionError: if a player's action is illegal.
    """
    with closing(DealCache(GameSeeds(plan.seed, number), plan.players)) as cache:
        games = [play_study_game(cache, ruleset.rules) for ruleset in plan.rulesets]
        first, *others = games
        return StudiedRow(
            number,
            tuple(map(GameRow.of, games)),
            tuple(game_effect(cache, first, other) for other in others),
            {
                change.path: game_effect(cache, first, play_study_game(cache, change.rules))
                for change in changes
                if change.rules is not None
            },
        )


def run_study(
    plan: StudyPlan,
    processes: int = 1,
    done: Collection[int] = (),
    failed: list[FailedGame] | None = None,
) -> Generator[StudiedRow, None, None]:
    """Yield the games of a study as they are completed, in any order.

    Args:
        plan: the study.
        processes: the number of processes; it has no influence on the games.
        done: the numbers of the games that are already known.
        failed: the list to which failed games are added; None if the first failure ends the run.

    Raises:
        PlayerError: if a player ends a game or, with `failed`, too many games.
    """
    return completed_games(_games(plan, processes, done), failed, len(done))


def _games(
    plan: StudyPlan, processes: int, done: Iterable[int]
) -> Generator[StudiedRow | FailedGame, None, None]:
    known = set(done)
    numbers = [number for number in range(1, plan.games + 1) if number not in known]
    if processes == 1:
        changes = plan.single_changes()
        for number in numbers:
            yield game_or_failure(number, partial(study_game, plan, changes, number))
        return
    with workers(processes, prepare_worker, plan) as pool:
        left = iter(numbers)
        pending = {pool.submit(play_prepared, one) for one in islice(left, AHEAD * processes)}
        while pending:
            played, pending = wait(pending, return_when=FIRST_COMPLETED)
            pending |= {pool.submit(play_prepared, one) for one in islice(left, len(played))}
            yield from (future.result() for future in played)


_worker_study: list[tuple[StudyPlan, tuple[SingleChange, ...]]] = []
"""The study that this process plays, sent only once, with its single changes, which are slow to
find.
"""


def prepare_worker(plan: StudyPlan) -> None:
    """Prepare a process for playing games of a study."""
    _worker_study[:] = [(plan, plan.single_changes())]
    gc.freeze()  # What is loaded now stays until the end; collections skip it.


def play_prepared(number: int) -> StudiedRow | FailedGame:
    """Return a game of the study that the process was prepared for."""
    return game_or_failure(number, partial(study_game, *_worker_study[0], number))


@dataclass(frozen=True, slots=True)
class Study:
    """A completed study.

    Attributes:
        plan: the study's plan.
        games: its games, in order.
        failed: the games that a player's error ended; they are left out of `games`.
    """

    plan: StudyPlan
    games: tuple[StudiedRow, ...]
    failed: tuple[FailedGame, ...] = ()

    @property
    def report(self) -> StudyReport:
        """The report: measures, differences and the ranking of options."""
        return study_report(self.plan, self.games, failed=self.failed)

    def rows(self) -> Any:
        """Return one row per deal: a pandas frame, or dicts if pandas is not installed."""
        return data_frame(self.plan.labels, self.games)


def study(
    rulesets: Iterable[Ruleset | str],
    *,
    games: int,
    seed: int = 0,
    players: Iterable[str | PlayerMaker] = ("sensible",) * 4,
    attributed: bool = True,
    processes: int = 1,
) -> Study:
    """Play games under several rulesets, with the same walls and seats under each.

    Args:
        rulesets: two or more rulesets, ids or paths; the others are compared with the first.
        games: the number of games.
        seed: the seed of all walls and choices.
        players: four names or makers of players, the first East first.
        attributed: whether to also switch each option in which the first two differ on its own.
        processes: the number of processes; it has no influence on the games.

    Raises:
        StudyError: if there are fewer than two rulesets, or the number of games is out of range.
        RulesetError: if a ruleset is unknown or invalid.
        PlayerError: if a player is unknown, or at least as many games failed as were played.
    """
    plan = StudyPlan.of(*rulesets, games=games, seed=seed, players=tuple(players),
                        attributed=attributed)  # fmt: skip
    failed: list[FailedGame] = []
    with closing(run_study(plan, processes, failed=failed)) as played:
        rows = tuple(sorted(played, key=lambda row: row.game))
    return Study(plan, rows, tuple(sorted(failed)))

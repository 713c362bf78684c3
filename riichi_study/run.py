"""A study as it runs: game after game, in one process or several, with the same numbers."""

from __future__ import annotations

import gc
from collections.abc import Collection, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import closing
from functools import partial

from riichi_bots.failures import FailedGame, finished, or_failed
from riichi_core.workers import workers
from riichi_study.courses import Courses
from riichi_study.effects import game_effect
from riichi_study.fortune import Fortune
from riichi_study.games import play_study_game
from riichi_study.plan import StudyPlan
from riichi_study.rows import GameRow, StudiedRow
from riichi_study.switches import Switch

AHEAD = 4
"""The number of games that wait for each process."""


def study_game(plan: StudyPlan, switches: Sequence[Switch], number: int) -> StudiedRow:
    """Return one game of a study, whatever others are played.

    Args:
        plan: the study.
        switches: its options to be switched alone.
        number: which game, from 1.

    Raises:
        PlayerError: a player raised an error.
        IllegalActionError: a player did what was not legal.
    """
    with closing(Courses(Fortune(plan.seed, number), plan.players)) as courses:
        return _study(plan, switches, number, courses)


def _study(
    plan: StudyPlan, switches: Sequence[Switch], number: int, courses: Courses
) -> StudiedRow:
    first, *others = plan.rulesets
    game = play_study_game(courses, first.rules)
    return StudiedRow(
        number,
        tuple(
            GameRow.of(one)
            for one in (game, *(play_study_game(courses, other.rules) for other in others))
        ),
        tuple(game_effect(courses, game, other.rules) for other in others),
        {
            switch.path: game_effect(courses, game, switch.rules)
            for switch in switches
            if switch.rules is not None
        },
    )


def run_study(
    plan: StudyPlan,
    processes: int = 1,
    done: Collection[int] = (),
    failed: list[FailedGame] | None = None,
) -> Generator[StudiedRow, None, None]:
    """Yield the games of a study as they are done, in any order.

    Args:
        plan: the study.
        processes: how many processes play at a time; it makes no difference to the games.
        done: numbers of games that are known already.
        failed: takes the games that a player ended by a fault; without it the first ends all.

    Raises:
        PlayerError: a player ended a game, or, with `failed`, too many.
    """
    return finished(_games(plan, processes, done), failed, len(done))


def _games(
    plan: StudyPlan, processes: int, done: Iterable[int]
) -> Generator[StudiedRow | FailedGame, None, None]:
    numbers = plan.still(done)
    if processes == 1:
        switches = plan.switches()
        for number in numbers:
            yield or_failed(number, partial(study_game, plan, switches, number))
        return
    with workers(processes, prepare, plan) as pool:
        ahead: set[Future[StudiedRow | FailedGame]] = set()
        for number in numbers:
            ahead.add(pool.submit(play, number))
            if len(ahead) >= AHEAD * processes:
                found, ahead = wait(ahead, return_when=FIRST_COMPLETED)
                yield from (one.result() for one in found)
        while ahead:
            found, ahead = wait(ahead, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in found)


_studied: list[tuple[StudyPlan, tuple[Switch, ...]]] = []
"""The study that is played here, sent once, and its switches, which take a moment to find."""


def prepare(plan: StudyPlan) -> None:
    """Make a process ready to play games of a study."""
    _studied[:] = [(plan, plan.switches())]
    gc.freeze()  # what is loaded by now stays to the end, so that no collection walks it again


def play(number: int) -> StudiedRow | FailedGame:
    """Return a game of the study for which the process was made ready."""
    return or_failed(number, partial(study_game, *_studied[0], number))


def play_of(plan: StudyPlan, number: int) -> StudiedRow | FailedGame:
    """Return a game of a study, in a process that may play others, too."""
    if not _studied or _studied[0][0] is not plan:
        prepare(plan)
    return play(number)

"""A study on the workers of a Dask scheduler, on this machine or on others."""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable
from functools import partial
from importlib.util import find_spec
from itertools import islice
from typing import Any

from riichi_bots.runner import FailedGame, completed_games
from riichi_core.messages import Message, quote
from riichi_study.plan import INSTALL, StudyError, StudyPlan
from riichi_study.rows import StudiedRow
from riichi_study.run import play_game_of

AHEAD = 4
"""The number of games that wait for each thread of a worker."""

_ADDRESS = re.compile(r"[a-z]+://[^\s/]+:[0-9]{1,5}")

PATIENCE = 20
"""Seconds in which a scheduler answers and has a worker."""


def run_on_scheduler(
    plan: StudyPlan,
    address: str,
    done: Collection[int] = (),
    failed: list[FailedGame] | None = None,
) -> Generator[StudiedRow, None, None]:
    """Yield the games of a study as workers play them, in any order, with the same numbers.

    A game that is lost with its worker is played by another.

    Args:
        plan: the study.
        address: of the scheduler, as `tcp://host:8786`.
        done: numbers of games that are known already.
        failed: takes the games that a player ended by an error; without it the first ends all.

    Raises:
        StudyError: that is no address, Dask is not installed, no scheduler answers there or it was
            lost, or a worker has not this project.
        PlayerError: a player ended a game, or, with `failed`, too many.
    """
    return completed_games(_games(plan, address, done), failed, len(done))


def _games(
    plan: StudyPlan, address: str, done: Iterable[int]
) -> Generator[StudiedRow | FailedGame, None, None]:
    if not _ADDRESS.fullmatch(address):  # Dask tries some of these for a long time
        message = Message("{address} is no address of a scheduler: expected one as {example}",
                          address=quote(address), example="tcp://host:8786")  # fmt: skip
        raise StudyError(message)
    if find_spec("distributed") is None:
        raise StudyError(Message("a scheduler needs Dask: {install}", install=INSTALL))
    from distributed import Client, as_completed  # noqa: PLC0415 - an extra
    from distributed.client import FutureCancelledError  # noqa: PLC0415

    numbers = plan.games_left(done)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        message = Message("no scheduler answers at {address}: {problem}", address=address,
                          problem=str(error))  # fmt: skip
        raise StudyError(message) from None
    try:
        _check_workers(client)
        sent = client.submit(_same_plan, plan, pure=False)  # a task, so that it is not lost either
        submit = partial(client.submit, play_game_of, sent, pure=False, retries=2)
        threads = sum(client.nthreads().values())
        pending = as_completed(map(submit, islice(numbers, AHEAD * threads)), loop=client.loop)
        for future in pending:
            yield future.result()
            for number in islice(numbers, 1):
                pending.add(submit(number))
    except (FutureCancelledError, OSError) as error:
        raise StudyError(Message("the scheduler was lost: {problem}", problem=str(error))) from None
    finally:
        client.close(timeout=2)


def _same_plan(plan: StudyPlan) -> StudyPlan:
    return plan


def _check_workers(client: Any) -> None:
    """Wait for a worker, and refuse workers that cannot import this project."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise StudyError(Message("the scheduler has no worker")) from None
    for worker, has_project in client.run(find_spec, "riichi_study").items():
        if not has_project:
            message = Message("the worker {worker} has not riichi-core: install it there",
                              worker=worker)  # fmt: skip
            raise StudyError(message)

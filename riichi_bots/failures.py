"""Games that a player ended by a fault: they are told, and the others are played on."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any, NamedTuple, TypeVar

from riichi_bots.player import AbsentPlayerError, PlayerError
from riichi_core.messages import Message
from riichi_core.play.decide import IllegalActionError

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


def or_failed(number: int, play: Callable[[], Played]) -> Played | FailedGame:
    """Return what comes of a game, or that a player ended it.

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


def finished(
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
    here: list[FailedGame] = []
    with closing(games):
        for one in games:
            if not isinstance(one, FailedGame):
                played += 1
                yield one
                continue
            if failed is None:
                raise PlayerError(one.problem)
            here.append(one)
            failed.append(one)
            if len(here) >= MOST_FAILED and played <= len(here):
                raise PlayerError(here[0].problem)
    if here and not played:
        raise PlayerError(here[0].problem)

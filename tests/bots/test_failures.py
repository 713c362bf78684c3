"""Games that players end: how many there may be until a run ends, too."""

from __future__ import annotations

import pytest
from each import each

from riichi_bots.player import AbsentPlayerError, PlayerError
from riichi_bots.runner import FailedGame, completed_games, game_or_failure


def runs(course: str, before: int = 0) -> tuple[int, list[int]]:
    """Return how many games of a course were played, as `++-+`, and which failed."""
    games = (
        number if mark == "+" else FailedGame(number, f"game {number}")
        for number, mark in enumerate(course, 1)
    )
    failed = [FailedGame(0, "of another run")]
    played = list(completed_games(games, failed, before))
    assert failed.pop(0).number == 0
    return len(played), [one.number for one in failed]


@each("course, before", [("+-", 0), ("--+", 0), ("-++-++-", 0), ("++++---", 0), ("--", 1)])
def test_a_run_goes_on_while_more_games_are_played_than_fail(course: str, before: int) -> None:
    failed = [number for number, mark in enumerate(course, 1) if mark == "-"]
    assert runs(course, before) == (course.count("+"), failed)


@each(
    "course, before",
    [("-", 0), ("--", 0), ("---+", 0), ("+-+--", 0), ("-+-+-+", 0), ("---", 3)],
)
def test_a_run_ends_when_three_failed_and_no_more_were_played(course: str, before: int) -> None:
    with pytest.raises(PlayerError, match=f"^game {course.index('-') + 1}$"):
        runs(course, before)


def test_without_a_list_the_first_that_fails_ends_the_run() -> None:
    with pytest.raises(PlayerError, match="no idea"):
        list(completed_games((one for one in (1, 2, FailedGame(3, "no idea"))), None))


def test_a_player_that_is_not_there_fails_no_single_game() -> None:
    def play() -> int:
        raise AbsentPlayerError("nobody")

    with pytest.raises(AbsentPlayerError):
        game_or_failure(1, play)

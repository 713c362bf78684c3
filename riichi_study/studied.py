"""A study in one call."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from riichi_bots.failures import FailedGame
from riichi_bots.player import PlayerMaker
from riichi_core.rules.ruleset import Ruleset
from riichi_study.plan import StudyPlan
from riichi_study.report import StudyReport, study_report
from riichi_study.rows import StudiedRow
from riichi_study.run import run_study
from riichi_study.tables import frame


@dataclass(frozen=True, slots=True)
class Study:
    """A study that was made.

    Attributes:
        plan: what was played.
        games: its games, in order.
        failed: the games that a player ended by a fault; they are not among the others.
    """

    plan: StudyPlan
    games: tuple[StudiedRow, ...]
    failed: tuple[FailedGame, ...] = ()

    @property
    def report(self) -> StudyReport:
        """The report: measures, differences and the ranking of options."""
        return study_report(self.plan, self.games, failed=self.failed)

    def rows(self) -> Any:
        """Return one row a deal: a pandas frame where pandas is installed, else a list of dicts."""
        return frame(self.plan.labels, self.games)


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
        rulesets: two or more, or their ids or paths; the others are held against the first.
        games: how many.
        seed: from which all walls and choices follow.
        players: four names or what makes a player, the first East first.
        attributed: whether each option in which the first two differ is switched alone, too.
        processes: how many processes play at a time; it makes no difference to the games.

    Raises:
        StudyError: fewer than two rulesets, or a number of games that there cannot be.
        RulesetError: there is no such ruleset, or it is not valid.
        PlayerError: there is no such player, or players ended as many games as were played.

    >>> found = study(["ema-2016", "ema-2016"], games=2, players=["drawn"] * 4)
    >>> found.report.lines[0].differences[0].value
    0.0
    """
    plan = StudyPlan.of(*rulesets, games=games, seed=seed, players=tuple(players),
                        attributed=attributed)  # fmt: skip
    failed: list[FailedGame] = []
    with closing(run_study(plan, processes, failed=failed)) as played:
        rows = tuple(sorted(played, key=lambda row: row.game))
    return Study(plan, rows, tuple(sorted(failed)))

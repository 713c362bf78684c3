"""The plan of a study: its rulesets, the options switched on their own, its games and players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from riichi_core.bots.by_name import check_players
from riichi_core.bots.player import PlayerMaker
from riichi_core.bots.simulation import MOST_GAMES
from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.checks import contradictions
from riichi_core.rules.load import ruleset_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, fingerprint

Unseen: TypeAlias = Literal["table", "tournament", "not_alone"]
"""The reason why games of bots cannot show an option: it needs a foul or a person, it is about
tournaments, or it contradicts the first ruleset when it is changed on its own.
"""


@dataclass(frozen=True, slots=True)
class SingleChange:
    """An option that differs, and the first ruleset with the second's value for it.

    Attributes:
        path: the path of the option.
        rules: the rules after the change; None if games cannot show it.
        unseen: why they cannot.
    """

    path: str
    rules: Rules | None = None
    unseen: Unseen | None = None


def _single_change(row: ComparisonRow, first: Rules, second: Rules) -> SingleChange:
    if row.part != "play":
        return SingleChange(row.path, unseen=row.part)
    rules = first.with_value_of(row.path, second)
    if contradictions(rules):
        return SingleChange(row.path, unseen="not_alone")
    return SingleChange(row.path, rules)


class StudyError(RiichiError):
    """An impossible study, or one that does not fit the existing results."""


@dataclass(frozen=True, slots=True)
class StudyPlan:
    """Games to be played under several rulesets, with the same walls and seats under each.

    Attributes:
        rulesets: two or more; the others are compared with the first.
        games: the number of games.
        seed: the seed of all walls and choices.
        players: four names (`riichi_core.bots.player_named`) or makers of players, the first East
            first.
        attributed: whether to also switch each option in which the first two rulesets differ on its
            own.
    """

    rulesets: tuple[Ruleset, ...]
    games: int
    seed: int = 0
    players: tuple[str | PlayerMaker, ...] = ("sensible",) * 4
    attributed: bool = True

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be carried out.

        Raises:
            StudyError: if there are fewer than two rulesets, or the number of games is out of
                range.
            PlayerError: if a player is unknown, or there are not four.
        """
        if len(self.rulesets) < 2:
            raise StudyError(Message("a study compares two or more rulesets"))
        if not 0 < self.games <= MOST_GAMES:
            most = Message("{n:,} games: expected 1 to {most:,}", n=self.games, most=MOST_GAMES)
            raise StudyError(most)
        check_players(self.players)

    @classmethod
    def of(cls, *rulesets: Ruleset | str, games: int, **more: Any) -> StudyPlan:
        """Return the plan for rulesets, given as rulesets, ids or paths."""
        return cls(tuple(map(ruleset_of, rulesets)), games, **more)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(map(str, self.players))

    @property
    def labels(self) -> tuple[str, ...]:
        """The name of each ruleset: its id, with a number if it occurs more than once."""
        ids = [ruleset.id for ruleset in self.rulesets]
        before = [ids[:index].count(name) for index, name in enumerate(ids)]
        return tuple(
            f"{name} ({n + 1})" if n else name for name, n in zip(ids, before, strict=True)
        )

    def single_changes(self) -> tuple[SingleChange, ...]:
        """Return the options to switch on their own, in order; empty without `attributed`."""
        if not self.attributed:
            return ()
        first, second = self.rulesets[:2]
        return tuple(
            _single_change(row, first.rules, second.rules)
            for row in compare(first, second).differing
        )

    def as_json(self) -> dict[str, Any]:
        """Return the plan as JSON data; fingerprints of the rulesets keep results apart."""
        return {
            "rulesets": [
                {"ruleset": name, "ruleset_hash": fingerprint(ruleset.rules)}
                for name, ruleset in zip(self.labels, self.rulesets, strict=True)
            ],
            "games": self.games,
            "seed": self.seed,
            "players": list(self.names),
            "attributed": self.attributed,
        }

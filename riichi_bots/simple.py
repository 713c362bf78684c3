"""Players that do not look at their tiles: by chance, and by habit."""

from __future__ import annotations

from typing import ClassVar, get_args

from riichi_core.play.actions import PASS, WIN, Action, DeclareWin, Discard, Kong, MeldClaim
from riichi_core.play.observation import Observation
from riichi_core.seeded import SeededRandom

_SETS = frozenset((*get_args(MeldClaim), *get_args(Kong)))


class RandomPlayer:
    """Does anything that is legal, each act with equal chance.

    With `claims` it wins where it can, and makes some set where it may: its deals have more open
    hands and kongs in them.
    """

    def __init__(self, chance: SeededRandom, *, claims: bool = False) -> None:
        self._chance = chance
        self._claims = claims

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Choose one of the actions by chance."""
        if self._claims:
            kinds = list(map(type, acts))
            if DeclareWin in kinds:
                return WIN
            if not _SETS.isdisjoint(kinds):
                acts = tuple([act for act in acts if type(act) in _SETS])
        return acts[self._chance.below(len(acts))]


class DrawnPlayer:
    """Discards what it draws.

    It calls nothing and never declares riichi, but it takes a win that it draws, and shows a tenpai
    hand at an exhaustive draw.
    """

    by_tiles_alone: ClassVar[bool] = True

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Choose the win or the drawn tile in a turn; else to pass, or tenpai rather than noten."""
        if PASS in acts:
            return PASS
        if WIN in acts:
            return WIN
        drawn = (
            act for act in acts if isinstance(act, Discard) and act.tsumogiri and not act.riichi
        )
        return next(drawn, acts[0])

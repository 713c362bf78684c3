"""Players that do not look at their tiles."""

from __future__ import annotations

from typing import ClassVar, get_args

from riichi_core.play.actions import PASS, WIN, Action, DeclareWin, Discard, Kong, MeldClaim
from riichi_core.play.observation import Observation
from riichi_core.seeded import SeededRandom

_SETS = frozenset((*get_args(MeldClaim), *get_args(Kong)))


class RandomPlayer:
    """Chooses any legal action with equal chance.

    With `claims` it wins and declares sets whenever it can, for more open hands and kongs.
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

    It never calls or declares riichi, but it wins by self-draw and announces tenpai.
    """

    by_tiles_alone: ClassVar[bool] = True

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - it looks at nothing
        """Choose the win, the drawn tile, to pass, or tenpai."""
        if PASS in acts:
            return PASS
        if WIN in acts:
            return WIN
        drawn = (
            act for act in acts if isinstance(act, Discard) and act.tsumogiri and not act.riichi
        )
        return next(drawn, acts[0])

"""Players that ignore the value of their tiles."""

from __future__ import annotations

from typing import ClassVar, get_args

from riichi_core.play.actions import PASS, WIN, Action, DeclareWin, Discard, MeldClaim, OwnKan
from riichi_core.play.observation import Observation
from riichi_core.seeded import SeededRandom

_SETS = frozenset((*get_args(MeldClaim), *get_args(OwnKan)))


class RandomPlayer:
    """Chooses any legal action with equal chance.

    With `claims` it wins and declares sets whenever it can, which makes more open hands and quads.
    """

    def __init__(self, chance: SeededRandom, *, claims: bool = False) -> None:
        self._chance = chance
        self._claims = claims

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - ignores its view
        """Choose one of the actions at random."""
        if self._claims:
            kinds = set(map(type, acts))
            if DeclareWin in kinds:
                return WIN
            if not _SETS.isdisjoint(kinds):
                acts = tuple([act for act in acts if type(act) in _SETS])
        return acts[self._chance.below(len(acts))]


class TsumogiriPlayer:
    """Discards the tile that it draws.

    It never calls or declares riichi, but it wins by self-draw and announces tenpai.
    """

    by_tiles_alone: ClassVar[bool] = True

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - ignores its view
        """Choose, in this order: pass, win, discard the drawn tile, or the first action."""
        if PASS in acts:
            return PASS
        if WIN in acts:
            return WIN
        drawn = (
            act for act in acts if isinstance(act, Discard) and act.tsumogiri and not act.riichi
        )
        return next(drawn, acts[0])

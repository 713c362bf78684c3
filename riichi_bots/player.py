"""What whoever plays has to offer, a bot or a person."""

from __future__ import annotations

from typing import Protocol

from riichi_core.play.actions import Action
from riichi_core.play.observation import Observation


class Player(Protocol):
    """Somebody at the table, who is asked whenever he may do something.

    He is shown what his seat knows and what is legal, and nothing else: neither the wall nor the
    tiles of others. One player may sit at several tables, or at all seats of one, if he remembers
    nothing.
    """

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        """One of the acts.

        In his turn these are discards and whatever else he may do. Where a tile is offered they are
        the calls for it and `PASS`; who is asked and passes makes no late call. At an exhaustive
        draw they are `TENPAI` and `NOTEN`, or the one of them that he may say.

        Args:
            view: what his seat knows.
            acts: what is legal; never empty.
        """
        ...

"""The interface of every player, a bot or a person."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from riichi_core.errors import RiichiError
from riichi_core.play.actions import Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table


class PlayerError(RiichiError):
    """No player of that name, or one that does not play on."""


class AbsentPlayerError(PlayerError):
    """A player whose program cannot be started: no game can be played with it."""


class Player(Protocol):
    """A player at the table, asked for an action whenever one is legal.

    Only what the seat knows and what is legal is shown: neither the wall nor the
    tiles of others. One player may sit at several tables, or at all seats of one, if it remembers
    nothing. A class with `by_tiles_alone = True` also chooses the same from the same actions
    whatever the points, counters and bets are, so that a study need not ask it again.
    """

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        """Choose one of the legal actions.

        In a turn these are discards and whatever else is legal. Where a tile is offered they are
        the calls for it and `PASS`; who is asked and passes makes no late call. At an exhaustive
        draw they are `TENPAI` and `NOTEN`, or the one of them that is legal.

        Args:
            view: what the seat knows.
            acts: what is legal; never empty.
        """
        ...


@runtime_checkable
class SeatedPlayer(Player, Protocol):
    """A player that follows one game from its start to its end, as another program does."""

    def sit(self, table: Table, place: int) -> None:
        """Sit down at a table before the game begins, or, in a study, before a deal does.

        A study has one player follow many deals: it sits down anew for each, leaves once at the
        end, and is to remember nothing of the deals before.

        Args:
            table: the table, of whose events the player is to use what its seat sees.
            place: 0 for the first East to 3.
        """
        ...

    def leave(self) -> None:
        """Leave the table: the game is over, or does not go on."""
        ...


class PlayerMaker(Protocol):
    """Makes a player for each game; it can be sent to another process, and `str` is its name."""

    def make(self) -> Player:
        """Return a new player."""
        ...

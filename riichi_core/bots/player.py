"""The protocol of bots, and the facts of the rules that they may use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

from riichi_core.errors import RiichiError
from riichi_core.play.actions import Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, Worth, YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind


class PlayerError(RiichiError):
    """An unknown player, or one that failed."""

    code = "player"


class AbsentPlayerError(PlayerError):
    """A player whose program cannot be started."""


class Player(Protocol):
    """A player at the table, who chooses an action whenever one is legal.

    It sees what its seat knows, but not the wall or the other players' tiles. A player without
    memory may sit at several tables, or in all seats of one. A class with `by_tiles_alone = True`
    promises that its choice does not depend on points, counters or bets, so that a study can reuse
    its answers.

    >>> class First:
    ...     def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
    ...         return acts[0]
    >>> player: Player = First()
    """

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action | str:
        """Choose one of the legal actions, or its text.

        In a turn these are discards and other actions. For an offered tile they are the calls and
        `PASS`; a player who passes may not call late. At an exhaustive draw they are `TENPAI` and
        `NOTEN`, or only the legal one of the two.

        Args:
            view: the observation of the seat.
            acts: the legal actions, at least one.
        """
        ...


@runtime_checkable
class SeatedPlayer(Player, Protocol):
    """A player that follows one game from start to end, as an external program does."""

    def sit(self, table: Table, place: int) -> None:
        """Sit down at a table before the game, or, in a study, before each deal.

        In a study a player sits down again for each deal, leaves once at the end, and must not
        remember earlier deals.

        Args:
            table: the table; the player must use only what its seat sees.
            place: 0 (the first East) to 3.
        """
        ...

    def leave(self) -> None:
        """Leave the table when the game is over or broken off."""
        ...


class PlayerMaker(Protocol):
    """A maker of one player per game, which can be pickled; `str` returns the player's name."""

    def make(self) -> Player:
        """Return a new player."""
        ...


_PLENTY = 13
"""The han that count for a limit or a yakuman: more than any minimum."""


class KnownRules(NamedTuple):
    """The han of some yaku in an open hand, and the minimum for a win.

    Attributes:
        simples: all simples; 0 if the hand must be concealed.
        half_flush: a half flush.
        dragon: a triplet of dragons.
        seat_wind: a triplet of the seat wind.
        round_wind: a triplet of the round wind.
        minimum: the han from yaku that a win needs.
    """

    simples: int = 1
    half_flush: int = 2
    dragon: int = 1
    seat_wind: int = 1
    round_wind: int = 1
    minimum: int = 1

    @classmethod
    def of(cls, rules: Rules) -> KnownRules:
        """Return the facts of a ruleset."""
        yaku = rules.yaku
        return cls(
            simples=_open_han(yaku.all_simples),
            half_flush=_open_han(yaku.half_flush),
            dragon=_open_han(yaku.dragon_triplet),
            seat_wind=_open_han(yaku.seat_wind_triplet),
            round_wind=_open_han(yaku.round_wind_triplet),
            minimum=rules.winning.minimum_han,
        )

    @lru_cache(maxsize=256)  # noqa: B019 - called at every choice, for few different rules
    def triplets(self, seat: Wind, round_wind: Wind) -> Mapping[int, int]:
        """Return the han of each kind whose triplet is a yaku."""
        han = dict.fromkeys(_DRAGONS, self.dragon)
        for kind, wind_han in ((27 + seat, self.seat_wind), (27 + round_wind, self.round_wind)):
            han[kind] = han.get(kind, 0) + wind_han
        return {kind: triplet_han for kind, triplet_han in han.items() if triplet_han}


_DRAGONS = (31, 32, 33)


def _open_han(worth: Worth) -> int:
    """Return the han of a yaku in an open hand."""
    match worth:
        case HanWorth():
            return worth.open or 0
        case LimitWorth() | YakumanWorth():
            return _PLENTY
        case _:
            return 0


USUAL = KnownRules()
"""The facts of most rulesets, for a player who does not know the rules of the game."""


@runtime_checkable
class RuledPlayer(Player, Protocol):
    """A player who takes the rules of the game into account.

    With `by_tiles_alone` it makes the same choice under any rules with equal `KnownRules`.
    """

    def enter(self, house: KnownRules) -> None:
        """Play by these rules from now on."""
        ...

"""The questions that a bot is asked and its answers, and the facts of the rules that it knows."""

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


_PLENTY = 13
"""The han of an open yaku that is paid as a limit or a yakuman: more than any minimum."""


class KnownRules(NamedTuple):
    """The worth of open yaku, in han, and of a win at least.

    Attributes:
        simples: all simples, open; 0 where only a concealed hand has it.
        half_flush: a half flush, open.
        dragon: a pung of dragons.
        seat_wind: a pung of the own wind, and `prevailing_wind` one of the prevailing wind.
        minimum: the han from yaku without which nobody wins.
    """

    simples: int = 1
    half_flush: int = 2
    dragon: int = 1
    seat_wind: int = 1
    prevailing_wind: int = 1
    minimum: int = 1

    @classmethod
    def of(cls, rules: Rules) -> KnownRules:
        """Read a ruleset."""
        yaku = rules.yaku
        return cls(
            simples=_open_han(yaku.all_simples),
            half_flush=_open_han(yaku.half_flush),
            dragon=_open_han(yaku.dragon_pung),
            seat_wind=_open_han(yaku.seat_wind_pung),
            prevailing_wind=_open_han(yaku.prevailing_wind_pung),
            minimum=rules.winning.minimum_han,
        )

    @lru_cache(maxsize=256)  # noqa: B019 - it is asked at every choice, and few houses are known
    def pungs(self, seat: Wind, prevailing: Wind) -> Mapping[int, int]:
        """Return the kinds of which a pung is a yaku, each with its han."""
        han = dict.fromkeys(_DRAGONS, self.dragon)
        for kind, wind_han in (
            (27 + seat, self.seat_wind),
            (27 + prevailing, self.prevailing_wind),
        ):
            han[kind] = han.get(kind, 0) + wind_han
        return {kind: pung_han for kind, pung_han in han.items() if pung_han}


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
"""The house of most rulesets: a player who was told no rules goes by it."""


@runtime_checkable
class RuledPlayer(Player, Protocol):
    """A player who goes by the rules of the house.

    Where it chooses by tiles alone it also chooses alike in two houses that are equal.
    """

    house: KnownRules

    def enter(self, house: KnownRules) -> None:
        """Play by the rules of a house from now on."""
        ...

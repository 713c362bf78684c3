"""The rules of the house, as far as a player who comes along goes by them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol, runtime_checkable

from riichi_bots.player import Player
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, Worth, YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind

_PLENTY = 13
"""The han of an open yaku that is paid as a limit or a yakuman: more than any minimum."""


class House(NamedTuple):
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
    def of(cls, rules: Rules) -> House:
        """Read a ruleset."""
        yaku = rules.yaku
        return cls(
            simples=_open(yaku.all_simples),
            half_flush=_open(yaku.half_flush),
            dragon=_open(yaku.dragon_pung),
            seat_wind=_open(yaku.seat_wind_pung),
            prevailing_wind=_open(yaku.prevailing_wind_pung),
            minimum=rules.winning.minimum_han,
        )

    @lru_cache(maxsize=256)  # noqa: B019 - it is asked at every choice, and few houses are known
    def pungs(self, seat: Wind, prevailing: Wind) -> Mapping[int, int]:
        """Return the kinds of which a pung is a yaku, each with its han."""
        han = dict.fromkeys(_DRAGONS, self.dragon)
        for kind, more in ((27 + seat, self.seat_wind), (27 + prevailing, self.prevailing_wind)):
            han[kind] = han.get(kind, 0) + more
        return {kind: worth for kind, worth in han.items() if worth}


_DRAGONS = (31, 32, 33)


def _open(worth: Worth) -> int:
    """Return the han of a yaku in an open hand."""
    match worth:
        case HanWorth():
            return worth.open or 0
        case LimitWorth() | YakumanWorth():
            return _PLENTY
        case _:
            return 0


USUAL = House()
"""The house of most rulesets: a player who was told no rules goes by it."""


@runtime_checkable
class RuledPlayer(Player, Protocol):
    """A player who goes by the rules of the house.

    Where it chooses by tiles alone it also chooses alike in two houses that are equal.
    """

    house: House

    def enter(self, house: House) -> None:
        """Play by the rules of a house from now on."""
        ...

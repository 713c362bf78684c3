"""Measures: numbers that tell how games go under a ruleset, each a ratio of two counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from riichi_core.language import Text
from riichi_core.settlement.ending import CAUSES
from riichi_study.rows import DealRow, GameRow

Count = Callable[[GameRow], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number about games.

    Attributes:
        id: its name for programs; `TITLES` has that for people.
        above: what is counted in a game, `below` of what it is so much.
        share: whether it is a share, to be written in percent.
        decimals: how many places people are shown.
    """

    id: str
    above: Count
    below: Count
    share: bool = True
    decimals: int = 1


def _deals(game: GameRow) -> float:
    return len(game.deals)


def _wins(game: GameRow) -> float:
    return sum(len(deal.winners) for deal in game.deals)


def _in(of: Callable[[DealRow], float]) -> Count:
    return lambda game: sum(map(of, game.deals))


def _numbers(values: tuple[int | None, ...]) -> list[int]:
    return [one for one in values if one is not None]


TITLES: dict[str, Text] = {
    "deals": "deals in a game",
    "won_claimed": "deals won on a discard",
    "won_drawn": "deals won by self-draw",
    "exhausted": "deals drawn",
    "aborted": "deals called off",
    "several_winners": "deals with several winners",
    "dealer_stays": "deals after which East stays",
    "riichi": "riichi in a deal",
    "han": "han of a win",
    "fu": "fu of a win",
    "points": "points of a win, with counters and bets",
    "limits": "wins that are a limit",
}
"""The name of each measure for people."""

MEASURES: tuple[Measure, ...] = (
    Measure("deals", _deals, lambda _: 1, share=False, decimals=2),
    Measure("won_claimed",
            _in(lambda deal: bool(deal.winners) and deal.discarder is not None), _deals),
    Measure("won_drawn",
            _in(lambda deal: bool(deal.winners) and deal.discarder is None), _deals),
    Measure("exhausted", _in(lambda deal: deal.end == "exhausted_draw"), _deals),
    Measure("aborted", _in(lambda deal: deal.end in CAUSES), _deals),
    Measure("several_winners",
            _in(lambda deal: len(deal.winners) > 1), _deals),
    Measure("dealer_stays", _in(lambda deal: deal.stays), _deals),
    Measure("riichi", _in(lambda deal: len(deal.riichi)), _deals, share=False,
            decimals=2),
    Measure("han", _in(lambda deal: sum(_numbers(deal.han))),
            _in(lambda deal: len(_numbers(deal.han))), share=False, decimals=2),
    Measure("fu", _in(lambda deal: sum(_numbers(deal.fu))),
            _in(lambda deal: len(_numbers(deal.fu))), share=False, decimals=1),
    Measure("points",
            _in(lambda deal: sum(deal.paid)), _wins, share=False, decimals=0),
    Measure("limits",
            _in(lambda deal: sum(one is not None for one in deal.limits)), _wins),
)  # fmt: skip

"""Rows of results: a deal, a game under one ruleset, and a game under all rulesets of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from riichi_core.game.game import PlayedDeal
from riichi_core.game.result import Final
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, Wins
from riichi_core.settlement.ledger import Points
from riichi_study.effects import GameEffect
from riichi_study.fortune import DealName
from riichi_study.games import StudiedGame


@dataclass(frozen=True, slots=True)
class DealRow:
    """The outcome of a deal. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        deal: which deal of its game, from 1.
        round: how many rounds were over, `dealer` who was East, and `repeat` how often that player
            had dealt in the round before: deals of the same three have the same wall.
        counters: counters on the table before it, and `bets` riichi bets.
        end: `win`, `exhausted_draw`, the cause of an abortive draw, or `chombo`.
        winners: whose wins stand, and `discarder` on whose tile; None for a self-draw.
        han: the han of each win, or None; `fu` its fu, `limits` its limit, and `paid` what the
            winner got in points, counters and bets included.
        riichi: who declared riichi.
        tenpai: who showed a tenpai hand at an exhaustive draw.
        gains: the points that each player got, less what was paid.
        stays: whether East deals again.
    """

    deal: int
    round: int
    dealer: int
    repeat: int
    counters: int
    bets: float
    end: str
    winners: tuple[int, ...]
    discarder: int | None
    han: tuple[int | None, ...]
    fu: tuple[int | None, ...]
    limits: tuple[str | None, ...]
    paid: tuple[float, ...]
    riichi: tuple[int, ...]
    tenpai: tuple[int, ...]
    gains: tuple[float, ...]
    stays: bool

    @classmethod
    def of(cls, number: int, name: DealName, came: PlayedDeal) -> DealRow:
        """Return the row of a deal, by its number in the game from 1."""
        before = came.before
        end, settlement = came.deal.end, came.settlement
        player = before.player
        scores = [settlement.scores.get(seat) for seat in settlement.winners]
        gains = zip(before.scores, came.after.scores, strict=True)
        discarder = end.discarder if isinstance(end, Wins) and settlement.winners else None
        return cls(
            number,
            *name,
            counters=before.counters,
            bets=plain(before.bets),
            end=_end(came),
            winners=tuple(map(player, settlement.winners)),
            discarder=None if discarder is None else player(discarder),
            han=tuple(None if one is None else one.han for one in scores),
            fu=tuple(None if one is None else one.fu for one in scores),
            limits=tuple(None if one is None else one.limit for one in scores),
            paid=tuple(plain(settlement.deltas[seat]) for seat in settlement.winners),
            riichi=tuple(sorted(map(player, came.deal.riichi))),
            tenpai=tuple(sorted(map(player, end.tenpai)))
            if isinstance(end, ExhaustiveDraw)
            else (),
            gains=tuple(plain(after - start) for start, after in gains),
            stays=settlement.dealer_stays,
        )


def _end(came: PlayedDeal) -> str:
    end = came.deal.end
    if isinstance(end, AbortiveDraw):
        return end.cause
    return "exhausted_draw" if isinstance(end, ExhaustiveDraw) else end.kind


def plain(points: Points) -> float:
    """Return points as a plain number, whole where they are."""
    return int(points) if points == int(points) else float(points)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game under one ruleset; scores, results and places by player, the first East first."""

    deals: tuple[DealRow, ...]
    scores: tuple[float, ...]
    results: tuple[float, ...]
    places: tuple[int, ...]
    over: str | None

    @classmethod
    def of(cls, game: StudiedGame) -> GameRow:
        """Return the row of a game."""
        finals: Sequence[Final] = game.finals
        return cls(
            tuple(
                DealRow.of(number, one.name, one.came) for number, one in enumerate(game.deals, 1)
            ),
            tuple(plain(one.score) for one in finals),
            tuple(plain(one.result) for one in finals),
            tuple(one.place for one in finals),
            game.over,
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The deals of records that say nothing about a ruleset.

    Attributes:
        deals: how many deals the records have.
        impossible: how many could not have been played so: a claim that is not allowed, a win that
            is none, or a deal that would not have ended there.
        unreached: how many would not have been played, because a deal before them leads elsewhere:
            to the end of the game, or to another dealer.
    """

    deals: int = 0
    impossible: int = 0
    unreached: int = 0

    def __add__(self, other: LeftOut) -> LeftOut:
        """Return both together."""
        return LeftOut(
            self.deals + other.deals,
            self.impossible + other.impossible,
            self.unreached + other.unreached,
        )


@dataclass(frozen=True, slots=True)
class StudiedRow:
    """One game of a study.

    Attributes:
        game: its number, from 1.
        games: the game under each ruleset.
        against: the effect of each further ruleset, whole, held against the first.
        effects: by the path of an option, the effect of switching it alone.
    """

    game: int
    games: tuple[GameRow, ...]
    against: tuple[GameEffect, ...]
    effects: Mapping[str, GameEffect]

    def as_json(self) -> dict[str, Any]:
        """Return it as data, so that a line of a file can hold it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StudiedRow:
        """Return what `as_json` wrote.

        Raises:
            KeyError, TypeError: something else was written.
        """
        return cls(
            data["game"],
            tuple(map(_game_row, data["games"])),
            tuple(map(GameEffect.from_json, data["against"])),
            {path: GameEffect.from_json(one) for path, one in data["effects"].items()},
        )


def _game_row(data: Mapping[str, Any]) -> GameRow:
    deals = (DealRow(**{name: _tuple(one) for name, one in deal.items()}) for deal in data["deals"])
    rest = {name: _tuple(one) for name, one in data.items() if name != "deals"}
    return GameRow(tuple(deals), **rest)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value

"""The rows of a study: the facts of each deal and game, as JSON, CSV or a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from operator import add
from typing import Any

from riichi.games.study.deal_cache import DealName
from riichi.games.study.effects import GameEffect, StudiedGame, gains
from riichi_core.game.game import SettledDeal
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import AbortiveDraw, ExhaustiveDraw, Wins


@dataclass(frozen=True, slots=True)
class DealRow:
    """The outcome of a deal. Players are numbered 0 to 3; 0 is the first East.

    Attributes:
        deal: the number of the deal in its game, from 1.
        round: the number of completed rounds.
        dealer: the player who was East.
        repeat: how often that player had already dealt in the round. Deals with the same `round`,
            `dealer` and `repeat` have the same wall.
        counters: the counters on the table before the deal.
        bets: the riichi bets on the table before the deal.
        end: `win`, `exhausted_draw`, the cause of an abortive draw, or `chombo`.
        winners: the players whose wins count.
        discarder: the player who discarded the winning tile; None for a self-draw.
        han: the han of each win, or None.
        fu: the fu of each win, or None.
        limits: the limit of each win, or None.
        paid: the points that each winner received, including counters and bets.
        riichi: the players who declared riichi.
        tenpai: the players who showed a tenpai hand at an exhaustive draw.
        gains: each player's net points.
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
    def of(cls, number: int, name: DealName, played: SettledDeal) -> DealRow:
        """Return the row of a deal, by its number in the game from 1."""
        before = played.before
        end, settlement = played.deal.end, played.settlement
        player = before.player
        scores = [settlement.scores.get(seat) for seat in settlement.winners]
        discarder = end.discarder if isinstance(end, Wins) and settlement.winners else None
        return cls(
            number,
            *name,
            counters=before.counters,
            bets=plain_number(before.bets),
            end=_end_word(played),
            winners=tuple(map(player, settlement.winners)),
            discarder=None if discarder is None else player(discarder),
            han=tuple(None if score is None else score.han for score in scores),
            fu=tuple(None if score is None else score.fu for score in scores),
            limits=tuple(None if score is None else score.limit for score in scores),
            paid=tuple(plain_number(settlement.deltas[seat]) for seat in settlement.winners),
            riichi=tuple(sorted(map(player, played.deal.riichi))),
            tenpai=tuple(sorted(map(player, end.tenpai)))
            if isinstance(end, ExhaustiveDraw)
            else (),
            gains=tuple(map(plain_number, gains(played))),
            stays=settlement.dealer_stays,
        )


def _end_word(played: SettledDeal) -> str:
    end = played.deal.end
    if isinstance(end, AbortiveDraw):
        return end.cause
    return "exhausted_draw" if isinstance(end, ExhaustiveDraw) else end.kind


def plain_number(points: Points) -> float:
    """Return points as an int if they are whole, otherwise as a float."""
    return int(points) if points == int(points) else float(points)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game under one ruleset; scores, results and places by player, the first East first."""

    deals: tuple[DealRow, ...]
    scores: tuple[float, ...]
    results: tuple[float, ...]
    places: tuple[int, ...]
    ended_by: str | None

    @classmethod
    def of(cls, game: StudiedGame) -> GameRow:
        """Return the row of a game."""
        finals = game.finals
        return cls(
            tuple(
                DealRow.of(number, deal.name, deal.played)
                for number, deal in enumerate(game.deals, 1)
            ),
            tuple(plain_number(final.score) for final in finals),
            tuple(plain_number(final.result) for final in finals),
            tuple(final.place for final in finals),
            game.ended_by,
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The deals of records that say nothing about a ruleset.

    Attributes:
        deals: the number of deals in the records.
        impossible: the number of deals that the rules do not allow: an illegal claim, a hand that
            does not win, or a deal that would not have ended there.
        unreached: the number of deals that would not have been played, because an earlier deal
            leads to the end of the game or to another dealer.
    """

    deals: int = 0
    impossible: int = 0
    unreached: int = 0

    def __add__(self, other: LeftOut) -> LeftOut:
        """Return the sum of both."""
        return LeftOut(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class StudiedRow:
    """One game of a study.

    Attributes:
        game: the number of the game, from 1.
        games: the game under each ruleset.
        against: the whole effect of each further ruleset, compared with the first.
        effects: by an option's path, the effect of switching it alone.
    """

    game: int
    games: tuple[GameRow, ...]
    against: tuple[GameEffect, ...]
    effects: Mapping[str, GameEffect]

    def as_json(self) -> dict[str, Any]:
        """Return the row as JSON data for a line of a file."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StudiedRow:
        """Return the row that `as_json` wrote.

        Raises:
            KeyError, TypeError: if the data is something else.
        """
        return cls(
            data["game"],
            tuple(map(_game_row_from_json, data["games"])),
            tuple(GameEffect(**effect) for effect in data["against"]),
            {path: GameEffect(**effect) for path, effect in data["effects"].items()},
        )


def _game_row_from_json(data: Mapping[str, Any]) -> GameRow:
    deals = (
        DealRow(**{name: _as_tuple(value) for name, value in deal.items()})
        for deal in data["deals"]
    )
    rest = {name: _as_tuple(value) for name, value in data.items() if name != "deals"}
    return GameRow(tuple(deals), **rest)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# ---- as a table ----------------------------------------------------------------------------------


COLUMNS = ("ruleset", "game", *(field.name for field in fields(DealRow)))


def deal_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each deal under each ruleset, in the order of `COLUMNS`."""
    for row in rows:
        for label, game in zip(labels, row.games, strict=True):
            for deal in game.deals:
                yield (label, row.game, *(getattr(deal, name) for name in DealRow.__slots__))


def flat_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield the same rows with plain cells: several values joined by spaces, None as `-`."""
    for row in deal_rows(labels, rows):
        yield tuple(_plain_cell(value) for value in row)


def _plain_cell(value: Any) -> Any:
    if isinstance(value, tuple):
        return " ".join("-" if item is None else str(item) for item in value)
    return int(value) if isinstance(value, bool) else value


def data_frame(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Any:
    """Return the rows as a pandas frame, or as a list of dicts if pandas is not installed."""
    records = [dict(zip(COLUMNS, row, strict=True)) for row in deal_rows(labels, rows)]
    try:
        import pandas as pd  # noqa: PLC0415 - an extra
    except ImportError:
        return records
    return pd.DataFrame(records, columns=list(COLUMNS))

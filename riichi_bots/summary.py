"""Statistics of many games: how deals end, how often, and how each player does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from riichi_bots.failures import FailedGame
from riichi_bots.runner import PlayedGame


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """The record of one player: shares of its deals and games, and averages in points."""

    name: str
    places: tuple[float, ...]
    place: float
    result: float
    score: float
    drawn: float
    claimed: float
    dealt_in: float
    riichi: float

    @property
    def won(self) -> float:
        """The share of deals that it won."""
        return self.drawn + self.claimed


@dataclass(frozen=True, slots=True)
class Summary:
    """Statistics of games.

    Attributes:
        games: how many, with `deals` in all.
        over: why they were over, and how often.
        won: shares of deals that somebody won by self-draw, and on a discard.
        exhausted: the share of deals that were drawn, and `aborted` of those called off.
        riichi: riichi in a deal, and `discards`, on average.
        points: what a winner was paid, bets included, on average.
        players: each player, the first East first.
        failed: the games that a player ended; they are not among the others.
    """

    games: int
    deals: int
    over: tuple[tuple[str, int], ...]
    won_drawn: float
    won_claimed: float
    exhausted: float
    aborted: float
    riichi: float
    discards: float
    points: float
    players: tuple[PlayerSummary, ...]
    failed: tuple[FailedGame, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return them for programs; shares are numbers from 0 to 1, rounded to six places."""
        names = ("won_drawn", "won_claimed", "exhausted", "aborted", "riichi", "discards", "points")
        return {
            "games": self.games,
            "deals": self.deals,
            "over": dict(self.over),
            **{name: round(getattr(self, name), 6) for name in names},
            "players": [
                {
                    "name": line.name,
                    "places": [round(share, 6) for share in line.places],
                    **{
                        name: round(getattr(line, name), 6)
                        for name in ("place", "result", "score", "won", "drawn", "claimed",
                                     "dealt_in", "riichi")
                    },
                }
                for line in self.players
            ],
            "failed": [one.as_json() for one in self.failed],
        }  # fmt: skip


def summarize(
    games: Iterable[PlayedGame], names: Sequence[str], failed: Iterable[FailedGame] = ()
) -> Summary:
    """Return the statistics of games.

    Args:
        games: the games, one at least that was played to its end.
        names: the players, the first East first.
        failed: those that a player ended.
    """
    played = list(games)
    deals = sum(game.deals for game in played)
    reasons = Counter(game.over or "broken_off" for game in played)
    winners = sum(sum(game.drawn) + sum(game.claimed) for game in played)
    won = sum(Fraction(game.won) for game in played)
    return Summary(
        games=len(played),
        deals=deals,
        over=tuple(reasons.most_common()),
        won_drawn=sum(sum(game.drawn) for game in played) / deals,
        won_claimed=sum(sum(game.dealt_in) for game in played) / deals,
        exhausted=sum(game.exhausted for game in played) / deals,
        aborted=sum(game.aborted for game in played) / deals,
        riichi=sum(sum(game.riichi) for game in played) / deals,
        discards=sum(game.discards for game in played) / deals,
        points=float(won / winners) if winners else 0.0,
        players=tuple(_line(played, deals, seat, name) for seat, name in enumerate(names)),
        failed=tuple(failed),
    )


def _line(played: Sequence[PlayedGame], deals: int, seat: int, name: str) -> PlayerSummary:
    games = len(played)
    places = Counter(game.places[seat] for game in played)

    def share(of: str) -> float:
        return int(sum(getattr(game, of)[seat] for game in played)) / deals

    return PlayerSummary(
        name=name,
        places=tuple(places[place] / games for place in range(1, 5)),
        place=sum(game.places[seat] for game in played) / games,
        result=float(sum(Fraction(game.results[seat]) for game in played) / games),
        score=float(sum(Fraction(game.scores[seat]) for game in played) / games),
        drawn=share("drawn"),
        claimed=share("claimed"),
        dealt_in=share("dealt_in"),
        riichi=share("riichi"),
    )

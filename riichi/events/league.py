"""Rank a league: the games of several files, in which players may miss any.

A game that a player misses costs nothing. Results include the deductions of the ruleset for
lateness, chombo and penalties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from riichi_core.messages import Message
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole
from riichi_core.standings.sessions import Sheet, Watch
from riichi_core.standings.standings import (
    DISQUALIFIED,
    NOTES,
    Deduction,
    RankedPlayer,
    Session,
    Status,
    sessions,
    tie_break,
    with_places,
)

RankBy = Literal["total", "average"]


@dataclass(frozen=True, slots=True)
class LeagueRanking:
    """How a league is ranked.

    Attributes:
        rank_by: the total or the average of the results that count.
        best: the number of best results of a player that count; None for all.
        min_games: the number of games that a player needs for a place.
    """

    rank_by: RankBy = "total"
    best: int | None = None
    min_games: int = 1


class LeagueGame(NamedTuple):
    """A player's game, or a penalty in a session without a game, and its file."""

    file: str
    session: Session


@dataclass(frozen=True, slots=True)
class LeagueRow(RankedPlayer):
    """One player of a league.

    Attributes:
        games: the games that the player played, in the order of the files.
        counted: the results that count, the best first if not all do.
        penalties: the penalties of sessions that the player did not play.
    """

    games: tuple[LeagueGame, ...]
    counted: tuple[Points, ...]
    penalties: tuple[tuple[LeagueGame, Deduction], ...]

    @property
    def total(self) -> Points:
        """The results that count, the penalties outside games, and the cut."""
        return whole(sum((*self.counted, self.cut, *(off.points for _, off in self.penalties))))

    @property
    def average(self) -> Points:
        """The total divided by the number of results that count; 0 without results."""
        return whole(Fraction(self.total) / max(1, len(self.counted)))

    @property
    def places(self) -> tuple[int, int, int, int]:
        """The numbers of first, second, third and fourth places."""
        found = Counter(game.session.final.place for game in self.games if game.session.final)
        return found[1], found[2], found[3], found[4]

    @property
    def deductions(self) -> tuple[tuple[LeagueGame, Deduction], ...]:
        """All deductions, with their games."""
        in_games = ((game, off) for game in self.games for off in game.session.deductions)
        return (*in_games, *self.penalties)


def league(
    sheets: Sequence[Sheet], rules: GivenRules, ranking: LeagueRanking, watched: Watch = iter
) -> tuple[LeagueRow, ...]:
    """Return the players of a league whose tables add up (`with_points`), the best first."""
    rules = rules_of(rules)
    games_of: dict[str, list[LeagueGame]] = {}
    for sheet in sheets:
        for session in sessions(sheet, rules, watched):
            game = LeagueGame(sheet.document.file, session)
            games_of.setdefault(session.row.player, []).append(game)
    rows = [_league_row(player, games, rules, ranking) for player, games in games_of.items()]
    return ranked_in_league([row for row in rows if row.games or row.penalties], rules, ranking)


def _league_row(
    player: str, games: Sequence[LeagueGame], rules: Rules, ranking: LeagueRanking
) -> LeagueRow:
    played = tuple(game for game in games if game.session.played_by == "player")
    results = [game.session.result for game in played]
    if ranking.best is not None:
        results = sorted(results, reverse=True)[: ranking.best]
    penalties = tuple(
        (game, off)
        for game in games
        if game.session.played_by != "player"
        for off in game.session.deductions
        if off.what == "penalty"
    )
    out = any(game.session.row.disqualified for game in games)
    status: Status = DISQUALIFIED[rules.tournament.disqualified] if out else "ranked"
    notes: list[str] = [NOTES[status]] if status in NOTES else []
    if len(played) < ranking.min_games:
        notes.append(Message("{n} of {least} games", n=len(played), least=ranking.min_games))
    return LeagueRow(None, player, status, tuple(notes), played, tuple(results), penalties)


def ranked_in_league(
    rows: Sequence[LeagueRow], rules: Rules, ranking: LeagueRanking, first: int = 1
) -> tuple[LeagueRow, ...]:
    """Return the rows with their places from the first on; those without a place come last."""

    def has_place(row: LeagueRow) -> bool:
        return row.status != "not_ranked" and len(row.games) >= ranking.min_games

    def rank(row: LeagueRow) -> tuple[object, ...]:
        value = row.total if ranking.rank_by == "total" else row.average
        ties = tie_break([game.session for game in row.games], rules)
        return not has_place(row), row.status != "ranked", -value, *ties

    return with_places(rows, rank, has_place, rules, first)

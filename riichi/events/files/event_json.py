"""Tournaments, leagues, seating and plans as JSON (docs/guides/tournaments.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import TypedDict

from riichi.events.league import LeagueRanking, LeagueRow, RankBy
from riichi.events.seating.seating_plan import Planned
from riichi_core.records.standings_json import (
    Number,
    StandingsJson,
    TeamJson,
    result_number,
    standings_json,
    teams_json,
)
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.standings.players import Player
from riichi_core.standings.sessions import Seating, Sheet
from riichi_core.standings.standings import Standings, Status, teams_of


class TournamentJson(TypedDict):
    """A tournament under each ruleset, by its id."""

    title: str
    sessions: list[str]
    remaining: list[dict[str, str]]
    results: dict[str, StandingsJson]


class LeagueStandingJson(TypedDict):
    """A player of a league; `places` are the numbers of first to fourth places."""

    place: int | None
    player: str
    status: Status
    games: int
    counted: int
    finalist: bool
    cut: Number
    total: Number
    average: Number
    places: list[int]
    notes: list[str]


class LeagueStandingsJson(TypedDict):
    """The standings of a league under one ruleset, in its unit."""

    unit: ResultUnit
    standings: list[LeagueStandingJson]
    teams: list[TeamJson]


class LeagueJson(TypedDict):
    """A league under each ruleset, by its id."""

    title: str
    files: list[str]
    rank_by: RankBy
    best: int | None
    min_games: int
    results: dict[str, LeagueStandingsJson]


class SameFourJson(TypedDict):
    """Four players who meet again at one table, and the sessions."""

    players: list[str]
    sessions: list[str]


class KeptJson(TypedDict):
    """A player who stays at a table, and the two sessions."""

    player: str
    table: str
    sessions: list[str]


class PlanRowJson(TypedDict):
    """A seat of a plan, East first at each table."""

    session: str
    table: str
    player: str


class SittingOutJson(TypedDict):
    """A player who has no table in a session."""

    session: str
    player: str


class PlanJson(TypedDict):
    """A seating plan, as the rows of a tournament file."""

    seed: int
    rows: list[PlanRowJson]
    sitting_out: list[SittingOutJson]


class SeatingJson(TypedDict):
    """Counts of how often players meet, and the verdict of each ruleset."""

    players: int
    sessions: int
    meetings: dict[str, int]
    most_often: list[list[str]]
    same_four: list[SameFourJson]
    kept: list[KeptJson]
    verdicts: dict[str, str]


def tournament_json(
    sheet: Sheet, standings: Mapping[str, tuple[Standings, ResultUnit]]
) -> TournamentJson:
    """Return the standings of a tournament, by ruleset id, each in its unit."""
    return {
        "title": sheet.title,
        "sessions": list(sheet.sessions),
        "remaining": [{"session": session, "table": table} for session, table in sheet.remaining],
        "results": {
            name: standings_json(*ruleset_standings)
            for name, ruleset_standings in standings.items()
        },
    }


def league_json(
    title: str,
    files: Sequence[str],
    ranking: LeagueRanking,
    standings: Mapping[str, tuple[Sequence[LeagueRow], ResultUnit]],
    players: Sequence[Player] = (),
) -> LeagueJson:
    """Return the standings of a league, by ruleset id, each in its unit."""
    return {
        "title": title,
        "files": list(files),
        "rank_by": ranking.rank_by,
        "best": ranking.best,
        "min_games": ranking.min_games,
        "results": {
            name: {
                "unit": unit,
                "standings": [_league_standing(row, unit) for row in rows],
                "teams": teams_json(teams_of(rows, players), unit),
            }
            for name, (rows, unit) in standings.items()
        },
    }


def _league_standing(row: LeagueRow, unit: ResultUnit) -> LeagueStandingJson:
    return {
        "place": row.place,
        "player": row.player,
        "status": row.status,
        "games": len(row.games),
        "counted": len(row.counted),
        "finalist": row.finalist,
        "cut": result_number(row.cut, unit),
        "total": result_number(row.total, unit),
        "average": result_number(row.average, unit),
        "places": list(row.places),
        "notes": list(row.notes),
    }


def seating_json(seating: Seating, verdicts: Mapping[str, str]) -> SeatingJson:
    """Return how often players meet, and a verdict by ruleset id."""
    return {
        "players": seating.players,
        "sessions": seating.sessions,
        "meetings": {str(times): pairs for times, pairs in seating.meetings},
        "most_often": [list(pair) for pair in seating.often],
        "same_four": [
            {"players": list(four), "sessions": list(when)} for four, when in seating.repeated
        ],
        "kept": [
            {
                "player": kept.row.player,
                "table": kept.row.table,
                "sessions": [kept.before, kept.row.session],
            }
            for kept in seating.kept
        ],
        "verdicts": dict(verdicts),
    }


def plan_json(planned: Planned) -> PlanJson:
    """Return a plan as JSON: a row for each seat, and the players who sit out."""
    return {
        "seed": planned.request.seed,
        "rows": [
            {"session": session, "table": table, "player": player}
            for session, table, player in planned.rows()
        ],
        "sitting_out": [
            {"session": session, "player": player} for session, player in planned.byes()
        ],
    }

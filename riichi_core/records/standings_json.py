"""Write standings, seating and plans of a tournament as JSON (docs/guides/tournaments.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from typing_extensions import TypedDict

from riichi.events.league import LeagueRanking, LeagueRow, RankBy
from riichi.events.seating.known_plans import Plan
from riichi.events.seating.seating_plan import PlanRequest
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.points import Points
from riichi_core.standings.players import Player
from riichi_core.standings.sessions import Seating, Sheet
from riichi_core.standings.standings import DeductionKind, Session, Standings, StandingsRow, Status

Number = int | float


class DeductionJson(TypedDict):
    """Points deducted from a result, and why."""

    what: DeductionKind
    points: Number
    reason: str


class FinalJson(TypedDict, total=False):
    """The result of a player at a table."""

    score: Number
    place: int
    uma: Number
    table_result: Number


class SessionJson(FinalJson):
    """A session of a player; without a table result if a substitute or nobody played."""

    session: str
    table: str | None
    played: bool
    deductions: list[DeductionJson]
    result: Number


class StandingJson(TypedDict):
    """A player of the list, with the sessions behind the total."""

    place: int | None
    player: str
    status: Status
    tables: Number
    deductions: Number
    total: Number
    notes: list[str]
    sessions: list[SessionJson]


SubstituteJson = TypedDict(
    "SubstituteJson",
    {
        "session": str,
        "table": str,
        "for": str,
        "name": str | None,
        "from": Literal["player", "from_start", "mid_session"] | None,
        "score": Number,
        "place": int,
        "uma": Number,
        "table_result": Number,
        "entered": Number,
    },
)


class StandingsJson(TypedDict):
    """The standings under one ruleset, in its unit."""

    unit: ResultUnit
    standings: list[StandingJson]
    substitutes: list[SubstituteJson]


class TournamentJson(TypedDict):
    """A tournament under each ruleset, by its id."""

    title: str
    sessions: list[str]
    to_come: list[dict[str, str]]
    results: dict[str, StandingsJson]


class LeagueStandingJson(TypedDict):
    """A player of a league; `places` are the numbers of first to fourth places."""

    place: int | None
    player: str
    status: Status
    games: int
    counted: int
    total: Number
    average: Number
    places: list[int]
    notes: list[str]


class LeagueStandingsJson(TypedDict):
    """The standings of a league under one ruleset, in its unit."""

    unit: ResultUnit
    standings: list[LeagueStandingJson]


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


# ---- numbers -------------------------------------------------------------------------------------


def scaled(points: Points, unit: ResultUnit) -> Fraction:
    """Return points in the unit in which a ruleset writes results."""
    return Fraction(points) / (1000 if unit == "thousands" else 1)


def result_number(points: Points, unit: ResultUnit = "points") -> Number:
    """Return points in a unit as JSON writes them: thirds with six digits."""
    value = scaled(points, unit)
    return int(value) if value.denominator == 1 else round(float(value), 6)


# ---- standings -----------------------------------------------------------------------------------


def tournament_json(
    sheet: Sheet, standings: Mapping[str, tuple[Standings, ResultUnit]]
) -> TournamentJson:
    """Return the standings of a tournament, by ruleset id, each in its unit."""
    return {
        "title": sheet.title,
        "sessions": list(sheet.sessions),
        "to_come": [{"session": session, "table": table} for session, table in sheet.to_come],
        "results": {
            name: standings_json(*ruleset_standings)
            for name, ruleset_standings in standings.items()
        },
    }


def standings_json(standings: Standings, unit: ResultUnit) -> StandingsJson:
    """Return the standings under one ruleset, and the results entered for substitutes."""
    return {
        "unit": unit,
        "standings": [_standing(row, unit) for row in standings.rows],
        "substitutes": [
            _substitute(session, session.entered, unit)
            for session in standings.substitutes
            if session.entered is not None
        ],
    }


def _standing(row: StandingsRow, unit: ResultUnit) -> StandingJson:
    return {
        "place": row.place,
        "player": row.player,
        "status": row.status,
        "tables": result_number(row.own, unit),
        "deductions": result_number(row.deducted, unit),
        "total": result_number(row.total, unit),
        "notes": [*row.notes, *row.attendance],
        "sessions": [_session(session, unit) for session in row.sessions],
    }


def _session(session: Session, unit: ResultUnit) -> SessionJson:
    final: FinalJson = _final(session, unit) if session.played_by == "player" else {}
    return {
        "session": session.row.session,
        "table": session.row.table or None,
        "played": session.played_by == "player",
        **final,
        "deductions": [
            {
                "what": deduction.what,
                "points": result_number(deduction.points, unit),
                "reason": deduction.reason,
            }
            for deduction in session.deductions
        ],
        "result": result_number(session.result, unit),
    }


def _final(session: Session, unit: ResultUnit) -> FinalJson:
    assert session.final is not None
    return {
        "score": result_number(session.final.score),
        "place": session.final.place,
        "uma": result_number(session.final.uma, unit),
        "table_result": result_number(session.final.result, unit),
    }


def _substitute(session: Session, entered: Points, unit: ResultUnit) -> SubstituteJson:
    final = _final(session, unit)
    return {
        "session": session.row.session,
        "table": session.row.table,
        "for": session.row.player,
        "name": session.row.substitute_name or None,
        "from": session.played_by,
        "score": final["score"],
        "place": final["place"],
        "uma": final["uma"],
        "table_result": final["table_result"],
        "entered": result_number(entered, unit),
    }


# ---- leagues -------------------------------------------------------------------------------------


def league_json(
    title: str,
    files: Sequence[str],
    ranking: LeagueRanking,
    standings: Mapping[str, tuple[Sequence[LeagueRow], ResultUnit]],
) -> LeagueJson:
    """Return the standings of a league, by ruleset id, each in its unit."""
    return {
        "title": title,
        "files": list(files),
        "rank_by": ranking.rank_by,
        "best": ranking.best,
        "min_games": ranking.min_games,
        "results": {
            name: {"unit": unit, "standings": [_league_standing(row, unit) for row in rows]}
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
        "total": result_number(row.total, unit),
        "average": result_number(row.average, unit),
        "places": list(row.places),
        "notes": list(row.notes),
    }


# ---- seating -------------------------------------------------------------------------------------


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


def plan_json(
    plan: Plan, players: Sequence[Player], request: PlanRequest, names: Sequence[str]
) -> PlanJson:
    """Return a plan as JSON: a row for each seat, and the players who sit out."""
    rows = plan_rows(plan, players, names)
    return {
        "seed": request.seed,
        "rows": [
            {"session": session, "table": table, "player": player}
            for session, table, player in rows
        ],
        "sitting_out": [
            {"session": session, "player": player}
            for session, player in bye_rows(plan, players, request, names)
        ],
    }


def plan_rows(
    plan: Plan, players: Sequence[Player], names: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """Yield a plan as the rows of a tournament file: session, table and player, in seat order."""
    for name, session in zip(names, plan, strict=True):
        for table, four in enumerate(session, 1):
            for player in four:
                yield name, str(table), players[player].name


def bye_rows(
    plan: Plan, players: Sequence[Player], request: PlanRequest, names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield the session and the name of each player who sits out."""
    for name, out in zip(names, request.sitting_out(plan), strict=True):
        for player in out:
            yield name, players[player].name

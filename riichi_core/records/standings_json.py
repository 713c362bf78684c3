"""Write standings, seating and plans of a tournament as JSON (docs/guides/tournaments.md)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal

from typing_extensions import TypedDict

from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.points import Points
from riichi_core.standings.standings import (
    DeductionKind,
    Session,
    Standings,
    StandingsRow,
    Status,
    TeamRow,
)

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
    """A player of the list, with the sessions behind the total.

    The total is that of the tables, plus the deductions and the cut, which are negative.
    """

    place: int | None
    player: str
    status: Status
    table_total: Number
    deductions: Number
    finalist: bool
    cut: Number
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


class TeamJson(TypedDict):
    """A team; its total is the sum of those of its players."""

    place: int
    team: str
    players: list[str]
    total: Number


class StandingsJson(TypedDict):
    """The standings under one ruleset, in its unit."""

    unit: ResultUnit
    standings: list[StandingJson]
    teams: list[TeamJson]
    substitutes: list[SubstituteJson]


# ---- numbers -------------------------------------------------------------------------------------


def scaled(points: Points, unit: ResultUnit) -> Fraction:
    """Return points in the unit in which a ruleset writes results."""
    return Fraction(points) / (1000 if unit == "thousands" else 1)


def result_number(points: Points, unit: ResultUnit = "points") -> Number:
    """Return points in a unit as JSON writes them: thirds with six digits."""
    value = scaled(points, unit)
    return int(value) if value.denominator == 1 else round(float(value), 6)


# ---- standings -----------------------------------------------------------------------------------


def standings_json(standings: Standings, unit: ResultUnit) -> StandingsJson:
    """Return the standings under one ruleset, and the results entered for substitutes."""
    return {
        "unit": unit,
        "standings": [_standing(row, unit) for row in standings.rows],
        "teams": teams_json(standings.teams, unit),
        "substitutes": [_substitute(session, unit) for session in standings.substitutes],
    }


def teams_json(teams: Iterable[TeamRow], unit: ResultUnit) -> list[TeamJson]:
    """Return the teams of some standings."""
    return [
        {
            "place": row.place,
            "team": row.team,
            "players": [*row.players],
            "total": result_number(row.total, unit),
        }
        for row in teams
    ]


def _standing(row: StandingsRow, unit: ResultUnit) -> StandingJson:
    return {
        "place": row.place,
        "player": row.player,
        "status": row.status,
        "table_total": result_number(row.own, unit),
        "deductions": result_number(row.deducted, unit),
        "finalist": row.finalist,
        "cut": result_number(row.cut, unit),
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


def _substitute(session: Session, unit: ResultUnit) -> SubstituteJson:
    assert session.entered is not None
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
        "entered": result_number(session.entered, unit),
    }

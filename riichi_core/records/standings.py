"""Standings, seating and plans of a tournament as JSON (docs/tournament.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from typing_extensions import TypedDict

from riichi_core.records.players import NamedPlayer
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.settlement.ledger import Points
from riichi_core.tournament.fields import Plan
from riichi_core.tournament.seating import Seating
from riichi_core.tournament.sheet import Sheet
from riichi_core.tournament.standings import Session, Standings, StandingsRow, Status, What

Number = int | float


class DeductionJson(TypedDict):
    """Points that come off a result, and why."""

    what: What
    points: Number
    reason: str


class FinalJson(TypedDict, total=False):
    """The result at a table of whoever played."""

    score: Number
    place: int
    uma: Number
    table_result: Number


class SessionJson(FinalJson):
    """A session of a player; without a final result where a substitute or nobody played."""

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
        "from": Literal["player", "from_start", "mid_session"] | None,
        "score": Number,
        "place": int,
        "uma": Number,
        "table_result": Number,
        "entered": Number,
    },
)


class StandingsJson(TypedDict):
    """The list under one ruleset, in its unit."""

    unit: ResultUnit
    standings: list[StandingJson]
    substitutes: list[SubstituteJson]


class TournamentJson(TypedDict):
    """A tournament under each ruleset, by its id."""

    title: str
    sessions: list[str]
    to_come: list[dict[str, str]]
    results: dict[str, StandingsJson]


class SameFourJson(TypedDict):
    """Four players who sit together again, and when."""

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


class PlanJson(TypedDict):
    """A seating plan, as the rows of a tournament file."""

    rows: list[PlanRowJson]


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


def number(points: Points, unit: ResultUnit = "points") -> Number:
    """Return points in a unit as JSON writes them: thirds with six digits."""
    value = scaled(points, unit)
    return int(value) if value.denominator == 1 else round(float(value), 6)


# ---- standings -----------------------------------------------------------------------------------


def tournament_json(
    sheet: Sheet, found: Mapping[str, tuple[Standings, ResultUnit]]
) -> TournamentJson:
    """Return the standings of a tournament, by the id of the ruleset, each in its unit."""
    return {
        "title": sheet.title,
        "sessions": list(sheet.sessions),
        "to_come": [{"session": session, "table": table} for session, table in sheet.to_come],
        "results": {name: standings_json(*one) for name, one in found.items()},
    }


def standings_json(found: Standings, unit: ResultUnit) -> StandingsJson:
    """Return the list under one ruleset, and what is entered for substitutes."""
    return {
        "unit": unit,
        "standings": [_standing(one, unit) for one in found.rows],
        "substitutes": [
            _substitute(one, one.entered, unit)
            for one in found.substitutes
            if one.entered is not None
        ],
    }


def _standing(one: StandingsRow, unit: ResultUnit) -> StandingJson:
    return {
        "place": one.place,
        "player": one.player,
        "status": one.status,
        "tables": number(one.own, unit),
        "deductions": number(one.deducted, unit),
        "total": number(one.total, unit),
        "notes": list(one.notes),
        "sessions": [_session(each, unit) for each in one.sessions],
    }


def _session(one: Session, unit: ResultUnit) -> SessionJson:
    final: FinalJson = _final(one, unit) if one.played_by == "player" else {}
    return {
        "session": one.row.session,
        "table": one.row.table or None,
        "played": one.played_by == "player",
        **final,
        "deductions": [
            {"what": off.what, "points": number(off.points, unit), "reason": off.reason}
            for off in one.deductions
        ],
        "result": number(one.result, unit),
    }


def _final(one: Session, unit: ResultUnit) -> FinalJson:
    assert one.final is not None
    return {
        "score": number(one.final.score),
        "place": one.final.place,
        "uma": number(one.final.uma, unit),
        "table_result": number(one.final.result, unit),
    }


def _substitute(one: Session, entered: Points, unit: ResultUnit) -> SubstituteJson:
    final = _final(one, unit)
    return {
        "session": one.row.session,
        "table": one.row.table,
        "for": one.row.player,
        "from": one.played_by,
        "score": final["score"],
        "place": final["place"],
        "uma": final["uma"],
        "table_result": final["table_result"],
        "entered": number(entered, unit),
    }


# ---- seating -------------------------------------------------------------------------------------


def seating_json(found: Seating, verdicts: Mapping[str, str]) -> SeatingJson:
    """Return how often players meet, and a verdict by the id of each ruleset."""
    return {
        "players": found.players,
        "sessions": found.sessions,
        "meetings": {str(times): pairs for times, pairs in found.meetings},
        "most_often": [list(pair) for pair in found.often],
        "same_four": [
            {"players": list(four), "sessions": list(when)} for four, when in found.repeated
        ],
        "kept": [
            {
                "player": one.row.player,
                "table": one.row.table,
                "sessions": [one.before, one.row.session],
            }
            for one in found.kept
        ],
        "verdicts": dict(verdicts),
    }


def plan_json(plan: Plan, players: Sequence[NamedPlayer]) -> PlanJson:
    """Return a plan as JSON: a row for each seat."""
    rows = plan_rows(plan, players)
    return {
        "rows": [
            {"session": session, "table": table, "player": player}
            for session, table, player in rows
        ]
    }


def plan_rows(plan: Plan, players: Sequence[NamedPlayer]) -> Iterator[tuple[str, str, str]]:
    """Yield a plan as the rows of a tournament file: session, table and player, by the seats."""
    for session_number, session in enumerate(plan, 1):
        for table, four in enumerate(session, 1):
            for player in four:
                yield str(session_number), str(table), players[player].name

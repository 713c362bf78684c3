"""Work out standings: the result of each session, the deductions, and the totals.

Deductions are made after uma. They do not change the scores and places at the table, and nobody
receives them. Players with the same total share a place, or a tie-break decides. This module is the
only reader of the tournament options that concern results.

Sources: EMA 2016, 3.4.6, 5.5, 5.7, 5.8; WRCR 2015, 2.3, 7.1, 7.2, 8.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor
from typing import Literal, NamedTuple, TypeVar, assert_never

from riichi_core.game.result import PlayerResult, final_results
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, ToEach
from riichi_core.rules.chapters.tournament import FixedResult
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, whole
from riichi_core.standings.players import Player, by_name, player_called
from riichi_core.standings.sessions import Sheet, SheetRow, SheetTable, Watch

NOTES: dict[Status, Message] = {
    "disqualified": Message("disqualified: ranked last"),
    "not_ranked": Message("disqualified: not ranked"),
    "removed": Message("excused: out of the results"),
}
"""The remark on a player who is not ranked normally."""

FOR_TEAM: tuple[Status, ...] = ("ranked", "disqualified")
"""Players whose total counts for their team."""

DELIBERATE = Message("missed a session on purpose: can be disqualified")

LOT = Message("same total: to be decided by lot")


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """One player in standings or in a league.

    Attributes:
        place: the place; None for an unranked player.
        notes: remarks on the place or the status.
        finalist: whether the player is ranked above all who do not play the final.
        cut: the points that a finalist does not keep, as a negative number; at a cut, a negative
            total rises.
    """

    place: int | None
    player: str
    status: Status
    notes: tuple[str, ...]
    finalist: bool = field(default=False, kw_only=True)
    cut: Points = field(default=0, kw_only=True)

    @property
    def total(self) -> Points:
        """The result by which the players are ranked."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class StandingsRow(RankedPlayer):
    """One player in the standings.

    `attendance` is the number of sessions played, if not all, and the substitutes.
    """

    sessions: tuple[Session, ...]
    attendance: tuple[str, ...] = ()

    @property
    def own(self) -> Points:
        """The total of the results at the tables, uma included."""
        return whole(sum(session.own for session in self.sessions))

    @property
    def deducted(self) -> Points:
        """The total of all deductions; a cut is none of them."""
        return whole(sum(session.deducted for session in self.sessions))

    def result_of(self, session: str, number: int) -> Points | None:
        """Return the result of a session, usually the one at a number from 0; None without one."""
        if number < len(self.sessions) and self.sessions[number].row.session == session:
            return self.sessions[number].result
        return next((one.result for one in self.sessions if one.row.session == session), None)

    @property
    def total(self) -> Points:
        """The result of the tournament."""
        return whole(sum(session.result for session in self.sessions) + Fraction(self.cut))


class TeamRow(NamedTuple):
    """A team: its place, its name, its players, the best first, and their points without cuts."""

    place: int
    team: str
    players: tuple[str, ...]
    total: Points


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings under a ruleset, the best player first, and the sessions behind them.

    `carry` is a text on the part of their points that finalists keep; empty without a final. The
    list of `players` has their teams.
    """

    rows: tuple[StandingsRow, ...]
    sessions: tuple[Session, ...]
    carry: str = ""
    players: tuple[Player, ...] = ()

    @property
    def teams(self) -> tuple[TeamRow, ...]:
        """The teams, the best first; empty if there are none."""
        return teams_of(self.rows, self.players)

    @property
    def substitutes(self) -> tuple[Session, ...]:
        """The sessions that substitutes played; they do not appear in the ranking."""
        return tuple(session for session in self.sessions if session.entered is not None)


def teams_of(rows: Iterable[RankedPlayer], players: Iterable[Player]) -> tuple[TeamRow, ...]:
    """Return the teams by their players' totals without cuts, both the best first."""
    known = by_name(players)
    members: dict[str, list[RankedPlayer]] = {}
    for row in rows:
        team = player_called(row.player, known).team
        if team and row.status in FOR_TEAM:
            members.setdefault(team, []).append(row)
    totals = {team: whole(sum(Fraction(row.total) - Fraction(row.cut) for row in of_team))
              for team, of_team in members.items()}  # fmt: skip
    ordered = sorted(totals, key=lambda team: (-Fraction(totals[team]), team))
    return tuple(
        TeamRow(place, team, tuple(row.player for row in members[team]), totals[team])
        for team, place in zip(ordered, places(totals[team] for team in ordered), strict=True)
    )


def standings_of(sheet: Sheet, rules: GivenRules, watched: Watch = iter) -> Standings:
    """Return the standings of a tournament whose tables add up (`score_entry.with_points`)."""
    rules = rules_of(rules)
    all_sessions = sessions(sheet, rules, watched)
    order = {name: number for number, name in enumerate(sheet.sessions)}
    sessions_of: dict[str, list[Session]] = {}
    for session in sorted(all_sessions, key=lambda session: order[session.row.session]):
        sessions_of.setdefault(session.row.player, []).append(session)
    players = [
        _standings_row(player, played, rules, _attendance(played, sheet))
        for player, played in sessions_of.items()
    ]
    return Standings(ranked(players, rules), all_sessions, players=sheet.players)


def _attendance(player_sessions: Sequence[Session], sheet: Sheet) -> tuple[str, ...]:
    """Return the number of sessions that a player played, if not all, and the substitutes.

    A session in which the player's table is still to come does not count.
    """
    rows = [session.row for session in player_sessions]
    remaining = {session for session, _ in sheet.remaining} - {row.session for row in rows}
    count = len(set(sheet.sessions) - remaining)
    played = sum(session.played_by == "player" for session in player_sessions)
    notes: list[str] = []
    if played < count:
        notes.append(Message("played {n} of {all}", n=played, all=count))
    names = dict.fromkeys(row.substitute_name for row in rows if row.substitute_name)
    if names:
        notes.append(Message("substitute: {names}", names=", ".join(names)))
    return tuple(notes)


def _standings_row(
    player: str, player_sessions: Sequence[Session], rules: Rules, attendance: tuple[str, ...]
) -> StandingsRow:
    rows = [session.row for session in player_sessions]
    status: Status = "ranked"
    if any(row.disqualified for row in rows):
        status = DISQUALIFIED[rules.tournament.disqualified]
    elif any(row.absent == "excused" for row in rows):
        status = EXCUSED[rules.tournament.excused_absence]
    notes: list[str] = [NOTES[status]] if status in NOTES else []
    notes += [row.reason for row in rows if row.disqualified and row.reason and not row.penalty]
    deliberate = any(row.absent == "deliberate" for row in rows)
    punished = rules.tournament.deliberate_absence == "disqualification_possible"
    if deliberate and status == "ranked" and punished:
        notes.append(DELIBERATE)
    return StandingsRow(None, player, status, tuple(notes), tuple(player_sessions), attendance)


_ORDER: dict[Status, int] = {"ranked": 0, "disqualified": 1, "not_ranked": 2, "removed": 3}


def ranked(
    players: Sequence[StandingsRow], rules: Rules, first: int = 1
) -> tuple[StandingsRow, ...]:
    """Return the players, the best first; equal ones of the same status share the better place."""

    def rank(row: StandingsRow) -> tuple[object, ...]:
        return _ORDER[row.status], -Fraction(row.total), *tie_break(row.sessions, rules)

    def has_place(row: StandingsRow) -> bool:
        return row.status not in ("not_ranked", "removed")

    return with_places(players, rank, has_place, rules, first)


_Row = TypeVar("_Row", bound=RankedPlayer)


def with_places(
    players: Iterable[_Row],
    rank: Callable[[_Row], tuple[object, ...]],
    has_place: Callable[[_Row], bool],
    rules: Rules,
    first: int,
) -> tuple[_Row, ...]:
    """Return the players with places from the first on, and notes on lots between equal ones."""
    ordered = sorted(players, key=lambda row: (*rank(row), row.player))
    found = [
        place if has_place(row) else None
        for row, place in zip(ordered, places(map(rank, ordered), first), strict=True)
    ]
    by_lot = rules.tournament.equal_totals == "by_lot"
    placed = []
    for row, place in zip(ordered, found, strict=True):
        is_drawn = by_lot and place is not None and found.count(place) > 1
        notes = (note for note in row.notes if note != LOT)
        placed.append(replace(row, place=place, notes=(*notes, *([LOT] if is_drawn else []))))
    return tuple(placed)


def places(ranks: Iterable[object], first: int = 1) -> list[int]:
    """Return the places of sorted ranks; equal ones share the better place."""
    place_of: dict[object, int] = {}
    return [place_of.setdefault(rank, place) for place, rank in enumerate(ranks, first)]


def tie_break(all_sessions: Iterable[Session], rules: Rules) -> tuple[Fraction, ...]:
    """Return the sort key of a player's sessions for equal totals, the best lowest; no lots."""
    value = rules.tournament.equal_totals
    match value:
        case "shared_place" | "by_lot":
            return ()
        case "firsts_fourths_best":
            played = [session for session in all_sessions if session.played_by == "player"]
            places = [session.final.place for session in played if session.final]
            best = max((Fraction(session.own) for session in played), default=Fraction(0))
            return Fraction(-places.count(1)), Fraction(places.count(4)), -best
        case _:
            assert_never(value)


# ---- results -------------------------------------------------------------------------------------


DeductionKind = Literal["late", "missed_session", "chombo", "penalty"]


@dataclass(frozen=True, slots=True)
class Deduction:
    """Points deducted from a result, and why."""

    what: DeductionKind
    points: Points
    reason: str


@dataclass(frozen=True, slots=True)
class Session:
    """One player's session.

    Attributes:
        row: the row of the file.
        played_by: the person who played; None if nobody did.
        final: the result at the table of the person who played.
        own: the player's part of it; 0 if a substitute played.
        entered: the result entered for a substitute.
        deductions: the deductions from the player's result.
    """

    row: SheetRow
    played_by: PlayedBy | None
    final: PlayerResult | None
    own: Points
    entered: Points | None
    deductions: tuple[Deduction, ...]

    @property
    def deducted(self) -> Points:
        """The total of the deductions."""
        return whole(sum(deduction.points for deduction in self.deductions))

    @property
    def result(self) -> Points:
        """The result of the session."""
        return whole(self.own + self.deducted)


def sessions(sheet: Sheet, rules: Rules, watched: Watch = iter) -> tuple[Session, ...]:
    """Return every player's sessions, those at tables first."""
    at_tables = [
        session for table in watched(sheet.tables) for session in sessions_at_table(table, rules)
    ]
    away = [
        Session(row, None, None, 0, None, _deductions(row, None, rules))
        for row in sheet.away
        if row.absent != "bye"
    ]
    return (*at_tables, *away)


def sessions_at_table(table: SheetTable, rules: Rules) -> tuple[Session, ...]:
    """Return the sessions of the four players of a table."""
    who_played = [played_by(row, rules) for row in table.rows]
    chombo_price, _ = chombo_points(rules)
    scores = [row.points - row.chombo * chombo_price for row in table.rows]
    owed = [row.bets_left for row in table.rows]
    finals = final_results(scores, sum(owed), (0, 0, 0, 0), rules, owed=owed)
    last_seats = [seat for seat, who in enumerate(who_played) if counts_as_last(who, rules)]
    if last_seats:
        finals = _with_last_places(finals, last_seats, rules)
    return tuple(
        Session(row, who, real, real.result if who == "player" else 0,
                None if who == "player" else entered_result(real.result, rules),
                _deductions(row, who, rules))
        for row, who, real in zip(table.rows, who_played, finals, strict=True)
    )  # fmt: skip


def _with_last_places(
    finals: Sequence[PlayerResult], last: Sequence[int], rules: Rules
) -> tuple[PlayerResult, ...]:
    """Return the results with some players placed below all others.

    Bets left over stay with the players who got them with the real scores. The scores of the
    players in question are then lowered by enough thousands to be last, and their results are
    raised by the same amount.
    """
    scores = [Fraction(real.score) for real in finals]
    others = [score for seat, score in enumerate(scores) if seat not in last]
    if not others:
        return tuple(finals)
    gap = max(scores[seat] for seat in last) - min(others)
    down = (gap // 1000 + 1) * 1000 if gap >= 0 else 0
    moved_scores = [score - down if seat in last else score for seat, score in enumerate(scores)]
    moved_results = final_results([whole(score) for score in moved_scores], 0, (0, 0, 0, 0), rules)
    return tuple(
        replace(moved, score=real.score, bets=real.bets,
                result=whole(Fraction(moved.result) + (down if seat in last else 0)))
        for seat, (moved, real) in enumerate(zip(moved_results, finals, strict=True))
    )  # fmt: skip


def _deductions(row: SheetRow, who_played: PlayedBy | None, rules: Rules) -> tuple[Deduction, ...]:
    """Return the deductions from a result; a missed session replaces lateness."""
    deductions = []
    late = late_points(row.late, rules)
    if who_played != "player":
        deductions.append(
            Deduction("missed_session", rules.tournament.missed_session, _why_missed(row, late))
        )
    elif late is not None and late != 0:
        deductions.append(Deduction("late", late, _with_reason(_minutes(row.late), row)))
    _, chombo_price = chombo_points(rules)
    if row.chombo and chombo_price:
        times = Message("once") if row.chombo == 1 else Message("{n} times", n=row.chombo)
        points = -row.chombo * chombo_price
        deductions.append(Deduction("chombo", points, _with_reason(times, row, chombo=True)))
    if row.penalty:
        deductions.append(Deduction("penalty", -row.penalty, row.reason))
    return tuple(deductions)


def _why_missed(row: SheetRow, late: int | None) -> Message:
    if late is None:
        why = Message("{late}, a substitute played", late=_minutes(row.late))
    elif row.substitute == "none":
        why = _AWAY.get(row.absent, Message("absent"))
    elif row.substitute_name:
        why = Message("{name} played", name=row.substitute_name)
    elif row.substitute == "from_start":
        why = Message("a substitute played")
    else:
        why = Message("a substitute took over")
    if row.substitute != "none" and row.absent in ("left", "not_yet"):
        why = Message("{why}, {absent}", why=why, absent=_AWAY[row.absent])
    if row.absent == "excused":
        why = Message("{why}, excused", why=why)
    elif row.absent == "deliberate":
        why = Message("{why}, deliberate", why=why)
    return _with_reason(why, row)


_AWAY: Mapping[str, Message] = {"left": Message("left"), "not_yet": Message("not there yet")}


def _with_reason(why: Message, row: SheetRow, *, chombo: bool = False) -> Message:
    """Return a cause with the reason of the row, unless another deduction has that reason.

    It is that of the penalty, or else of the chombo, of the absence or of the lateness.
    """
    if row.penalty or (row.chombo and not chombo) or not row.reason:
        return why
    return Message("{why}: {reason}", why=why, reason=row.reason)


def _minutes(late: Fraction) -> Message:
    if late == 1:
        return Message("1 minute late")
    return Message("{minutes:g} minutes late", minutes=float(late))


# ---- consequences --------------------------------------------------------------------------------


PlayedBy = Literal["player", "from_start", "mid_session"]
"""The person who played for a row: the player, or a substitute from the start or from later on."""

Status = Literal["ranked", "disqualified", "not_ranked", "removed"]
"""The status of a player: ranked, disqualified and ranked last, not ranked, or removed."""


def late_points(minutes: Fraction, rules: Rules) -> int | None:
    """Return the points for being late, 0 or negative; None if a substitute plays the session."""
    lateness = rules.tournament.lateness
    if lateness == "not_regulated":
        return 0
    if minutes > lateness.minutes:
        return None
    whole_minutes = floor(minutes) if lateness.counted == "completed" else ceil(minutes)
    return -whole_minutes * lateness.per_minute


def chombo_points(rules: Rules) -> tuple[int, int]:
    """Return the points that a chombo costs at the table, and those that it costs after uma.

    Payments to the others at the table are already in the points of the file.
    """
    price = rules.chombo.price("tournament")
    match price:
        case AtTable(at_table=points):
            return points, 0
        case AfterUma(after_uma=points):
            return 0, points
        case "reverse_mangan" | "none" | ToEach():
            return 0, 0
        case _:
            assert_never(price)


def played_by(row: SheetRow, rules: Rules) -> PlayedBy:
    """Return the person who played for a row: a substitute if the player was too late."""
    if late_points(row.late, rules) is None:
        return "from_start"
    return "player" if row.substitute == "none" else row.substitute


def counts_as_last(who_played: PlayedBy, rules: Rules) -> bool:
    """Return True if the others' uma depends on the last place instead of the real one."""
    options = rules.tournament
    return (who_played == "from_start" and options.substitute_place == "last") or (
        who_played == "mid_session" and options.substitute_place_mid_session == "last"
    )


def entered_result(real: Points, rules: Rules) -> Points:
    """Return the result entered for a substitute whose own result is `real`."""
    value = rules.tournament.substitute_result
    return value.fixed if isinstance(value, FixedResult) else real


DISQUALIFIED: Mapping[str, Status] = {"ranked_last": "disqualified", "not_ranked": "not_ranked"}
EXCUSED: Mapping[str, Status] = {"name_may_be_removed": "removed", "not_regulated": "ranked"}


def keeping_forbidden(rules: Rules) -> bool:
    """Return True if the rules forbid a plan that keeps a player at one table."""
    return rules.tournament.fixed_tables == "forbidden"

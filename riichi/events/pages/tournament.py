"""A tournament in tables: its seating plan and times, its standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import chain, groupby
from typing import Literal, NamedTuple

from riichi.events.corrections import LOGGED, LogEntry
from riichi.events.seating.known_plans import Plan
from riichi.events.seating.next_rounds import Pairing
from riichi.events.seating.seating_plan import (
    ApartBy,
    Planned,
    PlanRequest,
    fewest_meetings,
    meetings,
    most_meetings,
    must_meet,
)
from riichi.events.seating.timetable import SessionTimes
from riichi.locale import ENGLISH, Locale
from riichi.writers.columns import columns_of, table_width
from riichi.writers.drawings import SEATS
from riichi.writers.model import (
    Block,
    Column,
    Document,
    Group,
    Heading,
    Paragraph,
    TableBlock,
    plain_row,
)
from riichi_core.game.result import PlayerResult
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.records.standings_json import result_number, scaled
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.points import Points
from riichi_core.standings.players import Player, by_name, player_called
from riichi_core.standings.sessions import Seating, Sheet
from riichi_core.standings.standings import (
    Deduction,
    DeductionKind,
    PlayedBy,
    RankedPlayer,
    Session,
    Standings,
    StandingsRow,
    TeamRow,
)

SESSION_WIDTH, BESIDE, ALONE = 9, 52, 9
"""On a screen: the width of a session's column, and that of all others but the names, with and
without the totals."""

LONG_WORD = 12
"""The number of letters of a name's longest word for which there is always room."""

Medium = Literal["screen", "page", "wall", "phone"]
HEADS: Mapping[Medium, Translatable] = {
    "screen": "s. {session}", "page": "Session {session}", "wall": "Session {session}",
    "phone": "s. {session}",
}  # fmt: skip
"""Where people read standings, and the head of a session's column there."""

MOST_ON_WALL, MOST_ON_PHONE = 8, 1
"""The maximum numbers of sessions next to the totals on a sheet for the wall, and on a phone."""

MOST_ALONE: Mapping[Medium, int] = {"screen": 7, "page": 7, "wall": 7, "phone": 4}
"""The maximum number of sessions side by side in a table of their own."""

SUMS = {"table_total", "deductions"}
"""The columns whose parts are in the results of the sessions."""

SESSION = "session "
"""The start of the name of a session's column in CSV."""

MOST_LISTED = 10
"""The maximum number of pairs, tables and players to list; the rest is counted."""

NUMBER_HEADS: tuple[Translatable, ...] = (
    "place", "at tables", "deducted", "cut", "total", "points", "score", "result", "entered",
    "they meet", "how many pairs", "base rank", "number", "uma", "games", "counted",
    "average", "places",
)  # fmt: skip
"""Columns of numbers, which are aligned right, like those of the sessions."""

TEXT_HEADS: tuple[Translatable, ...] = (
    "player", "remarks", "session", "what", "reason", "table", "remark", "four", "sessions",
    "ruleset", "begins", "signal", "ends", "wind", "day", "East", "South", "West", "North",
    "country", "club", "first name", "last name", "EMA number", "players", "file", "time", "old",
    "new", "team",
)  # fmt: skip
"""The other columns of the tables; any further one is that of a session."""

DEDUCTIONS: dict[DeductionKind, Translatable] = {
    "late": "late",
    "missed_session": "missed session",
    "chombo": "chombo",
    "penalty": "penalty",
}

PLAYED_BY: dict[PlayedBy, Translatable] = {
    "from_start": "substitute",
    "mid_session": "substitute during a session",
}


APART: dict[ApartBy, Translatable] = {
    "apart": "Kept apart by the list: {met} of {all} pairs meet.",
    "team": "Same team: {met} of {all} pairs meet.",
    "club": "Same club: {met} of {all} pairs meet.",
    "country": "Same country: {met} of {all} pairs meet.",
}

PAIRINGS: dict[Pairing, Translatable] = {
    "swiss": "Swiss: paired by the standings under {ruleset} after session {session}.",
    "progressive": "Progressive: mixed in blocks of the standings under {ruleset} after session "
    "{session}.",
    "by-place": "Paired by place in the standings under {ruleset} after session {session}.",
    "interval": "Paired at an interval of places in the standings under {ruleset} after session "
    "{session}.",
}


# ---- the plan ------------------------------------------------------------------------------------


def session_tables(planned: Planned, titles: Iterable[str], tr: Locale) -> Iterator[Block]:
    """Yield a table for each session, with its title, and who sits out."""
    sitting_out = planned.request.sitting_out(planned.plan)
    for title, session, out in zip(titles, planned.plan, sitting_out, strict=True):
        rows = [
            [str(table), *(planned.players[player].label for player in four)]
            for table, four in enumerate(session, 1)
        ]
        labels = ", ".join(planned.players[player].label for player in out)
        below = tr("Sitting out: {names}", names=labels) if out else ""
        yield from titled_table(title, ("table", *SEATS), rows, below, tr)


def plan_sections(planned: Planned, times: Sequence[SessionTimes], tr: Locale) -> list[Block]:
    """Return a plan: its times if there are any, its sessions, and its qualities."""
    titles = (tr("Session {session}", session=name) for name in planned.names)
    blocks = [*times_table(tr("Times"), times, planned.names, tr),
              *session_tables(planned, titles, tr)]  # fmt: skip
    blocks.append(Heading((tr("About this plan"),), level=3))
    plan_facts = _plan_facts(planned.plan, planned.players, planned.request, tr)
    blocks += (Paragraph((sentence,)) for sentence in (*planned.facts, *plan_facts))
    return blocks


def _plan_facts(
    plan: Plan, players: Sequence[Player], request: PlanRequest, tr: Locale
) -> Iterator[str]:
    """Yield sentences on what the plan reached, and the seed."""
    yield from _meeting_facts(plan, players, request, tr)
    byes = Counter(chain.from_iterable(request.sitting_out(plan)))
    if byes and not request.present:
        counts = [
            byes[player] for player in range(len(players)) if player not in request.substitutes
        ]
        least, most = min(counts), max(counts)
        message = Message.counted(
            "Each player sits out {n} session.", "Each player sits out {n} sessions.", most
        )
        if least < most:
            message = Message(
                "Each player sits out {least} or {most} sessions.", least=least, most=most
            )
        yield tr(message)
    met = meetings(plan)
    for reason, template in APART.items():
        if all_pairs := request.apart.pairs_of(reason):
            pairs = sorted(pair for pair in met if reason in request.apart.reasons(*pair))
            sentence = tr(template, met=len(pairs), all=all_pairs)
            yield f"{sentence} {_named_pairs(pairs, players, tr)}".strip()
            if pairs and reason == "apart":
                yield _why_not_apart(request, tr)
    yield tr("Seed: {seed}", seed=request.seed)


def _why_not_apart(request: PlanRequest, tr: Locale) -> str:
    """Return a sentence on a plan in which players meet whom the list keeps apart."""
    players, tables = must_meet(request)
    if players:
        message = Message.counted(
            "No plan can keep them apart: {players} players may not meet each other, and there is "
            "{n} table.",
            "No plan can keep them apart: {players} players may not meet each other, and there are "
            "{n} tables.",
            tables, players=players,
        )  # fmt: skip
        return tr(message)
    return tr("No plan was found that keeps all of them apart; another --seed may find one.")


def _meeting_facts(
    plan: Plan, players: Sequence[Player], request: PlanRequest, tr: Locale
) -> Iterator[str]:
    """Yield a sentence on who meets again, if anybody does."""
    if request.played or request.present:
        before = meetings(request.played)
        times = meetings(plan)
        again = sorted(pair for pair, n in times.items() if n + before[pair] > 1)
        if again:
            message = Message.counted("{n} pair meets again.", "{n} pairs meet again.", len(again))
            yield f"{tr(message)} {_named_pairs(again, players, tr)}".strip()
        return
    most, least = most_meetings(plan), fewest_meetings(len(players), len(plan))
    if most > least:
        yield tr(
            "Some players meet {most} times. A plan with {least} may exist, but none was found.",
            most=most,
            least=least,
        )


def _named_pairs(pairs: Sequence[tuple[int, int]], players: Sequence[Player], tr: Locale) -> str:
    """Return pairs of players by name, with a full stop; empty if there are too many."""
    if not 0 < len(pairs) <= MOST_LISTED:
        return ""
    named = [Message.and_list([players[one].name, players[other].name]) for one, other in pairs]
    return f"{', '.join(map(tr, named))}."


def times_table(
    title: str,
    times: Sequence[SessionTimes],
    names: Sequence[str],
    tr: Locale,
    first: date | None = None,
) -> Iterator[Block]:
    """Yield the table of times; it has a column for the day if there are several.

    With the first day, the column has the dates, and a clock can read the table.
    """
    if times:
        days = times[-1].day > 1 or first is not None
        rows = [
            (
                *((_day(session_times.day, first),) if days else ()),
                name,
                f"{session_times.start:%H:%M}",
                "" if session_times.signal is None else f"{session_times.signal:%H:%M}",
                f"{session_times.end:%H:%M}",
            )
            for name, session_times in zip(names, times, strict=True)
        ]
        head = (*(("day",) if days else ()), "session", "begins", "signal", "ends")
        yield from titled_table(title, head, rows, tr=tr, id="" if first is None else "times")


def _day(number: int, first: date | None) -> str:
    return str(number) if first is None else f"{first + timedelta(days=number - 1)}"


# ---- standings -----------------------------------------------------------------------------------


class Result(NamedTuple):
    """Points of a result, in the unit of its ruleset; None for a session that was not played."""

    points: Points | None


@dataclass(frozen=True, slots=True)
class StandingsColumn:
    """A column of the standings, as text and in CSV.

    Attributes:
        name: its head in CSV.
        head: its head in text; empty if only CSV has the column.
        value: the function that returns the value of a row; several texts are notes.
    """

    name: str
    head: str
    value: Callable[[StandingsRow, ResultUnit], str | int | Result | Sequence[str] | None]

    def text(self, row: StandingsRow, unit: ResultUnit, tr: Locale) -> str:
        """Return the cell of a row as text."""
        match self.value(row, unit):
            case None:
                return "-"
            case Result(points):
                return "" if points is None else amount(points, unit, tr)
            case str() | int() as value:
                return str(value)
            case notes:
                return "; ".join(map(tr, notes))

    def csv(self, row: StandingsRow, unit: ResultUnit) -> str | int | float | None:
        """Return the cell of a row for CSV."""
        match self.value(row, unit):
            case Result(points):
                return None if points is None else result_number(points, unit)
            case None | str() | int() as value:
                return value
            case notes:
                return "; ".join(notes)


def standings_columns(
    sessions: Iterable[str],
    tr: Locale = ENGLISH,
    *,
    first: int = 0,
    head: Translatable = "Session {session}",
) -> list[StandingsColumn]:
    """Return the columns of the standings, as text and for CSV, with one for each session.

    `first` is the place of the first of these sessions in the tournament, from 0.
    """

    def session_column(name: str, number: int) -> StandingsColumn:
        def result(row: StandingsRow, _: ResultUnit) -> Result:
            return Result(row.result_of(name, number))

        return StandingsColumn(f"{SESSION}{name}", tr(head, session=name), result)

    return [
        StandingsColumn("place", "place", lambda row, _: row.place),
        StandingsColumn("player", "player", lambda row, _: row.player),
        StandingsColumn("status", "", lambda row, _: row.status),
        StandingsColumn("unit", "", lambda _, unit: unit),
        *(session_column(name, number) for number, name in enumerate(sessions, first)),
        StandingsColumn("table_total", "at tables", lambda row, _: Result(row.own)),
        StandingsColumn("deductions", "deducted", lambda row, _: Result(row.deducted)),
        StandingsColumn("cut", "cut", _cut),
        StandingsColumn("total", "total", lambda row, _: Result(row.total)),
        StandingsColumn("notes", "remarks", lambda row, _: (*row.notes, *row.attendance)),
        StandingsColumn("reasons", "", _deductions),
    ]


def _cut(row: StandingsRow, _: ResultUnit) -> Result:
    return Result(row.cut if row.finalist else None)


def _deductions(row: StandingsRow, unit: ResultUnit) -> list[str]:
    return [
        f"session {session.row.session}: {deduction.what} "
        f"{amount(deduction.points, unit)} ({deduction.reason})"
        for session in row.sessions
        for deduction in session.deductions
    ]


def standings_sections(
    sheet: Sheet, standings: Standings, unit: ResultUnit, tr: Locale, *, on: Medium
) -> list[Block]:
    """Return the standings, the deductions, and the results of substitutes.

    A screen has the columns for which the names leave room, a wall at most `MOST_ON_WALL` sessions
    next to the totals, and a phone one; tables of their own follow with all others. A wall and a
    phone show the countries, and a page the clubs as well. A wall, a phone and a narrow screen lack
    the sums that are part of the results of the sessions.
    """
    words = chain.from_iterable(row.player.split() for row in standings.rows)
    room = table_width() - max(LONG_WORD, *map(columns_of, words))
    count = len(sheet.sessions) + any(row.cut for row in standings.rows)
    beside = (room - BESIDE) // SESSION_WIDTH
    most = {"screen": beside, "page": count, "wall": MOST_ON_WALL, "phone": MOST_ON_PHONE}[on]
    with_column = sheet.sessions if count <= most else ()
    shown = standings_columns(with_column, tr, head=HEADS[on])
    if on != "screen":
        about = ("country", "club") if on == "page" else ("country",)
        shown[2:2] = _columns_about_players(sheet, *about)
    if on in ("wall", "phone") or most < 0:
        shown = [column for column in shown if column.name not in SUMS]
    points = int(sum(row.points for table in sheet.tables for row in table.rows))
    below = Message.counted(
        "{n:,} table was checked: {points:,} points in all.",
        "{n:,} tables were checked: {points:,} points in all.",
        len(sheet.tables), points=points,
    )  # fmt: skip
    sections = [*_standings_table(tr("Standings"), standings, shown, unit, tr, tr(below))]
    if sheet.remaining:
        sections.append(Paragraph((_to_come(sheet, tr),)))
    if not with_column:
        fit = max(1, (room - ALONE) // SESSION_WIDTH) if on == "screen" else MOST_ALONE[on]
        sections += _results_by_session(
            sheet, standings, unit, tr, min(fit, MOST_ALONE[on]), HEADS[on]
        )
    sections += team_table(standings.teams, unit, tr)
    deductions = [
        ((row.player, session.row.session), off)
        for row in standings.rows
        for session in row.sessions
        for off in session.deductions
    ]
    sections += deduction_table(("player", "session"), deductions, unit, tr)
    head: tuple[str, ...]
    if remarks := tuple(_table_remarks(standings, unit, tr)):
        head = ("session", "table", "remark")
        sections += titled_table(tr("At the tables"), head, remarks, tr=tr)
    if standings.substitutes:
        head = ("player", "session", "table", "player", "place", "score", "result", "entered")
        rows = tuple(_substitute_row(row, unit, tr) for row in standings.substitutes)
        sections += titled_table(tr("Substitutes"), head, rows, tr=tr)
    return sections


def team_table(teams: Sequence[TeamRow], unit: ResultUnit, tr: Locale) -> Iterator[Block]:
    """Yield the table of teams with its title, if there are any."""
    if teams:
        rows = [(str(row.place), row.team, ", ".join(row.players), amount(row.total, unit, tr))
                for row in teams]  # fmt: skip
        yield from titled_table(tr("Teams"), ("place", "team", "players", "total"), rows, tr=tr)


def deduction_table(
    where: Sequence[str], deductions: Sequence[tuple[Sequence[str], Deduction]],
    unit: ResultUnit, tr: Locale,
) -> Iterator[Block]:  # fmt: skip
    """Yield the table of deductions with its title, if there are any; first whose and where."""
    if deductions:
        rows = [(*place, tr(DEDUCTIONS[off.what]), amount(off.points, unit, tr), tr(off.reason))
                for place, off in deductions]  # fmt: skip
        head = (*where, "what", "points", "reason")
        yield from titled_table(tr("Deductions"), head, rows, tr=tr)


def _standings_table(
    title: str,
    standings: Standings,
    columns: Iterable[StandingsColumn],
    unit: ResultUnit,
    tr: Locale,
    below: str = "",
) -> Iterator[Block]:
    """Yield a table of players, with its title and perhaps a sentence below it.

    It lacks the columns that only CSV has, and those in which nobody has a remark or a point: the
    remarks, the cut, and the deductions with the sum at the tables, which is then the total.
    """
    rows_of = standings.rows
    without = {"notes"} if not any((*row.notes, *row.attendance) for row in rows_of) else set()
    without |= {"cut"} if not any(row.cut for row in rows_of) else set()
    without |= SUMS if not any(row.cut or row.deducted for row in rows_of) else set()
    shown = [column for column in columns if column.head and column.name not in without]
    rows = [[column.text(row, unit, tr) for column in shown] for row in rows_of]
    groups = diverges_at(rows, rows_of, standings.carry, tr)
    yield from titled_table(title, (column.head for column in shown), groups, below, tr)


def _columns_about_players(sheet: Sheet, *names: str) -> Iterator[StandingsColumn]:
    """Yield the columns that the list of players has for at least one of them."""
    known = by_name(sheet.players)
    for name in names:
        if any(getattr(player, name) for player in sheet.players):

            def value(row: StandingsRow, _: ResultUnit, name: str = name) -> str:
                return str(getattr(player_called(row.player, known), name))

            yield StandingsColumn(name, name, value)


def _results_by_session(
    sheet: Sheet, standings: Standings, unit: ResultUnit, tr: Locale, most: int, head: Translatable
) -> Iterator[Block]:
    """Yield the results of all sessions, in as few tables as fit, of about the same width."""
    count = len(sheet.sessions)
    tables = -(-count // most)
    for number in range(tables):
        place = number * count // tables
        sessions = sheet.sessions[place : (number + 1) * count // tables]
        columns = standings_columns(sessions, tr, first=place, head=head)
        alone = [c for c in columns if c.name in ("place", "player") or c.name.startswith(SESSION)]
        title = tr("Session {session}", session=sessions[0])
        if sessions[1:]:
            title = tr("Sessions {first} to {last}", first=sessions[0], last=sessions[-1])
        yield from _standings_table(title, standings, alone, unit, tr)


def diverges_at(
    cells: Sequence[Sequence[str]], rows: Sequence[RankedPlayer], carry: str, tr: Locale
) -> Sequence[Group]:
    """Return the rows of players, with those of the finalists in a group of their own."""
    lines = tuple(plain_row(*texts) for texts in cells)
    finalists = sum(row.finalist for row in rows)
    if not finalists:
        return [Group(lines)]
    title = tr("Final: {carry}", carry=carry) if carry else tr("Final")
    return [Group(lines[:finalists], title), Group(lines[finalists:], tr("Not in the final"))]


def _table_remarks(
    standings: Standings, unit: ResultUnit, tr: Locale
) -> Iterator[tuple[str, str, str]]:
    """Yield the ties, the leftover bets and the chombo paid at each table."""
    tables: dict[tuple[str, str], list[_Played]] = {}
    for session, final, _ in _at_tables(standings.sessions):
        tables.setdefault((session.row.session, session.row.table), []).append((session, final))
    for (session_name, table), four in tables.items():
        for remark in (*_bets_left(four, unit, tr), *_ties(four, unit, tr), *_chombo(four, tr)):
            yield session_name, table, remark


_Played = tuple[Session, PlayerResult]
"""A session at a table, and its result there."""


def _bets_left(four: Sequence[_Played], unit: ResultUnit, tr: Locale) -> Iterator[str]:
    bets = sum(session.row.bets_left for session, _ in four)
    if bets:
        got = [f"{session.row.player} {amount(final.bets, unit, tr)}"
               for session, final in four if final.bets]  # fmt: skip
        who = ", ".join(got) if got else tr("nobody gets them")
        message = Message.counted("{n} bet left: {who}", "{n} bets left: {who}", bets, who=who)
        yield tr(message)


def _ties(four: Sequence[_Played], unit: ResultUnit, tr: Locale) -> Iterator[str]:
    """Yield the players with the same score, and how the places were decided."""
    by_score: dict[Points, list[_Played]] = {}
    for session, final in four:
        by_score.setdefault(final.score, []).append((session, final))
    for score, tied in by_score.items():
        places = {final.place for _, final in tied}
        names = [session.row.player for session, _ in tied]
        final = tied[0][1]
        if len(tied) > 1 and len(places) == 1:
            yield tr("{players} share place {place} with {score}: uma {uma} each",
                     players=tr.and_list(names), place=final.place,
                     score=tr.decimal(score, 0), uma=amount(final.uma, unit, tr))  # fmt: skip
        elif len(tied) > 1 and all(session.played_by == "player" for session, _ in tied):
            yield tr("{players} have {score}: the earlier seat is ahead",
                     players=tr.and_list(names), score=tr.decimal(score, 0))  # fmt: skip


def _chombo(four: Sequence[_Played], tr: Locale) -> Iterator[str]:
    """Yield each chombo that is part of the score at the table."""
    for session, final in four:
        row = session.row
        after_uma = any(deduction.what == "chombo" for deduction in session.deductions)
        if not row.chombo or after_uma:
            continue
        points = final.score - final.bets - row.points
        message = (
            Message("{player}: {n} chombo, {points} off the score", n=row.chombo,
                    player=row.player, points=tr.decimal(-points, 0))
            if points
            else Message("{player}: {n} chombo, paid at the table", n=row.chombo,
                         player=row.player)
        )  # fmt: skip
        reason = "" if row.penalty else row.reason
        yield tr("{why}: {reason}", why=message, reason=reason) if reason else tr(message)


TABLE_HEADS = ("session", "table", "wind", "player", "played by", "score", "place", "uma", "result")
"""The columns of the results at the tables in CSV; `score` includes bets left over."""


def _at_tables(sessions: Iterable[Session]) -> Iterator[tuple[Session, PlayerResult, Translatable]]:
    """Yield the sessions at tables, each with its result and its wind."""
    played = [(session, session.final) for session in sessions if session.final]
    for number, (session, final) in enumerate(played):
        yield session, final, SEATS[number % len(SEATS)]


def table_rows(
    sessions: Iterable[Session], unit: ResultUnit
) -> Iterator[tuple[str | int | float, ...]]:
    """Yield the result of each player at each table for CSV, in the order of `TABLE_HEADS`."""
    for session, final, wind in _at_tables(sessions):
        yield (session.row.session, session.row.table, str(wind), session.row.player,
               session.played_by or "", result_number(final.score), final.place,
               result_number(final.uma, unit), result_number(final.result, unit))  # fmt: skip


def table_sections(
    sessions: Iterable[Session], unit: ResultUnit, tr: Locale = ENGLISH
) -> Iterator[Block]:
    """Yield the results at the tables, with a table of them for each session."""
    head = ("table", "wind", "player", "score", "place", "uma", "result")
    by_session = groupby(_at_tables(sessions), key=lambda seat: seat[0].row.session)
    for name, seats in by_session:
        rows = [
            (session.row.table, tr(wind), _who_played(session, tr), tr.decimal(final.score, 0),
             str(final.place), amount(final.uma, unit, tr), amount(final.result, unit, tr))
            for session, final, wind in seats
        ]  # fmt: skip
        title = tr("Session {session}: results at the tables", session=name)
        yield from titled_table(title, head, rows, tr=tr)


def _who_played(session: Session, tr: Locale) -> str:
    """Return a player's name, with a note if a substitute played."""
    if session.played_by is None or session.played_by == "player":
        return session.row.player
    substitute = session.row.substitute_name or tr(PLAYED_BY[session.played_by])
    return f"{session.row.player} ({substitute})"


def _to_come(sheet: Sheet, tr: Locale) -> str:
    """Return a sentence on the sessions and tables that are still to be played."""
    begun = {table.session for table in sheet.tables}
    not_begun = [name for name in dict.fromkeys(s for s, _ in sheet.remaining) if name not in begun]
    parts = [tr("session {session}", session=name) for name in not_begun]
    parts += [
        tr("session {session}, table {table}", session=session, table=table)
        for session, table in sheet.remaining
        if session in begun
    ]
    return tr("Still to be played: {what}.", what="; ".join(parts))


def correction_table(entries: Iterable[LogEntry], tr: Locale) -> Iterator[Block]:
    """Yield a table of results that were corrected after they were published."""
    rows = [
        (entry.time[:-3], entry.session, entry.player, tr(LOGGED.get(entry.what, entry.what)),
         entry.old or "\u2013", entry.new or "\u2013")
        for entry in entries
    ]  # fmt: skip
    yield from titled_table(
        "", ("corrected at", "session", "player", "value", "before", "after"), rows, tr=tr
    )


def _substitute_row(session: Session, unit: ResultUnit, tr: Locale) -> tuple[str, ...]:
    assert session.final is not None
    assert session.entered is not None
    assert session.played_by is not None
    who = tr(PLAYED_BY[session.played_by])
    row, final = session.row, session.final
    who = f"{row.substitute_name} ({who})" if row.substitute_name else who
    return (row.player, row.session, row.table, who, str(final.place), tr.decimal(final.score, 0),
            amount(final.result, unit, tr), amount(session.entered, unit, tr))  # fmt: skip


# ---- seating -------------------------------------------------------------------------------------


def seating_sections(
    seating: Seating, verdicts: Mapping[str, str], tr: Locale = ENGLISH
) -> list[Block]:
    """Return tables of repeated meetings and repeated fours, and the verdict of each ruleset."""
    pairs = tuple((str(times), f"{count:,}") for times, count in seating.meetings)
    often = [tr(Message.and_list(pair)) for pair in seating.often[:MOST_LISTED]]
    listed = " ".join(filter(None, (", ".join(often), _and_more(len(seating.often), tr))))
    below = tr("Most often: {pairs}.", pairs=listed) if often else ""
    title = tr(
        "{players} players, {sessions} sessions", players=seating.players, sessions=seating.sessions
    )
    sections = [*titled_table(title, ("they meet", "how many pairs"), pairs, below, tr)]
    if seating.repeated:
        rows = tuple((", ".join(four), ", ".join(when))
                     for four, when in seating.repeated[:MOST_LISTED])  # fmt: skip
        below = _and_more(len(seating.repeated), tr)
        sections += titled_table(tr("The same four again"), ("four", "sessions"), rows, below, tr)
    if seating.kept:
        kept = tuple(
            (stay.row.player, stay.row.table, f"{stay.before}, {stay.row.session}")
            for stay in seating.kept[:MOST_LISTED]
        )
        below = _and_more(len(seating.kept), tr)
        sections += titled_table(
            tr("Staying at the same table"), ("player", "table", "sessions"), kept, below, tr
        )
    rules = tuple((name, tr(verdict)) for name, verdict in verdicts.items())
    return [*sections, *titled_table(tr("By the rules"), ("ruleset", "what"), rules, tr=tr)]


def _and_more(count: int, tr: Locale) -> str:
    return tr("and {n} more", n=count - MOST_LISTED) if count > MOST_LISTED else ""


# ---- parts of all of them ------------------------------------------------------------------------


def report_document(
    title: str, chapters: Iterable[tuple[str, Sequence[Block]]], tr: Locale = ENGLISH
) -> Document:
    """Return a document of blocks by the title of their ruleset; empty if they need none."""
    blocks: list[Block] = []
    for name, parts in chapters:
        blocks += [Heading((name,)), *parts] if name else parts
    return Document(title, tr.language, "report", tuple(blocks))


def titled_table(
    title: str,
    head: Iterable[str],
    rows: Iterable[Sequence[str]] | Sequence[Group],
    below: str = "",
    tr: Locale = ENGLISH,
    id: str = "",
) -> Iterator[Block]:
    """Yield a table, perhaps with a title and a sentence below it; known heads are translated."""
    if title:
        yield Heading((title,), level=3)
    columns = [
        Column(
            tr(name) if name in (*TEXT_HEADS, *NUMBER_HEADS) else name,
            "left" if name in TEXT_HEADS else "right",
        )
        for name in head
    ]
    rows = [*rows]
    groups = [row for row in rows if isinstance(row, Group)]
    lines = (plain_row(*texts) for texts in rows if not isinstance(texts, Group))
    yield TableBlock(tuple(columns), tuple(groups) or (Group(tuple(lines)),), id, bold=False)
    if below:
        yield Paragraph((below.strip(),))


def amount(points: Points, unit: ResultUnit, tr: Locale = ENGLISH) -> str:
    """Return a result in the ruleset's unit, e.g. +25,000 or +25.0; thirds have two more digits."""
    value = scaled(points, unit)
    digits = 1 if unit == "thousands" else 0
    if (value * 10**digits).denominator != 1:
        digits += 2
    sign = "+" if value > 0 else ""
    return sign + tr.decimal(value, digits)

"""A seating plan for the wall: sessions, cards for players and tables, and the times of the day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riichi_app.documents.model import Block
from riichi_app.locale import ENGLISH, Locale
from riichi_app.pages.tournament import part
from riichi_core.records.players import NamedPlayer
from riichi_core.tiles import Wind
from riichi_core.tournament.fields import Plan
from riichi_core.tournament.timetable import SessionTimes

SEATS = ("East", "South", "West", "North")


def plan_sections(
    plan: Plan,
    players: Sequence[NamedPlayer],
    times: Sequence[SessionTimes] = (),
    tr: Locale = ENGLISH,
    *,
    cards: bool = False,
) -> list[Block]:
    """Return a plan for the wall: a table for each session.

    Args:
        plan: who sits where.
        players: the players by their numbers in the plan.
        times: when each session begins and ends; none where that is not planned.
        tr: the language.
        cards: whether a card for each player and each table follows.
    """
    blocks = [*_timetable(times, tr)]
    for number, session in enumerate(plan, 1):
        rows = [
            [str(table), *(_label(players[player]) for player in four)]
            for table, four in enumerate(session, 1)
        ]
        title = tr("Session {session}", session=number)
        blocks += part(title, ("table", *SEATS), rows, tr=tr)
    if cards:
        blocks += [*_players(plan, players, tr), *_tables(plan, players, tr)]
    return blocks


def _label(player: NamedPlayer) -> str:
    """Return a player with the number, by which who is called by it is not named twice."""
    number = str(player.number)
    return number if player.name == number else f"{number} {player}"


def _timetable(times: Sequence[SessionTimes], tr: Locale) -> Iterator[Block]:
    if times:
        rows = [
            (
                str(one.number),
                f"{one.begin:%H:%M}",
                "" if one.signal is None else f"{one.signal:%H:%M}",
                f"{one.end:%H:%M}",
            )
            for one in times
        ]
        yield from part(tr("Times"), ("session", "begins", "signal", "ends"), rows, tr=tr)


def _players(plan: Plan, players: Sequence[NamedPlayer], tr: Locale) -> Iterator[Block]:
    """Yield a card for each player: the table and the wind of each session."""
    for player in players:
        rows = [
            (str(number), str(table), tr(SEATS[four.index(player.number - 1)]))
            for number, session in enumerate(plan, 1)
            for table, four in enumerate(session, 1)
            if player.number - 1 in four
        ]
        yield from part(_label(player), ("session", "table", "wind"), rows, tr=tr)


def _tables(plan: Plan, players: Sequence[NamedPlayer], tr: Locale) -> Iterator[Block]:
    """Yield a card for each table: who sits at it in each session."""
    for table in range(len(plan[0])):
        rows = [
            [str(number), *(_label(players[session[table][wind]]) for wind in Wind)]
            for number, session in enumerate(plan, 1)
        ]
        title = tr("Table {table}", table=table + 1)
        yield from part(title, ("session", *SEATS), rows, tr=tr)

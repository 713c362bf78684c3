"""What players look for during an event: their seats, the standings and the clock.

It is one page for phones and screens, which needs no server; or pages for the wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from importlib.resources import files
from typing import NamedTuple

from riichi.events.pages.event_papers import by_last_name, last_name_first, report_paper
from riichi.events.pages.tournament import amount, times_table, titled_table
from riichi.events.seating.timetable import SessionTimes
from riichi.locale.locale import Locale
from riichi.writers.drawings import SEATS
from riichi.writers.model import Block, Card, Contents, Document, Figure, Heading, Link, Section
from riichi.writers.pages import Paper, card_pages
from riichi.writers.paper import PosterPaper
from riichi.writers.qr_code import qr_code
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.standings.players import Player, by_name
from riichi_core.standings.sessions import Sheet, SheetTable
from riichi_core.standings.standings import Standings

Chapter = tuple[str, Sequence[Block]]
"""A title and its blocks."""


class Page(NamedTuple):
    """A file with all its tables, and the address of the page; empty if it has none."""

    seats: Sheet
    address: str = ""

    @property
    def begun(self) -> bool:
        """True if at least one table has points."""
        return any(row.points for table in self.seats.tables for row in table.rows)


def hall_page(
    title: str, about: str, chapters: Sequence[Chapter], address: str, tr: Locale
) -> Document:
    """Return a page for phones and screens: a clock, the chapters, and the page's address."""
    ids = [f"part-{number}" for number in range(len(chapters))]
    links = (Link(name, to) for to, (name, _) in zip(ids, chapters, strict=True))
    sections = (
        Section((Heading((name,)), *blocks), to)
        for to, (name, blocks) in zip(ids, chapters, strict=True)
    )
    clock = files("riichi.events.pages").joinpath("clock.js").read_text("utf-8")
    blocks = (Contents(tuple(links)), *sections, *_code(address))
    return Document(title, tr.language, "report", blocks, about, script=clock)


def hall_papers(
    title: str, about: str, chapters: Sequence[Chapter], address: str, tr: Locale, size: PosterPaper
) -> Document:
    """Return the same for the wall, with the address on the last page."""
    head = " \u00b7 ".join(filter(None, (title, about)))
    walls = report_paper(head, chapters, size, tr, tr("Seats and standings"))
    card = Card((Heading((title,), 1), *_code(address)), centred=True)
    cards = card_pages([card], Paper(title, "", tr.language, size), ((1, 1),), cut="")
    return replace(walls, blocks=(*walls.blocks, *(cards.blocks if address else ())))


def _code(address: str) -> Iterator[Block]:
    if address:
        yield Figure(qr_code(address), (address,), address)


def seats_to_come(
    seats: Sheet, sheet: Sheet, times: Sequence[SessionTimes], first: date | None, tr: Locale
) -> Iterator[Chapter]:
    """Yield the clock's times, and the seats of the sessions that are still to be played.

    Args:
        seats: the file with all its tables.
        sheet: the tables that have results.
        times: the times of the sessions; empty if unknown.
        first: the first day; without it there is no clock.
        tr: the language.
    """
    if times:
        names = [*seats.sessions, *map(str, range(len(seats.sessions) + 1, len(times) + 1))]
        yield tr("Times"), [*times_table("", times, names[: len(times)], tr, first)]
    played = {(table.session, table.name) for table in sheet.tables if Page(sheet).begun}
    to_come = [table for table in seats.tables if (table.session, table.name) not in played]
    sessions = [*dict.fromkeys(table.session for table in to_come)]
    tables = [table for table in seats.tables if table.session in sessions]
    if tables:
        yield tr("Where do I sit?"), [*_by_name(tables, sessions, seats.players, tr)]
        yield tr("Seating plan"), [*_by_table(tables, sessions, tr)]


def _by_name(
    tables: Iterable[SheetTable], sessions: Sequence[str], about: Iterable[Player], tr: Locale
) -> Iterator[Block]:
    """Yield a table of the players by last name, with their tables and winds."""
    known = by_name(about)
    seats: dict[str, dict[str, str]] = {}
    for table in tables:
        for wind, row in zip(SEATS, table.rows, strict=True):
            name = row.substitute_name or row.player
            seats.setdefault(name, {})[table.session] = f"{table.name}\u00a0{tr(wind)}"
    players = [known.get(name.casefold(), Player(0, name)) for name in seats]
    rows = [
        (
            last_name_first(player),
            *(seats[player.name].get(session, "\u2013") for session in sessions),
        )
        for player in sorted(players, key=by_last_name)
    ]
    head = ("player", *(tr("s. {session}", session=name) for name in sessions))
    yield from titled_table("", head, rows, tr=tr)


def _by_table(tables: Sequence[SheetTable], sessions: Sequence[str], tr: Locale) -> Iterator[Block]:
    for session in sessions:
        rows = [
            (table.name, *(row.substitute_name or row.player for row in table.rows))
            for table in tables
            if table.session == session
        ]
        title = tr("Session {session}", session=session)
        yield from titled_table(title, ("table", *SEATS), rows, tr=tr)


def standings_by_name(
    standings: Standings, about: Iterable[Player], unit: ResultUnit, tr: Locale
) -> Chapter:
    """Return the place and the total of each player, by last name."""
    known = by_name(about)
    players = [
        (known.get(row.player.casefold(), Player(0, row.player)), row) for row in standings.rows
    ]
    rows = [
        (last_name_first(player), "-" if row.place is None else str(row.place),
         amount(row.total, unit, tr))
        for player, row in sorted(players, key=lambda one: by_last_name(one[0]))
    ]  # fmt: skip
    head = ("player", "place", "total")
    return tr("Standings by name"), [*titled_table("", head, rows, tr=tr)]

"""What players look for during an event: their seats, the standings and the clock.

It is one page for phones and screens, which needs no server; or pages for the wall.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from importlib.resources import files
from typing import NamedTuple

from riichi.events.pages.event_papers import Chapter, by_last_name, last_name_first, report_paper
from riichi.events.pages.tournament import amount, times_table, titled_table
from riichi.events.seating.timetable import SessionTimes
from riichi.locale.locale import Locale
from riichi.writers.drawings import SEATS
from riichi.writers.model import Block, Card, Contents, Document, Figure, Heading, Link, Section
from riichi.writers.pages import Paper, card_pages
from riichi.writers.paper import PosterPaper
from riichi.writers.qr_code import qr_code
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.standings.players import Player, by_name, player_called
from riichi_core.standings.sessions import Sheet
from riichi_core.standings.standings import RankedPlayer


class Page(NamedTuple):
    """A page of an event: the file with all its tables, and its address, empty if it has none."""

    seats: Sheet
    address: str

    @property
    def begun(self) -> bool:
        """True if at least one table has points."""
        return any(row.points for table in self.seats.tables for row in table.rows)

    def document(
        self,
        title: str,
        kind: str,
        chapters: Sequence[Chapter],
        tr: Locale,
        wall: PosterPaper | None,
    ) -> Document:
        """Return the page with its address; `wall` is the paper, or None for a screen."""
        code = [Figure(qr_code(self.address), (self.address,), self.address)] * bool(self.address)
        if wall is not None:
            head = " \u00b7 ".join(filter(None, (title, kind)))
            walls = report_paper(head, chapters, wall, tr, tr("Seats and standings"))
            card = Card((Heading((title,), 1), *code), centred=True)
            last = card_pages([card], Paper(title, "", tr.language, wall), ((1, 1),), cut="")
            return replace(walls, blocks=(*walls.blocks, *(last.blocks if code else ())))
        links = (Link(name, f"part-{place}") for place, (name, _) in enumerate(chapters))
        sections = (
            Section((Heading((name,)), *blocks), f"part-{place}")
            for place, (name, blocks) in enumerate(chapters)
        )
        clock = files("riichi.events.pages").joinpath("clock.js").read_text("utf-8")
        inside: tuple[Block, ...] = (Contents(tuple(links)), *sections, *code)
        return Document(title, tr.language, "report", inside, kind, script=clock)


def seats_to_come(
    page: Page, sheet: Sheet, times: Sequence[SessionTimes], first: date | None, tr: Locale
) -> Iterator[Chapter]:
    """Yield the clock's times, and the seats of the sessions that the sheet has no results of.

    Without the times, or without the first day, there is no clock.
    """
    seats = page.seats
    if times:
        names = [*seats.sessions, *map(str, range(len(seats.sessions) + 1, len(times) + 1))]
        yield tr("Times"), [*times_table("", times, names[: len(times)], tr, first)]
    played = {(table.session, table.name) for table in sheet.tables if page.begun}
    sessions = dict.fromkeys(
        table.session for table in seats.tables if (table.session, table.name) not in played
    )
    seat_of: dict[str, dict[str, str]] = {
        row.player: {} for row in seats.away if row.absent == "bye" and row.session in sessions
    }
    plan: list[Block] = []
    for session in sessions:
        rows = []
        for table in (table for table in seats.tables if table.session == session):
            names = [row.substitute_name or row.player for row in table.rows]
            rows.append((table.name, *names))
            for wind, name in zip(SEATS, names, strict=True):
                seat_of.setdefault(name, {})[session] = f"{table.name}\u00a0{tr(wind)}"
        title = tr("Session {session}", session=session)
        plan += titled_table(title, ("table", *SEATS), rows, tr=tr)
    if plan:
        head = ("player", *(tr("Session {session}", session=name) for name in sessions))
        rows = [
            (name, *(seat_of[player].get(session, "\u2013") for session in sessions))
            for player, name in _by_last_name(seat_of, seats.players)
        ]
        yield tr("Where do I sit?"), [*titled_table("", head, rows, tr=tr)]
        yield tr("Seating plan"), plan


def standings_by_name(
    standings: Iterable[RankedPlayer], about: Iterable[Player], unit: ResultUnit,
    tr: Locale,
) -> Chapter:  # fmt: skip
    """Return the place and the total of each player, by last name."""
    row_of = {row.player: row for row in standings}
    rows = [
        (name, str(row_of[player].place or "-"), amount(row_of[player].total, unit, tr))
        for player, name in _by_last_name(row_of, about)
    ]
    head = ("player", "place", "total")
    return tr("Standings by name"), [*titled_table("", head, rows, tr=tr)]


def _by_last_name(names: Iterable[str], about: Iterable[Player]) -> Iterator[tuple[str, str]]:
    """Yield names in the order of the last names, each also with the last name first."""
    known = by_name(about)
    for player in sorted((player_called(name, known) for name in names), key=by_last_name):
        yield player.name, last_name_first(player)

"""The course of a game for a terminal: its deals, its events, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.render.game import points_text
from riichi_app.render.text import chapter_heading
from riichi_core.game.game import WHY
from riichi_core.play import events as ev
from riichi_core.play.match import GameEvent, Settled
from riichi_core.play.telling import CAUSES, told
from riichi_core.records.course import Course, Stretch
from riichi_core.tiles import Wind

SOURCES = {"log": "a log of riichi", "mjai": "mjai lines", "tenhou6": "a tenhou6 file"}


def course_text(course: Course, file: str, rules: str) -> Iterator[RenderableType]:
    """The deals of a game one by one, how it ended, and where it would have parted."""
    under = f"made under {course.header.ruleset}" if course.header else f"replayed under {rules}"
    yield Text(f"{file}: {SOURCES[course.source]}, {under}", style="bold")
    yield Text(f"{len(course.deals)} deals, {course.events:,} events\n")
    yield _deals(course)
    if course.over is not None:
        yield Text(f"  The game is over: {_why(course.over)}.", style="dim")
    if course.finals:
        yield chapter_heading("Result")
        yield _finals(course)
    if course.partings:
        yield chapter_heading(f"Under {rules}")
        yield _partings(course)


def _why(over: str) -> str:
    return next((text for word, text in WHY.items() if word == over), over)


def _deals(course: Course) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("DEAL", no_wrap=True)
    table.add_column("EVENTS", no_wrap=True)
    table.add_column("END")
    for name in course.players:
        table.add_column(name[:12], justify="right", no_wrap=True)
    for one in course.deals:
        scores = [points_text(points) for points in one.after.scores] if one.after else [""] * 4
        table.add_row(_when(one), f"{one.first}-{one.last}", _end(one, course.players), *scores)
    return Padding(table, (0, 0, 0, 2))


def _when(one: Stretch) -> str:
    before = one.before
    counters = f" +{before.counters}" if before.counters else ""
    return f"{str(before.prevailing)[0].upper()}{before.dealer + 1}{counters}"


def _end(one: Stretch, players: Sequence[str]) -> str:
    """How a deal ended, in a few words."""

    def named(seats: Sequence[Wind]) -> str:
        return " and ".join(players[one.before.player(seat)][:12] for seat in seats)

    for place, event in enumerate(one.events):
        match event:
            case ev.Won(winners=winners):
                giver = _giver(one.events[:place])
                if giver is None or giver in winners:
                    return f"{named(winners)} draws"
                return f"{named(winners)} from {named([giver])}"
            case ev.Exhausted(nagashi=nagashi):
                return f"nagashi mangan of {named(nagashi)}" if nagashi else "drawn"
            case ev.Aborted(cause=cause):
                return f"called off: {CAUSES[cause]}"
            case ev.Reported(comes_to="chombo", seat=seat):
                return f"chombo of {named([seat])}"
            case ev.Reported(comes_to="dealt_again"):
                return "dealt again"
    return "not finished"


def _giver(events: Sequence[GameEvent]) -> Wind | None:
    """Whose tile was offered last, if the win was on it."""
    for event in reversed(events):
        match event:
            case ev.Discarded(seat=seat) | ev.KongDeclared(seat=seat):
                return seat
            case ev.Drew():
                return None
    return None


def _finals(course: Course) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("PLAYER", no_wrap=True)
    for name in ("SCORE", "PLACE", "UMA", "RESULT"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, final in zip(course.players, course.finals, strict=True):
        table.add_row(name, points_text(final.score), str(final.place), points_text(final.uma),
                      points_text(final.result))  # fmt: skip
    return Padding(table, (0, 0, 0, 2))


def _partings(course: Course) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for one in course.partings:
        table.add_row(f"deal {one.deal}, event {one.event}", "was", one.was)
        table.add_row("", "here", one.would.split("\n", 1)[0])
    return Padding(table, (0, 0, 0, 2))


def events_text(course: Course, first: int, last: int) -> Iterator[RenderableType]:
    """Events with their numbers, in words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for one in course.deals:
        for number, event in enumerate(one.events, one.first):
            if first <= number <= last:
                style = "bold" if isinstance(event, ev.Started | Settled) else ""
                table.add_row(str(number), Text(told(event), style=style))
    yield table

"""The course of a game for a terminal: its deals, its events, its result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, indented, listing
from riichi_app.pages.game import points_text
from riichi_core.game.game import WHY
from riichi_core.play import events as ev
from riichi_core.play.game_state import Settled
from riichi_core.play.telling import CAUSES, describe_event
from riichi_core.records.history import DealHistory, GameHistory
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.tiles import Wind

NO_DEAL = "No deal has begun."
SOURCES = {"log": "a log of riichi", "mjai": "mjai lines", "tenhou6": "a tenhou6 file"}


def course_text(course: GameHistory, file: str, rules: str) -> Iterator[RenderableType]:
    """Yield the deals of a game, its result, and the events where it would have diverged."""
    under = f"made under {course.header.ruleset}" if course.header else f"replayed under {rules}"
    yield Text(f"{file}: {SOURCES[course.source]}, {under}", style="bold")
    yield Text(f"{_counted(len(course.deals), 'deal')}, {_counted(course.events, 'event')}\n")
    yield _deals(course) if course.deals else Text(f"  {NO_DEAL}")
    if course.over is not None:
        yield Text(f"  The game is over: {_why(course.over)}.", style="dim")
    if course.finals:
        yield chapter_heading("Result")
        yield _finals(course)
    if course.divergences:
        yield chapter_heading(f"Under {rules}")
        yield _divergences(course)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"


def _why(over: str) -> str:
    return next((text for word, text in WHY.items() if word == over), over)


def _deals(course: GameHistory) -> RenderableType:
    rows = []
    for one in course.deals:
        scores = [points_text(points) for points in one.after.scores] if one.after else [""] * 4
        rows.append((_when(one), f"{one.first}-{one.last}", _end(one, course.players), *scores))
    heads = ("DEAL", "EVENTS", "END", *(name[:12] for name in course.players))
    return indented(listing(heads, rows, left=3))


def _when(one: DealHistory) -> str:
    before = one.before
    counters = f" +{before.counters}" if before.counters else ""
    return f"{str(before.prevailing)[0].upper()}{before.dealer + 1}{counters}"


def _end(one: DealHistory, players: Sequence[str]) -> str:
    """Return in a few words how a deal ended."""

    def named(seats: Iterable[Wind]) -> str:
        return " and ".join(players[one.before.player(seat)][:12] for seat in seats)

    if one.end is None or one.end.ending is None:
        return "not finished"
    if one.settlement is not None and one.settlement.offenders:
        return f"chombo of {named(one.settlement.offenders)}"
    match one.end.ending:
        case Wins(winners=winners, discarder=giver):
            stand = winners if one.settlement is None else one.settlement.winners
            if not stand:
                return "called off: three wins"
            how = "draws" if giver is None else f"from {named([giver])}"
            return f"{named(stand)} {how}"
        case ExhaustiveDraw(nagashi=nagashi):
            return f"nagashi mangan of {named(sorted(nagashi))}" if nagashi else "drawn"
        case AbortiveDraw(cause=cause):
            return f"called off: {CAUSES[cause]}"
        case ChomboEnding():
            return f"chombo of {named(sorted(one.end.offenders))}"
        case DealtAgain():
            return "dealt again"


def _finals(course: GameHistory) -> RenderableType:
    rows = (
        (
            name,
            points_text(one.score),
            str(one.place),
            points_text(one.uma),
            points_text(one.result),
        )
        for name, one in zip(course.players, course.finals, strict=True)
    )
    return indented(listing(("PLAYER", "SCORE", "PLACE", "UMA", "RESULT"), rows))


def _divergences(course: GameHistory) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for one in course.divergences:
        table.add_row(f"deal {one.deal}, event {one.event}", "was", one.was)
        table.add_row("", "here", one.would.split("\n", 1)[0])
    return indented(table)


def events_text(course: GameHistory, first: int, last: int) -> Iterator[RenderableType]:
    """Yield events with their numbers, in words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    happened = chain(course.before, *(one.events for one in course.deals))
    for number, event in enumerate(happened, 1):
        if first <= number <= last:
            style = "bold" if isinstance(event, ev.Started | Settled) else ""
            table.add_row(str(number), Text(describe_event(event), style=style))
    yield table

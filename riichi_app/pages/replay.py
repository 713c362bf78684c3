"""The course of a game for a terminal: its deals, its events, its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.documents.terminal import chapter_heading, indented, listing
from riichi_app.pages.game import end_text, points_text, round_text
from riichi_core.game.game import WHY
from riichi_core.language import ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.game_state import Settled
from riichi_core.play.text import describe_event
from riichi_core.records.formats import RecordFormat
from riichi_core.records.history import DealHistory, GameHistory
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Wind

NO_DEAL = Message("No deal has begun.")
SOURCES: dict[RecordFormat, Message] = {
    "log": Message("a log of riichi"),
    "mjai": Message("mjai lines"),
    "tenhou6": Message("a tenhou6 file"),
    "mjlog": Message("an mjlog file"),
    "majiang": Message("a record of majiang"),
}


def course_text(
    course: GameHistory, file: str, rules: str, tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield the deals of a game, its result, and the events where it would have diverged."""
    source = tr(SOURCES[course.source])
    if course.header:
        made_under = course.header.ruleset
        head = tr(
            "{file}: {source}, made under {rules}", file=file, source=source, rules=made_under
        )
    else:
        head = tr("{file}: {source}, replayed under {rules}", file=file, source=source, rules=rules)
    yield Text(head, style="bold")
    deals = tr.counted("{n} deal", "{n} deals", len(course.deals))
    yield Text(f"{deals}, {tr.counted('{n} event', '{n} events', course.events)}\n")
    yield _deals(course, tr) if course.deals else Text(f"  {tr(NO_DEAL)}")
    if course.over is not None:
        over = tr("The game is over: {why}.", why=_why(course.over, tr))
        yield Text(f"  {over}", style="dim")
    elif course.header is None:
        yield Text(f"  {tr('The record ends here, and by these rules the game goes on.')}",
                   style="dim")  # fmt: skip
    if course.finals:
        yield chapter_heading(tr("Result"))
        yield _finals(course, tr)
    if course.divergences:
        yield chapter_heading(tr("Under {rules}", rules=rules))
        yield _divergences(course, tr)


def _why(over: str, tr: Translator) -> str:
    return next((tr(text) for word, text in WHY.items() if word == over), over)


def _deals(course: GameHistory, tr: Translator) -> RenderableType:
    rows = []
    for one in course.deals:
        scores = [points_text(points, tr) for points in one.after.scores] if one.after else [""] * 4
        end = _end(one, course.players, tr)
        rows.append((round_text(one.before, tr), f"{one.first}-{one.last}", end, *scores))
    heads = (*_heads(tr("deal"), tr("events"), tr("end")), *(name[:12] for name in course.players))
    return indented(listing(heads, rows, left=3))


def _heads(*names: str) -> list[str]:
    return [name.upper() for name in names]


def _end(one: DealHistory, players: Sequence[str], tr: Translator) -> str:
    if one.end is None or one.end.ending is None:
        return tr("not finished")
    end, settled = one.end.ending, one.settlement
    winners = end.winners if settled is None and isinstance(end, Wins) else ()
    offenders = sorted(one.end.offenders)
    if settled is not None:
        winners, offenders = settled.winners, list(settled.offenders)
    names = {seat: players[one.before.player(seat)][:12] for seat in Wind}
    return end_text(end, winners, offenders, names, tr)


def _finals(course: GameHistory, tr: Translator) -> RenderableType:
    rows = (
        (
            name,
            points_text(one.score, tr),
            str(one.place),
            points_text(one.uma, tr),
            points_text(one.result, tr),
        )
        for name, one in zip(course.players, course.finals, strict=True)
    )
    heads = _heads(tr("player"), tr("score"), tr("place"), tr("uma"), tr("result"))
    return indented(listing(heads, rows))


def _divergences(course: GameHistory, tr: Translator) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for one in course.divergences:
        where = tr("deal {deal}, event {event}", deal=one.deal, event=one.event)
        table.add_row(where, tr("was"), tr(one.was))
        table.add_row("", tr("here"), tr(one.would).split("\n", 1)[0])
    return indented(table)


def events_text(
    course: GameHistory, first: int, last: int, tr: Translator = ENGLISH
) -> Iterator[RenderableType]:
    """Yield events with their numbers, in words."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    happened = chain(course.before, *(one.events for one in course.deals))
    for number, event in enumerate(happened, 1):
        if first <= number <= last:
            style = "bold" if isinstance(event, ev.Started | Settled) else ""
            table.add_row(str(number), Text(tr(describe_event(event)), style=style))
    yield table

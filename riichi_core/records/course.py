"""The course of a game, from our own log or from the record of another program."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from riichi_core.game.result import Final
from riichi_core.game.standing import Standing
from riichi_core.play import events as ev
from riichi_core.play.again import Parting, partings
from riichi_core.play.deal import SEATS, Deal
from riichi_core.play.evolve import EventError, evolve
from riichi_core.play.log import Header, LogError, read
from riichi_core.play.match import GameEvent, Settled, Signalled
from riichi_core.play.table import Table
from riichi_core.records.fields import MOST_BYTES, RecordError, text_of
from riichi_core.records.mjai import read_mjai
from riichi_core.records.recorded import RecordedGame
from riichi_core.records.replay import Replayed, replay_game
from riichi_core.records.tenhou6 import read_tenhou6
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset

Source = Literal["log", "mjai", "tenhou6"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """One deal of a game.

    Attributes:
        before: where the game stood.
        events: what happened, from the start to the settling, as far as it is known.
        first: the number of the first of them in the whole game, counted from 1.
        after: where the game stands then; None if the deal was not settled.
    """

    before: Standing
    events: tuple[GameEvent, ...]
    first: int
    after: Standing | None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    def deal(self, event: int) -> Deal:
        """The deal after the event of that number."""
        deal: Deal | None = None
        for one in self.events[: event - self.first + 1]:
            if not isinstance(one, Settled | Signalled):
                deal = evolve(deal, one)
        assert deal is not None
        return deal


@dataclass(frozen=True, slots=True)
class Course:
    """A game as it went.

    Attributes:
        source: what it was read from.
        players: names, the first East first.
        header: the head of our own log, else None.
        deals: the deals.
        over: why the game is over, if a log says so.
        finals: the result of each player, where the game is over.
        problems: what is wrong with the record, or comes out otherwise than it says.
        partings: where it would have gone on otherwise under the ruleset that was asked for, if
            that is another one than it was played by.
    """

    source: Source
    players: tuple[str, ...]
    header: Header | None
    deals: tuple[Stretch, ...]
    over: str | None = None
    finals: tuple[Final, ...] = ()
    problems: tuple[str, ...] = ()
    partings: tuple[Parting, ...] = ()

    @property
    def events(self) -> int:
        """How many events there are."""
        return self.deals[-1].last if self.deals else 0

    def at(self, event: int) -> Stretch:
        """The deal that has the event of that number.

        Raises:
            LookupError: there is no such event.
        """
        for one in self.deals:
            if one.first <= event <= one.last:
                return one
        raise LookupError(f"there are {self.events:,} events, and no number {event:,}")


def source_of(text: str) -> Source:
    """What a text is a record of, by its first line.

    Raises:
        RecordError: of nothing that is known.
    """
    first = text.lstrip("\ufeff \t\r\n").split("\n", 1)[0]
    if not first.startswith("{"):
        known = "a log of riichi, mjai lines or tenhou6 JSON"
        raise RecordError("line 1", f"this is no record of a game: expected {known}")
    if '"log"' in first and '"ruleset' in first:
        return "log"
    return "mjai" if '"type"' in first else "tenhou6"


def header_of(data: bytes) -> Header | None:
    """The head of our own log; None for other records.

    Raises:
        RecordError: it is no record, or the head cannot be read.
    """
    text = text_of(data)
    if source_of(text) != "log":
        return None
    try:
        return read(io.StringIO(text.split("\n", 1)[0] + "\n")).header
    except LogError as error:
        raise RecordError("", str(error)) from None


def course(data: bytes, played_by: Ruleset, asked: Ruleset | None = None) -> Course:
    """The course of a game.

    Args:
        data: the file.
        played_by: the ruleset that it was played by.
        asked: another one, under which each deal is played again.

    Raises:
        RecordError: it is no record that can be read.
    """
    if len(data) > MOST_BYTES:
        raise RecordError("", f"the file has {len(data):,} bytes: expected {MOST_BYTES:,} at most")
    text = text_of(data)
    source = source_of(text)
    if source == "log":
        return _of_log(text, played_by, asked)
    game = read_mjai(data) if source == "mjai" else read_tenhou6(data)
    return _of_record(source, game, played_by.rules)


# ---- our own log ---------------------------------------------------------------------------------


def _of_log(text: str, played_by: Ruleset, asked: Ruleset | None) -> Course:
    try:
        log = read(io.StringIO(text))
    except LogError as error:
        raise RecordError("", str(error)) from None
    table = Table(played_by, seed=log.header.seed, setting=log.header.setting)
    problems = []
    if log.damage is not None:
        problems.append(f"line {log.damage.line}: {log.damage.message}; what is before it is kept")
    if log.cut:
        problems.append("the last line is not whole, and is left out")
    try:
        table.fold(log.entries)
    except EventError as error:
        problems.append(f"line {error.number + 2}: {error}; what is before it is kept")
    parted = () if asked is None else partings(table.events, asked.rules, log.header.setting)
    return Course(
        source="log",
        players=log.header.players,
        header=log.header,
        deals=tuple(_stretches(table)),
        over=table.match.over,
        finals=table.finals if table.over else (),
        problems=tuple(problems),
        partings=parted,
    )


def _stretches(table: Table) -> Iterator[Stretch]:
    events = table.events
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.Started)]
    standings = [table.standing_at(start) for start in starts]
    ends = [*starts[1:], len(events)]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        settled = any(isinstance(event, Settled) for event in events[start:end])
        then = standings[number + 1] if number + 1 < len(starts) else table.match.standing
        yield Stretch(standings[number], events[start:end], start + 1, then if settled else None)


# ---- records of other programs -------------------------------------------------------------------


def _of_record(source: Source, game: RecordedGame, rules: Rules) -> Course:
    replayed = replay_game(game, rules)
    first, deals = 1, []
    for one in replayed.deals:
        if one.events:
            deals.append(_stretch(one, first))
            first += len(deals[-1].events)
    problems = tuple(map(str, replayed.problems))
    return Course(source, tuple(game.names), None, tuple(deals), problems=problems)


def _stretch(one: Replayed, first: int) -> Stretch:
    before = one.recorded.standing
    if one.played is None:
        return Stretch(before, one.events, first, None)
    then = one.played.after
    deltas = tuple(one.played.settlement.deltas[seat] for seat in SEATS) if (
        one.played.settlement) else (0, 0, 0, 0)  # fmt: skip
    settled = Settled(then.scores, deltas)
    return Stretch(before, (*one.events, settled), first, then)

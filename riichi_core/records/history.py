"""The course of a game, from our own log or from the record of another program."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from riichi_core.game.result import Final
from riichi_core.game.standing import Standing
from riichi_core.hands.win import WinError
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.evolve import EventError
from riichi_core.play.game_state import GameEvent, Settled, Signalled
from riichi_core.play.state import SEATS, DealState
from riichi_core.play.table import Table
from riichi_core.play.winning import deal_result
from riichi_core.records.divergences import Divergence, divergences
from riichi_core.records.foreign import refused, text_of
from riichi_core.records.formats import RecordFormat, format_of, games_of
from riichi_core.records.log import Header, LogError, read
from riichi_core.records.recorded import FinishedDeal, RecordedGame, finish_deal, four_names
from riichi_core.records.replay import RED_AS_PLAIN, Replayed, replay_game
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.settle import Settlement, settle


@dataclass(frozen=True, slots=True)
class DealHistory:
    """One deal of a game.

    Attributes:
        before: where the game stood.
        events: what happened, from the start to the settling, as far as it is known.
        states: the deal after each of them.
        first: the number of the first of them in the whole game, counted from 1.
        after: where the game stands then; None if the deal was not settled.
        settlement: what it comes to; None if it is not over, or is dealt again as if it were new.
    """

    before: Standing
    events: tuple[GameEvent, ...]
    states: tuple[DealState, ...]
    first: int
    after: Standing | None
    settlement: Settlement | None = None

    @property
    def end(self) -> DealState | None:
        """The deal when it was over; None if it is not."""
        return self.states[-1] if self.states[-1].over else None

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    def deal(self, event: int) -> DealState:
        """Return the deal after the event of that number."""
        return self.states[event - self.first]


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game as it went.

    Attributes:
        source: what it was read from.
        players: names, the first East first.
        header: the head of our own log, else None.
        deals: the deals.
        before: what happened before the first of them: a signal can sound then.
        over: why the game is over, if a log says so.
        finals: the result of each player, where the game is over.
        problems: what is wrong with the record, or comes out otherwise than it says.
        notes: what is to be known of how it was replayed.
        divergences: where it would have gone on otherwise under the ruleset that was asked for, if
            that is another one than it was played by.
    """

    source: RecordFormat
    players: tuple[str, ...]
    header: Header | None
    deals: tuple[DealHistory, ...]
    before: tuple[GameEvent, ...] = ()
    over: str | None = None
    finals: tuple[Final, ...] = ()
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    divergences: tuple[Divergence, ...] = ()

    @property
    def events(self) -> int:
        """The number of events."""
        return self.deals[-1].last if self.deals else len(self.before)

    def at(self, event: int) -> DealHistory | None:
        """Return the deal that has the event of that number; None before the first deal.

        Raises:
            LookupError: there is no such event.
        """
        if 1 <= event <= len(self.before):
            return None
        for one in self.deals:
            if one.first <= event <= one.last:
                return one
        message = Message("event {event:,} is not among the events 1 to {last:,}",
                          event=event, last=self.events)  # fmt: skip
        raise LookupError(message)

    def event(self, number: int) -> GameEvent:
        """Return the event of that number.

        Raises:
            LookupError: there is no such event.
        """
        one = self.at(number)
        return self.before[number - 1] if one is None else one.events[number - one.first]


def header_of(data: bytes) -> Header | None:
    """Return the head of our own log; None for other records.

    Raises:
        RecordError: it is no record, or the head cannot be read.
    """
    text = text_of(data)
    if format_of(text) != "log":
        return None
    try:
        return read(io.StringIO(text.split("\n", 1)[0] + "\n")).header
    except LogError as error:
        raise refused("", error.message) from None


def read_history(data: bytes, played_by: Ruleset, asked: Ruleset | None = None) -> GameHistory:
    """Read a game and the history of each of its deals.

    Args:
        data: the file.
        played_by: the ruleset that it was played by.
        asked: another one, under which each deal is played again.

    Raises:
        RecordError: it is no record that can be read, or of several games.
    """
    found = read_histories(data, played_by, asked)
    if len(found) > 1:
        raise refused("", Message("there are {n} games in it: expected one", n=len(found)))
    return found[0]


def read_histories(
    data: bytes, played_by: Ruleset, asked: Ruleset | None = None
) -> tuple[GameHistory, ...]:
    """Read the games of a file, each as `read_history` does.

    Raises:
        RecordError: it is no record that can be read.
    """
    text = text_of(data)
    if format_of(text) == "log":
        return (_of_log(text, played_by, asked),)
    source, games = games_of(text)
    return tuple(_of_record(source, game, played_by.rules) for game in games)


def finished_deals(game: GameHistory, played_by: Ruleset) -> Iterator[FinishedDeal]:
    """Yield the deals of a game that were played to their end, for a writer of records.

    Args:
        game: the game.
        played_by: the ruleset that it was read under.
    """
    setting = "tournament" if game.header is None else game.header.setting
    for one in game.deals:
        if one.end is None or one.after is None:
            continue
        events = [each for each in one.events if not isinstance(each, Settled | Signalled)]
        ended = [each.over for each in one.events if isinstance(each, Settled)]
        yield finish_deal(
            one.before, events, one.end, played_by.rules, setting, stops="leader_stops" in ended
        )


# ---- our own log ---------------------------------------------------------------------------------


def _of_log(text: str, played_by: Ruleset, asked: Ruleset | None) -> GameHistory:
    try:
        log = read(io.StringIO(text))
    except LogError as error:
        raise refused("", error.message) from None
    table = Table(played_by, seed=log.header.seed, setting=log.header.setting)
    problems = []
    if log.damage is not None:
        problems.append(_kept_before(log.damage.line, log.damage.message))
    if log.cut:
        problems.append(Message("the last line is not whole, and is left out"))
    try:
        table.fold(log.entries)
    except EventError as error:
        problems.append(_kept_before(error.number + 2, error.message))
    diverged = () if asked is None else divergences(table.events, asked.rules, log.header.setting)
    deals = tuple(_deals(table))
    return GameHistory(
        source="log",
        players=four_names(log.header.players),
        header=log.header,
        deals=deals,
        before=table.events[: deals[0].first - 1] if deals else table.events,
        over=table.game.over,
        finals=table.finals if table.over else (),
        problems=tuple(problems),
        notes=() if asked is None or not _fades(played_by, asked) else (RED_AS_PLAIN,),
        divergences=diverged,
    )


def _kept_before(line: int, problem: str) -> Message:
    return Message("line {line}: {problem}; what is before it is kept", line=line, problem=problem)


def _fades(played_by: Ruleset, asked: Ruleset) -> bool:
    """Return True if a suit has red fives under one ruleset, and none under the other."""
    ours, theirs = played_by.rules.tiles.red_fives, asked.rules.tiles.red_fives
    return any(getattr(ours, suit) and not getattr(theirs, suit) for suit in "mps")


def _deals(table: Table) -> Iterator[DealHistory]:
    events = table.events
    starts = [place for place, event in enumerate(events) if isinstance(event, ev.Started)]
    for start, stop in pairwise((*starts, len(events))):
        settled = next((n for n in range(start, stop) if isinstance(events[n], Settled)), None)
        after = None if settled is None else table.game_at(settled + 1).standing
        states: list[DealState] = []
        for number in range(start, stop):
            states.append(table.game_at(number + 1).deal or states[-1])
        settlement = _settlement(states[-1], table.rules, table.setting)
        before = table.game_at(start).standing
        yield DealHistory(before, events[start:stop], tuple(states), start + 1, after, settlement)


def _settlement(deal: DealState, rules: Rules, setting: PlaySetting) -> Settlement | None:
    """Return the settlement of a deal if it is over and can be settled."""
    try:
        facts = deal_result(deal, rules, setting) if deal.over else None
        return None if facts is None else settle(facts, rules)
    except (WinError, ImpossibleWinError):
        return None


# ---- records of other programs -------------------------------------------------------------------


def _of_record(source: RecordFormat, game: RecordedGame, rules: Rules) -> GameHistory:
    replayed = replay_game(game, rules)
    first, deals = 1, []
    for one in replayed.deals:
        if one.events:
            deals.append(_deal(one, first, replayed.rules))
            first += len(deals[-1].events)
    problems = tuple(one.text for one in replayed.problems)
    return GameHistory(
        source=source,
        players=game.names,
        header=None,
        deals=tuple(deals),
        over=replayed.over,
        finals=replayed.finals,
        problems=problems,
        notes=replayed.notes,
    )


def _deal(one: Replayed, first: int, rules: Rules) -> DealHistory:
    before = one.before
    if one.played is None:
        settlement = _settlement(one.states[-1], rules, "tournament")
        return DealHistory(before, one.events, one.states, first, None, settlement)
    then, settlement = one.played.after, one.played.settlement
    deltas = tuple(settlement.deltas[seat] for seat in SEATS) if settlement else (0, 0, 0, 0)
    events = (*one.events, Settled(then.scores, deltas, one.played.over))
    states = (*one.states, one.played.end)
    return DealHistory(before, events, states, first, then, settlement)

"""The course of a deal: at a table, in our own log, or replayed from a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from riichi.games.replay.recorded_game import RecordedEnd
from riichi_core.game.game import GameEnd, SettledDeal, Standing
from riichi_core.hands.win import WinError
from riichi_core.play.events import Closed, Discarded, Started
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import GameEvent, GameState, Settled, settle_deal
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.ending import AbortiveDraw, Chombo, ExhaustiveDraw, Wins
from riichi_core.settlement.settle import Settlement

FinalEnd = RecordedEnd | Literal["chombo", "void"]
"""The end of a deal in this engine."""


@dataclass(frozen=True, slots=True)
class DealHistory:
    """One deal of a game, as far as it was played.

    Attributes:
        before: the standing before the deal.
        events: the known events, from the start to the settlement.
        states: the deal after each of them, None where `run_deal` yields none; or only the last.
        outcome: its result in the game; None if it is not over, cannot be settled, or is dealt
            again as if it were new.
        after: the standing after the deal; None if the deal was not settled.
        first: the number of the first event in the whole game, counted from 1.
    """

    before: Standing
    events: tuple[GameEvent, ...]
    states: tuple[DealState | None, ...]
    outcome: SettledDeal | None = None
    after: Standing | None = None
    first: int = 1

    @property
    def end(self) -> DealState:
        """The deal after the last event."""
        return self._deal(len(self.states) - 1)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.first + len(self.events) - 1

    def deal(self, event: int) -> DealState:
        """Return the deal after the event of that number."""
        return self._deal(event - self.first)

    def _deal(self, place: int) -> DealState:
        """Return the deal at a place in `states`."""
        deal = self.states[place]
        if deal is None:
            event = self.events[place]
            assert isinstance(event, Discarded | Closed)
            deal = evolve(self._deal(place - 1), event)
        return deal

    @property
    def settlement(self) -> Settlement | None:
        """The payments; None if the deal was not settled."""
        return None if self.outcome is None else self.outcome.settlement

    @property
    def over(self) -> GameEnd | None:
        """The reason why the game is over after the deal; None if it continues."""
        return None if self.outcome is None else self.outcome.ended_by

    @property
    def next_standing(self) -> Standing:
        """The standing of the game after the payments of a deal."""
        assert self.after is not None
        return self.after

    @property
    def ended(self) -> FinalEnd:
        """The end of the deal in the words of records; only our logs have `chombo` and `void`."""
        match self.end.ending:
            case Wins(winners=winners):
                if self.settlement is not None and self.settlement.winners:
                    return "win"
                return "three_wins" if len(winners) == 3 else "chombo"
            case ExhaustiveDraw(nagashi=nagashi):
                return "nagashi" if nagashi else "exhausted"
            case AbortiveDraw(cause=cause):
                return cause
            case Chombo():
                return "chombo"
        return "void"

    @property
    def tenpai(self) -> frozenset[int] | None:
        """The players who showed a tenpai hand; None if the wall was not played out."""
        match self.end.ending:
            case ExhaustiveDraw(tenpai=tenpai):
                return frozenset(map(self.before.player, tenpai))
        return None

    @property
    def settled_deltas(self) -> list[Points]:
        """The points that each player got at the end, without the riichi bets paid before it.

        The deal must be settled.
        """
        scores = [self.end.scores[self.before.seat(player)] for player in range(4)]
        return [after - end for after, end in zip(self.next_standing.scores, scores, strict=True)]


def finish_deal(
    before: Standing,
    events: Sequence[GameEvent],
    states: Sequence[DealState | None],
    rules: Rules,
    *,
    stops: bool = False,
) -> DealHistory:
    """Work out the payments of a deal that is over, and return it with them.

    With `stops`, an East who may end the game does so. The event does not show that this was
    a choice, because records do not contain it either.

    Raises:
        ValueError: if the deal is not over.
        WinError: if it cannot be settled.
    """
    game = GameState(before, states[-1])
    settled, after = settle_deal(game, rules, "tournament", stops=stops)
    settled = replace(settled, stopped=False)
    outcome = after.played[0] if after.played else None
    return DealHistory(before, (*events, settled), (*states, states[-1]), outcome, after.standing)


def outcome_of(game: GameState, rules: Rules, setting: PlaySetting) -> SettledDeal | None:
    """Settle the deal of a game if it is over and can be settled."""
    if game.deal is None or not game.deal.over:
        return None
    try:
        _, after = settle_deal(game, rules, setting)
    except (WinError, ImpossibleWinError):
        return None
    return _added(game, after)


def _added(game: GameState, after: GameState) -> SettledDeal | None:
    """Return the deal that was paid between two moments of a game."""
    return after.played[-1] if len(after.played) > len(game.played) else None


# ---- deals of a table ----------------------------------------------------------------------------


def deals_of(table: Table) -> Iterator[DealHistory]:
    """Yield the paid deals of a game at a table, in order, each with only its last state."""
    for number, event in enumerate(table.events):
        if isinstance(event, Settled):
            yield settled_deal(table, number)


def settled_deal(table: Table, settled: int) -> DealHistory:
    """Return the deal that the event of that number (from 0) pays at a table."""
    events = table.events
    start = settled
    while not isinstance(events[start], Started):
        start -= 1
    deal = table.game_at(settled).deal
    assert deal is not None
    return _deal(table, range(start, settled + 1), (deal,))


def histories_of(table: Table) -> Iterator[DealHistory]:
    """Yield the deals of a game at a table with all their states; the last may not be over."""
    events = table.events
    starts = [number for number, event in enumerate(events) if isinstance(event, Started)]
    for start, stop in pairwise((*starts, len(events))):
        states: list[DealState] = []
        for index in range(start, stop):
            states.append(table.game_at(index + 1).deal or states[-1])
        yield _deal(table, range(start, stop), states)


def _deal(table: Table, numbers: range, states: Iterable[DealState]) -> DealHistory:
    """Return a deal from its events at a table, with its result and the standing after it."""
    events, states = table.events[numbers.start : numbers.stop], tuple(states)
    before, after = table.game_at(numbers.start), None
    for number, event in zip(numbers, events, strict=True):
        if isinstance(event, Settled):
            after = table.game_at(number + 1)
    if after is None:
        unsettled = before._replace(deal=states[-1])
        outcome = outcome_of(unsettled, table.rules, table.setting)
    else:
        outcome = _added(before, after)
    standing_after = None if after is None else after.standing
    return DealHistory(before.standing, events, states, outcome, standing_after, numbers.start + 1)

"""The log of a game, and the state of the game after each event.

The log is the source of the state. The state after an event is kept if a player had to decide
there. Any other state is computed again from the events when it is needed (evolve.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from riichi_core.game.game import Signal, before_dice
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.decide import next_automatic_event
from riichi_core.play.evolve import EventError, evolve, pass_uncalled_discard
from riichi_core.play.game_state import (
    GameEvent,
    GameState,
    Settled,
    Signalled,
    settle_deal,
    start_deal,
)
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules


class GameLog:
    """The events of a game, and its state before each of them and after the last one.

    Attributes:
        events: the events.
        game: the game after the last event.
        rules: the ruleset.
        setting: which chombo penalty applies, that of tournaments or of casual play.
    """

    def __init__(self, game: GameState, rules: Rules, setting: PlaySetting) -> None:
        self.events: list[GameEvent] = []
        self.game: GameState = game
        self.rules = rules
        self.setting = setting
        self._games: list[GameState | None] = [game]

    def copy(self) -> GameLog:
        """Return a copy of the log, which later events do not share."""
        log = GameLog(self.game, self.rules, self.setting)
        log.events = [*self.events]
        log._games = [*self._games]
        return log

    def game_before(self, number: int) -> GameState:
        """Return the game before the event of that number, counted from 0, and keep it."""
        game = self._games[number]
        if game is None:
            before = self.game_before(number - 1)
            game = fold_event(before, self.events[number - 1], self.rules, self.setting)
            self._games[number] = game
        return game

    def add(self, event: GameEvent, after: GameState | None = None) -> GameState:
        """Add an event, and return the game after it, which is `after` if that is known.

        Raises:
            EventError: if it cannot follow.
        """
        self.game = after or fold_event(self.game, event, self.rules, self.setting)
        self._games.append(self.game)
        self.events.append(event)
        return self.game

    def play_on(self, chosen: Iterable[GameEvent], after: GameState | None = None) -> None:
        """Add the events that players chose, and the automatic ones up to the next decision.

        `after` is the game after a single chosen event, if it is known.

        Raises:
            EventError: if one cannot follow.
        """
        game, uncalled = self.game, None
        for event in chosen:
            uncalled = None if game.deal is None else pass_uncalled_discard(game.deal, event)
            if uncalled is None:
                game = self.add(event, after)
            else:
                drew, deal = uncalled
                self.game = game = game.with_deal(deal)
                self._games += (None, None, game)
                self.events += (event, ev.CLOSED, drew)
        while uncalled is None and (automatic := next_automatic(game, self.rules)) is not None:
            game = self.add(automatic)

    def cut(self, to: int) -> None:
        """Take back the events from that number on."""
        del self.events[to:]
        del self._games[to + 1 :]
        self.game = self.game_before(to)


def next_automatic(game: GameState, rules: Rules) -> ev.Event | None:
    """Return the next automatic event of a game; None if a player has to act."""
    return None if game.deal is None else next_automatic_event(game.deal, rules)


def fold_event(game: GameState, event: GameEvent, rules: Rules, setting: PlaySetting) -> GameState:
    """Return the game after an event.

    Raises:
        EventError: if the event cannot follow, or contradicts the rules.
    """
    match event:
        case Settled():
            if game.deal is None or not game.deal.over:
                raise EventError(Message("Settled: no hand is over"))
            computed, game_after = settle_deal(game, rules, setting, stops=event.stopped)
            if computed != event:
                message = Message(
                    "Settled: the log has {given}; the rules give {computed}",
                    given=_settled_message(event),
                    computed=_settled_message(computed),
                )
                raise EventError(message)
            return game_after
        case Signalled():
            return _signalled(game, event, rules)
        case ev.Started():
            if game.ended_by or (game.deal is not None):
                raise EventError(
                    Message("Started: the game is over, or the last hand has no payments")
                )
            expected = start_deal(game, event.wall)
            if expected != event:
                raise EventError(Message("Started: the hand does not follow from the one before"))
    return game.with_deal(evolve(game.deal, event))


def _signalled(game: GameState, event: Signalled, rules: Rules) -> GameState:
    """Return the game after the signal, which may end the game between two deals."""
    if game.ended_by or game.signal is not None:
        raise EventError(Message("Signalled: the game is over, or the signal has sounded before"))
    if event.in_play != (game.deal is not None):
        raise EventError(Message("Signalled: in_play is not true of this game"))
    signal = Signal(len(game.played) + event.in_play, event.in_play)
    if event.in_play:
        return game._replace(signal=signal)
    left = before_dice(rules)
    return game._replace(signal=signal, left=left, ended_by="time" if left == 0 else None)


def _settled_message(event: Settled) -> Message:
    scores = ", ".join(map(str, event.scores))
    if event.ended_by is None:
        return Message("{scores} (the game continues)", scores=scores)
    return Message("{scores} ({over})", scores=scores, over=event.ended_by)

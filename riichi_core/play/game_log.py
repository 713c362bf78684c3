"""The log of a game, and the games that its events come to.

The log is the state: the game after an event is kept where somebody had to decide, and folded anew
where it is asked for and was passed over (evolve.py).
"""

from __future__ import annotations

from collections.abc import Iterable

from riichi_core.fast import new_tuple
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
from riichi_core.play.state import DealState
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules

Games = list[GameState | None]
"""The game before each event of a log and after the last one, which is always there; None for one
to be folded anew."""


def game_before(
    number: int, events: list[GameEvent], games: Games, rules: Rules, setting: PlaySetting
) -> GameState:
    """Return the game before the event of that number, counted from 0, and keep it.

    Raises:
        IndexError: there are not so many events.
    """
    game = games[number]
    if game is None:
        number %= len(games)
        before = game_before(number - 1, events, games, rules, setting)
        game = games[number] = fold_event(before, events[number - 1], rules, setting)
    return game


def add_event(
    event: GameEvent, events: list[GameEvent], games: Games, rules: Rules, setting: PlaySetting
) -> GameState:
    """Add an event to a log, and return the game after it.

    Raises:
        EventError: it cannot follow.
    """
    before = game_before(len(events), events, games, rules, setting)
    after = fold_event(before, event, rules, setting)
    games.append(after)
    events.append(event)
    return after


def play_on(
    chosen: Iterable[GameEvent],
    events: list[GameEvent],
    games: Games,
    rules: Rules,
    setting: PlaySetting,
) -> None:
    """Add to a log what players chose, and what follows of itself up to the next decision.

    A discard is the last thing that they choose.

    Raises:
        EventError: it cannot follow.
    """
    game = game_before(len(events), events, games, rules, setting)
    for event in chosen:
        uncalled = None if game.deal is None else pass_uncalled_discard(game.deal, event)
        if uncalled is None:
            game = add_event(event, events, games, rules, setting)
        else:
            drew, deal = uncalled
            game = _with_deal(game, deal)
            games += (None, None, game)
            events += (event, ev.CLOSED, drew)
    while (automatic_event := next_automatic(game, rules, setting)) is not None:
        game = add_event(automatic_event, events, games, rules, setting)


def next_automatic(game: GameState, rules: Rules, setting: PlaySetting) -> ev.Event | None:
    """Return the next automatic event of a game; None where somebody has to act."""
    return None if game.deal is None else next_automatic_event(game.deal, rules, setting)


def fold_event(game: GameState, event: GameEvent, rules: Rules, setting: PlaySetting) -> GameState:
    """Return the game after an event.

    Raises:
        EventError: it cannot follow, or says other than what the rules make of it.
    """
    match event:
        case Settled():
            if game.deal is None or not game.deal.over:
                raise EventError(Message("Settled: no deal is over"))
            computed, game_after = settle_deal(game, rules, setting, stops=event.stopped)
            if computed != event:
                message = Message(
                    "Settled: it says {given}; the rules give {computed}",
                    given=_settled_message(event),
                    computed=_settled_message(computed),
                )
                raise EventError(message)
            return game_after
        case Signalled():
            return _signalled(game, event, rules)
        case ev.Started():
            if game.over or (game.deal is not None):
                raise EventError(
                    Message("Started: the game is over, or the last deal is not settled")
                )
            expected = start_deal(game, event.wall)
            if expected != event:
                raise EventError(Message("Started: the deal does not follow from the one before"))
    return _with_deal(game, evolve(game.deal, event))


def _with_deal(game: GameState, deal: DealState) -> GameState:
    return new_tuple(GameState, (
        game.standing, deal, game.played, game.streak, game.over, game.signal, game.left,
    ))  # fmt: skip


def _signalled(game: GameState, event: Signalled, rules: Rules) -> GameState:
    """Return the game after the signal; between two deals what may yet be played is settled now."""
    if game.over or game.signal is not None:
        raise EventError(Message("Signalled: the game is over, or the signal has sounded before"))
    if event.in_play != (game.deal is not None):
        raise EventError(Message("Signalled: it does not say rightly whether a deal is in play"))
    signal = Signal(len(game.played) + event.in_play, event.in_play)
    if event.in_play:
        return game._replace(signal=signal)
    left = before_dice(rules)
    return game._replace(signal=signal, left=left, over="time" if left == 0 else None)


def _settled_message(event: Settled) -> Message:
    scores = ", ".join(map(str, event.scores))
    if event.over is None:
        return Message("{scores} (it goes on)", scores=scores)
    return Message("{scores} ({over})", scores=scores, over=event.over)

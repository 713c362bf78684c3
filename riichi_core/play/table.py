"""A game at a table: the pleasant face of the play engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from riichi_core.errors import RiichiError
from riichi_core.game.fouls import fouls
from riichi_core.game.result import Final
from riichi_core.messages import quote
from riichi_core.play import events as ev
from riichi_core.play.actions import Action, Response
from riichi_core.play.automatic import next_automatic_event
from riichi_core.play.decide import IllegalActionError, choose
from riichi_core.play.evolve import EventError
from riichi_core.play.game_state import (
    GameEvent,
    GameState,
    Settled,
    Signalled,
    Undone,
    finals,
    fold,
    may_stop,
    new_game,
    settle_deal,
    start_deal,
)
from riichi_core.play.legal import legal_actions
from riichi_core.play.observation import Observation, observe
from riichi_core.play.report import report
from riichi_core.play.state import DealState
from riichi_core.play.wall import Wall
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import PLAY_SETTINGS, PlaySetting
from riichi_core.source.diagnostics import nearest
from riichi_core.tiles import Wind

Note = Callable[[GameEvent | Undone], None]
"""Is told every event as soon as it has happened: writes a log, draws a screen."""


class TableError(RiichiError):
    """Something that cannot be done with a game where it stands."""


class Table:
    """One game under a ruleset: deals follow each other, acts are checked, all can be undone.

    >>> from riichi_core import load
    >>> table = Table(load("ema-2016"), seed=7)
    >>> started = table.start()
    >>> [str(action) for action in table.legal_actions()[Wind.EAST]][:2]
    ['discard 1m drawn', 'discard 1m']

    ```
    table = Table(load("ema-2016"), seed=7)
    table.start()
    while not table.over:
        if table.deal_over:
            table.go_on()
        else:
            acts = table.legal_actions()
            table.push(*(Response(seat, acts[seat][0]) for seat in acts))
    ```
    """

    def __init__(
        self,
        ruleset: Ruleset | Rules,
        *,
        seed: int = 0,
        setting: PlaySetting = "tournament",
        note: Note | None = None,
    ) -> None:
        """An empty table.

        Args:
            ruleset: what is played by.
            seed: from which the walls follow that are not given.
            setting: whose price of a chombo is charged.
            note: is told every event.

        Raises:
            TableError: there is no such setting, or what is given is no ruleset.
        """
        if not isinstance(ruleset, Ruleset | Rules):
            raise TableError(f"expected a ruleset (load reads one), not {quote(ruleset)}")
        if setting not in PLAY_SETTINGS:
            raise TableError(
                f"setting: expected {' or '.join(PLAY_SETTINGS)}, not {quote(setting)}"
            )
        self.rules = ruleset.rules if isinstance(ruleset, Ruleset) else ruleset
        self.seed = seed
        self.setting: PlaySetting = setting
        self._note = note
        self._events: list[GameEvent] = []
        self._states: list[GameState] = [new_game(self.rules)]
        self._marks: list[int] = []

    # ---- where the game stands -----------------------------------------------------------------

    @property
    def game(self) -> GameState:
        """The game as it stands."""
        return self._states[-1]

    @property
    def deal(self) -> DealState:
        """The deal that is played, or is over and not settled.

        Raises:
            TableError: none is in play.
        """
        if self.game.deal is None:
            between = "no deal is in play: start the next one"
            raise TableError("the game is over" if self.over else between)
        return self.game.deal

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """Everything that happened."""
        return tuple(self._events)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.over is not None

    @property
    def deal_over(self) -> bool:
        """Whether no deal is in play."""
        return self.game.deal is None or self.game.deal.over

    @property
    def may_stop(self) -> bool:
        """Whether East may choose to end the game now, the deal being over."""
        return may_stop(self.game, self.rules, self.setting)

    @property
    def finals(self) -> tuple[Final, ...]:
        """The result of each player, the first East first, if the game ended here."""
        return finals(self.game, self.rules)

    def game_at(self, number: int) -> GameState:
        """The game before the event of that number, counted from 0."""
        return self._states[number]

    def legal_actions(self) -> Mapping[Wind, tuple[Action, ...]]:
        """The acts of each seat that may act; nobody between two deals."""
        return {} if self.game.deal is None else legal_actions(self.game.deal, self.rules)

    def observe(self, seat: Wind) -> Observation:
        """What a seat knows."""
        self._seated(seat)
        return observe(self.deal, seat)

    # ---- what is done --------------------------------------------------------------------------

    def start(self, wall: Wall | None = None) -> tuple[GameEvent, ...]:
        """Begin the next deal, with a wall that is given or follows from the seed.

        Raises:
            TableError: a deal is in play or not settled, or the game is over.
            WallError: the wall has other red fives than the ruleset.
        """
        if self.game.deal is not None or self.over:
            raise TableError("the game is over" if self.over else "a deal is not settled yet")
        given = self._wall() if wall is None else self._checked(wall)
        return self._do([start_deal(self.game, given)])

    def push(self, *calls: Response) -> tuple[GameEvent, ...]:
        """Do what players want, and all that follows from it, up to the next decision.

        Raises:
            IllegalActionError: an act that may not be done; nothing has changed.
            TableError: something that is no call, or no deal is in play.
        """
        for call in calls:
            if not isinstance(call, Response) or not isinstance(call.seat, Wind):
                raise TableError(f"expected Response(Wind.EAST, act), not {quote(call)}")
            if not isinstance(call.action, Action):
                message = f"{call.seat}: expected an act (parse_action reads its text), not "
                raise TableError(message + quote(call.action))
        return self._do(choose(self.deal, calls, self.rules))

    def report(self, seat: Wind, foul: str, points: int | None = None) -> tuple[GameEvent, ...]:
        """Report a foul, with the points that a referee took off where he decides.

        Raises:
            TableError: there is no such seat or foul.
            WinError: points where nothing is left to a referee, or none where a price has degrees.
        """
        self._seated(seat)
        if foul not in fouls():
            near = nearest(foul, fouls()) if isinstance(foul, str) else None
            hint = f"; did you mean {near}?" if near else ""
            raise TableError(f"there is no foul {quote(foul)}{hint}")
        if points is not None and type(points) is not int:
            raise TableError(f"points: expected a whole number, not {quote(points)}")
        return self._do([report(self.deal, seat, foul, self.rules, self.setting, points)])

    def signal(self) -> tuple[GameEvent, ...]:
        """The signal of a time limit sounds now; between two deals it may end the game at once.

        Raises:
            TableError: it has sounded already, or the game is over.
        """
        if self.game.signal is not None:
            raise TableError("the signal has sounded already")
        if self.over:
            raise TableError("the game is over")
        return self._do([Signalled(in_play=self.game.deal is not None)])

    def settle(self, *, stop: bool = False) -> tuple[GameEvent, ...]:
        """Settle the deal that is over; with `stop` East chooses to end the game.

        Raises:
            TableError: no deal is over, or East may not stop.
        """
        if self.game.deal is None or not self.game.deal.over:
            raise TableError("no deal is over")
        if stop and not self.may_stop:
            raise TableError("East may not end the game now")
        event, _ = settle_deal(self.game, self.rules, self.setting, stops=stop)
        return self._do([event])

    def next_deal(self, wall: Wall | None = None) -> tuple[GameEvent, ...]:
        """Settle the deal that is over, and start the next one if the game goes on.

        Raises:
            TableError: the deal is in play, or the game is over.
            WallError: as `start`; nothing has changed.
        """
        if wall is not None:
            self._checked(wall)
        if self.game.deal is None:
            return self.start(wall)
        happened = self.settle()
        if self.over:
            return happened
        happened += self.start(wall)
        self._marks.pop()  # both are one thing to undo
        return happened

    def pop(self) -> None:
        """Take back the last thing that was done, with all that followed from it.

        Raises:
            TableError: nothing was done.
        """
        while self._marks:
            mark = self._marks.pop()
            if self._waits(mark):
                self._back(mark)
                self._tell([Undone(mark)])
                return
        raise TableError("there is nothing to undo")

    # ---- events --------------------------------------------------------------------------------

    def resume(self, events: Iterable[GameEvent | Undone]) -> None:
        """Fold events that happened elsewhere, as those of a log, and what follows from the last.

        What follows is noted, what is given is not: a log that is gone on with has it already.

        Raises:
            EventError: as `fold`.
        """
        self.fold(events)
        known = len(self._events)
        self._follow()
        self._tell(self._events[known:])

    def fold(self, events: Iterable[GameEvent | Undone]) -> None:
        """Fold events that happened elsewhere, and nothing more.

        Raises:
            EventError: an event that cannot follow; those before it are folded. Its `number` says
                which it is.
        """
        for number, event in enumerate(events):
            try:
                if isinstance(event, Undone):
                    self._back(event.to)
                else:
                    self._marks.append(len(self._events))
                    self._add(event)
            except EventError as error:
                error.number = number
                raise

    def _seated(self, seat: Wind) -> None:
        if not isinstance(seat, Wind):
            raise TableError(f"expected a Wind as seat, not {quote(seat)}")

    def _checked(self, wall: Wall) -> Wall:
        if not isinstance(wall, Wall):
            raise TableError(f"expected a Wall, not {quote(wall)}")
        wall.check(self.rules.tiles)
        return wall

    def _wall(self) -> Wall:
        """The wall of the next deal: another for each deal that was begun."""
        begun = sum(isinstance(event, ev.Started) for event in self._events)
        return Wall.shuffled(self.rules.tiles, SeededRandom(self.seed).fork(begun))

    def _do(self, chosen: Iterable[GameEvent]) -> tuple[GameEvent, ...]:
        mark = len(self._events)
        try:
            for event in chosen:
                self._add(event)
            self._follow()
        except Exception:
            self._back(mark)
            raise
        self._marks.append(mark)
        happened = tuple(self._events[mark:])
        self._tell(happened)
        return happened

    def _tell(self, happened: Iterable[GameEvent | Undone]) -> None:
        if self._note:
            for event in happened:
                self._note(event)

    def _add(self, event: GameEvent) -> None:
        self._states.append(fold(self.game, event, self.rules, self.setting))
        self._events.append(event)

    def _follow(self) -> None:
        while (event := self._next(self.game)) is not None:
            self._add(event)

    def _next(self, match: GameState) -> ev.Event | None:
        """What comes of itself where a game stands."""
        return (
            None
            if match.deal is None
            else next_automatic_event(match.deal, self.rules, self.setting)
        )

    def _waits(self, number: int) -> bool:
        """Whether somebody had to decide before that event, rather than that it came of itself."""
        return self._next(self._states[number]) is None

    def _back(self, to: int) -> None:
        if not 0 <= to <= len(self._events):
            raise EventError(f"Undone: there are {len(self._events)} events, not {to}")
        del self._events[to:]
        del self._states[to + 1 :]
        while self._marks and self._marks[-1] >= to:
            self._marks.pop()


__all__ = ["IllegalActionError", "Note", "Settled", "Table", "TableError"]

"""Play a game at a table: the interface for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import get_args, overload

from riichi_core.errors import RiichiError
from riichi_core.game.fouls import IMPOSSIBLE_WITHOUT, fouls, no_such_foul
from riichi_core.game.game import player_results
from riichi_core.game.result import PlayerResult
from riichi_core.messages import Message, quote_argument
from riichi_core.play import events as ev
from riichi_core.play.actions import Action, Discard, Response, as_action, as_seat
from riichi_core.play.decide import IllegalActionError, events_for, report_foul
from riichi_core.play.evolve import EventError
from riichi_core.play.game_log import GameLog, next_automatic
from riichi_core.play.game_state import (
    GameEvent,
    GameState,
    Settled,
    Signalled,
    Undone,
    may_stop,
    new_game,
    settle_deal,
    start_deal,
)
from riichi_core.play.legal import legal_actions
from riichi_core.play.observation import Observation, observe
from riichi_core.play.state import Acting, DealState
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.chombo import PLAY_SETTINGS, PlaySetting
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.seeded import HIGHEST_SEED, LOWEST_SEED, SeededRandom, fresh_seed
from riichi_core.tiles import Seat, Wind, parse_tiles

_EVENTS = frozenset(get_args(GameEvent))

_SEATS = frozenset(map(str, Wind))

Listener = Callable[[GameEvent | Undone], None]
"""A function that is called with every event, e.g. to write a log or draw a screen."""


class TableError(RiichiError):
    """An operation that is not possible at this moment of the game."""

    code = "not_now"


class Table:
    """One game under a ruleset, deal after deal, with legal actions and undo.

    >>> table = Table("ema-2016", seed=7)
    >>> started = table.start()
    >>> [str(action) for action in table.legal_actions("east")][:2]
    ['discard 1m drawn', 'discard 1m']
    >>> happened = table.push("discard 1m")
    >>> table.pop()
    >>> table
    <Table: east round, deal 1, 69 tiles left, east to act>

    Without a seed it has new walls. A program plays a whole game like this:


    >>> while not table.over:
    ...     if table.deal_over:
    ...         happened = table.next_deal()
    ...     else:
    ...         legal = table.legal_actions()
    ...         happened = table.push(*(Response(seat, legal[seat][-1]) for seat in legal))
    >>> sum(final.result for final in table.finals)
    0
    """

    def __init__(
        self,
        ruleset: GivenRules,
        *,
        seed: int | None = None,
        setting: PlaySetting = "tournament",
        listener: Listener | None = None,
    ) -> None:
        """Create an empty table.

        Args:
            ruleset: the ruleset, or its id or path.
            seed: the seed of the walls that are not given; None for a new one, which `table.seed`
                then has. The same seed gives the same walls.
            setting: which chombo penalty applies, that of tournaments or of casual play.
            listener: called with every event. If it raises, that event and those after it are
                rolled back; `resume(())` continues from there.

        Raises:
            TableError: if the setting is unknown, or the seed is not a whole number of 64 bits.
            RulesetError: if the ruleset is unknown or has errors.
        """
        if setting not in PLAY_SETTINGS:
            message = Message(
                "setting: expected {settings}, not {value}",
                settings=" or ".join(PLAY_SETTINGS),
                value=quote_argument(setting),
            )
            raise TableError(message)
        if seed is None:
            seed = fresh_seed()
        if isinstance(seed, bool) or not isinstance(seed, int):
            message = Message(
                "seed: expected a whole number, not {value}", value=quote_argument(seed)
            )
            raise TableError(message)
        if not LOWEST_SEED <= seed <= HIGHEST_SEED:
            raise TableError(Message("the seed has more than 64 bits"))
        self.rules: Rules = rules_of(ruleset)
        self.seed = seed
        self.setting: PlaySetting = setting
        self._listener = listener
        self._log = GameLog(new_game(self.rules), self.rules, setting)
        self._marks: list[int] = []

    @classmethod
    def at(
        cls,
        game: GameState,
        ruleset: GivenRules,
        *,
        seed: int | None = None,
        setting: PlaySetting = "tournament",
    ) -> Table:
        """Return a table that continues a game from a moment between two deals.

        Args:
            game: the game at that moment; the table does not have its earlier events.
            ruleset: the ruleset, or its id or path.
            seed: the seed of the walls that are not given; None for a new one.
            setting: which chombo penalty applies, that of tournaments or of casual play.

        Raises:
            TableError: if a deal is in play or not settled.
        """
        if game.deal is not None:
            raise TableError(Message("the payments of a hand are missing"))
        table = cls(ruleset, seed=seed, setting=setting)
        table._log = GameLog(game, table.rules, setting)
        return table

    def copy(self) -> Table:
        """Return a table at the same moment, without the listener, that is played on its own.

        `copy.copy` and `copy.deepcopy` return the same.
        """
        table = Table(self.rules, seed=self.seed, setting=self.setting)
        table._log = self._log.copy()
        table._marks = [*self._marks]
        return table

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Table:
        return self.copy()

    # ---- the state of the game
    # --------------------------------------------------------------------

    @property
    def game(self) -> GameState:
        """The state of the game."""
        return self._log.game

    @property
    def deal(self) -> DealState:
        """The deal in play, or the last one until it is resolved.

        Raises:
            TableError: if no deal is in play.
        """
        deal = self.game.deal
        if deal is None:
            if self.over:
                raise TableError(Message("the game is over"))
            raise TableError(Message("no hand is in play: start the next one"))
        return deal

    @property
    def events(self) -> tuple[GameEvent, ...]:
        """The events so far."""
        return tuple(self._log.events)

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self.game.ended_by is not None

    @property
    def deal_over(self) -> bool:
        """True if no deal is in play."""
        deal = self.game.deal
        return deal is None or deal.over

    @property
    def may_stop(self) -> bool:
        """True if the deal is over and East may end the game."""
        return may_stop(self.game, self.rules, self.setting)

    @property
    def finals(self) -> tuple[PlayerResult, ...]:
        """The result of each player, the first East first, if the game ended here.

        Raises:
            TableError: no deal was started.
        """
        if self.game.deal is None and not self.game.played:
            raise TableError(Message("no hand was started: the game has no result yet"))
        return player_results(self.game.standing, self.game.played, self.rules)

    def game_at(self, number: int) -> GameState:
        """Return the game before the event of that number, counted from 0.

        Raises:
            EventError: if there is no such event.
        """
        last = len(self._log.events)
        if not 0 <= number <= last:
            raise EventError(Message("there are {n} events, not {number}", n=last, number=number))
        return self._log.game_before(number)

    @overload
    def legal_actions(self) -> Mapping[Wind, tuple[Action, ...]]: ...

    @overload
    def legal_actions(self, seat: Seat) -> tuple[Action, ...]: ...

    def legal_actions(
        self, seat: Seat | None = None
    ) -> Mapping[Wind, tuple[Action, ...]] | tuple[Action, ...]:
        """Return the actions of each seat that may act, or those of one seat; none between deals.

        Raises:
            ActionError: if there is no such seat.
        """
        options = {} if self.game.deal is None else legal_actions(self.game.deal, self.rules)
        return options if seat is None else options.get(as_seat(seat), ())

    def observe(self, seat: Seat) -> Observation:
        """Return the observation of a seat.

        Raises:
            ActionError: if there is no such seat.
            TableError: if no deal is in play.
        """
        return observe(self.deal, as_seat(seat))

    def __repr__(self) -> str:
        """Return `<Table: east round, deal 1, 69 tiles left, east to act>`."""
        game, deal = self.game, self.game.deal
        where = f"{game.standing.round_wind} round, deal {game.standing.dealer + 1}"
        if deal is None:
            return f"<Table: {where}, {'over' if self.over else 'no deal is in play'}>"
        seats = " and ".join(map(str, self.legal_actions()))
        awaited = f"{seats} to act" if seats else "the hand is over"
        return f"<Table: {where}, {deal.tiles_left} tiles left, {awaited}>"

    # ---- what players do
    # --------------------------------------------------------------------------

    def start(self, wall: Wall | None = None) -> tuple[GameEvent, ...]:
        """Start the next deal, with the given wall or one that follows from the seed.

        Raises:
            TableError: if a deal is in play or not settled, or the game is over.
            WallError: if the wall has other red fives than the ruleset.
        """
        if self.game.deal is not None or self.over:
            if self.over:
                raise TableError(Message("the game is over"))
            raise TableError(Message("the payments of a hand are missing"))
        checked_wall = self._next_wall() if wall is None else self._checked_wall(wall)
        return self._play([start_deal(self.game, checked_wall)])

    def push(self, *responses: Response | Action | str) -> tuple[GameEvent, ...]:
        """Carry out players' actions, and the automatic events up to the next decision.

        Args:
            responses: the actions, also as text: `discard 1m`, or with the seat `south pass`. One
                without a seat is by the player on turn or by the only seat that may do it. A
                discard in text is of the drawn tile if the hand has no other of it.

        Returns:
            The events that happened.

        Raises:
            IllegalActionError: an illegal action; nothing has changed.
            ActionError: if a text is not an action.
            TableError: if several seats may take the action, or no deal is in play.
        """
        deal = self.deal
        calls = tuple(
            [call if isinstance(call, Response) else self._response(call) for call in responses]
        )
        return self._play(events_for(deal, calls, self.rules))

    def _response(self, value: Action | str) -> Response:
        """Return the response of the seat that may do an action."""
        legal = self.legal_actions()
        seat: Wind | None = None
        if isinstance(value, str):
            word, _, rest = value.strip().partition(" ")
            if word.lower() in _SEATS:
                seat, value = Wind.of(word), rest.strip()
                legal = {seat: legal.get(seat, ())}
        action = as_action(value)
        turn = self.deal.phase.seat if isinstance(self.deal.phase, Acting) else None
        candidates = [action]
        if isinstance(value, str) and isinstance(action, Discard):
            candidates.append(replace(action, tsumogiri=True))
        for candidate in candidates:
            seats = [seat for seat, actions in legal.items() if candidate in actions]
            if turn in seats or len(seats) == 1:
                return Response(turn if turn in seats and turn is not None else seats[0], candidate)
            if seats:
                message = Message(
                    "{action}: {seats} may do that; name one of them, e.g. {example}",
                    action=str(candidate),
                    seats=" and ".join(map(str, seats)),
                    example=f"'{seats[0]} {candidate}'",
                )
                raise TableError(message)
        if seat is None:
            seat = turn if turn is not None else next(iter(legal), Wind.EAST)
        return Response(seat, action)

    def report(
        self, seat: Seat, foul: str, points: int | None = None, tiles: str = ""
    ) -> tuple[GameEvent, ...]:
        """Report a foul, with the points deducted if the rules leave them to the referee.

        Args:
            seat: the offender.
            foul: the name of its option, e.g. `swap_call`.
            points: the points deducted.
            tiles: the tiles that were shown or wrongly called, if the rules bar ron on them.

        Raises:
            ActionError: if the seat is unknown.
            NotationError: if the tiles cannot be read.
            RecordError: if the foul is unknown.
            TableError: if it needs a riichi that the seat has not declared.
            DealError: if the rules do not leave the points to a referee, or points are missing.
        """
        seat = as_seat(seat)
        if foul not in fouls():
            raise no_such_foul(foul)
        declared = any(discard.riichi for discard in self.deal.players[seat].discards)
        if foul in IMPOSSIBLE_WITHOUT["riichi"] and not declared:
            message = Message("{foul} needs a riichi: {seat} has not declared riichi",
                              foul=foul, seat=seat)  # fmt: skip
            raise TableError(message)
        if points is not None and type(points) is not int:
            message = Message(
                "points: expected a whole number, not {value}", value=quote_argument(points)
            )
            raise TableError(message)
        shown = parse_tiles(tiles)
        return self._play([report_foul(self.deal, seat, foul, self.rules, points, shown)])

    def signal(self) -> tuple[GameEvent, ...]:
        """Sound the signal of a time limit; between two deals it may end the game at once.

        Raises:
            TableError: if it has sounded already, or the game is over.
        """
        if self.game.signal is not None:
            raise TableError(Message("the signal has sounded already"))
        if self.over:
            raise TableError(Message("the game is over"))
        return self._play([Signalled(in_play=self.game.deal is not None)])

    def settle(self, *, stop: bool = False) -> tuple[GameEvent, ...]:
        """Pay out the deal that is over; with `stop`, East ends the game.

        Raises:
            TableError: if no deal is over, or East may not stop.
        """
        if self.game.deal is None or not self.game.deal.over:
            raise TableError(Message("no hand is over"))
        if stop and not self.may_stop:
            raise TableError(Message("East may not end the game now"))
        event, after = settle_deal(self.game, self.rules, self.setting, stops=stop)
        return self._play([event], after)

    def next_deal(self, wall: Wall | None = None) -> tuple[GameEvent, ...]:
        """Pay out the deal that is over, and start the next one unless the game has ended.

        Raises:
            TableError: if the deal is in play, or the game is over.
            WallError: as for `start`; the table is unchanged.
        """
        if wall is not None:
            self._checked_wall(wall)
        if self.game.deal is None:
            return self.start(wall)
        happened = self.settle()
        if self.over:
            return happened
        happened += self.start(wall)
        self._marks.pop()  # undone together
        return happened

    def pop(self) -> None:
        """Take back the last action and everything that followed from it.

        Raises:
            TableError: if there is nothing to undo.
        """
        mark = next(filter(self._follows_decision, reversed(self._marks)), None)
        if mark is None:
            raise TableError(Message("there is nothing to undo"))
        if self._listener:
            self._listener(Undone(mark))
        self._go_back(mark)

    # ---- events --------------------------------------------------------------------------------

    def resume(self, events: Iterable[GameEvent | Undone]) -> None:
        """Apply events that happened elsewhere, e.g. from a log, and the automatic ones after them.

        The listener is called only with the automatic ones, because a continued log already has the
        others.

        Raises:
            EventError: as for `fold`.
        """
        self.fold(events)
        count = len(self._log.events)
        self._log.play_on(())
        self._notify(count)

    def fold(self, events: Iterable[GameEvent | Undone]) -> None:
        """Apply events that happened elsewhere, without the automatic ones after them.

        Raises:
            EventError: if an event cannot follow; it has the event's `number`, and those before it
                are applied.
        """
        if not isinstance(events, Iterable):
            raise EventError(Message("expected events, not {value}", value=quote_argument(events)))
        for number, event in enumerate(events):
            try:
                if isinstance(event, Undone):
                    self._go_back(event.to)
                elif type(event) not in _EVENTS:
                    raise EventError(
                        Message("expected an event, not {value}", value=quote_argument(event))
                    )
                else:
                    self._marks.append(len(self._log.events))
                    self._log.add(event)
            except EventError as error:
                error.number = number
                raise

    def _checked_wall(self, wall: Wall) -> Wall:
        if not isinstance(wall, Wall):
            raise TableError(Message("expected a Wall, not {value}", value=quote_argument(wall)))
        wall.check(self.rules.tiles)
        return wall

    def _next_wall(self) -> Wall:
        """Return the wall of the next deal, a different one for each started deal."""
        begun = list(map(type, self._log.events)).count(ev.Started)
        return Wall.shuffled(self.rules.tiles, SeededRandom(self.seed).fork(begun))

    def _play(
        self, chosen: Iterable[GameEvent], after: GameState | None = None
    ) -> tuple[GameEvent, ...]:
        mark = len(self._log.events)
        try:
            self._log.play_on(chosen, after)
        except Exception:
            self._go_back(mark)
            raise
        self._marks.append(mark)
        if self._listener:
            self._notify(mark)
        return tuple(self._log.events[mark:])

    def _notify(self, first: int) -> None:
        """Call `note` with the events from that number on; roll back if it raises an error."""
        for number in range(first, len(self._log.events) if self._listener else 0):
            try:
                assert self._listener is not None
                self._listener(self._log.events[number])
            except BaseException:
                self._go_back(number)
                raise

    def _follows_decision(self, number: int) -> bool:
        """Return whether the event resulted from a player's decision."""
        return next_automatic(self.game_at(number), self.rules) is None

    def _go_back(self, to: int) -> None:
        last = len(self._log.events)
        if not 0 <= to <= last:
            raise EventError(Message("Undone: there are {n} events, not {to}", n=last, to=to))
        self._log.cut(to)
        while self._marks and self._marks[-1] >= to:
            self._marks.pop()


__all__ = ["IllegalActionError", "Listener", "Settled", "Table", "TableError"]

"""A cache of deals: each moment is played once for all rules that do not change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from riichi_core.bots.asking import AskSeat, ask_player, responses, sit_down
from riichi_core.bots.by_name import player_named
from riichi_core.bots.player import KnownRules, Player, PlayerMaker, SeatedPlayer
from riichi_core.bots.runner import tell_rules
from riichi_core.play import events as ev
from riichi_core.play.actions import Action
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import GameState, start_deal
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.rules import SCORED, SETTLED, Rules, chapters
from riichi_core.rules.watched import SCORE, Note, WatchedRules, facts
from riichi_core.scoring.points import Points
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Wind


class DealName(NamedTuple):
    """A deal of a game: round and dealer, and how often that player has dealt in the round.

    Players are numbered 0 to 3; 0 is the first East.
    """

    round: int
    dealer: int
    repeat: int


class GameSeeds(NamedTuple):
    """The seeds of one game of a study."""

    seed: int
    game: int

    def _random(self, name: DealName) -> SeededRandom:
        chance = SeededRandom(self.seed).fork(self.game)
        return chance.fork(4 * name.round + name.dealer).fork(name.repeat)

    def wall(self, name: DealName, tiles: Tiles) -> Wall:
        """Return the wall of a deal; other red fives do not change the order of the tiles."""
        return Wall.shuffled(tiles, self._random(name).fork(0))

    def player(self, name: DealName, number: int, player_name: str) -> Player:
        """Return a new player for a deal, with no memory of other deals.

        Args:
            name: the deal.
            number: the number of the player, 0 to 3.
            player_name: the player's name, as for `riichi_core.bots.player_named`.
        """
        return player_named(player_name, self._random(name).fork(1 + number))


Events = tuple[ev.Event, ...]

HOUSE: Note = ("house", "")
"""The note that a player chose, and may have taken the known rules into account."""


class Step(NamedTuple):
    """The events at a point, and the rules that they depended on.

    Attributes:
        number: the number of the rules of play.
        read: the options and properties of the rules that were read.
        happened: the events.
        deal: the deal after them.
        after: the steps from there.
    """

    number: int
    read: frozenset[Note]
    happened: Events
    deal: DealState
    after: list[Step]


class PlayedDeal(NamedTuple):
    """A deal played to its end, and the rules that it depended on.

    Attributes:
        number: the number of the rules of play.
        read: the options and properties of the rules that were read.
        events: its events, the start first.
        deal: the finished deal.
    """

    number: int
    read: frozenset[Note]
    events: Events
    deal: DealState


@dataclass(frozen=True, slots=True)
class SharedDeal:
    """A deal between players who decide by tiles alone, as played under several rules.

    Attributes:
        start: its start, with the scores from the first time.
        steps: the first steps, under any rules.
        played: how it was played to its end.
    """

    start: ev.Started
    steps: list[Step] = field(default_factory=list)
    played: list[PlayedDeal] = field(default_factory=list)


Answers = dict[tuple[Wind, tuple[Action, ...]], Action]
"""The choice of each seat among some legal actions."""


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """A point in a deal in which not all players decide by tiles alone.

    Attributes:
        answers: the choices of those who do, by the rules that they know.
        after: the points that follow.
    """

    answers: dict[KnownRules, Answers] = field(default_factory=dict)
    after: dict[Events, DecisionPoint] = field(default_factory=dict)


class DealCache:
    """The deals of one game of a study, as played under some rules so far.

    Args:
        seeds: the seeds of the walls and of the players.
        players: names or makers of players, the first East first.
    """

    def __init__(self, seeds: GameSeeds, players: Sequence[str | PlayerMaker]) -> None:
        self._seeds = seeds
        self._players = tuple(players)
        self._seated: dict[int, SeatedPlayer] = {}
        self._walls: dict[tuple[object, ...], Wall] = {}
        self._played_rules: list[Rules] = []
        self._number_of_rules: dict[int, int] = {}
        self._ended: dict[tuple[object, ...], DealState] = {}
        self._shared: dict[tuple[object, ...], SharedDeal] = {}
        self._points: dict[tuple[object, ...], DecisionPoint] = {}
        self._differing: dict[tuple[int, int], frozenset[Note]] = {}

    def finished_deal(self, name: DealName, game: GameState, rules: Rules) -> DealState:
        """Return a deal played to its end from the current standing of a game.

        Args:
            name: the deal.
            game: the game before it.
            rules: the ruleset.

        Raises:
            PlayerError: if a player raises an error.
            IllegalActionError: if a player's action is illegal.
        """
        reds = rules.tiles.red_fives
        dealt = name, reds.m, reds.p, reds.s
        if dealt not in self._walls:
            self._walls[dealt] = self._seeds.wall(name, rules.tiles)
        start = start_deal(game, self._walls[dealt])
        alike = dealt, start.counters, start.dealer_wins, _can_bet(start.scores, rules)
        key = alike, self._play_rules(rules), start.bets, start.scores
        if key not in self._ended:
            self._ended[key] = self._play(name, game, start, alike, rules)
        return self._ended[key]

    def close(self) -> None:
        """Have the seated players leave: the study of this game is complete."""
        while self._seated:
            _, player = self._seated.popitem()
            player.leave()

    def _play_rules(self, rules: Rules) -> int:
        """Return a number for the rules of play; equal rules have the same number."""
        number = self._number_of_rules.get(id(rules))
        if number is None:
            play_chapters = [name for name in chapters() if name not in SETTLED]
            equal = (
                index
                for index, other in enumerate(self._played_rules)
                if all(getattr(rules, name) == getattr(other, name) for name in play_chapters)
            )
            number = next(equal, len(self._played_rules))
            self._played_rules.append(rules)  # also keeps its id from being reused
            self._number_of_rules[id(rules)] = number
        return number

    def _play(
        self,
        name: DealName,
        game: GameState,
        start: ev.Started,
        alike: tuple[object, ...],
        rules: Rules,
    ) -> DealState:
        """Return a deal played to its end.

        Args:
            name: the deal.
            game: the game before it.
            start: its start.
            alike: everything that play by tiles alone depends on, except the rules.
            rules: the ruleset.
        """
        players = {seat: game.standing.player(seat) for seat in Wind}
        seated = {seat: self._player(name, number) for seat, number in players.items()}
        if all(map(_by_tiles_alone, seated.values())) and not self._seated:
            # Whatever the scores, `alike` starts allow the same riichi if the bet is equal.
            key = (*alike, rules.riichi.bet)
            return self._play_shared(start, key, rules, seated)
        tell_rules(seated.values(), rules)
        table = Table.at(game, rules, seed=0) if self._seated else None
        for number, player in self._seated.items():
            assert table is not None
            sit_down(player, table, number)
        point = self._points.setdefault(alike, DecisionPoint())
        return _play_anew(start, rules, seated, table, point)

    def _play_shared(
        self,
        start: ev.Started,
        key: tuple[object, ...],
        rules: Rules,
        seated: Mapping[Wind, Player],
    ) -> DealState:
        """Return a deal played to its end by players who decide by tiles alone.

        Args:
            start: its start.
            key: everything that its events depend on, except the rules.
            rules: the ruleset.
            seated: the players.
        """
        shared = self._shared.setdefault(key, SharedDeal(start))
        own = self._play_rules(rules)
        played = next((known for known in shared.played if self._holds(known, own)), None)
        if played is None:
            played = self._play_steps(shared, own, rules, seated)
            shared.played.append(played)
        if start == shared.start:
            return played.deal
        deal = evolve(None, start)  # with other scores
        for event in played.events[1:]:
            deal = evolve(deal, event)
        return deal

    def _play_steps(
        self, shared: SharedDeal, own: int, rules: Rules, seated: Mapping[Wind, Player]
    ) -> PlayedDeal:
        """Play a shared deal to its end from its first start.

        A step under other rules also holds under these if it depended only on facts that are the
        same.

        Args:
            shared: the deal.
            own: the number of the rules.
            rules: the rules.
            seated: the players.
        """
        tell_rules(seated.values(), rules)
        events, deal = list[ev.Event](), None
        steps, read = shared.steps, set[Note]()
        while deal is None or not deal.over:
            step = next((known for known in steps if self._holds(known, own)), None)
            if step is None:
                watched = WatchedRules.of(rules)
                happened, deal = (
                    advance(None, [shared.start], watched)
                    if deal is None
                    else _next_events(deal, watched, partial(_ask, seated, deal))
                )
                same = next((step for step in steps if step.happened == happened), None)
                after = [] if same is None else same.after
                step = Step(own, watched.read | {HOUSE}, happened, deal, after)
                steps.append(step)
            deal, steps = step.deal, step.after
            events += step.happened
            read |= step.read
        return PlayedDeal(own, frozenset(read), tuple(events), deal)

    def _holds(self, known: Step | PlayedDeal, number: int) -> bool:
        """Return whether a step or a deal is the same under the rules with this number."""
        return known.number == number or known.read.isdisjoint(self._differ(known.number, number))

    def _differ(self, one: int, other: int) -> frozenset[Note]:
        """Return the notes that tell the rules with two numbers apart."""
        known = self._differing.get((one, other))
        if known is None:
            first, second = self._played_rules[one], self._played_rules[other]
            notes = {
                (name, fact)
                for name, chapter in chapters().items()
                if name not in SETTLED
                for fact in facts(chapter)
                if getattr(getattr(first, name), fact) != getattr(getattr(second, name), fact)
            }
            if any(chapter in SCORED for chapter, _ in notes):
                notes.add(SCORE)
            if KnownRules.of(first) != KnownRules.of(second):
                notes.add(HOUSE)
            known = self._differing[one, other] = frozenset(notes)
        return known

    def _player(self, name: DealName, number: int) -> Player:
        """Return a player by number: a new one for each deal, unless it keeps its seat."""
        if number in self._seated:
            return self._seated[number]
        maker = self._players[number]
        if isinstance(maker, str):
            return self._seeds.player(name, number, maker)
        player = maker.make()
        if isinstance(player, SeatedPlayer):
            self._seated[number] = player
        return player


def _can_bet(scores: Sequence[Points], rules: Rules) -> tuple[bool, ...]:
    """Return, by seat, whether the points are enough for a riichi; empty if none are needed."""
    if not rules.riichi.needs_points:
        return ()
    return tuple(points >= rules.riichi.bet for points in scores)


def _play_anew(
    start: ev.Started,
    rules: Rules,
    seated: Mapping[Wind, Player],
    table: Table | None,
    point: DecisionPoint,
) -> DealState:
    """Play a deal to its end without shared steps; the table, if there is one, gets the events.

    A player who decides by tiles alone is asked only once at a point with the same legal actions
    and known rules.
    """
    happened, deal = advance(None, [start], rules)
    if table is not None:
        table.fold(happened)
    house = KnownRules.of(rules)
    happened = happened[1:]  # without the start: its scores do not matter for the point
    while not deal.over:
        point = point.after.setdefault(happened, DecisionPoint())
        ask = partial(_ask_once, seated, deal, point.answers.setdefault(house, {}))
        happened, deal = _next_events(deal, rules, ask)
        if table is not None:
            table.fold(happened)
    return deal


def _ask_once(
    seated: Mapping[Wind, Player],
    deal: DealState,
    answers: Answers,
    seat: Wind,
    actions: tuple[Action, ...],
) -> Action:
    player = seated[seat]
    if not _by_tiles_alone(player):
        return ask_player(player, deal, seat, actions)
    if (seat, actions) not in answers:
        answers[seat, actions] = ask_player(player, deal, seat, actions)
    return answers[seat, actions]


def _ask(
    seated: Mapping[Wind, Player], deal: DealState, seat: Wind, actions: tuple[Action, ...]
) -> Action:
    return ask_player(seated[seat], deal, seat, actions)


def _next_events(deal: DealState, rules: Rules, ask: AskSeat) -> tuple[Events, DealState]:
    """Ask the players, and return the events up to the next decision and the deal after them."""
    return decide_and_advance(deal, responses(deal, legal_actions(deal, rules), ask), rules)


def _by_tiles_alone(player: Player) -> bool:
    return getattr(player, "by_tiles_alone", False)

"""A cache of deals: each moment is played once for all rules that do not change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from riichi_core.bots.asking import ask_player, responses, sit_down
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
from riichi_core.rules.watched import SCORE, Note, WatchedRules
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

_Before = tuple[DealName, int, int, tuple[bool, ...]]
"""The facts before a deal that play depends on: the deal, the counters, the deals that East has won
in a row, and, by player, whether the points are enough for a riichi.
"""

_Facts = tuple[_Before, int]
"""All facts that play depends on: those before the deal, and the number of the rules of play."""


_Question = tuple[Wind, tuple[Action, ...], KnownRules | None]
"""A seat, its legal actions, and the rules that its player takes into account."""


@dataclass(slots=True)
class DecisionPoint:
    """A point in the play of a deal: the choices made there, and the points that follow."""

    answers: dict[_Question, Action] = field(default_factory=dict)
    after: dict[Events, DecisionPoint] = field(default_factory=dict)


HOUSE: Note = ("house", "")
"""The note that a player chose, and may have taken the known rules into account."""


class Step(NamedTuple):
    """The events at a point, and the rules that they depended on.

    Attributes:
        number: the number of the rules of play.
        read: the options that were read.
        happened: the events.
        deal: the deal after them.
        point: the point after them.
        after: the steps from there.
    """

    number: int
    read: frozenset[Note]
    happened: Events
    deal: DealState
    point: DecisionPoint
    after: list[Step]


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
        self._walls: dict[tuple[DealName, int, int, int], Wall] = {}
        self._played_rules: list[Rules] = []
        self._number_of_rules: dict[int, int] = {}
        self._played: dict[tuple[_Facts, ev.Started | None], Events] = {}
        self._ended: dict[tuple[_Facts, ev.Started], DealState] = {}
        self._points: dict[tuple[DealName, Wall], DecisionPoint] = {}
        self._first_played: dict[tuple[_Before, Wall, int], tuple[ev.Started, list[Step]]] = {}
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
        start = start_deal(game, self._wall(name, rules))
        before = (name, start.counters, start.dealer_wins, _can_bet(start.scores, rules))
        facts = before, self._play_rules(rules)
        ended = self._ended.get((facts, start))
        if ended is None:
            ended = self._play(name, game, start, facts, rules)
            self._ended[facts, start] = ended
        return ended

    def close(self) -> None:
        """Have the seated players leave: the study of this game is complete."""
        while self._seated:
            _, player = self._seated.popitem()
            player.leave()

    def _wall(self, name: DealName, rules: Rules) -> Wall:
        reds = rules.tiles.red_fives
        key = (name, reds.m, reds.p, reds.s)
        if key not in self._walls:
            self._walls[key] = self._seeds.wall(name, rules.tiles)
        return self._walls[key]

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
        self, name: DealName, game: GameState, start: ev.Started, facts: _Facts, rules: Rules
    ) -> DealState:
        players = {seat: game.standing.player(seat) for seat in Wind}
        seated = {seat: self._player(name, number) for seat, number in players.items()}
        tell_rules(seated.values(), rules)
        by_tiles = all(map(_by_tiles_alone, seated.values()))
        key = (facts, None if by_tiles else start)
        events = self._played.get(key)
        if events is not None:
            return _evolved(start, events)
        point = self._points.setdefault((name, start.wall), DecisionPoint())
        if by_tiles and not self._seated:
            alike = facts[0], start.wall, rules.riichi.bet
            first_start, steps = self._first_played.setdefault(alike, (start, []))
            events, deal = self._play_steps(first_start, rules, seated, point, steps)
            if start != first_start:  # with other scores
                deal = _evolved(start, events)
        else:
            table = Table.at(game, rules, seed=0) if self._seated else None
            for number, player in self._seated.items():
                assert table is not None
                sit_down(player, table, number)
            events, deal = _play_events(start, rules, seated, point, table)
        self._played[key] = events
        return deal

    def _play_steps(
        self,
        start: ev.Started,
        rules: Rules,
        seated: Mapping[Wind, Player],
        point: DecisionPoint,
        steps: list[Step],
    ) -> tuple[Events, DealState]:
        """Return the events after the start of a deal, and the finished deal.

        A step under other rules also holds under these if it depended only on options that have
        the same value.

        Args:
            start: the start of the deal.
            rules: the rules.
            seated: the players, who decide by tiles alone.
            point: the point before the first events.
            steps: the first steps of this deal, under any rules.
        """
        (_, *first), deal = advance(None, [start], rules)
        events, happened = list(first), tuple(first)
        own = self._play_rules(rules)
        point = point.after.setdefault(happened, DecisionPoint())
        while not deal.over:
            step = next((known for known in steps if self._holds(known, own)), None)
            if step is None:
                step = _take_step(deal, rules, own, seated, point, steps)
                steps.append(step)
            deal, point, steps = step.deal, step.point, step.after
            events += step.happened
        return tuple(events), deal

    def _holds(self, step: Step, number: int) -> bool:
        """Return whether a step is the same under the rules with a number."""
        return step.number == number or step.read.isdisjoint(self._differ(step.number, number))

    def _differ(self, one: int, other: int) -> frozenset[Note]:
        """Return the notes that tell the rules with two numbers apart."""
        known = self._differing.get((one, other))
        if known is None:
            first, second = self._played_rules[one], self._played_rules[other]
            notes = {
                (name, option)
                for name, chapter in chapters().items()
                if name not in SETTLED
                for option in chapter.model_fields
                if getattr(getattr(first, name), option) != getattr(getattr(second, name), option)
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
    """Return, by player, whether the points are enough for a riichi; empty if none are needed."""
    if not rules.riichi.needs_points:
        return ()
    return tuple(points >= rules.riichi.bet for points in scores)


def _evolved(start: ev.Started, events: Events) -> DealState:
    """Return a deal after some events."""
    deal = evolve(None, start)
    for event in events:
        deal = evolve(deal, event)
    return deal


def _take_step(
    deal: DealState,
    rules: Rules,
    number: int,
    seated: Mapping[Wind, Player],
    point: DecisionPoint,
    steps: Sequence[Step],
) -> Step:
    """Play from one point to the next, and note the options that this depends on."""
    watched = WatchedRules.of(rules)
    legal = legal_actions(deal, watched)
    happened, deal = decide_and_advance(
        deal, responses(deal, legal, _ask_once(deal, seated, point)), watched
    )
    same = next((step for step in steps if step.happened == happened), None)
    after: list[Step] = [] if same is None else same.after
    point = point.after.setdefault(happened, DecisionPoint())
    return Step(number, watched.read | {HOUSE}, happened, deal, point, after)


def _play_events(
    start: ev.Started,
    rules: Rules,
    seated: Mapping[Wind, Player],
    point: DecisionPoint,
    table: Table | None,
) -> tuple[Events, DealState]:
    """Return the events after the start of a deal, and the finished deal.

    The table, if there is one, gets the same events.
    """
    (_, *first), deal = advance(None, [start], rules)
    events, happened = list(first), tuple(first)
    if table is not None:
        table.fold([start])
    while True:
        if table is not None:
            table.fold(happened)
        point = point.after.setdefault(happened, DecisionPoint())
        if deal.over:
            return tuple(events), deal
        legal = legal_actions(deal, rules)
        happened, deal = decide_and_advance(
            deal, responses(deal, legal, _ask_once(deal, seated, point)), rules
        )
        events += happened


def _ask_once(
    deal: DealState, seated: Mapping[Wind, Player], point: DecisionPoint
) -> Callable[[Wind, tuple[Action, ...]], Action]:
    """Return a function that asks a seat, but reuses its earlier choice among the same actions.

    For a player who takes the rules into account, it reuses choices under equal rules only.
    """

    def ask(seat: Wind, actions: tuple[Action, ...]) -> Action:
        player = seated[seat]
        if not _by_tiles_alone(player):
            return ask_player(player, deal, seat, actions)
        house: KnownRules | None = getattr(player, "house", None)
        known = point.answers.get((seat, actions, house))
        if known is None:
            known = point.answers[seat, actions, house] = ask_player(player, deal, seat, actions)
        return known

    return ask


def _by_tiles_alone(player: Player) -> bool:
    return getattr(player, "by_tiles_alone", False)

"""A cache of deals: each moment is played once for all rules that do not change it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from riichi_core.bots.asking import responses, sit_down, tell_rules
from riichi_core.bots.by_name import player_named
from riichi_core.bots.player import KnownRules, Player, PlayerMaker, SeatedPlayer
from riichi_core.play import events as ev
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import GameState, start_deal
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.rules import SCORED, SETTLED, Rules, chapters
from riichi_core.rules.watched import SCORE, Note, WatchedRules, noted_names
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
        """Return a new player, from 0 to 3, for a deal, with no memory of other deals."""
        return player_named(player_name, self._random(name).fork(1 + number))


Events = tuple[ev.Event, ...]

HOUSE: Note = ("house", "")
"""The note that the players may have taken the known rules into account."""


class Step(NamedTuple):
    """The play from one moment of a deal to another, and the rules that it depended on.

    Attributes:
        number: the number of the rules of play.
        read: the options and properties of the rules that were read.
        events: the events; left out if the step is a whole deal.
        deal: the deal after them.
        after: the steps from there; none if the deal is over.
    """

    number: int
    read: frozenset[Note]
    events: Events
    deal: DealState
    after: list[Step]


PlayedDeal = tuple[frozenset[Note], DealState]
"""The options and properties of the rules that were read, and the finished deal."""


@cache
def everything() -> frozenset[Note]:
    """Return the notes about all options and properties, for players who can read all rules."""
    return frozenset(
        (chapter, name) for chapter, model in chapters().items() for name in noted_names(model)
    )


class DealCache:
    """The deals of one game of a study, as played under some rules so far."""

    def __init__(self, seeds: GameSeeds, players: Sequence[str | PlayerMaker]) -> None:
        self._seeds = seeds
        self._players = tuple(players)
        self._seated: dict[int, SeatedPlayer] = {}
        self._walls: dict[tuple[object, ...], Wall] = {}
        self._played_rules: list[Rules] = []
        self._number_of_rules: dict[int, int] = {}
        self._played: dict[tuple[object, ...], list[Step]] = {}
        self._steps: dict[tuple[object, ...], tuple[ev.Started, list[Step]]] = {}
        self._differing: dict[tuple[int, int], frozenset[Note]] = {}

    def finished_deal(self, name: DealName, game: GameState, rules: Rules) -> DealState:
        """Return a deal played to its end from the current standing of a game.

        Raises:
            PlayerError: if a player raises an error.
            IllegalActionError: if a player's action is illegal.
        """
        dealt = name, rules.tiles
        if dealt not in self._walls:
            self._walls[dealt] = self._seeds.wall(name, rules.tiles)
        start = start_deal(game, self._walls[dealt])
        can_bet = tuple(points >= rules.riichi.least_points for points in start.scores)
        alike = dealt, start.counters, start.dealer_wins, can_bet
        played = self._played.setdefault((alike, start.bets, start.scores), [])
        number = self._play_rules(rules)
        known = self._known(played, number)
        if known is None:
            read, deal = self._play(name, game, start, alike, rules)
            known = Step(number, read, (), deal, [])
            played.append(known)
        return known.deal

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
    ) -> PlayedDeal:
        """Play a deal to its end.

        Play by tiles alone depends on everything in `alike`, and on the rules.
        """
        players = {seat: game.standing.player(seat) for seat in Wind}
        seated = {seat: self._player(name, number) for seat, number in players.items()}
        tell_rules(seated.values(), rules)
        if self._seated:
            return self._play_at_table(game, start, rules, seated)
        if not all(getattr(player, "by_tiles_alone", False) for player in seated.values()):
            return _play_whole(start, rules, seated)
        # Starts that are `alike`, with an equal bet, allow the same riichi at any scores.
        return self._play_steps(start, (*alike, rules.riichi.bet), rules, seated)

    def _play_at_table(
        self, game: GameState, start: ev.Started, rules: Rules, seated: Mapping[Wind, Player]
    ) -> PlayedDeal:
        """Play a deal to its end at a table, where seated players can read all rules."""
        table = Table.at(game, rules, seed=0)
        for number, player in self._seated.items():
            sit_down(player, table, number)
        happened, deal = advance(None, [start], rules)
        table.fold(happened)
        while not deal.over:
            happened, deal = _next_events(deal, rules, seated)
            table.fold(happened)
        return everything(), deal

    def _play_steps(
        self,
        start: ev.Started,
        key: tuple[object, ...],
        rules: Rules,
        seated: Mapping[Wind, Player],
    ) -> PlayedDeal:
        """Play a deal to its end step by step; a step that others have taken is reused.

        Its events depend on everything in `key`, and on the rules; players decide by tiles alone.
        """
        own = self._play_rules(rules)
        first_start, steps = self._steps.setdefault(key, (start, []))
        events, read, deal = list[ev.Event](), set[Note](), None
        while deal is None or not deal.over:
            step = self._known(steps, own)
            if step is None:
                watched = WatchedRules.of(rules)
                happened, deal = (
                    advance(None, [first_start], watched)
                    if deal is None
                    else _next_events(deal, watched, seated)
                )
                same = next((step for step in steps if step.events == happened), None)
                after = [] if same is None else same.after
                step = Step(own, watched.read | {HOUSE}, happened, deal, after)
                steps.append(step)
            deal, steps = step.deal, step.after
            events += step.events
            read |= step.read
        if start != first_start:  # with other scores
            deal = evolve(None, start)
            for event in events[1:]:
                deal = evolve(deal, event)
        return frozenset(read), deal

    def _known(self, steps: Sequence[Step], number: int) -> Step | None:
        """Return a step that is the same under the rules with this number; None if there is none.

        A step under other rules is the same if everything that it read of them is the same.
        """
        for step in steps:
            if step.number == number or step.read.isdisjoint(self._differ(step.number, number)):
                return step
        return None

    def _differ(self, one: int, other: int) -> frozenset[Note]:
        """Return the notes that tell the rules with two numbers apart."""
        known = self._differing.get((one, other))
        if known is None:
            first, second = self._played_rules[one], self._played_rules[other]
            notes = {
                (chapter, name)
                for chapter, model in chapters().items()
                if chapter not in SETTLED
                for name in noted_names(model)
                if getattr(getattr(first, chapter), name) != getattr(getattr(second, chapter), name)
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


def _play_whole(start: ev.Started, rules: Rules, seated: Mapping[Wind, Player]) -> PlayedDeal:
    """Play a deal to its end in one go."""
    watched = WatchedRules.of(rules)
    _, deal = advance(None, [start], watched)
    while not deal.over:
        _, deal = _next_events(deal, watched, seated)
    return watched.read | {HOUSE}, deal


def _next_events(
    deal: DealState, rules: Rules, seated: Mapping[Wind, Player]
) -> tuple[Events, DealState]:
    """Ask the players, and return the events up to the next decision and the deal after them."""
    return decide_and_advance(deal, responses(deal, legal_actions(deal, rules), seated), rules)

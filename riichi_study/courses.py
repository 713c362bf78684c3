"""Courses: deals as they are played, each under as many rulesets as are asked for and once only.

Two rulesets that agree in all that is read while a deal is played have one course of it, which is
settled under each. Where they do not agree, what is legal is worked out under both, but a player
who chooses by tiles alone is asked once where the same has happened so far and is legal now, and
where it goes by the rules of the house, once for those that it knows alike. A player that follows
whole games elsewhere, as another program does, sits down for each deal anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from riichi_bots.answers import answers, chosen, sit_down
from riichi_bots.house import House
from riichi_bots.player import Player, PlayerMaker, SeatedPlayer
from riichi_bots.runner import tell_house
from riichi_core.play import events as ev
from riichi_core.play.actions import Action
from riichi_core.play.decide import run_events, step
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import GameState, start_deal
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.play.wall import Wall
from riichi_core.rules.rules import Rules, chapters
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind
from riichi_study.fortune import DealName, Fortune

SETTLED = frozenset({"fu", "limits", "liability", "dealer", "end", "result", "chips", "tournament"})
"""Chapters that are read when a deal is over, and not before."""

Happened = tuple[ev.Event, ...]

_Facts = tuple[DealName, int, int, int, tuple[bool, ...]]
"""A deal, the rules that play reads, and of the standing all that they read: counters, deals that
East won in a row, and who has the points for a riichi."""


_Asked = tuple[Wind, tuple[Action, ...], House | None]
"""A seat, what is legal for it, and the rules that its player goes by."""


@dataclass(slots=True)
class _Moment:
    """A place in the play of a deal: what was chosen there, and the places that follow."""

    answers: dict[_Asked, Action] = field(default_factory=dict)
    after: dict[Happened, _Moment] = field(default_factory=dict)


class Courses:
    """The deals of one game of a study, as far as they were played under some rules.

    Args:
        fortune: the walls and the chance of the players.
        players: their names or what makes them, the first East first.
    """

    def __init__(self, fortune: Fortune, players: Sequence[str | PlayerMaker]) -> None:
        self._fortune = fortune
        self._players = tuple(players)
        self._seated: dict[int, SeatedPlayer] = {}
        self._walls: dict[tuple[DealName, int, int, int], Wall] = {}
        self._kinds: list[Rules] = []
        self._known: dict[int, int] = {}
        self._played: dict[tuple[_Facts, ev.Started | None], Happened] = {}
        self._ended: dict[tuple[_Facts, ev.Started], DealState] = {}
        self._moments: dict[tuple[DealName, Wall], _Moment] = {}

    def over(self, name: DealName, game: GameState, rules: Rules) -> DealState:
        """Return a deal when it is over, played from where a game stands.

        Args:
            name: the deal.
            game: the game before it.
            rules: the ruleset.

        Raises:
            PlayerError: a player raised an error.
            IllegalActionError: a player did what was not legal.
        """
        start = start_deal(game, self._wall(name, rules))
        facts = (name, self._kind(rules), start.counters, start.dealer_wins,
                 _can_bet(start.scores, rules))  # fmt: skip
        known = self._ended.get((facts, start))
        if known is None:
            known = self._run(name, game, start, facts, rules)
            self._ended[facts, start] = known
        return known

    def close(self) -> None:
        """Have the players leave who sit at tables: the game was studied."""
        while self._seated:
            _, one = self._seated.popitem()
            one.leave()

    def _wall(self, name: DealName, rules: Rules) -> Wall:
        reds = rules.tiles.red_fives
        key = (name, reds.m, reds.p, reds.s)
        if key not in self._walls:
            self._walls[key] = self._fortune.wall(name, rules.tiles)
        return self._walls[key]

    def _kind(self, rules: Rules) -> int:
        """Return a number for what of some rules is read in play."""
        number = self._known.get(id(rules))
        if number is None:
            read = [name for name in chapters() if name not in SETTLED]
            alike = (
                place
                for place, other in enumerate(self._kinds)
                if all(getattr(rules, name) == getattr(other, name) for name in read)
            )
            number = next(alike, len(self._kinds))
            self._kinds.append(rules)  # also keeps its id from being given to others
            self._known[id(rules)] = number
        return number

    def _run(
        self, name: DealName, game: GameState, start: ev.Started, facts: _Facts, rules: Rules
    ) -> DealState:
        places = {seat: game.standing.player(seat) for seat in Wind}
        seated = {seat: self._player(name, place) for seat, place in places.items()}
        tell_house(seated.values(), rules)
        by_tiles = all(map(_by_tiles_alone, seated.values()))
        key = (facts, None if by_tiles else start)
        events = self._played.get(key)
        if events is not None:
            deal = evolve(None, start)
            for event in events:
                deal = evolve(deal, event)
            return deal
        moment = self._moments.setdefault((name, start.wall), _Moment())
        table = Table.at(game, rules) if self._seated else None
        for place, one in self._seated.items():
            assert table is not None
            sit_down(one, table, place)
        events, deal = _play(start, rules, seated, moment, table)
        self._played[key] = events
        return deal

    def _player(self, name: DealName, number: int) -> Player:
        """Return the player of that number, which is new for each deal, unless it has a seat."""
        if number in self._seated:
            return self._seated[number]
        called = self._players[number]
        if isinstance(called, str):
            found = self._fortune.player(name, number, called)
        else:
            found = called.make()
        if isinstance(found, SeatedPlayer):
            self._seated[number] = found
        return found


def _can_bet(scores: Sequence[Points], rules: Rules) -> tuple[bool, ...]:
    """Return who has the points for a riichi; nothing where none are needed."""
    if not rules.riichi.needs_points:
        return ()
    return tuple(points >= rules.riichi.bet for points in scores)


def _play(
    start: ev.Started,
    rules: Rules,
    seated: Mapping[Wind, Player],
    moment: _Moment,
    table: Table | None,
) -> tuple[Happened, DealState]:
    """Return the events after the start of a deal, and the deal when it is over.

    They happen at the table, too, where there is one.
    """
    (_, *first), deal = run_events(None, [start], rules)
    course, happened = list(first), tuple(first)
    if table is not None:
        table.fold([start])
    while True:
        if table is not None:
            table.fold(happened)
        moment = moment.after.setdefault(happened, _Moment())
        if deal.over:
            return tuple(course), deal
        legal = legal_actions(deal, rules)
        happened, deal = step(deal, answers(deal, legal, _asking(deal, seated, moment)), rules)
        course += happened


def _asking(
    deal: DealState, seated: Mapping[Wind, Player], moment: _Moment
) -> Callable[[Wind, tuple[Action, ...]], Action]:
    """Return what asks a seat, unless it has chosen there among the same actions before.

    A player who goes by the rules of the house has done so in an equal one.
    """

    def ask(seat: Wind, acts: tuple[Action, ...]) -> Action:
        asked = seated[seat]
        if not _by_tiles_alone(asked):
            return chosen(asked, deal, seat, acts)
        house: House | None = getattr(asked, "house", None)
        known = moment.answers.get((seat, acts, house))
        if known is None:
            known = moment.answers[seat, acts, house] = chosen(asked, deal, seat, acts)
        return known

    return ask


def _by_tiles_alone(asked: Player) -> bool:
    return getattr(asked, "by_tiles_alone", False)

"""Score sheets: written games with some scores and results, compared with rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from riichi.fitting.numbers import GameResult, chombo_price, start_of
from riichi.games.infer.oracle import Objection, Objections
from riichi.games.infer.readoff import Material, Stated
from riichi_core.errors import RecordError, RiichiError
from riichi_core.game.game import (
    WHY,
    GameEnd,
    ReadDeal,
    SettledDeal,
    Signal,
    Standing,
    before_dice,
    first_standing,
    play_deal,
    player_results,
)
from riichi_core.game.result import PlayerResult
from riichi_core.messages import Message
from riichi_core.records.written_game import GameRecord, Scores, in_points
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import FinishedDeal, StatedWin, Wins

MOST_COURSES = 20_000
"""The maximum number of games under some rules that an oracle keeps."""


@dataclass(frozen=True, slots=True, eq=False)
class SheetGame:
    """A game known by the ends of its deals.

    Attributes:
        source: its name.
        players: their names, the first East first.
        deals: a function for each deal that reads it at a standing.
        scores: the scores after each deal, where the sheet has them.
        results: the results of the players in points, if the sheet has them.
        stops: whether East chose to stop.
        signal: when the signal of a time limit sounded.
        chombo: the number of chombo of each player; None if there are other fouls.
        unvalued: the numbers of the deals with a win whose han and fu are unknown.
    """

    source: str
    players: tuple[str, ...]
    deals: tuple[ReadDeal, ...]
    scores: tuple[Scores | None, ...]
    results: Scores | None
    stops: bool
    signal: Signal | None
    chombo: tuple[int, ...] | None
    unvalued: frozenset[int]


def sheet_game(source: str, record: GameRecord) -> SheetGame:
    """Return a written game as a score sheet.

    A win for which nobody is liable needs no value if the sheet has the scores after this hand.
    """
    scores = record.stated_scores
    unvalued = {
        number: _with_values(deal)
        for number, deal in enumerate(record.deals)
        if scores[number] is not None and _with_values(deal) != deal
    }
    deals = tuple(unvalued.get(number, deal) for number, deal in enumerate(record.deals))
    record = record.model_copy(update={"deals": deals})
    return SheetGame(
        source, record.players, record.read_deals(record.players), scores,
        None if record.results is None else in_points(record.results), record.stops,
        record.signal, _chombo(record), frozenset(unvalued),
    )  # fmt: skip


def _with_values(deal: Any) -> Any:
    """Return a deal with some han and fu for its only win, if the win has no value."""
    match deal:
        case {"wins": [{"seat": seat, **others}]} if not others and not deal.get("liable"):
            return {**deal, "wins": [{"seat": seat, "han": 1, "fu": 30}]}
    return deal


def _chombo(record: GameRecord) -> tuple[int, ...] | None:
    """Return the number of chombo of each player, by name; None if the game has other fouls."""
    deals = [deal for deal in record.deals if isinstance(deal, dict)]
    named = [deal.get("offenders") or [] for deal in deals]
    if any(deal.get("fouls") for deal in deals) or not all(isinstance(one, list) for one in named):
        return None
    offenders = [name for one in named for name in one]
    if not all(name in record.players for name in offenders):
        return None
    return tuple(offenders.count(player) for player in record.players)


@dataclass(frozen=True, slots=True, eq=False)
class SheetDeal:
    """One deal of a score sheet, by its number from 0."""

    game: SheetGame
    index: int

    @property
    def source(self) -> str:
        """The name of its game."""
        return self.game.source


def sheet_deals(game: SheetGame) -> list[SheetDeal]:
    """Return the deals of a game."""
    return [SheetDeal(game, index) for index in range(len(game.deals))]


@dataclass(slots=True)
class _Course:
    """A game under some rules, as far as it was settled.

    Attributes:
        standing: the standing after the last deal, with the scores of the sheet if it has them.
        left: the number of deals left, if a time limit restricts them.
        with_bets: the deals since somebody took the bets on the table.
        found: the objections of each deal.
        finals: the results after the last deal.
        stopped: whether the rules do not have the end of a deal, so that nothing follows.
    """

    standing: Standing
    left: int | None
    with_bets: list[SettledDeal] = field(default_factory=list)
    found: list[Objections] = field(default_factory=list)
    finals: tuple[PlayerResult, ...] = ()
    stopped: bool = False


class SheetOracle:
    """Compares score sheets with rules.

    Each deal begins with the scores of the sheet, so a wrong score contradicts one deal. The
    dealer, the counters and the bets follow from the rules.

    Attributes:
        guesses: whether the oracle tries what sheets often leave out: the han and fu of a win, and
            that the discarder declared riichi with the winning tile.
    """

    def __init__(self, *, guesses: bool = False) -> None:
        self.guesses = guesses
        self._values: dict[tuple[SheetGame, int], list[Value]] = {}
        self._courses: dict[tuple[int, SheetGame], tuple[Rules, _Course]] = {}

    def rebase(self, base: Rules) -> None:
        """Do nothing: the oracle keeps the games of all rules."""

    def objections(self, deal: SheetDeal, rules: Rules) -> Objections:
        """Return the facts of a deal that contradict the given rules; nothing if it fits."""
        key = id(rules), deal.game
        if key not in self._courses:
            if len(self._courses) >= MOST_COURSES:
                self._courses.clear()
            left = before_dice(rules) if deal.game.signal == Signal(0, in_play=False) else None
            self._courses[key] = rules, _Course(first_standing(rules), left)
        course = self._courses[key][1]
        while len(course.found) <= deal.index:
            course.found.append(() if course.stopped else self._next(deal.game, course, rules))
        return course.found[deal.index]

    def result(self, game: SheetGame, rules: Rules) -> GameResult:
        """Return the scores at the end of a game, and its results without penalties."""
        self.objections(SheetDeal(game, len(game.deals) - 1), rules)
        finals = self._courses[id(rules), game][1].finals
        scores = tuple(final.score for final in finals)
        results = zip(game.results or (), finals, strict=True)
        return GameResult(
            game.source, scores, tuple(points - final.penalty for points, final in results)
        )

    def _next(self, game: SheetGame, course: _Course, rules: Rules) -> Objections:
        """Work out the payments of the next deal of a game, and return its objections."""
        number = len(course.found)
        try:
            settled = self._settled(game, number, course, rules)
        except RecordError as error:
            course.stopped = True
            return (Objection("settlement", Message("{problem}", problem=error.message)),)
        except (RiichiError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            course.stopped = True  # rules of several rulesets together can be contradictory
            return (Objection("engine", Message("{problem}", problem=repr(error))),)
        course.with_bets.append(settled)
        here = settled.after
        if number == len(game.deals) - 1:
            course.finals = player_results(here, course.with_bets, rules)
            paid = tuple(final.score for final in course.finals)
            if game.scores[number] in (None, paid):  # the scores contain the bets
                here, course.with_bets = replace(here, scores=paid, bets=0), []
        after = replace(here, scores=game.scores[number] or here.scores)
        if course.finals:
            course.finals = player_results(after, course.with_bets, rules)
        if here.bets <= 0 or settled.settlement.winners:
            course.with_bets = []
        course.standing, course.left = after, settled.left
        return tuple(
            _differences(game, number, settled.ended_by, here.scores, course.finals, rules)
        )

    def _settled(self, game: SheetGame, number: int, course: _Course, rules: Rules) -> SettledDeal:
        """Return a deal with the end that fits the scores of the sheet, or as it is written."""
        written, _ = game.deals[number](course.standing, rules)
        last = number == len(game.deals) - 1
        first: SettledDeal | None = None
        for finished in self._possible(game, number, written):
            try:
                settled = play_deal(
                    course.standing, finished, rules, number=number + 1, signal=game.signal,
                    stops=last and (game.stops or game.results is not None), left=course.left,
                )  # fmt: skip
            except RecordError:
                if number in game.unvalued:  # no hand has these han and fu
                    continue
                raise
            first = first or settled
            if not self.guesses or game.scores[number] in (None, settled.after.scores):
                return settled
        assert first is not None, "a win on 30 fu is possible"
        return first

    def _possible(
        self, game: SheetGame, number: int, written: FinishedDeal
    ) -> Iterator[FinishedDeal]:
        """Yield the ends that a deal can have had, as it is written first."""
        end = written.end
        if not self.guesses or not isinstance(end, Wins):
            yield written
            return
        voids = (False, True) if end.discarder in written.riichi else (end.void,)
        if number not in game.unvalued:
            for void in voids:
                yield replace(written, end=replace(end, void=void))
            return
        values = self._values.setdefault((game, number), [*VALUES])
        for value in [*values]:
            for void in voids:
                if values[0] != value:  # the value that fits is the first one to try next time
                    values.remove(value)
                    values.insert(0, value)
                win = StatedWin(end.wins[0].seat, *value)
                yield replace(written, end=replace(end, wins=(win,), void=void))


Value: TypeAlias = tuple[int, int | None]

VALUES: tuple[Value, ...] = (
    *((han, fu) for han in range(1, 5) for fu in (30, 40, 20, *range(50, 120, 10))),
    *((han, 25) for han in range(2, 5)),
    *((han, None) for han in (5, 6, 8, 11, 13)),
)
"""The han and fu that a win can have."""


def _differences(
    game: SheetGame, number: int, over: GameEnd | None, here: Scores,
    finals: tuple[PlayerResult, ...], rules: Rules,
) -> Iterator[Objection]:  # fmt: skip
    """Yield the objections of a deal with payments, given the scores and perhaps the results."""
    if over is not None and not finals:
        why = Message(WHY[over])
        yield Objection("end", Message("the game was over after this hand: {why}", why=why))

    def different(mine: Scores, sheet: Scores) -> dict[str, str]:
        players = [player for player in range(4) if mine[player] != sheet[player]]
        return {
            name: ", ".join(f"{game.players[one]} {_number(points[one])}" for one in players)
            for name, points in (("expected", mine), ("written", sheet))
        }

    if over is None and finals and game.results is not None and game.signal is None:
        yield Objection("continues", Message("the record ends, but here the game continues"))
    stated = game.scores[number]
    if stated is not None and stated != here:
        message = Message("scores: expected {expected}; written {written}",
                          **different(here, stated))  # fmt: skip
        yield Objection("scores", message)
    results = tuple(final.result for final in finals)
    if not finals or game.results is None or rules.chips.awarded != "none":  # no sheet has chips
        return
    if results != game.results:
        message = Message("results: expected {expected}; written {written}",
                          **different(results, game.results))  # fmt: skip
        yield Objection("results", message)


def _number(points: Points) -> str:
    return f"{points:,}" if isinstance(points, int) else f"{float(points):,.2f}"


# ---- the material of a search --------------------------------------------------------------------


def sheet_material(games: Sequence[SheetGame]) -> Material:
    """Return the material of score sheets: the start, the results, the chombo penalty."""
    single: dict[object, SheetGame] = {}
    doubles = []
    for game in games:
        same = single.setdefault((game.players, game.scores, len(game.deals)), game)
        if same is not game and any(game.scores):
            doubles.append((game.source, same.source))
    copies = {source for source, _ in doubles}
    kept = [game for game in games if game.source not in copies]
    at_end = {game.source: sum(map(Fraction, last)) for game in kept if (last := game.scores[-1])}
    start = start_of(at_end.values())
    stated = {} if start is None else {"setup.starting_points": Stated(*start)}
    with_results = [  # without games that end with bets on the table
        (GameResult(game.source, last, game.results), game.chombo)
        for game in kept
        if game.results is not None and game.chombo is not None and (last := game.scores[-1])
        and start is not None and at_end[game.source] == 4 * start[0]
    ]  # fmt: skip

    def likely(rules: Rules) -> Mapping[str, Any]:
        price = chombo_price(with_results, rules)
        return {} if price is None else {"chombo.tournament": {"after_uma": price.points}}

    def deals(with_results: bool) -> list[SheetDeal]:
        return [
            deal
            for game in kept
            for deal in sheet_deals(game if with_results else replace(game, results=None))
        ]

    fair = [result for result, chombo in with_results if not any(chombo)]
    return Material(len(kept), doubles, (), stated, fair, deals, SheetOracle(guesses=True), likely)

"""Recorded deals compared with rules: the facts of a record that contradict them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from riichi.games.replay.deal_history import DealHistory, finish_deal
from riichi.games.replay.recorded_game import RecordedDeal, RecordedGame, east_wins, fitting_fives
from riichi.games.replay.replay import DealInGame, replay_deal
from riichi.games.replay.replay_problems import (
    ProblemKind,
    ReplayProblem,
    deal_problems,
    next_deal_problems,
)
from riichi_core.errors import RiichiError
from riichi_core.game.game import Standing, player_results
from riichi_core.game.result import PlayerResult
from riichi_core.hands.win import WinError
from riichi_core.messages import Message
from riichi_core.play.state import DealState
from riichi_core.rules.rules import SETTLED, Rules, chapters
from riichi_core.scoring.points import points_json
from riichi_core.scoring.score import ImpossibleWinError

ObjectionKind: TypeAlias = (
    ProblemKind | Literal["start", "scores", "continues", "results", "engine"]
)


class Objection(NamedTuple):
    """A fact of a record that contradicts some rules."""

    kind: ObjectionKind
    message: Message


Objections: TypeAlias = tuple[Objection, ...]


class Deal(Protocol):
    """A deal of which something is known: every move, or only the payments."""

    @property
    def source(self) -> str:
        """The name of its game."""

    @property
    def index(self) -> int:
        """The number of the deal in the game, from 0."""


class DealOracle(Protocol):
    """Compares deals of one kind with rules."""

    def objections(self, deal: Any, rules: Rules, /) -> Objections:
        """Return the facts of a deal that contradict some rules; nothing if it fits."""

    def rebase(self, base: Rules) -> None:
        """Prepare for rules that differ little from some base."""


@dataclass(frozen=True, slots=True, eq=False)
class Recording:
    """One deal of a recorded game.

    Attributes:
        source: the name of the game, one for each file or table.
        game: the whole game.
        index: the number of the deal in it, from 0.
        place: the deal, with the wins before it by the record. East stops if the record states that
            the game was over after it.
        fives: the number of fives of each suit that can be red, by all tiles of the game.
    """

    source: str
    game: RecordedGame
    index: int
    place: DealInGame
    fives: tuple[range, range, range]

    @property
    def deal(self) -> RecordedDeal:
        """The deal."""
        return self.place.recorded

    @property
    def following(self) -> RecordedDeal | None:
        """The next deal of the game; None after the last one."""
        later = self.game.deals[self.index + 1 : self.index + 2]
        return later[0] if later else None


def begins_game(before: Standing) -> bool:
    """Return True if a deal from this standing can be the first one of a game."""
    return (before.round, before.dealer, before.counters) == (0, 0, 0)


def recordings_of(source: str, game: RecordedGame) -> Iterator[Recording]:
    """Yield the deals of a game, each with the facts of the deals before it."""
    fives = fitting_fives(game)
    is_whole = game.cut is None and (game.final is not None or bool(game.results))
    won = [False] * 4
    for index, (deal, wins) in enumerate(zip(game.deals, east_wins(game.deals), strict=True)):
        before = replace(deal.standing, won=tuple(won))
        stops = is_whole and index == len(game.deals) - 1
        yield Recording(source, game, index, DealInGame(deal, before, wins, None, stops), fives)
        for player in deal.result.winners:
            won[player] = True


class Oracle:
    """Compares records with rules.

    It keeps the play under one base. Rules that differ from the base only in chapters that apply
    after a deal is over need only a new settlement, in a tenth of the time.

    Attributes:
        base: the rules whose play is kept.
    """

    def __init__(self, base: Rules) -> None:
        self.base = base
        self._played: dict[Recording, DealHistory | Objections] = {}  # without the settlement

    def rebase(self, base: Rules) -> None:
        """Keep the play under other rules from now on."""
        if not _same_play(self.base, base):
            self._played.clear()
        self.base = base

    def objections(self, recording: Recording, rules: Rules) -> Objections:
        """Return the facts of a deal, and of how the game continued, that contradict some rules.

        A replay ends at the first move that contradicts the rules, so later objections are unknown
        until the first one is gone.
        """
        if found := _tiles(recording, rules) or _start(recording, rules):
            return found
        kept = self._played.get(recording) if _same_play(self.base, rules) else None
        if kept is not None and not isinstance(kept, DealHistory):
            return kept
        try:
            if kept is not None:
                return _settled_again(recording, kept, rules)
            return self._replayed(recording, rules)
        except (WinError, ImpossibleWinError) as error:
            return (Objection("settlement", Message("{problem}", problem=error.message)),)
        except (RiichiError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            # Rules of several rulesets together can be contradictory: no evidence.
            return (Objection("engine", Message("{problem}", problem=repr(error))),)

    def _replayed(self, recording: Recording, rules: Rules) -> Objections:
        replayed = replay_deal(recording.place, rules, by_points=True)
        same = _same_play(self.base, rules)
        found = _objections(replayed.problems)
        if replayed.finished:
            played = DealHistory(replayed.before, replayed.events[:-1], replayed.states[-1:])
            if same and not replayed.notes:  # a note: indicators were derived from points
                self._played[recording] = played
            if rules.setup.wareme != "none":  # the replay has no dice, so it pays nothing for them
                return _settled_again(recording, played, rules)
            return tuple(_with_what_followed(recording, replayed, rules, found))
        objections = tuple(found)
        if same and all(objection.kind != "settlement" for objection in objections):
            self._played[recording] = objections
        return objections


def _objections(problems: Iterable[ReplayProblem]) -> list[Objection]:
    return [
        Objection(problem.kind, Message("{problem}", problem=problem.message))
        for problem in problems
    ]


def _same_play(one: Rules, other: Rules) -> bool:
    return all(
        getattr(one, name) is getattr(other, name) for name in chapters() if name not in SETTLED
    )


def _tiles(recording: Recording, rules: Rules) -> Objections:
    reds = rules.tiles.red_fives
    ours, stated = (reds.m, reds.p, reds.s), recording.game.red_fives
    if stated == ours or (
        stated is None and all(n in fits for n, fits in zip(ours, recording.fives, strict=True))
    ):
        return ()
    there = stated or tuple(fits.start for fits in recording.fives)
    message = Message("red fives: recorded {there}, here {here}", there=str(there), here=str(ours))
    return (Objection("tiles", message),)


def _start(recording: Recording, rules: Rules) -> Objections:
    scores = list(recording.deal.standing.scores)
    opens_game = recording.index == 0 and begins_game(recording.deal.standing)
    if not opens_game or {*scores} == {rules.setup.starting_points}:
        return ()
    return (Objection("start", Message("the game begins with {scores}", scores=str(scores))),)


def _settled_again(recording: Recording, played: DealHistory, rules: Rules) -> Objections:
    """Return the objections to a new settlement; with wareme, to the one that fits best."""
    fewest: Objections | None = None
    for end in _possible_ends(played.end, rules):
        history = finish_deal(
            played.before, played.events, (end,), rules, stops=recording.place.stops
        )
        found = _objections(deal_problems(recording.deal, history))
        objections = tuple(_with_what_followed(recording, history, rules, found))
        if fewest is None or len(objections) < len(fewest):
            fewest = objections
        if not fewest:
            break
    return fewest or ()


def _possible_ends(end: DealState, rules: Rules) -> Iterator[DealState]:
    """Yield a deal, with wareme for each wall that the dice can have broken: records have none."""
    if rules.setup.wareme == "none" or end.wall.dice is not None:
        yield end
        return
    for total in range(2, 6):
        yield end._replace(wall=replace(end.wall, dice=(1, total - 1)))


def _with_what_followed(
    recording: Recording, history: DealHistory, rules: Rules, found: Sequence[Objection]
) -> Iterator[Objection]:
    """Yield the objections of a deal and of how the game continued.

    Programs differ in the points of a deal, e.g. some include riichi bets. So the scores that
    follow are the evidence, and the points only if no scores follow.
    """
    scores = _scores_differ(recording, history, rules)
    for objection in found:
        if objection.kind != "deltas" or scores is not False:
            yield objection
    if scores is True and all(objection.kind != "deltas" for objection in found):
        here = [points_json(points) for points in history.next_standing.scores]
        yield Objection("scores", Message("scores after this hand: here {here}", here=str(here)))
    following = recording.following
    if following is not None:
        as_scored = replace(history.next_standing, scores=following.standing.scores)
        same_scores = replace(history, after=as_scored)
        yield from _objections(next_deal_problems(recording.deal, same_scores, following.standing))
    elif recording.place.stops:
        yield from _at_the_end(recording, history, rules, scores_differ=scores is True)


def _scores_differ(recording: Recording, history: DealHistory, rules: Rules) -> bool | None:
    """Return True if the scores after a deal differ from the record's; None if it has none."""
    here = history.next_standing.scores
    if recording.following is not None:
        return recording.following.standing.scores != here
    if recording.game.final is None or not recording.place.stops:
        return None
    if recording.game.final == here:
        return False
    if _carries_bets(recording, history):
        return None
    with_bets = tuple(final.score for final in finals(history, rules))
    return recording.game.final != with_bets


def finals(history: DealHistory, rules: Rules) -> tuple[PlayerResult, ...]:
    """Return the results of a game that ends after a deal."""
    outcome = [history.outcome] if history.outcome is not None else []
    return player_results(history.next_standing, outcome, rules)


def _carries_bets(recording: Recording, history: DealHistory) -> bool:
    """Return True if bets of earlier deals are left: a record does not state who made them."""
    return bool(recording.deal.standing.bets and history.next_standing.bets)


def _at_the_end(
    recording: Recording, history: DealHistory, rules: Rules, *, scores_differ: bool
) -> Iterator[Objection]:
    if history.over is None:
        yield Objection("continues", Message("the record ends, but here the game continues"))
        return
    if (
        not recording.game.results
        or scores_differ
        or rules.chips.awarded != "none"  # the record does not have the chips
        or _carries_bets(recording, history)
    ):
        return
    here = [points_json(final.result) for final in finals(history, rules)]
    there = [points_json(result) for result in recording.game.results]
    if here != there:
        message = "results: recorded {there}, here {here}"
        yield Objection("results", Message(message, there=str(there), here=str(here)))

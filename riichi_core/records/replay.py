"""Recorded deals played again here, move by move, and where they come out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeVar

from riichi_core.errors import RecordError
from riichi_core.game.end import GameEnd
from riichi_core.game.game import finals
from riichi_core.game.result import Final
from riichi_core.game.standing import Standing
from riichi_core.hands.win import WinError
from riichi_core.messages import Message
from riichi_core.play.actions import (
    PASS,
    TENPAI,
    WIN,
    Announce,
    DeclareWin,
    MeldClaim,
    Response,
)
from riichi_core.play.automatic import next_automatic_event
from riichi_core.play.decide import IllegalActionError, choose
from riichi_core.play.events import Event, Started
from riichi_core.play.evolve import evolve
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import (
    Acting,
    Announcing,
    DealState,
    Offered,
    awaited,
)
from riichi_core.records.discrepancies import (
    ReplayProblem,
    at_the_end,
    differences,
    goes_on,
    other_results,
)
from riichi_core.records.recorded import (
    FinishedDeal,
    Move,
    RecordedDeal,
    RecordedGame,
    finish_deal,
    wall_of,
)
from riichi_core.records.ura import choices, lacking
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.tiles import RedFives, Tiles
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.tiles import Tile, Wind

T = TypeVar("T")

RED_AS_PLAIN = Message("red fives count as plain ones here, as these rules have none")


@dataclass(frozen=True, slots=True)
class Replayed:
    """A recorded deal that was played again.

    Attributes:
        recorded: the deal as it was recorded.
        before: the standing before it, as recorded, and what a record does not say: chips, and who
            has won before.
        played: the deal as it came out here; None where it could not be played to its end.
        problems: what differs.
        events: what happened, as far as it could be played.
        states: the deal after each of them.
        notes: what was made of what the record does not say.
    """

    recorded: RecordedDeal
    before: Standing
    played: FinishedDeal | None
    problems: tuple[ReplayProblem, ...]
    events: tuple[Event, ...] = ()
    states: tuple[DealState, ...] = ()
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A recorded game that was played again.

    Attributes:
        deals: its deals, each begun where the record says that it began.
        problems: what differs, in the deals and between them.
        rules: what it was replayed by: the ruleset, with red fives as the record says.
        over: why the game is over after the last of its deals; None where it would go on.
        finals: the result of each player, where the game is over or the record ends with scores.
        notes: what was made of what the record does not say, and where it counts otherwise.
    """

    deals: tuple[Replayed, ...]
    problems: tuple[ReplayProblem, ...]
    rules: Rules
    over: GameEnd | None = None
    finals: tuple[Final, ...] = ()
    notes: tuple[Message, ...] = ()


Chooser = Callable[[DealState], tuple[Event, ...] | None]
"""Chooses the next events of a deal where it stands; None if there is nothing more to do."""


def run_deal(
    start: Started, choose_next: Chooser, rules: Rules, setting: PlaySetting = "tournament"
) -> Iterator[tuple[Event, DealState]]:
    """Yield every event of a deal, chosen and automatic, and the deal after it.

    Args:
        start: the event with which the deal begins.
        choose_next: chooses the events that are the players'.
        rules: the ruleset.
        setting: whose price of a chombo is charged.
    """
    deal: DealState | None = None
    chosen: tuple[Event, ...] | None = (start,)
    while chosen is not None:
        for event in chosen:
            deal = evolve(deal, event)
            yield event, deal
        assert deal is not None
        while (automatic := next_automatic_event(deal, rules, setting)) is not None:
            deal = evolve(deal, automatic)
            yield automatic, deal
        chosen = choose_next(deal)


def plain_fives(value: T, tiles: Tiles) -> T:
    """Return events or deals with plain fives in the suits in which a set of tiles has no red."""
    reds = tiles.red_fives
    suits = [suit for suit in "mps" if not getattr(reds, suit)]
    plain: T = _plain(value, suits) if suits else value
    return plain


def _plain(value: Any, suits: Collection[str]) -> Any:
    if isinstance(value, Tile):
        return value.plain if value.red and value.suit in suits else value
    if isinstance(value, tuple):
        parts = [_plain(one, suits) for one in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        parts = [(one.name, getattr(value, one.name)) for one in fields(value)]
        return replace(value, **{name: _plain(one, suits) for name, one in parts})
    return value


def replay_deal(
    recorded: RecordedDeal,
    rules: Rules,
    dealer_wins: int = 0,
    earlier: Standing | None = None,
    *,
    stops: bool = False,
) -> Replayed:
    """Play a recorded deal again, as far as its moves are legal.

    Where the ruleset has no red fives those of the record count as plain ones. Ura indicators that
    the record does not give are such that its points come out, or that nobody counts them.

    Args:
        recorded: the deal.
        rules: the ruleset.
        dealer_wins: how many deals in a row East had won before.
        earlier: the standing after the deal before, for chips and for who has won.
        stops: whether East ends the game after it, where a leading East may.
    """
    recorded = plain_fives(recorded, rules.tiles)
    before = recorded.standing
    if earlier is not None:
        before = replace(before, chips=earlier.chips, won=earlier.won)
    done = _replay(recorded, before, rules, dealer_wins, stops)
    count = lacking(recorded, done.states[-1], rules) if done.states else 0
    first: Replayed | None = None
    for under in choices(recorded, done.states[-1], rules, count) if count else ():
        result = replace(recorded.result, ura=(*recorded.result.ura, *under))
        again = _replay(replace(recorded, result=result), before, rules, dealer_wins, stops)
        first = first or again
        if recorded.result.deltas is None:
            break
        if again.played and again.played.deltas == list(recorded.result.deltas):
            return replace(again, notes=(_said(recorded, URA_BY_POINTS),))
    return done if first is None else replace(first, notes=(_said(recorded, URA_NOT_KNOWN),))


URA_NOT_KNOWN = Message("the ura indicators are not known: none is counted")
URA_BY_POINTS = Message("the ura indicators are not known: those are taken that fit the points")


def _said(recorded: RecordedDeal, note: Message) -> Message:
    return Message("{where}: {message}", where=recorded.where, message=note)


def _replay(
    recorded: RecordedDeal, before: Standing, rules: Rules, dealer_wins: int, stops: bool
) -> Replayed:
    """Play a deal again; what the record does not give of the wall is filled in."""
    try:
        wall = wall_of(recorded, rules.tiles)
    except RecordError as error:
        return Replayed(
            recorded, before, None, (ReplayProblem("tiles", error.field, error.message),)
        )
    east, south, west, north = (recorded.scores[before.player(seat)] for seat in Wind)
    scores = (east, south, west, north)
    start = Started(wall, before.prevailing, before.counters, before.bets, scores, dealer_wins)
    events, states = [], []
    try:
        for event, deal in run_deal(start, _RecordedMoves(recorded, rules), rules):
            events.append(event)
            states.append(deal)
    except _Stuck as stuck:
        return Replayed(recorded, before, None, (stuck.problem,), tuple(events), tuple(states))
    try:
        done = finish_deal(before, events, states[-1], rules, stops=stops)
    except (WinError, ImpossibleWinError) as error:
        problem = ReplayProblem("settlement", recorded.where, error.message)
        return Replayed(recorded, before, None, (problem,), tuple(events), tuple(states))
    found = tuple(differences(recorded, done))
    return Replayed(recorded, before, done, found, done.events, tuple(states))


def replay_game(game: RecordedGame, rules: Rules) -> ReplayedGame:
    """Play a recorded game again, deal by deal.

    Each deal begins as it was recorded; where the deal before leaves the game otherwise that is a
    problem of its own. Where the record says how many fives are red it is played with these,
    unless the ruleset has none.
    """
    rules, notes = _with_its_fives(game, rules)
    deals: list[Replayed] = []
    problems: list[ReplayProblem] = []
    wins, earlier = 0, None
    for number, recorded in enumerate(game.deals, start=1):
        last = number == len(game.deals)
        done = replay_deal(recorded, rules, wins, earlier, stops=last)
        deals.append(done)
        problems += done.problems
        if done.played is None:
            continue
        earlier = done.played.after
        stays = done.played.after.dealer == recorded.dealer
        wins = wins + 1 if stays and _east_won(done.played) else 0
        if not last:
            problems += goes_on(recorded, done.played, game.deals[number].standing)
    notes = (*notes, *(note for one in deals for note in one.notes))
    played = [one.played.played for one in deals if one.played and one.played.played]
    end = deals[-1].played
    if end is None:
        return ReplayedGame(tuple(deals), tuple(problems), rules, notes=notes)
    results = finals(end.after, played, rules)
    if game.final is not None:
        problems += at_the_end(game, end.after, results)
    if end.over is None and game.final is None:
        results = ()
    return ReplayedGame(
        tuple(deals), tuple(problems), rules, end.over, results,
        (*notes, *other_results(game, results)),
    )  # fmt: skip


def _east_won(done: FinishedDeal) -> bool:
    return done.settlement is not None and Wind.EAST in done.settlement.winners


def _with_its_fives(game: RecordedGame, rules: Rules) -> tuple[Rules, tuple[Message, ...]]:
    """Return the ruleset with the red fives of a record, and a note about them."""
    ours, theirs = rules.tiles.red_fives, game.red_fives
    if not any((ours.m, ours.p, ours.s)):
        plain = plain_fives(game.deals, rules.tiles) == game.deals
        return rules, () if plain else (RED_AS_PLAIN,)
    if theirs is None or theirs == (ours.m, ours.p, ours.s):
        return rules, ()
    m, p, s = theirs
    tiles = rules.tiles.model_copy(update={"red_fives": RedFives(m=m, p=p, s=s)})
    note = Message(
        "replayed with {m} red 5m, {p} red 5p and {s} red 5s, as the record says", m=m, p=p, s=s
    )
    return rules.model_copy(update={"tiles": tiles}), (note,)


# ---- playing -------------------------------------------------------------------------------------


class _Stuck(Exception):  # noqa: N818 - it never leaves this module
    """A move that cannot be made, or none where one is needed."""

    def __init__(self, problem: ReplayProblem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _RecordedMoves:
    """The moves of a record, one after the other, for `run_deal`."""

    def __init__(self, recorded: RecordedDeal, rules: Rules) -> None:
        self.recorded, self.rules = recorded, rules
        self.left = list(reversed(recorded.moves))

    def __call__(self, deal: DealState) -> tuple[Event, ...] | None:
        if deal.over:
            self._refuse_more(deal)
            return None
        where = self.left[-1].where if self.left else self.recorded.where
        try:
            return choose(deal, tuple(self._answers(deal)), self.rules)
        except IllegalActionError as error:
            raise _Stuck(ReplayProblem("illegal", where, str(error))) from None

    def _refuse_more(self, deal: DealState) -> None:
        if self.left:
            move = self.left[-1]
            message = Message(
                "the deal is over before player {player}: {action} ({phase})",
                player=move.player, action=move.act, phase=awaited(deal.phase),
            )  # fmt: skip
            raise _Stuck(ReplayProblem("end", move.where, message))

    def _seat(self, player: int) -> Wind:
        return self.recorded.standing.seat(player)

    def _call(self, move: Move) -> Response:
        return Response(self._seat(move.player), move.act)

    def _answers(self, deal: DealState) -> list[Response]:
        if isinstance(deal.phase, Offered):
            return self._calls(deal, deal.phase)
        if isinstance(deal.phase, Announcing):
            return self._announcements(deal)
        if not self.left:
            where = self.recorded.where
            message = Message("the record ends, and here {phase}", phase=awaited(deal.phase))
            raise _Stuck(ReplayProblem("end", where, message))
        assert isinstance(deal.phase, Acting)
        return [self._call(self.left.pop())]

    def _calls(self, deal: DealState, offer: Offered) -> list[Response]:
        """Return the responses to an offered tile; a seat without a recorded call has passed."""
        options = legal_actions(deal, self.rules)
        calls: list[Response] = []
        while self.left and self._calls_for(offer, self.left[-1], calls):
            calls.append(self._call(self.left.pop()))
        if not self.left and not calls and self._three_won(deal):
            can = [seat for seat, acts in options.items() if WIN in acts]
            calls = [Response(seat, WIN) for seat in can] if len(can) == 3 else []
        called = {call.seat for call in calls}
        return calls + [Response(seat, PASS) for seat in options if seat not in called]

    def _calls_for(self, offer: Offered, move: Move, calls: list[Response]) -> bool:
        """Return True if a move calls the offered tile: for one meld, or one of several wins."""
        if self._seat(move.player) == offer.seat:
            return False
        if isinstance(move.act, MeldClaim):
            return not calls
        giver = self.recorded.result.giver
        return isinstance(move.act, DeclareWin) and giver is not None

    def _three_won(self, deal: DealState) -> bool:
        """Return True if the record ends here, or may end, because three won."""
        end = self.recorded.result.end
        return end == "three_wins" or (end == "draw" and deal.tiles_left > 0)

    def _announcements(self, deal: DealState) -> list[Response]:
        """Return the announcements at an exhaustive draw, as the result has them."""
        result = self.recorded.result
        shown = result.tenpai
        if shown is None and result.end != "nagashi" and any(result.deltas or ()):
            shown = frozenset(p for p, points in enumerate(result.deltas or ()) if points > 0)
        found = []
        for seat, acts in legal_actions(deal, self.rules).items():
            player = self.recorded.standing.player(seat)
            choice = TENPAI if shown is None else Announce(player in shown)
            found.append(Response(seat, choice if choice in acts else acts[0]))
        return found

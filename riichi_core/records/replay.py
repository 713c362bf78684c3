"""Recorded deals played again here, move by move, and where they come out otherwise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, TypeVar

from riichi_core.errors import RecordError
from riichi_core.game.result import final
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
from riichi_core.play.events import Drew, Event, Started
from riichi_core.play.evolve import evolve
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import (
    Acting,
    Announcing,
    DealState,
    Offered,
    awaited,
)
from riichi_core.play.wall import DEALT
from riichi_core.records.recorded import (
    Draw,
    FinishedDeal,
    Move,
    RecordedDeal,
    RecordedGame,
    finish_deal,
    wall_of,
)
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.tiles import RedFives, Tiles
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.tiles import Tile, Wind, write_tiles

T = TypeVar("T")

ProblemKind = Literal[
    "tiles", "illegal", "draws", "indicators", "end", "winners", "deltas", "settlement", "standing",
]  # fmt: skip


RED_AS_PLAIN = Message("red fives count as plain ones here, as these rules have none")


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """A place at which a deal comes out otherwise than it was recorded."""

    kind: ProblemKind
    where: str
    message: str

    @property
    def text(self) -> Message:
        """All of it in one message."""
        return Message("{where}: {message}", where=self.where, message=self.message)

    def __str__(self) -> str:
        return self.text


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
    """

    recorded: RecordedDeal
    before: Standing
    played: FinishedDeal | None
    problems: tuple[ReplayProblem, ...]
    events: tuple[Event, ...] = ()
    states: tuple[DealState, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayedGame:
    """A recorded game that was played again.

    Attributes:
        deals: its deals, each begun where the record says that it began.
        problems: what differs, in the deals and between them.
        rules: what it was replayed by: the ruleset, with red fives as the record says.
        notes: what was done about red fives that are not those of the ruleset.
    """

    deals: tuple[Replayed, ...]
    problems: tuple[ReplayProblem, ...]
    rules: Rules
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
    recorded: RecordedDeal, rules: Rules, dealer_wins: int = 0, earlier: Standing | None = None
) -> Replayed:
    """Play a recorded deal again, as far as its moves are legal.

    Where the ruleset has no red fives those of the record count as plain ones.

    Args:
        recorded: the deal.
        rules: the ruleset.
        dealer_wins: how many deals in a row East had won before.
        earlier: the standing after the deal before, for chips and for who has won.
    """
    recorded = plain_fives(recorded, rules.tiles)
    before = recorded.standing
    if earlier is not None:
        before = replace(before, chips=earlier.chips, won=earlier.won)
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
        done = finish_deal(before, events, states[-1], rules)
    except (WinError, ImpossibleWinError) as error:
        problem = ReplayProblem("settlement", recorded.where, error.message)
        return Replayed(recorded, before, None, (problem,), tuple(events), tuple(states))
    found = tuple(_differences(recorded, done))
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
    for number, recorded in enumerate(game.deals):
        done = replay_deal(recorded, rules, wins, earlier)
        deals.append(done)
        problems += done.problems
        if done.played is None:
            continue
        earlier = done.played.after
        stays = done.played.after.dealer == recorded.dealer
        wins = wins + 1 if stays and _east_won(done.played) else 0
        if number + 1 < len(game.deals):
            problems += _standing_differs(
                recorded, done.played.after, game.deals[number + 1].standing
            )
    if game.final is not None and deals[-1].played is not None:
        problems += _at_the_end(game, deals[-1].played.after, rules)
    return ReplayedGame(tuple(deals), tuple(problems), rules, notes)


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


# ---- what differs --------------------------------------------------------------------------------


def _east_won(done: FinishedDeal) -> bool:
    return done.settlement is not None and Wind.EAST in done.settlement.winners


def _differences(recorded: RecordedDeal, done: FinishedDeal) -> list[ReplayProblem]:
    """List what came out otherwise in a deal that was played to its end."""
    result, where = recorded.result, recorded.where
    found: list[ReplayProblem] = []

    def compare(kind: ProblemKind, what: Message, there: object, here: object) -> None:
        if there != here:
            found.append(ReplayProblem(kind, where, _differs(what, there, here)))

    drawn = _draws(recorded, done)
    for number, (one, other) in enumerate(zip(recorded.draws, drawn, strict=False), start=1):
        if one != other:
            draw = Message("draw {n}", n=number)
            message = _differs(draw, _described(one), _described(other))
            found.append(ReplayProblem("draws", where, message))
            break
    compare("draws", Message("tiles drawn"), len(recorded.draws), len(drawn))
    turned = write_tiles(done.end.indicators)
    compare("indicators", Message("indicators"), write_tiles(recorded.indicators), turned)
    if not (result.end == "draw" and done.ended != "win"):
        compare("end", Message("the end"), result.end, done.ended)
    winners = done.settlement.winners if done.settlement else ()
    here = sorted(done.before.player(seat) for seat in winners)
    compare("winners", Message("winners"), sorted(result.winners), here)
    if result.tenpai is not None and done.ended == "exhausted":
        compare("end", Message("who was tenpai"), sorted(result.tenpai), sorted(done.tenpai or ()))
    if result.deltas is not None:
        compare("deltas", Message("points"), list(result.deltas), done.deltas)
    return found


def _draws(recorded: RecordedDeal, done: FinishedDeal) -> list[Draw]:
    """Return the tiles drawn here, East's fourteenth tile first."""
    player = recorded.standing.player
    first = Draw(recorded.dealer, done.end.wall.live(DEALT - 1))
    drew = [event for event in done.events if isinstance(event, Drew)]
    return [first, *(Draw(player(one.seat), one.tile, one.replacement) for one in drew)]


def _differs(what: Message, there: object, here: object) -> Message:
    return Message("{what}: recorded {there}, here {here}", what=what, there=there, here=here)


def _described(draw: Draw) -> Message:
    return Message(
        "player {player} {tile} after a kong" if draw.replacement else "player {player} {tile}",
        player=draw.player, tile=draw.tile,
    )  # fmt: skip


def _standing_differs(
    recorded: RecordedDeal, here: Standing, there: Standing
) -> list[ReplayProblem]:
    """List how the game stands otherwise than before the next deal of the record."""
    found = []
    for name in ("scores", "round", "dealer", "counters", "bets"):
        one, other = getattr(there, name), getattr(here, name)
        if one != other:
            message = _differs(Message("{field} after it", field=name), one, other)
            found.append(ReplayProblem("standing", recorded.where, message))
    return found


def _at_the_end(game: RecordedGame, here: Standing, rules: Rules) -> list[ReplayProblem]:
    """List how the scores at the end differ, with bets that are left and without."""
    with_bets = tuple(one.score for one in final(here.scores, here.bets, here.penalties, rules))
    if game.final in (here.scores, with_bets):
        return []
    message = _differs(Message("scores at the end"), game.final, with_bets)
    return [ReplayProblem("standing", game.deals[-1].where, message)]

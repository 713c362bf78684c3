"""A game around its deals: the standing, the last deal's result, and whether the game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from riichi_core.fast import new_tuple
from riichi_core.game.game import (
    GameEnd,
    SettledDeal,
    Signal,
    Standing,
    first_standing,
    may_choose_to_stop,
    play_deal,
    with_penalties,
)
from riichi_core.play import events as ev
from riichi_core.play.deal_wins import finished_deal
from riichi_core.play.state import SEATS, DealState
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.tiles import Wind


@dataclass(frozen=True, slots=True)
class Settled:
    """A deal was settled.

    Attributes:
        scores: the points of each player after the deal, the first East first.
        deltas: the points that East, South, West and North got, less those they paid; stakes not
            included.
        ended_by: why the game is over; None if it continues.
        stopped: whether East chose to end the game.
    """

    scores: tuple[Points, ...]
    deltas: tuple[Points, ...]
    ended_by: GameEnd | None = None
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Signalled:
    """The signal of a time limit, which sounded in a deal or before the dice of the next one."""

    in_play: bool


@dataclass(frozen=True, slots=True)
class Undone:
    """The events of a log from this number on, counted from 0, were taken back."""

    to: int


GameEvent: TypeAlias = ev.Event | Settled | Signalled


class GameState(NamedTuple):
    """A game at some moment. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        standing: the standing before the deal in play, or after the last one.
        deal: the deal in play, or the last one until it is paid; None between two deals.
        played: the deals with their payments.
        streak: how many deals in a row the present East has won.
        ended_by: why the game is over; None if it is not.
        signal: the moment when the signal of a time limit sounded.
        left: how many more deals may be played; None if there is no limit.
    """

    standing: Standing
    deal: DealState | None = None
    played: tuple[SettledDeal, ...] = ()
    streak: int = 0
    ended_by: GameEnd | None = None
    signal: Signal | None = None
    left: int | None = None

    def with_deal(self, deal: DealState) -> GameState:
        """Return the game at another moment of its deal."""
        return new_tuple(GameState, (self.standing, deal, *self[2:]))


def new_game(rules: Rules) -> GameState:
    """Return a game before its first deal."""
    return GameState(first_standing(rules))


def start_deal(game: GameState, wall: Wall) -> ev.Started:
    """Return the event that starts the next deal."""
    standing = game.standing
    east, south, west, north = (standing.scores[standing.player(seat)] for seat in SEATS)
    return ev.Started(
        wall,
        standing.round_wind,
        standing.counters,
        standing.bets,
        (east, south, west, north),
        game.streak,
    )


def settle_deal(
    game: GameState, rules: Rules, setting: PlaySetting, *, stops: bool = False
) -> tuple[Settled, GameState]:
    """Pay out the deal that is over, and return the event and the game after it.

    Raises:
        ValueError: if no deal is over.
        DealError: if the ruleset does not have this end of a deal.
    """
    deal, before = game.deal, game.standing
    if deal is None:
        raise ValueError("there is no deal to pay out")
    facts = finished_deal(deal, rules, setting)
    if facts is None:  # dealt again as if it were new
        paid = deal.foul_payments.among_seats.by_seat
        fouled = with_penalties(before, deal.penalties, paid)
        event = Settled(fouled.scores, tuple(paid.values()))
        return event, game._replace(deal=None, standing=fouled)
    played = play_deal(
        before,
        facts,
        rules,
        number=len(game.played) + 1,
        stops=stops,
        signal=game.signal,
        left=game.left,
    )
    deltas = played.settlement.deltas
    event = Settled(
        played.after.scores, tuple(deltas[seat] for seat in SEATS), played.ended_by, stops
    )
    settled = GameState(
        standing=played.after,
        played=(*game.played, played),
        streak=_streak(game, played, rules),
        ended_by=played.ended_by,
        signal=game.signal,
        left=played.left,
    )
    return event, settled


def _streak(game: GameState, played: SettledDeal, rules: Rules) -> int:
    """Return how many deals in a row the East of the next deal has won; a redeal does not count."""
    before, after, settlement = played.before, played.after, played.settlement
    if (after.dealer, after.round) != (before.dealer, before.round):
        return 0
    if settlement.redeal:
        return game.streak
    how = rules.dealer.wins_in_a_row
    return how.wins_after(game.streak, won=Wind.EAST in settlement.winners)


def may_stop(game: GameState, rules: Rules, setting: PlaySetting) -> bool:
    """Return whether East may end the game after the deal that is over."""
    if game.deal is None or not game.deal.over or not may_choose_to_stop(game.standing, rules):
        return False
    continues, _ = settle_deal(game, rules, setting)
    ends, _ = settle_deal(game, rules, setting, stops=True)
    return continues.ended_by is None and ends.ended_by is not None

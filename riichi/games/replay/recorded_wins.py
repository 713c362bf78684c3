"""The wins of a recorded deal, without a replay: nothing is checked against a ruleset."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from riichi.games.formats.file_text import error_at
from riichi.games.replay.recorded_game import Move, RecordedDeal, any_wall_of
from riichi_core.errors import RiichiError
from riichi_core.hands.win import Riichi, Win
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import DeclareWin, Discard, MeldClaim
from riichi_core.play.deal_wins import actual_win
from riichi_core.play.decide import turn_event
from riichi_core.play.evolve import evolve, start
from riichi_core.play.game_state import GameState, start_deal
from riichi_core.play.legal import CLAIMED_FROM, meld_of_claim
from riichi_core.play.state import Acting, CallsClosed, DealState, DrawingReplacement, Offered
from riichi_core.tiles import Wind


class Course(NamedTuple):
    """The wins of a recorded deal and the players whose riichi bets were paid in it.

    Attributes:
        wins: the wins, the nearest after the discarder first.
        bettors: the players who paid a bet.
        void: whether the deal was won on a riichi discard, which costs no bet.
    """

    wins: tuple[Win, ...]
    bettors: frozenset[int]
    void: bool


def course_of(deal: RecordedDeal, dealer_wins: int = 0) -> Course:
    """Return the wins and the riichi bets of a deal before which East won `dealer_wins` in a row.

    Unlike a replay this does not ask whether the moves are legal, and leaves ura indicators that
    the record does not have unknown.

    Raises:
        RecordError: a move with a tile that the player does not have, or a win that cannot be.
    """
    where = deal.where
    try:
        course = _Course(deal, dealer_wins)
        for move in deal.moves:
            where = move.where
            course.add(move)
    except RiichiError as error:
        raise error_at(where, error.message) from None
    return course.end()


class _Course:
    """A deal as far as its moves were made: each becomes the events that `evolve` applies."""

    def __init__(self, deal: RecordedDeal, dealer_wins: int) -> None:
        started = start_deal(GameState(deal.standing, streak=dealer_wins), any_wall_of(deal))
        self.state: DealState = start(started)._replace(turned=len(deal.indicators))
        self.deal, self.draws = deal, iter(deal.draws[1:])
        self.wins: list[Win] = []
        self.void = False

    def add(self, move: Move) -> None:
        """Make a move."""
        act, seat = move.act, self.deal.standing.seat(move.player)
        if isinstance(act, DeclareWin) and self.deal.result.giver is not None:
            self._win(seat)
        elif isinstance(act, MeldClaim):
            offer = self._close(ev.Closed(taker=seat, meld=act))
            claimed_from = CLAIMED_FROM.get((offer.seat - seat) % 4)
            self._put(ev.Claimed(seat, meld_of_claim(act, offer.tile, claimed_from)))
            self._draw()
        else:
            self._pass_on()
            acting = self.state.phase
            if isinstance(act, DeclareWin):
                self._win(seat)
            elif not isinstance(acting, Acting) or acting.seat != seat:
                raise RiichiError(Message("Discarded: it is not {seat}'s turn", seat=seat))
            elif isinstance(act, Discard):
                self._put(ev.Discarded(seat, act.tile, act.tile is acting.tile, act.riichi))
            else:
                self._put(turn_event(self.state, acting, act))

    def end(self) -> Course:
        """Return how the deal ended."""
        standing, result = self.deal.standing, self.deal.result
        if isinstance(self.state.phase, Offered) and not self.wins and result.end != "three_wins":
            self._close(ev.CLOSED)
        if (giver := result.giver) is not None:
            self.wins.sort(key=lambda win: (standing.player(win.seat) - giver) % 4)
        bettors = frozenset(map(standing.player, self.state.riichi))
        return Course(tuple(self.wins), bettors, self.void)

    def _put(self, event: ev.Event) -> None:
        self.state = evolve(self.state, event)

    def _close(self, closed: ev.Closed) -> Offered:
        """Close the calls for the offered tile, let a riichi stand, and return the offer."""
        self._put(closed)
        assert isinstance(self.state.phase, CallsClosed)
        offer = self.state.phase.offer
        if offer.riichi:
            self._put(ev.RiichiAccepted(offer.seat, 0))
        return offer

    def _pass_on(self) -> None:
        """Let nobody call the offered tile: the next player draws, or the player of a quad does."""
        if isinstance(self.state.phase, Offered):
            offer = self._close(ev.CLOSED)
            if offer.quad is not None:
                self._put(ev.QuadMade(offer.seat))
            self._draw()

    def _draw(self) -> None:
        """Give the next player the next tile that the record has, if one is due."""
        if not isinstance(self.state.phase, Acting) and (draw := next(self.draws, None)):
            replacement = isinstance(self.state.phase, DrawingReplacement)
            self._put(ev.Drew(self.deal.standing.seat(draw.player), draw.tile, replacement))

    def _win(self, seat: Wind) -> None:
        phase = self.state.phase
        if not isinstance(phase, Acting | Offered) or phase.tile is None:
            raise RiichiError(Message("Won: there is no tile to win on"))
        win, ura = actual_win(self.state, seat, phase), self.deal.result.ura
        if win.riichi is not None:
            known = Riichi(win.riichi.double, win.riichi.ippatsu, ura[:1], ura[1:])
            win = replace(win, riichi=known)
        self.wins.append(win)
        self.void = self.void or (isinstance(phase, Offered) and bool(phase.riichi))

"""The wins of a recorded deal, without a replay: nothing is checked against a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from riichi_core.hands.hand import Hand
from riichi_core.hands.melds import From, Meld
from riichi_core.hands.win import Circumstance, Riichi, Ron, Tsumo, Win
from riichi_core.messages import Message
from riichi_core.play.actions import (
    ClaimedKong,
    ConcealedKong,
    DeclareWin,
    Discard,
    ExtendedKong,
    MeldClaim,
)
from riichi_core.play.legal import meld_of_claim
from riichi_core.play.wall import DEALT, LIVE
from riichi_core.records.file_text import error_at
from riichi_core.records.recorded_game import Move, RecordedDeal
from riichi_core.tiles import Tile, Wind

_FROM: dict[int, From] = {3: "left", 2: "across", 1: "right"}


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


class _Offer(NamedTuple):
    """A tile that others may win on: a discard, or the tile of a kong."""

    player: int
    tile: Tile
    riichi: bool = False
    kong: Meld | None = None
    kongs: int = 0


@dataclass(slots=True)
class _Player:
    """A player so far; `hand` includes a drawn tile, and only winners have their tiles here."""

    hand: list[Tile] | None
    sets: list[Meld] = field(default_factory=list)
    discards: int = 0
    double: bool | None = None
    ippatsu: bool = False


def course_of(deal: RecordedDeal, dealer_wins: int = 0) -> Course:
    """Return the wins and the riichi bets of a recorded deal.

    Unlike a replay this does not ask whether the moves are legal, and leaves ura indicators that
    the record does not have unknown.

    Args:
        deal: the deal.
        dealer_wins: the number of deals in a row that East had won before.

    Raises:
        RecordError: a move with a tile that the player does not have, or a win that cannot be.
    """
    course = _Course(deal, dealer_wins)
    for move in deal.moves:
        course.add(move)
    return course.end()


class _Course:
    """A deal as far as its moves were made."""

    def __init__(self, deal: RecordedDeal, dealer_wins: int) -> None:
        self.deal, self.dealer_wins, self.standing = deal, dealer_wins, deal.standing
        winners = deal.result.winners
        self.players = [
            _Player([*hand] if player in winners else None)
            for player, hand in enumerate(deal.hands)
        ]
        self.draws = iter(deal.draws)
        self.drawn, self.replaced = DEALT - 1, 0
        self.kongs: list[int] = []
        self.uninterrupted, self.claimed = True, False
        self.offer: _Offer | None = None
        self.tile: Tile | None = None
        self.replacement, self.kongs_in_turn = False, 0
        self.wins: list[Win] = []
        self.void = False
        self._draw()

    # ---- moves -----------------------------------------------------------------------------------

    def add(self, move: Move) -> None:
        """Make a move."""
        act, player, where = move.act, move.player, move.where
        if isinstance(act, DeclareWin):
            self._win(player, where)
        elif isinstance(act, MeldClaim):
            self._claim(player, act, where)
        else:
            if self.offer is not None:
                self._pass_on()
            match act:
                case Discard():
                    self._discard(player, act, where)
                case ConcealedKong(tiles=tiles):
                    self._kong(player, Meld("concealed_kong", tiles), tiles, where)
                case ExtendedKong(tile=tile):
                    self._extend(player, tile, where)

    def end(self) -> Course:
        """Return what the deal came to."""
        ended_on_riichi = self.wins or self.deal.result.end == "three_wins"
        if self.offer is not None and not ended_on_riichi:
            self._accept(self.offer)
        discarder = self.deal.result.giver
        if discarder is not None:
            self.wins.sort(key=lambda win: (self.standing.player(win.seat) - discarder) % 4)
        bettors = (n for n, player in enumerate(self.players) if player.double is not None)
        return Course(tuple(self.wins), frozenset(bettors), self.void)

    def _draw(self) -> None:
        """Give the next player the next tile that the record has, if there is one."""
        draw = next(self.draws, None)
        if draw is None:
            self.tile, self.replacement = None, False
            return
        player, self.tile, self.replacement = draw
        if self.replacement:
            self.replaced += 1
        else:
            self.drawn, self.kongs_in_turn = self.drawn + 1, 0
        hand = self.players[player].hand
        if hand is not None:
            hand.append(self.tile)

    def _pass_on(self) -> None:
        """Let nobody call the offered tile: the next player draws, or the player of a kong does."""
        offer = self.offer
        assert offer is not None
        self._accept(offer)
        self.offer = None
        if offer.kong is None:
            self._draw()
            return
        self.kongs_in_turn = offer.kongs + 1
        self._interrupt(offer.player, kong=True)
        self._draw()

    def _accept(self, offer: _Offer) -> None:
        """Let a riichi stand."""
        if offer.riichi:
            player = self.players[offer.player]
            player.double = self.uninterrupted and player.discards == 1
            player.ippatsu = True

    def _interrupt(self, player: int, *, kong: bool) -> None:
        """End ippatsu and the first set of turns, after a claim or a kong."""
        self.uninterrupted = False
        for other in self.players:
            other.ippatsu = False
        if kong:
            self.kongs.append(player)

    def _discard(self, number: int, act: Discard, where: str) -> None:
        player = self.players[number]
        self._take(number, (act.tile,), where)
        player.discards += 1
        player.ippatsu = False
        kongs = self.kongs_in_turn if self.replacement else 0
        self.offer, self.tile = _Offer(number, act.tile, bool(act.riichi), None, kongs), None
        self.replacement = False

    def _claim(self, number: int, act: MeldClaim, where: str) -> None:
        offer = self.offer
        if offer is None:
            raise error_at(where, Message("there is no tile to claim"))
        self._accept(offer)
        self._take(number, act.tiles, where)
        giver = _FROM.get((offer.player - number) % 4)
        self.players[number].sets.append(meld_of_claim(act, offer.tile, giver))
        is_kong = isinstance(act, ClaimedKong)
        self.offer, self.tile, self.replacement, self.claimed = None, None, False, True
        self._interrupt(number, kong=is_kong)
        if is_kong:
            self.kongs_in_turn = 1
            self._draw()

    def _kong(self, number: int, kong: Meld, own: tuple[Tile, ...], where: str) -> None:
        self._take(number, own, where)
        self.players[number].sets.append(kong)
        self._show(number, kong.tiles[0], kong)

    def _extend(self, number: int, tile: Tile, where: str) -> None:
        sets = self.players[number].sets
        place = next(
            (
                place
                for place, meld in enumerate(sets)
                if meld.kind == "pung" and meld.first.kind == tile.kind
            ),
            None,
        )
        if place is None:
            message = Message("player {player} has no triplet of {tile}", player=number, tile=tile)
            raise error_at(where, message)
        self._take(number, (tile,), where)
        pung = sets[place]
        sets[place] = Meld("extended_kong", (*pung.tiles, tile), pung.claimed_from)
        self._show(number, tile, sets[place])

    def _show(self, number: int, tile: Tile, kong: Meld) -> None:
        kongs = self.kongs_in_turn if self.replacement else 0
        self.offer, self.tile = _Offer(number, tile, False, kong, kongs), None
        self.replacement = False

    def _take(self, number: int, tiles: tuple[Tile, ...], where: str) -> None:
        """Take tiles out of the hand of a winner."""
        hand = self.players[number].hand
        if hand is None:
            return
        for tile in tiles:
            if tile not in hand:
                message = Message("player {player} does not have {tile}", player=number, tile=tile)
                raise error_at(where, message)
            hand.remove(tile)

    # ---- wins ------------------------------------------------------------------------------------

    def _win(self, number: int, where: str) -> None:
        by_ron = self.deal.result.giver is not None
        if self.offer is not None and not by_ron:
            self._pass_on()
        offer = self.offer if by_ron else None
        player, seat = self.players[number], self.standing.seat(number)
        tile = self.tile if offer is None else offer.tile
        if tile is None or (by_ron and offer is None) or player.hand is None:
            raise error_at(where, Message("there is no tile to win on"))
        concealed = [*player.hand]
        if offer is None:
            concealed.remove(tile)
        first_turn = self.uninterrupted and not player.discards
        last_tile = LIVE - self.replaced - self.drawn == 0
        by: Tsumo | Ron
        if offer is None:
            by = Tsumo(after_kong=self.replacement, last_tile=last_tile, first_turn=first_turn)
        else:
            robbing = offer.kong is not None
            by = Ron(robbing, last_tile=last_tile and not robbing, first_turn=first_turn)
            self.void = offer.riichi
        ura, indicators = self.deal.result.ura, self.deal.indicators
        riichi = None
        if player.double is not None:
            riichi = Riichi(player.double, player.ippatsu, ura[:1], ura[1:])
        try:
            win = Win(
                Hand(concealed, player.sets), tile, by, seat, self.standing.prevailing, riichi,
                indicators[:1], indicators[1:], self.deal.counters,
                frozenset(self._circumstances(number, seat, offer)),
            )  # fmt: skip
        except ValueError as error:
            raise error_at(where, str(error)) from None
        self.wins.append(win)

    def _circumstances(
        self, number: int, seat: Wind, offer: _Offer | None
    ) -> Iterator[Circumstance]:
        if offer is None:
            if self.replacement and self.kongs_in_turn >= 2:
                yield "after_two_kongs"
            early = not self.players[number].discards and self.drawn < DEALT + 4
            if self.replacement and early and not self.claimed and {*self.kongs} <= {number}:
                yield "first_turn_kong"
        elif offer.kong is None:
            if offer.riichi:
                yield "riichi_discard"
            if offer.kongs:
                yield "kong_discard"
        if self.dealer_wins == 7:
            yield "eighth_dealer_win" if seat is Wind.EAST else "breaks_eighth_win"

"""The state of a deal: the wall, the tiles of each seat, and the phase. Frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from riichi_core.fast import new_tuple
from riichi_core.hands.melds import Meld, MeldKind
from riichi_core.hands.waits import NO_TILES, Suits, held, wait_mask
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.play.actions import MeldClaim, Response, RiichiDeclared
from riichi_core.play.events import FourPoints, Reported
from riichi_core.play.wall import LIVE, Wall
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import (
    CAUSE_WORDS,
    AbortiveDraw,
    Chombo,
    Ending,
    ExhaustiveDraw,
    Redeal,
    Wins,
)
from riichi_core.settlement.ledger import NO_PAYMENTS, Ledger
from riichi_core.tiles import Tile, Wind, write_tiles

SEATS = tuple(Wind)


class DiscardedTile(NamedTuple):
    """A tile in a discard pile, with its tsumogiri, riichi and claimed-by flags."""

    tile: Tile
    tsumogiri: bool = False
    riichi: bool = False
    claimed_by: Wind | None = None


class StandingRiichi(NamedTuple):
    """An accepted riichi, and whether a win within its first set of turns is ippatsu.

    `open` is true after an open riichi, which shows the hand to everybody.
    """

    double: bool = False
    ippatsu: bool = True
    open: bool = False


class PlayerState(NamedTuple):
    """The tiles and the situation of one seat.

    Attributes:
        hand: the concealed tiles, in order of arrival, without one just drawn.
        suits: the same tiles, counted by suit (hands/waits.py).
        waits: the kinds that would complete the hand, as bits, even if the hand has all four.
        sets: the declared sets, in order.
        discards: the discards, claimed ones included.
        discarded_kinds: the kinds of the discards, as bits.
        riichi: the riichi, once it is accepted.
        missed_win: whether the player passed a winning tile and is therefore furiten.
        dead: whether the hand is dead.
        bans: the fouls that bar the player from ron or calls at present.
    """

    hand: tuple[Tile, ...]
    suits: Suits = NO_TILES
    waits: int = 0
    sets: tuple[Meld, ...] = ()
    discards: tuple[DiscardedTile, ...] = ()
    discarded_kinds: int = 0
    riichi: StandingRiichi | None = None
    missed_win: bool = False
    dead: bool = False
    bans: tuple[Reported, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if a set was claimed."""
        return bool(self.sets) and any(meld.kind != "concealed_quad" for meld in self.sets)

    def with_hand(
        self, hand: tuple[Tile, ...], suits: Suits, sets: tuple[Meld, ...]
    ) -> PlayerState:
        """Return the player with other concealed tiles, as tiles and as counts, and other sets."""
        waits = wait_mask(suits, no_melds=not sets)
        return new_tuple(PlayerState, (hand, suits, waits, sets, *self[4:]))

    def holds(self, kind: int) -> int:
        """Return the number of tiles of a kind, those in sets included."""
        in_sets = sum(tile.kind == kind for meld in self.sets for tile in meld.tiles)
        return held(self.suits, kind) + in_sets


# ---- the phases of a deal ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acting:
    """A player is in turn: they drew or claimed a tile, and now discard or do something else.

    Attributes:
        seat: the player.
        tile: the drawn tile; None after a claim.
        replacement: whether it is the replacement tile of a quad.
        quads: the quads since the last discard.
        claimed: the set that was just claimed, and the kind of the claimed tile.
    """

    seat: Wind
    tile: Tile | None
    replacement: bool = False
    quads: int = 0
    claimed: tuple[Meld, int] | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """A tile was discarded, or shown in a quad, and others may call for it.

    Attributes:
        seat: the player who discarded or showed it.
        tile: the tile.
        riichi: whether riichi was declared with it, as `RiichiDeclared`.
        quad: the quad with the tile; None for a discard.
        quads: the quads of this player since the last discard.
    """

    seat: Wind
    tile: Tile
    riichi: RiichiDeclared = False
    quad: Meld | None = None
    quads: int = 0


@dataclass(frozen=True, slots=True)
class CallsClosed:
    """The calls for an offered tile are resolved; their result follows automatically."""

    offer: Offered
    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None
    tile_taken_later: bool = False


@dataclass(frozen=True, slots=True)
class DrawingReplacement:
    """A quad was made, by a claim or with own tiles, and its replacement tile is drawn next."""

    seat: Wind
    quads: int = 1
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class Announcing:
    """The wall is empty. Each seat has announced tenpai (True), noten (False) or nothing (None)."""

    announced: tuple[bool | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over.

    Attributes:
        ending: how it ended; `finished_deal` (deal_wins.py) adds the effects of later reports.
        during: the phase in which it ended; for a win, the one with the winning tile.
    """

    ending: Ending
    during: Acting | Offered | CallsClosed | DrawingReplacement | Announcing


Phase: TypeAlias = Acting | Offered | CallsClosed | DrawingReplacement | Announcing | Ended


class UntakenClaim(NamedTuple):
    """A claimed tile not taken yet: the claiming seat, and the opponents' discards since."""

    seat: Wind
    discards: int = 0


@dataclass(frozen=True, slots=True)
class LateOffer:
    """An offered tile whose calls have closed, except for late ones.

    It lasts through one discard, which may have been too fast for the others. After a quad, a win
    on the tile before it may also still be possible: `deal` then has another late offer.

    Attributes:
        deal: the deal when the tile was offered.
        silent: the seats that could have called and said nothing.
        called: the calls that were made.
    """

    deal: DealState
    silent: tuple[Wind, ...]
    called: tuple[Response, ...]


def discards_since(deal: DealState, earlier: DealState) -> int:
    """Return the number of discards since an earlier moment of a deal."""
    return sum(len(player.discards) for player in deal.players) - sum(
        len(player.discards) for player in earlier.players
    )


NO_POINTS: Mapping[Wind, int] = {}


class DealState(NamedTuple):
    """A deal at some moment; a seat is named by its wind in the deal.

    Attributes:
        wall: the wall.
        round_wind: the round wind.
        counters: the counters on the table.
        bets: the riichi bets on the table, those of this deal included.
        scores: the points of East, South, West and North, without the bets of this deal.
        players: the state of each seat, East first.
        phase: the phase, which shows who has to act.
        drawn: the number of tiles dealt and drawn from the live wall.
        replaced: the number of replacement tiles drawn.
        turned: the number of indicators turned.
        pending_indicators: the kinds of the quads whose indicator is not turned yet.
        quads: the seats that made the quads of the deal, in order.
        uninterrupted: whether no call has interrupted the first set of turns.
        dealer_wins: the number of deals in a row that East had won before this one.
        earlier_bets: the riichi bets that earlier deals left.
        late_offer: the last tile that may be called late; None if there is none.
        untaken_claims: the claimed tiles that have not been taken yet.
        offenders: the seats that committed a chombo.
        reported: the reported fouls, in order.
        penalties: the points off results for fouls by seat, below zero.
        foul_payments: the points into the pot and to other seats for fouls.
    """

    wall: Wall
    round_wind: Wind
    counters: int
    bets: Points
    scores: FourPoints
    players: tuple[PlayerState, ...]
    phase: Phase
    drawn: int
    replaced: int = 0
    turned: int = 1
    pending_indicators: tuple[MeldKind, ...] = ()
    quads: tuple[Wind, ...] = ()
    uninterrupted: bool = True
    dealer_wins: int = 0
    earlier_bets: Points = 0
    late_offer: LateOffer | None = None
    untaken_claims: tuple[UntakenClaim, ...] = ()
    offenders: frozenset[Wind] = frozenset()
    reported: tuple[Reported, ...] = ()
    penalties: Mapping[Wind, int] = NO_POINTS
    foul_payments: Ledger = NO_PAYMENTS

    @property
    def tiles_left(self) -> int:
        """The number of tiles left to draw in the live wall; each quad shortens it by one."""
        return LIVE - self.replaced - self.drawn

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The indicators that are face up."""
        return self.wall.indicators(self.turned)

    @property
    def over(self) -> bool:
        """True if the deal is over."""
        return isinstance(self.phase, Ended)

    @property
    def ending(self) -> Ending | None:
        """The end of the deal; None while it is in play."""
        return self.phase.ending if isinstance(self.phase, Ended) else None

    @property
    def riichi(self) -> frozenset[Wind]:
        """The seats in riichi."""
        east, south, west, north = self.players
        if east.riichi or south.riichi or west.riichi or north.riichi:
            return frozenset(seat for seat in SEATS if self.players[seat].riichi)
        return frozenset()

    def __str__(self) -> str:
        """Return the position as text: the table, each seat in a line or two, and the phase.

        In a row of discards `'` marks a drawn tile, `*` riichi, and parentheses a claimed tile.
        """
        return "\n".join(_deal_lines(self))

    def open_hand(self, seat: Wind) -> bool:
        """Return whether a seat's hand is shown after an open riichi, accepted or just declared."""
        riichi, offer = self.players[seat].riichi, self.phase
        declaring = isinstance(offer, Offered) and offer.seat == seat and offer.riichi == "open"
        return declaring or (riichi is not None and riichi.open)

    def first_turn(self, seat: Wind) -> bool:
        """Return whether a seat is in its first turn and no call interrupted this set of turns."""
        return self.uninterrupted and not self.players[seat].discards


# ---- in words ------------------------------------------------------------------------------------


def _deal_lines(deal: DealState) -> Iterator[str]:
    indicators = write_tiles(deal.indicators)
    yield (
        f"{str(deal.round_wind).capitalize()} round, counters {deal.counters}, bets {deal.bets}, "
        f"indicators {indicators}, {deal.tiles_left} tiles left"
    )
    for seat in SEATS:
        yield _seat_line(deal, seat)
        if deal.players[seat].discards:
            yield f"      discards {discards_text(deal.players[seat])}"
    yield awaited(deal.phase)


def _seat_line(deal: DealState, seat: Wind) -> str:
    player = deal.players[seat]
    drawn = deal.phase.tile if isinstance(deal.phase, Acting) and deal.phase.seat == seat else None
    sets = "".join(map(str, player.sets))
    marks = [
        word
        for word, applies in (
            ("double riichi", player.riichi is not None and player.riichi.double),
            ("riichi", player.riichi is not None and not player.riichi.double),
            ("open hand", deal.open_hand(seat)),
            ("dead hand", player.dead),
        )
        if applies
    ]
    parts = [
        f"{seat!s:5}",
        f"{deal.scores[seat]!s:>7}",
        f"{write_tiles(player.hand)}{sets}{f' + {drawn}' if drawn else ''}",
        *(f"({mark})" for mark in marks),
    ]
    return " ".join(parts)


def discards_text(player: PlayerState) -> str:
    """Return a row of discards as text."""
    return " ".join(map(_discard_text, player.discards))


def _discard_text(discard: DiscardedTile) -> str:
    text = f"{discard.tile}{chr(39) * discard.tsumogiri}{'*' * discard.riichi}"
    return f"({text})" if discard.claimed_by is not None else text


_DISCARDED: dict[RiichiDeclared, Translatable] = {
    False: "{seat} discarded {tile}",
    True: "{seat} discarded {tile} with riichi",
    "open": "{seat} discarded {tile} with open riichi",
}


def awaited(phase: Phase) -> Message:  # noqa: PLR0911 - a sentence for each phase
    """Return the phase as a sentence."""
    match phase:
        case Acting(seat=seat, tile=None):
            return Message("{seat} has claimed the tile and discards", seat=seat)
        case Acting(seat=seat, tile=tile, replacement=replacement):
            return Message(
                "{seat} drew {tile} after a quad" if replacement else "{seat} drew {tile}",
                seat=seat,
                tile=tile,
            )
        case Offered(seat=seat, tile=tile, quad=None, riichi=riichi):
            return Message(_DISCARDED[riichi], seat=seat, tile=tile)
        case Offered(seat=seat, quad=quad):
            return Message("{seat} declared the quad {tiles}", seat=seat, tiles=quad)
        case CallsClosed(offer=offer):
            return Message("{offer}, and all calls for it were made", offer=awaited(offer))
        case DrawingReplacement(seat=seat):
            return Message("{seat} made a quad and takes a replacement tile", seat=seat)
        case Announcing():
            return Message("the wall is empty, and the players declare tenpai or noten")
        case Ended(ending=Wins(winners=winners)):
            return Message("won by {seats}", seats=Message.and_list(winners))
        case Ended(ending=ExhaustiveDraw()):
            return Message("drawn: the wall is empty")
        case Ended(ending=AbortiveDraw(cause=cause)):
            return Message("aborted: {cause}", cause=Message(CAUSE_WORDS[cause]))
        case Ended(ending=Chombo()):
            return Message("ended by a chombo")
        case Ended(ending=Redeal()):
            return Message("to be re-dealt")
    raise AssertionError(phase)

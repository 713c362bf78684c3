"""The state of a deal: the wall, the tiles of each seat, and the phase. Frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from riichi_core.hands.melds import Meld, MeldKind
from riichi_core.hands.waits import NO_TILES, Suits, held, wait_mask
from riichi_core.play.actions import MeldClaim, Response
from riichi_core.play.events import FourPoints, Reported
from riichi_core.play.wall import Wall, live_tiles
from riichi_core.rules.chapters.consequence import FoundAt
from riichi_core.settlement.ending import Ending
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Tile, Wind

SEATS = tuple(Wind)


class DiscardedTile(NamedTuple):
    """A tile in a discard pile, with its tsumogiri, riichi and claimed-by flags."""

    tile: Tile
    tsumogiri: bool = False
    riichi: bool = False
    claimed_by: Wind | None = None


class StandingRiichi(NamedTuple):
    """A riichi that stands, and whether a win within its first set of turns is ippatsu."""

    double: bool = False
    ippatsu: bool = True


@dataclass(frozen=True, slots=True)
class PlayerState:
    """The tiles and the situation of one seat.

    Attributes:
        hand: the concealed tiles, in the order in which they came, without one just drawn.
        suits: the same, counted (hands/waits.py).
        sets: declared sets in the order in which they were made.
        discards: the discards, those that others took included.
        discarded_kinds: the kinds of the discards, as bits.
        riichi: the riichi, once it stands.
        missed_win: whether it let a tile pass that it could have won on.
        dead: whether the hand is dead.
    """

    hand: tuple[Tile, ...]
    suits: Suits = NO_TILES
    sets: tuple[Meld, ...] = ()
    discards: tuple[DiscardedTile, ...] = ()
    discarded_kinds: int = 0
    riichi: StandingRiichi | None = None
    missed_win: bool = False
    dead: bool = False

    @property
    def waits(self) -> int:
        """The kinds that would complete the hand, as bits; those that it holds itself included."""
        return wait_mask(self.suits, whole=not self.sets)

    @property
    def is_open(self) -> bool:
        """True if a set was claimed."""
        return any(one.kind != "concealed_kong" for one in self.sets)

    def holds(self, kind: int) -> int:
        """Return how many of a kind there are, those in sets included."""
        in_sets = sum(tile.kind == kind for one in self.sets for tile in one.tiles)
        return held(self.suits, kind) + in_sets


# ---- what is awaited -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Acting:
    """A player has a tile too many and acts.

    Attributes:
        seat: who.
        tile: what was drawn; None after a claim.
        replacement: whether it replaces one after a kong.
        kongs: how many kongs were made since the last discard.
        claimed: the set that was just claimed, and the kind of tile that was claimed for it.
    """

    seat: Wind
    tile: Tile | None
    replacement: bool = False
    kongs: int = 0
    claimed: tuple[Meld, int] | None = None


@dataclass(frozen=True, slots=True)
class Offered:
    """A tile was discarded, or shown in a kong, and others may call for it.

    Attributes:
        seat: whose tile it is.
        tile: the tile.
        riichi: whether riichi was declared with it.
        kong: the kong it was shown in, if it was.
        kongs: how many kongs this player had made since the last discard.
    """

    seat: Wind
    tile: Tile
    riichi: bool = False
    kong: Meld | None = None
    kongs: int = 0


@dataclass(frozen=True, slots=True)
class Resolved:
    """The calls for an offered tile were judged; what follows from them comes of itself."""

    offer: Offered
    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None
    tile_taken_later: bool = False


@dataclass(frozen=True, slots=True)
class Replacing:
    """A kong was made, perhaps with a claimed tile, and its replacement tile is to be drawn."""

    seat: Wind
    kongs: int = 1
    claimed: bool = False


@dataclass(frozen=True, slots=True)
class Announcing:
    """The wall is empty; what each seat said: tenpai, noten, or nothing yet."""

    said: tuple[bool | None, ...] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Ended:
    """The deal is over.

    Attributes:
        ending: how it ended; `deal_result` (winning.py) adds what a later report changes.
        during: the phase in which it ended: for a win, the one with the tile that is won on.
    """

    ending: Ending
    during: Acting | Offered | Resolved | Replacing | Announcing


Phase: TypeAlias = Acting | Offered | Resolved | Replacing | Announcing | Ended


class UntakenClaim(NamedTuple):
    """A claimed tile that was not yet taken: whose, and how many opponents discarded since."""

    seat: Wind
    discards: int = 0


@dataclass(frozen=True, slots=True)
class ClaimWindow:
    """An offered tile for which the calls are over, but for late ones.

    After a kong the tile that was offered before it may still be won on: that is the window of the
    deal here.

    Attributes:
        deal: the deal when the tile was offered.
        silent: who could have called and said nothing.
        called: what had been called.
    """

    deal: DealState
    silent: tuple[Wind, ...]
    called: tuple[Response, ...]


class _Known:
    """Room for the legal actions, once they were asked for: no part of the value (legal.py)."""

    __slots__ = ("legal",)


@dataclass(frozen=True, slots=True)
class DealState(_Known):
    """A deal at some moment. Seats are named by their winds in it.

    Attributes:
        wall: the wall.
        prevailing: the prevailing wind.
        counters: counters on the table.
        bets: riichi bets on the table, those of this deal included.
        scores: the points of East, South, West and North, bets of this deal taken off.
        players: what each seat has, East first.
        phase: what is awaited.
        drawn: how many tiles were dealt and drawn from the live wall.
        replaced: how many replacement tiles were taken.
        turned: how many indicators lie open.
        pending_indicators: the kinds of the kongs that have turned no indicator yet.
        kongs: who made the kongs of the deal.
        uninterrupted: whether nothing has yet broken the first set of turns.
        dealer_wins: how many deals in a row East had won before this one.
        earlier_bets: what of the bets earlier deals left.
        window: a tile for which late calls are still possible.
        untaken_claims: claimed tiles that were left lying.
        offenders: who made a chombo.
        pending_fouls: who made one that is judged when it is found, and when that is.
        reported: the fouls that were reported, in order.
        penalties: points off results for fouls, and `fines` off scores: by seat, below zero.
    """

    wall: Wall
    prevailing: Wind
    counters: int
    bets: Points
    scores: FourPoints
    players: tuple[PlayerState, ...]
    phase: Phase
    drawn: int
    replaced: int = 0
    turned: int = 1
    pending_indicators: tuple[MeldKind, ...] = ()
    kongs: tuple[Wind, ...] = ()
    uninterrupted: bool = True
    dealer_wins: int = 0
    earlier_bets: Points = 0
    window: ClaimWindow | None = None
    untaken_claims: tuple[UntakenClaim, ...] = ()
    offenders: frozenset[Wind] = frozenset()
    pending_fouls: tuple[tuple[Wind, tuple[FoundAt, ...]], ...] = ()
    reported: tuple[Reported, ...] = ()
    penalties: Mapping[Wind, int] = field(default_factory=dict)
    fines: Mapping[Wind, int] = field(default_factory=dict)

    @property
    def tiles_left(self) -> int:
        """The number of tiles left to draw in the live wall; each kong takes one of them away."""
        return live_tiles() - self.replaced - self.drawn

    @property
    def indicators(self) -> tuple[Tile, ...]:
        """The indicators that lie open."""
        return tuple(self.wall.indicator(number) for number in range(self.turned))

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
        """The seats whose riichi stands."""
        return frozenset(seat for seat in SEATS if self.players[seat].riichi)

    def __str__(self) -> str:
        """Return the position as text: the table, each seat in a line or two, and the phase."""
        from riichi_core.play.text import position  # noqa: PLC0415 - it imports this module

        return position(self)

    def first_turn(self, seat: Wind) -> bool:
        """Return whether a seat is in its first turn, and nothing broke the first set of turns."""
        return self.uninterrupted and not self.players[seat].discards

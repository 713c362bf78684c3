"""Events of a deal.

An event is applied without consulting the rules (evolve.py). A log may break off after any event,
and the deal can continue from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from riichi_core.game.fouls import Charged, FoulEffect, JudgedAt
from riichi_core.hands.melds import Meld
from riichi_core.play.actions import MeldClaim, Response, RiichiDeclared
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.draws import Cause
from riichi_core.scoring.points import Points
from riichi_core.tiles import Tile, Wind

FourPoints = tuple[Points, Points, Points, Points]


@dataclass(frozen=True, slots=True)
class Started:
    """A deal begins: the wall is dealt, and the first indicator turned.

    `scores` are those of East, South, West and North; `dealer_wins` is how many deals in a row East
    has won before this one.
    """

    wall: Wall
    round_wind: Wind
    counters: int
    bets: Points
    scores: FourPoints
    dealer_wins: int = 0


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile was drawn from the live wall, or to replace one after a quad."""

    seat: Wind
    tile: Tile
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """A discard of the tile just drawn (`tsumogiri`) or of another one, with or without riichi."""

    seat: Wind
    tile: Tile
    tsumogiri: bool = False
    riichi: RiichiDeclared = False


@dataclass(frozen=True, slots=True)
class QuadDeclared:
    """A concealed quad was laid out, or a triplet extended; it can still be robbed."""

    seat: Wind
    made: Meld


@dataclass(frozen=True, slots=True)
class Closed:
    """The calls for an offered tile close; only late calls are possible from here on.

    Attributes:
        calls: the calls, passes included.
        winners: the seats that win on the tile, in turn order from the discarder.
        taker: the seat that claims the tile for a set.
        meld: that set.
        missed: the seats that could have won and did not, and are therefore furiten.
        silent: the seats that could have called and said nothing; the rules may let them call late.
    """

    calls: tuple[Response, ...] = ()
    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None
    missed: tuple[Wind, ...] = ()
    silent: tuple[Wind, ...] = ()


CLOSED = Closed()
"""The event when nobody could call; shared because most discards end this way."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A late call for an offered tile takes back the events after it.

    `windows` is 1 for the tile that was offered last, 2 for the one before it.
    """

    windows: int = 1


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """Nobody won on the riichi discard, so the player pays the bet."""

    seat: Wind
    bet: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A discard was claimed for a set; with `tile_taken_later` the tile is left lying for now."""

    seat: Wind
    made: Meld
    tile_taken_later: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A claimed tile that was left lying was taken."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class QuadMade:
    """A declared quad was not robbed."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Turned:
    """The indicator of the earliest quad without one was turned up."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class FuritenEnded:
    """Players are no longer furiten for a tile that they let pass."""

    seats: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """The deal is won; `winners` are in turn order from the discarder."""

    winners: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class WallEmpty:
    """Nobody won on the last discard; all announce tenpai or noten next."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A player showed a tenpai hand, or said noten."""

    seat: Wind
    tenpai: bool


@dataclass(frozen=True, slots=True)
class Exhausted:
    """All have announced: an exhaustive draw; `nagashi` lists the seats with nagashi mangan."""

    nagashi: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class Aborted:
    """An abortive draw ends the deal."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class HandDied:
    """A hand was declared dead automatically, without a report."""

    seat: Wind
    why: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A foul was reported and judged.

    Attributes:
        seat: the offender.
        foul: the name of the foul (`riichi foul`).
        outcome: its effect: a chombo, a dead hand, a deal that is dealt again, a void riichi or
            call (with or without a dead hand), or points only.
        points: the points that it costs at once, 0 or more.
        charged: where these points go.
        bets: the number of riichi bets that they add to the table, if they go into the pot.
        riichi_void: whether the offender's riichi lapses.
        bet: the points of the bet that the offender gets back.
        found_at: the moments at which it is judged, if they are later.
        tiles: the tiles that were shown or wrongly called, if known.
        no_ron: the tiles on which the offender may not win by ron from now on.
        no_calls: whether the offender may not call a discard for a set from now on.
        until_draw: whether the offender's next draw ends this.
    """

    seat: Wind
    foul: str
    outcome: FoulEffect
    points: int = 0
    charged: Charged = "after_uma"
    bets: Points = 0
    riichi_void: bool = False
    bet: int = 0
    found_at: tuple[JudgedAt, ...] = ()
    tiles: tuple[Tile, ...] = ()
    no_ron: tuple[Tile, ...] = ()
    no_calls: bool = False
    until_draw: bool = False


Event: TypeAlias = (
    Started | Drew | Discarded | QuadDeclared | Closed | TakenBack | RiichiAccepted | Claimed
    | Taken | QuadMade | Turned | FuritenEnded | Won | WallEmpty | Announced | Exhausted | Aborted
    | HandDied | Reported
)  # fmt: skip

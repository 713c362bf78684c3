"""Events of a deal.

Each event says enough to be folded without a rule, and is whole: where a log breaks off after any
of them, the deal can go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from riichi_core.game.fouls import FoulEffect
from riichi_core.hands.melds import Meld
from riichi_core.play.actions import MeldClaim, Response, RiichiDeclared
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.fouls import FoundAt
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
    prevailing: Wind
    counters: int
    bets: Points
    scores: FourPoints
    dealer_wins: int = 0


@dataclass(frozen=True, slots=True)
class Drew:
    """A tile was drawn from the live wall, or to replace one after a kong."""

    seat: Wind
    tile: Tile
    replacement: bool = False


@dataclass(frozen=True, slots=True)
class Discarded:
    """A discard of the tile just drawn (`tsumogiri`) or of another, perhaps to declare riichi."""

    seat: Wind
    tile: Tile
    tsumogiri: bool = False
    riichi: RiichiDeclared = False


@dataclass(frozen=True, slots=True)
class KongDeclared:
    """A concealed kong was laid out, or a pung extended; it can still be robbed."""

    seat: Wind
    made: Meld


@dataclass(frozen=True, slots=True)
class Closed:
    """No more calls for an offered tile, but late ones.

    Attributes:
        calls: what was called, passes included.
        winners: who wins on it, the nearest after the discarder first.
        taker: who takes it for a set, and `meld` for which.
        missed: who could have won on it and did not, and is furiten for that.
        silent: who could have called and said nothing: while the rules allow, they may call late.
    """

    calls: tuple[Response, ...] = ()
    winners: tuple[Wind, ...] = ()
    taker: Wind | None = None
    meld: MeldClaim | None = None
    missed: tuple[Wind, ...] = ()
    silent: tuple[Wind, ...] = ()


CLOSED = Closed()
"""Nobody could call. A shared instance, since most discards end this way."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An offered tile is called for late: the events after it are taken back.

    `windows` is 1 for the tile that was offered last, 2 for the one before it.
    """

    windows: int = 1


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """The riichi discard was not won on, so the bet is made."""

    seat: Wind
    bet: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A discard was taken for a set; with `tile_taken_later` the tile is left lying for now."""

    seat: Wind
    made: Meld
    tile_taken_later: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """A claimed tile that was left lying was taken."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class KongMade:
    """A declared kong was not robbed."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Turned:
    """One more indicator was turned up, for the first kong that had none."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class FuritenEnded:
    """Players are no longer furiten for a tile that they let pass."""

    seats: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """The deal is won, on the drawn tile or on the offered one; the nearest first."""

    winners: tuple[Wind, ...]


@dataclass(frozen=True, slots=True)
class WallEmpty:
    """The last discard was not won on; now all say whether they are tenpai."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A player showed a tenpai hand, or said noten."""

    seat: Wind
    tenpai: bool


@dataclass(frozen=True, slots=True)
class Exhausted:
    """Everybody has announced, and the deal is drawn; some may have nagashi mangan."""

    nagashi: tuple[Wind, ...] = ()


@dataclass(frozen=True, slots=True)
class Aborted:
    """The deal is called off."""

    cause: Cause


@dataclass(frozen=True, slots=True)
class HandDied:
    """A hand was declared dead automatically, without a report."""

    seat: Wind
    why: str


@dataclass(frozen=True, slots=True)
class Reported:
    """A foul was reported, and what it comes to.

    Attributes:
        seat: who committed it.
        foul: its name (`riichi foul`).
        comes_to: a chombo, a dead hand, a deal that is dealt again, a riichi or call that is void
            (and the hand dead, too), or nothing beside points.
        penalty: points off the result after uma, and `fine` points off the score at the table;
            nothing or more.
        riichi_void: whether a riichi of the offender lapses, and `bet` the points that go back.
        found_at: for a chombo that is only judged when it is found, when that is.
    """

    seat: Wind
    foul: str
    comes_to: FoulEffect
    penalty: int = 0
    fine: int = 0
    riichi_void: bool = False
    bet: int = 0
    found_at: tuple[FoundAt, ...] = ()


Event: TypeAlias = (
    Started | Drew | Discarded | KongDeclared | Closed | TakenBack | RiichiAccepted | Claimed
    | Taken | KongMade | Turned | FuritenEnded | Won | WallEmpty | Announced | Exhausted | Aborted
    | HandDied | Reported
)  # fmt: skip

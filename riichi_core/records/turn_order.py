"""Turn order: reconstructed from each player's rows of draws and discards.

Some records keep for each player a row of takes and a row of discards, and not how they interlock.
Who claimed a tile says from whom, and with which tile, but the same tile may be thrown twice by the
same player; so ways are tried until one uses everything up and ends as the deal did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from riichi_core.messages import Message
from riichi_core.play.actions import Chow, ClaimedKong, Discard, Kong, MeldClaim
from riichi_core.records.foreign import refused
from riichi_core.records.recorded import Draw, Move
from riichi_core.tiles import Tile

MOST_STEPS = 5_000
"""The most positions that are tried; a real deal needs two hundred."""


class ClaimEntry(NamedTuple):
    """A take from another player's discard."""

    meld: MeldClaim
    tile: Tile
    giver: int


class DiscardEntry(NamedTuple):
    """A discard; without a tile the one that was drawn."""

    tile: Tile | None
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRows:
    """The takes and discards of one player, and their place in the record.

    After a claimed kong the throws have None.
    """

    draws: tuple[Tile | ClaimEntry, ...]
    discards: tuple[DiscardEntry | Kong | None, ...]
    where: str


class Trail(NamedTuple):
    """The moves so far, the last first."""

    last: Draw | Move
    before: Trail | None


@dataclass(frozen=True, slots=True)
class _Point:
    """A position on a way through the rows.

    `tile` is what the player drew or offers; `awaits` is what has to come next.
    """

    taken: tuple[int, ...]
    thrown: tuple[int, ...]
    player: int
    awaits: str
    tile: Tile | None = None
    trail: Trail | None = None

    @property
    def done(self) -> int:
        return sum(self.taken) + sum(self.thrown)


class LastTile(NamedTuple):
    """The tile after which a deal ended: whose, if known, and if it was drawn or offered."""

    player: int | None
    drawn: bool


def reconstruct(
    rows: tuple[PlayerRows, ...], dealer: int, last: LastTile, where: str
) -> list[Draw | Move]:
    """Return draws and moves in the order in which they were made.

    Args:
        rows: of each player.
        dealer: who draws first.
        last: after which tile the deal ended.
        where: the deal, for errors.

    Raises:
        RecordError: no order uses all takes and throws up.
    """
    start = (0, 0, 0, 0)
    open_ways = [_Point(start, start, dealer, "draw")]
    seen: set[tuple[object, ...]] = set()
    furthest = open_ways[0]
    wanted = sum(len(row.draws) + len(row.discards) for row in rows)
    while open_ways and len(seen) < MOST_STEPS:
        point = open_ways.pop()
        key = (point.taken, point.thrown, point.player, point.awaits)
        if key in seen:
            continue
        seen.add(key)
        if point.done == wanted and point.awaits in _LAST:
            if last.player in (None, point.player) and last.drawn == (point.awaits == "act"):
                return _moves(point.trail)
            continue
        furthest = max(furthest, point, key=lambda one: one.done)
        open_ways += reversed(list(_onward(point, rows)))
    raise refused(where, _stuck(furthest, rows))


_LAST = ("act", "answer", "robbery")


def _moves(trail: Trail | None) -> list[Draw | Move]:
    found = []
    while trail is not None:
        found.append(trail.last)
        trail = trail.before
    return found[::-1]


def _stuck(point: _Point, rows: tuple[PlayerRows, ...]) -> Message:
    """Return what is left where no way went on, as a message."""
    left = [
        Message(
            "player {player} has {takes} takes and {discards} discards left",
            player=player,
            takes=len(row.draws) - taken,
            discards=len(row.discards) - thrown,
        )
        for player, (row, taken, thrown) in enumerate(
            zip(rows, point.taken, point.thrown, strict=True)
        )
        if taken < len(row.draws) or thrown < len(row.discards)
    ]
    what = left or [Message("the last act is not that of the result")]
    return Message(
        "takes and discards fit no order of play: at best, {left}",
        left=Message.joined(what, by="; "),
    )


# ---- one step ------------------------------------------------------------------------------------


def _onward(point: _Point, rows: tuple[PlayerRows, ...]) -> Iterator[_Point]:
    """Yield the next positions, the likeliest first."""
    if point.awaits in ("draw", "replacement"):
        yield from _drawn(point, rows)
    elif point.awaits in ("act", "discard"):
        yield from _thrown(point, rows)
    elif point.awaits == "robbery":
        yield replace(point, awaits="replacement")
    else:
        yield from _claims(point, rows)
        yield replace(point, player=(point.player + 1) % 4, awaits="draw")


def _more(counts: tuple[int, ...], player: int) -> tuple[int, ...]:
    return (*counts[:player], counts[player] + 1, *counts[player + 1 :])


def _drawn(point: _Point, rows: tuple[PlayerRows, ...]) -> Iterator[_Point]:
    player = point.player
    row, number = rows[player], point.taken[player]
    take = row.draws[number] if number < len(row.draws) else None
    if isinstance(take, Tile):
        draw = Draw(player, take, point.awaits == "replacement")
        trail = Trail(draw, point.trail)
        taken = _more(point.taken, player)
        yield replace(point, taken=taken, awaits="act", tile=take, trail=trail)


def _thrown(point: _Point, rows: tuple[PlayerRows, ...]) -> Iterator[_Point]:
    player = point.player
    row, number = rows[player], point.thrown[player]
    if number >= len(row.discards):
        return
    throw = row.discards[number]
    thrown, where = _more(point.thrown, player), f"{row.where}, discard {number + 1}"
    if isinstance(throw, DiscardEntry):
        tile = throw.tile or point.tile
        if tile is not None:  # else a discard of the drawn tile after a claim
            act = Discard(tile, throw.tile is None, throw.riichi)
            trail = Trail(Move(player, act, where), point.trail)
            yield replace(point, thrown=thrown, awaits="answer", tile=tile, trail=trail)
    elif throw is not None and point.awaits == "act":
        trail = Trail(Move(player, throw, where), point.trail)
        yield replace(point, thrown=thrown, awaits="robbery", trail=trail)


def _claims(point: _Point, rows: tuple[PlayerRows, ...]) -> Iterator[_Point]:
    """Yield a position for each possible claim of the discard; pung and kong before chow."""
    found = []
    for player, row in enumerate(rows):
        number = point.taken[player]
        take = row.draws[number] if number < len(row.draws) else None
        if isinstance(take, ClaimEntry) and (take.giver, take.tile) == (point.player, point.tile):
            found.append((isinstance(take.meld, Chow), player, take, number))
    for _, player, take, number in sorted(found, key=lambda one: one[0]):
        where = f"{rows[player].where}, take {number + 1}"
        trail = Trail(Move(player, take.meld, where), point.trail)
        taken = _more(point.taken, player)
        claimed = replace(
            point, taken=taken, player=player, awaits="discard", tile=None, trail=trail
        )
        if not isinstance(take.meld, ClaimedKong):
            yield claimed
        elif _nothing_thrown(point, rows[player], player):
            thrown = _more(point.thrown, player)
            yield replace(claimed, thrown=thrown, awaits="replacement")


def _nothing_thrown(point: _Point, row: PlayerRows, player: int) -> bool:
    number = point.thrown[player]
    return number < len(row.discards) and row.discards[number] is None

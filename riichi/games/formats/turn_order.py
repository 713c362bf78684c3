"""Turn order: reconstructed from each player's rows of draws and discards.

Some records list the tiles that each player got and discarded, but not their order in time.
A claim names its discarder and its tile, but a player may discard the same tile twice. So the
search tries each order until one uses up all entries and ends as the deal did.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from riichi.games.formats.file_text import error_at
from riichi.games.replay.recorded_game import Draw, Move
from riichi_core.messages import Message
from riichi_core.play.actions import Chii, ClaimedKan, Discard, MeldClaim, OwnKan
from riichi_core.tiles import Tile

MOST_STEPS = 5_000
"""The maximum number of positions to try; a real deal needs two hundred."""


class ClaimEntry(NamedTuple):
    """A take of another player's discard."""

    meld: MeldClaim
    tile: Tile
    giver: int


class DiscardEntry(NamedTuple):
    """A discard; the drawn tile if `tile` is None."""

    tile: Tile | None
    riichi: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRows:
    """The takes and discards of one player, and their position in the record.

    After a claimed quad, `discards` has None.
    """

    draws: tuple[Tile | ClaimEntry, ...]
    discards: tuple[DiscardEntry | OwnKan | None, ...]
    where: str


@dataclass(frozen=True, slots=True)
class _Position:
    """A position of the search.

    `tile` is the tile that the player drew or offers; `awaits` is the kind of the next entry, and
    `trail` has the moves so far.
    """

    taken: tuple[int, ...]
    discarded: tuple[int, ...]
    player: int
    awaits: str
    tile: Tile | None = None
    trail: tuple[Draw | Move, ...] = ()

    @property
    def done(self) -> int:
        return sum(self.taken) + sum(self.discarded)


class LastTile(NamedTuple):
    """The tile after which a deal ended: the player, if known, and if it was drawn or offered."""

    player: int | None
    drawn: bool


def reconstruct(
    rows: tuple[PlayerRows, ...], dealer: int, last_tile: LastTile, where: str
) -> list[Draw | Move]:
    """Return the draws and moves of a deal in the order in which they were made.

    Raises:
        RecordError: if no order uses up all takes and discards.
    """
    start = (0, 0, 0, 0)
    untried = [_Position(start, start, dealer, "draw")]
    tried: set[tuple[object, ...]] = set()
    furthest = untried[0]
    all_entries = sum(len(row.draws) + len(row.discards) for row in rows)
    while untried and len(tried) < MOST_STEPS:
        position = untried.pop()
        key = (position.taken, position.discarded, position.player, position.awaits)
        if key in tried:
            continue
        tried.add(key)
        if position.done == all_entries and position.awaits in _LAST:
            if last_tile.player in (None, position.player) and last_tile.drawn == (
                position.awaits == "act"
            ):
                return list(position.trail)
            continue
        furthest = max(furthest, position, key=lambda way: way.done)
        untried += reversed(list(_next_positions(position, rows)))
    raise error_at(where, _stuck(furthest, rows))


_LAST = ("act", "answer", "robbery")


def _stuck(position: _Position, rows: tuple[PlayerRows, ...]) -> Message:
    """Return the message about the entries that the furthest position leaves unused."""
    entries_left = [
        Message(
            "player {player} has {takes} draws or claims and {discards} discards left",
            player=player,
            takes=len(row.draws) - taken,
            discards=len(row.discards) - discarded,
        )
        for player, (row, taken, discarded) in enumerate(
            zip(rows, position.taken, position.discarded, strict=True)
        )
        if taken < len(row.draws) or discarded < len(row.discards)
    ]
    reasons = entries_left or [Message("the last action does not match the result")]
    return Message(
        "the draws and discards fit no order of play: at best, {left}",
        left=Message.joined(reasons, by="; "),
    )


# ---- one step ------------------------------------------------------------------------------------


def _next_positions(position: _Position, rows: tuple[PlayerRows, ...]) -> Iterator[_Position]:
    """Yield the next positions, the likeliest first."""
    if position.awaits in ("draw", "replacement"):
        yield from _after_draw(position, rows)
    elif position.awaits in ("act", "discard"):
        yield from _after_discard(position, rows)
    elif position.awaits == "robbery":
        yield replace(position, awaits="replacement")
    else:
        yield from _claims(position, rows)
        yield replace(position, player=(position.player + 1) % 4, awaits="draw")


def _one_more(counts: tuple[int, ...], player: int) -> tuple[int, ...]:
    return (*counts[:player], counts[player] + 1, *counts[player + 1 :])


def _next_take(
    position: _Position, rows: tuple[PlayerRows, ...], player: int
) -> Tile | ClaimEntry | None:
    draws, number = rows[player].draws, position.taken[player]
    return draws[number] if number < len(draws) else None


def _after_draw(position: _Position, rows: tuple[PlayerRows, ...]) -> Iterator[_Position]:
    player = position.player
    take = _next_take(position, rows, player)
    if isinstance(take, Tile):
        trail = (*position.trail, Draw(player, take, position.awaits == "replacement"))
        taken = _one_more(position.taken, player)
        yield replace(position, taken=taken, awaits="act", tile=take, trail=trail)


def _after_discard(position: _Position, rows: tuple[PlayerRows, ...]) -> Iterator[_Position]:
    player = position.player
    row, number = rows[player], position.discarded[player]
    if number >= len(row.discards):
        return
    discard = row.discards[number]
    discarded, where = _one_more(position.discarded, player), f"{row.where}, discard {number + 1}"
    if isinstance(discard, DiscardEntry):
        tile = discard.tile or position.tile
        if tile is not None:  # None after a claim: there is no drawn tile to discard
            act = Discard(tile, discard.tile is None, discard.riichi)
            trail = (*position.trail, Move(player, act, where))
            yield replace(position, discarded=discarded, awaits="answer", tile=tile, trail=trail)
    elif discard is not None and position.awaits == "act":
        trail = (*position.trail, Move(player, discard, where))
        yield replace(position, discarded=discarded, awaits="robbery", trail=trail)


def _claims(position: _Position, rows: tuple[PlayerRows, ...]) -> Iterator[_Position]:
    """Yield a position for each possible claim of the discard, triplet and quad before sequence."""
    claims = []
    offer = position.player, position.tile
    for player in range(len(rows)):
        take = _next_take(position, rows, player)
        if isinstance(take, ClaimEntry) and (take.giver, take.tile) == offer:
            claims.append((player, take))
    for player, take in sorted(claims, key=lambda claim: isinstance(claim[1].meld, Chii)):
        where = f"{rows[player].where}, take {position.taken[player] + 1}"
        trail = (*position.trail, Move(player, take.meld, where))
        taken = _one_more(position.taken, player)
        claimed = replace(
            position, taken=taken, player=player, awaits="discard", tile=None, trail=trail
        )
        if not isinstance(take.meld, ClaimedKan):
            yield claimed
        elif rows[player].discards[position.discarded[player] :][:1] == (None,):
            discarded = _one_more(position.discarded, player)
            yield replace(claimed, discarded=discarded, awaits="replacement")

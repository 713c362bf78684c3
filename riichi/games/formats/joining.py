"""Join records of one deal each into the game that they are parts of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from riichi.games.formats.game_builder import BET
from riichi.games.replay.recorded_game import RecordedDeal, RecordedGame
from riichi.games.replay.recorded_wins import course_of
from riichi_core.errors import RecordError
from riichi_core.scoring.points import Points

Game = TypeVar("Game")


def joined(games: Iterable[Game], join: Callable[[Game, Game], Game | None]) -> Iterator[Game]:
    """Yield games; if `join` returns two as one, and not None, they become one game."""
    pending: Game | None = None
    for game in games:
        whole = None if pending is None else join(pending, game)
        if pending is not None and whole is None:
            yield pending
        pending = game if whole is None else whole
    if pending is not None:
        yield pending


def join(game: RecordedGame, following: RecordedGame) -> RecordedGame | None:
    """Return a game with the deal of another record, if that is its next deal; otherwise None."""
    if not _continues(game, following):
        return None
    number = len(game.deals) + 1
    return replace(
        following,
        deals=(*game.deals, replace(following.deals[0], number=number)),
        red_fives=game.red_fives or following.red_fives,
        notes=(*game.notes, *following.notes),
    )


def _continues(game: RecordedGame, following: RecordedGame) -> bool:
    """Return whether a record has the next deal of a game that so far has no end.

    The players, the room, the scores and the counters must fit.
    """
    if len(following.deals) != 1 or game.final is not None or game.cut is not None:
        return False
    if game.names != following.names or game.room != following.room:
        return False
    before, after = game.deals[-1].standing, following.deals[0].standing
    turn_before, turn_after = (4 * one.round + one.dealer for one in (before, after))
    more = before.counters + 1
    if (turn_after - turn_before, after.counters) not in ((0, more), (1, more), (1, 0)):
        return False
    return _scores_after(game.deals[-1]) == after.scores


def _scores_after(deal: RecordedDeal) -> tuple[Points, ...] | None:
    """Return the scores after a deal, less the bets paid in it; None if they are unknown."""
    deltas = deal.result.deltas
    if deltas is None:
        return None
    try:
        bettors = course_of(deal).bettors
    except RecordError:
        return None
    return tuple(
        score + delta - BET * (player in bettors)
        for player, (score, delta) in enumerate(zip(deal.standing.scores, deltas, strict=True))
    )

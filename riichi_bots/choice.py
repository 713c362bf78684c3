"""Players by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from riichi_bots.player import Player
from riichi_bots.sensible import SensiblePlayer
from riichi_bots.simple import DrawnPlayer, RandomPlayer
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.seeded import SeededRandom
from riichi_core.source.diagnostics import nearest

_PLAYERS: Mapping[str, Callable[[SeededRandom], Player]] = {
    "random": RandomPlayer,
    "drawn": lambda _: DrawnPlayer(),
    "sensible": lambda _: SensiblePlayer(),
}

NAMES = tuple(_PLAYERS)
"""The players that can be had by name."""


class PlayerError(RiichiError):
    """A name that no player has."""


def player(name: str, chance: SeededRandom) -> Player:
    """Return a player by its name: `random`, `drawn` or `sensible`.

    Args:
        name: which.
        chance: what a player draws from who plays by chance; the others leave it alone.

    Raises:
        PlayerError: there is no such player; the message names the nearest.
    """
    if name in _PLAYERS:
        return _PLAYERS[name](chance)
    near = nearest(name, NAMES)
    if near:
        raise PlayerError(
            Message("there is no player '{name}': did you mean {near}?", name=name, near=near)
        )
    raise PlayerError(
        Message("there is no player '{name}': expected {names}", name=name, names=", ".join(NAMES))
    )

"""Make players by name."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from riichi_core.bots.player import Player, PlayerError, PlayerMaker
from riichi_core.bots.sensible import SensiblePlayer
from riichi_core.bots.simple import RandomPlayer, TsumogiriPlayer
from riichi_core.messages import Message
from riichi_core.seeded import SeededRandom
from riichi_core.spelling import closest_word

_PLAYERS: Mapping[str, Callable[[SeededRandom], Player]] = {
    "random": RandomPlayer,
    "tsumogiri": lambda _: TsumogiriPlayer(),
    "sensible": lambda _: SensiblePlayer(),
}

NAMES = tuple(_PLAYERS)
"""The names of the project's own players."""


def player_named(name: str, chance: SeededRandom) -> Player:
    """Return a player by its name: `random`, `tsumogiri`, `sensible`, or `my.module:Bot`.

    Args:
        name: the name. With a colon: a module that Python can import, including from the current
            folder, and the class or function in it that makes a player.
        chance: the random numbers of a random player; the others do not use it.

    Raises:
        PlayerError: if the player is unknown (the message suggests the nearest name) or its module
            raises an error.
    """
    if ":" in name:
        return _imported(name)
    if name in _PLAYERS:
        return _PLAYERS[name](chance)
    closest = closest_word(name, NAMES)
    if closest:
        raise PlayerError(
            Message("there is no player '{name}': did you mean {near}?", name=name, near=closest)
        )
    raise PlayerError(
        Message("there is no player '{name}': expected {names}", name=name, names=", ".join(NAMES))
    )


def check_players(players: Sequence[str | PlayerMaker]) -> None:
    """Refuse players who cannot play a game.

    Raises:
        PlayerError: if there are not four, or a player is unknown.
    """
    if len(players) != 4:
        raise PlayerError(Message("{n} players: a game has four", n=len(players)))
    for player in players:
        if isinstance(player, str):
            player_named(player, SeededRandom(0))


def _imported(name: str) -> Player:
    """Return a new player from a user's module."""
    module, _, attribute = name.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        player: Player = getattr(import_module(module), attribute)()
    except Exception as error:  # a user's module can raise anything
        problem = f"{type(error).__name__}: {error}"
        raise PlayerError(
            Message("the player '{name}' cannot be made: {problem}", name=name, problem=problem)
        ) from error
    if not callable(getattr(player, "choose", None)):
        raise PlayerError(Message("the player '{name}' has no method 'choose'", name=name))
    return player

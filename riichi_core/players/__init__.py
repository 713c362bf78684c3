"""Players: what a bot has to offer, and three that come with the project."""

from riichi_core.players.choice import NAMES, PlayerError, player
from riichi_core.players.player import Player
from riichi_core.players.sensible import SensiblePlayer
from riichi_core.players.simple import DrawnPlayer, RandomPlayer

__all__ = [
    "NAMES",
    "DrawnPlayer",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "SensiblePlayer",
    "player",
]

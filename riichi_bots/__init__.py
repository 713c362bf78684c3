"""Players: what a bot has to offer, and three that come with the project."""

from riichi_bots.choice import NAMES, player
from riichi_bots.house import House, RuledPlayer
from riichi_bots.player import Player, PlayerError
from riichi_bots.sensible import SensiblePlayer
from riichi_bots.simple import DrawnPlayer, RandomPlayer

__all__ = [
    "NAMES",
    "DrawnPlayer",
    "House",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "RuledPlayer",
    "SensiblePlayer",
    "player",
]

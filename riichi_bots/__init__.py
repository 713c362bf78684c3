"""Players: what a bot has to offer, and three that come with the project."""

from riichi_bots.by_name import NAMES, player_named
from riichi_bots.player import KnownRules, Player, PlayerError, RuledPlayer
from riichi_bots.sensible import SensiblePlayer
from riichi_bots.simple import DrawnPlayer, RandomPlayer

__all__ = [
    "NAMES",
    "DrawnPlayer",
    "KnownRules",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "RuledPlayer",
    "SensiblePlayer",
    "player_named",
]

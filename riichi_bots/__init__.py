"""Bots: an observation and legal actions go in, the chosen action comes out.

- what a bot has to offer: `player.Player`; facts of the rules that it may use: `player.KnownRules`
- the bots that come with the project: `simple.RandomPlayer`, `simple.DrawnPlayer`,
  `sensible.SensiblePlayer`; by name, also those of your own modules: `by_name.player_named`
- what a bot is asked, and its errors: `asking.responses`
- a whole game, and its counts: `runner.play_game`, `runner.count_game`
- many games on several processes, and their statistics: `simulation.simulate`,
  `simulation.summarize`
"""

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

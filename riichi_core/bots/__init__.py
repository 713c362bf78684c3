"""Bots: each gets an observation and the legal actions, and returns one of these.

- the interface of a bot: `player.Player`; the facts of the rules that it may use:
  `player.KnownRules`
- the bots of this project: `simple.RandomPlayer`, `simple.TsumogiriPlayer`,
`sensible.SensiblePlayer`
- a bot by its name, including one from your own module: `by_name.player_named`
- asking a bot for its action, and its errors: `asking.responses`
- a whole game, and its counts: `runner.play_game`, `runner.count_game`
- many games on several processes, and their statistics: `simulation.simulate`,
  `simulation.summarize`
"""

from riichi_core.bots.by_name import NAMES, player_named
from riichi_core.bots.player import Player, PlayerError
from riichi_core.bots.sensible import SensiblePlayer
from riichi_core.bots.simple import RandomPlayer, TsumogiriPlayer

__all__ = [
    "NAMES",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "SensiblePlayer",
    "TsumogiriPlayer",
    "player_named",
]

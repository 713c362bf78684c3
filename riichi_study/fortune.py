"""Fortune: the wall and the players' chance of each deal, whatever was played before it.

Under every ruleset a deal of a game is named by its round, its dealer and how often that dealer
has dealt in that round already. Games that part meet again in the deals that both have, with the
same walls and the same chance; so their differences are small beside those of chance.
"""

from __future__ import annotations

from typing import NamedTuple

from riichi_bots.choice import player
from riichi_bots.player import Player
from riichi_core.play.wall import Wall
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.seeded import SeededRandom


class DealName(NamedTuple):
    """A deal of a game: rounds that are over, the player who is East, and the deals as East before.

    Players are numbered 0 to 3, the first East being 0.
    """

    round: int
    dealer: int
    repeat: int


class Fortune(NamedTuple):
    """The chance of one game of a study."""

    seed: int
    game: int

    def _of(self, name: DealName) -> SeededRandom:
        chance = SeededRandom(self.seed).fork(self.game)
        return chance.fork(4 * name.round + name.dealer).fork(name.repeat)

    def wall(self, name: DealName, tiles: Tiles) -> Wall:
        """Return the wall of a deal; with other red fives the same tiles lie in the same places."""
        return Wall.shuffled(tiles, self._of(name).fork(0))

    def player(self, name: DealName, number: int, called: str) -> Player:
        """Return a new player for a deal, so that it remembers nothing of other deals.

        Args:
            name: the deal.
            number: which of the four, from 0.
            called: the player's name, as `riichi_bots.player` takes it.
        """
        return player(called, self._of(name).fork(1 + number))

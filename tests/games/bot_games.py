"""Games that the bots play, as records whose rules are known."""

from __future__ import annotations

from dataclasses import replace

from riichi.games.formats.mjai import mjai_games, write_mjai
from riichi.games.infer.readoff import Named
from riichi.games.replay.deal_history import histories_of
from riichi.games.replay.recorded_game import RecordedGame
from riichi_core.bots.by_name import player_named
from riichi_core.bots.runner import play_game
from riichi_core.play.table import Table
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom


def games_of(ruleset: Ruleset, number: int, seed: int = 3) -> list[Named]:
    return [(f"game-{game}", game_of(ruleset, seed * 1000 + game)) for game in range(number)]


def game_of(ruleset: Ruleset, seed: int) -> RecordedGame:
    return game_at(table_of(ruleset, seed))


def table_of(ruleset: Ruleset, seed: int) -> Table:
    """Return a table after a game of four bots."""
    table = Table(ruleset, seed=seed)
    chance = SeededRandom(seed)
    play_game(table, [player_named("sensible", chance.fork(seat)) for seat in range(4)])
    return table


def game_at(table: Table) -> RecordedGame:
    """Return the game of a table as another program records it, without dice."""
    scores = [final.score for final in table.finals]
    whole = [int(score) for score in scores] if all(int(s) == s for s in scores) else None
    (game,) = mjai_games(write_mjai("ABCD", list(histories_of(table)), whole))
    return replace(game, results=tuple(final.result for final in table.finals))

"""Values that are sent to other processes can be pickled and copied."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator

from riichi_core.bots import SensiblePlayer
from riichi_core.bots.runner import count_game, play_game
from riichi_core.hands.win import Win
from riichi_core.play.table import Table
from riichi_core.scoring.score import score


def values() -> Iterator[object]:
    """Yield values that are sent to other processes or copied: a game, and its parts."""
    table = Table("ema-2016", seed=3)
    table.start()
    yield table.legal_actions()
    play_game(table, [SensiblePlayer() for _ in range(4)])
    yield table.events
    yield from (table.game_at(number) for number in range(0, len(table.events), 97))
    yield table.game
    yield table.finals
    yield count_game(1, table)
    yield score(Win("2345567m(345p)678s", "8m", by="ron", seat="south"), "ema-2016")


def test_values_can_be_pickled_and_copied() -> None:
    for value in values():
        assert pickle.loads(pickle.dumps(value)) == value
        assert copy.deepcopy(value) == value

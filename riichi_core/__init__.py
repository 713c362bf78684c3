"""Riichi mahjong rules as data, and the engine that they drive.

```python
import riichi_core as rc

ema = rc.load("ema-2016")
win = rc.Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
print(rc.score(win, ema).points)
```

Every name that a program needs to start with is here; docs/reference/library.md shows them all.
Each name is imported at its first use, so importing this package takes almost no time.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riichi_core.batch.score_many import score_many
    from riichi_core.comparison.comparison import compare
    from riichi_core.comparison.why_differ import Difference, why_differ
    from riichi_core.errors import RiichiError
    from riichi_core.game.fouls import judge
    from riichi_core.hands.distance import HandForm, Shanten, shanten
    from riichi_core.hands.hand import Hand, best_discards
    from riichi_core.hands.melds import Meld
    from riichi_core.hands.win import Riichi, Ron, Tsumo, Win
    from riichi_core.play.table import Table
    from riichi_core.records.to_dict import to_dict
    from riichi_core.rules.load import load
    from riichi_core.rules.ruleset import Ruleset
    from riichi_core.scoring.explain import explain
    from riichi_core.scoring.score import NoWin, Score, score
    from riichi_core.settlement.ending import (
        AbortiveDraw,
        ChomboEnding,
        ExhaustiveDraw,
        FinishedDeal,
        Wins,
    )
    from riichi_core.settlement.settle import settle
    from riichi_core.tiles.tile import Tile, Wind
    from riichi_programs.records.games import LoggedDeal, LoggedGame, read_games, write_game

__all__ = [
    "AbortiveDraw",
    "ChomboEnding",
    "Difference",
    "ExhaustiveDraw",
    "FinishedDeal",
    "Hand",
    "HandForm",
    "LoggedDeal",
    "LoggedGame",
    "Meld",
    "NoWin",
    "Riichi",
    "RiichiError",
    "Ron",
    "Ruleset",
    "Score",
    "Shanten",
    "Table",
    "Tile",
    "Tsumo",
    "Win",
    "Wind",
    "Wins",
    "best_discards",
    "compare",
    "explain",
    "judge",
    "load",
    "read_games",
    "score",
    "score_many",
    "settle",
    "shanten",
    "to_dict",
    "why_differ",
    "write_game",
]

_MODULES = {
    "riichi_core.batch.score_many": ("score_many",),
    "riichi_core.comparison.comparison": ("compare",),
    "riichi_core.comparison.why_differ": ("Difference", "why_differ"),
    "riichi_core.errors": ("RiichiError",),
    "riichi_core.game.fouls": ("judge",),
    "riichi_core.hands.distance": ("HandForm", "Shanten", "shanten"),
    "riichi_core.hands.hand": ("Hand", "best_discards"),
    "riichi_core.hands.melds": ("Meld",),
    "riichi_core.hands.win": ("Riichi", "Ron", "Tsumo", "Win"),
    "riichi_core.play.table": ("Table",),
    "riichi_core.records.to_dict": ("to_dict",),
    "riichi_core.rules.load": ("load",),
    "riichi_core.rules.ruleset": ("Ruleset",),
    "riichi_core.scoring.explain": ("explain",),
    "riichi_core.scoring.score": ("NoWin", "Score", "score"),
    "riichi_core.settlement.ending": (
        "AbortiveDraw",
        "ChomboEnding",
        "FinishedDeal",
        "ExhaustiveDraw",
        "Wins",
    ),
    "riichi_core.settlement.settle": ("settle",),
    "riichi_core.tiles.tile": ("Tile", "Wind"),
    "riichi_programs.records.games": ("LoggedDeal", "LoggedGame", "read_games", "write_game"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name in `__all__` at its first use."""
    module = _HOMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

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
    from riichi_core.errors import RiichiError
    from riichi_core.game.fouls import judge
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

__all__ = [
    "AbortiveDraw",
    "ChomboEnding",
    "ExhaustiveDraw",
    "FinishedDeal",
    "Hand",
    "Meld",
    "NoWin",
    "Riichi",
    "RiichiError",
    "Ron",
    "Ruleset",
    "Score",
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
    "score",
    "score_many",
    "settle",
    "to_dict",
]

_MODULES = {
    "batch.score_many": ("score_many",),
    "comparison.comparison": ("compare",),
    "errors": ("RiichiError",),
    "game.fouls": ("judge",),
    "hands.hand": ("Hand", "best_discards"),
    "hands.melds": ("Meld",),
    "hands.win": ("Riichi", "Ron", "Tsumo", "Win"),
    "play.table": ("Table",),
    "records.to_dict": ("to_dict",),
    "rules.load": ("load",),
    "rules.ruleset": ("Ruleset",),
    "scoring.explain": ("explain",),
    "scoring.score": ("NoWin", "Score", "score"),
    "settlement.ending": ("AbortiveDraw", "ChomboEnding", "FinishedDeal", "ExhaustiveDraw", "Wins"),
    "settlement.settle": ("settle",),
    "tiles.tile": ("Tile", "Wind"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name in `__all__` at its first use."""
    module = _HOMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

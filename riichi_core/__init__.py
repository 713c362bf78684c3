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
    from riichi.programs.records.games import LoggedDeal, LoggedGame, read_games, write_game
    from riichi_core.analysis.packed import FuItem
    from riichi_core.batch.columns import PackedWins, ScoreRow, Scores
    from riichi_core.batch.score_many import score_many
    from riichi_core.batch.win_arrays import WinArrays
    from riichi_core.bots.player import Player
    from riichi_core.bots.runner import play_game
    from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
    from riichi_core.comparison.why_differ import Difference, why_differ
    from riichi_core.errors import RecordError, RiichiError
    from riichi_core.files.problem import Problem
    from riichi_core.game.fouls import Judgement, judge
    from riichi_core.game.result import PlayerResult
    from riichi_core.hands.distance import HandForm, Shanten, shanten
    from riichi_core.hands.hand import DiscardChoice, Hand, HandError, best_discards
    from riichi_core.hands.melds import Meld
    from riichi_core.hands.readings import Reading
    from riichi_core.hands.win import Riichi, Ron, Tsumo, Win, WinError
    from riichi_core.play.actions import (
        Action,
        Announce,
        Chow,
        ClaimedKong,
        ConcealedKong,
        DeclareWin,
        Discard,
        ExtendedKong,
        NineKinds,
        Pass,
        Pung,
        Response,
        Take,
    )
    from riichi_core.play.decide import IllegalActionError
    from riichi_core.play.observation import Observation
    from riichi_core.play.table import Table, TableError
    from riichi_core.play.wall import Wall
    from riichi_core.records.from_dict import from_dict
    from riichi_core.records.to_dict import to_dict
    from riichi_core.rules.load import load
    from riichi_core.rules.rules import Rules
    from riichi_core.rules.ruleset import Provenance, Ruleset, RulesetError
    from riichi_core.rules.settings import Setting
    from riichi_core.scoring.explain import Explanation, Line, explain
    from riichi_core.scoring.points import Payments, Points
    from riichi_core.scoring.result import DoraHan, NoWin, Score, YakuHan
    from riichi_core.scoring.score import ImpossibleWinError, UnsupportedTileError, score
    from riichi_core.settlement.ending import (
        AbortiveDraw,
        ChomboEnding,
        DealError,
        DealtAgain,
        ExhaustiveDraw,
        FinishedDeal,
        StatedWin,
        Wins,
    )
    from riichi_core.settlement.payments import Transfer
    from riichi_core.settlement.settle import Settlement, settle
    from riichi_core.tiles.tile import Tile, TileError, Wind

    __version__: str

__all__ = [
    "AbortiveDraw",
    "Action",
    "Announce",
    "ChomboEnding",
    "Chow",
    "ClaimedKong",
    "Comparison",
    "ComparisonRow",
    "ConcealedKong",
    "DealError",
    "DealtAgain",
    "DeclareWin",
    "Difference",
    "Discard",
    "DiscardChoice",
    "DoraHan",
    "ExhaustiveDraw",
    "Explanation",
    "ExtendedKong",
    "FinishedDeal",
    "FuItem",
    "Hand",
    "HandError",
    "HandForm",
    "IllegalActionError",
    "ImpossibleWinError",
    "Judgement",
    "Line",
    "LoggedDeal",
    "LoggedGame",
    "Meld",
    "NineKinds",
    "NoWin",
    "Observation",
    "PackedWins",
    "Pass",
    "Payments",
    "Player",
    "PlayerResult",
    "Points",
    "Problem",
    "Provenance",
    "Pung",
    "Reading",
    "RecordError",
    "Response",
    "Riichi",
    "RiichiError",
    "Ron",
    "Rules",
    "Ruleset",
    "RulesetError",
    "Score",
    "ScoreRow",
    "Scores",
    "Setting",
    "Settlement",
    "Shanten",
    "StatedWin",
    "Table",
    "TableError",
    "Take",
    "Tile",
    "TileError",
    "Transfer",
    "Tsumo",
    "UnsupportedTileError",
    "Wall",
    "Win",
    "WinArrays",
    "WinError",
    "Wind",
    "Wins",
    "YakuHan",
    "__version__",
    "best_discards",
    "compare",
    "explain",
    "from_dict",
    "judge",
    "load",
    "play_game",
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
    "riichi_core.bots.player": ("Player",),
    "riichi_core.bots.runner": ("play_game",),
    "riichi_core.analysis.packed": ("FuItem",),
    "riichi_core.batch.columns": (
        "PackedWins",
        "ScoreRow",
        "Scores",
    ),
    "riichi_core.batch.score_many": ("score_many",),
    "riichi_core.batch.win_arrays": ("WinArrays",),
    "riichi_core.comparison.comparison": (
        "Comparison",
        "ComparisonRow",
        "compare",
    ),
    "riichi_core.errors": (
        "RecordError",
        "RiichiError",
    ),
    "riichi_core.files.problem": ("Problem",),
    "riichi_core.game.fouls": (
        "Judgement",
        "judge",
    ),
    "riichi_core.game.result": ("PlayerResult",),
    "riichi_core.hands.hand": (
        "DiscardChoice",
        "Hand",
        "HandError",
        "best_discards",
    ),
    "riichi_core.hands.melds": ("Meld",),
    "riichi_core.hands.readings": ("Reading",),
    "riichi_core.hands.win": (
        "Riichi",
        "Ron",
        "Tsumo",
        "Win",
        "WinError",
    ),
    "riichi_core.play.actions": (
        "Action",
        "Announce",
        "Chow",
        "ClaimedKong",
        "ConcealedKong",
        "DeclareWin",
        "Discard",
        "ExtendedKong",
        "NineKinds",
        "Pass",
        "Pung",
        "Response",
        "Take",
    ),
    "riichi_core.play.decide": ("IllegalActionError",),
    "riichi_core.play.observation": ("Observation",),
    "riichi_core.play.table": (
        "Table",
        "TableError",
    ),
    "riichi_core.play.wall": ("Wall",),
    "riichi_core.records.from_dict": ("from_dict",),
    "riichi_core.records.to_dict": ("to_dict",),
    "riichi_core.rules.load": ("load",),
    "riichi_core.rules.rules": ("Rules",),
    "riichi_core.rules.ruleset": (
        "Provenance",
        "Ruleset",
        "RulesetError",
    ),
    "riichi_core.rules.settings": ("Setting",),
    "riichi_core.scoring.explain": (
        "Explanation",
        "Line",
        "explain",
    ),
    "riichi_core.scoring.points": (
        "Payments",
        "Points",
    ),
    "riichi_core.scoring.result": (
        "DoraHan",
        "NoWin",
        "Score",
        "YakuHan",
    ),
    "riichi_core.scoring.score": (
        "ImpossibleWinError",
        "UnsupportedTileError",
        "score",
    ),
    "riichi_core.settlement.ending": (
        "AbortiveDraw",
        "ChomboEnding",
        "DealError",
        "DealtAgain",
        "ExhaustiveDraw",
        "FinishedDeal",
        "StatedWin",
        "Wins",
    ),
    "riichi_core.settlement.payments": ("Transfer",),
    "riichi_core.settlement.settle": (
        "Settlement",
        "settle",
    ),
    "riichi_core.tiles.tile": (
        "Tile",
        "TileError",
        "Wind",
    ),
    "riichi_core.comparison.why_differ": ("Difference", "why_differ"),
    "riichi_core.hands.distance": ("HandForm", "Shanten", "shanten"),
    "riichi.programs.records.games": ("LoggedDeal", "LoggedGame", "read_games", "write_game"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name in `__all__` at its first use."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("riichi-core")
    module = _HOMES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__]

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

if TYPE_CHECKING:  # the same names for type checkers
    from riichi.games.formats.games import (
        LoggedDeal as LoggedDeal,
        LoggedGame as LoggedGame,
        read_games as read_games,
        write_game as write_game,
    )
    from riichi_core.analysis.packed import FuItem as FuItem
    from riichi_core.batch.columns import (
        PackedWins as PackedWins,
        ScoreRow as ScoreRow,
        Scores as Scores,
    )
    from riichi_core.batch.score_many import score_many as score_many
    from riichi_core.batch.win_arrays import WinArrays as WinArrays
    from riichi_core.bots.player import Player as Player
    from riichi_core.bots.runner import play_game as play_game
    from riichi_core.comparison.comparison import (
        Comparison as Comparison,
        ComparisonRow as ComparisonRow,
        compare as compare,
    )
    from riichi_core.comparison.why_differ import Difference as Difference, why_differ as why_differ
    from riichi_core.errors import RecordError as RecordError, RiichiError as RiichiError
    from riichi_core.files.problem import Problem as Problem
    from riichi_core.game.fouls import Judgement as Judgement, judge as judge
    from riichi_core.game.result import PlayerResult as PlayerResult
    from riichi_core.hands.distance import (
        HandForm as HandForm,
        Shanten as Shanten,
        shanten as shanten,
    )
    from riichi_core.hands.hand import (
        DiscardChoice as DiscardChoice,
        Hand as Hand,
        HandError as HandError,
        best_discards as best_discards,
    )
    from riichi_core.hands.melds import Meld as Meld
    from riichi_core.hands.readings import Reading as Reading
    from riichi_core.hands.win import (
        Riichi as Riichi,
        Ron as Ron,
        Tsumo as Tsumo,
        Win as Win,
        WinError as WinError,
    )
    from riichi_core.play.actions import (
        Action as Action,
        Announce as Announce,
        Chow as Chow,
        ClaimedKong as ClaimedKong,
        ConcealedKong as ConcealedKong,
        DeclareWin as DeclareWin,
        Discard as Discard,
        ExtendedKong as ExtendedKong,
        NineKinds as NineKinds,
        Pass as Pass,
        Pung as Pung,
        Response as Response,
        Take as Take,
    )
    from riichi_core.play.decide import IllegalActionError as IllegalActionError
    from riichi_core.play.observation import Observation as Observation
    from riichi_core.play.table import Table as Table, TableError as TableError
    from riichi_core.play.wall import Wall as Wall
    from riichi_core.records.from_dict import from_dict as from_dict
    from riichi_core.records.to_dict import to_dict as to_dict
    from riichi_core.rules.load import load as load
    from riichi_core.rules.rules import Rules as Rules
    from riichi_core.rules.ruleset import (
        Provenance as Provenance,
        Ruleset as Ruleset,
        RulesetError as RulesetError,
    )
    from riichi_core.rules.settings import Setting as Setting
    from riichi_core.scoring.explain import (
        Explanation as Explanation,
        Line as Line,
        explain as explain,
    )
    from riichi_core.scoring.points import Payments as Payments, Points as Points
    from riichi_core.scoring.result import (
        DoraHan as DoraHan,
        NoWin as NoWin,
        Score as Score,
        YakuHan as YakuHan,
    )
    from riichi_core.scoring.score import (
        ImpossibleWinError as ImpossibleWinError,
        UnsupportedTileError as UnsupportedTileError,
        score as score,
    )
    from riichi_core.settlement.ending import (
        AbortiveDraw as AbortiveDraw,
        ChomboEnding as ChomboEnding,
        DealError as DealError,
        DealtAgain as DealtAgain,
        ExhaustiveDraw as ExhaustiveDraw,
        FinishedDeal as FinishedDeal,
        StatedWin as StatedWin,
        Wins as Wins,
    )
    from riichi_core.settlement.payments import Transfer as Transfer
    from riichi_core.settlement.settle import Settlement as Settlement, settle as settle
    from riichi_core.tiles.tile import Tile as Tile, TileError as TileError, Wind as Wind

    __version__: str

_NAMES = {
    "riichi.games.formats.games": "LoggedDeal LoggedGame read_games write_game",
    "riichi_core.analysis.packed": "FuItem",
    "riichi_core.batch.columns": "PackedWins ScoreRow Scores",
    "riichi_core.batch.score_many": "score_many",
    "riichi_core.batch.win_arrays": "WinArrays",
    "riichi_core.bots.player": "Player",
    "riichi_core.bots.runner": "play_game",
    "riichi_core.comparison.comparison": "Comparison ComparisonRow compare",
    "riichi_core.comparison.why_differ": "Difference why_differ",
    "riichi_core.errors": "RecordError RiichiError",
    "riichi_core.files.problem": "Problem",
    "riichi_core.game.fouls": "Judgement judge",
    "riichi_core.game.result": "PlayerResult",
    "riichi_core.hands.distance": "HandForm Shanten shanten",
    "riichi_core.hands.hand": "DiscardChoice Hand HandError best_discards",
    "riichi_core.hands.melds": "Meld",
    "riichi_core.hands.readings": "Reading",
    "riichi_core.hands.win": "Riichi Ron Tsumo Win WinError",
    "riichi_core.play.actions": (
        "Action Announce Chow ClaimedKong ConcealedKong DeclareWin Discard ExtendedKong NineKinds "
        "Pass Pung Response Take"
    ),
    "riichi_core.play.decide": "IllegalActionError",
    "riichi_core.play.observation": "Observation",
    "riichi_core.play.table": "Table TableError",
    "riichi_core.play.wall": "Wall",
    "riichi_core.records.from_dict": "from_dict",
    "riichi_core.records.to_dict": "to_dict",
    "riichi_core.rules.load": "load",
    "riichi_core.rules.rules": "Rules",
    "riichi_core.rules.ruleset": "Provenance Ruleset RulesetError",
    "riichi_core.rules.settings": "Setting",
    "riichi_core.scoring.explain": "Explanation Line explain",
    "riichi_core.scoring.points": "Payments Points",
    "riichi_core.scoring.result": "DoraHan NoWin Score YakuHan",
    "riichi_core.scoring.score": "ImpossibleWinError UnsupportedTileError score",
    "riichi_core.settlement.ending": (
        "AbortiveDraw ChomboEnding DealError DealtAgain ExhaustiveDraw FinishedDeal StatedWin Wins"
    ),
    "riichi_core.settlement.payments": "Transfer",
    "riichi_core.settlement.settle": "Settlement settle",
    "riichi_core.tiles.tile": "Tile TileError Wind",
}
"""The public names by the module that defines them."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted([*_HOMES, "__version__"])  # noqa: PLE0605 - made from the table


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

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
from typing import Any

_NAMES = {
    "riichi.content.in_language": "YakuEntry compare explain options yaku",
    "riichi.content.option_effects": "option_effects",
    "riichi.events.files.player_files": "read_players",
    "riichi.events.files.sheet_file": "read_sheet",
    "riichi.events.seating.seating_plan": "seating_plan",
    "riichi.games.files.game_file": "read_written_game",
    "riichi.games.formats.games": "LoggedDeal LoggedGame read_games write_game",
    "riichi.games.formats.majiang": "read_majiang write_majiang",
    "riichi.games.formats.mjai": "read_mjai write_mjai",
    "riichi.games.formats.mjlog": "read_mjlog",
    "riichi.games.formats.record_files": "RecordFile read_history",
    "riichi.games.formats.tenhou6": "read_tenhou6",
    "riichi.games.replay.replay": "replay_game",
    "riichi.games.study.run": "study",
    "riichi_core.analysis.packed": "FuItem",
    "riichi_core.batch.columns": "PackedWins ScoreRow Scores",
    "riichi_core.batch.score_many": "score_many",
    "riichi_core.batch.win_arrays": "WinArrays",
    "riichi_core.bots.by_name": "player_named",
    "riichi_core.bots.action_numbers": "action_texts",
    "riichi_core.bots.environment": "env",
    "riichi_core.bots.player": "Player PlayerError RuledPlayer",
    "riichi_core.bots.runner": "play_game",
    "riichi_core.bots.sensible": "SensiblePlayer",
    "riichi_core.bots.simple": "RandomPlayer",
    "riichi_core.bots.simulation": "SimulationPlan simulate summarize",
    "riichi_core.comparison.comparison": "Comparison ComparisonRow",
    "riichi_core.comparison.why_differ": "Difference why_differ",
    "riichi_core.errors": "RecordError RiichiError",
    "riichi_core.files.problem": "Problem",
    "riichi_core.game.fouls": "Judgement fouls judge",
    "riichi_core.game.game": "play_deals",
    "riichi_core.game.result": "PlayerResult final_results",
    "riichi_core.hands.distance": "HandForm Shanten shanten",
    "riichi_core.hands.hand": "DiscardChoice Hand HandError best_discards",
    "riichi_core.hands.melds": "Meld MeldError",
    "riichi_core.hands.readings": "Reading readings",
    "riichi_core.hands.win": "Riichi Ron Tsumo Win WinError",
    "riichi_core.play.actions": (
        "Action ActionError Chii ClaimedKan ConcealedKan DeclareTenpai DeclareWin Discard "
        "ExtendedKan NineKinds Pass Pon Response TakeClaimedTile parse_action"
    ),
    "riichi_core.play.decide": "IllegalActionError decide",
    "riichi_core.play.evolve": "EventError evolve",
    "riichi_core.play.legal": "legal_actions",
    "riichi_core.play.observation": "Observation observe",
    "riichi_core.play.table": "Table TableError",
    "riichi_core.play.wall": "Wall WallError",
    "riichi_core.records.deal": "DealLine read_deal",
    "riichi_core.records.from_dict": "from_dict",
    "riichi_core.records.jsonl": "RecordBatch",
    "riichi_core.records.log": "LogHeader log_appender read_log",
    "riichi_core.records.to_dict": "to_dict",
    "riichi_core.records.win": "WinLine read_win",
    "riichi_core.rules.load": "examine find_ruleset load rulesets",
    "riichi_core.rules.rules": "Rules",
    "riichi_core.rules.ruleset": "Provenance Ruleset RulesetError",
    "riichi_core.rules.settings": "Setting",
    "riichi_core.scenarios.outcome": "distinguishes run_scenario scenario_result",
    "riichi_core.scenarios.reading": "read_scenarios",
    "riichi_core.scoring.explain": "Explanation Line",
    "riichi_core.scoring.points": "Payments Points",
    "riichi_core.scoring.result": "DoraHan NoWin Score YakuHan",
    "riichi_core.scoring.score": "ImpossibleWinError UnsupportedTileError score score_all",
    "riichi_core.settlement.ending": (
        "AbortiveDraw Chombo DealError Redeal ExhaustiveDraw FinishedDeal StatedWin Wins"
    ),
    "riichi_core.settlement.ledger": "Transfer",
    "riichi_core.settlement.settle": "Settlement settle",
    "riichi_core.standings.standings": "Standings standings_of",
    "riichi_core.tiles.notation": "NotationError parse_tiles write_tiles",
    "riichi_core.tiles.tile": "Tile TileError Wind",
}
"""The public names by the module that defines them; `__init__.pyi` has them for type checkers."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = sorted([*_HOMES, "__version__"])  # noqa: PLE0605 - made from the table


def __getattr__(name: str) -> Any:
    """Import a name in `__all__` at its first use."""
    if name == "__version__":
        return importlib.import_module("importlib.metadata").version("riichi-core")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(importlib.import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return [*__all__]

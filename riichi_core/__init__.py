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
    from riichi.content.in_language import (
        OptionEntry as OptionEntry,
        YakuEntry as YakuEntry,
        compare as compare,
        explain as explain,
        options as options,
        yaku as yaku,
    )
    from riichi.content.option_effects import option_effects as option_effects
    from riichi.events.files.player_files import read_players as read_players
    from riichi.events.files.sheet_file import read_sheet as read_sheet
    from riichi.events.seating.seating_plan import seating_plan as seating_plan
    from riichi.games.files.game_file import read_written_game as read_written_game
    from riichi.games.formats.games import (
        LoggedDeal as LoggedDeal,
        LoggedGame as LoggedGame,
        read_games as read_games,
        write_game as write_game,
    )
    from riichi.games.formats.majiang import (
        read_majiang as read_majiang,
        write_majiang as write_majiang,
    )
    from riichi.games.formats.mjai import read_mjai as read_mjai, write_mjai as write_mjai
    from riichi.games.formats.mjlog import read_mjlog as read_mjlog
    from riichi.games.formats.record_files import (
        RecordFile as RecordFile,
        read_history as read_history,
    )
    from riichi.games.formats.tenhou6 import read_tenhou6 as read_tenhou6
    from riichi.games.replay.replay import replay_game as replay_game
    from riichi.games.study.run import study as study
    from riichi_core.analysis.packed import FuItem as FuItem
    from riichi_core.batch.columns import (
        PackedWins as PackedWins,
        ScoreRow as ScoreRow,
        Scores as Scores,
    )
    from riichi_core.batch.score_many import score_many as score_many
    from riichi_core.batch.win_arrays import WinArrays as WinArrays
    from riichi_core.bots.by_name import player_named as player_named
    from riichi_core.bots.environment import action_texts as action_texts, env as env
    from riichi_core.bots.player import (
        Player as Player,
        PlayerError as PlayerError,
        RuledPlayer as RuledPlayer,
    )
    from riichi_core.bots.runner import play_game as play_game
    from riichi_core.bots.sensible import SensiblePlayer as SensiblePlayer
    from riichi_core.bots.simple import RandomPlayer as RandomPlayer
    from riichi_core.bots.simulation import (
        SimulationPlan as SimulationPlan,
        simulate as simulate,
        summarize as summarize,
    )
    from riichi_core.comparison.comparison import (
        Comparison as Comparison,
        ComparisonRow as ComparisonRow,
    )
    from riichi_core.comparison.why_differ import Difference as Difference, why_differ as why_differ
    from riichi_core.errors import RecordError as RecordError, RiichiError as RiichiError
    from riichi_core.files.problem import Problem as Problem
    from riichi_core.game.fouls import Judgement as Judgement, fouls as fouls, judge as judge
    from riichi_core.game.game import play_deals as play_deals
    from riichi_core.game.result import PlayerResult as PlayerResult, final_results as final_results
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
    from riichi_core.hands.melds import Meld as Meld, MeldError as MeldError
    from riichi_core.hands.readings import Reading as Reading, readings as readings
    from riichi_core.hands.win import (
        Riichi as Riichi,
        Ron as Ron,
        Tsumo as Tsumo,
        Win as Win,
        WinError as WinError,
    )
    from riichi_core.play.actions import (
        Action as Action,
        ActionError as ActionError,
        Chii as Chii,
        ClaimedKan as ClaimedKan,
        ConcealedKan as ConcealedKan,
        DeclareTenpai as DeclareTenpai,
        DeclareWin as DeclareWin,
        Discard as Discard,
        ExtendedKan as ExtendedKan,
        NineKinds as NineKinds,
        Pass as Pass,
        Pon as Pon,
        Response as Response,
        TakeClaimedTile as TakeClaimedTile,
        parse_action as parse_action,
    )
    from riichi_core.play.decide import IllegalActionError as IllegalActionError, decide as decide
    from riichi_core.play.evolve import EventError as EventError, evolve as evolve
    from riichi_core.play.legal import legal_actions as legal_actions
    from riichi_core.play.observation import Observation as Observation, observe as observe
    from riichi_core.play.table import Table as Table, TableError as TableError
    from riichi_core.play.wall import Wall as Wall, WallError as WallError
    from riichi_core.records.deal import DealLine as DealLine, read_deal as read_deal
    from riichi_core.records.from_dict import from_dict as from_dict
    from riichi_core.records.jsonl import RecordBatch as RecordBatch
    from riichi_core.records.log import (
        LogHeader as LogHeader,
        log_appender as log_appender,
        read_log as read_log,
    )
    from riichi_core.records.to_dict import to_dict as to_dict
    from riichi_core.records.win import WinLine as WinLine, read_win as read_win
    from riichi_core.rules.load import (
        examine as examine,
        find_ruleset as find_ruleset,
        load as load,
        rulesets as rulesets,
    )
    from riichi_core.rules.rules import Rules as Rules
    from riichi_core.rules.ruleset import (
        Provenance as Provenance,
        Ruleset as Ruleset,
        RulesetError as RulesetError,
    )
    from riichi_core.rules.settings import Setting as Setting
    from riichi_core.scenarios.outcome import (
        distinguishes as distinguishes,
        run_scenario as run_scenario,
        scenario_result as scenario_result,
    )
    from riichi_core.scenarios.reading import read_scenarios as read_scenarios
    from riichi_core.scoring.explain import Explanation as Explanation, Line as Line
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
        score_all as score_all,
    )
    from riichi_core.settlement.ending import (
        AbortiveDraw as AbortiveDraw,
        Chombo as Chombo,
        DealError as DealError,
        ExhaustiveDraw as ExhaustiveDraw,
        FinishedDeal as FinishedDeal,
        Redeal as Redeal,
        StatedWin as StatedWin,
        Wins as Wins,
    )
    from riichi_core.settlement.ledger import Transfer as Transfer
    from riichi_core.settlement.settle import Settlement as Settlement, settle as settle
    from riichi_core.standings.standings import Standings as Standings, standings_of as standings_of
    from riichi_core.tiles.notation import (
        NotationError as NotationError,
        parse_tiles as parse_tiles,
        write_tiles as write_tiles,
    )
    from riichi_core.tiles.tile import Tile as Tile, TileError as TileError, Wind as Wind

    __version__: str

_NAMES = {
    "riichi.content.in_language": "OptionEntry YakuEntry compare explain options yaku",
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
    "riichi_core.bots.environment": "action_texts env",
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
"""The public names by the module that defines them."""

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

"""The names of the package, for type checkers."""

from riichi.content.in_language import (
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
from riichi.games.formats.record_files import RecordFile as RecordFile, read_history as read_history
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
from riichi_core.bots.action_numbers import action_texts as action_texts
from riichi_core.bots.by_name import player_named as player_named
from riichi_core.bots.environment import env as env
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
from riichi_core.hands.distance import HandForm as HandForm, Shanten as Shanten, shanten as shanten
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

__all__: list[str]
__version__: str
_HOMES: dict[str, str]

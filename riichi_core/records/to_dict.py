"""Write results of the library as JSON, like the commands (docs/reference/json-records.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from riichi_core.game.fouls import Judgement
from riichi_core.game.game import Game
from riichi_core.records.deal import settlement_json
from riichi_core.records.fields import WINDS
from riichi_core.records.tournament_json import standings_json
from riichi_core.records.win import win_json
from riichi_core.records.written_game import game_json
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.explain import Explanation
from riichi_core.scoring.score import ImpossibleWinError, NoWin, Score
from riichi_core.settlement.settle import Settlement
from riichi_core.spelling import wrong_word
from riichi_core.tournament.standings import Standings

Result = Score | NoWin | Explanation | Settlement | Judgement | Game | Standings
"""The results that `to_dict` accepts."""


def to_dict(
    result: Result, *, players: Sequence[str] = WINDS, unit: ResultUnit = "points"
) -> Mapping[str, Any]:
    """Return a result as plain dicts, lists, numbers and words, as in JSON.

    Args:
        result: a result of `score`, `explain`, `settle` or `judge`, a game, or standings.
        players: the names in the result of a game, the first East first.
        unit: the unit of the standings.

    Returns:
        The record of docs/reference/json-records.md; points are whole, or thirds as `"1000/3"`.

    Raises:
        ImpossibleWinError: if the explanation is of an impossible win.

    >>> from riichi_core import Win, score
    >>> to_dict(score(Win("234m55p12345678s", "9s", by="ron"), "ema-2025"))["total"]
    5800
    """
    if unit not in get_args(ResultUnit):
        raise wrong_word(unit, "unit", get_args(ResultUnit))
    if isinstance(result, Explanation):
        if isinstance(result.result, ImpossibleWinError):
            raise result.result
        return win_json(result.result)
    match result:
        case Score() | NoWin():
            return win_json(result)
        case Settlement():
            return settlement_json(result)
        case Judgement():
            return result.as_json()
        case Game():
            return game_json(players, result)
        case _:
            return standings_json(result, unit)

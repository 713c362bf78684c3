"""Values and results as JSON, in the form that commands read and write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol, get_args, runtime_checkable

from riichi_core.errors import RiichiError
from riichi_core.game.fouls import Judgement
from riichi_core.game.game import Game
from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote_argument
from riichi_core.plain import Plain
from riichi_core.records.deal import deal_json, settlement_json
from riichi_core.records.fields import WINDS
from riichi_core.records.standings_json import standings_json
from riichi_core.records.win import no_win_json, score_json, win_json, win_record_json
from riichi_core.records.written_game import game_json
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.explain import Explanation
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import ImpossibleWinError
from riichi_core.settlement.ending import FinishedDeal
from riichi_core.settlement.settle import Settlement
from riichi_core.spelling import wrong_word
from riichi_core.standings.standings import Standings


@runtime_checkable
class WithDict(Protocol):
    """A value that knows its own form for JSON, such as a ruleset or a comparison."""

    def to_dict(self) -> dict[str, Any]:
        """Return the value as JSON has it."""


Result = (
    Hand | Win | Score | NoWin | Explanation | FinishedDeal | Settlement | Judgement | Game
    | Standings | WithDict
)  # fmt: skip
"""The values that can be written so."""


def to_dict(
    result: Result, *, players: Sequence[str] = WINDS, unit: ResultUnit = "points"
) -> dict[str, Any]:
    """Return a value or a result as JSON has it: plain dicts, lists, numbers and words.

    `from_dict` makes the value again, except explanations, comparisons, judgements,
    games and standings.

    Args:
        result: a hand, a win, a deal or a ruleset; or what `score`, `explain`, `settle`, `compare`,
            `judge`, a game or the standings returned.
        players: the names in the result of a game, the first East first.
        unit: the unit of the standings.

    Returns:
        The record of docs/reference/json-records.md; points are whole numbers, or thirds as
        `"1000/3"`.

    Raises:
        ImpossibleWinError: if the explanation is of an impossible win.
        RiichiError: if the value cannot be written as JSON.

    >>> from riichi_core import Win, score
    >>> to_dict(score(Win("234m55p12345678s", "9s", by="ron"), "ema-2025"))["points"]
    5800
    """
    if unit not in get_args(ResultUnit):
        raise wrong_word(unit, "unit", get_args(ResultUnit))
    if isinstance(result, Explanation):
        if isinstance(result.result, ImpossibleWinError):
            raise result.result
        return _explanation(result, result.result)
    match result:
        case Game():
            return {**game_json(players, result)}
        case Standings():
            return {**standings_json(result, unit)}
    write = _WRITERS.get(type(result))
    if write is not None:
        return {**write(result)}
    if isinstance(result, WithDict) and not isinstance(result, Plain | type):
        return result.to_dict()
    raise RiichiError(Message("{value} cannot be written as JSON", value=quote_argument(result)))


def _explanation(explanation: Explanation, result: Score | NoWin) -> dict[str, Any]:
    """Return a score with its lines, each with its options and clauses."""
    lines = [
        {**asdict(line), "options": [*line.options], "clauses": [*line.clauses]}
        for line in explanation.lines
    ]
    remarks = [*explanation.remarks]
    return {"score": win_json(result), "seen": explanation.seen, "lines": lines, "remarks": remarks}


_WRITERS: Mapping[type, Callable[[Any], Mapping[str, Any]]] = {
    Hand: lambda hand: {"hand": str(hand)},
    Win: win_record_json,
    Score: score_json,
    NoWin: no_win_json,
    FinishedDeal: deal_json,
    Settlement: settlement_json,
    Judgement: Judgement.as_json,
}
"""The forms of values that need nothing but themselves."""

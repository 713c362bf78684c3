"""Scenarios about games, deal by deal, with their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, field_validator

from riichi_core.game.game import play_deals
from riichi_core.messages import Message
from riichi_core.records.deal import DealFacts
from riichi_core.records.written_game import GameFacts, game_json
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import PLAYERS, Kind
from riichi_core.settlement.ending import DealError
from riichi_core.tiles import Wind

_SEATS = {name: Wind(place) for place, name in enumerate(PLAYERS)}
DealFacts.model_rebuild()  # Otherwise each model that contains it builds it again.
_DEALS = TypeAdapter(list[DealFacts])


class ScenarioGame(GameFacts):
    """A game without its players, whose deals contain no error when checked separately."""

    @field_validator("deals")
    @classmethod
    def _possible(cls, deals: tuple[object, ...]) -> tuple[object, ...]:
        """Reject an impossible deal; other errors are found when the game is played."""
        _DEALS.validate_python(list(deals), context=_SEATS)
        return deals


def game_result(given: ScenarioGame, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the result of a game, as from `riichi game --format json`, without an error.

    Raises:
        DealError: if a deal has a problem, or the game was over before it.
    """
    game = play_deals(given.read_deals(PLAYERS), ruleset.rules, given.stops, given.signal)
    if game.problem is not None:
        problem = game.problem
        field = f"deals.{problem.number}.{problem.field}".rstrip(".")
        message = Message("hand {number}: {why}", number=problem.number + 1, why=problem.message)
        raise DealError(problem.code, field, message)
    result = game_json(PLAYERS, game)
    return {name: result[name] for name in ("deals", "ended_by", "finals")}


GAME = Kind(
    name="game",
    title="Games",
    given=ScenarioGame,
    result=game_result,
    wanted=Message(
        "the deals of a game, e.g. {example}",
        example="{deals: [{end: exhaustive_draw, tenpai: [Anna]}]}",
    ),
    possible=Message("a possible game"),
    example="{over: rounds}",
)

"""Scenarios about games, deal by deal, with their results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar, get_args

from pydantic import TypeAdapter, field_validator

from riichi_core.game.game import GameEnd, play_deals
from riichi_core.messages import Message
from riichi_core.records.deal import DealFacts
from riichi_core.records.fields import Record, WindWord
from riichi_core.records.written_game import GameFacts, game_json
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.deal import ExpectedJudgedFoul
from riichi_core.scenarios.kinds.kind import ABSENT, Expected, ExpectedPoints, Kind
from riichi_core.settlement.ending import DealError
from riichi_core.tiles import Wind

PlayerName = Literal["Anna", "Ben", "Cleo", "Dan"]
PLAYERS: tuple[str, ...] = get_args(PlayerName)
"""The players of every scenario, the first East first."""

_SEATS = {name: Wind(place) for place, name in enumerate(PLAYERS)}
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


# ---- expectations --------------------------------------------------------------------------------

T = TypeVar("T")


class ByPlayer(Record, Generic[T]):
    """Values for some of the players."""

    Anna: T = ABSENT
    Ben: T = ABSENT
    Cleo: T = ABSENT
    Dan: T = ABSENT


class ExpectedStage(Record):
    """The standing before or after a deal."""

    round: WindWord = ABSENT
    dealer: PlayerName = ABSENT
    counters: int = ABSENT
    winners: list[PlayerName] = ABSENT
    scores: ByPlayer[ExpectedPoints] = ABSENT
    bets: ExpectedPoints = ABSENT
    fouls: list[ExpectedJudgedFoul] = ABSENT


class ExpectedFinal(Record):
    """The result of a player."""

    score: ExpectedPoints = ABSENT
    bets: ExpectedPoints = ABSENT
    uma: ExpectedPoints = ABSENT
    oka: ExpectedPoints = ABSENT
    penalty: ExpectedPoints = ABSENT
    chips: int = ABSENT
    yakitori: ExpectedPoints = ABSENT
    result: ExpectedPoints = ABSENT
    place: int = ABSENT


class ExpectedGame(Expected):
    """Expectations of a game."""

    deals: list[ExpectedStage] = ABSENT
    ended_by: GameEnd | None = ABSENT
    finals: ByPlayer[ExpectedFinal] = ABSENT


GAME = Kind(
    name="game",
    title="Games",
    given=ScenarioGame,
    result=game_result,
    expected=ExpectedGame,
    wanted=Message(
        "the deals of a game, e.g. {example}",
        example="{deals: [{end: exhaustive_draw, tenpai: [Anna]}]}",
    ),
    possible=Message("a possible game"),
    example="{over: rounds}",
)

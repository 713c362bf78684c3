"""Scenarios of games: deal after deal, to their end and the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from riichi_core.errors import RecordError
from riichi_core.game.end import GameEnd, Signal
from riichi_core.game.game import ReadDeal, play
from riichi_core.messages import Message
from riichi_core.records.game import GameDeal, GameFacts, game_json
from riichi_core.records.model import Record, WindWord
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import ABSENT, Expected, ExpectedPoints, Kind
from riichi_core.settlement.ending import DealError
from riichi_core.tiles import Wind

PlayerName = Literal["Anna", "Ben", "Cleo", "Dan"]
PLAYERS: tuple[str, ...] = get_args(PlayerName)
"""Who plays in every scenario, the first East first."""

_SEATS = {name: Wind(place) for place, name in enumerate(PLAYERS)}


class Deals(NamedTuple):
    """A game on paper: its deals, whether a leading East chose to end it, and the signal."""

    deals: Sequence[ReadDeal]
    stops: bool
    signal: Signal | None


def read_deals(facts: Mapping[str, Any]) -> Deals:
    """Return a game from its record without players.

    Raises:
        RecordError: there are no deals, or one that no deal can be; what else is wrong in one of
            them is found when it is played.
    """
    game = GameFacts.read(facts)
    for number, deal in enumerate(game.deals):
        try:
            GameDeal.read(deal, context=_SEATS)
        except RecordError as error:
            raise RecordError(error.code, f"deals.{number}.{error.field}", error.message) from None
    return Deals(game.read_deals(PLAYERS), game.stops, game.signal)


def game_result(given: Deals, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return what becomes of a game, as `riichi game --format json` has it, without a fault.

    Raises:
        DealError: what is wrong with a deal, or that the game was over before it.
    """
    game = play(given.deals, ruleset.rules, given.stops, given.signal)
    if game.fault is not None:
        fault = game.fault
        where = f"deals.{fault.number}.{fault.field}".rstrip(".")
        message = Message("deal {number}: {why}", number=fault.number + 1, why=fault.message)
        raise DealError(fault.code, where, message)
    result = game_json(PLAYERS, game)
    return {name: result[name] for name in ("deals", "over", "finals")}


# ---- what can be expected ------------------------------------------------------------------------

T = TypeVar("T")


class ByPlayer(Record, Generic[T]):
    """Something for some of the players."""

    Anna: T = ABSENT
    Ben: T = ABSENT
    Cleo: T = ABSENT
    Dan: T = ABSENT


class ExpectedStage(Record):
    """How a game stands before or after a deal."""

    round: WindWord = ABSENT
    dealer: PlayerName = ABSENT
    counters: int = ABSENT
    winners: list[PlayerName] = ABSENT
    scores: ByPlayer[ExpectedPoints] = ABSENT
    bets: ExpectedPoints = ABSENT


class ExpectedFinal(Record):
    """The result of a player."""

    score: ExpectedPoints = ABSENT
    bets: ExpectedPoints = ABSENT
    uma: ExpectedPoints = ABSENT
    oka: ExpectedPoints = ABSENT
    penalty: ExpectedPoints = ABSENT
    result: ExpectedPoints = ABSENT
    place: int = ABSENT


class ExpectedGame(Expected):
    """What can be expected of a game."""

    deals: list[ExpectedStage] = ABSENT
    over: GameEnd | None = ABSENT
    finals: ByPlayer[ExpectedFinal] = ABSENT


GAME = Kind(
    name="game",
    title="Games",
    fields=tuple(GameFacts.model_fields),
    read=read_deals,
    result=game_result,
    expected=ExpectedGame,
    wanted="the deals of a game, as {deals: [{end: exhaustive_draw, tenpai: [Anna]}]}",
    possible="a game that can be",
    example="{over: rounds}",
)

"""A written record of a game: YAML or JSON, players and deals; docs/contracts.md, a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, PlainValidator, ValidationError, ValidationInfo
from typing_extensions import TypedDict

from riichi_core.game.deal_fouls import JudgedDeal
from riichi_core.game.end import GameEnd, Signal
from riichi_core.game.game import DealFault, Game, PlayedDeal, ReadDeal
from riichi_core.game.result import Final
from riichi_core.game.standing import PLAYERS, Standing
from riichi_core.messages import Message
from riichi_core.records.deal import DealFacts
from riichi_core.records.fouls import FoulJson, fouls_json
from riichi_core.records.model import WINDS, PointsJson, Record, WindWord
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ledger import as_json
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.document import MAX_NODES, SourceDocument
from riichi_core.source.refusals import refusal, refusals, way_to
from riichi_core.tiles import Wind


class GameDeal(DealFacts):
    """A deal of a game; wind, counters and bets follow from the deals before it."""

    def played(self, standing: Standing, rules: Rules) -> JudgedDeal:
        """Return the deal with what follows from the game, and from the fouls in it.

        Raises:
            RecordError: facts that cannot be true together.
        """
        bets = int(standing.bets)
        return self.judged(standing.prevailing, standing.counters, bets, rules)


def reader(data: object, players: Sequence[str]) -> ReadDeal:
    """Return what reads a deal where the game stands; a player's name stands for the seat."""

    def read(standing: Standing, rules: Rules) -> JudgedDeal:
        seats = {name: standing.seat(player) for player, name in enumerate(players)}
        return GameDeal.read(data, context=seats).played(standing, rules)

    return read


# ---- the file ------------------------------------------------------------------------------------


class DuringDeal(TypedDict):
    """The signal sounded in a deal."""

    during_deal: Annotated[int, Field(ge=1, le=MAX_NODES)]


class AfterDeal(TypedDict):
    """The signal sounded after a deal, or after none, and before the dice of the next."""

    after_deal: Annotated[int, Field(ge=0, le=MAX_NODES)]


def _deals(value: object) -> tuple[object, ...]:
    if not isinstance(value, list) or not value:
        raise refusal("missing_field", Message("a list of deals is needed"))
    return tuple(value)


def _signal(value: object, info: ValidationInfo) -> Signal:
    known = ("during_deal", "after_deal")
    if not isinstance(value, Mapping) or len(value) != 1 or not {*value} <= {*known}:
        message = Message("the signal is said as {example} or {other}",
                          example="{during_deal: 8}", other="{after_deal: 8}")  # fmt: skip
        raise refusal("out_of_range", message)
    ((name, number),) = value.items()
    last, first = len(info.data.get("deals", ())), int(name == known[0])
    if type(number) is not int or not first <= number <= last:
        message = Message(
            "the signal names one of the deals, {first} to {last}", first=first, last=last
        )
        raise refusal("out_of_range", message)
    return Signal(number, in_play=name == known[0])


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != PLAYERS or not all(
        isinstance(name, str) and name for name in value
    ):  # fmt: skip
        raise refusal("players", Message("four names are needed, East first"))
    if len(set(value)) < PLAYERS:
        raise refusal("players", Message("two players have the same name"))
    for name in value:
        if name in WINDS:
            message = Message("a player cannot be called '{name}': that is a seat", name=name)
            raise refusal("players", message)
    return tuple(value)


Name = Annotated[str, Field(json_schema_extra={"not": {"enum": ["", *WINDS]}})]
_FOUR = {"minItems": PLAYERS, "maxItems": PLAYERS, "uniqueItems": True}


class GameFacts(Record):
    """A game without its players.

    What is wrong with a deal is found when the game comes to it, so that nothing of the deals
    before it is lost.
    """

    noun = "a game"

    deals: Annotated[
        tuple[object, ...],
        PlainValidator(_deals, json_schema_input_type=list[GameDeal]),
        Field(json_schema_extra={"minItems": 1}),
    ]
    stops: Annotated[bool, Field(description="A leading East chose to end the game.")] = False
    signal: Annotated[
        Signal | None,
        PlainValidator(_signal, json_schema_input_type=DuringDeal | AfterDeal),
        Field(
            description="In or after which deal the signal of a time limit sounded; after deal 0 "
            "it was before the first dice."
        ),
    ] = None

    def read_deals(self, players: Sequence[str]) -> tuple[ReadDeal, ...]:
        """Return what reads each deal where the game stands."""
        return tuple(reader(deal, players) for deal in self.deals)


class GameRecord(GameFacts):
    """A written record of a game."""

    players: Annotated[
        tuple[str, ...],
        PlainValidator(_names, json_schema_input_type=list[Name]),
        Field(description="The first is the first East.", json_schema_extra=_FOUR),
    ]
    format: Annotated[Any, Field(description="Not needed.")] = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A written record of a game with its file."""

    record: GameRecord
    document: SourceDocument

    def diagnostic(self, fault: DealFault) -> Diagnostic:
        """Return what is wrong with a deal, at its place in the file."""
        place = f"deals.{fault.number}.{fault.field}"
        code = fault.code.replace("_", "-")
        said = said_of_players(fault, self.record.players)
        message = Message("deal {n}: {message}", n=fault.number + 1, message=said)
        return self.document.problem(way_to(self.document.data, place), code, message)

    def diagnostics(self, games: Iterable[Game]) -> list[Diagnostic]:
        """Return what is wrong with the deals, once for each place."""
        found = [self.diagnostic(fault) for game in games for fault in game.faults]
        return list({problem.text(): problem for problem in found}.values())


def read_game(path: Path) -> tuple[GameFile | None, list[Diagnostic]]:
    """Return a record from its file, or everything that is wrong with its head."""
    document, problems = documents.read(path, str(path))
    if document is None or problems:
        return None, problems
    if not isinstance(document.data, dict):
        message = Message("a game is a mapping with players and deals")
        return None, [document.problem((), "wrong-type", message)]
    try:
        return GameFile(GameRecord.model_validate(document.data), document), []
    except ValidationError as error:
        return None, refusals(error, document, GameRecord)


# ---- results -------------------------------------------------------------------------------------


def said_of_players(fault: DealFault, players: Sequence[str]) -> str:
    """Return the message of a fault with the names of players for their seats."""

    def named(value: object) -> object:
        return players[fault.before.player(value)] if isinstance(value, Wind) else value

    message = fault.message
    return message.with_parameters(named) if isinstance(message, Message) else message


class PartedJson(TypedDict):
    """The deal after which a game would have gone on otherwise, from 1, and how."""

    deal: int
    how: str


class PlayerResultJson(TypedDict):
    """A player's part of the result of a game: points, and the number of chips."""

    score: PointsJson
    bets: PointsJson
    place: int
    uma: PointsJson
    oka: PointsJson
    penalty: int
    chips: int
    yakitori: int
    result: PointsJson


class FaultJson(TypedDict):
    """A mistake in a deal, numbered from 1; the deals before it stand."""

    deal: int
    field: str
    code: str
    message: str


class PlayedDealJson(TypedDict):
    """A deal of a game: where the game stood, who won, and scores and bets after it."""

    round: WindWord
    dealer: str
    counters: int
    winners: list[str]
    scores: dict[str, PointsJson]
    bets: PointsJson
    fouls: list[FoulJson]


class GameJson(TypedDict):
    """A game under one ruleset; without a result where a deal has a fault."""

    deals: list[PlayedDealJson]
    over: GameEnd | None
    parted: PartedJson | None
    finals: dict[str, PlayerResultJson] | None
    fault: FaultJson | None
    faults: list[FaultJson]


class GameResultJson(TypedDict):
    """A game under each ruleset, by its id."""

    players: list[str]
    results: dict[str, GameJson]


def game_json(players: Sequence[str], game: Game) -> GameJson:
    """Return a game as JSON, each player by name; thirds are texts as `1000/3`.

    A game with a fault has no `finals`.
    """
    faults = [_fault_json(fault, players) for fault in game.faults]
    finals = {name: final_json(one) for name, one in zip(players, game.finals, strict=not faults)}
    return {
        "deals": [_played(players, one) for one in game.played],
        "over": game.over,
        "parted": _parted(game),
        "finals": None if faults else finals,
        "fault": faults[0] if faults else None,
        "faults": faults,
    }


def _parted(game: Game) -> PartedJson | None:
    if game.diverged is None:
        return None
    number, how = game.diverged
    return {"deal": number + 1, "how": how}


def _fault_json(fault: DealFault, players: Sequence[str]) -> FaultJson:
    return {
        "deal": fault.number + 1,
        "field": fault.field,
        "code": fault.code,
        "message": said_of_players(fault, players),
    }


def final_json(final: Final) -> PlayerResultJson:
    """Return one player's part of the result as JSON."""
    return {
        "score": as_json(final.score),
        "bets": as_json(final.bets),
        "place": final.place,
        "uma": as_json(final.uma),
        "oka": as_json(final.oka),
        "penalty": final.penalty,
        "chips": final.chips,
        "yakitori": final.yakitori,
        "result": as_json(final.result),
    }


def _played(players: Sequence[str], one: PlayedDeal) -> PlayedDealJson:
    """Return a deal, where the game stood before it, its fouls, and the scores after it."""
    names = {seat: players[one.before.player(seat)] for seat in Wind}
    return {
        "round": WINDS[one.before.prevailing],
        "dealer": players[one.before.dealer],
        "counters": one.before.counters,
        "winners": [players[one.before.player(seat)] for seat in one.settlement.winners],
        "scores": dict(zip(players, map(as_json, one.after.scores), strict=True)),
        "bets": as_json(one.after.bets),
        "fouls": fouls_json(one.fouls, one.settlement, names),
    }

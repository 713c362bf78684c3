"""A written record of a game: players and deals (docs/reference/json-records.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, TypeAlias, cast

from pydantic import Field, PlainValidator, TypeAdapter, ValidationError, ValidationInfo
from typing_extensions import TypedDict

from riichi_core.files.accepted_values import value_error
from riichi_core.files.yaml_document import MAX_NODES
from riichi_core.game.deal_fouls import JudgedFoul
from riichi_core.game.game import (
    PLAYERS,
    Game,
    GameEnd,
    GameProblem,
    ReadDeal,
    SettledDeal,
    Signal,
    Standing,
)
from riichi_core.game.result import PlayerResult
from riichi_core.messages import Message, quote
from riichi_core.records.deal import DealFacts, JudgedFoulJson, fouls_json
from riichi_core.records.fields import (
    WINDS,
    FourPoints,
    Omittable,
    PlayerName,
    PointsJson,
    Record,
    name_in_a_line,
)
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points, points_json, whole, written_unit
from riichi_core.settlement.ending import FinishedDeal
from riichi_core.standings.sessions import SEAT_WORDS
from riichi_core.tiles import Wind, WindWord


class WrittenDeal(DealFacts):
    """A deal of a written game, with the scores after this hand if somebody wrote them down."""

    scores: Annotated[
        Omittable[FourPoints],
        Field(description="The scores after this hand, in the order of the players."),
    ] = None


def reader(data: object, players: Sequence[str], model: type[DealFacts] = DealFacts) -> ReadDeal:
    """Return a function that reads a deal at a standing; players' names denote their seats."""

    def read(standing: Standing, rules: Rules) -> tuple[FinishedDeal, Sequence[JudgedFoul]]:
        seats = {name: standing.seat(player) for player, name in enumerate(players)}
        facts = model.read(data, context=seats)
        return facts.with_fouls(standing.round_wind, standing.counters, int(standing.bets), rules)

    return read


Scores: TypeAlias = tuple[Points, ...]


def in_points(values: Sequence[Points]) -> Scores:
    """Return scores or results in points, which can be written in thousands."""
    unit = written_unit(values)
    return tuple(whole(Fraction(value) * unit) for value in values)


def _stated_scores(deal: object) -> Scores | None:
    """Return the scores of a deal; None without any, or if reading the deal reports them."""
    try:
        return in_points(_FOUR_POINTS.validate_python(deal["scores"]))  # type: ignore[index]
    except (KeyError, TypeError, ValidationError):
        return None


_FOUR_POINTS: TypeAdapter[Scores] = TypeAdapter(FourPoints)


# ---- a game --------------------------------------------------------------------------------------


class SignalInPlay(TypedDict):
    """The signal sounded during a deal."""

    during_deal: Annotated[int, Field(ge=1, le=MAX_NODES)]


class SignalBeforeDice(TypedDict):
    """The signal sounded after a deal, or before the first one, before the next deal's dice."""

    after_deal: Annotated[int, Field(ge=0, le=MAX_NODES)]


def _deals(value: object) -> tuple[object, ...]:
    if not isinstance(value, list) or not value:
        raise value_error("missing_field", Message("a list of deals is needed"))
    return tuple(value)


def _signal(value: object, info: ValidationInfo) -> Signal:
    known = ("during_deal", "after_deal")
    if not isinstance(value, Mapping) or len(value) != 1 or not {*value} <= {*known}:
        message = Message("write the signal as {example} or {other}",
                          example="{during_deal: 8}", other="{after_deal: 8}")  # fmt: skip
        raise value_error("out_of_range", message)
    ((name, number),) = value.items()
    last, first = len(info.data.get("deals", ())), int(name == known[0])
    if type(number) is not int or not first <= number <= last:
        message = Message(
            "the signal must name one of the hands, {first} to {last}", first=first, last=last
        )
        raise value_error("out_of_range", message)
    return Signal(number, in_play=name == known[0])


_SEATS = [word for word in SEAT_WORDS if len(word) > 1]
"""The names of seats in all languages. A letter or number may be a player's name."""


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != PLAYERS or not all(
        isinstance(name, str) and name.strip() for name in value
    ):  # fmt: skip
        raise value_error("players", Message("four names are needed, East first"))
    names = tuple(map(name_in_a_line, value))
    if twice := next((name for name in names if names.count(name) > 1), ""):
        message = Message("two players have the same name, {name}", name=quote(twice))
        raise value_error("players", message)
    for name in names:
        if name.casefold() in _SEATS:
            message = Message(
                "a player cannot be called {name}, because that is the name of a seat; add a "
                "letter, e.g. {example}", name=quote(name), example=quote(f"{name} B."),
            )  # fmt: skip
            raise value_error("players", message)
    return names


_SEAT_OR_NOTHING = "|".join(
    "".join(f"[{letter.upper()}{letter}]" for letter in word) for word in _SEATS
)
Name = Annotated[
    str, Field(json_schema_extra={"not": {"pattern": rf"^\s*({_SEAT_OR_NOTHING})?\s*$"}})
]
_FOUR = {"minItems": PLAYERS, "maxItems": PLAYERS, "uniqueItems": True}


class GameFacts(Record):
    """A game without its players.

    The problems of a deal are found when the game reaches it, so the deals before it are kept.
    """

    model: ClassVar[type[DealFacts]] = DealFacts
    deals: Annotated[
        tuple[object, ...],
        PlainValidator(_deals, json_schema_input_type=list[DealFacts]),
        Field(json_schema_extra={"minItems": 1}),
    ]
    stops: Annotated[bool, Field(description="East chose to end the game.")] = False
    signal: Annotated[
        Signal | None,
        PlainValidator(_signal, json_schema_input_type=SignalInPlay | SignalBeforeDice),
        Field(
            description="In or after which deal the signal of a time limit sounded; after deal 0 "
            "it was before the first dice."
        ),
    ] = None

    def read_deals(self, players: Sequence[str]) -> tuple[ReadDeal, ...]:
        """Return a function for each deal that reads it at a standing."""
        return tuple(reader(deal, players, self.model) for deal in self.deals)


class GameRecord(GameFacts):
    """A written record of a game."""

    model: ClassVar[type[DealFacts]] = WrittenDeal
    deals: Annotated[
        tuple[object, ...],
        PlainValidator(_deals, json_schema_input_type=list[WrittenDeal]),
        Field(json_schema_extra={"minItems": 1}),
    ]
    players: Annotated[
        tuple[str, ...],
        PlainValidator(_names, json_schema_input_type=list[Name]),
        Field(description="The first is the first East.", json_schema_extra=_FOUR),
    ]
    scores: Annotated[
        Omittable[FourPoints],
        Field(description="The scores at the end, in the order of the players."),
    ] = None
    results: Annotated[
        Omittable[FourPoints],
        Field(description="The results of the players, in points or in thousands."),
    ] = None
    format: Annotated[Any, Field(description="Not needed.")] = None
    title: str = ""

    @property
    def stated_scores(self) -> tuple[Scores | None, ...]:
        """The scores after each deal in points, where they are written down."""
        *deals, last = (_stated_scores(deal) for deal in self.deals)
        at_end = None if self.scores is None else in_points(self.scores)
        return (*deals, last if last is not None else at_end)

    @property
    def has_scores(self) -> bool:
        """Whether a hand has scores, or the game has results."""
        return self.results is not None or any(self.stated_scores)


# ---- results -------------------------------------------------------------------------------------


def message_for_players(problem: GameProblem, players: Sequence[str]) -> str:
    """Return the message of a problem, with players' names instead of seats."""

    def named(value: object) -> object:
        return players[problem.before.player(value)] if isinstance(value, Wind) else value

    message = problem.message
    return message.with_parameters(named) if isinstance(message, Message) else message


class PartedJson(TypedDict):
    """The deal after which a game would have gone differently, from 1, and how."""

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


class GameProblemJson(TypedDict):
    """An error in a deal, numbered from 1; the deals before it remain."""

    deal: int
    field: str
    code: str
    message: str


class SettledDealJson(TypedDict):
    """A deal of a game: the standing before it, the winners, and the scores and bets after it."""

    round: WindWord
    dealer: PlayerName
    counters: int
    winners: list[PlayerName]
    scores: dict[PlayerName, PointsJson]
    bets: PointsJson
    fouls: list[JudgedFoulJson]


class GameJson(TypedDict):
    """A game under one ruleset; without a result if a deal has a problem."""

    deals: list[SettledDealJson]
    ended_by: GameEnd | None
    diverges_at: PartedJson | None
    finals: dict[PlayerName, PlayerResultJson] | None
    first_error: GameProblemJson | None
    errors: list[GameProblemJson]


class GameResultJson(TypedDict):
    """A game under each ruleset, by its id."""

    players: list[str]
    results: dict[str, GameJson]


def game_json(players: Sequence[str], game: Game) -> GameJson:
    """Return a game as JSON, each player by name; thirds are texts, e.g. `1000/3`.

    A game with a problem has no `finals`.
    """
    problems = [_problem_json(problem, players) for problem in game.problems]
    finals = {
        name: player_result_json(final)
        for name, final in zip(players, game.finals, strict=not problems)
    }
    return {
        "deals": [_deal_json(players, deal) for deal in game.played],
        "ended_by": game.ended_by,
        "diverges_at": game.diverged and {"deal": game.diverged[0] + 1, "how": game.diverged[1]},
        "finals": None if problems else finals,
        "first_error": problems[0] if problems else None,
        "errors": problems,
    }


def _problem_json(problem: GameProblem, players: Sequence[str]) -> GameProblemJson:
    return {
        "deal": problem.number + 1,
        "field": problem.field,
        "code": problem.code,
        "message": message_for_players(problem, players),
    }


def player_result_json(final: PlayerResult) -> PlayerResultJson:
    """Return one player's part of the result as JSON."""
    parts = PlayerResultJson.__annotations__
    return cast("PlayerResultJson", {name: points_json(getattr(final, name)) for name in parts})


def _deal_json(players: Sequence[str], deal: SettledDeal) -> SettledDealJson:
    """Return a deal, with the standing before it, its fouls, and the scores after this hand."""
    names = {seat: players[deal.before.player(seat)] for seat in Wind}
    return {
        "round": WINDS[deal.before.round_wind],
        "dealer": players[deal.before.dealer],
        "counters": deal.before.counters,
        "winners": [players[deal.before.player(seat)] for seat in deal.settlement.winners],
        "scores": dict(zip(players, map(points_json, deal.after.scores), strict=True)),
        "bets": points_json(deal.after.bets),
        "fouls": fouls_json(deal.fouls, deal.settlement, names),
    }

"""The models of expectations, most made from the types of results: each part may be left out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, create_model
from pydantic.fields import FieldInfo
from typing_extensions import is_typeddict

from riichi_core.files.accepted_values import Accepts, accepted_values, words_of
from riichi_core.game.deal_fouls import EndWord
from riichi_core.messages import Message
from riichi_core.records.deal import PartyField, PartyWord
from riichi_core.records.fields import (
    Given,
    PlayerName,
    PlayerSeat,
    PointsJson,
    PointsText,
    Record,
    TileText,
    Whole,
    YakuId,
)
from riichi_core.records.from_dict import NoWinRecord, ScoreRecord, SettlementRecord, YakuRecord
from riichi_core.records.standings_json import Number, StandingJson, SubstituteJson
from riichi_core.records.written_game import GameJson
from riichi_core.rules.chapters.draws import Cause
from riichi_core.scenarios.kinds.kind import (
    ABSENT,
    BySeat,
    Expected,
    ExpectedPoints,
    HandExpected,
    Kind,
    Named,
    RowExpected,
    ScenarioPlayer,
    SeatName,
    TextOrNull,
    TilesExpected,
    YakuName,
)
from riichi_core.scenarios.kinds.play import ActText
from riichi_core.tiles import WindWord

_WRITTEN = (
    (TileText, TilesExpected),
    (YakuId, YakuName),
    (PointsText, ExpectedPoints),
    (PointsJson, ExpectedPoints),
    (Number, Annotated[int | float, Accepts("points, e.g. 1000 or -333.333333")]),
    (Whole, int),
    (PlayerSeat, SeatName),
    (PartyField, PartyWord),
    (PlayerName, ScenarioPlayer),
)
"""The types that an expectation writes differently from a result."""


def expected_of(kind: Kind[Any]) -> type[Expected]:
    """Return the model of the expectations of a kind of scenario."""
    name = f"Expected{kind.name.capitalize()}"
    return next(model for model in Expected.__subclasses__() if model.__name__ == name)


def expectations(
    name: str, *results: type, about: str, without: Collection[str] = (), **others: Any
) -> type[Expected]:
    """Return the model of the expectations of a kind of scenario.

    Args:
        name: its name.
        results: the types of the result, one for each outcome that has a form of its own.
        about: its description.
        without: the parts of the result that a scenario cannot expect.
        others: the types of other expectations, and of parts with a type of their own.
    """
    parts = {key: part for result in results for key, part in _parts(result).items()}
    kept = {key: part for key, part in parts.items() if key not in without}
    fields: dict[str, Any] = {key: (kind, ABSENT) for key, kind in (kept | others).items()}
    model: type[Expected] = create_model(name, __base__=Expected, __doc__=about, **fields)
    return model


@cache
def partial(result: type) -> type[Record]:
    """Return the model of a part of a result, of which any field but its id may be left out."""
    fields: dict[str, Any] = {
        key: (kind, ... if key == "id" else ABSENT) for key, kind in _parts(result).items()
    }
    name = f"Expected{result.__name__.removesuffix('Record').removesuffix('Json')}"
    model: type[Record] = create_model(name, __base__=Record, __doc__=result.__doc__, **fields)
    return model


def _parts(result: type) -> Mapping[str, Any]:
    """Return the type of the expectation of each field of a model or typed dict."""
    hints = get_type_hints(result, include_extras=True)
    return {name: _partly(hints[name]) for name in getattr(result, "model_fields", hints)}


def _partly(kind: Any) -> Any:
    """Return the type of an expectation of a value, any part of which may be left out."""
    if (written := next((here for there, here in _WRITTEN if there == kind), None)) is not None:
        return written
    if is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return partial(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner, *metadata = arguments
        if any(isinstance(item, Given) for item in metadata):
            return _partly(next(part for part in get_args(inner) if part is not NoneType))
        if get_origin(inner) in (tuple, list):  # an expectation may be of any length
            return _partly(inner)
        return Annotated[(_partly(inner), *metadata)]
    if origin is dict:
        return dict[tuple(map(_partly, arguments))]  # type: ignore[misc]
    if origin in (tuple, list):
        return list[_partly(arguments[0])]  # type: ignore[misc]
    if origin in (Union, UnionType):
        return _one_of(arguments)
    return kind


def _one_of(alternatives: Collection[Any]) -> Any:
    """Return alternatives as one type; its description names null if no closed list does."""
    inner = reduce(or_, (_partly(part) for part in alternatives if part is not NoneType))
    field = FieldInfo.from_annotation(inner)
    if NoneType not in alternatives:
        return inner
    if words_of(field):
        return inner | None
    text = Message("{values} or null", values=accepted_values(field))
    return Annotated[inner | None, Accepts(text)]


# ---- the models ----------------------------------------------------------------------------------

ExpectedWin = expectations(
    "ExpectedWin",
    NoWinRecord,
    ScoreRecord,
    about="Expectations of a win; `has` and `has_not` name some of its yaku.",
    without=("message",),
    valid=bool,
    has=list[YakuName],
    has_not=list[YakuName],
)

ExpectedDeal = expectations(
    "ExpectedDeal",
    SettlementRecord,
    about="Expectations of the end of a deal.",
    wins=BySeat[ExpectedWin],  # type: ignore[valid-type]
)

ExpectedGame = expectations(
    "ExpectedGame",
    GameJson,
    about="Expectations of a game.",
    without=("diverges_at", "first_error", "errors"),
)

ExpectedTournament = expectations(
    "ExpectedTournament",
    about="Expectations of a tournament; players have any name.",
    standings=Named[partial(StandingJson)],  # type: ignore[misc]
    substitutes=list[partial(SubstituteJson)],  # type: ignore[misc]
    kept_at_a_table=list[str],
    keeping_forbidden=bool,
)

OptionValue = Annotated[
    bool | int | str | list[Any] | dict[str, Any], Accepts("a value as a ruleset file has it")
]


ExpectedRule = expectations(
    "ExpectedRule",
    about="Expectations of the rules.",
    values=Named[OptionValue],
    says=Named[str],
    yaku=list[partial(YakuRecord)],  # type: ignore[misc]
    has=list[YakuName],
    has_not=list[YakuName],
)


class ExpectedPenalty(Record):
    """The points that a foul costs."""

    least: int = ABSENT
    most: int = ABSENT
    points: int = ABSENT
    from_east: int = ABSENT
    to_east: int = ABSENT
    to_other: int = ABSENT
    paid_to: TextOrNull = ABSENT
    charged: TextOrNull = ABSENT
    repeated: TextOrNull = ABSENT
    amounts: list[int] = ABSENT
    serious: list[int] = ABSENT


class ExpectedAfterChombo(Record):
    """The course of play after a chombo."""

    next_deal: str | dict[str, str] | None = ABSENT
    riichi_bets: TextOrNull = ABSENT
    with_win: TextOrNull = ABSENT
    after_last_discard: TextOrNull = ABSENT
    last_timed_deal: TextOrNull = ABSENT


class ExpectedBans(Record):
    """What a foul bars its player from, and how long."""

    no_ron_on: TextOrNull = ABSENT
    calls: TextOrNull = ABSENT
    until: TextOrNull = ABSENT


class ExpectedFoul(Expected):
    """Expectations of a foul."""

    chombo: bool = ABSENT
    dead_hand: bool = ABSENT
    void: bool = ABSENT
    redeal: bool = ABSENT
    referee: bool = ABSENT
    regulated: bool = ABSENT
    kind: TextOrNull = ABSENT
    condition: TextOrNull = ABSENT
    riichi_bet: TextOrNull = ABSENT
    dead_hand_excused: TextOrNull = ABSENT
    disqualification: TextOrNull = ABSENT
    penalty: ExpectedPenalty | None = ABSENT
    after_chombo: ExpectedAfterChombo | None = ABSENT
    bans: ExpectedBans | None = ABSENT
    found_at: list[str] = ABSENT


class ExpectedRefusedAction(Record):
    """An action that a seat was not allowed to take."""

    act: int = ABSENT
    seat: WindWord = ABSENT


class ExpectedWall(Record):
    """The wall: where it was broken, and the stacks of the dead wall in each player's wall."""

    broken: WindWord = ABSENT
    stacks: int = ABSENT
    dead: BySeat[int] = ABSENT


class ExpectedPlay(Expected):
    """Expectations of a deal in play."""

    may: BySeat[list[ActText]] = ABSENT
    may_not: BySeat[list[ActText]] = ABSENT
    turn: WindWord | None = ABSENT
    drawn: TilesExpected | None = ABSENT
    hands: BySeat[HandExpected] = ABSENT
    discards: BySeat[RowExpected] = ABSENT
    riichi: list[WindWord] = ABSENT
    open_riichi: list[WindWord] = ABSENT
    ippatsu: list[WindWord] = ABSENT
    furiten: list[WindWord] = ABSENT
    tenpai: list[WindWord] = ABSENT
    dead_hands: list[WindWord] = ABSENT
    awaited: str = ABSENT
    indicators: TilesExpected = ABSENT
    tiles_left: int = ABSENT
    dead_wall: int = ABSENT
    first_turn: bool = ABSENT
    scores: BySeat[ExpectedPoints] = ABSENT
    bets: ExpectedPoints = ABSENT
    wall: ExpectedWall = ABSENT
    events: list[str] = ABSENT
    refused: list[ExpectedRefusedAction] = ABSENT
    end: EndWord | None = ABSENT
    cause: Cause | Literal["three_calls"] | None = ABSENT
    settled: ExpectedDeal | None = ABSENT  # type: ignore[valid-type]

"""The base model and the field types of records that come from outside.

A record is a pydantic model, closed and frozen. JSON `true` is not a number, `1.0` is the whole
number 1, and every list has a maximum length. `read` makes a record from a JSON value and raises a
RecordError. `model_problems` reports all problems, for files whose values have a place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    PlainSerializer,
    PlainValidator,
    Strict,
    StringConstraints,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import CoreSchema, PydanticCustomError

from riichi_core.files.accepted_values import Accepts
from riichi_core.files.source_document import plain_value
from riichi_core.hands.hand import Hand, parse_meld
from riichi_core.hands.melds import Meld
from riichi_core.messages import Message, quote
from riichi_core.records.record_problems import record_error
from riichi_core.scoring.points import Points
from riichi_core.tiles import TILES, NotationError, Tile, Wind, WindWord, parse_tiles

MOST_LISTED = 50
"""The longest list that a record may have."""

MOST_TABLE_POINTS = 1_000_000
"""A limit that no score or result of a player exceeds, positive or negative."""

MOST_POINTS = 10_000_000
"""A limit that no points in a game exceed, positive or negative."""

T = TypeVar("T")


class Record(BaseModel):
    """A record of outside data, or a part of one."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True
    )

    @classmethod
    def read(cls, data: object, *, context: object = None) -> Self:
        """Return the record of a JSON value; `context` is for the validators of its fields.

        Raises:
            RecordError: if the value is wrong; it has a code and the field of the first problem.
        """
        try:
            return cls.model_validate(data, context=context)
        except ValidationError as error:
            raise record_error(error, cls, data) from None


def name_in_a_line(text: str) -> str:
    """Return a name on one line and in one Unicode form (NFC), however it was typed.

    >>> name_in_a_line(" Zoe\u0308  B. ") == "Zo\u00eb B."
    True
    """
    return unicodedata.normalize("NFC", " ".join(text.split()))


# ---- types of fields -----------------------------------------------------------------------------


def as_text(expected: str, parse: Callable[[str], T], *, written: Any = str) -> PlainValidator:
    """Return a validator for a value that is written as text; messages say what is `expected`.

    `parse` may raise any RiichiError. The JSON Schema shows the type `written`.
    """

    def validate(value: object) -> T:
        if not isinstance(value, str):
            raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
        return parse(value)

    return PlainValidator(validate, json_schema_input_type=Annotated[written, Accepts(expected)])


def as_word(words: tuple[str, ...], parse: Callable[[str], object] = str) -> PlainValidator:
    """Return a validator for a value that is written as a word from a closed list."""
    values = {word: parse(word) for word in words}
    literal: Any = Literal

    def validate(value: object) -> object:
        try:
            return values[value]  # type: ignore[index]
        except (KeyError, TypeError):
            raise PydanticCustomError("word", "{words}", {"words": words}) from None

    return PlainValidator(validate, json_schema_input_type=literal[words])


def _tile(text: str) -> Tile:
    if text in TILES:
        return TILES[text]
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        message = Message("{text} is {n} tiles, expected one", text=quote(text), n=len(tiles))
        raise NotationError(message, text, 0)
    return tiles[0]


def _whole(value: object) -> object:
    """Return a float without a fraction as an int: in JSON, 1.0 is a whole number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _exact(least: int, most: int, fraction: str) -> PlainValidator:
    """Return a validator for a number that is written exactly, thirds as the text of a fraction."""

    def validate(value: object) -> Points:
        number = _whole(value)
        if isinstance(number, str) and re.fullmatch(fraction, number):
            number = Fraction(number)
        if isinstance(number, bool) or not isinstance(number, (int, Fraction)):
            expected = Message("a whole number, or a fraction such as 1000/3")
            raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
        if not least <= number <= most:
            expected = Message("{least:,} to {most:,}", least=least, most=most)
            raise PydanticCustomError("out_of_range", "{expected}", {"expected": expected})
        return number

    written: Any = (
        Annotated[int, Field(ge=least, le=most)]
        | Annotated[str, StringConstraints(pattern=f"^{fraction}$")]
    )
    return PlainValidator(validate, json_schema_input_type=written)


_FRACTION = r"[0-9]{1,20}/[1-9][0-9]{0,3}"

WINDS: tuple[WindWord, ...] = get_args(WindWord)

_GIVEN_TILE = (
    r"^\s*([0-9]\*?\s*[mps]|[1-7]\*?\s*z|[mps]\s*[0-9]|z\s*[1-7]|5[mps]r|r5[mps]|[mps]5r|[mps]r5|"
    "Wh|[ESWNPFCGR東东南西北白發発发中]|[\U0001f000-\U0001f021][\ufe0e\ufe0f]?['\u2019]?)"
    r"\s*$"
)
"""The usual ways to write one tile; `notation.parse_tiles` also reads full-width text."""
_GivenTile = Annotated[str, StringConstraints(pattern=_GIVEN_TILE)]
_Hand = Annotated[str, Field(max_length=200, examples=["2345567m345p(777z^)"])]
PointsJson = int | Annotated[str, StringConstraints(pattern=r"^-?[0-9]+/[0-9]+$")]
"""Points as JSON: thirds are written as text, e.g. 1000/3."""
_written = PlainSerializer(str, str, when_used="json")

TileText = Annotated[Tile, as_text("a tile as text", _tile, written=_GivenTile), _written]
"""A tile, written as `5m` or in any other way that `parse_tiles` reads."""

TilesText = Annotated[tuple[Tile, ...], as_text("tiles as text", parse_tiles)]
"""Several tiles in one text, e.g. `123m5z`."""

HandText = Annotated[Hand, as_text("a hand as text", Hand.parse, written=_Hand), _written]
"""A hand without its winning tile, e.g. `2345567m345p(777z^)`."""

SetText = Annotated[Meld, as_text("a set as text", parse_meld), _written]
"""A declared set, e.g. `(345p<)`."""

SeatField = Annotated[Wind, as_word(WINDS, Wind.of), _written]
"""A seat or the wind of a round, e.g. `east`."""

Whole = Annotated[int, BeforeValidator(_whole, json_schema_input_type=int)]
"""A whole number; add its bounds: `Annotated[Whole, Field(ge=0, le=1000)]`."""

Count = Annotated[Whole, Field(ge=0, le=1000)]
"""The number of counters on the table."""

Bets = Annotated[Points, _exact(0, 1000, _FRACTION)]
"""The number of bets on the table, a fraction if some were shared."""

PointsText = Annotated[
    Points,
    _exact(-MOST_POINTS, MOST_POINTS, f"-?{_FRACTION}"),
    PlainSerializer(lambda points: points if isinstance(points, int) else str(points)),
]
"""Points; thirds are written as an exact text, `1000/3`."""


def _table_points(value: object) -> Points:
    """Return points as a whole number, or as a fraction if they are written with decimals."""
    expected: str = Message("points, e.g. 35000, 35.0 or -5000")
    if isinstance(value, str) and _PLUS.fullmatch(value):
        value = plain_value(value[1:])
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})
    if not -MOST_TABLE_POINTS <= value <= MOST_TABLE_POINTS:
        expected = Message("a number from {least:,} to {most:,}",
                           least=-MOST_TABLE_POINTS, most=MOST_TABLE_POINTS)  # fmt: skip
        raise PydanticCustomError("out_of_range", "{expected}", {"expected": expected})
    return value if isinstance(value, int) else Fraction(str(value))


_PLUS = re.compile(r"\+(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,15})?")
"""A number with a plus sign, which is text in our YAML."""

_Written = (
    Annotated[float, Field(ge=-MOST_TABLE_POINTS, le=MOST_TABLE_POINTS)]
    | Annotated[str, Field(pattern=f"^{_PLUS.pattern}$")]
)
TablePoints = Annotated[Points, PlainValidator(_table_points, json_schema_input_type=_Written)]
"""A score or a result as people write it: in points, or in thousands with decimals."""


def _four_points(value: object) -> tuple[Points, ...]:
    with suppress(PydanticCustomError):
        if isinstance(value, list) and len(value) == len(WINDS):
            return tuple(map(_table_points, value))
    expected = Message(
        "four numbers in the order of the players, e.g. {example}",
        example="[30500, 28500, 31000, 30000]",
    )
    raise PydanticCustomError("wrong_type", "{expected}", {"expected": expected})


FourPoints = Annotated[
    tuple[Points, ...],
    PlainValidator(
        _four_points,
        json_schema_input_type=Annotated[
            list[_Written], Field(min_length=len(WINDS), max_length=len(WINDS))
        ],
    ),
]
"""A score or a result of each player, the first East first."""

RulesetId = Annotated[str, as_text("the ids of rulesets", str)]

YakuId = Annotated[str, "yaku"]
"""The id of a yaku in a result."""

PlayerName = Annotated[str, "player"]
"""The name of a player in a result."""

Listed = Annotated[tuple[T, ...], Strict(False), Field(max_length=MOST_LISTED)]
"""A list of at most 50 values."""


def _player(value: object, info: ValidationInfo) -> Wind:
    seats = {**_SEATS, **info.context} if info.context else _SEATS
    name = name_in_a_line(value) if info.context and isinstance(value, str) else value
    try:
        return seats[name]  # type: ignore[index]
    except (KeyError, TypeError):
        raise PydanticCustomError("word", "{words}", {"words": tuple(seats)}) from None


_SEATS = {str(wind): wind for wind in Wind}

PlayerSeat = Annotated[Wind, PlainValidator(_player, json_schema_input_type=WindWord), _written]
"""A seat, named by its wind or by its player: `context` of `read` maps names to seats.

The names have the form that `name_in_a_line` returns.
"""


def unique_seats(values: object, read_seats: ValidatorFunctionWrapHandler) -> object:
    """Reject a seat that is named twice, e.g. once by its wind and once by its player."""
    seats = read_seats(values)
    if isinstance(values, list | Mapping) and len(seats) < len(values):
        message = Message("a seat is named twice")
        raise PydanticCustomError("contradiction", "{message}", {"message": message})
    return seats


Seats = Annotated[
    frozenset[PlayerSeat],
    Strict(False),
    WrapValidator(unique_seats),
    Field(json_schema_extra={"maxItems": len(WINDS)}),
]
"""Some of the seats."""


class Given:
    """Makes an optional field, None by default, reject an explicit null."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema: Any = handler(source)
        inner: CoreSchema = schema["schema"]
        return inner


Omittable = Annotated[T | None, Given()]
"""A value that may be omitted but not null."""

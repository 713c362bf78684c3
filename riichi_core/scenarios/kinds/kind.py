"""A kind of scenario as one object, and the types of expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import AfterValidator, Field, ValidationInfo

from riichi_core.errors import RecordError
from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.files.yaml_text import plain
from riichi_core.hands.hand import parse_meld
from riichi_core.messages import Message, quote
from riichi_core.records.fields import WINDS, Record, as_word
from riichi_core.rules.glossary import yaku_named
from riichi_core.rules.ruleset import Ruleset
from riichi_core.spelling import closest_word
from riichi_core.tiles import parse_tiles, write_tiles

Facts = Mapping[str, Any]
"""The record of a scenario, as written in its file."""

ResultJson = Mapping[str, Any]
"""The outcome (docs/reference/json-records.md), or `{"error": {"code", "message", "field"}}`."""

R = TypeVar("R", bound=Record)
T = TypeVar("T")


def describe_facts(facts: Mapping[str, Any]) -> str:
    """Describe the given facts in one line.

    The facts may be wrong (some scenarios are about errors), so nothing is assumed about them.
    """
    return "; ".join(_fact_in_words(name, value) for name, value in facts.items())


def _fact_in_words(name: str, value: Any) -> str:
    words = name.replace("_", " ")
    if value is True:
        return words
    if isinstance(value, list):
        return f"{words} {' '.join(map(plain, value)) or 'none'}"
    if name == "riichi" and isinstance(value, str):
        return {"none": "no riichi", "riichi": "riichi"}.get(value, f"{value} riichi")
    if name == "counters" and isinstance(value, int):
        return f"{value} counter{'' if value == 1 else 's'}"
    return f"not {words}" if value is False else f"{words} {plain(value)}"


def _nothing(_record: Record) -> None:
    """Find no error in a record, because its model has checked everything."""


@dataclass(frozen=True, slots=True)
class Kind(Generic[R]):
    """A kind of scenario: its record, the result, and the possible expectations.

    Attributes:
        name: the key under `given`.
        title: the heading of scenarios of this kind.
        given: the model of its record.
        result: computes the result of a record under a ruleset.
        wanted: a description of the record, with an example.
        possible: a description of a record without errors.
        example: an example of an expectation.
        check: raises a RecordError for facts that are impossible under every ruleset and that the
            model of the record does not reject.
        describe: describes the record in one line.
    """

    name: str
    title: str
    given: type[R]
    result: Callable[[R, Ruleset], ResultJson]
    wanted: str
    possible: str
    example: str
    check: Callable[[R], object] = _nothing
    describe: Callable[[Facts], str] = describe_facts

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its record."""
        return tuple(self.given.model_fields)

    def run(self, facts: Facts, ruleset: Ruleset) -> ResultJson:
        """Return the result of a record under a ruleset; impossible facts give an error."""
        try:
            return self.result(self.given.read(facts), ruleset)
        except RecordError as error:
            return {"error": {"code": error.code, "message": error.message, "field": error.field}}


# ---- expectations --------------------------------------------------------------------------------

ABSENT: Any = None
"""The default of every expectation: parts that are not named are not compared."""


ErrorCode = Literal[
    "contradiction", "five_of_a_tile", "missing_field", "no_set", "notation", "out_of_range",
    "red_five", "bonus_tile", "tile_count", "unknown_word", "wrong_type",
    "no_such_end", "no_win", "no_win_stands", "game_over", "no_points", "wrong_row", "table_sum",
]  # fmt: skip
ERRORS: tuple[str, ...] = get_args(ErrorCode)
"""The reasons why facts are not a win or a deal, or not one that a ruleset allows."""


class Expected(Record):
    """The expectations of every kind."""

    error: Annotated[
        Literal[True] | ErrorCode, Field(description="True for any error; it stands alone.")
    ] = ABSENT


def _is_yaku(name: str, info: ValidationInfo) -> str:
    known = (info.context or {}).get("yaku", (name,))
    if name not in known:
        message = Message("there is no yaku {name}", name=quote(name))
        id_of_alias = yaku_named(name)
        closest = closest_word(name, known) if id_of_alias is None else id_of_alias
        raise value_error("unknown_yaku", message, closest, A_YAKU)
    return name


A_YAKU = Message("the id of a yaku that is known (riichi find NAME) or that the ruleset defines")


def _not_empty(named: dict[str, T]) -> dict[str, T]:
    if not named:
        raise value_error("wrong_type", "an empty mapping does not fit here")
    return named


# ---- tiles as text -------------------------------------------------------------------------------

_MELD = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_GROUP = re.compile(r"([0-9]+)([mpsz])")
_MARKS = re.compile(r"[()']|(?<![0-9])\*")
"""The marks of discards; a star after a number is a bonus tile."""


def tiles_text(text: str) -> str:
    """Return tiles in order, so that `31m` and `1m 3m` are the same."""
    return write_tiles(parse_tiles(text))


def hand_text(text: str) -> str:
    """Return the tiles of a hand in order, followed by its sets."""
    melds = [str(parse_meld(meld)) for meld in _MELD.findall(text)]
    return tiles_text(_MELD.sub("", text)) + "".join(sorted(melds))


def row_text(text: str) -> str:
    """Return discards one by one, with their marks, so that `19m` and `1m 9m` are the same."""
    unmarked = _MARKS.sub("", text)
    tiles = parse_tiles(unmarked)
    if unmarked == text:
        return "".join(map(str, tiles))
    return _GROUP.sub(lambda group: "".join(n + group[2] for n in group[1]), "".join(text.split()))


TILE_TEXTS: Mapping[str, Callable[[str], str]] = {
    **{"hands": hand_text, "discards": row_text},
    **dict.fromkeys(("drawn", "indicators", "tile"), tiles_text),
}
"""For each part of a result with tiles as text, the function that makes texts comparable."""


TilesExpected = Annotated[str, AfterValidator(tiles_text), Accepts("tiles, e.g. 19m5z")]
HandExpected = Annotated[str, AfterValidator(hand_text), Accepts("a hand, e.g. 234m55p(777z^)")]
RowExpected = Annotated[str, AfterValidator(row_text), Accepts("discards, e.g. 1z 6p'")]

# ---- names and numbers ---------------------------------------------------------------------------

YakuName = Annotated[
    str,
    AfterValidator(_is_yaku),
    Accepts("the id of a yaku"),
    Field(json_schema_extra={"format": "yaku"}),
]

TextOrNull = Annotated[str | None, Accepts("text or null")]
ExpectedPoints = Annotated[int | str, Accepts("points, e.g. 1000 or 1000/3")]

PLAYERS = ("Anna", "Ben", "Cleo", "Dan")
"""The players of every scenario, the first East first."""

ScenarioPlayer = Annotated[str, as_word(PLAYERS)]
SeatName = Annotated[str, as_word(WINDS)]
BySeat = dict[SeatName, T]
Named = Annotated[dict[str, T], AfterValidator(_not_empty)]

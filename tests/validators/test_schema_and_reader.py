"""A schema accepts only records that the reader accepts, apart from errors no schema can find.

Scenario records are changed at random: values of all kinds, odd texts, odd keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
import yaml
from each import each
from effort import examples
from hypothesis import HealthCheck, given, settings, strategies as st
from jsonschema import Draft202012Validator
from shipped_scenarios import scenarios
from test_deal_schema import HANCHAN

from riichi.schema.record_schema import SCHEMAS
from riichi_core.errors import RecordError
from riichi_core.records.deal import DealLine
from riichi_core.records.win import WinLine
from riichi_core.records.written_game import GameRecord, WrittenDeal
from riichi_core.tiles import Wind

Json = dict[str, Any]
Way = tuple[str | int, ...]

UNSEEN = {"notation", "tile_count", "five_of_a_tile", "contradiction"}
"""Codes of what a schema cannot see: how tiles are written, and facts against each other."""

ODD: list[Any] = [
    *("'", "", " ", "east", "anna", "_", "\x00", "east\n", "5m\n", "\uff15m", "1/0", "٣/3", "-1/3"),
    *(0, 1, -1, 1.0, 1.5, 1e300, 10**30, -(10**30), True, False, None),
    *([], {}, [[]], [{}], {"": 1}, ["east", "east"], {"'": {}}, {"east": {"'": "'"}}),
    *({"east": {"big_three_dragons": "'"}}, {"east": {"'": "south"}}),
]


def read_win(data: object) -> None:
    WinLine.read(data).win()


def read_deal(data: object) -> None:
    DealLine.read(data).question()


def read_written_game(data: object) -> None:
    record = GameRecord.read(data)
    seats = {name: Wind(place) for place, name in enumerate(record.players)}
    for one in record.deals:
        deal = WrittenDeal.read(one, context=seats)
        if not deal.fouls:
            deal.with_fouls(Wind.EAST, 0, 0, None)


READERS: dict[str, tuple[Json, Callable[[object], None]]] = {
    "win": (SCHEMAS["win"](), read_win),
    "deal": (SCHEMAS["deal"](), read_deal),
    "game": (SCHEMAS["game"](), read_written_game),
}


@cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(READERS[kind][0])


@cache
def right(kind: str) -> tuple[Json, ...]:
    """Return valid records, from the scenarios and the handbook."""
    if kind == "game":
        game = yaml.safe_load(HANCHAN.read_text(encoding="utf-8"))
        return tuple({**game, "deals": [deal]} for deal in game["deals"])
    given = (dict(one.given.facts) for one in scenarios() if one.given.kind == kind)
    return tuple(facts for facts in given if validator(kind).is_valid(facts))


def parts(value: Any, way: Way = ()) -> Iterator[Way]:
    yield way
    if isinstance(value, dict | list):
        for step, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from parts(part, (*way, step))


def changed(value: Any, way: Way, change: Callable[[Any], Any]) -> Any:
    if not way:
        return change(value)
    copy = value.copy()
    copy[way[0]] = changed(value[way[0]], way[1:], change)
    return copy


@st.composite
def spoilt(draw: st.DrawFn, kind: str) -> Any:
    """Draw a record with some change."""
    data = draw(st.sampled_from(right(kind)))
    names = st.sampled_from([*(one for one in ODD if isinstance(one, str)), *DealLine.model_fields])

    def change(value: Any) -> Any:
        new = draw(st.sampled_from(ODD))
        if isinstance(value, dict) and value and draw(st.booleans()):
            name = draw(st.sampled_from([*value]))
            kept = {one: part for one, part in value.items() if one != name}
            return draw(st.sampled_from([kept, {**kept, draw(names): new}, {**kept, name: new}]))
        if isinstance(value, list) and value and draw(st.booleans()):
            return draw(st.sampled_from([value[:-1], [*value, new], [*value, value[0]]]))
        return new

    for _ in range(draw(st.integers(1, 2))):
        data = changed(data, draw(st.sampled_from([*parts(data)])), change)
    return data


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=examples(1000), deadline=None, suppress_health_check=[*HealthCheck])
@given(st.data())
def test_the_reader_accepts_every_record_that_the_schema_accepts(
    kind: str, data: st.DataObject
) -> None:
    record = data.draw(spoilt(kind))
    if not validator(kind).is_valid(record):
        return
    try:
        READERS[kind][1](record)
    except RecordError as error:
        of_a_player = kind == "game" and error.code == "unknown_word"  # no schema knows the players
        assert error.code in UNSEEN or of_a_player, (record, str(error))


DRAWN = {"end": "win", "won_by": "self_draw", "wins": [{"seat": "west", "han": 5}]}
CLAIMED = {**DRAWN, "won_by": "discard", "discarder": "east"}
DRAGONS = {**DRAWN, "wins": [{"seat": "west", "hand": "23m99p(555z^)(666z<)(777z>)",
                              "winning_tile": "1m"}]}  # fmt: skip


@each(
    "deal",
    [
        {**DRAGONS, "liable": {"'": {"big_three_dragons": "south"}}},
        {**DRAGONS, "liable": {"west": {"'": "south"}}},
        {**DRAGONS, "liable": {"west": {"big_three_dragons": "'"}}},
        {**CLAIMED, "discarder": None},
        {**DRAWN, "discarder": "east"},
        {**DRAWN, "riichi_void": "east", "riichi": ["east"]},
        {**DRAWN, "wins": []},
        {"end": "chombo", "offenders": []},
    ],
)
def test_a_schema_refuses_every_error_it_can_express(deal: Json) -> None:
    assert not validator("deal").is_valid(deal)
    with pytest.raises(RecordError):
        read_deal(deal)


def test_the_schema_accepts_valid_records() -> None:
    for deal in (
        DRAWN,
        CLAIMED,
        {**DRAGONS, "liable": {"west": {"big_three_dragons": "south"}}},
        {"end": "win", "fouls": [{"seat": "south", "foul": "swap_call", "moment": "in_play"}]},
    ):
        assert validator("deal").is_valid(deal)
        read_deal(deal)

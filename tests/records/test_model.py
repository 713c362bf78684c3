"""The base of typed records: accepted values, refused values and their errors."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest
from each import each
from pydantic import Discriminator, Field, Tag, ValidationError

from riichi_core.errors import RecordError
from riichi_core.records.fields import (
    Count,
    HandText,
    Listed,
    PointsText,
    Record,
    RulesetId,
    SeatField,
    Seats,
    SetText,
    TilesText,
    TileText,
    Whole,
)
from riichi_core.records.record_problems import record_errors
from riichi_core.tiles import Wind


class Dish(Record):
    name: str
    price: Annotated[Whole, Field(ge=1, le=5000)]


class Tip(Record):
    tip: Whole


def choose(data: Any) -> str:
    return "@Tip" if isinstance(data, dict) and "tip" in data else "@Dish"


class Order(Record):
    kind: Literal["eat_in", "take_away"] = "eat_in"
    seat: SeatField = Wind.EAST
    seats: Seats = frozenset()
    tile: TileText | None = None
    tiles: TilesText = ()
    hand: HandText | None = None
    sets: Listed[SetText] = ()
    count: Count = 0
    points: PointsText = 0
    hot: bool = False
    rulesets: Annotated[Listed[RulesetId], Field(min_length=1)] | None = None
    items: Listed[Annotated[Annotated[Dish, Tag("@Dish")] | Annotated[Tip, Tag("@Tip")],
                            Discriminator(choose)]] = ()  # fmt: skip


def test_values_are_read() -> None:
    order = Order.read(
        {"seat": "west", "seats": ["east", "north"], "tile": "0m", "tiles": "12z", "count": 2.0,
         "hand": "2345567m345p(777z^)", "sets": ["(345p<)"], "points": "-1000/3",
         "items": [{"name": "soup", "price": 3}, {"tip": 1}]}
    )  # fmt: skip
    assert (order.seat, order.seats) == (Wind.WEST, frozenset({Wind.EAST, Wind.NORTH}))
    assert (str(order.tile), list(map(str, order.tiles))) == ("0m", ["1z", "2z"])
    assert (str(order.hand), str(order.sets[0])) == ("2345567m345p(777z^)", "(345p<)")
    assert (order.count, type(order.count)) == (2, int)
    assert order.points == Fraction(-1000, 3)
    assert order.items == (Dish(name="soup", price=3), Tip(tip=1))


KNOWN = ", ".join(Order.model_fields)
SETS = "a list in brackets of zero or more of: a set as text (at most 50)"
REFUSED = {
    "unknown": ({"cout": 1}, "unknown_field", "cout",
                "there is no 'cout' here: did you mean count?"),
    "short": ({"rul": 1}, "unknown_field", "rul",
              "there is no 'rul' here: did you mean rulesets?"),
    "word": ({"kind": "eatin"}, "unknown_word", "kind",
             "kind: there is no 'eatin': did you mean eat_in?"),
    "no word": ({"kind": "?"}, "unknown_word", "kind",
                "kind: there is no '?': expected eat_in or take_away"),
    "seat": ({"seats": ["East"]}, "unknown_word", "seats",
             "seats: there is no 'East': did you mean east?"),
    "no seat": ({"seat": 1}, "unknown_word", "seat",
                "seat: there is no 1: expected east, south, west or north"),
    "truth": ({"hot": 1}, "wrong_type", "hot",
              "hot: 1 is a number: expected true or false"),
    "true": ({"count": True}, "wrong_type", "count",
             "count: true does not fit here: expected a whole number from 0 to 1,000"),
    "half": ({"count": 0.5}, "wrong_type", "count",
             "count: 0.5 is a decimal number: expected a whole number from 0 to "
             "1,000"),
    "text": ({"count": "1"}, "wrong_type", "count",
             "count: '1' is text, not a number; write 1, without quotes: expected a whole "
             "number from 0 to 1,000"),
    "less": ({"count": -1}, "out_of_range", "count",
             "count: -1 is out of range: expected a whole number from 0 to 1,000"),
    "points": ({"points": "1/0"}, "wrong_type", "points",
               "points: '1/0' is text, not a number: expected a whole number, or a fraction such "
               "as 1000/3"),
    "many points": ({"points": 10**8}, "out_of_range", "points",
                    "points: 100000000 is out of range: expected -10,000,000 to 10,000,000"),
    "list": ({"sets": "(345p)"}, "wrong_type", "sets",
             f"sets: '(345p)' is text: expected {SETS}"),
    "long": ({"sets": ["(345p)"] * 51}, "out_of_range", "sets",
             f"sets: the list has 51 values: expected {SETS}"),
    "empty": ({"rulesets": []}, "out_of_range", "rulesets",
              "rulesets: the list is empty: expected a list in brackets of one or more of: the ids "
              "of rulesets (at most 50)"),
    "item": ({"rulesets": [1]}, "wrong_type", "rulesets",
             "rulesets: 1 is a number: expected the ids of rulesets"),
    "no tile": ({"tile": "8z"}, "notation", "tile",
                "tile: 8z is not a tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
                "7z Red"),
    "no set": ({"sets": ["(335p)"]}, "no_set", "sets",
               "'(335p)': 335p is not a set: expected a sequence, a triplet or a quad, e.g. 345p "
               "or 777z (at character 1)"),
    "object": ({"items": [1]}, "wrong_type", "items.0",
               "items.0: 1 is a number: expected {name: …, price: …} or {tip: …}"),
    "missing": ({"items": [{"tip": 1}, {"name": "x"}]}, "missing_field", "items.1.price",
                "items.1: 'price' is missing: expected a whole number from 1 to 5,000"),
    "null": ({"items": [{"name": None, "price": 1}]}, "missing_field", "items.0.name",
             "items.0: 'name' is missing: expected text"),
    "of another": ({"items": [{"tip": 1, "price": 1}]}, "unknown_field", "items.0.price",
                   "items.0: there is no 'price' here: expected tip"),
    "dear": ({"items": [{"name": "x", "price": 5001}]}, "out_of_range", "items.0.price",
             "items.0.price: 5001 is out of range: expected a whole number from 1 to 5,000"),
    "half a word": ({"kind": "eat\ud800"}, "unknown_word", "kind",
                    r"kind: there is no 'eat\ud800': did you mean eat_in?"),
    "half a name": ({"\ud800": 1}, "unknown_field", "\ud800",
                    r"there is no '\ud800' here: expected " + KNOWN),
    "half a name of a part": ({"items": [{"tip": 1, "\udc00": 1}]}, "unknown_field",
                              "items.0.\udc00",
                              r"items.0: there is no '\udc00' here: expected tip"),
    "no name": ({3: 1}, "unknown_field", "3", "there is no '3' here: expected " + KNOWN),
    "whole": ([], "not_an_object", "", "a record is a JSON object, not a list"),
}  # fmt: skip


@each("name", REFUSED)
def test_a_bad_record_is_refused_with_code_field_and_reason(name: str) -> None:
    data, code, field, message = REFUSED[name]
    with pytest.raises(RecordError) as caught:
        Order.read(data)
    found = caught.value
    assert (found.code, found.field, str(found)) == (code, field, message)


def test_an_unpaired_surrogate_in_a_text_is_refused() -> None:
    class Guest(Record):
        name: Annotated[str, Field(max_length=9)]

    with pytest.raises(RecordError) as caught:
        Guest.read({"name": "so\ud83dup"})
    found = caught.value
    assert (found.code, found.field) == ("notation", "name")
    assert str(found) == "name: the character U+D83D is not allowed here"


def test_all_errors_are_found_and_unknown_fields_come_first() -> None:
    data = {"hot": 1, "items": [{"name": "x", "prize": 2}, {"name": "x"}], "xyz": 1}
    with pytest.raises(ValidationError) as caught:
        Order.model_validate(data)
    found = record_errors(caught.value, Order, data)
    assert [(one.code, one.field) for one in found] == [
        ("wrong_type", "hot"), ("unknown_field", "items.0.prize"),
        ("missing_field", "items.1.price"), ("unknown_field", "xyz"),
    ]  # fmt: skip
    with pytest.raises(RecordError, match="prize"):
        Order.read(data)

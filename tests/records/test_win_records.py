"""The JSON record of a win: accepted and refused input, and results as JSON."""

from __future__ import annotations

import json
import re
from typing import Any, cast

import pytest
from each import each
from effort import examples
from hypothesis import given, settings, strategies as st

from riichi_core.errors import RecordError
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win
from riichi_core.records import jsonl
from riichi_core.records.win import WinLine, read_win, win_json
from riichi_core.rules.chapters.tiles import RedFives
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import UnsupportedTileError, score
from riichi_core.tiles import Wind, parse_tiles

Json = dict[str, Any]

PLAIN: Json = {"hand": "234m56799p24678s", "winning_tile": "3s", "won_by": "discard"}
DRAWN: Json = PLAIN | {"won_by": "self_draw"}
OPEN: Json = PLAIN | {"hand": "234m99p24678s(777z)"}
QUAD: Json = DRAWN | {"hand": "234m99p24678s[7777z]"}

EX_8: Json = {
    "id": "ex-8", "hand": "223344m556677p7z", "winning_tile": "7z", "won_by": "self_draw",
    "seat_wind": "east", "round_wind": "south", "riichi": "none", "ippatsu": False,
    "after_quad": False, "robbing_quad": False, "last_tile": False, "first_turn": False,
    "winning_tile_apart": True, "circumstances": [], "dora_indicators": ["4m"],
    "kan_dora_indicators": [], "ura_dora_indicators": [], "kan_ura_dora_indicators": [],
    "counters": 0, "rulesets": ["ema-2016", "wrcr-2015"],
}  # fmt: skip


# ---- what is read --------------------------------------------------------------------------------


FIELDS = tuple(WinLine.model_fields)


def read_line(data: object) -> Win:
    """Read a record and make its win, which finds every error."""
    return WinLine.read(data).win()


GIVEN_TILES = ["3s", " 3 s ", "s3", "5mr", "r5m", "E", "Wh", "東", "\U0001f012", "\U0001f00b'"]


@each("tile", GIVEN_TILES)
def test_a_tile_of_a_record_may_be_written_in_other_ways(tile: str) -> None:
    record = WinLine.read(PLAIN | {"winning_tile": tile})
    assert record.winning_tile == parse_tiles(tile)[0]
    schema = WinLine.model_json_schema()["properties"]["winning_tile"]
    assert re.search(schema["pattern"], tile)


def test_a_hand_of_a_record_may_be_written_in_other_ways() -> None:
    record = OPEN | {"hand": "m234 p99 s24678 (C C C)", "dora_indicators": ["東", "E"]}
    assert read_win(record) == read_win(OPEN | {"dora_indicators": ["1z", "1z"]})


def test_missing_fields_have_their_usual_values() -> None:
    record = WinLine.read(PLAIN)
    win = record.win()
    assert (record.id, record.rulesets) == (None, ())
    assert (win.by, win.riichi) == (Ron(), None)
    assert (win.seat, win.round_wind, win.counters) == (Wind.EAST, Wind.EAST, 0)
    assert (win.indicators, win.circumstances) == ((), frozenset())
    assert read_win(DRAWN).by == Tsumo(apart=True)


def test_every_field_is_read() -> None:
    record = WinLine.read(
        QUAD
        | {"id": [1, None], "seat_wind": "west", "round_wind": "north", "riichi": "double",
           "after_quad": True, "last_tile": True, "winning_tile_apart": False, "counters": 7,
           "circumstances": ["open_riichi"],
           "dora_indicators": ["1m"], "kan_dora_indicators": ["2m"],
           "ura_dora_indicators": ["3m"], "kan_ura_dora_indicators": ["0p"],
           "rulesets": ["b", "a", "b"]}
    )  # fmt: skip
    win = record.win()
    assert (record.id, record.rulesets) == ([1, None], ("b", "a", "b"))
    assert win.by == Tsumo(after_quad=True, last_tile=True, apart=False)
    assert (win.seat, win.round_wind, win.counters) == (Wind.WEST, Wind.NORTH, 7)
    assert win.riichi == Riichi(True, False, parse_tiles("3m"), parse_tiles("0p"))
    assert (win.dora, win.kan_dora) == (parse_tiles("1m"), parse_tiles("2m"))
    assert win.circumstances == {"open_riichi"}
    flags = {"robbing_quad": True, "riichi": "riichi", "ippatsu": True}
    robbed = read_win(PLAIN | flags)
    assert (robbed.by, robbed.riichi) == (Ron(robbing_quad=True), Riichi(ippatsu=True))
    first = read_win(PLAIN | {"first_turn": True, "seat_wind": "south"})
    assert first.by == Ron(first_turn=True)


def test_the_documented_example_is_read() -> None:
    record = WinLine.read(EX_8)
    assert (record.id, record.rulesets) == ("ex-8", ("ema-2016", "wrcr-2015"))
    assert set(EX_8) == set(FIELDS)


# ---- what is refused -----------------------------------------------------------------------------

FIELDS_LISTED = ", ".join(FIELDS)
ANY_OF = "a list in brackets of zero or more of:"
IDS = "a list in brackets of one or more of: the ids of rulesets (at most 50)"
CIRCUMSTANCES_LISTED = (
    "riichi_discard, quad_discard, open_riichi, after_two_quads, first_turn_quad, "
    "eighth_dealer_win or breaks_eighth_win"
)
EAST_DISCARD = "East discards first, so East has no earlier discard to win on: expected self_draw"
UNDER = "without riichi: only a player who declared riichi turns them up"

REFUSED: list[tuple[Json, str, str, str]] = [
    # fields
    (PLAIN | {"windtile": "1m"}, "unknown_field", "windtile",
     "there is no 'windtile' here: did you mean winning_tile?"),
    (PLAIN | {"xyz": 1}, "unknown_field", "xyz",
     f"there is no 'xyz' here: expected {FIELDS_LISTED}"),
    ({"winning_tile": "1m", "won_by": "discard"}, "missing_field", "hand",
     "'hand' is missing: expected a hand as text"),
    (PLAIN | {"winning_tile": None}, "missing_field", "winning_tile",
     "'winning_tile' is missing: expected a tile as text"),
    ({"hand": "", "winning_tile": ""}, "missing_field", "won_by",
     "'won_by' is missing: expected self_draw or discard"),
    # words
    (PLAIN | {"won_by": "selfdraw"}, "unknown_word", "won_by",
     "won_by: there is no 'selfdraw': did you mean self_draw?"),
    (PLAIN | {"won_by": "ron"}, "unknown_word", "won_by",
     "won_by: there is no 'ron': did you mean discard?"),
    (PLAIN | {"seat_wind": "East"}, "unknown_word", "seat_wind",
     "seat_wind: there is no 'East': did you mean east?"),
    (PLAIN | {"round_wind": "1z"}, "unknown_word", "round_wind",
     "round_wind: there is no '1z': did you mean east?"),
    (PLAIN | {"riichi": "rich"}, "unknown_word", "riichi",
     "riichi: there is no 'rich': did you mean riichi?"),
    (PLAIN | {"circumstances": ["quad_discards"]}, "unknown_word", "circumstances",
     "circumstances: there is no 'quad_discards': did you mean quad_discard?"),
    (PLAIN | {"circumstances": ["?"]}, "unknown_word", "circumstances",
     f"circumstances: there is no '?': expected {ANY_OF} {CIRCUMSTANCES_LISTED} (at most 50)"),
    # types
    (PLAIN | {"hand": 5}, "wrong_type", "hand",
     "hand: 5 is a number: expected a hand as text"),
    (PLAIN | {"winning_tile": 3.5}, "wrong_type", "winning_tile",
     "winning_tile: 3.5 is a decimal number: expected a tile as text"),
    (PLAIN | {"won_by": 1}, "unknown_word", "won_by",
     "won_by: there is no 1: expected self_draw or discard"),
    (PLAIN | {"riichi": 2}, "unknown_word", "riichi",
     "riichi: there is no 2: expected none, riichi or double"),
    (PLAIN | {"ippatsu": 1}, "wrong_type", "ippatsu",
     "ippatsu: 1 is a number: expected true or false"),
    (PLAIN | {"last_tile": "yes"}, "wrong_type", "last_tile",
     "last_tile: 'yes' is text: expected true or false"),
    (PLAIN | {"counters": 1.5}, "wrong_type", "counters",
     "counters: 1.5 is a decimal number: expected a whole number from 0 to 1,000"),
    (PLAIN | {"dora_indicators": "1m"}, "wrong_type", "dora_indicators",
     f"dora_indicators: '1m' is text: expected {ANY_OF} a tile as text (at most 50)"),
    (PLAIN | {"dora_indicators": [1]}, "wrong_type", "dora_indicators",
     "dora_indicators: 1 is a number: expected a tile as text"),
    (PLAIN | {"rulesets": "ema-2016"}, "wrong_type", "rulesets",
     f"rulesets: 'ema-2016' is text: expected {IDS}"),
    (PLAIN | {"rulesets": [5]}, "wrong_type", "rulesets",
     "rulesets: 5 is a number: expected the ids of rulesets"),
    # numbers
    (PLAIN | {"rulesets": []}, "out_of_range", "rulesets",
     f"rulesets: the list is empty: expected {IDS}"),
    (PLAIN | {"rulesets": ["x"] * 51}, "out_of_range", "rulesets",
     f"rulesets: the list has 51 values: expected {IDS}"),
    (PLAIN | {"dora_indicators": ["1m"] * 99}, "out_of_range", "dora_indicators",
     f"dora_indicators: the list has 99 values: expected {ANY_OF} a tile as text (at most 50)"),
    (PLAIN | {"counters": -1}, "out_of_range", "counters",
     "counters: -1 is out of range: expected a whole number from 0 to 1,000"),
    # tiles
    (PLAIN | {"hand": "234m56799p2467"}, "notation", "hand",
     "2467 has no suit: expected m, p, s, or z for honours (at character 15)"),
    (PLAIN | {"hand": "234m99p24678s(77z)"}, "no_set", "hand",
     "'(77z)': 77z is not a triplet: three equal tiles are needed (at character 14)"),
    (PLAIN | {"hand": "234m56799p246783s"}, "tile_count", "hand",
     "the hand has 14 concealed tiles: expected 13; give the winning tile separately"),
    (PLAIN | {"hand": "234m99p22222678s"}, "five_of_a_tile", "hand",
     "2s is there 5 times: a set of tiles has four of each kind"),
    (PLAIN | {"hand": "234m56799p33334s"}, "five_of_a_tile", "winning_tile",
     "3s is there 5 times: a set of tiles has four of each kind"),
    (PLAIN | {"winning_tile": "3x"}, "notation", "winning_tile",
     "winning_tile: 'x' is not a suit: expected m, p, s, or z for honours"),
    (PLAIN | {"winning_tile": "33s"}, "notation", "winning_tile",
     "winning_tile: '33s' is 2 tiles, expected one"),
    (PLAIN | {"winning_tile": ""}, "notation", "winning_tile",
     "winning_tile: '' is 0 tiles, expected one"),
    (PLAIN | {"kan_dora_indicators": ["8z"]}, "notation", "kan_dora_indicators",
     "kan_dora_indicators: 8z is not a tile: the honours are 1z East to 4z North, 5z White, "
     "6z Green, 7z Red"),
    (PLAIN | {"dora_indicators": ["9p", "9p", "9p"]}, "five_of_a_tile", "dora_indicators",
     "9p is there 5 times: a set of tiles has four of each kind, including the indicators"),
    (PLAIN | {"dora_indicators": ["1z", "2z", "3z"], "kan_dora_indicators": ["4z", "5z", "6z"]},
     "contradiction", "dora_indicators",
     "6 indicators: expected at most 5, one and one more for each quad"),
    # riichi
    (PLAIN | {"ippatsu": True}, "contradiction", "ippatsu", "ippatsu without riichi"),
    (PLAIN | {"ura_dora_indicators": ["1m"]}, "contradiction", "ura_dora_indicators",
     f"ura_dora_indicators {UNDER}"),
    (PLAIN | {"kan_ura_dora_indicators": ["1m"]}, "contradiction", "kan_ura_dora_indicators",
     f"kan_ura_dora_indicators {UNDER}"),
    (OPEN | {"riichi": "riichi"}, "contradiction", "riichi",
     "riichi: the hand is open, and riichi needs a concealed hand"),
    # quads
    (PLAIN | {"after_quad": True}, "contradiction", "after_quad",
     "after_quad on a discard: the replacement tile is drawn"),
    (DRAWN | {"after_quad": True}, "contradiction", "after_quad",
     "after_quad: the hand has no quad, so it gets no replacement tile"),
    (DRAWN | {"robbing_quad": True}, "contradiction", "robbing_quad",
     "robbing_quad on a self-draw: a quad is robbed of another player's tile"),
    (QUAD | {"after_quad": True, "riichi": "riichi", "ippatsu": True}, "contradiction", "ippatsu",
     "ippatsu with after_quad: the winner's own quad ends ippatsu"),
    (PLAIN | {"last_tile": True, "robbing_quad": True}, "contradiction", "last_tile",
     "last_tile with robbing_quad: nobody may declare a quad after the last tile of the wall is "
     "drawn"),
    # the first turn
    (PLAIN | {"first_turn": True}, "contradiction", "first_turn",
     f"first_turn: {EAST_DISCARD} or another seat"),
    (DRAWN | {"first_turn": True, "riichi": "double"}, "contradiction", "first_turn",
     "first_turn: riichi is declared with a discard, and first_turn is before the player's first "
     "discard"),
    (QUAD | {"first_turn": True}, "contradiction", "first_turn",
     "first_turn: a hand with a set on the table cannot win in the first turn"),
    (DRAWN | {"first_turn": True, "last_tile": True}, "contradiction", "last_tile",
     "last_tile with first_turn: most of the wall is left in the first turn"),
    (PLAIN | {"circumstances": ["open_riichi"]}, "contradiction", "circumstances",
     "open_riichi without riichi"),
]  # fmt: skip


@each("case", REFUSED)
def test_a_bad_record_is_refused_with_code_field_and_reason(
    case: tuple[Json, str, str, str],
) -> None:
    record, code, field, message = case
    with pytest.raises(RecordError) as caught:
        read_line(record)
    found = caught.value
    assert (found.code, found.field, str(found)) == (code, field, message)


@pytest.mark.parametrize("flag", ["ippatsu", "after_quad", "robbing_quad", "last_tile",
                                  "first_turn", "winning_tile_apart"])  # fmt: skip
@pytest.mark.parametrize("value", [None, 0, "true", []])
def test_a_flag_is_true_or_false(flag: str, value: object) -> None:
    with pytest.raises(RecordError) as caught:
        read_line(PLAIN | {flag: value})
    assert (caught.value.code, caught.value.field) == ("wrong_type", flag)


@each("data", [None, True, 5, "a text", [], [PLAIN]])
def test_a_record_must_be_an_object(data: object) -> None:
    with pytest.raises(RecordError) as caught:
        read_line(data)
    assert (caught.value.code, caught.value.field) == ("not_an_object", "")
    assert str(caught.value).startswith("a record is a JSON object, not ")


def test_an_error_stays_short_for_a_long_value() -> None:
    for name in FIELDS[1:]:
        with pytest.raises(RecordError) as caught:
            read_line(PLAIN | {name: {"x" * 1000: ["y" * 1000]}})
        assert len(str(caught.value)) < 250
    with pytest.raises(RecordError) as caught:
        read_line(PLAIN | {"x" * 1000: 1})
    assert (len(caught.value.field), len(str(caught.value)) < 600) == (60, True)


# ---- any value -----------------------------------------------------------------------------------

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
likely = st.sampled_from(
    ["234m99p24678s[7777z]", "234m99p24678s(777z)", "19m19p19s1234567z", "1z", "3s", "0m",
     "discard", "self_draw", "east", "north", "riichi", "double", True, False, 0, 1, 1000,
     ["1m"], ["9p", "1z"], ["open_riichi"], ["after_two_quads", "quad_discard"], ["ema-2016"]]
)  # fmt: skip


def read_or_refused(data: object) -> None:
    try:
        read_line(data)
    except RecordError as error:
        assert error.code
        assert str(error)
        assert error.field in {*FIELDS, ""} or error.code == "unknown_field"


@settings(max_examples=examples(200), deadline=None)
@given(values)
def test_any_value_is_read_or_refused(data: object) -> None:
    read_or_refused(data)


@settings(max_examples=examples(400), deadline=None)
@given(
    st.sampled_from([PLAIN, DRAWN, OPEN, QUAD, EX_8]),
    st.dictionaries(st.sampled_from([*FIELDS, "x"]), values | likely, max_size=4),
)
def test_any_value_of_any_field_is_read_or_refused(record: Json, fields: Json) -> None:
    read_or_refused(record | fields)


def test_an_extremely_nested_value_is_refused() -> None:
    for depth in range(1, 2000):
        try:
            value = json.loads("[" * depth + "]" * depth)
        except RecursionError:
            break
        with pytest.raises(RecordError):
            read_line(PLAIN | {"hand": value})


def test_an_extremely_long_number_is_refused() -> None:
    for digits in (4000, 4300):
        with pytest.raises(RecordError):
            read_line(PLAIN | {"counters": int("9" * digits)})


# ---- red fives that a ruleset has not ------------------------------------------------------------


def with_reds(m: int, p: int, s: int) -> Rules:
    rules = load("ema-2016").rules
    tiles = rules.tiles.model_copy(update={"red_fives": RedFives(m=m, p=p, s=s)})
    return rules.model_copy(update={"tiles": tiles})


@pytest.mark.parametrize(
    ("field", "record", "reds", "message"),
    [
        ("hand", PLAIN | {"hand": "234m06799p24678s"}, (0, 0, 0),
         "1 red 5p (0p), but the ruleset has none"),
        ("dora_indicators", PLAIN | {"dora_indicators": ["0s"]}, (1, 1, 0),
         "1 red 5s (0s), but the ruleset has none"),
        ("dora_indicators", PLAIN | {"hand": "340m99p24678s[0555p]",
                  "kan_dora_indicators": ["0m"]}, (1, 1, 1),
         "2 red 5m (0m), but the ruleset has only 1"),
    ],
)  # fmt: skip
def test_a_missing_red_five_cannot_be_played(
    field: str, record: Json, reds: tuple[int, int, int], message: str
) -> None:
    with pytest.raises(UnsupportedTileError) as caught:
        score(read_win(record), with_reds(*reds))
    assert str(caught.value) == message
    assert (caught.value.code, caught.value.field) == ("red_five", field)


def test_plain_fives_are_counted_as_written() -> None:
    """A suit with a red five has four plain ones here: nobody wrote which is red, so none is."""
    record = PLAIN | {"hand": "234m99p24678s[5555p]", "riichi": "riichi"}
    found = result(record, with_reds(0, 1, 0))
    assert found["dora"] == NO_DORA
    assert found["points"] == result(record)["points"]


# ---- results -------------------------------------------------------------------------------------


def result(record: Json, rules: Rules | None = None) -> Json:
    found: Any = win_json(score(read_win(record), rules or load("ema-2016").rules))
    return cast(Json, found)


NO_DORA = {"dora": 0, "kan_dora": 0, "ura_dora": 0, "kan_ura_dora": 0, "red_fives": 0}


@pytest.mark.parametrize("ruleset", ["ema-2016", "wrcr-2015"])
def test_the_documented_example_has_its_documented_result(ruleset: str) -> None:
    found = result(EX_8, load(ruleset).rules)
    found["yaku"].sort(key=lambda one: -int(one["han"]))
    found["fu_items"].sort(key=lambda item: -int(item["fu"]))
    first, *others = found.pop("fu_items")
    assert first == {"id": "winning", "fu": 20}
    assert {item["id"]: item["fu"] for item in others} == {
        "self_draw": 2, "pair_wait": 2, "dragon_pair": 2,
    }  # fmt: skip
    assert found == {
        "valid": True,
        "yaku": [
            {"id": "twice_pure_double_sequence", "han": 3},
            {"id": "fully_concealed_hand", "han": 1},
        ],
        "dora": NO_DORA,
        "han": 4,
        "fu": 30,
        "limit": None if ruleset == "ema-2016" else "mangan",
        "yakuman": 0,
        "base": 1920 if ruleset == "ema-2016" else 2000,
        "payments": {
            "from_each": 3900 if ruleset == "ema-2016" else 4000,
            "from_dealer": None,
            "from_discarder": None,
        },
        "points": 11700 if ruleset == "ema-2016" else 12000,
        "reading": "234m 234m 567p 567p +77z, pair",
    }


def test_a_yaku_that_counts_twice_is_one_entry_with_a_number() -> None:
    found = result(PLAIN | {"hand": "234m99p24s666777z"})
    assert found["yaku"] == [{"id": "dragon_triplet", "han": 2, "count": 2}]
    triplets = [item for item in found["fu_items"] if item["id"] == "triplet"]
    assert sorted(triplets, key=lambda item: str(item["tile"])) == [
        {"id": "triplet", "fu": 8, "tile": "6z", "concealed": True},
        {"id": "triplet", "fu": 8, "tile": "7z", "concealed": True},
    ]


def test_kinds_of_dora_are_listed_separately() -> None:
    found = result(
        QUAD
        | {"riichi": "riichi", "dora_indicators": ["8p"], "kan_dora_indicators": ["6z"],
           "ura_dora_indicators": ["1m"], "kan_ura_dora_indicators": ["2s"]}
    )  # fmt: skip
    dora = {"dora": 2, "kan_dora": 4, "ura_dora": 1, "kan_ura_dora": 1, "red_fives": 0}
    assert found["dora"] == dora
    assert found["han"] == 8 + 3
    assert found["limit"] == "sanbaiman"


def test_red_fives_are_a_separate_kind_of_dora() -> None:
    found = result(PLAIN | {"hand": "340m06799p24678s", "riichi": "riichi"}, with_reds(1, 1, 1))
    assert (found["dora"], found["han"]) == (NO_DORA | {"red_fives": 2}, 3)


def test_a_yakuman_has_neither_han_nor_fu_nor_dora() -> None:
    record = PLAIN | {"hand": "1112225556677z", "winning_tile": "7z", "dora_indicators": ["6z"],
                      "seat_wind": "west"}  # fmt: skip
    found = result(record)
    assert found == {
        "valid": True, "yaku": [{"id": "all_honours", "han": None}], "dora": NO_DORA,
        "han": None, "fu": None, "fu_items": None, "limit": "yakuman", "yakuman": 1, "base": 8000,
        "payments": {"from_each": None, "from_dealer": None, "from_discarder": 32000},
        "points": 32000, "reading": "111z 222z 555z +777z 66z, triplet",
    }  # fmt: skip


@pytest.mark.parametrize(("several", "units"), [("best_one", 2), ("add_up", 3)])
def test_all_yakuman_are_listed_and_paid_according_to_the_ruleset(several: str, units: int) -> None:
    rules = load("ema-2016").rules
    limits = rules.limits.model_copy(update={"several_yakuman": several})
    yaku = rules.yaku.model_copy(update={"big_four_winds": YakumanWorth(yakuman=2)})
    found = result(
        PLAIN | {"hand": "5z(111z)(222z)(333z)(444z)", "winning_tile": "5z", "seat_wind": "south"},
        rules.model_copy(update={"limits": limits, "yaku": yaku}),
    )
    assert sorted(one["id"] for one in found["yaku"]) == ["all_honours", "big_four_winds"]
    assert {one["han"] for one in found["yaku"]} == {None}
    assert (found["yakuman"], found["points"]) == (units, 32000 * units)


def test_blessing_of_man_is_not_combined() -> None:
    found = result(PLAIN | {"seat_wind": "south", "first_turn": True, "dora_indicators": ["2s"]})
    assert found["yaku"] == [{"id": "blessing_of_man", "han": None}]
    assert (found["han"], found["limit"], found["yakuman"]) == (None, "mangan", 0)
    assert (found["dora"], found["points"]) == (NO_DORA, 8000)
    assert found["fu"] == 40


@each(
    "record, payments, total",
    [
        (DRAWN, (500, None, None), 1500),
        (DRAWN | {"seat_wind": "south"}, (300, 500, None), 1100),
        (PLAIN | {"riichi": "riichi"}, (None, None, 2000), 2000),
        (PLAIN | {"riichi": "riichi", "seat_wind": "north"}, (None, None, 1300), 1300),
        (PLAIN | {"riichi": "riichi", "counters": 2}, (None, None, 2600), 2600),
        (DRAWN | {"counters": 2}, (700, None, None), 2100),
        (DRAWN | {"seat_wind": "south", "counters": 2}, (500, 700, None), 1700),
    ],
)
def test_payments_name_the_payers(record: Json, payments: tuple[Any, ...], total: int) -> None:
    found = result(record)
    names = ("from_each", "from_dealer", "from_discarder")
    assert found["payments"] == dict(zip(names, payments, strict=True))
    assert found["points"] == total


def test_a_hand_that_does_not_win_has_a_reason() -> None:
    assert result(PLAIN) == {
        "valid": False, "reason": "no_yaku", "message": "no yaku",
    }  # fmt: skip
    assert result(PLAIN | {"winning_tile": "5s"}) == {
        "valid": False, "reason": "not_complete",
        "message": "234m56799p24678s and 5s do not make a complete hand",
    }  # fmt: skip
    rules = load("ema-2016").rules
    two = rules.winning.model_copy(update={"minimum_han": 2})
    record = PLAIN | {"riichi": "riichi", "dora_indicators": ["2s"]}
    assert result(record, rules.model_copy(update={"winning": two})) == {
        "valid": False, "reason": "minimum_yaku",
        "message": "too few yaku: a win needs 2 han without dora",
    }  # fmt: skip


def test_a_result_is_json() -> None:
    for record in (PLAIN, DRAWN, OPEN, QUAD | {"after_quad": True}, EX_8):
        found = result(record)
        assert json.loads(json.dumps(found, allow_nan=False)) == found


# ---- lines, and answers to them ------------------------------------------------------------------


def test_an_answer_is_ascii_for_any_id() -> None:
    for name in ("é", "\ud800", "a", [1, {"b": None}], 10**30):
        line = jsonl.written({"id": name})
        assert line.isascii()
        assert line.endswith(b"\n")
        assert json.loads(line) == {"id": name}

"""Facts of a win that contradict each other are refused with a reason and a field."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from each import each

from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win, WinError, check_circumstances
from riichi_core.rules.yaku_vocabulary import Circumstance
from riichi_core.tiles import TILES, Wind, parse_tiles

Json = dict[str, Any]

PLAIN = "234m56799p24678s"
OPEN = "234m99p24678s(777z)"
QUAD = "234m99p24678s[7777z]"
TWO_QUADS = "99p24678s[2222m](7777z)"


def win(hand: str = PLAIN, tile: str = "3s", **more: Any) -> Win:
    by = more.pop("by", Ron())
    return Win(Hand.parse(hand), TILES[tile], by, **more)


def turned(text: str) -> Json:
    return {"dora": parse_tiles(text)}


SELF_DRAWN_DISCARD = (
    "East discards first, so East has no earlier discard to win on: expected self_draw"
)
REFUSED: list[tuple[str, Json, str, str, str]] = [
    # tiles
    ("a fifth winning tile", {"hand": "234m56799p33334s", "tile": "3s"},
     "five_of_a_tile", "winning_tile",
     "3s is there 5 times: a set of tiles has four of each kind"),
    ("a fifth tile among the indicators", turned("99p9p"), "five_of_a_tile", "dora_indicators",
     "9p is there 5 times: a set of tiles has four of each kind, including the indicators"),
    ("a fifth tile under them", {"riichi": Riichi(ura=parse_tiles("999p"))},
     "five_of_a_tile", "dora_indicators",
     "9p is there 5 times: a set of tiles has four of each kind, including the indicators"),
    ("six indicators", turned("123456z"), "contradiction", "dora_indicators",
     "6 indicators: expected at most 5, one and one more for each quad"),
    ("six indicators with those of quads",
     turned("123z") | {"kan_dora": parse_tiles("456z")}, "contradiction", "dora_indicators",
     "6 indicators: expected at most 5, one and one more for each quad"),
    ("six tiles under them",
     {"riichi": Riichi(ura=parse_tiles("123z"), kan_ura=parse_tiles("456z"))},
     "contradiction", "ura_dora_indicators",
     "6 indicators: expected at most 5, one and one more for each quad"),
    ("five kan dora indicators", {"kan_dora": parse_tiles("12345z")}, "contradiction",
     "kan_dora_indicators", "5 indicators for quads: expected at most 4, one for each quad"),
    ("five tiles under those of quads", {"riichi": Riichi(kan_ura=parse_tiles("12345z"))},
     "contradiction", "kan_ura_dora_indicators",
     "5 indicators for quads: expected at most 4, one for each quad"),
    # counters
    ("fewer than no counters", {"counters": -1}, "out_of_range", "counters",
     "-1 is out of range: expected 0 to 1,000 counters"),
    ("too many counters", {"counters": 1001}, "out_of_range", "counters",
     "1001 is out of range: expected 0 to 1,000 counters"),
    # quads
    ("a replacement tile without a quad", {"by": Tsumo(after_quad=True)},
     "contradiction", "after_quad", "after_quad: the hand has no quad, so it gets no replacement "
                                    "tile"),
    ("a replacement tile beside a triplet", {"hand": OPEN, "by": Tsumo(after_quad=True)},
     "contradiction", "after_quad", "after_quad: the hand has no quad, so it gets no replacement "
                                    "tile"),
    ("a robbed tile that the hand has", {"hand": "234m56799p34678s", "tile": "3s",
     "by": Ron(robbing_quad=True)}, "contradiction", "robbing_quad",
     "robbing_quad: the other three 3s are in the quad, so the hand cannot have one"),
    ("a robbed tile that lies in a set", {"hand": "99p24678s[2222m](345s)", "tile": "3s",
     "by": Ron(robbing_quad=True)}, "contradiction", "robbing_quad",
     "robbing_quad: the other three 3s are in the quad, so the hand cannot have one"),
    ("a robbed quad when no tile is left", {"by": Ron(robbing_quad=True, last_tile=True)},
     "contradiction", "last_tile",
     "last_tile with robbing_quad: nobody may declare a quad after the last tile of the wall is "
     "drawn"),
    # riichi
    ("riichi with an open hand", {"hand": OPEN, "riichi": Riichi()}, "contradiction", "riichi",
     "riichi: the hand is open, and riichi needs a concealed hand"),
    ("ippatsu after one's own quad",
     {"hand": QUAD, "by": Tsumo(after_quad=True), "riichi": Riichi(ippatsu=True)},
     "contradiction", "ippatsu", "ippatsu with after_quad: the winner's own quad ends ippatsu"),
    ("ippatsu after double riichi and an own quad",
     {"hand": QUAD, "by": Tsumo(), "riichi": Riichi(double=True, ippatsu=True)},
     "contradiction", "ippatsu",
     "ippatsu with double riichi: the hand has a quad, which rules out double riichi before the "
     "riichi and ippatsu after it"),
    ("ippatsu on a discard after a quad",
     {"riichi": Riichi(ippatsu=True), "circumstances": frozenset({"quad_discard"})},
     "contradiction", "circumstances",
     "quad_discard with ippatsu: the quad before the discard ends ippatsu"),
    # the first turn
    ("a set in the first turn", {"hand": QUAD, "by": Tsumo(first_turn=True)},
     "contradiction", "first_turn",
     "first_turn: a hand with a set on the table cannot win in the first turn"),
    ("riichi in the first turn", {"by": Tsumo(first_turn=True), "riichi": Riichi(double=True)},
     "contradiction", "first_turn",
     "first_turn: riichi is declared with a discard, and first_turn is before the player's first "
     "discard"),
    ("the last tile in the first turn", {"by": Tsumo(first_turn=True, last_tile=True)},
     "contradiction", "last_tile", "last_tile with first_turn: most of the wall is left in the "
                                   "first turn"),
    ("a discard before East's first", {"by": Ron(first_turn=True)},
     "contradiction", "first_turn", f"first_turn: {SELF_DRAWN_DISCARD} or another seat"),
    # circumstances
    ("a riichi discard that was drawn",
     {"by": Tsumo(), "circumstances": frozenset({"riichi_discard"})},
     "contradiction", "circumstances", "riichi_discard without discard"),
    ("a quad discard that was drawn",
     {"by": Tsumo(), "circumstances": frozenset({"quad_discard"})},
     "contradiction", "circumstances", "quad_discard without discard"),
    ("open riichi without riichi", {"circumstances": frozenset({"open_riichi"})},
     "contradiction", "circumstances", "open_riichi without riichi"),
    ("two quads without a replacement tile",
     {"hand": TWO_QUADS, "circumstances": frozenset({"after_two_quads"})},
     "contradiction", "circumstances", "after_two_quads without after_quad"),
    ("two quads where there is one",
     {"hand": QUAD, "by": Tsumo(after_quad=True),
      "circumstances": frozenset({"after_two_quads"})},
     "contradiction", "circumstances", "after_two_quads: the hand has 1 quad"),
    ("a quad in the first turn without a replacement tile",
     {"hand": QUAD, "circumstances": frozenset({"first_turn_quad"})},
     "contradiction", "circumstances", "first_turn_quad without after_quad"),
    ("an eighth win of another seat",
     {"seat": Wind.SOUTH, "circumstances": frozenset({"eighth_dealer_win"})},
     "contradiction", "circumstances", "eighth_dealer_win without dealer"),
    ("East who breaks East's eighth win", {"circumstances": frozenset({"breaks_eighth_win"})},
     "contradiction", "circumstances",
     "breaks_eighth_win: the winner is East, and only another player can break East's eighth win"),
    ("a discard that was added to a triplet",
     {"by": Ron(robbing_quad=True), "circumstances": frozenset({"quad_discard"})},
     "contradiction", "circumstances",
     "quad_discard with robbing_quad: the tile was added to a triplet, not discarded"),
    ("a riichi discard that was added to a triplet",
     {"by": Ron(robbing_quad=True), "circumstances": frozenset({"riichi_discard"})},
     "contradiction", "circumstances",
     "riichi_discard with robbing_quad: the tile was added to a triplet, not discarded"),
]  # fmt: skip


@each("case", REFUSED)
def test_a_contradiction_is_refused(case: tuple[str, Json, str, str, str]) -> None:
    _, facts, code, field, message = case
    with pytest.raises(WinError) as caught:
        win(**facts)
    found = caught.value
    assert (found.code, found.field, str(found)) == (code, field, message)


POSSIBLE: list[tuple[str, Json]] = [
    ("four of a tile with the winning one", {"hand": "234m56799p333s88s"}),
    ("four of a tile with the indicators", turned("99p")),
    ("five indicators", turned("12345z")),
    ("a thousand counters", {"counters": 1000}),
    ("the last tile after a quad", {"hand": QUAD, "by": Tsumo(True, True)}),
    ("a robbed quad", {"by": Ron(robbing_quad=True)}),
    ("riichi beside a concealed quad", {"hand": QUAD, "riichi": Riichi(double=True)}),
    ("ippatsu by robbing a quad",
     {"by": Ron(robbing_quad=True), "riichi": Riichi(ippatsu=True)}),
    ("the first turn of East", {"by": Tsumo(first_turn=True)}),
    ("the first turn of North", {"by": Ron(first_turn=True), "seat": Wind.NORTH}),
    ("open riichi", {"riichi": Riichi(), "circumstances": frozenset({"open_riichi"})}),
    ("after two quads", {"hand": TWO_QUADS, "by": Tsumo(after_quad=True),
     "circumstances": frozenset({"after_two_quads"})}),
    ("an eighth win of East", {"circumstances": frozenset({"eighth_dealer_win"})}),
]  # fmt: skip


@each("case", POSSIBLE)
def test_facts_possible_at_some_table_are_accepted(case: tuple[str, Json]) -> None:
    _, facts = case
    assert win(**facts).tiles


def test_circumstances_may_come_from_a_generator() -> None:
    words = (word for word in ["riichi_discard"])
    win = Win("2345567m345p678s", "8m", "ron", circumstances=words)  # type: ignore[arg-type]
    assert win.circumstances == {"riichi_discard"}


def test_equal_wins_look_the_same() -> None:
    words: list[Circumstance] = ["first_turn_quad", "after_two_quads", "eighth_dealer_win"]
    assert len({str(check_circumstances(permuted)) for permuted in permutations(words)}) == 1


def test_a_win_derives_further_facts() -> None:
    one = win(
        "340m06799p24678s",
        by=Tsumo(last_tile=True),
        seat=Wind.WEST,
        riichi=Riichi(ippatsu=True, ura=parse_tiles("1m"), kan_ura=parse_tiles("2m")),
        dora=parse_tiles("3m"),
        kan_dora=parse_tiles("4m"),
    )
    assert sorted(one.occasions) == ["ippatsu", "last_tile", "riichi", "self_draw"]
    assert (one.drawn, one.dealer, len(one.tiles)) == (True, False, 14)
    assert one.reds == {4: 1, 13: 1}
    assert "".join(map(str, one.indicators)) == "3m4m1m2m"


def test_a_win_on_easts_discard_derives_its_occasions() -> None:
    assert win().occasions == {"discard", "dealer"}
    facts = win(by=Ron(robbing_quad=True), seat=Wind.SOUTH)
    assert facts.occasions == {"discard", "robbing_quad"}


def test_a_win_can_be_read_from_text() -> None:
    parsed = Win(PLAIN, "3s", Ron(), seat=Wind.WEST, dora="4m1z", kan_dora="0p")
    assert parsed == win(seat=Wind.WEST, dora=parse_tiles("4m1z"), kan_dora=parse_tiles("0p"))


@pytest.mark.parametrize(
    ("hand", "tile", "field", "message"),
    [
        (PLAIN, "33s", "winning_tile", "tile: '33s' is 2 tiles, expected one"),
        (PLAIN, "", "winning_tile", "tile: '' is 0 tiles, expected one"),
        (
            PLAIN,
            "3x",
            "winning_tile",
            "tile: 'x' is not a suit: expected m, p, s, or z for honours",
        ),
        ("234m", "3s", "hand", "the hand has 3 concealed tiles: expected 13"),
    ],
)
def test_text_that_is_not_a_win_is_refused(hand: str, tile: str, field: str, message: str) -> None:
    with pytest.raises(WinError) as caught:
        Win(hand, tile, Tsumo())
    assert (caught.value.field, str(caught.value)) == (field, message)

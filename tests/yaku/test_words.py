"""Each word of the yaku vocabulary, in a hand that meets it and in one that just misses it."""

from __future__ import annotations

from functools import cache
from typing import Any

from each import each
from pricing import define, had, pricing, with_reds

from riichi_core.hands.readings import readings
from riichi_core.records.win import read_win
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS, Definition
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import score

Json = dict[str, Any]
Words = dict[str, Any]

PLAIN = "234m56799p24678s"
LOW_WAIT = "234m56799p23678s"
WINDS = "234m567p24678s22z"


def win(hand: str = PLAIN, tile: str = "3s", **more: object) -> Json:
    return {"hand": hand, "winning_tile": tile, "won_by": "discard"} | more


def drawn(hand: str = PLAIN, tile: str = "3s", **more: object) -> Json:
    return win(hand, tile, won_by="self_draw", **more)


CASES: list[tuple[Words, Json, Json]] = [
    # form
    ({"form": "standard"}, win("2233445567788p", "6p"), win("1133557799m113p", "3p")),
    ({"form": "seven_pairs"}, win("1133557799m113p", "3p"), win("1112223334445m", "5m")),
    ({"form": "thirteen_orphans"}, win("19m19p19s1234567z", "1m"), win()),
    ({"form": ["seven_pairs", "thirteen_orphans"], "tiles": "terminal_or_honour"},
     win("1199m1199p1199s7z", "7z"), win("111999m111p9s777z", "9s")),
    # open or concealed, and how the win came about
    ({"concealed": True}, win("99p24678s234m[7777z]"), win("99p24678s234m(7777z)")),
    ({"when": "self_draw"}, drawn(), win()),
    ({"when": ["last_tile", "discard"]}, win(last_tile=True), drawn(last_tile=True)),
    ({"when": ["riichi", "ippatsu"]}, win(riichi="double", ippatsu=True), win(riichi="riichi")),
    ({"when": "dealer"}, win(), win(seat_wind="north")),
    ({"when": "quad_discard"}, win(circumstances=["quad_discard"]), win()),
    ({"unless": "dealer"}, win(seat_wind="south"), win()),
    ({"unless": ["riichi", "discard"]}, drawn(), drawn(riichi="riichi")),
    # tiles
    ({"tiles": "simple"}, win("234m56788p24678s"), win()),
    ({"tiles": "terminal_or_honour"}, win("111999m111p99s77z", "7z"),
     win("123999m111p99s77z", "7z")),
    ({"tiles": "23468s6z"}, win("22334466688s66z", "6z"), win("22334455888s66z", "6z")),
    ({"tiles": "m"}, win("1112345678999m", "5m"), win("11123456789m99p", "9p")),
    ({"tiles": "123456789mp"}, win("123456789m1144p", "4p"), win("123456789m11p44s", "4s")),
    ({"has": "terminal"}, win(), win("234m56788p24678s")),
    ({"has": ["1z", "dragon"]}, win("234m567p24s11555z"), win("234m567p24s22555z")),
    ({"has": ["m", "p", "s"]}, win(), win("234m24678s56799s")),
    ({"lacks": "honour"}, win(), win("234m567p24678s55z")),
    ({"lacks": ["terminal", "5p"]}, win("234m67888p24678s"), win("234m56788p24678s")),
    ({"lacks": "2m"}, win("345m56799p24678s"), win()),
    ({"suits": 1}, win("123456789m1177z", "1z"), win("123456789m11p77z", "7z")),
    ({"suits": 0}, win("1112223334455z", "5z"), win("99p22233344455z", "5z")),
    ({"suits": "2+"}, win("123456789m11p77z", "7z"), win("123456789m1177z", "1z")),
    ({"suits": 3}, win(), win("24678m56799p234p", "3m")),
    # how many of a tile
    ({"holds": "99p"}, win(), win("234m56788p24678s")),
    ({"holds": "999p"}, win("23455m999p24678s"), win()),
    ({"holds": "333s"}, win("234m56799p33678s"), win()),
    ({"holds": "2223X"}, win("222345m99p24678s"), win("222m34599p24678s")),
    ({"holds": "7777z"}, win("234m99p24678s(777+7z)"), win("234m99p24678s(777z)")),
    ({"waiting_hand": "1112345678999X"},
     win("1112345678999s", "2s"), win("1112345678899s", "9s")),
    ({"waiting_hand": "19m19p19s1234567z"},
     win("19m19p19s1234567z", "4z"), win("19m19p19s1234566z", "7z")),
    ({"waiting_hand": "1112345678999m"}, drawn("1112345678999m", "2m"),
     drawn("1112345678999m", "2m", winning_tile_apart=False)),
    # sets and the pair
    ({"sets": ["sequence 2 m", "sequence 5 p", "sequence 6 s"]}, win(), win("234m45699p24678s")),
    ({"sets": "sequence 2 s"}, win(), win(LOW_WAIT, "1s")),
    ({"sets": ["sequence n X", "sequence n+1 X", "sequence n+2 X"]},
     win("123234345m9p777z", "9p"), win("123234456m9p777z", "9p")),
    ({"sets": ["sequence n X", "sequence n X"]}, win("234m99p24678s(234m)"),
     win("234m99p24678s(345m)")),
    ({"sets": ["triplet terminal_or_honour", "triplet terminal_or_honour"]},
     win("111m56799p24s777z"), win("222m56799p24s777z")),
    ({"sets": "quad dragon"}, win("234m99p24678s[7777z]"), win("234m99p24678s777z")),
    ({"sets": "triplet dragon"}, win("234m99p24678s[7777z]"), win("234m99p24678s(222z)")),
    ({"pair": "9 p"}, win(), win("234m56788p24678s")),
    ({"pair": "terminal"}, win(), win("234m56788p24678s")),
    ({"pair": "valueless"}, win(WINDS), win("234m567p24678s11z")),
    ({"pair": "seat_wind"}, win(WINDS, seat_wind="south"), win(WINDS, round_wind="south")),
    ({"pair": "round_wind"},
     win(WINDS, round_wind="south"), win(WINDS, seat_wind="south")),
    ({"pair": "guest_wind"}, win(WINDS), win(WINDS, round_wind="south")),
    ({"sets": "sequence n X", "pair": "n+2 X"}, win("23444m567p24678s"), win("23455m567p24678s")),
    # how many sets
    ({"sequences": 4}, win(), win("234m56799p24s777z")),
    ({"sequences": "3+"}, win("234m56799p24s777z"), win("234m99p24s666777z")),
    ({"triplets": 2}, win("234m99p24s666777z"), win()),
    ({"triplets": 0}, win(), win("234m99p24678s[7777z]")),
    ({"quads": "1+"}, win("234m99p24678s(7777z)"), win("234m99p24678s(777z)")),
    ({"concealed_triplets": 3}, drawn("222m55p234s77799s", "5p"), win("222m55p234s77799s", "5p")),
    ({"concealed_triplets": "1+"}, win("234m99p24678s[7777z]"), win("234m99p24678s(7777z)")),
    ({"claimed": 1}, win("234m99p24678s(777z)"), win("234m99p24678s[7777z]")),
    ({"claimed": "2+"}, win("99p24678s(234m)(777z)"), win("234m99p24678s(777z)")),
    ({"each_part": "terminal_or_honour"}, win("123m78999p13s111z", "2s"), win("123m78999p24s111z")),
    ({"each_part": "258mps"}, win("234m56722p24678s"), win("234m56733p24678s")),
    # the winning tile
    ({"wait": "closed"}, win(), win("234m56799p23678s", "4s")),
    ({"wait": "edge"}, win("234m56799p12678s"), win(LOW_WAIT, "1s")),
    ({"wait": "two_sided"}, win(LOW_WAIT, "1s"), win("234m56799p12678s")),
    ({"wait": "pair"}, win("234m5679p234678s", "9p"), win()),
    ({"wait": "triplet"}, win("234m99p44678555s", "4s"), win()),
    ({"wait": ["edge", "closed"]}, win(), win(LOW_WAIT, "1s")),
    ({"wait": "closed"}, drawn(), drawn(winning_tile_apart=False)),
    ({"winning_tile": "simple"}, win(), win(LOW_WAIT, "1s")),
    ({"winning_tile": "3s"}, win(), win("234m56799p34678s", "2s")),
    # sums
    ({"number_total": 75}, win(), win("234m56788p24678s")),
    ({"number_total": "75+"}, win(), win("234m56788p24678s")),
    ({"number_total": "100+"}, win("5666777888999m", "5m"), win("4666777888999m", "4m")),
    ({"kinds": 5}, win("222m333666p888s7z", "7z"), win()),
    ({"apart": 2}, win("111333555m3p777z", "3p"), win("111444777m3p777z", "3p")),
    ({"bonus_tiles": 1}, win("23*4m56799p24678s"), win()),
    ({"bonus_tiles": "2+"}, win("23*3*44m56799p678s", "2m"), win("23*344m56799p678s", "2m")),
    ({"red_fives": 1}, win("234m06799p24678s"), win()),
    ({"red_fives": "2+"}, win("340m06799p24678s"), win("345m06799p24678s")),
    # one of several ways, with the common conditions
    ({"any": [{"pair": "9 p"}, {"pair": "8 p"}]}, win("234m56788p24678s"), win("234m56777p24678s")),
    ({"wait": "closed", "any": [{"pair": "9 p"}, {"sequences": 1}]}, win(), win(LOW_WAIT, "1s")),
]  # fmt: skip


@cache
def definitions() -> tuple[Definition, ...]:
    return tuple(define(**words) for words, _, _ in CASES)


def meets(case: int, record: Json) -> bool:
    rules, hand = pricing(own=definitions(), number=case), record["hand"]
    return f"own_{case}" in had(record, with_reds(rules, int("0" in hand), hand.count("*")))


def is_complete(record: Json) -> bool:
    one = read_win(record)
    return bool(readings(one.hand, one.tile, drawn=one.drawn))


@each("case", range(len(CASES)))
def test_a_word_is_met_and_missed(case: int) -> None:
    _, has, misses = CASES[case]
    assert meets(case, has)
    assert not meets(case, misses)
    assert is_complete(misses)


def test_every_word_has_a_pair_of_hands() -> None:
    assert set().union(*(words for words, _, _ in CASES)) == set(CONDITION_WORDS)


# ---- a form of its own ---------------------------------------------------------------------------

LOOSE = drawn("147m258p369s1123z", "5z", first_turn=True)
FOUR_QUADS = drawn("7p(1111m)[5555p](888+8s)[2222z]", "3s", after_quad=True)
FIRST = {"form": "any_tiles", "when": ["first_turn", "self_draw"]}
REPLACED = {"form": "any_tiles", "when": "after_quad"}

OWN_FORMS: list[tuple[Words, Json, Json]] = [
    (FIRST | {"kinds": 13, "apart": "3+"}, LOOSE, LOOSE | {"hand": "147m258p379s1123z"}),
    (FIRST | {"kinds": 13, "lacks": "9p"}, LOOSE, LOOSE | {"winning_tile": "3z"}),
    (FIRST | {"has": "3s"}, LOOSE, LOOSE | {"first_turn": False}),
    (FIRST | {"winning_tile": "5z"}, LOOSE, LOOSE | {"winning_tile": "6z"}),
    (FIRST | {"unless": "dealer"}, LOOSE | {"seat_wind": "west"}, LOOSE),
    (FIRST | {"any": [{"kinds": 14}, {"kinds": 13}]}, LOOSE, LOOSE | {"winning_tile": "1z"}),
    (REPLACED | {"quads": 4}, FOUR_QUADS, FOUR_QUADS | {"hand": "7p(111m)[5555p](888+8s)[2222z]"}),
    (REPLACED | {"claimed": 2, "sets": "quad wind"}, FOUR_QUADS,
     FOUR_QUADS | {"hand": "7p(1111m)[5555p](888+8s)[1111p]"}),
]  # fmt: skip


@each("case", range(len(OWN_FORMS)))
def test_a_hand_can_have_a_form_of_its_own(case: int) -> None:
    own = tuple(define(**words) for words, _, _ in OWN_FORMS)
    rules, (_, has, misses) = pricing(own=own, number=case), OWN_FORMS[case]
    assert had(has, rules) == {f"own_{case}": 1}
    result = score(read_win(misses), rules)
    assert isinstance(result, NoWin)
    assert result.reason == "not_complete"


# ---- how often -----------------------------------------------------------------------------------

DRAGONS = win("123m9p(555z)(666z)(777z)", "9p")

COUNTED: list[tuple[Words, Json, int]] = [
    ({"sets": "triplet dragon"}, DRAGONS, 3),
    ({"sets": ["triplet dragon", "triplet dragon"]}, DRAGONS, 3),
    ({"sets": "sequence n X"}, win(), 4),
    ({"sets": "sequence n X"}, win("234m99p24678s(234m)"), 3),
    ({"sets": ["sequence n X", "sequence n X"]}, win("24m22334499p234s", "3m"), 1),
    ({"sets": ["sequence n X", "sequence n X"]}, win(), 0),
    ({"sets": ["sequence n X", "sequence n Y"]}, win(), 1),
    ({"sets": ["triplet honour", "triplet honour"]}, win("9p(1111z)(222z)(333z)[4444z]", "9p"), 6),
    # other conditions do not multiply it
    ({"sets": "triplet dragon", "has": "terminal"}, DRAGONS, 3),
    ({"sets": "triplet dragon", "has": ["terminal", "terminal_or_honour"]}, DRAGONS, 3),
    ({"sets": "triplet dragon", "holds": "11X"}, win("11m11p(555z)(666z)(111s)", "1p"), 2),
    ({"sets": "triplet dragon", "suits": "1+"}, DRAGONS, 3),
    ({"sets": "triplet dragon", "any": [{"pair": "9 p"}, {"sequences": 1}]}, DRAGONS, 3),
]


@each("case", range(len(COUNTED)))
def test_a_counted_yaku_counts_the_groups_of_sets(case: int) -> None:
    own = tuple(define(counted=True, **words) for words, _, _ in COUNTED)
    _, record, times = COUNTED[case]
    assert had(record, pricing(own=own, number=case)).get(f"own_{case}", 0) == times


def test_a_counted_yaku_does_not_affect_other_yaku() -> None:
    """Neither under the ruleset that prices it nor under another ruleset of the same club."""
    dragons = define(counted=True, sets="triplet dragon", has=["terminal", "terminal_or_honour"])
    own = (dragons, define(sets="triplet wind"))
    assert "own_0" in had(DRAGONS, pricing(own=own, number=0))
    assert had(DRAGONS, pricing(own=own, number=1)) == {}

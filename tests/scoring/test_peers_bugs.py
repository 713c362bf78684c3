"""Hands that published scorers get wrong; each comment has one scorer's wrong answer."""

from __future__ import annotations

from typing import Any

import pytest
from each import each

from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score

Json = dict[str, Any]


def rules(*, rounded_up: bool = False) -> Rules:
    """Return rules with open All Simples, double winds of four fu, and no double yakuman."""
    base = load("ema-2016").rules
    raised = ("four_han_thirty_fu", "three_han_sixty_fu") if rounded_up else ()
    return base.model_copy(
        update={
            "fu": base.fu.model_copy(update={"double_wind_pair": 4}),
            "limits": base.limits.model_copy(update={"raised_to_mangan": raised}),
        }
    )


def won(hand: str, tile: str, seat: str, **more: object) -> Json:
    return {"hand": hand, "winning_tile": tile, "won_by": "discard", "seat_wind": seat} | more


B7 = won("11123999m88s111z", "1m", "west")

CASES = {
    # no yaku: a sequence 123 of bamboo treated as an edge wait
    "B1 a two-sided wait at the edge": (
        won("11567m789p23789s", "1s", "north"), {"pinfu": 1}, 1, 30, 1000),
    # 1 han 40 fu, 1,300: pinfu lost
    "B2 a wait at both ends of 123567": (
        won("23567m33p456678s", "1m", "south", riichi="riichi"),
        {"riichi": 1, "pinfu": 1}, 2, 30, 2000),
    # 9,000: no limit below 4 han 40 fu
    "B3 three han and seventy fu are mangan": (
        won("789p5s111222z[4444p]", "5s", "west"),
        {"three_concealed_triplets": 2, "round_wind_triplet": 1}, 3, 70, 8000),
    # 2 han 60 fu, 3,900: a triplet of terminals by discard loses 2 fu, not 4
    "B4 a triplet of terminals by discard": (
        won("111m33p11s(222s)[7777m]", "1s", "west"), {"all_triplets": 2}, 2, 50, 3200),
    # 5 han, 8,000: Triple Triplet, with East treated as a one
    "B5 winds are no numbers": (
        won("111m55p11144z(111p)", "4z", "south"),
        {"all_triplets": 2, "round_wind_triplet": 1}, 3, 50, 6400),
    # no yaku: three equal sequences treated as three pairs of sequences
    "B6 three equal sequences are one double sequence": (
        won("678p77788899s77z", "9s", "west"), {"pure_double_sequence": 1}, 1, 40, 1300),
    # 1 han 50 fu, 1,600: the winning tile forced into the triplet
    "B7 the winning tile in the sequence, not in the triplet": (
        B7, {"three_concealed_triplets": 2, "round_wind_triplet": 1}, 3, 60, 7700),
    # Seven Pairs, 2 han 25 fu, 1,600
    "B8 twice a double sequence is more than seven pairs": (
        won("112233m66778p99s", "8p", "west"),
        {"twice_pure_double_sequence": 3, "pinfu": 1}, 4, 30, 7700),
    # 1 han 20 fu, 700
    "B9 an open hand without minipoints": (
        won("6634s(234m)(456p)(678p)", "5s", "west"), {"all_simples": 1}, 1, 30, 1000),
    # 24,000: Outside Hand beside All Terminals and Honours
    "B10 terminals and honours are no outside hand": (
        won("3377z(222z)(9999m)[1111m]", "3z", "east", round_wind="south"),
        {"all_terminals_and_honours": 2, "all_triplets": 2, "half_flush": 2,
         "round_wind_triplet": 1}, 7, 80, 18000),
    # 1 han 40 fu, 1,300: the wait chosen by its fu, not by the payment
    "B11 the wait that makes pinfu": (
        won("233445m678p66s78s", "6s", "west"), {"pinfu": 1, "all_simples": 1}, 2, 30, 2000),
    # 2 han 25 fu, 1,600: All Simples lost
    "B12 seven pairs of simples": (
        won("4477m227p2277s88s", "7p", "south"),
        {"seven_pairs": 2, "all_simples": 1}, 3, 25, 3200),
    # an error: 120 fu reported as impossible
    "B13 a hundred and twenty fu": (
        won("9s(234s)[1111m][9999m][1111p]", "9s", "west"),
        {"three_concealed_triplets": 2, "three_quads": 2}, 4, 120, 8000),
}  # fmt: skip


@each("case", CASES)
def test_a_hand_that_other_engines_score_wrongly_is_scored_correctly(case: str) -> None:
    record, yaku, han, fu, total = CASES[case]
    found = score(read_win(record), rules())
    assert isinstance(found, Score)
    assert {one.id: one.han for one in found.yaku} == yaku
    assert (found.han, found.fu, found.points) == (han, fu, total)


def test_b14_three_han_sixty_fu_are_rounded_up_like_four_han_thirty_fu() -> None:
    """Wrong: 7,700, because only 4 han 30 fu was rounded up."""
    found = score(read_win(B7), rules(rounded_up=True))
    assert isinstance(found, Score)
    assert (found.han, found.fu, found.limit, found.points) == (3, 60, "mangan", 8000)


@pytest.mark.parametrize("won_by", ["discard", "self_draw"])
def test_b15_four_concealed_triplets_on_the_pair_are_one_yakuman(won_by: str) -> None:
    """Wrong: two yakuman, though the rules have no double ones."""
    record = won("222m5558p777999s", "8p", "west", won_by=won_by)
    found = score(read_win(record), rules())
    assert isinstance(found, Score)
    assert [one.id for one in found.yaku] == ["four_concealed_triplets"]
    assert (found.yakuman, found.points) == (1, 32000)


def test_b16_blessing_of_man_adds_nothing_if_it_is_a_mangan_by_itself() -> None:
    """Wrong: 12,000, because Blessing of Man counted as five han with pinfu and All Simples."""
    record = won("34567m22p345678s", "2m", "south", first_turn=True)
    found = score(read_win(record), rules())
    assert isinstance(found, Score)
    assert [(one.id, one.han) for one in found.yaku] == [("blessing_of_man", None)]
    assert (found.han, found.limit, found.points) == (None, "mangan", 8000)
    plain = score(read_win(record | {"first_turn": False}), rules())
    assert isinstance(plain, Score)
    assert {one.id for one in plain.yaku} == {"pinfu", "all_simples"}

"""The least han of a hand, where a club's rules leave few hands with so many fu."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from riichi_core.rules.chapters.yaku import HanWorth, LocalYaku, YakumanWorth
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Definition, Names
from riichi_core.scoring.possible_scores import FewestHan, HowWon, fewest_han
from riichi_core.tiles import Wind

EMA = load("ema-2016").rules
DISCARD, DRAWN = HowWon(drawn=False), HowWon(drawn=True)


def with_yaku(rules: Rules, worths: Mapping[str, Any]) -> Rules:
    return rules.model_copy(update={"yaku": rules.yaku.model_copy(update=worths)})


def with_own_yaku(rules: Rules, han: int, **definition: Any) -> Rules:
    """Return the rules with a club's own yaku of so many han."""
    own = LocalYaku(
        id="own",
        name=Names(en="Own"),
        worth=HanWorth(closed=han, open=han),
        definition=Definition.model_validate(definition),
    )
    return with_yaku(rules, {"local": (own,)})


# ---- which tile comes last -----------------------------------------------------------------------


@pytest.mark.parametrize("dear", ["closed", "pair"])
def test_two_fu_of_the_wait_can_be_those_of_either(dear: str) -> None:
    """Three concealed kongs of terminals (96), a double wind (4), a wait (2) and 30 are 132 fu.

    With less no hand after riichi has 140, but with All Pungs; where the one wait is dear it is
    the other.
    """
    rules = with_own_yaku(EMA, 9, wait=[dear])
    found = fewest_han(140, HowWon(drawn=False, riichi=True), rules)
    assert found == FewestHan(5, ("riichi", "three_concealed_pungs", "three_kongs"))


OPEN_OUTER = with_own_yaku(
    EMA.model_copy(update={"fu": EMA.fu.model_copy(update={"self_draw_after_kong": 0})}),
    9,
    any=(
        {"chows": "1+"},
        {"concealed_pungs": "1+"},
        *({"sets": [f"pung {number} X"]} for number in range(2, 9)),
    ),
)
"""What is no hand of claimed pungs and kongs of terminals or honours is dear."""


@pytest.mark.parametrize(
    ("fu", "han", "yaku"),
    [
        (40, 2, {"all_pungs"}),  # 20, four pungs (16), the wait (2), the self-draw (2)
        (50, 3, {"all_pungs", "after_a_kong"}),  # 20, three pungs (12), a kong (16), the wait (2)
        (60, 2, {"all_pungs"}),  # the same with the self-draw (2)
    ],
)
def test_a_tile_after_a_kong_that_has_no_fu(fu: int, han: int, yaku: set[str]) -> None:
    """With a pair of dragons there would be 42 fu without a kong, and four han."""
    found = fewest_han(fu, HowWon(drawn=True, seat=Wind.WEST), OPEN_OUTER)
    assert found is not None
    assert (found.han, set(found.yaku)) == (han, yaku)


def test_a_hand_of_simples_with_a_pair_of_terminals() -> None:
    """Four claimed pungs of simples are 8, with 20, the wait and the self-draw 32 fu."""
    rules = with_own_yaku(
        EMA, 9, any=({"chows": "1+"}, {"sets": ["pung outer"]}, {"pair": "honour"})
    )
    assert fewest_han(40, HowWon(drawn=True, seat=Wind.WEST), rules) == FewestHan(2, ("all_pungs",))


def test_a_tile_that_cannot_be_told_apart_gives_neither_pinfu_nor_fu() -> None:
    """WRC 2025, 11.1: only what is certain counts."""
    assert fewest_han(20, DRAWN, load("wrc-2025").rules) == FewestHan(1, ("fully_concealed_hand",))
    assert fewest_han(20, DRAWN, EMA) == FewestHan(2, ("fully_concealed_hand", "pinfu"))


# ---- yaku that are there or not ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("riichi", HowWon(drawn=False, riichi=True)),
        ("fully_concealed_hand", HowWon(drawn=True, riichi=True)),
    ],
)
def test_beside_a_yakuman_for_any_tiles_no_han_are_known(name: str, way: HowWon) -> None:
    """A yaku that goes before the yakuman may be there, so that a hand of one han is possible."""
    assert fewest_han(30, way, with_yaku(EMA, {name: YakumanWorth(yakuman=1)})) == FewestHan(1)


def test_seven_pairs_that_do_not_win_have_no_fu() -> None:
    rules = with_yaku(EMA, {"seven_pairs": "none", "all_terminals_and_honours": "none"})
    assert fewest_han(25, DISCARD, EMA) == FewestHan(2, ("seven_pairs",))
    assert fewest_han(25, DISCARD, rules) is None
    assert fewest_han(25, DISCARD, with_own_yaku(rules, 1, form=["seven_pairs"])) == FewestHan(1)


def test_thirteen_orphans_that_do_not_win_have_no_fu() -> None:
    assert fewest_han(20, DISCARD, with_yaku(EMA, {"thirteen_orphans": "none"})) is None

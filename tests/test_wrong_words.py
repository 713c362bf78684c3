"""Errors of the library for words outside a closed list, and for impossible facts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from each import each

import riichi_core as rc
from riichi_core.batch.columns import PackedWins

CORE: Any = rc  # types do not prevent a wrong value at run time

WIN = rc.Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")
EMA = rc.load("ema-2016")

SAID: list[tuple[Callable[[], object], str]] = [
    (lambda: CORE.load("ema-2061"), "did you mean: ema-2016"),
    (lambda: CORE.score(WIN, "wcr-2025"), "did you mean: wrc-2025"),
    (lambda: CORE.Win("2345567m345p678s", "8m", by="rom"), "did you mean ron?"),
    (lambda: CORE.Win("2345567m345p678s", "8m", by="ron", seat="suoth"), "did you mean south?"),
    (lambda: CORE.Wind.of("sout"), "there is no wind 'sout': expected east, south, west, north"),
    (lambda: CORE.Meld("triplet", (rc.Tile("7z"),) * 3, "lefft"), "did you mean left?"),
    (
        lambda: CORE.judge("swap_call", EMA, setting="casuall"),
        "setting: there is no 'casuall': did you mean casual?",
    ),
    (lambda: CORE.judge("swap_cal", EMA), "did you mean swap_call?"),
    (lambda: CORE.to_dict(rc.score(WIN, EMA), unit="thousand"), "did you mean thousands?"),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), table_penalties={"eats": -5}),
        "did you mean east?",
    ),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), penalties={"east": -5, rc.Wind.EAST: -7}),
        "penalties: a seat is named twice",
    ),
    (
        lambda: CORE.Wins(WIN, "west", fed_by={"south": {}, rc.Wind.SOUTH: {}}),
        "fed_by: a seat is named twice",
    ),
    (
        lambda: CORE.FinishedDeal(CORE.ExhaustiveDraw(), table_penalties={"east": 8000}),
        "table_penalties: points taken off are negative numbers",
    ),
    (lambda: PackedWins(CORE.compare), "expected wins, not"),
]


@each("call, said", SAID)
def test_an_error_states_what_was_expected(call: Callable[[], object], said: str) -> None:
    with pytest.raises(rc.RiichiError, match=re.escape(said)):
        call()


def test_points_can_be_taken_off_a_seat_given_as_a_word_or_a_wind() -> None:
    words, winds = ({east: -1000} for east in ("east", rc.Wind.EAST))
    one = rc.FinishedDeal(rc.ExhaustiveDraw(), table_penalties=words, penalties=words)
    other = rc.FinishedDeal(rc.ExhaustiveDraw(), table_penalties=winds, penalties=winds)
    assert one == other
    assert rc.settle(one, EMA) == rc.settle(other, EMA)

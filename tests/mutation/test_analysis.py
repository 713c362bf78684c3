"""The parts of an analysis, which tables of many wins are made of, against that of one win."""

from __future__ import annotations

import pytest

from riichi_core.analysis import Analyzer
from riichi_core.analysis.packed import occasions_of, pack
from riichi_core.analysis.suits import NUMBERS_MASK
from riichi_core.hands.win import Ron, Tsumo, Win
from riichi_core.rules.load import load
from riichi_core.scoring.score import scorer

WINS = [
    Win("2345567m345p678s", "8m", "ron", seat="south"),
    Win("2345567m(345p)678s", "8m", "tsumo", seat="west", prevailing="south"),
    Win("2233445m667788p", "5m", "ron"),
    Win("223344m667788p5s", "5s", Tsumo(after_kong=False, apart=False), seat="north"),
    Win("1133m4466p8899s7z", "7z", Tsumo(last_tile=True), riichi="riichi"),
    Win("19m19p19s1234567z", "7z", "tsumo", seat="east"),
    Win("19m19p19s1234567z", "1z", Ron(last_tile=True), seat="south"),
    Win("99p(1111z)[5555z]67s333m", "8s", Tsumo(after_kong=True), seat="south"),
]


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return scorer(load("ema-2016")).analyzer


@pytest.mark.parametrize("win", WINS, ids=str)
def test_the_parts_of_a_win(analyzer: Analyzer, win: Win) -> None:
    analysis, packed = analyzer.analyze(win), pack(win)
    for _ in range(2):  # worked out, and found again
        allowed, plain, _, is_open, circumstances, red_seen = analyzer.flags(packed.flags)
        assert (is_open, circumstances) == (win.hand.is_open, analysis.circumstances)
        assert red_seen is analysis.red_seen
        for one in analysis.interpretations:
            fu = one.fu | plain if one.form == "seven_pairs" else one.fu
            assert one.alternatives & ~allowed == 0
            assert analyzer.interpretation(one.alternatives, fu) == (
                one._replace(set_items=(), suits=()), circumstances
            )  # fmt: skip
    assert occasions_of(packed.flags) == win.occasions


def test_the_ways_to_see_a_hand_are_those_of_its_suits(analyzer: Analyzer) -> None:
    win = WINS[0]
    (one,) = analyzer.analyze(win).interpretations
    for _ in range(2):
        suits = [analyzer.suit(suit, key) for suit, key in enumerate(pack(win)[:4])]
        seen = [way for suit in suits for way in suit.ways if way.placed in one.suits]
        numbers = sum(way.numbers for way in seen) & NUMBERS_MASK
        assert [way.placed for way in seen] == [*one.suits]
        assert one.alternatives & ~analyzer.numbers(numbers) == 0 < analyzer.numbers(numbers)
        assert analyzer.numbers(0) == analyzer.numbers(2) == -1

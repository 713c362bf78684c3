"""The parts of an analysis, which tables of many wins are made of, against that of one win."""

from __future__ import annotations

import pytest

from riichi_core.analysis import Analyzer
from riichi_core.analysis.matcher import yaku_matcher
from riichi_core.analysis.packed import occasions_of, pack
from riichi_core.analysis.suits import SET_COUNTS_MASK
from riichi_core.hands.win import Ron, Tsumo, Win
from riichi_core.rules.load import load
from riichi_core.scoring.score import scorer
from riichi_core.tiles import Wind

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
            assert one.alternative_bits & ~allowed == 0
            assert analyzer.interpretation(one.alternative_bits, fu) == (
                one._replace(set_items=(), suits=()), circumstances
            )  # fmt: skip
    assert occasions_of(packed.flags) == win.occasions


def test_the_ways_to_see_a_hand_are_those_of_its_suits(analyzer: Analyzer) -> None:
    win = WINS[0]
    (one,) = analyzer.analyze(win).interpretations
    for _ in range(2):
        suits = [analyzer.suit(suit, key) for suit, key in enumerate(pack(win)[:4])]
        seen = [way for suit in suits for way in suit.ways if way.reading in one.suits]
        numbers = sum(way.sums for way in seen) & SET_COUNTS_MASK
        assert [way.reading for way in seen] == [*one.suits]
        assert (
            one.alternative_bits & ~analyzer.allowed_by_set_counts(numbers)
            == 0
            < analyzer.allowed_by_set_counts(numbers)
        )
        assert analyzer.allowed_by_set_counts(0) == analyzer.allowed_by_set_counts(2) == -1


def test_the_parts_of_a_win_before_anything_was_analyzed(analyzer: Analyzer) -> None:
    for win in WINS:
        fresh, packed = Analyzer(analyzer.matcher), pack(win)
        suits = [fresh.suit(suit, key) for suit, key in enumerate(packed[:4])]
        flags = fresh.flags(packed.flags)
        analyzer.analyze(win)
        assert suits == [analyzer.suit(suit, key) for suit, key in enumerate(packed[:4])]
        assert flags == analyzer.flags(packed.flags)


@pytest.mark.parametrize(
    ("hand", "tile", "form"),
    [
        ("234m567p678s55p34s", "5s", "standard"),
        ("1133m4466p8899s7z", "7z", "seven_pairs"),
        ("19m19p19s1234567z", "7z", "thirteen_orphans"),
    ],
)
def test_a_hand_is_complete_though_no_yaku_is_looked_for(hand: str, tile: str, form: str) -> None:
    found = Analyzer(yaku_matcher()).analyze(Win(hand, tile, "ron"))
    assert [one.form for one in found.interpretations] == [form]


def test_an_interpretation_without_nothing_is_what_it_was(analyzer: Analyzer) -> None:
    for win in WINS:
        for one in analyzer.analyze(win).interpretations:
            assert analyzer.without(one, 0) == (one.yaku, one.form_yaku)


def test_winds_matter_for_the_fu_only_with_a_pair_of_honours(analyzer: Analyzer) -> None:
    """So that tables of many wins need not hold the same fu for each wind."""
    for pair, number in (("55m", 1), ("33z", 4)):
        hand = f"234m{pair}111p34678s"
        wins = [Win(hand, "5s", "ron", seat) for seat in Wind]
        fu = {one.fu for win in wins for one in analyzer.analyze(win).interpretations}
        assert len(fu) == number


def test_what_is_not_there_is_none(analyzer: Analyzer) -> None:
    plain, red = Win("234m567p678s55p34s", "5s", "ron"), Win("234m067p678s55p34s", "5s", "ron")
    assert [analyzer.analyze(win).red_seen for win in (plain, red)] == [False, True]
    assert (analyzer.analyze(plain).dora, analyzer.analyze(red).dora > 0) == (0, True)

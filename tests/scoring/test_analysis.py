"""The parts of an analysis used by tables of many wins, compared with those of one win."""

from __future__ import annotations

import pytest
from each import each

from riichi_core.analysis import Analyzer
from riichi_core.analysis.matcher import yaku_matcher
from riichi_core.analysis.packed import pack
from riichi_core.hands.win import Ron, Tsumo, Win, occasions_of
from riichi_core.rules.load import load
from riichi_core.scoring.score import scorer
from riichi_core.tiles import Wind

WINS = [
    Win("2345567m345p678s", "8m", "ron", seat="south"),
    Win("2345567m(345p)678s", "8m", "tsumo", seat="west", round_wind="south"),
    Win("2233445m667788p", "5m", "ron"),
    Win("223344m667788p5s", "5s", Tsumo(after_quad=False, apart=False), seat="north"),
    Win("1133m4466p8899s7z", "7z", Tsumo(last_tile=True), riichi="riichi"),
    Win("19m19p19s1234567z", "7z", "tsumo", seat="east"),
    Win("19m19p19s1234567z", "1z", Ron(last_tile=True), seat="south"),
    Win("99p(1111z)[5555z]67s333m", "8s", Tsumo(after_quad=True), seat="south"),
]


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    return scorer(load("ema-2016")).analyzer


@each("win", WINS)
def test_the_parts_of_a_win_equal_its_analysis(analyzer: Analyzer, win: Win) -> None:
    analysis, packed = analyzer.analyze(win), pack(win)
    allowed, plain, _, is_open, circumstances, red_seen = analyzer.flags(packed.flags)
    assert (is_open, circumstances) == (win.hand.is_open, analysis.circumstances)
    assert red_seen is analysis.red_seen
    for one in analysis.interpretations:
        fu = one.fu | plain if one.form == "seven_pairs" else one.fu
        assert one.alternative_bits & ~allowed == 0
        assert analyzer.interpretation(one.alternative_bits, fu) == (
            one._replace(set_items=(), suits=()), circumstances
        )  # fmt: skip


def test_the_flags_of_a_win_have_its_occasions() -> None:
    """The test lists the words, because a win and its flags share the bits."""
    found = {occasions_of(pack(win).flags) for win in WINS}
    assert found == {
        frozenset({"discard"}),
        frozenset({"discard", "dealer"}),
        frozenset({"discard", "last_tile"}),
        frozenset({"self_draw"}),
        frozenset({"self_draw", "dealer"}),
        frozenset({"self_draw", "dealer", "last_tile", "riichi"}),
        frozenset({"self_draw", "after_quad"}),
    }


@pytest.mark.parametrize(
    ("hand", "tile", "form"),
    [
        ("234m567p678s55p34s", "5s", "standard"),
        ("1133m4466p8899s7z", "7z", "seven_pairs"),
        ("19m19p19s1234567z", "7z", "thirteen_orphans"),
    ],
)
def test_a_hand_is_complete_even_if_no_yaku_is_checked(hand: str, tile: str, form: str) -> None:
    found = Analyzer(yaku_matcher()).analyze(Win(hand, tile, "ron"))
    assert [one.form for one in found.interpretations] == [form]


def test_winds_matter_for_the_fu_only_with_a_pair_of_honours(analyzer: Analyzer) -> None:
    """So tables of many wins do not repeat the same fu for each wind."""
    for pair, number in (("55m", 1), ("33z", 4)):
        hand = f"234m{pair}111p34678s"
        wins = [Win(hand, "5s", "ron", seat) for seat in Wind]
        fu = {one.fu for win in wins for one in analyzer.analyze(win).interpretations}
        assert len(fu) == number

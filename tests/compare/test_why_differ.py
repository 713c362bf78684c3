"""Why a win is worth different points: the decisive options, found by trying each alone."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from each import each
from effort import LONG

import riichi_core as rc
from riichi_core.comparison.why_differ import DecidingOption
from riichi_core.records.win import read_win
from riichi_core.rules.changes import with_changes

ORACLE = Path(__file__).resolve().parents[1] / "oracle" / "wins.jsonl.gz"
EQUAL = rc.Win("2345567m345p678s", "8m", by="ron", seat="south", dora="4m", riichi=True)
THREE_30 = rc.Win("34445m35p123345s", "4p", by="tsumo", seat="south", dora="4p")


def test_a_single_decisive_option_is_found() -> None:
    found = rc.why_differ(THREE_30, "ema-2016", "wrcr-2015")
    assert found.points == (7900, 8000)
    (option,) = found.options
    assert found.decisive is option
    assert (option.path, option.alone, option.without) == ("limits.raised_to_mangan", 8000, 7900)
    said = "limits.raised_to_mangan alone makes the difference: "
    assert str(found).splitlines()[1].startswith(said)
    assert repr(found) == "<Difference between ema-2016 and wrcr-2015: limits.raised_to_mangan>"


def test_equal_points_need_no_explanation() -> None:
    found = rc.why_differ(EQUAL, "ema-2016", "wrcr-2015")
    assert not found.differs
    assert (found.options, found.decisive) == ((), None)
    assert str(found) == f"{rc.score(EQUAL, 'ema-2016').points:,} points under both"  # type: ignore[union-attr]


def test_a_difference_of_several_options_is_not_attributed_to_one() -> None:
    last = rc.Tsumo(last_tile=True)
    win = rc.Win("3334445550677s", "4s", by=last, seat="north", riichi=True, dora="2m")
    found = rc.why_differ(win, "ema-2025", "tenhou")
    assert found.points == (None, 32000)
    assert [option.path for option in found.options] == [
        "tiles.red_fives",
        "limits.counted_yakuman",
    ]
    assert found.decisive is None
    reds, counted = found.options
    assert (reds.alone, reds.without) == (24000, None)
    assert (counted.alone, counted.without) == (None, 24000)


def test_two_options_that_only_work_together_are_both_named() -> None:
    """The hand has six han and two more; the seventh alone adds no points."""
    ema = rc.load("ema-2016")
    changes = ["yaku.all_simples.concealed=2", "yaku.pinfu={concealed: 2}"]
    more, problems = with_changes(ema, changes)
    assert more is not None, problems
    facts = {"by": "ron", "seat": "south", "riichi": True, "dora": "7p"}
    six = rc.Win("234567m345p67s88p", "5s", ura="6m", **facts)  # type: ignore[arg-type]
    found = rc.why_differ(six, ema, more)
    assert found.points == (12000, 16000)
    together = [(option.path, option.alone, option.without) for option in found.options]
    assert together == [("yaku.pinfu", 12000, 12000), ("yaku.all_simples", 12000, 12000)]
    assert found.decisive is None
    assert (
        str(found).count("12,000 points under ema-2016-with with only this rule of ema-2016") == 2
    )
    seven = rc.Win("234567m345p67s88p", "5s", ura="7p", **facts)  # type: ignore[arg-type]
    either = rc.why_differ(seven, ema, more)
    assert either.points == (12000, 16000)
    assert [option.alone for option in either.options] == [16000, 16000]
    assert either.decisive is None


@pytest.mark.long
@each("pair", [("ema-2016", "wrcr-2015"), ("ema-2025", "tenhou"), ("wrc-2025", "mahjong-soul")])
def test_each_named_option_changes_the_points(pair: tuple[str, str]) -> None:
    first, second = map(rc.load, pair)
    differing = {row.path for row in rc.compare(first, second).differing}
    lines = gzip.decompress(ORACLE.read_bytes()).decode().splitlines()
    found = 0
    for line in lines[:: 20 if LONG else 120]:
        try:
            win = read_win(json.loads(line)["record"])
        except rc.RiichiError:
            continue
        difference = rc.why_differ(win, first, second)
        found += difference.differs
        assert difference.differs or not difference.options
        for option in difference.options:
            assert option.path in differing
            assert (option.alone, option.without) != difference.points
            changed = first.rules.with_value_of(option.path, second.rules)
            assert points(win, changed, difference.points[0]) == option.alone
    assert found > 2


def points(win: rc.Win, rules: object, unsound: int | None) -> int | None:
    try:
        score = rc.score(win, rules)  # type: ignore[arg-type]
    except rc.RiichiError:
        return None
    return score.points if isinstance(score, rc.Score) else unsound and None


def test_an_option_is_shown_with_its_values() -> None:
    (option,) = rc.why_differ(THREE_30, "ema-2016", "ema-2025").options
    assert isinstance(option, DecidingOption)
    assert option.values[0] != option.values[1]
    assert option.title in str(rc.why_differ(THREE_30, "ema-2016", "ema-2025"))


def test_arguments_that_are_not_a_win_or_a_ruleset_are_refused() -> None:
    with pytest.raises(rc.RiichiError, match="there is no ruleset 'ema-2052'"):
        rc.why_differ(THREE_30, "ema-2016", "ema-2052")
    with pytest.raises(rc.RiichiError, match="expected a win, not '123m'"):
        rc.why_differ("123m", "ema-2016", "ema-2025")  # type: ignore[arg-type]

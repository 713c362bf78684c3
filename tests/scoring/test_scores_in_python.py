"""The parts of scores for programs that a scenario cannot check."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from riichi_core.errors import RiichiError
from riichi_core.hands.win import Tsumo, Win
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.explain import explain
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import (
    ImpossibleWinError,
    UnsupportedTileError,
    each_drawn,
    score,
    score_all,
    scorer,
)
from riichi_core.tiles import Tile

EMA, WRCR, TENHOU = load("ema-2016"), load("wrcr-2015"), load("tenhou")
STANDARD = {"hand": "234m567p678s55p34s", "winning_tile": "5s", "won_by": "discard"}
PAIRS = STANDARD | {"hand": "1133m4466p8899s7z", "winning_tile": "7z"}
ORPHANS = STANDARD | {"hand": "19m19p19s1234567z", "winning_tile": "7z"}
MAN = STANDARD | {"hand": "11m555z666z777z23m", "winning_tile": "4m"}


def scored(facts: dict[str, Any], ruleset: Any = EMA) -> Score:
    found = score(read_win(facts), ruleset)
    assert isinstance(found, Score)
    return found


def test_a_score_has_the_reading_of_the_hand() -> None:
    for facts, form, sets in ((STANDARD, "standard", 4), (PAIRS, "seven_pairs", 0)):
        reading = scored(facts).reading(read_win(facts))
        assert (scored(facts).form, reading.form, len(reading.sets)) == (form, form, sets)


WILD = [{"tile": "5z", "han": 0, "wild": "after_riichi"}]
DRAWN_WILD = {"hand": "234567m34678s99s", "winning_tile": "5*z", "won_by": "self_draw",
              "riichi": "riichi"}  # fmt: skip


def test_a_wild_tile_counts_even_as_one_whose_four_tiles_are_in_sight() -> None:
    rules = EMA.replace({"tiles.bonus": WILD})
    facts = DRAWN_WILD | {"hand": "1133m4466p8899s5s", "dora_indicators": ["5s", "5s", "5s"]}
    assert scored(facts, rules).counted_as is Tile("5s")


def test_a_wild_tile_is_read_as_the_tile_that_it_counts_as() -> None:
    result = scored(DRAWN_WILD, rules := EMA.replace({"tiles.bonus": WILD}))
    assert "234s" in str(explain(win := read_win(DRAWN_WILD), rules).seen)
    assert [str(one) for one in result.reading(win).pairs] == ["9s"]
    assert Score.from_dict(result.to_dict()) == result
    mixed_in = scored(DRAWN_WILD | {"winning_tile_apart": False}, rules)
    assert mixed_in.points == result.points


def test_a_wild_tile_that_is_not_drawn_in_riichi_has_its_reason() -> None:
    rules, claimed = EMA.replace({"tiles.bonus": WILD}), DRAWN_WILD | {"won_by": "discard"}
    assert str(explain(read_win(claimed), rules).why_not) == (
        "no win: 234567m3467899s and 5*z do not make a complete hand, and 5*z counts as any tile "
        "only if a player in riichi draws it"
    )
    noten = read_win(claimed | {"hand": "234567m34678s19s"})
    assert "counts as" not in explain(noten, rules).why_not


def test_the_repr_of_a_score_names_its_fields() -> None:
    assert repr(scored(ORPHANS)) == (
        "Score(yaku=(YakuHan(id='thirteen_orphans', han=None, times=1),), "
        "dora=DoraHan(dora=0, kan_dora=0, ura_dora=0, kan_ura_dora=0, red_fives=0, bonus_tiles=0), "
        "han=None, fu=None, fu_items=(), limit='yakuman', yakuman=1, base=8000, "
        "payments=Payments(from_each=None, from_dealer=None, from_discarder=48000, total=48000), "
        "form='thirteen_orphans', counted_as=None)"
    )


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        (STANDARD | {"riichi": "riichi", "dora_indicators": ["1m"]},
         "4 han 30 fu, 11,600 points: riichi 1, pinfu 1, all_simples 1, dora 1"),
        (ORPHANS, "yakuman, 48,000 points: thirteen_orphans"),
        (STANDARD | {"first_turn": True, "seat_wind": "south", "hand": "678m55999p34s345p"},
         "mangan, 8,000 points: blessing_of_man"),
        (MAN | {"hand": "11m999s666z777z23m", "riichi": "riichi", "dora_indicators": ["5z"]},
         "8 han 60 fu, baiman, 24,000 points: "
         "riichi 1, dragon_triplet 2, three_concealed_triplets 2, dora 3"),
    ],
)  # fmt: skip
def test_a_score_prints_as_one_line(facts: dict[str, Any], text: str) -> None:
    assert str(scored(facts)) == text


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"hand": "234m067p678s55p34s"}, "1 red 5p (0p), but the ruleset has none"),
        ({"hand": "234m067p678s50p34s"}, "2 red 5p (0p), but the ruleset has only 1"),
    ],
)
def test_a_score_mentions_red_fives(facts: dict[str, Any], text: str) -> None:
    ruleset = TENHOU if "only" in text else EMA
    with pytest.raises(UnsupportedTileError) as caught:
        score(read_win(STANDARD | facts), ruleset)
    assert text in str(caught.value)
    assert caught.value.code == "red_five"


def test_a_hand_that_does_not_win_has_a_reason() -> None:
    open_hand = STANDARD | {"hand": "11m234p567s78s(888p)", "winning_tile": "9s"}
    known = {"2s": "11m234p56778s(888p) and 2s do not make a complete hand", "9s": "no yaku"}
    for tile, message in known.items():
        found = score(read_win(open_hand | {"winning_tile": tile}), EMA)
        assert isinstance(found, NoWin)
        assert not found
        assert (found.message, str(found)) == (message, f"no win: {message}")
    found = score(read_win(open_hand | {"dora_indicators": ["7p"]}), EMA)
    assert isinstance(found, NoWin)
    assert found.message == "no yaku, and dora alone do not win"


def test_a_ruleset_has_one_scorer() -> None:
    assert scorer(EMA) is scorer(EMA.rules)
    assert scorer(EMA) is not scorer(WRCR)
    with pytest.raises(RiichiError, match=r"expected a ruleset, .* not 7"):
        scorer(7)  # type: ignore[arg-type]


def test_a_score_under_a_path_follows_changes_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    club = "format: 1\nruleset: club\ntitle: Club\nextends: ema-2025\n"
    path, win = str(file), Win("2345567m345p678s", "8m", by="ron", riichi=True, dora="1m")
    found = []
    for raised in ("[]", "[four_han_thirty_fu]", "[]"):
        file.write_text(f"{club}limits: {{raised_to_mangan: {raised}}}\n", encoding="utf-8")
        found.append((score(win, path), score_all(win, [path])[0]))
    fresh = [score(win, load(path))]
    assert found[0] == found[2] == (fresh[0], fresh[0])
    assert found[1] != found[0]


def test_a_counted_yakuman_prints_as_one_line() -> None:
    dora = {"dora_indicators": ["4p", "1m"], "kan_dora_indicators": ["4p", "4p"]}
    assert str(scored(STANDARD | dora | {"riichi": "riichi"}, TENHOU)) == (
        "13 han 30 fu, counted yakuman, 48,000 points: "
        "riichi 1, pinfu 1, all_simples 1, dora 4, kan_dora 6"
    )


@pytest.mark.parametrize(
    ("won_by", "tiles_left", "possible"),
    [("discard", 4, False), ("discard", 3, True), ("self_draw", 4, True), ("self_draw", 5, False)],
)
def test_ippatsu_on_the_last_tile_needs_a_late_riichi(
    won_by: str, tiles_left: int, possible: bool
) -> None:
    """The three others draw first and the declarer fourth, who then discards the last tile."""
    riichi = EMA.rules.riichi.model_copy(update={"tiles_left": tiles_left})
    rules = EMA.rules.model_copy(update={"riichi": riichi})
    facts = {"won_by": won_by, "riichi": "riichi", "ippatsu": True, "last_tile": True}
    win = read_win(STANDARD | facts)
    if possible:
        assert score(win, rules)
    else:
        with pytest.raises(ImpossibleWinError) as caught:
            score(win, rules)
        assert (caught.value.code, caught.value.field) == ("contradiction", "ippatsu")
        assert f"riichi needs {tiles_left} tiles left in the wall" in str(caught.value)


# ---- words ---------------------------------------------------------------------------------------


def with_winning(ruleset: Any, **options: Any) -> Rules:
    winning = ruleset.rules.winning.model_copy(update=options)
    found: Rules = ruleset.rules.model_copy(update={"winning": winning})
    return found


def test_too_few_yaku_are_explained_in_words() -> None:
    found = score(read_win(STANDARD), with_winning(EMA, minimum_han=3))
    assert isinstance(found, NoWin)
    assert found.message == "too few yaku: a win needs 3 han without dora"


def test_another_wait_without_a_yaku_is_explained_in_words() -> None:
    """On 4m the hand has All Simples and on 1m no yaku."""
    rules = with_winning(EMA, atozuke="every_wait_has_yaku")
    hand = {"hand": "23m567p678s55p(345s)", "winning_tile": "4m"}
    found = score(read_win(STANDARD | hand), rules)
    assert isinstance(found, NoWin)
    assert found.message == "with its other wait, 1m, the hand has too few yaku"


# ---- which tile was drawn ------------------------------------------------------------------------


def test_changing_the_drawn_tile_changes_nothing_else() -> None:
    win = Win(
        "234m567p678s55p34s", "5s", Tsumo(apart=False), "south", "west", "double", "1m",
        counters=2, circumstances=["open_riichi"], ura="9m",
    )  # fmt: skip
    others = [*each_drawn(win)]
    assert len({one.tile for one in others}) == len(others) == 12
    for one in others:
        assert sorted(one.tiles) == sorted(win.tiles)
        assert one == replace(win, hand=one.hand, tile=one.tile, by=Tsumo())


def points_or_reason(result: Score | NoWin) -> int | str:
    """Return the attribute that only one of the types has; mypy narrows the union by truth."""
    if result:
        return result.points
    return result.reason


def test_a_score_is_truthy_and_no_win_is_falsy() -> None:
    assert points_or_reason(scored(STANDARD)) == 2900
    incomplete = score(read_win(STANDARD | {"winning_tile": "6s"}), EMA)
    assert points_or_reason(incomplete) == "not_complete"


def test_scores_are_unordered_and_immutable() -> None:
    unordered: list[Any] = [scored(STANDARD), scored(PAIRS), NoWin("no_yaku", "no yaku")]
    for pair in permutations(unordered, 2):
        with pytest.raises(TypeError, match="not supported"):
            max(pair)
    for result in unordered:
        with pytest.raises(FrozenInstanceError):
            setattr(result, fields(result)[0].name, "changed")
        assert not isinstance(result, tuple)
        assert {result: 1}[replace(result)] == 1

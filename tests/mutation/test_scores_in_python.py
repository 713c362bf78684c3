"""What scores say to programs beyond what a scenario can expect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from riichi_core.errors import RiichiError
from riichi_core.hands.win import Tsumo, Win
from riichi_core.play.actions import WIN, Chow, ClaimedKong, MeldClaim, Pung, Response
from riichi_core.play.legal import four_kongs, meld_of_claim, resolve_claims
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import HanWorth
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import base_points, payments
from riichi_core.scoring.score import (
    ImpossibleWinError,
    NoWin,
    Score,
    Scorer,
    UnsupportedTileError,
    dora_kinds,
    each_drawn,
    score,
    score_all,
    scorer,
)
from riichi_core.tiles import Tile, Wind

EMA, WRCR, TENHOU = load("ema-2016"), load("wrcr-2015"), load("tenhou")
STANDARD = {"hand": "234m567p678s55p34s", "winning_tile": "5s", "won_by": "discard"}
PAIRS = STANDARD | {"hand": "1133m4466p8899s7z", "winning_tile": "7z"}
ORPHANS = STANDARD | {"hand": "19m19p19s1234567z", "winning_tile": "7z"}
MAN = STANDARD | {"hand": "11m555z666z777z23m", "winning_tile": "4m"}


def scored(facts: dict[str, Any], ruleset: Any = EMA) -> Score:
    found = score(read_win(facts), ruleset)
    assert isinstance(found, Score)
    return found


@pytest.mark.parametrize(
    ("facts", "form", "sets"),
    [(STANDARD, "standard", 4), (PAIRS, "seven_pairs", 0), (ORPHANS, "thirteen_orphans", 0),
     (MAN, "standard", 4)],
)  # fmt: skip
def test_a_score_says_how_the_hand_was_seen(facts: dict[str, Any], form: str, sets: int) -> None:
    found = scored(facts)
    reading = found.reading(read_win(facts))
    assert (found.form, reading.form, len(reading.sets)) == (form, form, sets)


def test_a_limit_that_stands_alone_says_how_the_hand_was_seen() -> None:
    man = STANDARD | {"first_turn": True, "seat_wind": "south", "hand": "678m55999p34s345p"}
    found = scored(man)
    assert [one.id for one in found.yaku] == ["blessing_of_man"]
    assert (found.form, found.han, found.limit) == ("standard", None, "mangan")
    assert len(found.reading(read_win(man)).sets) == 4


def test_a_score_is_written_with_its_names() -> None:
    assert repr(scored(ORPHANS)) == (
        "Score(yaku=(YakuHan(id='thirteen_orphans', han=None, times=1),), "
        "dora=DoraHan(dora=0, kan_dora=0, ura_dora=0, kan_ura_dora=0, red_fives=0), "
        "han=None, fu=None, fu_items=(), limit='yakuman', yakuman=1, base=8000, "
        "payments=Payments(from_each=None, from_dealer=None, from_discarder=48000, total=48000), "
        "form='thirteen_orphans')"
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
         "riichi 1, dragon_pung 2, three_concealed_pungs 2, dora 3"),
    ],
)  # fmt: skip
def test_a_score_in_a_line(facts: dict[str, Any], text: str) -> None:
    assert str(scored(facts)) == text


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"hand": "234m067p678s55p34s"}, "1 red 5p (0p), and this set of tiles has none"),
        ({"hand": "234m067p678s50p34s"}, "2 red 5p (0p), and this set of tiles has only 1"),
    ],
)
def test_the_words_on_red_fives(facts: dict[str, Any], text: str) -> None:
    ruleset = TENHOU if "only" in text else EMA
    with pytest.raises(UnsupportedTileError) as caught:
        score(read_win(STANDARD | facts), ruleset)
    assert text in str(caught.value)
    assert caught.value.code == "red_five"


def test_a_hand_that_does_not_win_says_why() -> None:
    open_hand = STANDARD | {"hand": "11m234p567s78s(888p)", "winning_tile": "9s"}
    known = {"2s": "11m234p56778s(888p) and 2s make no complete hand", "9s": "no yaku"}
    for tile, message in known.items():
        found = score(read_win(open_hand | {"winning_tile": tile}), EMA)
        assert isinstance(found, NoWin)
        assert not found
        assert (found.message, str(found)) == (message, f"no win: {message}")
    found = score(read_win(open_hand | {"dora_indicators": ["7p"]}), EMA)
    assert isinstance(found, NoWin)
    assert found.message == "no yaku, and dora alone do not win"


def test_a_limit_of_what_adds_to_nothing() -> None:
    simples = HanWorth(closed=6, open=1, cumulative=False)
    yaku = EMA.rules.yaku.model_copy(update={"all_simples": simples})
    found = scored(STANDARD, EMA.rules.model_copy(update={"yaku": yaku}))
    assert (found.han, found.limit, found.points) == (6, "haneman", 18_000)
    assert str(found) == "6 han 30 fu, haneman, 18,000 points: all_simples 6"


def test_one_scorer_for_a_ruleset() -> None:
    assert scorer(EMA) is scorer(EMA.rules)
    assert scorer(EMA) is not scorer(WRCR)
    with pytest.raises(RiichiError, match=r"expected a ruleset, .* not 7"):
        scorer(7)  # type: ignore[arg-type]


def test_several_rulesets_at_once() -> None:
    rulesets = [EMA, load("tuesday-club"), WRCR, TENHOU, EMA]
    for facts in (STANDARD, PAIRS, ORPHANS):
        win = read_win(facts)
        alone = [Scorer(one.rules).score(win) for one in rulesets]
        assert score_all(win, rulesets) == alone


RIICHI = STANDARD | {
    "riichi": "riichi", "dora_indicators": ["1m", "2m"], "kan_dora_indicators": ["3m"],
    "ura_dora_indicators": ["4m", "5m"], "kan_ura_dora_indicators": ["6m"],
}  # fmt: skip


def kinds(text: str) -> tuple[int, ...]:
    return tuple(int(number) - 1 for number in text)


def test_a_counted_yakuman_in_a_line() -> None:
    dora = {"dora_indicators": ["4p", "1m"], "kan_dora_indicators": ["4p", "4p"]}
    assert str(scored(STANDARD | dora | {"riichi": "riichi"}, TENHOU)) == (
        "13 han 30 fu, counted yakuman, 48,000 points: "
        "riichi 1, pinfu 1, all_simples 1, dora 4, kan_dora 6"
    )


def test_which_tiles_are_dora() -> None:
    win, rules = read_win(RIICHI), EMA.rules.dora
    all_of_them = {
        "dora": kinds("23"), "kan_dora": kinds("4"),
        "ura_dora": kinds("56"), "kan_ura_dora": kinds("7"),
    }  # fmt: skip
    assert dora_kinds(win, rules) == all_of_them
    without = read_win({n: v for n, v in RIICHI.items() if "ura" not in n} | {"riichi": "none"})
    assert dora_kinds(without, rules) == {"dora": kinds("23"), "kan_dora": kinds("4")}
    no_ura = rules.model_copy(update={"ura": "none"})
    assert dora_kinds(win, no_ura) == {"dora": kinds("23"), "kan_dora": kinds("4")}
    first_only = rules.model_copy(update={"kong_indicators": "none"})
    assert dora_kinds(win, first_only) == {
        "dora": kinds("2"), "kan_dora": (), "ura_dora": kinds("5"), "kan_ura_dora": (),
    }  # fmt: skip
    of_kongs = rules.kong_indicators.model_copy(update={"ura": "not_counted"})  # type: ignore[union-attr]
    not_under_kongs = rules.model_copy(update={"kong_indicators": of_kongs})
    assert dora_kinds(win, not_under_kongs) == all_of_them | {
        "ura_dora": kinds("5"), "kan_ura_dora": (),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"hand": "234m067p678s55p34s"}, "hand"),
        ({"dora_indicators": ["0p"]}, "dora_indicators"),
        ({"hand": "234m567p678s55p34s", "winning_tile": "0s"}, "hand"),
    ],
)
def test_where_a_red_five_is_that_there_is_not(facts: dict[str, Any], field: str) -> None:
    with pytest.raises(UnsupportedTileError, match="this set of tiles has none") as caught:
        score(read_win(STANDARD | facts), EMA)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("won_by", "tiles_left", "possible"),
    [("discard", 4, False), ("discard", 3, True), ("self_draw", 4, True), ("self_draw", 5, False)],
)
def test_ippatsu_lasts_to_the_last_tile_only_if_riichi_can_come_so_late(
    won_by: str, tiles_left: int, possible: bool
) -> None:
    """The three others draw first and the declarer fourth, and so throws the last tile."""
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


def test_the_nearest_winner_comes_first() -> None:
    for giver in Wind:
        others = [Wind((giver + step) % 4) for step in (1, 2, 3)]
        calls = [Response(seat, WIN) for seat in reversed(others)]
        assert resolve_claims(giver, calls, EMA.rules.claims).winners == tuple(others)


def test_each_wind_has_its_own_fu_after_another() -> None:
    hand = STANDARD | {"hand": "678m111p35678s22z", "winning_tile": "4s", "riichi": "riichi"}
    fu = [scored(hand | {"seat_wind": seat}).fu for seat in ("west", "south", "west")]
    assert fu == [40, 50, 40]


@pytest.mark.parametrize(
    ("meld", "kind"),
    [
        (Chow((Tile(0), Tile(1))), "chow"),
        (Pung((Tile(2), Tile(2))), "pung"),
        (ClaimedKong((Tile(2), Tile(2), Tile(2))), "kong"),
    ],
)
def test_a_set_says_whose_discard_it_was_made_with(meld: MeldClaim, kind: str) -> None:
    made = meld_of_claim(meld, Tile(2), "left")
    assert (made.kind, made.claimed_from, made.tiles[-1]) == (kind, "left", Tile(2))


def test_four_kongs_of_two_players_or_more() -> None:
    east, south, west = Wind.EAST, Wind.SOUTH, Wind.WEST
    assert four_kongs([east, east, east, south])
    assert four_kongs([east, south, west, west])
    assert not four_kongs([east] * 4)
    assert not four_kongs([east, south, west])


# ---- words ---------------------------------------------------------------------------------------


def with_winning(ruleset: Any, **options: Any) -> Rules:
    winning = ruleset.rules.winning.model_copy(update=options)
    found: Rules = ruleset.rules.model_copy(update={"winning": winning})
    return found


def test_too_few_yaku_in_words() -> None:
    found = score(read_win(STANDARD), with_winning(EMA, minimum_han=3))
    assert isinstance(found, NoWin)
    assert found.message == "too few yaku: a win needs 3 han without dora"


def test_another_wait_without_a_yaku_in_words() -> None:
    """On 4m the hand is All Simples and on 1m it is nothing."""
    rules = with_winning(EMA, atozuke="every_wait_has_yaku")
    hand = {"hand": "23m567p678s55p(345s)", "winning_tile": "4m"}
    found = score(read_win(STANDARD | hand), rules)
    assert isinstance(found, NoWin)
    assert found.message == "the hand also waits for 1m, which gives it too few yaku"


# ---- which tile was drawn ------------------------------------------------------------------------


def test_another_tile_as_the_one_drawn_changes_nothing_else() -> None:
    win = Win(
        "234m567p678s55p34s", "5s", Tsumo(apart=False), "south", "west", "double", "1m",
        counters=2, circumstances=["open_riichi"], ura="9m",
    )  # fmt: skip
    others = [*each_drawn(win)]
    assert len({one.tile for one in others}) == len(others) == 12
    for one in others:
        assert sorted(one.tiles) == sorted(win.tiles)
        assert one == replace(win, hand=one.hand, tile=one.tile, by=Tsumo())


def test_with_seven_pairs_the_suits_were_not_seen() -> None:
    assert (scored(PAIRS).suits, scored(ORPHANS).suits) == ((), ())


# ---- points --------------------------------------------------------------------------------------


def test_base_points_of_a_mangan_are_a_mangan() -> None:
    """Four han and 30 fu are 30 x 2^6 = 1,920."""
    row = EMA.rules.limits.mangan.model_copy(update={"base": 1_920})
    limits = EMA.rules.limits.model_copy(update={"mangan": row})
    assert base_points(4, 30, limits) == (1_920, "mangan")
    assert base_points(4, 30, EMA.rules.limits) == (1_920, None)


def test_counters_without_a_worth_and_a_worth_without_counters() -> None:
    for drawn in (True, False):
        plain = payments(1_000, dealer=False, drawn=drawn)
        assert plain.total == 4_000
        assert payments(1_000, dealer=False, drawn=drawn, counters=2) == plain
        assert payments(1_000, dealer=False, drawn=drawn, counter_value=300) == plain

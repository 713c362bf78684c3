"""Payments at the end of a deal, each with its reason, where several rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from riichi_core.hands.readings import HandSet
from riichi_core.hands.win import Tsumo, Win
from riichi_core.rules.chapters.claims import AllWin, TwoPaid, TwoThenAbort
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import limit_row
from riichi_core.scoring.score import FuCount, count_fu
from riichi_core.settlement.ending import DealError, ExhaustiveDraw, FinishedDeal, StatedWin, Wins
from riichi_core.settlement.payments import hand_payments
from riichi_core.settlement.settle import Settlement, settle
from riichi_core.tiles import TILES, Wind

EAST, SOUTH, WEST, NORTH = Wind
EMA = load("ema-2016").rules
PARLOUR = load("parlour").rules
Rows = list[tuple[Any, ...]]


def with_rules(chapter: str, rules: Rules = EMA, **options: Any) -> Rules:
    changed = getattr(rules, chapter).model_copy(update=options)
    return rules.model_copy(update={chapter: changed})


def rows(found: Settlement) -> Rows:
    return [(one.giver, one.taker, one.points, one.why) for one in found.transfers]


def stated(seat: Wind, han: int = 3, fu: int | None = 40) -> StatedWin:
    return StatedWin(seat, han, fu)


# ---- bets ----------------------------------------------------------------------------------------


def test_two_kinds_of_void_riichi_at_a_win() -> None:
    """South's riichi is void by a foul, West's for its tile is won on; both bets go back."""
    deal = FinishedDeal(
        Wins(stated(EAST), WEST, void=True), riichi=[SOUTH, WEST], void_riichi=[SOUTH]
    )
    bets = [row for row in rows(settle(deal, EMA)) if row[0] == "table"]
    assert bets == [("table", SOUTH, 1000, "own_bet"), ("table", WEST, 1000, "own_bet")]


@pytest.mark.parametrize(("bets", "back"), [("stay", {WEST}), ("returned", {NORTH, WEST})])
def test_bets_where_three_win(bets: str, back: set[Wind]) -> None:
    paid = EMA.claims.winners.all  # type: ignore[union-attr]
    three = {"counter": "added", "dealer": "stays", "bets": bets}
    two = TwoPaid.model_validate({**paid.model_dump(), "three": three})
    rules = with_rules("claims", winners=TwoThenAbort(two_then_abort=two))
    wins = [stated(EAST), stated(SOUTH), stated(NORTH)]
    found = settle(FinishedDeal(Wins(wins, WEST, void=True), riichi=[WEST, NORTH]), rules)
    assert rows(found) == [("table", seat, 1000, "own_bet") for seat in sorted(back)]
    assert [reason for _, reason in found.refused] == ["three_calls"] * 3


def test_the_bet_of_a_dead_hand_beside_a_void_one() -> None:
    rules = with_rules("dead_hand", riichi_bet="returned")
    end = ExhaustiveDraw(tenpai=[NORTH], dead=[WEST])
    deal = FinishedDeal(end, riichi=[SOUTH, WEST, NORTH], void_riichi=[SOUTH])
    back = [row for row in rows(settle(deal, rules)) if row[0] == "table"]
    assert back == [("table", SOUTH, 1000, "own_bet"), ("table", WEST, 1000, "own_bet")]


@pytest.mark.parametrize(
    ("riichi", "paid"),
    [([SOUTH, WEST], [("table", EAST, 1000, "bets")] * 2),
     ([EAST, WEST], [("table", EAST, 1000, "own_bet"), ("table", EAST, 1000, "bets")])],
)  # fmt: skip
def test_the_nearest_winner_takes_the_bets_of_all(riichi: list[Wind], paid: Rows) -> None:
    all_paid = EMA.claims.winners.all  # type: ignore[union-attr]
    nearest = all_paid.model_copy(update={"own_bets": "nearest"})
    rules = with_rules("claims", winners=AllWin(all=nearest))
    found = settle(FinishedDeal(Wins([stated(EAST), stated(WEST)], NORTH), riichi=riichi), rules)
    assert [row for row in rows(found) if row[0] == "table"] == paid


def test_nagashi_mangan_with_an_own_bet() -> None:
    """EMA 2012: the bets go to the first who has it, and the counters are paid to each."""
    end = ExhaustiveDraw(tenpai=[WEST, NORTH], nagashi=[NORTH])
    deal = FinishedDeal(end, counters=1, riichi=[WEST, NORTH])
    assert rows(settle(deal, "ema-2012")) == [
        (EAST, NORTH, 4000, "nagashi"), (SOUTH, NORTH, 2000, "nagashi"),
        (WEST, NORTH, 2000, "nagashi"), (EAST, NORTH, 100, "counters"),
        (SOUTH, NORTH, 100, "counters"), (WEST, NORTH, 100, "counters"),
        ("table", NORTH, 1000, "own_bet"), ("table", NORTH, 1000, "bets"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "paid_to", "each"),
    [(EAST, "any_winner", 200), (EAST, "non_dealers", 0), (NORTH, "non_dealers", 200)],
)
def test_nagashi_mangan_with_a_counter_of_500(seat: Wind, paid_to: str, each: int) -> None:
    """A third of 500 is rounded up to hundreds, as at a self-draw; East may get no counters."""
    rules = with_rules(
        "dealer", load("ema-2012").rules, counter_value=500, counters_paid_to=paid_to
    )
    found = settle(FinishedDeal(ExhaustiveDraw(nagashi=[seat]), counters=1), rules)
    givers = [one for one in Wind if one is not seat]
    assert [row for row in rows(found) if row[3] == "counters"] == [
        (one, seat, each, "counters") for one in givers if each
    ]


def test_a_self_drawn_mangan_by_seats() -> None:
    assert hand_payments(SOUTH, None, 2000) == {EAST: 4000, WEST: 2000, NORTH: 2000}
    assert hand_payments(EAST, None, 2000) == {SOUTH: 4000, WEST: 4000, NORTH: 4000}


def test_fines_of_a_deal_are_told_with_its_settlement() -> None:
    deal = FinishedDeal(ExhaustiveDraw(), fines={EAST: -1000}, penalties={WEST: -2000})
    found = settle(deal, EMA)
    assert (found.fines, found.penalties) == ({EAST: -1000}, {WEST: -2000})


@pytest.mark.parametrize(
    ("how", "offenders"),
    [({}, (SOUTH,)), ({"penalty": "dead_hand"}, ()), ({"found_at": ("own_win",)}, ())],
)
def test_riichi_that_was_noten_beside_nagashi_mangan(
    how: dict[str, Any], offenders: tuple[Wind, ...]
) -> None:
    """A chombo only where that is its price and an exhaustive draw is when it is judged."""
    nagashi = load("ema-2012").rules.draws.nagashi.model_copy(update={"noten_riichi": "judged"})  # type: ignore[union-attr]
    rules = with_rules("draws", nagashi=nagashi)
    judged = EMA.fouls.noten_riichi.model_copy(update=how)  # type: ignore[union-attr]
    rules = with_rules("fouls", rules, noten_riichi=judged)
    found = settle(FinishedDeal(ExhaustiveDraw(nagashi=[WEST]), riichi=[SOUTH]), rules)
    assert found.offenders == offenders


# ---- wins by their value -------------------------------------------------------------------------


def test_a_win_by_its_value_is_a_score() -> None:
    found = settle(FinishedDeal(Wins(stated(SOUTH), WEST)), EMA).scores[SOUTH]
    assert (found.han, found.fu, found.form, found.suits) == (3, 40, "standard", ())


@pytest.mark.parametrize(
    ("seat", "prevailing", "possible"),
    [(SOUTH, SOUTH, True), (SOUTH, EAST, False), (EAST, SOUTH, False)],
)
def test_a_hand_of_one_han_and_110_fu(seat: Wind, prevailing: Wind, possible: bool) -> None:
    """It needs the pair of a double wind; with other pairs so many fu have a yaku more."""
    deal = FinishedDeal(Wins(stated(seat, 1, 110), WEST), prevailing)
    if possible:
        assert settle(deal, EMA).winners == (seat,)
    else:
        with pytest.raises(DealError, match="2 han or more: "):
            settle(deal, EMA)


def test_too_few_han_by_their_value() -> None:
    rules = with_rules("winning", minimum_han=2)
    with pytest.raises(DealError, match="a win needs 2 han without dora") as caught:
        settle(FinishedDeal(Wins(stated(SOUTH, 1, 30), WEST)), rules)
    assert (caught.value.code, caught.value.field) == ("contradiction", "han")


def test_from_a_mangan_on_the_fu_may_be_left_out() -> None:
    rules = EMA.limits.mangan.han
    found = settle(FinishedDeal(Wins(stated(SOUTH, rules, None), WEST)), EMA)
    assert rows(found) == [(WEST, SOUTH, 8000, "hand")]


def test_no_declared_win_stands() -> None:
    """The words say of each what it lacks."""
    wins = [
        Win("234m567p678s55p34s", "9s", "ron", seat="south"),
        Win("11m234p567s(888p)78s", "9s", "ron", seat="north"),
    ]
    with pytest.raises(DealError) as caught:
        settle(Wins(wins, WEST), "tenhou")
    assert str(caught.value).endswith(
        "no declared win stands (north: no yaku; "
        "south: 234m55567p34678s and 9s make no complete hand), and the deal goes on without them"
    )


def test_the_next_win_stands_though_the_nearest_is_a_foul() -> None:
    rules = with_rules("chombo", with_win="win_stands")
    deal = FinishedDeal(Wins([stated(SOUTH), stated(NORTH)], EAST), offenders=[SOUTH])
    assert settle(deal, rules).winners == (NORTH,)


# ---- who is liable -------------------------------------------------------------------------------

KONGS = "99p67s333m[5555z](1111z^)"


@pytest.mark.parametrize(("earlier", "payers"), [("melded", {WEST}), ("visible", {WEST})])
def test_a_claimed_kong_after_a_concealed_one(earlier: str, payers: set[Wind]) -> None:
    """The kong alone makes liable for the win after it, whatever was declared before."""
    rules = with_rules("liability", yaku=("after_a_kong",), earlier_sets=earlier)
    win = Win(KONGS, "8s", Tsumo(after_kong=True), seat="east")
    found = settle(FinishedDeal(Wins(win), counters=0), rules)
    assert {row[0] for row in rows(found)} == payers
    assert {row[3] for row in rows(found)} == {"liability"}


@pytest.mark.parametrize(
    ("ruleset", "paid"),
    [
        ("wrc-2025", [(WEST, 32_000, "liability"), (EAST, 16_000, "hand"), (WEST, 8000, "hand"),
                      (NORTH, 8000, "hand"), (EAST, 100, "counters"), (WEST, 100, "counters"),
                      (NORTH, 100, "counters")]),
        ("ema-2025", [(WEST, 32_000, "liability"), (WEST, 300, "counters")]),
        ("tenhou", [(WEST, 64_000, "liability"), (WEST, 300, "counters")]),
    ],
)  # fmt: skip
def test_a_self_draw_of_two_yakuman_of_which_one_was_fed(ruleset: str, paid: Rows) -> None:
    """West fed the third dragon (WRC 2025, 11.2.1 and 11.2.2; EMA 2025 pays the best one alone)."""
    win = Win("11z22z(555z^)(666z<)(777z>)", "2z", "tsumo", seat="south", counters=1)
    found = settle(FinishedDeal(Wins(win), counters=1), ruleset)
    assert rows(found) == [(giver, SOUTH, points, why) for giver, points, why in paid]


# ---- chips ---------------------------------------------------------------------------------------


def test_chips_of_two_winners() -> None:
    """South has a foul beside it and North a yakuman: only the one that stands brings chips."""
    wins = [stated(SOUTH), StatedWin(NORTH, yakuman=1)]
    rules = with_rules("chombo", PARLOUR, with_win="win_stands")
    rules = with_rules("claims", rules, winners=EMA.claims.winners)
    deal = FinishedDeal(Wins(wins, EAST), offenders=[SOUTH])
    number = rules.chips.awarded.yakuman.discard  # type: ignore[union-attr]
    assert settle(deal, rules).chips == {NORTH: number, EAST: -number}


def test_chips_of_all_ura_dora() -> None:
    """A 2p under the indicator and a 4p under that of a kong: a chip each from all."""
    win = Win(
        "123456m234p9s[1111z]", "9s", "tsumo", "south", riichi="riichi",
        dora="8m", kan_dora="8m", ura="1p", kan_ura="3p",
    )  # fmt: skip
    found = settle(FinishedDeal(Wins(win), riichi=[SOUTH]), PARLOUR)
    assert found.chips == {EAST: -2, SOUTH: 6, WEST: -2, NORTH: -2}


# ---- fu and limits -------------------------------------------------------------------------------

SETS = [
    HandSet("pung", TILES["9s"], concealed=True, declared=False),
    HandSet("kong", TILES["2m"], concealed=False, declared=True),
    HandSet("chow", TILES["3p"], concealed=True, declared=False),
]


@pytest.mark.parametrize(
    ("facts", "ids", "fu"),
    [
        ({}, "winning concealed_discard", 30),
        ({"is_open": True}, "winning open_pinfu", 30),
        ({"drawn": True}, "winning self_draw", 30),
        ({"drawn": True, "pinfu": True}, "winning", 20),
        ({"pair": TILES["1z"]},
         "winning concealed_discard seat_wind_pair prevailing_wind_pair", 40),
        ({"sets": SETS, "pair": TILES["2z"], "wait": "closed", "drawn": True, "seat": SOUTH,
          "is_open": True},
         "winning self_draw closed_wait seat_wind_pair pung kong", 50),
        ({"sets": SETS, "pair": TILES["2z"], "prevailing": SOUTH, "is_open": True},
         "winning prevailing_wind_pair pung kong", 40),
    ],
)  # fmt: skip
def test_the_fu_of_parts_of_a_hand(facts: dict[str, Any], ids: str, fu: int) -> None:
    found = count_fu(EMA.fu, **facts)
    assert ([item.id for item in found.items], found.fu) == (ids.split(), fu)
    assert [(item.fu, item.tile, item.concealed) for item in found.items if item.tile] == (
        [(8, TILES["9s"], True), (8, TILES["2m"], False)] if "sets" in facts else []
    )


def test_a_self_draw_after_a_kong_may_have_no_fu() -> None:
    rules = EMA.fu.model_copy(update={"self_draw_after_kong": 0})
    found = count_fu(rules, drawn=True, after_kong=True)
    assert found == FuCount(found.items[:1], 20)
    assert count_fu(rules, drawn=True).fu == 30


def test_the_row_of_a_limit() -> None:
    limits = EMA.limits
    assert limit_row("baiman", 8, limits) is limits.baiman
    assert limit_row("baiman", None, limits) is limits.baiman
    lowest, highest = (limits.sanbaiman.model_copy(update={"han": han}) for han in (13, 26))
    several = limits.model_copy(update={"counted_yakuman": (lowest, highest)})
    assert several.counted_rows == (lowest, highest)
    for han, row in ((26, highest), (25, lowest), (13, lowest), (None, lowest)):
        assert limit_row("counted_yakuman", han, several) is row

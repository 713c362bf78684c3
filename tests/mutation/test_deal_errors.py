"""Facts of a deal that cannot be: each with its code, and with the field that is at fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from riichi_core.errors import RecordError
from riichi_core.hands.win import Win
from riichi_core.records.deal import read_deal
from riichi_core.rules.load import load
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealError,
    ExhaustiveDraw,
    FinishedDeal,
    StatedWin,
    Wins,
)
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

Json = dict[str, Any]

SOUTH = {"seat": "south", "hand": "234m567p678s55p34s", "winning_tile": "5s"}
WEST = {"seat": "west", "hand": "34s678s99s555z777z", "winning_tile": "5s"}
OTHER_TILE = {"seat": "west", "hand": "234m567p678s55p34s", "winning_tile": "2s"}
BY_VALUE = {"seat": "south", "han": 3, "fu": 40}
BY_EAST = {"end": "win", "won_by": "discard", "discarder": "east"}
DRAWN = {"end": "win", "won_by": "self_draw"}
CHOMBO = {"end": "chombo", "offenders": ["east"]}
CONTRADICTION, RANGE = "contradiction", "out_of_range"


def value(**what: int | str) -> Json:
    return BY_EAST | {"wins": [{"seat": "south", **what}]}


DEALS: dict[str, tuple[Json, str, str]] = {
    "two values": (value(han=3, limit="mangan"), CONTRADICTION, "wins.0.han"),
    "two values again": (value(limit="mangan", yakuman=1), CONTRADICTION, "wins.0.han"),
    "fu alone": (value(fu=30), CONTRADICTION, "wins.0.han"),
    "no han": (value(han=0, fu=30), RANGE, "wins.0.han"),
    "too many han": (value(han=101, fu=30), RANGE, "wins.0.han"),
    "too few fu": (value(han=3, fu=10), RANGE, "wins.0.fu"),
    "too many fu": (value(han=3, fu=1010), RANGE, "wins.0.fu"),
    "odd fu": (value(han=3, fu=32), RANGE, "wins.0.fu"),
    "negative counters": (CHOMBO | {"counters": -1}, RANGE, "counters"),
    "many counters": (CHOMBO | {"counters": 1001}, RANGE, "counters"),
    "negative bets": (CHOMBO | {"bets_on_table": -1}, RANGE, "bets_on_table"),
    "many bets": (CHOMBO | {"bets_on_table": 1001}, RANGE, "bets_on_table"),
    "no offender": ({"end": "chombo"}, CONTRADICTION, "offenders"),
    "no winner": (BY_EAST | {"wins": []}, CONTRADICTION, "wins"),
    "twice the same": (BY_EAST | {"wins": [SOUTH, SOUTH]}, CONTRADICTION, "wins"),
    "own discard": (
        BY_EAST | {"discarder": "south", "wins": [SOUTH]}, CONTRADICTION, "discarder"),
    "two draw": (DRAWN | {"wins": [SOUTH, WEST]}, CONTRADICTION, "wins"),
    "two tiles": (BY_EAST | {"wins": [SOUTH, OTHER_TILE]}, CONTRADICTION, "wins"),
    "no riichi lapses": (
        BY_EAST | {"wins": [SOUTH], "riichi_void": "east"}, CONTRADICTION, "riichi_void"),
    "liable to a loser": (
        BY_EAST | {"wins": [SOUTH], "liable": {"west": {"big_three_dragons": "north"}}},
        CONTRADICTION, "liable"),
    "liable to a value": (
        BY_EAST | {"wins": [BY_VALUE], "liable": {"south": {"big_three_dragons": "north"}}},
        CONTRADICTION, "liable"),
    "liable to oneself": (
        BY_EAST | {"wins": [SOUTH], "liable": {"south": {"big_three_dragons": "south"}}},
        CONTRADICTION, "liable"),
    "liable for a yakuman that the hand has not": (
        BY_EAST | {"wins": [SOUTH], "liable": {"south": {"big_three_dragons": "west"}}},
        CONTRADICTION, "liable"),
    "liable for kongs that the hand has not": (
        BY_EAST | {"wins": [SOUTH], "liable": {"south": {"four_kongs": "west"}}},
        CONTRADICTION, "liable"),
    "liable for what nobody is liable for": (
        BY_EAST | {"wins": [SOUTH], "liable": {"south": {"pinfu": "west"}}},
        "unknown_word", "liable"),
    "no riichi in the deal": (
        BY_EAST | {"wins": [SOUTH | {"riichi": "riichi"}]}, CONTRADICTION, "riichi"),
    "no riichi in the win": (
        BY_EAST | {"riichi": ["south"], "wins": [SOUTH | {"riichi": "none"}]},
        CONTRADICTION, "riichi"),
}  # fmt: skip


@pytest.mark.parametrize("name", DEALS)
def test_what_cannot_be(name: str) -> None:
    record, code, field = DEALS[name]
    with pytest.raises(RecordError) as caught:
        read_deal(record)
    assert (caught.value.code, caught.value.field) == (code, field)
    assert len(str(caught.value)) > 10
    assert "None" not in str(caught.value)


@pytest.mark.parametrize(
    "record",
    [
        value(han=1, fu=20),
        value(han=100, fu=1000),
        value(han=3, fu=25),
        value(yakuman=1),
        CHOMBO | {"counters": 1000, "bets_on_table": 1000},
        {"end": "exhaustive_draw", "riichi": ["south"], "dead_hands": ["south"]},
        {"end": "exhaustive_draw", "riichi": ["south"], "offenders": ["south"]},
    ],
)
def test_what_can_just_be(record: Json) -> None:
    read_deal(record)


@pytest.mark.parametrize(("drawn", "discarder"), [(True, Wind.EAST), (False, None)])
def test_who_discarded_goes_with_a_discard(drawn: bool, discarder: Wind | None) -> None:
    win = Win("123m456p789s1122z", "2z", "tsumo" if drawn else "ron", seat="south")
    with pytest.raises(DealError) as caught:
        FinishedDeal(Wins(win, discarder))
    assert (caught.value.code, caught.value.field) == ("contradiction", "won_by")


@pytest.mark.parametrize("facts", [{"counters": 1}, {"prevailing": Wind.SOUTH}])
def test_a_win_is_one_of_its_deal(facts: dict[str, Any]) -> None:
    won = read_deal(BY_EAST | {"wins": [SOUTH]}).end
    with pytest.raises(DealError) as caught:
        FinishedDeal(won, **facts)
    assert (caught.value.code, caught.value.field) == ("contradiction", "wins")


def test_a_chombo_beside_a_draw_needs_no_more() -> None:
    assert FinishedDeal(ExhaustiveDraw(), offenders=frozenset({Wind.EAST})).offenders == {Wind.EAST}
    assert FinishedDeal(ChomboEnding(), offenders=frozenset({Wind.EAST})).setting == "tournament"


REFUSED = {
    "riichi without tenpai": (
        {"end": "exhaustive_draw", "riichi": ["south"], "tenpai": ["west"]},
        "ema-2016", CONTRADICTION, "tenpai"),
    "han that need fu": (value(han=4), "ema-2016", "missing_field", "fu"),
    "fu that no hand has": (value(han=3, fu=200), "ema-2016", CONTRADICTION, "fu"),
    "no such abortive draw": (
        {"end": "abortive_draw", "cause": "nine_kinds"}, "ema-2016", "no_such_end", "cause"),
    "no win stands": (
        BY_EAST | {"wins": [SOUTH | {"winning_tile": "9s"}]}, "tenhou", "no_win_stands", "wins"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_ruleset_refuses(name: str) -> None:
    record, ruleset, code, field = REFUSED[name]
    with pytest.raises(DealError) as caught:
        settle(read_deal(record), load(ruleset))
    assert (caught.value.code, caught.value.field) == (code, field)
    assert len(str(caught.value)) > 10
    assert "None" not in str(caught.value)


WON = Win("234m567p678s55p34s", "5s", "ron", seat="south")
DRAW: Any = ExhaustiveDraw()
UNKNOWN = "unknown_word"

WRONG: dict[str, tuple[Callable[[], object], str, str]] = {
    "no end": (lambda: FinishedDeal("draw"), "wrong_type", "end"),  # type: ignore[arg-type]
    "many counters": (lambda: FinishedDeal(DRAW, counters=1001), RANGE, "counters"),
    "negative bets": (lambda: FinishedDeal(DRAW, bets=-1), RANGE, "bets_on_table"),
    "many han": (lambda: StatedWin(Wind.SOUTH, 101, 30), RANGE, "han"),
    "no yakuman": (lambda: StatedWin(Wind.SOUTH, 3, 30, yakuman=-1), RANGE, "yakuman"),
    "many yakuman": (lambda: StatedWin(Wind.SOUTH, yakuman=101), RANGE, "yakuman"),
    "fu of a limit": (lambda: StatedWin(Wind.SOUTH, fu=30, limit="mangan"), CONTRADICTION, "fu"),
    "no limit": (lambda: StatedWin(Wind.SOUTH, limit="counted_yakuman"), UNKNOWN, "limit"),  # type: ignore[arg-type]
    "a void riichi that was not declared": (
        lambda: FinishedDeal(DRAW, riichi=["east"], void_riichi=["west"]), CONTRADICTION, "riichi"),
    "no prevailing wind": (lambda: FinishedDeal(DRAW, "up"), UNKNOWN, "prevailing_wind"),
    "no seat in riichi": (lambda: FinishedDeal(DRAW, riichi=["up"]), UNKNOWN, "riichi"),
    "no seat whose riichi is void": (
        lambda: FinishedDeal(DRAW, void_riichi=["up"]), UNKNOWN, "riichi"),
    "no seat that offends": (lambda: FinishedDeal(DRAW, offenders="up"), UNKNOWN, "offenders"),
    "no setting": (lambda: FinishedDeal(DRAW, setting="club"), UNKNOWN, "setting"),  # type: ignore[arg-type]
    "no seat of wareme": (lambda: FinishedDeal(DRAW, wareme="up"), UNKNOWN, "wareme"),
    "a number for seats": (lambda: ExhaustiveDraw(7), "wrong_type", "tenpai"),  # type: ignore[arg-type]
    "a seat twice": (lambda: ExhaustiveDraw(["west", "west"]), CONTRADICTION, "tenpai"),
    "no seat of nagashi": (lambda: ExhaustiveDraw(nagashi=["up"]), UNKNOWN, "nagashi"),
    "no seat of a dead hand": (lambda: ExhaustiveDraw(dead=["up"]), UNKNOWN, "dead_hands"),
    "no cause": (lambda: AbortiveDraw("rain"), UNKNOWN, "cause"),  # type: ignore[arg-type]
    "no win": (lambda: Wins("south", "west"), "wrong_type", "wins"),  # type: ignore[arg-type]
    "a number for wins": (lambda: Wins(7, "west"), "wrong_type", "wins"),  # type: ignore[arg-type]
    "no win in a list": (lambda: Wins([WON, 7], "west"), "wrong_type", "wins"),  # type: ignore[list-item]
    "no discarder": (lambda: Wins(WON, "up"), UNKNOWN, "discarder"),
    "no seat that won": (lambda: Wins(WON, "west", fed_by={"up": {}}), UNKNOWN, "liable"),
    "no seat that fed": (
        lambda: Wins(WON, "west", fed_by={"south": {"four_kongs": "up"}}), UNKNOWN, "liable"),
    "no seat of a value": (lambda: StatedWin("up", 1, 30), UNKNOWN, "seat"),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_names_nothing(name: str) -> None:
    make, code, field = WRONG[name]
    with pytest.raises(DealError) as caught:
        make()
    assert (caught.value.code, caught.value.field) == (code, field)
    assert "None" not in str(caught.value)


def test_the_words_on_what_is_no_end() -> None:
    with pytest.raises(DealError, match=r"expected one of Wins, .*, DealtAgain, not .?draw.?"):
        FinishedDeal("draw")  # type: ignore[arg-type]


def test_the_words_on_riichi_that_does_not_fit() -> None:
    with pytest.raises(DealError, match="south has riichi by the win, and riichi says"):
        FinishedDeal(Wins(Win("234m567p678s55p34s", "5s", "ron", "south", riichi=True), "west"))
    with pytest.raises(DealError, match="south has not riichi by the win, and"):
        FinishedDeal(Wins(WON, "west"), riichi="south")


def test_the_words_on_an_abortive_draw_that_there_is_not() -> None:
    with pytest.raises(DealError, match="there is no abortive draw by nine kinds of"):
        settle(AbortiveDraw("nine_kinds"), "ema-2016")


DRAGONS = Win("23m99p(555z)(666z)(777z)", "4m", "ron", seat="south")


@pytest.mark.parametrize(
    ("win", "fed", "code"),
    [
        (DRAGONS, {"big_three_dragons": "south"}, CONTRADICTION),
        (DRAGONS, {"pinfu": "west"}, UNKNOWN),
        (WON, {"big_three_dragons": "west"}, CONTRADICTION),
    ],
)
def test_who_cannot_have_fed_a_set(win: Win, fed: dict[str, str], code: str) -> None:
    with pytest.raises(DealError) as caught:
        FinishedDeal(Wins(win, "west", fed_by={"south": fed}))
    assert (caught.value.code, caught.value.field) == (code, "liable")


def test_the_deal_of_which_only_the_end_is_known() -> None:
    win = Win("234m567p678s55p34s", "5s", "ron", "south", "south", "riichi", counters=2)
    deal = FinishedDeal.of(Wins(win, "west"))
    assert (deal.prevailing, deal.counters, deal.riichi) == (Wind.SOUTH, 2, frozenset({Wind.SOUTH}))
    assert FinishedDeal.of(DRAW) == FinishedDeal(DRAW)
    assert FinishedDeal(DRAW).counters == 0
    assert settle(DRAW, load("ema-2016")) == settle(FinishedDeal(DRAW), load("ema-2016"))


def test_seats_in_words_of_any_case() -> None:
    assert FinishedDeal(DRAW, "South", riichi="WEST").prevailing is Wind.SOUTH
    assert ExhaustiveDraw(tenpai="WEST").tenpai == {Wind.WEST}
    assert ExhaustiveDraw(tenpai=frozenset({"west"})).tenpai == {Wind.WEST}
    assert FinishedDeal(DRAW, fines={Wind.EAST: -1000}).fines == {Wind.EAST: -1000}

"""Edge cases of scoring: equal payments, earlier scores, unusual facts and definitions."""

from __future__ import annotations

from typing import Any

import pytest
from pricing import define, had, pricing

from riichi_core.analysis import Analyzer
from riichi_core.analysis.matcher import yaku_matcher
from riichi_core.hands.hand import Hand
from riichi_core.hands.melds import Meld, MeldError
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win, WinError
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, LocalYaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import fingerprint
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import score
from riichi_core.tiles import TILES, Wind

EMA = load("ema-2016").rules


def has_it(definition: Definition, record: dict[str, Any]) -> bool:
    return "own_0" in had(record, pricing(own=(definition,)))


def win(hand: str, tile: str, **more: object) -> dict[str, Any]:
    return {"hand": hand, "winning_tile": tile, "won_by": "discard"} | more


def priced(**worths: object) -> Rules:
    return EMA.model_copy(update={"yaku": EMA.yaku.model_copy(update=worths)})


# ---- equal pay -----------------------------------------------------------------------------------


def test_a_yaku_that_does_not_combine_counts_only_if_it_pays_more() -> None:
    """Its seven han pay as much as the six han of the other yaku, so the others count."""
    record = win("223344m678p34s55p", "5s", riichi="riichi")
    alone = LocalYaku(id="uumensai", worth=HanWorth(concealed=7, cumulative=False))
    tanyao = HanWorth(concealed=3)
    rules = priced(local=(alone,), all_simples=tanyao)
    found = score(read_win(record), rules)
    assert isinstance(found, Score)
    assert found.limit == "haneman"
    five = define(has=["m", "p", "s"])
    mine = LocalYaku(id="mine", worth=HanWorth(concealed=7, cumulative=False), definition=five)
    again = score(read_win(record), priced(local=(mine,), all_simples=tanyao))
    assert again == found


def test_the_payment_decides_and_not_the_base_points() -> None:
    """Base 960 and base 1,000 pay the same on a self-draw, so the combined yaku are reported."""
    limits = EMA.limits.model_copy(update={"mangan": Limit(han=5, base=1000)})
    alone = LimitWorth(limit="mangan", cumulative=False)
    mine = LocalYaku(id="mine", worth=alone, definition=define(has=["m", "p", "s"]))
    record = win("234m56755p67824s", "3s", won_by="self_draw", seat_wind="south",
                 dora_indicators=["1m"])  # fmt: skip
    rules = EMA.model_copy(update={"limits": limits})
    with_mine = priced(local=(mine,)).model_copy(update={"limits": limits})
    found = score(read_win(record), with_mine)
    assert isinstance(found, Score)
    assert found == score(read_win(record), rules)
    assert (found.han, found.fu, found.limit, found.points) == (3, 30, None, 4000)
    discard = read_win(record | {"won_by": "discard"})
    lone = score(discard, with_mine)
    assert isinstance(lone, Score)
    assert (lone.yaku[0].id, lone.han, lone.limit, lone.points) == ("mine", None, "mangan", 4000)


# ---- what was scored before ----------------------------------------------------------------------


def test_a_score_does_not_depend_on_earlier_scores() -> None:
    won = read_win(win("234m567p345678s9s", "9s", riichi="riichi"))
    first = score(won, EMA)
    score(won, priced(local=(LocalYaku(id="uumensai", worth=HanWorth(concealed=2)),)))
    second = score(won, EMA)
    assert second == first
    assert hash(second) == hash(first)
    assert "bits" not in repr(first)


def test_a_second_analyzer_on_the_same_matcher_asks_for_totals_too() -> None:
    shared = yaku_matcher((("heavy", define(number_total="100+")),))
    for one in (Analyzer(shared), Analyzer(shared)):
        one.track(["heavy"])
        ways, *_ = one.analyze(read_win(win("234m567p345678s9s", "9s")))
        assert ways
        assert all(not bits & shared.groups["heavy"] for _, bits, *_ in ways)


def test_a_definition_is_analysed_when_a_ruleset_prices_its_yaku() -> None:
    matcher = yaku_matcher()
    matcher.track(["pinfu"])
    assert set(matcher.groups) == {"pinfu"}
    assert matcher.track(["pinfu", "uumensai", "uumensai"])
    assert set(matcher.groups) == {"pinfu", "uumensai"}
    assert not matcher.track(["uumensai"])
    assert not matcher.groups["pinfu"] & matcher.groups["uumensai"]


def test_rules_with_the_same_values_have_the_same_fingerprint() -> None:
    one = LocalYaku(id="one", worth=HanWorth(concealed=1), definition=define(tiles="simple"))
    two = LocalYaku(
        id="two", worth=HanWorth(concealed=2), definition=define(tiles="terminal_or_honour")
    )
    assert fingerprint(priced(local=(one, two))) == fingerprint(priced(local=(two, one)))
    more = two.model_copy(update={"worth": HanWorth(concealed=3)})
    assert fingerprint(priced(local=(one, two))) != fingerprint(priced(local=(one, more)))
    assert fingerprint(load("wrcr-2015").rules) != fingerprint(EMA)
    assert fingerprint(load("ema-2016").rules) == fingerprint(EMA)


# ---- definitions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "record", "times"),
    [
        ({"sets": ["quad dragon", "triplet dragon"]}, win("123m9p[5555z](6666z)(777z)", "9p"), 3),
        ({"sets": ["quad honour", "triplet honour"]}, win("99p23m(123m)[1111z](2222z)", "1m"), 1),
    ],
)
def test_a_group_of_sets_counts_once_despite_its_quads(
    words: dict[str, object], record: dict[str, Any], times: int
) -> None:
    rules = pricing(own=(define(**words, counted=True),))
    found = score(read_win(record), rules)
    assert isinstance(found, Score)
    assert {one.id: one.times for one in found.yaku}["own_0"] == times


def test_tiles_impossible_in_one_suit_exclude_that_suit() -> None:
    """In characters this would be eight tiles of a kind, so X is circles or bamboo."""
    own = define(holds="1111X1111m")
    assert not has_it(own, win("23m456p678s555z77p", "1m"))


def test_the_suit_x_of_tiles_is_any_suit_unless_the_sets_name_it() -> None:
    record = win("345m99p123p24s555z", "3s")
    assert has_it(define(sets="sequence 3 Y", holds="345X"), record)
    assert has_it(define(sets="sequence 3 X", holds="345X"), record)
    assert not has_it(define(sets="sequence 3 X", holds="99X"), record)


@pytest.mark.parametrize(
    ("names", "record"),
    [
        (("thirteen_orphans", "thirteen_orphans_thirteen_waits"), win("19m19p19s1234567z", "1z")),
        (("seven_pairs",), win("1155m3399p4s88s77z", "4s")),
    ],
)
def test_a_form_without_a_yaku_is_not_a_win(names: tuple[str, ...], record: dict[str, Any]) -> None:
    won = read_win(record | {"riichi": "riichi"})
    assert isinstance(score(won, EMA), Score)
    none = score(won, priced(**dict.fromkeys(names, "none")))
    assert none == NoWin("no_yaku", "no yaku")
    mixed = read_win(
        record | {"riichi": "riichi", "won_by": "self_draw", "winning_tile_apart": False}
    )
    strict = EMA.winning.model_copy(update={"tile_not_kept_apart": "no_wait_points"})
    rules = priced(**dict.fromkeys(names[:1], "none")).model_copy(update={"winning": strict})
    assert isinstance(score(mixed, rules), NoWin)


# ---- facts ---------------------------------------------------------------------------------------


def test_field_values_are_converted_to_their_types() -> None:
    hand, tile = Hand.parse("2345567m345p678s"), TILES["8m"]
    loose = Win(hand, tile, Ron(), seat=0, dora=[TILES["4m"]])  # type: ignore[arg-type]
    assert loose == Win(hand, tile, Ron(), seat=Wind.EAST, dora=(TILES["4m"],))
    assert loose.dealer
    assert hash(loose)
    with pytest.raises(WinError, match="seat: expected east, south, west, north, not 7"):
        Win(hand, tile, Ron(), seat=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "field", "message"),
    [
        ({"counters": 1.5}, "counters", "counters: not a whole number: 1.5"),
        ({"counters": True}, "counters", "counters: not a whole number: True"),
        ({"circumstances": {"ippatsu"}}, "circumstances", "there is no circumstance 'ippatsu'"),
    ],
)
def test_impossible_field_values_are_refused(
    facts: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(WinError, match=message) as caught:
        Win(Hand.parse("2345567m345p678s"), TILES["8m"], Tsumo(), **facts)
    assert caught.value.field == field


def test_a_set_must_have_a_known_kind_and_tiles() -> None:
    with pytest.raises(MeldError, match="there is no set 'pong': expected sequence, triplet, quad"):
        Meld("pong", (TILES["5z"],) * 3)  # type: ignore[arg-type]
    with pytest.raises(MeldError):
        Meld("sequence", ())


def test_ura_dora_indicators_can_be_text_too() -> None:
    riichi = Riichi(ippatsu=True, ura="4m1z")
    assert riichi == Riichi(ippatsu=True, ura=(TILES["4m"], TILES["1z"]))
    assert Win("2345567m345p678s", "8m", Tsumo(), seat="south", riichi=riichi).riichi
    with pytest.raises(WinError, match="seat: there is no 'up': expected east, south"):
        Win("2345567m345p678s", "8m", Tsumo(), seat="up")  # type: ignore[arg-type]

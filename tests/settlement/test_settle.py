"""Settling any deal moves points, and neither creates nor destroys them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from strategies import ANY, SEATS, WAITING, deals, rulesets

from riichi.content.endings import describe_ending
from riichi_core.errors import RecordError
from riichi_core.hands.win import Riichi, Win
from riichi_core.language import Translator
from riichi_core.records.deal import read_deal
from riichi_core.rules.chapters.claims import AllWin, AtMostTwo, SeveralPaid, TwoPaid
from riichi_core.rules.chapters.liability import FedYakuman, HalfEach, Halves, PartPaid
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.settlement.ending import (
    AbortiveDraw,
    DealError,
    ExhaustiveDraw,
    FinishedDeal,
    StatedWin,
    Wins,
)
from riichi_core.settlement.settle import Settlement, settle
from riichi_core.tiles import Wind

Json = dict[str, Any]

RULESETS = {name: load(name).rules for name in ("ema-2016", "wrcr-2015", "ema-2012")}
EMA = RULESETS["ema-2016"]

DRAGONS = "23m99p(555z^)(666z<)(777z>)"


def several(how: SeveralPaid) -> Rules:
    return with_winners(AllWin(all=how))


def with_winners(winners: object) -> Rules:
    claims = EMA.claims.model_copy(update={"winners": winners})
    return EMA.model_copy(update={"claims": claims})


VARIANTS = [
    *RULESETS.values(),
    *(
        several(SeveralPaid(own_bets=own, other_bets=other, counters=counters, dealer=dealer))
        for own in ("returned", "nearest")
        for other in ("nearest", "shared")
        for counters in ("each", "nearest")
        for dealer in ("stays", "stays_if_nearest")
    ),
    with_winners(AtMostTwo(at_most_two=TwoPaid(
        own_bets="returned", other_bets="nearest", counters="each", dealer="stays",
        three={"counter": "added", "dealer": "stays", "bets": "returned"},  # type: ignore[arg-type]
    ))),
]  # fmt: skip


def settled(deal: Json, rules: Rules) -> Settlement:
    return settle(read_deal(deal), rules)


@settings(max_examples=examples(400), deadline=None)
@given(deals(), st.sampled_from(VARIANTS))
def test_points_are_neither_created_nor_lost(record: Json, rules: Rules) -> None:
    nothing_is_made_or_lost(read_deal(record), rules)


@ANY
@given(rulesets(), st.data())
def test_points_are_neither_created_nor_lost_under_any_ruleset(
    ruleset: Ruleset, data: st.DataObject
) -> None:
    for record in data.draw(st.lists(deals(), min_size=10, max_size=20)):
        try:
            deal = read_deal(record)
        except DealError as error:  # the riichi rule out this cause
            assert (record["end"], error.field) == ("abortive_draw", "riichi")
            continue
        nothing_is_made_or_lost(deal, ruleset.rules)


def nothing_is_made_or_lost(deal: FinishedDeal, rules: Rules) -> None:
    try:
        found = settle(deal, rules)
    except DealError as error:
        is_excluded = isinstance(deal.end, AbortiveDraw) and error.field == "riichi"
        assert error.code in ("no_such_end", "no_win_stands") or is_excluded
        return
    stakes = rules.riichi.bet * (deal.bets + len(deal.riichi))
    left = rules.riichi.bet * Fraction(found.bets_left)
    assert sum(map(Fraction, found.deltas.values())) + left == stakes
    assert found.bets_left >= 0
    assert all(one.points > 0 and one.giver != one.taker for one in found.transfers)
    assert not set(found.winners) & {seat for seat, _ in found.refused}
    assert set(found.winners) == set(found.scores)
    assert found.counters_next >= 0
    if found.winners:
        gaining = {seat for seat, points in found.deltas.items() if points > 0}
        lapsed = {one.taker for one in found.transfers if one.why == "own_bet"}
        assert gaining <= {*found.winners, *lapsed}
        assert not found.redeal


@settings(max_examples=examples(100), deadline=None)
@given(deals())
def test_rules_on_several_winners_do_not_affect_a_single_win(record: Json) -> None:
    if len(record.get("wins", [])) != 1 or record.get("offenders"):
        return
    found = []
    for rules in VARIANTS[3:]:
        try:
            found.append(settled(record, rules))
        except DealError:
            found.append(None)  # type: ignore[arg-type]
    assert all(one == found[0] for one in found)


# ---- some deals, worked out by hand --------------------------------------------------------------


@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ([], [0, 0, 0, 0]),
        (["south"], [-1000, 3000, -1000, -1000]),
        (["south", "north"], [-1500, 1500, -1500, 1500]),
        (["east", "south", "west"], [1000, 1000, 1000, -3000]),
        (SEATS, [0, 0, 0, 0]),
    ],
)
@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_noten_penalties_depend_on_the_number_of_tenpai_hands(
    tenpai: list[str], deltas: list[int], rules: Rules
) -> None:
    found = settled({"end": "exhaustive_draw", "tenpai": tenpai, "counters": 2}, rules)
    assert list(found.deltas.values()) == deltas
    assert (found.dealer_stays, found.counters_next) == ("east" in tenpai, 3)


def test_a_dead_hand_is_noten_even_if_it_shows_tenpai() -> None:
    record = {"end": "exhaustive_draw", "tenpai": ["east", "south"], "dead_hands": ["east"]}
    found = settled(record, EMA)
    assert list(found.deltas.values()) == [-1000, 3000, -1000, -1000]
    assert not found.dealer_stays


ENDS: list[Json] = [
    {"end": "win", "won_by": "self_draw", "wins": [{"seat": "west", "limit": "mangan"}]},
    {"end": "exhaustive_draw", "tenpai": ["west"]},
    {"end": "abortive_draw", "cause": "four_winds"},
    {"end": "chombo", "offenders": ["west"]},
    {"end": "redeal"},
]


@each("record", ENDS)
def test_a_dead_hand_may_be_noted_at_every_end(record: Json) -> None:
    rules = load("tenhou").rules
    assert settled({**record, "dead_hands": ["east"]}, rules) == settled(record, rules)


def test_a_dead_hand_wins_only_with_the_foul_that_says_so() -> None:
    record = {**ENDS[0], "dead_hands": ["west"]}
    with pytest.raises(RecordError, match="west's hand is dead: write the foul win_with_dead_hand"):
        settled(record, EMA)
    foul = {"seat": "west", "foul": "win_with_dead_hand"}
    deal = read_deal({**record, "fouls": [foul]}, load("ema-2016"))
    assert settle(deal, EMA).offenders == (Wind.WEST,)


def dragons(seat: str = "south", **more: object) -> Json:
    win = {"seat": seat, "hand": DRAGONS, "winning_tile": "1m"}
    return {"end": "win", "won_by": "self_draw", "wins": [win], **more}


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015"])
def test_a_liable_player_pays_all_of_a_self_draw_and_half_of_a_discard(name: str) -> None:
    """West, on South's right, fed South's third dragon. EMA 2016, 3.3.9; WRCR 2015, 6.2."""
    rules = RULESETS[name]
    assert list(settled(dragons(), rules).deltas.values()) == [0, 32000, -32000, 0]
    with_counters = settled(dragons(counters=2), rules)
    assert list(with_counters.deltas.values()) == [0, 32600, -32600, 0]
    third = dragons(won_by="discard", discarder="north", counters=3)
    assert list(settled(third, rules).deltas.values()) == [0, 32900, -16000, -16900]
    own = dragons(won_by="discard", discarder="west", counters=1)
    found = settled(own, rules)
    assert list(found.deltas.values()) == [0, 32300, -32300, 0]
    assert {one.why for one in found.transfers} == {"hand", "counters"}


@pytest.mark.parametrize(
    ("counters", "deltas"),
    [
        ("discarder", [0, 32900, -16000, -16900]),
        ("liable", [0, 32900, -16900, -16000]),
        ("half_each", [0, 32900, -16450, -16450]),
    ],
)
def test_counters_of_a_shared_payment_follow_the_ruleset(counters: str, deltas: list[int]) -> None:
    half = HalfEach(half_each=Halves(counters=counters))  # type: ignore[arg-type]
    liability = EMA.liability.model_copy(update={"discard": half})
    rules = EMA.model_copy(update={"liability": liability})
    record = dragons(won_by="discard", discarder="north", counters=3)
    assert list(settled(record, rules).deltas.values()) == deltas


def test_a_concealed_quad_counts_for_liability_if_visible_sets_do() -> None:
    hand = "23m99p[5555z](666z<)(777z>)"
    record = dragons()
    record["wins"][0]["hand"] = hand
    assert settled(record, RULESETS["wrcr-2015"]).deltas[Wind.WEST] == -32000
    assert settled(record, EMA).deltas[Wind.WEST] == -8000


def test_liability_may_cover_only_the_fed_one_of_several_yakuman() -> None:
    """Big Three Dragons plus All Honours: West is liable only for the first."""
    limits = EMA.limits.model_copy(update={"several_yakuman": "add_up"})
    record = dragons()
    record["wins"][0] |= {"hand": "11z22z(555z^)(666z<)(777z>)", "winning_tile": "1z"}
    fed = FedYakuman(liable_yakuman=PartPaid(counters="liable"))
    for covers, west in (("whole_hand", -64000), (fed, -32000 - 8000)):
        liability = EMA.liability.model_copy(update={"covers": covers})
        rules = EMA.model_copy(update={"limits": limits, "liability": liability})
        assert settled(record, rules).deltas[Wind.WEST] == west


def test_three_winners_share_the_bets_in_thirds() -> None:
    how = SeveralPaid(own_bets="returned", other_bets="shared", counters="each",
                      dealer="stays")  # fmt: skip
    wins = [{"seat": seat, "hand": hand, "winning_tile": "5s"}
            for seat, hand in zip(SEATS[1:], WAITING[2:], strict=True)]  # fmt: skip
    record = {"end": "win", "won_by": "discard", "discarder": "east", "wins": wins,
              "bets_on_table": 1}  # fmt: skip
    found = settled(record, several(how))
    shares = [one.points for one in found.transfers if one.why == "bets"]
    assert shares == [Fraction(1000, 3)] * 3
    assert found.bets_left == 0


def test_a_noten_riichi_at_a_draw_needs_a_reason() -> None:
    record = {"end": "exhaustive_draw", "riichi": ["east"], "tenpai": ["south"]}
    with pytest.raises(DealError, match="east declared riichi and is not tenpai") as error:
        settled(record, EMA)
    assert error.value.field == "tenpai"
    for reason in ({"dead_hands": ["east"]}, {"offenders": ["east"]}):
        settled(record | reason, EMA)


def by_value(fed: Json, discarder: str | None = None, **value: object) -> Json:
    """Return South's win with two counters, recorded by its value, for which others are liable."""
    how = {"won_by": "discard", "discarder": discarder} if discarder else {"won_by": "self_draw"}
    return {"end": "win", "counters": 2, "wins": [{"seat": "south", **value}],
            "liable": {"south": fed}, **how}  # fmt: skip


@pytest.mark.parametrize(
    ("fed", "how", "words"),
    [
        ({"big_three_dragons": "south"}, {"yakuman": 1}, "cannot feed a set of their own"),
        ({"big_three_dragons": "east", "big_four_winds": "east"}, {"yakuman": 2},
         "no big_four_winds"),
        ({"after_a_quad": "east"}, {"discarder": "north", "han": 5}, "no after_a_quad"),
        ({"four_quads": "east"}, {"han": 13}, "no four_quads"),
        ({"big_three_dragons": "east"}, {"limit": "sanbaiman"}, "no big_three_dragons"),
    ],
)  # fmt: skip
def test_a_fed_yaku_must_fit_the_recorded_value(fed: Json, how: Json, words: str) -> None:
    with pytest.raises(DealError, match=words) as error:
        settled(by_value(fed, **how), EMA)
    assert error.value.field == "liable"


def test_only_the_hand_of_a_winner_can_be_fed() -> None:
    record = by_value({}, yakuman=1) | {"liable": {"west": {"big_three_dragons": "east"}}}
    with pytest.raises(DealError, match="did not win") as error:
        read_deal(record)
    assert error.value.field == "liable"


QUADS = {"four_quads": "west", "big_three_dragons": "north"}


@pytest.mark.parametrize(
    ("name", "fed", "how", "deltas"),
    [
        ("tenhou", {"big_three_dragons": "north"}, {"discarder": "west", "yakuman": 1},
         [0, 32600, -16000, -16600]),
        ("tenhou", {"four_quads": "north"}, {"discarder": "west", "yakuman": 1},
         [0, 32600, -32600, 0]),
        ("m-league", {"big_three_dragons": "north"}, {"yakuman": 2},
         [-16000, 64600, -8000, -40600]),
        ("wrc-2025", {"big_three_dragons": "north"}, {"yakuman": 2},
         [-16200, 64600, -8200, -40200]),
        ("wrc-2025", QUADS, {"yakuman": 3}, [-16200, 96600, -40200, -40200]),
        ("wrc-2025", QUADS, {"yakuman": 1}, [0, 32600, -32600, 0]),
        ("wrc-2025", dict(reversed(QUADS.items())), {"yakuman": 1}, [0, 32600, -32600, 0]),
    ],
)  # fmt: skip
def test_liability_for_a_win_recorded_by_its_value(
    name: str, fed: Json, how: Json, deltas: list[int]
) -> None:
    assert list(settled(by_value(fed, **how), load(name).rules).deltas.values()) == deltas


def test_next_to_a_recorded_yakuman_only_yakuman_can_be_fed() -> None:
    """A fed quad whose replacement tile wins is After a Quad, which counts in han."""
    rules = EMA.changed({"liability.yaku": ["after_a_quad", "four_quads"],
                         "yaku.four_quads": {"limit": "sanbaiman"}})  # fmt: skip
    for yaku in ("after_a_quad", "four_quads"):
        assert settled(by_value({yaku: "west"}, yakuman=1), rules).deltas[Wind.NORTH] == -8200
        assert settled(by_value({yaku: "west"}, limit="sanbaiman"), rules).deltas[Wind.NORTH] == 0


def test_a_false_win_names_the_offender() -> None:
    wins = [{"seat": "south", "hand": "22m678p34s(345m<)(567s<)", "winning_tile": "5s"}]
    record = {"end": "win", "won_by": "discard", "discarder": "east", "wins": wins}
    found = settled(record, RULESETS["ema-2012"])
    assert found.offenders == (Wind.SOUTH,)
    assert found.winners == ()


def test_a_riichi_is_void_if_its_discard_is_won_on() -> None:
    win = {"seat": "south", "hand": WAITING[0], "winning_tile": "5s"}
    record = {"end": "win", "won_by": "discard", "discarder": "east", "wins": [win],
              "riichi": ["east", "west"], "riichi_void": "east"}  # fmt: skip
    found = settled(record, EMA)
    assert found.deltas == {Wind.EAST: -1000, Wind.SOUTH: 3000, Wind.WEST: 0, Wind.NORTH: 0}
    assert found.bets_left == 0


def test_a_hand_without_yaku_that_is_shown_is_chombo_unless_another_wins() -> None:
    """EMA 2016, 3.4.6: a false win is chombo, and void if another player also wins."""
    bad = {"seat": "west", "hand": WAITING[1], "winning_tile": "5s"}
    record = {"end": "win", "won_by": "discard", "discarder": "east", "wins": [bad]}
    found = settled(record, EMA)
    assert (found.winners, found.refused) == ((), ((Wind.WEST, "no_yaku"),))
    assert (found.penalties, found.redeal) == ({Wind.WEST: -20000}, True)
    good = {"seat": "north", "hand": WAITING[0], "winning_tile": "5s"}
    both = settled(record | {"wins": [bad, good]}, EMA)
    assert both.winners == (Wind.NORTH,)
    assert both.penalties == {}


@pytest.mark.parametrize(
    ("seat", "deltas"), [("south", [4000, -8000, 2000, 2000]), ("east", [-12000, 4000, 4000, 4000])]
)
def test_a_reverse_mangan_is_paid_to_the_other_players(seat: str, deltas: list[int]) -> None:
    record = {"end": "chombo", "offenders": [seat], "setting": "casual"}
    assert list(settled(record, EMA).deltas.values()) == deltas


# ---- results and errors in Python ----------------------------------------------------------------

WON = Win("234m567p678s55p34s", "5s", "ron", seat="south")


def test_a_settlement_lists_the_fines_of_a_deal() -> None:
    deal = FinishedDeal(
        ExhaustiveDraw(), table_penalties={Wind.EAST: -1000}, penalties={Wind.WEST: -2000}
    )
    found = settle(deal, EMA)
    assert (found.table_penalties, found.penalties) == ({Wind.EAST: -1000}, {Wind.WEST: -2000})


def test_a_win_stated_by_its_value_is_a_score() -> None:
    found = settle(FinishedDeal(Wins(StatedWin(Wind.SOUTH, 3, 40), "west")), EMA).scores[Wind.SOUTH]
    assert (found.han, found.fu, found.form, found.suits) == (3, 40, "standard", ())


def test_the_deal_continues_if_no_declared_win_is_valid() -> None:
    """The message says what each win lacks."""
    wins = [
        Win("234m567p678s55p34s", "9s", "ron", seat="south"),
        Win("11m234p567s(888p)78s", "9s", "ron", seat="north"),
    ]
    with pytest.raises(DealError) as caught:
        settle(Wins(wins, Wind.WEST), "tenhou")
    assert str(caught.value).endswith(
        "no declared win counts (north: no yaku; "
        "south: 234m55567p34678s and 9s do not make a complete hand), "
        "so play continues"
    )


def test_impossible_facts_are_explained() -> None:
    with pytest.raises(DealError, match=r"expected one of Wins, .*, Redeal, not .?draw.?"):
        FinishedDeal("draw")  # type: ignore[arg-type]
    riichi = Win("234m567p678s55p34s", "5s", "ron", "south", riichi=True)
    with pytest.raises(DealError, match="riichi: south is not listed"):
        FinishedDeal(Wins(riichi, "west"), riichi="south", void_riichi="south")
    win = {"hand": "234m567p678s55p34s", "winning_tile": "5s", "seat": "south"}
    record = {"end": "win", "won_by": "discard", "discarder": "west"}
    with pytest.raises(DealError, match="riichi: south is not listed"):
        read_deal({**record, "wins": [{**win, "riichi": "riichi"}]})
    with pytest.raises(DealError, match="riichi: south is listed, but declared no"):
        read_deal({**record, "wins": [{**win, "riichi": "none"}], "riichi": ["south"]})

    with pytest.raises(DealError, match="discarder is missing"):
        FinishedDeal(Wins(WON))
    drawn = Win("234m567p678s55p34s", "5s", "tsumo", "south")
    with pytest.raises(DealError, match="a drawn tile has no discarder"):
        FinishedDeal(Wins(drawn, "west"))


@each("name", ["counters", "bets", "table_penalties", "penalties"])
def test_numbers_of_a_deal_must_be_integers(name: str) -> None:
    wrong: Any = {"south": "1"} if name in {"table_penalties", "penalties"} else "1"
    with pytest.raises(DealError, match=f"{name}: not a whole number: '1'"):
        FinishedDeal(ExhaustiveDraw(), **{name: wrong})


def test_a_deal_and_its_wins_share_their_stated_facts() -> None:
    riichi = Win("234m567p678s55p34s", "5s", "ron", "south", riichi=True)
    assert FinishedDeal(Wins(riichi, "west")).riichi == {Wind.SOUTH}
    deal = FinishedDeal(Wins(WON, "west"), "south", 3, riichi=["south", "north"])
    (win,) = deal.end.wins  # type: ignore[union-attr]
    assert isinstance(win, Win)
    assert (win.round_wind, win.counters, win.riichi) == (Wind.SOUTH, 3, Riichi())
    stated = Win(WON.hand, WON.tile, "ron", WON.seat, "south", "riichi", counters=3)
    assert settle(deal, EMA) == settle(
        FinishedDeal(Wins(stated, "west"), "south", 3, riichi=["south", "north"]), EMA
    )
    for other in ({"counters": 2}, {"round_wind": "west"}):
        with pytest.raises(DealError, match="differ from those of the hand"):
            FinishedDeal(Wins(stated, "west"), **{"round_wind": "south", "counters": 3, **other})  # type: ignore[arg-type]


def test_wins_can_be_given_as_separate_arguments() -> None:
    east = Win("234m567p678s55p34s", "5s", "ron")
    south = Win("234m567p678s55p34s", "5s", "ron", "south")
    both = Wins([east, south], discarder="west")
    assert Wins(east, south, discarder="west") == Wins(east, south, "west") == both
    assert settle(Wins(east, south, discarder="west"), "tenhou") == settle(both, "tenhou")
    with pytest.raises(DealError, match="expected a Win or a StatedWin, not 5"):
        Wins(east, 5, discarder="west")  # type: ignore[arg-type]


def test_a_deal_can_be_settled_from_its_end_only() -> None:
    win = Win("234m567p678s55p34s", "5s", "ron", "south", "south", "riichi", counters=2)
    deal = FinishedDeal.of(Wins(win, "west"))
    assert (deal.round_wind, deal.counters, deal.riichi) == (Wind.SOUTH, 2, frozenset({Wind.SOUTH}))
    assert settle(ExhaustiveDraw(), EMA) == settle(FinishedDeal(ExhaustiveDraw()), EMA)


def test_seat_words_can_have_any_case() -> None:
    south: Any = "South"
    west: Any = "WEST"
    assert FinishedDeal(ExhaustiveDraw(), south, riichi=west).round_wind is Wind.SOUTH
    assert ExhaustiveDraw(tenpai=west).tenpai == {Wind.WEST}
    assert ExhaustiveDraw(tenpai=frozenset({"west"})).tenpai == {Wind.WEST}


# ---- a deal told in a sentence -------------------------------------------------------------------


HAND = {"seat": "south", "hand": "234m567p678s55p34s", "winning_tile": "5s"}
TOLD = [
    (
        {"end": "win", "won_by": "discard", "discarder": "east", "wins": [HAND], "counters": 1},
        "South declares a win on East's discard; 1 counter",
    ),
    (
        {"end": "win", "won_by": "discard", "discarder": "north",
         "wins": [HAND | {"seat": "west"}, HAND], "riichi": ["west"], "bets_on_table": 2},
        "South and West declare a win on North's discard; riichi: West; "
        "2 bets from earlier hands",
    ),
    (
        {"end": "win", "won_by": "self_draw", "wins": [{"seat": "west", "han": 3, "fu": 40}]},
        "West declares a self-drawn win; West has 3 han 40 fu",
    ),
    (
        {"end": "win", "won_by": "discard", "discarder": "west",
         "wins": [HAND | {"seat": "east", "circumstances": ["eighth_dealer_win"]}]},
        "East declares a win on West's discard; East's eighth win in a row",
    ),
    (
        {"end": "exhaustive_draw", "tenpai": ["west"], "counters": 3},
        "the wall runs out; tenpai: West; 3 counters",
    ),
    (
        {"end": "exhaustive_draw", "tenpai": [], "nagashi": ["north"], "setting": "casual"},
        "the wall runs out; tenpai: nobody; nagashi mangan: North; outside a tournament",
    ),
    (
        {"end": "abortive_draw", "cause": "nine_kinds"},
        "the hand is aborted because of nine kinds of terminals and honours",
    ),
    ({"end": "chombo", "offenders": ["south", "east"]}, "chombo: East and South"),
]  # fmt: skip


@each("record, told", TOLD)
def test_a_deal_is_described_without_its_settlement(record: dict[str, object], told: str) -> None:
    assert describe_ending(read_deal(record)) == told


def test_a_settlement_is_described_in_another_language() -> None:
    words = {"East": "Oost", "chombo: {seats}": "chombo van {seats}"}

    class Dutch(Translator):
        def text(self, text: str) -> str:
            return words.get(text, text)

    tr = Dutch()
    deal = read_deal({"end": "chombo", "offenders": ["east"]})
    assert tr(describe_ending(deal)) == "chombo van Oost"

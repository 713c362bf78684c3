"""Every value of every foul has a consequence, and the books' differences are present."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from each import each
from effort import HELD

from riichi_core.errors import RiichiError
from riichi_core.game.fouls import (
    EMPTY_CALL,
    FALSE_WIN,
    OF_A_RIICHI,
    WORDS,
    Charge,
    Degrees,
    Judgement,
    PaidToOthers,
    fouls,
    judge,
)
from riichi_core.rules.chapters.chombo import (
    PLAY_SETTINGS,
    AfterUma,
    AtTable,
    DealAfter,
    DealByOffender,
    PlaySetting,
    ToEach,
)
from riichi_core.rules.chapters.fouls import (
    ByDegree,
    Fines,
    FoulPenalty,
    Fouls,
    JudgedLater,
    ManyTiles,
    NotenRiichi,
    PointsOffSheet,
)
from riichi_core.rules.load import load
from riichi_core.rules.options import CompoundValue
from riichi_core.rules.rules import Rules, options

SHIPPED = list(HELD)
EMA, WRCR, OLD = load("ema-2016").rules, load("wrcr-2015").rules, load("ema-2012").rules


def changed(rules: Rules, chapter: str, **values: object) -> Rules:
    """Return the rules with some values of a chapter changed."""
    part = getattr(rules, chapter).with_checked(**values)
    return rules.with_checked(**{chapter: part})


# ---- every value is read -------------------------------------------------------------------------


def leaves(annotation: Any) -> Iterator[Any]:
    """Yield the literals and records in an annotation."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from leaves(get_args(annotation)[0])
    elif origin in (typing.Union, types.UnionType):
        for branch in get_args(annotation):
            yield from leaves(branch)
    else:
        yield annotation


RECORDS: dict[type[CompoundValue], list[CompoundValue]] = {
    FoulPenalty: [
        FoulPenalty(points=1000),
        FoulPenalty(pot=1000),
        FoulPenalty(to_each=1000, hand="dead"),
        FoulPenalty(no_ron_on="tile", until="end"),
        FoulPenalty(pot=1, calls="none", until="own_draw"),
    ],
    PointsOffSheet: [PointsOffSheet(points=2000)],
    ManyTiles: [ManyTiles(dead_hand_from=3, chombo_from=7)],
    NotenRiichi: [
        NotenRiichi(penalty="chombo", found_at=("own_win",), dead_hand_excused="without_proof"),
        NotenRiichi(penalty="dead_hand", found_at=("four_riichi",), dead_hand_excused="if_shown"),
    ],
    JudgedLater: [
        JudgedLater(penalty="chombo", found_at=("exhaustive_draw", "own_win")),
        JudgedLater(penalty="dead_hand", found_at=("own_win",)),
    ],
    ByDegree: [
        ByDegree(
            by_degree=Fines(
                amounts=(8000,), serious_from=9000, serious_to=9500, repeated="disqualification"
            )
        ),
        ByDegree(by_degree=Fines(amounts=(1, 2), serious_from=2, serious_to=3, repeated="referee")),
    ],
}


def values(foul: str) -> Iterator[object]:
    """Yield every word and record that a foul can have."""
    for leaf in leaves(Fouls.model_fields[foul].annotation):
        yield from get_args(leaf) if get_origin(leaf) is Literal else RECORDS[leaf]


EVERY = [(foul, value) for foul in fouls() for value in values(foul)]


def test_the_fouls_are_those_of_the_chapter_in_order() -> None:
    assert fouls() == tuple(path[6:] for path in options() if path.startswith("fouls."))


def test_every_word_of_the_model_is_handled() -> None:
    of_another_foul = {"obstruction", "as_wrong_tile_count"}
    assert {value for _, value in EVERY if isinstance(value, str)} == {*WORDS, *of_another_foul}


def test_every_record_of_the_model_is_handled() -> None:
    records = {type(value) for _, value in EVERY if not isinstance(value, str)}
    assert records == set(RECORDS)


@each("foul, value", EVERY)
def test_every_value_of_every_foul_has_a_consequence(foul: str, value: object) -> None:
    for play in PLAY_SETTINGS:
        consistent(judge(foul, changed(EMA, "fouls", **{foul: value}), setting=play))


def test_an_unhandled_word_is_an_error() -> None:
    with pytest.raises(KeyError):
        judge("swap_call", changed(EMA, "fouls", swap_call="warning"))


@pytest.mark.parametrize("foul", ["", "swap", "fouls.swap_call", "model_fields"])
def test_an_unknown_foul_is_an_error(foul: str) -> None:
    with pytest.raises(RiichiError, match=f"there is no foul '{foul}'") as error:
        judge(foul, EMA)
    assert "mean ?" not in str(error.value)


def test_an_unknown_foul_suggests_the_nearest() -> None:
    with pytest.raises(RiichiError, match="did you mean swap_call"):
        judge("swap_cal", EMA)


def test_a_foul_can_be_judged_under_a_ruleset_id() -> None:
    assert judge("swap_call", "ema-2016") == judge("swap_call", EMA)


# ---- what is always so ---------------------------------------------------------------------------


def consistent(judged: Judgement) -> None:
    """Check the properties of every judgement, whatever the rules."""
    assert judged.options[0] == f"fouls.{judged.foul}"
    assert set(judged.options) <= set(options())
    assert len(set(judged.options)) == len(judged.options)
    assert judged.chombo == (judged.kind == "chombo") == (judged.aftermath is not None)
    assert judged.chombo == (f"chombo.{judged.setting}" in judged.options)
    assert judged.dead_hand == (judged.kind == "dead_hand") == ("dead_hand.bars" in judged.options)
    assert not (judged.dead_hand and judged.chombo)
    assert (judged.points is None) == (judged.penalty is None)
    if judged.chombo:
        assert judged.penalty is not None
    if judged.chombo or judged.dead_hand:
        assert judged.riichi_bet is not None
    if judged.void and judged.foul in OF_A_RIICHI:
        assert judged.riichi_bet == "returned"
    if judged.points is not None:
        assert 0 <= judged.points[0] <= judged.points[1]
    if judged.kind in ("no_penalty", "corrected", "stands", "void", "banned", "not_regulated"):
        assert judged.penalty is None
        assert not judged.redeal
    if not judged.regulated:
        assert not judged.referee
    assert judged.as_json()["kind"] == judged.kind


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("play", PLAY_SETTINGS)
def test_every_foul_of_every_ruleset_has_a_consistent_consequence(
    name: str, play: PlaySetting
) -> None:
    rules = load(name).rules
    for foul in fouls():
        judged = judge(foul, rules, setting=play)
        consistent(judged)
        assert judged.setting == play
        if judged.chombo:
            assert judged.points is not None
            assert judged.points[0] > 0
            assert judged.redeal
            assert judged.riichi_bet == "returned"


# ---- the price and what follows ------------------------------------------------------------------


def false_win(rules: Rules, play: PlaySetting = "tournament") -> Judgement:
    return judge("false_win_shown", rules, setting=play)


def test_a_chombo_costs_20000_after_uma_in_both_tournaments() -> None:
    for rules in (EMA, WRCR):
        assert false_win(rules).penalty == Charge(20000, "after_uma")
        assert false_win(rules).points == (20000, 20000)


def test_one_book_has_a_reversed_mangan_outside_tournaments() -> None:
    penalty = false_win(EMA, "casual").penalty
    assert penalty == PaidToOthers(from_east=4000, to_east=4000, to_other=2000)
    assert false_win(EMA, "casual").points == (8000, 12000)
    assert false_win(WRCR, "casual").penalty == Charge(20000, "after_uma")


@pytest.mark.parametrize(
    ("price", "penalty", "points"),
    [
        ("none", Charge(0, "none"), (0, 0)),
        ("reverse_mangan", PaidToOthers(4000, 4000, 2000), (8000, 12000)),
        (ToEach(to_each=3000), PaidToOthers(3000, 3000, 3000, "to_each"), (9000, 9000)),
        (AtTable(at_table=8000), Charge(8000, "at_table"), (8000, 8000)),
        (AfterUma(after_uma=30000), Charge(30000, "after_uma"), (30000, 30000)),
    ],
    ids=str,
)
def test_every_penalty_is_handled(price: object, penalty: object, points: tuple[int, int]) -> None:
    judged = false_win(changed(EMA, "chombo", tournament=price))
    assert (judged.effect, judged.penalty) == ("chombo", penalty)
    assert judged.points == points


@pytest.mark.parametrize("word", get_args(DealAfter))
def test_the_hand_is_replayed_unless_the_deal_passes(word: DealAfter) -> None:
    judged = false_win(changed(EMA, "chombo", next_deal=word))
    assert judged.redeal == (not word.startswith("dealer_rotates"))
    by_offender = DealByOffender(east=word, other="dealer_rotates")
    judged = false_win(changed(EMA, "chombo", next_deal=by_offender))
    assert judged.redeal == (not word.startswith("dealer_rotates"))
    assert judged.as_json()["after_chombo"]["next_deal"]["east"] == word


@pytest.mark.parametrize(("word", "bet"), [("returned", "returned"), ("stay", "stays")])
def test_the_bets_go_where_the_ruleset_says(word: str, bet: str) -> None:
    assert false_win(changed(EMA, "chombo", riichi_bets=word)).riichi_bet == bet


@pytest.mark.parametrize("word", ["stays", "returned"])
def test_the_bet_of_a_dead_hand_goes_where_the_ruleset_says(word: str) -> None:
    rules = changed(EMA, "dead_hand", riichi_bet=word)
    assert judge("swap_call", rules).riichi_bet == word
    assert judge("riichi_on_open_hand", rules).riichi_bet == "returned"


def test_a_foul_treated_as_obstruction_has_the_penalty_of_obstruction() -> None:
    degrees = Degrees((8000, 12000), (12000, 48000), "disqualification")
    for foul, condition in {
        "obstruction": None,
        "loopholes": None,
        "slow_or_hasty_play": "at_discretion",
        "exposed_on_purpose": "if_serious",
    }.items():
        judged = judge(foul, EMA)
        assert judged.kind == "obstruction"
        assert judged.penalty == degrees
        assert judged.condition == condition
        assert judged.points == (8000, 48000)
        assert judged.disqualification == "repeated"
        assert judged.referee
        other = judge(foul, WRCR)
        assert other.kind == "obstruction"
        assert (other.costs, other.condition) == ("referee", condition)
        assert other.points is None
        assert other.referee
    silent = changed(EMA, "fouls", obstruction="not_regulated")
    assert not judge("loopholes", silent).regulated


# ---- the books -----------------------------------------------------------------------------------

DIFFERENT: dict[str, tuple[object, object]] = {
    "wrong_win_word": (("chombo", "unless_corrected"), ("stands", "if_clear")),
    "change_of_meld_call": (("call_changed", "if_quick"), ("call_changed", "if_slip_of_tongue")),
    "pon_then_ron": (("call_changed", "if_quick"), ("call_changed", "if_slip_of_tongue")),
    "ron_then_pon": (("call_changed", "never"), ("call_changed", "if_slip_of_tongue")),
    "unplayable_no_fault": (("redeal", None), ("referee", None)),
    "riichi_on_open_hand": (("void_and_dead", None), ("void", None)),
    "riichi_without_word": (("void_and_dead", None), ("stands", None)),
    "riichi_without_turning": (("void_and_dead", None), ("corrected", None)),
    "call_with_undeclared_dead_hand": (("void_and_dead", None), ("void", None)),
    "caused_by_other": (("not_regulated", None), ("referee", None)),
    "electronic_device": (("not_regulated", None), ("referee", None)),
}


@each("foul", DIFFERENT)
def test_the_two_books_judge_some_fouls_differently(foul: str) -> None:
    ema, wrcr = (judge(foul, rules) for rules in (EMA, WRCR))
    assert ((ema.effect, ema.condition), (wrcr.effect, wrcr.condition)) == DIFFERENT[foul]


def test_a_binding_first_call_is_judged_as_an_empty_call_of_its_kind() -> None:
    assert judge("change_of_meld_call", EMA).judged_as == ()
    for foul in ("change_of_meld_call", "pon_then_ron"):
        assert judge(foul, WRCR).judged_as == EMPTY_CALL
    assert judge("ron_then_pon", EMA).judged_as == FALSE_WIN
    assert judge("ron_then_pon", WRCR).judged_as == FALSE_WIN


def test_a_claim_with_a_dead_hand_ends_the_deal_in_only_one_book() -> None:
    ema, wrcr = (judge("claim_with_dead_hand", rules) for rules in (EMA, WRCR))
    assert (ema.kind, ema.redeal) == ("chombo", True)
    assert (wrcr.kind, wrcr.redeal) == ("points", False)
    assert ema.points == wrcr.points == (20000, 20000)


def test_when_riichi_without_tenpai_is_judged() -> None:
    ema, wrcr, old = (judge("noten_riichi", rules) for rules in (EMA, WRCR, OLD))
    assert ema.found_at == ("exhaustive_draw",)
    assert wrcr.found_at == ("exhaustive_draw", "own_win")
    assert old.found_at == ("exhaustive_draw", "four_riichi")
    assert (ema.dead_hand_excused, wrcr.dead_hand_excused) == ("without_proof", "if_shown")
    assert all(judged.chombo for judged in (ema, wrcr, old))


def test_the_last_deal_before_a_time_limit() -> None:
    after = [false_win(rules).aftermath for rules in (EMA, WRCR)]
    assert [a.last_timed_deal for a in after if a] == ["redeal", "no_redeal"]


def test_ema_2016_made_some_fouls_milder_and_added_one() -> None:
    assert judge("empty_win_call", OLD).chombo
    assert judge("empty_win_call", EMA).dead_hand
    assert judge("swap_call", OLD).effect == "no_penalty"
    assert judge("swap_call", EMA).dead_hand
    assert judge("others_tiles_exposed", OLD).dead_hand


def test_cheating_ends_the_game_and_a_club_can_set_its_penalty_for_phones() -> None:
    assert judge("cheating", EMA).disqualification == "at_once"
    assert judge("phone", EMA).referee
    assert judge("phone", load("tuesday-club").rules).penalty == Charge(1000, "after_uma")


def test_repeatedly_confusing_ron_and_tsumo_is_left_to_the_referee() -> None:
    judged = judge("ron_tsumo_swapped", EMA)
    assert judged.effect == "stands"
    assert judged.referee
    assert judged.condition == "unless_repeated"

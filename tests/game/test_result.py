"""The result of a game: places, uma, leftover bets, and the end of the game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from each import each
from hypothesis import given, strategies as st

from riichi_core.game.game import (
    SettledDeal,
    Standing,
    first_standing,
    game_end,
    play_deal,
    with_next_dealer,
)
from riichi_core.game.result import PlayerResult, final_results
from riichi_core.records.deal import read_deal
from riichi_core.rules.chapters.end import DealerStops, Extension, RoundedDown, Share
from riichi_core.rules.chapters.result import FloatingUma
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

EMA, WRCR = load("ema-2016").rules, load("wrcr-2015").rules

hundreds = st.integers(-300, 1000).map(lambda number: 100 * number)
scores = st.tuples(hundreds, hundreds, hundreds, hundreds)


def changed(rules: Rules, **chapters: dict[str, Any]) -> Rules:
    update = {name: getattr(rules, name).model_copy(update=values)
              for name, values in chapters.items()}  # fmt: skip
    return rules.model_copy(update=update)


def results(found: tuple[PlayerResult, ...]) -> list[Any]:
    return [one.result for one in found]


# ---- places, uma, what is left over --------------------------------------------------------------


@given(scores, st.integers(0, 4), st.sampled_from(["shared", "earlier_seat"]))
def test_uma_sums_to_zero_and_a_better_score_has_no_worse_place(
    ended: tuple[int, ...], bets: int, ties: str
) -> None:
    rules = changed(EMA, result={"ties": ties})
    found = final_results(ended, bets, (0, 0, 0, 0), rules)
    assert sum(Fraction(one.uma) for one in found) == 0
    assert sum(Fraction(one.bets) for one in found) == 1000 * bets
    for one in found:
        for other in found:
            if one.score > other.score:
                assert one.place < other.place
                assert one.uma >= other.uma
            if one.score == other.score and ties == "shared":
                assert (one.place, one.uma) == (other.place, other.uma)


@each(
    "ended, uma",
    [
        ((40000, 30000, 30000, 20000), (15000, 0, 0, -15000)),
        ((35000, 35000, 30000, 20000), (10000, 10000, -5000, -15000)),
        ((30000, 30000, 30000, 30000), (0, 0, 0, 0)),
        ((20000, 36000, 32000, 32000), (-15000, 15000, 0, 0)),
        ((50000, 24000, 23000, 23000), (15000, 5000, -10000, -10000)),
    ],
)
def test_tied_players_share_the_uma_of_their_places(
    ended: tuple[int, ...], uma: tuple[int, ...]
) -> None:
    """EMA 2016, 3.6.1; WRCR 2015, 5.9.2."""
    for rules in (EMA, WRCR):
        found = final_results(ended, 0, (0, 0, 0, 0), rules)
        assert tuple(one.uma for one in found) == uma


@each(
    "how, bets",
    [
        ("winner", [Fraction(1000, 3), 0, Fraction(1000, 3), Fraction(1000, 3)]),
        (RoundedDown(winner_rounded_down=Share(unit=100)), [300, 0, 300, 300]),
        (RoundedDown(winner_rounded_down=Share(unit=1)), [333, 0, 333, 333]),
        ("winner_by_seat", [1000, 0, 0, 0]),
        ("table", [0, 0, 0, 0]),
        ("owners", [0, 1000, 0, 0]),
    ],
)
def test_leftover_bets_go_where_the_rules_say(how: object, bets: list[Any]) -> None:
    rules = changed(EMA, end={"bets_left": how})
    found = final_results((33000, 20000, 33000, 33000), 1, (0, 0, 0, 0), rules, owed=(0, 1, 0, 0))
    assert [one.bets for one in found] == bets


def test_only_shared_points_are_rounded_down() -> None:
    share = RoundedDown(winner_rounded_down=Share(unit=100))
    rules = changed(EMA, end={"bets_left": share}, riichi={"bet": 250})
    alone = final_results((33000, 20000, 32000, 34750), 1, (0, 0, 0, 0), rules)
    assert [one.bets for one in alone] == [0, 0, 0, 250]
    tied = final_results((33000, 20000, 33000, 33000), 3, (0, 0, 0, 0), rules)
    assert [one.bets for one in tied] == [200, 0, 200, 200]


def test_a_penalty_applies_after_uma_and_changes_no_place() -> None:
    found = final_results((45000, 30000, 25000, 20000), 0, (-20000, 0, 0, 0), EMA)
    assert results(found) == [10000, 5000, -10000, -25000]
    assert [one.place for one in found] == [1, 2, 3, 4]


def test_a_floating_uma_depends_on_the_number_of_players_above() -> None:
    uma = FloatingUma(
        at_least=30000,
        one=(12000, -1000, -3000, -8000),
        two=(8000, 4000, -4000, -8000),
        three=(8000, 3000, 1000, -12000),
        none_or_all=(0, 0, 0, 0),
    )
    rules = changed(EMA, result={"uma": uma})
    for ended, wanted in (
        ((40000, 29000, 26000, 25000), uma.one),
        ((40000, 30000, 26000, 24000), uma.two),
        ((31000, 30000, 30500, 28500), (8000, 1000, 3000, -12000)),
        ((30000, 30000, 30000, 30000), uma.none_or_all),
    ):
        found = final_results(ended, 0, (0, 0, 0, 0), rules)
        assert tuple(one.uma for one in found) == wanted


@pytest.mark.parametrize(
    ("oka", "firsts"), [("none", [0, 0]), ("first", [20000, 0]), ("shared_first", [10000, 10000])]
)
def test_oka_is_the_difference_of_starting_and_return_points(oka: str, firsts: list[int]) -> None:
    rules = changed(EMA, setup={"starting_points": 25000}, result={"oka": oka})
    found = final_results((35000, 35000, 20000, 10000), 0, (0, 0, 0, 0), rules)
    assert [one.oka for one in found] == [*firsts, 0, 0]
    if oka != "none":
        assert sum(Fraction(one.result) for one in found) == 0


@each(
    "rounding, rounded",
    [
        ("none", [21500, -2600, -5400, -13500]),
        ("five_down", [21000, -3000, -5000, -13000]),
        ("five_up", [22000, -3000, -5000, -14000]),
        ("down", [23000, -3000, -6000, -14000]),
        ("score_five_up", [21000, -3000, -5000, -13000]),
    ],
)
def test_results_are_rounded_and_the_winner_takes_the_rest(
    rounding: str, rounded: list[int]
) -> None:
    rules = changed(EMA, result={"rounding": rounding, "uma": (0, 0, 0, 0)})
    found = final_results((51500, 27400, 24600, 16500), 0, (0, 0, 0, 0), rules)
    assert results(found) == rounded
    assert sum(results(found)) == 0


def test_a_score_below_zero_is_rounded_away_from_zero() -> None:
    """As on Tenhou until 2020: 25,500 is 26, -500 is -1, and the first gets the rest."""
    rules = changed(load("tenhou").rules, result={"rounding": "score_five_up"})
    found = final_results((25500, -500, 44600, 30400), 0, (0, 0, 0, 0), rules)
    assert results(found) == [-14000, -51000, 55000, 10000]
    assert sum(results(found)) == 0


def test_tenhou_does_not_round_results() -> None:
    """Its games of 2022 and 2023 end this way."""
    found = final_results((25500, -500, 44600, 30400), 0, (0, 0, 0, 0), load("tenhou").rules)
    assert results(found) == [-14500, -50500, 54600, 10400]


# ---- a game goes on and ends ---------------------------------------------------------------------

MANGAN = {"end": "win", "won_by": "self_draw"}
DRAW = {"end": "exhaustive_draw"}


def step(
    standing: Standing, deal: dict[str, Any], rules: Rules, *, stops: bool = False
) -> tuple[Standing, str | None]:
    whole = deal | {"counters": standing.counters, "bets_on_table": standing.bets}
    played = play_deal(standing, read_deal(whole), rules, number=1, stops=stops)
    return played.after, played.ended_by


def mangan(seat: str) -> dict[str, Any]:
    return {**MANGAN, "wins": [{"seat": seat, "limit": "mangan"}]}


def test_a_game_ends_after_eight_passed_deals() -> None:
    standing, seen = first_standing(EMA), []
    for _ in range(8):
        standing, ended = step(standing, mangan("south"), EMA)
        seen.append((standing.round, standing.dealer, standing.counters, ended))
    assert seen == [
        *((0, dealer, 0, None) for dealer in (1, 2, 3)),
        *((1, dealer, 0, None) for dealer in (0, 1, 2, 3)),
        (2, 0, 0, "rounds"),
    ]
    assert sum(standing.scores) == 120000


def test_east_stays_after_a_win_or_tenpai_and_counters_add_up() -> None:
    standing, _ = step(first_standing(EMA), mangan("east"), EMA)
    assert (standing.dealer, standing.counters) == (0, 1)
    standing, _ = step(standing, DRAW | {"tenpai": ["east"]}, EMA)
    assert (standing.dealer, standing.counters) == (0, 2)
    standing, _ = step(standing, DRAW | {"tenpai": ["south"], "riichi": ["south"]}, EMA)
    assert (standing.dealer, standing.counters, standing.bets) == (1, 3, 1)
    standing, _ = step(standing, mangan("west"), EMA)
    assert (standing.dealer, standing.counters, standing.bets) == (2, 0, 0)
    assert sum(standing.scores) == 120000


def test_the_hand_is_replayed_after_a_chombo_and_the_player_is_marked() -> None:
    first = Standing(first_standing(EMA).scores, dealer=2)
    standing, ended = step(first, {"end": "chombo", "offenders": ["south"]}, EMA)
    assert (standing.dealer, standing.penalties, ended) == (2, (0, 0, 0, -20000), None)


@each(
    "how, places, scores, stops, ended",
    [
        ("optional", 2, (38_000, 25_000, 25_000, 32_000), True, "dealer_stops"),
        ("optional", 2, (38_000, 25_000, 25_000, 32_000), False, None),
        ("optional", 1, (38_000, 25_000, 25_000, 32_000), True, None),
        ("automatic_if_leading", 4, (38_000, 25_000, 25_000, 32_000), False, None),
        ("automatic_if_leading", 4, (25_000, 25_000, 25_000, 45_000), False, "dealer_stops"),
        ("automatic", 2, (38_000, 38_000, 34_000, 10_000), False, None),
        ("automatic", 4, (38_000, 38_000, 34_000, 10_000), False, "dealer_stops"),
    ],
)
def test_the_last_east_may_stop_in_some_places(
    how: str, places: int, scores: tuple[int, ...], stops: bool, ended: str | None
) -> None:
    stopping = DealerStops(after=("win",), how=how, lowest_place=places)  # type: ignore[arg-type]
    rules = changed(EMA, end={"dealer_stops": stopping})
    small = {**MANGAN, "wins": [{"seat": "east", "han": 1, "fu": 30}]}
    assert step(in_the_last_deal(*scores), small, rules, stops=stops)[1] == ended


@each(
    "bust, score, ended",
    [("never", -100, None), ("below_zero", -100, "bust"), ("below_zero", 0, None),
     ("at_zero", 0, "bust"), ("at_zero", 100, None)],
)  # fmt: skip
def test_a_bankrupt_player_may_end_the_game(bust: str, score: int, ended: str | None) -> None:
    rules = changed(EMA, end={"bust": bust})
    standing = Standing((score, 40000, 40000, 40000 - score))
    read = read_deal(DRAW)
    played = SettledDeal(standing, read, settle(read, rules), with_next_dealer(standing))
    assert game_end(played, rules) == ended


def in_the_last_deal(*points: int) -> Standing:
    return Standing(points, round=1, dealer=3)


@each(
    "how, stops, deal, leads, ended",
    [
        ("automatic", False, mangan("east"), True, "dealer_stops"),
        ("automatic", False, mangan("east"), False, None),
        ("optional", False, mangan("east"), True, None),
        ("optional", True, mangan("east"), True, "dealer_stops"),
        ("automatic", False, DRAW | {"tenpai": ["east"]}, True, None),
        ("automatic", False, mangan("south"), True, "rounds"),
    ],
)
def test_a_leading_east_may_end_the_game_in_the_last_deal(
    how: str, stops: bool, deal: dict[str, Any], leads: bool, ended: str | None
) -> None:
    stopping = DealerStops(after=("win",), how=how, lowest_place=1)  # type: ignore[arg-type]
    rules = changed(EMA, end={"dealer_stops": stopping})
    standing = in_the_last_deal(25000, 25000, 25000, 45000) if leads else (
        in_the_last_deal(60000, 25000, 25000, 10000))  # fmt: skip
    assert step(standing, deal, rules, stops=stops)[1] == ended
    assert step(standing, deal, EMA, stops=True)[1] in (None, "rounds")


def test_an_extension_ends_when_a_player_reaches_the_target() -> None:
    rules = changed(EMA, end={"extension": Extension(target=40000, rounds=1, if_east_stays="ends")})
    standing = Standing((30000,) * 4, round=1, dealer=3)
    standing, ended = step(standing, DRAW | {"tenpai": ["south"]}, rules)
    assert (standing.round, ended) == (2, None)
    assert step(standing, mangan("south"), rules)[1] is None
    more = {**MANGAN, "wins": [{"seat": "south", "limit": "haneman"}]}
    assert step(standing, more, rules)[1] == "target"
    standing = Standing((30000,) * 4, round=2, dealer=3)
    assert step(standing, DRAW, rules)[1] == "rounds"


def test_seats_rotate_among_the_players() -> None:
    standing = Standing((0, 0, 0, 0), dealer=3)
    assert [standing.player(seat) for seat in Wind] == [3, 0, 1, 2]
    assert [standing.seat(player) for player in range(4)] == [
        Wind.SOUTH, Wind.WEST, Wind.NORTH, Wind.EAST]  # fmt: skip

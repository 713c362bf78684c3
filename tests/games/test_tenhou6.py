"""Records of tenhou.net/6: the order of play is reconstructed, and errors are reported."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest
from each import each
from effort import LONG, examples
from hypothesis import given, settings, strategies as st
from making import deals, plain
from writing6 import as_tenhou6

from riichi.games.formats.mjai import read_mjai, write_mjai
from riichi.games.formats.tenhou6 import read_tenhou6
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import replay_game
from riichi_core.errors import RecordError
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules


@cache
def rules() -> Rules:
    return load("tenhou").rules


@cache
def a_game(seed: int, count: int = 4) -> RecordedGame:
    """Return a random game with many calls."""
    played = deals(seed, rules(), count, calls=30 + 10 * seed % 70)
    return read_mjai(write_mjai("ABCD", played))


# ---- there and back ------------------------------------------------------------------------------


@each("seed", range(20 if LONG else 3))
def test_the_order_of_play_is_reconstructed(seed: int) -> None:
    game = read_tenhou6(as_tenhou6(a_game(seed)))
    assert list(map(plain, game.deals)) == list(map(plain, a_game(seed).deals))
    assert replay_game(game, rules()).problems == ()


def test_the_games_have_every_kind_of_call() -> None:
    text = "".join(as_tenhou6(a_game(seed)) for seed in range(20 if LONG else 10))
    for letter in "cpmkar":
        assert f"{letter}1" in text or f"{letter}2" in text or f"{letter}3" in text, letter


# ---- deals written by hand -----------------------------------------------------------------------

CHARACTERS = [11, 12, 13, 14, 15, 16, 17, 18, 19]
BAMBOO = [31, 32, 33, 34, 35, 36, 37, 38, 39]
EAST = [41, 41, 42, 42, 43, 43, 44, 44, 45, 45, 46, 46, 25]
STRAIGHTS = [
    [*CHARACTERS, 24, 26, 31, 31],
    [*BAMBOO, 24, 26, 12, 12],
    [*CHARACTERS, 24, 26, 39, 39],
]
"""East's tile completes the straights of the three others."""


def log(result: list[Any], *rows: list[Any], first: tuple[int, int, int] = (0, 0, 0)) -> str:
    deal = [list(first), [25000] * 4, [21], [], *rows, result]
    return json.dumps({"name": ["A", "B", "C", "D"], "log": [deal]})


def straights(result: list[Any]) -> str:
    rows = [part for hand in STRAIGHTS for part in (hand, [], [])]
    return log(result, EAST, [47], [25], *rows, first=(0, 1, 2))


def test_the_nearest_of_two_winners_gets_the_bets() -> None:
    won = ["和了", [-2300, 4300, 0, 0], [1, 0, 1], [-2000, 0, 2000, 0], [2, 0, 2]]
    done = replay_game(read_tenhou6(straights(won)), rules())
    (deal,) = done.deals
    assert deal.finished
    assert deal.recorded.result.winners == (1, 2)
    # worth at least twice as much; the question is who gets counters and bets
    east, south, west, north = deal.settled_deltas
    assert (south + west, north) == (-east + 2000, 0)
    assert south == west + 2000 + 300


def test_three_wins_are_read() -> None:
    done = replay_game(read_tenhou6(straights(["三家和了"])), rules())
    assert done.problems == ()
    assert done.deals[0].next_standing.counters == 2


def test_nine_kinds_are_read() -> None:
    hand = [11, 19, 21, 29, 31, 39, 41, 42, 43, 12, 12, 13, 14]
    others = [[*CHARACTERS, 24, 26, 31, 31], [*BAMBOO, 24, 26, 28, 28], EAST]
    rows = [part for one in others for part in (one, [], [])]
    done = replay_game(read_tenhou6(log(["九種九牌"], hand, [44], [], *rows)), rules())
    assert done.problems == ()


def test_the_claim_of_a_repeated_discard_is_the_one_that_uses_all_tiles() -> None:
    """East discards two equal tiles: South calls chii for one, North pon for the other.

    The pon would come first, but then East would have to draw before claiming.
    """
    east = [*CHARACTERS, 25, 25, 45, 45]
    south = [*BAMBOO, 24, 26, 45, 46]
    west = [42, 42, 42, 43, 43, 43, 44, 44, 44, 31, 32, 33, 34]
    north = [21, 21, 23, 24, 25, 25, 27, 46, 46, 41, 41, 47, 47]
    rows: list[list[Any]] = [
        east, [29, "4545p45"], [25, 25],
        south, ["c252426"], [45],
        west, [], [],
        north, ["2525p25"], [41],
    ]  # fmt: skip
    (deal,) = read_tenhou6(log(["流局", [0, 0, 0, 0]], *rows)).deals
    assert [(player, str(act)) for player, act, _ in deal.moves] == [
        (0, "discard 5p"), (1, "chii 46p"), (1, "discard 5z"), (0, "pon 55z"), (0, "discard 5p"),
        (3, "pon 55p"), (3, "discard 1z"),
    ]  # fmt: skip


# ---- refused -------------------------------------------------------------------------------------


def broken(change: Any) -> str:
    data = json.loads(as_tenhou6(a_game(0, 1)))
    change(data)
    return json.dumps(data)


def put(place: int, value: Any, *at: int) -> Any:
    """Put a value somewhere into a part of the first deal."""

    def change(data: dict[str, Any]) -> None:
        where = data["log"][0]
        for one in (place, *at)[:-1]:
            where = where[one]
        where[(place, *at)[-1]] = value

    return change


REFUSED = [
    (lambda data: data.pop("log"), "'log' is missing"),
    (lambda data: data.update(log=[]), "log: expected a list of 1 to 200 deals"),
    (lambda data: data.update(log=[[]]), "deal 1: expected 17 values"),
    (lambda data: data.update(sc=[1]), "sc: expected a list of four scores and results"),
    (put(0, [0, 0]), "deal 1, round: expected 3 values"),
    (put(0, 16, 0), "deal 1, round, item 1: expected a whole number from 0 to 15"),
    (put(1, "x", 2), "deal 1, scores, player 3: expected a whole number"),
    (put(2, [10]), "deal 1, indicators, tile 1: expected a tile"),
    (put(7, [11]), "deal 1, player 1, hand: expected 13 values"),
    (put(5, True, 4), "deal 1, player 0, take 5: expected a tile"),
    (put(5, "x1111", 4), "deal 1, player 0, take 5: expected a call"),
    (put(5, "1", 4), "deal 1, player 0, take 5: expected a tile or a call"),
    (put(6, "r1", 0), "deal 1, player 0, discard 1: expected a tile or a call"),
    (put(6, "c111213", 0), "deal 1, player 0, discard 1: expected a discard"),
    (put(6, 61, 0), "deal 1, player 0, discard 1: expected a tile"),
    (put(6, []), "deal 1: the draws and discards fit no order of play"),
    (lambda data: data.update(rule={"disp": "三鳳南喰赤"}), "this is a record of three players"),
    (lambda data: data["log"][0].__setitem__(slice(13, 16), [[], [], []]),
     "this is a record of three players: only games of four are read"),
    (put(16, []), "deal 1, result: expected 1 to 20 values"),
    (put(16, ["?"]), "deal 1, result, part 1: expected a win (和了) or a draw: drawn (流局), "),
    (put(16, ["和了"]), "deal 1, result: expected a win (和了), and for each"),
    (put(16, ["和了", [1, 2, 3, 4], [0, 1], [1, 2, 3, 4], [2, 3]]),
     "deal 1, result: expected wins of different players on one tile"),
    (put(16, ["流し満貫"]), "deal 1, result: expected nagashi mangan (流し満貫) and the points"),
]  # fmt: skip


@each("change, error", REFUSED)
def test_errors_are_reported_with_their_place(change: Any, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_tenhou6(broken(change))
    assert str(caught.value).startswith(error)


# ---- red fives -----------------------------------------------------------------------------------


def with_rule(game: RecordedGame, rule: Any) -> RecordedGame:
    return read_tenhou6(json.dumps(json.loads(as_tenhou6(game)) | {"rule": rule}))


@each("rule", [None, [], "aka", {}, {"aka": "x"}, {"aka": 5}, {"aka": True}])
def test_a_record_may_omit_its_red_fives(rule: Any) -> None:
    assert with_rule(a_game(0), rule).red_fives is None


def test_the_stated_red_fives_of_a_record_are_used() -> None:
    assert with_rule(a_game(0), {"aka": 1}).red_fives == (1, 1, 1)
    assert with_rule(a_game(0), {"aka": "1"}).red_fives == (1, 1, 1)
    assert with_rule(a_game(1), {"aka51": 1, "aka52": 1, "aka53": 2}).red_fives == (1, 1, 2)
    assert with_rule(a_game(0), {"aka": 2}).red_fives is None, "three plain ones were dealt"
    assert with_rule(a_game(0), {"aka": 0}).red_fives is None, "red fives were dealt"


def test_a_record_without_red_fives_is_replayed_without() -> None:
    """The other rules have red fives; the rest of them is unchanged."""
    house = rules().model_copy(update={"tiles": load("ema-2016").rules.tiles})
    game = read_mjai(write_mjai("ABCD", deals(2, house, 4)))
    done = replay_game(with_rule(game, {"aka": 0}), rules())
    assert done.problems == ()
    assert done.notes == ("replayed with 0 red 5m, 0 red 5p and 0 red 5s, as the record says",)
    assert replay_game(with_rule(game, {}), rules()).problems == ()


@each("text", ["", "{", "[]", "3", '"log"', "[" * 100_000, "null"])
def test_data_that_is_not_a_record_is_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_tenhou6(text)


def test_the_search_ends_for_highly_ambiguous_rows() -> None:
    """All tiles are equal, with calls of them, so the search gives up."""
    rows: list[Any] = []
    for _ in range(4):
        rows += [[11] * 13, [11, "p111111", "11p1111", "1111p11"] * 15, [11] * 59]
    with pytest.raises(RecordError, match="draws and discards fit no order"):
        read_tenhou6(log(["流局"], *rows))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 70), st.integers(), st.floats(), st.text(max_size=6),
    st.lists(st.integers(11, 47), max_size=3), st.sampled_from(["c111213", "p111111", "r60"]),
)  # fmt: skip


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Return a record with some values changed, omitted or doubled, or with truncated text."""
    data = copy.deepcopy(json.loads(as_tenhou6(a_game(draw(st.integers(0, 5)), 2))))
    for _ in range(draw(st.integers(1, 3))):
        where, value = data["log"], data["log"]
        while isinstance(value, list) and value and draw(st.integers(0, 9)):
            at = draw(st.integers(0, len(value) - 1))
            where, value = value, value[at]
        if where is value:
            continue
        how = draw(st.sampled_from(["value", "value", "out", "twice"]))
        if how == "value":
            where[at] = draw(VALUES)
        elif how == "out":
            del where[at]
        else:
            where.insert(at, copy.deepcopy(value))
    text = json.dumps(data)
    return text[: draw(st.integers(0, len(text)))] if not draw(st.integers(0, 9)) else text


@settings(max_examples=examples(150), deadline=None)
@given(mutations())
def test_any_file_is_a_record_or_an_error(text: str) -> None:
    try:
        game = read_tenhou6(text)
    except RecordError as error:
        assert str(error)
        return
    assert all(str(problem) for problem in replay_game(game, rules()).problems)

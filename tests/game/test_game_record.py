"""Written records of games, good and bad, and one game under several rulesets."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from riichi.content.endings import worth_in_words
from riichi.games.files.game_file import GameFile, read_written_game
from riichi_core.game.game import Game, ReadDeal, Standing, play_deals, standing_after
from riichi_core.records.written_game import reader
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import FinishedDeal, StatedWin, Wins
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

EMA, WRCR = load("ema-2016").rules, load("wrcr-2015").rules
NAMES = ["Anna", "Bert", "Cora", "Dirk"]

RON = {"end": "win", "won_by": "discard", "discarder": "Bert",
       "wins": [{"seat": "Anna", "hand": "234m567p678s55p34s", "winning_tile": "5s"}]}  # fmt: skip
DOUBLE = {"end": "win", "won_by": "discard", "discarder": "Cora",
          "wins": [{"seat": "Dirk", "han": 2, "fu": 30},
                   {"seat": "Anna", "limit": "mangan"}]}  # fmt: skip


def written(tmp_path: Path, deals: list[Any], **more: Any) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"players": NAMES, "deals": deals, **more}), encoding="utf-8")
    return path


def read(tmp_path: Path, deals: list[Any], **more: Any) -> GameFile:
    record, problems = read_written_game(written(tmp_path, deals, **more))
    assert record is not None, [problem.text() for problem in problems]
    return record


def deals(file: GameFile) -> tuple[ReadDeal, ...]:
    return file.record.read_deals(file.record.players)


def points(game: Game) -> list[Any]:
    return [one.score for one in game.finals]


def test_players_change_seats_as_the_game_proceeds(tmp_path: Path) -> None:
    record = read(tmp_path, [RON, {"end": "exhaustive_draw", "riichi": ["Cora"],
                                   "tenpai": ["Cora"]}, RON])  # fmt: skip
    game = play_deals(deals(record), EMA)
    assert [one.before.dealer for one in game.played] == [0, 0, 1]
    assert [one.before.counters for one in game.played] == [0, 1, 2]
    assert game.played[1].after.scores == (31900, 26100, 32000, 29000)
    assert game.played[2].after.scores == (35500, 23500, 32000, 29000)
    assert game.ended_by is None


@pytest.mark.parametrize(
    "deal",
    [
        {"end": "exhaustive_draw", "tenpai": ["Anna", "east"]},
        {"end": "win", "won_by": "self_draw", "wins": [{"seat": "Anna", "limit": "mangan"}],
         "liable": {"Anna": {"four_quads": "Bert"}, "east": {"four_quads": "Cora"}}},
    ],
)  # fmt: skip
def test_a_player_named_twice_is_refused(tmp_path: Path, deal: Any) -> None:
    """Anna sits East, so the record would state two facts about one player."""
    game = play_deals(deals(read(tmp_path, [deal])), EMA)
    assert game.problem is not None
    assert game.problem.code == "contradiction"
    assert "named twice" in game.problem.message


def test_a_fine_that_bankrupts_a_player_costs_no_chips() -> None:
    """Only a player whom the win takes below zero pays chips."""
    awarded = {"worth": 1000, "ippatsu": 0, "ura_dora": 0, "red_five": {"concealed": 0, "open": 0},
               "yakuman": {"self_draw": 0, "discard": 0}, "bust": 3}  # fmt: skip
    rules = EMA.changed({"chips.awarded": awarded})
    before = Standing((500, 30_000, 500, 89_000))
    won = Wins(StatedWin(Wind.SOUTH, limit="mangan"), Wind.WEST)
    deal = FinishedDeal(won, table_penalties={Wind.EAST: -1_000})
    found = standing_after(before, deal, settle(deal, rules), rules)
    assert found.scores == (-500, 38_000, -7_500, 89_000)
    assert found.chips == (0, 3, -3, 0)
    deal = FinishedDeal(won, foul_payments=Ledger().fined(Wind.EAST, 1_000, "pot"))
    found = standing_after(before, deal, settle(deal, rules), rules)
    assert found.scores == (-500, 39_000, -7_500, 89_000)
    assert found.chips == (0, 3, -3, 0)


@pytest.mark.parametrize(("name", "worth"), [("wrc-2025", "2 yakuman"), ("ema-2025", "yakuman")])
def test_a_result_shows_the_number_of_yakuman_paid(name: str, worth: str) -> None:
    rules = load(name).rules
    won = Wins(StatedWin(Wind.SOUTH, yakuman=2), Wind.WEST)
    assert worth_in_words(settle(won, rules).scores[Wind.SOUTH]) == worth


def test_a_game_under_other_rules_keeps_its_seats_and_names_the_first_difference(
    tmp_path: Path,
) -> None:
    record = read(tmp_path, [DOUBLE, DOUBLE])
    played = play_deals(deals(record), EMA)
    assert points(played) == [54300, 30000, 1400, 34300]
    other = play_deals(deals(record), WRCR, as_played=played)
    assert [one.before.dealer for one in other.played] == [
        one.before.dealer for one in played.played
    ]
    assert other.diverged == (0, "the dealer would have rotated")
    assert played.diverged is None
    assert other.played[0].settlement.winners != played.played[0].settlement.winners


@given(st.integers(0, 6), st.lists(st.sampled_from(["ron", "draw", "drawn", "chombo"]), max_size=9))
def test_a_game_in_two_halves_has_the_same_result(cut: int, kinds: list[str]) -> None:
    ways: dict[str, Any] = {
        "ron": {"end": "win", "won_by": "discard", "discarder": "north",
                "wins": [{"seat": "south", "han": 2, "fu": 40}]},
        "draw": {"end": "exhaustive_draw", "riichi": ["west"], "tenpai": ["west", "east"]},
        "drawn": {"end": "win", "won_by": "self_draw", "wins": [{"seat": "east", "yakuman": 1}]},
        "chombo": {"end": "chombo", "offenders": ["south"]},
    }  # fmt: skip
    given = [reader(ways[kind], tuple(NAMES)) for kind in kinds]
    whole = play_deals(given, EMA)
    part = play_deals(given[:cut], EMA)
    assert whole.played[:cut] == part.played[: len(whole.played)]
    stakes = sum(Fraction(score) for score in points(whole))
    assert stakes == 120000
    assert sum(Fraction(one.uma) for one in whole.finals) == 0


@pytest.mark.parametrize("rules", [EMA, WRCR])
def test_a_bad_deal_is_reported_and_earlier_deals_count(tmp_path: Path, rules: Rules) -> None:
    bad = {**RON, "wins": [{"seat": "Anna", "hand": "234m567p678s55p34", "winning_tile": "5s"}]}
    record = read(tmp_path, [RON, bad, RON])
    game = play_deals(deals(record), rules)
    assert len(game.played) == 1
    assert game.problem is not None
    assert (game.problem.number, game.problem.field) == (1, "wins.0.hand")
    (problem,) = record.problems([game])
    assert problem.message.startswith("hand 2: wins.0: 34 has no suit")
    assert problem.span.line == 1


def test_a_deal_after_the_end_is_an_error(tmp_path: Path) -> None:
    passing = {"end": "win", "won_by": "self_draw", "wins": [{"seat": "south", "limit": "mangan"}]}
    game = play_deals(deals(read(tmp_path, [passing] * 9)), EMA)
    assert (game.ended_by, len(game.played)) == ("rounds", 8)
    assert game.problem is not None
    assert game.problem.message == "the game was over before this hand: all rounds were played"


def test_a_name_is_the_same_in_both_unicode_forms(tmp_path: Path) -> None:
    """macOS writes e and a diaeresis, other systems one letter."""
    ends = [
        {"end": "exhaustive_draw", "tenpai": ["Zo\u00eb", "Bert"]},
        {"end": "exhaustive_draw", "tenpai": ["Zoe\u0308 "]},
    ]
    record = read(tmp_path, ends, players=["Zoe\u0308", *NAMES[1:]])
    game = play_deals(deals(record), EMA)
    assert game.problems == ()
    assert len(game.played) == 2
    assert record.record.players[0] == "Zo\u00eb"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "a game is a mapping with `players` and `deals`"),
        ({"players": NAMES}, "'deals' is missing"),
        ({"players": NAMES[:3], "deals": [RON]}, "four names are needed, East first"),
        ({"players": ["Anna"] * 4, "deals": [RON]}, "two players have the same name, 'Anna'"),
        (
            {"players": ["Zo\u00eb", "Zoe\u0308", *NAMES[2:]], "deals": [RON]},
            "two players have the same name, 'Zo\u00eb'",
        ),
        ({"players": ["  ", *NAMES[1:]], "deals": [RON]}, "four names are needed"),
        ({"players": ["east", *NAMES[1:]], "deals": [RON]}, "a player cannot be called 'east'"),
        ({"players": ["North", *NAMES[1:]], "deals": [RON]}, "a player cannot be called 'North'"),
        ({"players": ["Oost", *NAMES[1:]], "deals": [RON]}, "a player cannot be called 'Oost'"),
        ({"players": ["süd", *NAMES[1:]], "deals": [RON]}, "a player cannot be called 'süd'"),
        ({"players": [" WEST", *NAMES[1:]], "deals": [RON]}, "add a letter, e.g. 'WEST B.'"),
        ({"players": NAMES, "deals": [RON], "dels": 1}, "there is no 'dels' here"),
        (
            {"players": NAMES, "deals": [RON], "signal": {"during_deal": 2}},
            "one of the hands, 1 to 1",
        ),
        ({"players": NAMES, "deals": [RON], "signal": 1}, "signal as {during_deal: 8}"),
    ],
)
def test_a_bad_head_is_reported(tmp_path: Path, data: Any, said: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    record, problems = read_written_game(path)
    assert record is None
    assert any(said in problem.message for problem in problems)


@pytest.mark.parametrize(
    ("deal", "field", "said"),
    [
        (5, "", "expected an object, not 5"),
        ({"end": "win", "won_by": "discard", "discarder": "Bert", "wins": []}, "wins", "nobody"),
        ({"end": "draw"}, "end", "end: there is no 'draw'"),
        ({"end": "exhaustive_draw", "tenpai": ["Anne"]}, "tenpai", "tenpai: there is no 'Anne'"),
        ({"end": "exhaustive_draw", "counters": 2}, "counters", "there is no 'counters' here"),
        ({"end": "exhaustive_draw", "wins": [{"seat": "Anna"}]}, "wins", "wins has no meaning"),
        ({**RON, "discarder": "Anna"}, "discarder", "east cannot win on their own discard"),
        ({**RON, "riichi_void": "Bert"}, "riichi_void", "only the discarder's riichi can lapse"),
        ({"end": "win", "won_by": "self_draw", "wins": [{"seat": "Anna", "han": 2}]}, "fu",
         "2 han: give the fu"),
        ({"end": "win", "won_by": "self_draw", "wins": [{"seat": "Anna", "han": 2, "limit":
         "mangan"}]}, "wins.0.han", "one of them"),
        ({"end": "abortive_draw", "cause": "four_winds"}, "cause", "there is no abortive draw"),
        ({"end": "abortive_draw", "cause": "nine_kinds", "riichi": ["Dirk"]}, "riichi",
         "North discards last"),
        ({"end": "abortive_draw", "cause": "four_riichi", "riichi": ["Anna"]}, "riichi",
         "riichi lists fewer"),
    ],
)  # fmt: skip
def test_a_bad_deal_is_reported_with_the_reason(
    tmp_path: Path, deal: Any, field: str, said: str
) -> None:
    game = play_deals(deals(read(tmp_path, [deal])), EMA)
    assert game.problem is not None
    assert game.problem.field == field
    assert said in game.problem.message

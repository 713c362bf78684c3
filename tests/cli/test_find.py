"""People find a rule by the words that they use for it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from each import each
from effort import LONG, few

from riichi.ask.names import Rank, best_matches, findable_option
from riichi.ask.questions import answers
from riichi.cli.main import main
from riichi_core.rules.glossary import other_names
from riichi_core.rules.rules import options as all_options

WORDS = {
    "double ron": "claims.winners",
    "head bump": "claims.winners",
    "triple ron": "claims.winners",
    "multiple winners": "claims.winners",
    "triplet over sequence": "claims.meld_precedence",
    "timing": "claims.meld_window",
    "kuikae": "claims.forbidden_swaps",
    "aka dora": "tiles.red_fives",
    "uradora": "dora.ura",
    "kan dora": "dora.kan_dora",
    "renho": "yaku.blessing_of_man",
    "人和": "yaku.blessing_of_man",
    "open tanyao": "yaku.all_simples",
    "kiriage": "limits.raised_to_mangan",
    "kazoe": "limits.counted_yakuman",
    "double wind": "fu.double_wind_pair",
    "pao": "liability.yaku",
    "noten bappu": "draws.noten_total",
    "karaten": "draws.waiting_on_own_four",
    "kyuushu": "draws.abortive",
    "nagashi": "draws.nagashi",
    "honba": "dealer.counter_value",
    "renchan": "dealer.stays_on",
    "ryanhan shibari": "winning.minimum_with_counters",
    "tobi": "end.bust",
    "west round": "end.extension",
    "agari yame": "end.dealer_stops",
    "leftover bets": "end.bets_left",
    "uma": "result.uma",
    "oka": "result.oka",
    "chonbo": "chombo.tournament",
    "noten riichi": "fouls.noten_riichi",
    "phone": "fouls.phone",
    "late": "tournament.lateness",
    "substitute": "tournament.substitute_result",
}


def options(word: str) -> list[str]:
    result = CliRunner().invoke(main, ["find", *word.split(), "--format", "json"])
    return [option["path"] for option in json.loads(result.stdout)["options"]]


@each("word", [*WORDS][:: 1 if LONG else 3])
def test_a_rule_is_found_by_the_words_that_people_use(word: str) -> None:
    assert WORDS[word] in options(word)
    assert len(options(word)) <= 8, "a list that nobody reads is no finding"


@pytest.mark.long
def test_an_option_is_found_by_each_of_its_other_names() -> None:
    names = {path: findable_option(path) for path in all_options()}
    for path, others in other_names().options.items():
        for name in others:
            assert path in best_matches(name, names, (Rank.NAME,))


OTHER_WORDS = ("bust", "chi", "chii", "chonbo", "チョンボ", "honba", "kan", "minipoints", "oya",
               "pon", "ron", "ryuukyoku", "stake", "stick", "tsumo")  # fmt: skip
"""Words of the players for what the sentences call otherwise."""


@each("word", OTHER_WORDS)
def test_every_other_word_leads_to_something(word: str) -> None:
    assert options(word)


@pytest.mark.parametrize("word", ["ransl", "hombo", "urite", "iich"])
def test_a_part_of_a_word_finds_nothing(word: str) -> None:
    assert CliRunner().invoke(main, ["find", word]).exit_code == 1


def test_a_clause_is_shown_in_the_version_of_each_book() -> None:
    """Three players win on one discard under EMA, and one under WRCR."""
    said = CliRunner().invoke(main, ["find", "triple", "ron"]).stdout
    assert "EMA 2016 3.3.1, 3.4.3, 3.4.9: three winners, no abortive draw" in said
    assert "WRCR 2015 5.7.3, 5.7.6: nearest declarer wins, no abortive draw" in said
    assert "three wins" not in said


def test_an_option_shows_its_clauses_in_the_version_of_each_book() -> None:
    for call in (["show", "ema-2016", "claims.winners"], ["foul", "electronic_device"]):
        said = CliRunner().invoke(main, call).stdout
        assert "EMA 2016" in said
        assert "WRCR 2015" in said
        assert ": only the declarer nearest" in said or ": referee" in said


NAMES_OF_2025 = {
    "all_simples": "All Inside",
    "pure_double_sequence": "Twin Sequences",
    "twice_pure_double_sequence": "Double Twin Sequences",
    "mixed_triple_sequence": "Mixed Sequences",
    "triple_triplet": "Mixed Triplets",
    "pure_straight": "Full Straight",
    "half_outside_hand": "Common Ends",
    "full_outside_hand": "Perfect Ends",
    "half_flush": "Common Flush",
    "full_flush": "Perfect Flush",
    "all_terminals_and_honours": "Common Terminals",
    "all_terminals": "Perfect Terminals",
    "ippatsu": "Unbroken",
    "after_a_quad": "After a Quad",
    "robbing_a_quad": "Robbing a Quad",
    "under_the_sea": "Under the Sea",
    "under_the_river": "Under the River",
    "big_three_dragons": "Big Dragons",
    "little_three_dragons": "Little Dragons",
    "big_four_winds": "Big Winds",
    "little_four_winds": "Little Winds",
    "dragon_triplet": "Dragon Triplet",
    "seat_wind_triplet": "Seat Wind Triplet",
    "round_wind_triplet": "Round Wind Triplet",
    "all_triplets": "All Triplets",
    "three_quads": "Three Quads",
    "four_quads": "Four Quads",
}
"""Yaku by their names in EMA 2025 or WRC 2025, where these are not those of 2016."""


@each("yaku", few([*NAMES_OF_2025], 8))
def test_a_yaku_is_found_by_its_names_in_the_books_of_2025(yaku: str) -> None:
    name = NAMES_OF_2025[yaku]
    assert answers(name).first == f"yaku.{yaku}"
    assert f"yaku.{yaku}" in options(name)
    shown = CliRunner().invoke(main, ["show", "wrc-2025", name, "--format", "json"])
    assert [one["path"] for one in json.loads(shown.stdout)["options"]] == [f"yaku.{yaku}"]


def test_value_honour_finds_three_yaku() -> None:
    three = {"yaku.dragon_triplet", "yaku.seat_wind_triplet", "yaku.round_wind_triplet"}
    assert three <= {*options("Value Honour")}

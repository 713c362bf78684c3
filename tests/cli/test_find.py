"""Whether people find a rule by the words that they use for it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from riichi_app.cli.main import main
from riichi_core.rules.glossary import NICKNAMES, SYNONYMS

WORDS = {
    "double ron": "claims.winners",
    "head bump": "claims.winners",
    "triple ron": "claims.winners",
    "multiple winners": "claims.winners",
    "pung over chow": "claims.meld_precedence",
    "timing": "claims.meld_window",
    "kuikae": "claims.forbidden_swaps",
    "aka dora": "tiles.red_fives",
    "uradora": "dora.ura",
    "kan dora": "dora.kong_indicators",
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
    "agari yame": "end.leader_stops",
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


@pytest.mark.parametrize("word", WORDS)
def test_a_rule_is_found_by_the_words_that_people_use(word: str) -> None:
    assert WORDS[word] in options(word)
    assert len(options(word)) <= 8, "a list that nobody reads is no finding"


@pytest.mark.parametrize("word", SYNONYMS)
def test_every_other_word_leads_to_an_option(word: str) -> None:
    assert options(word)


@pytest.mark.parametrize("word", NICKNAMES)
def test_a_nickname_leads_to_its_option(word: str) -> None:
    assert NICKNAMES[word] in options(word)

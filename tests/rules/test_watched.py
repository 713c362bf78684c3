"""Watched rules note the options that are read, and that a win was scored."""

from __future__ import annotations

import pytest

from riichi_core.hands.win import Win
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.watched import SCORE, WatchedRules, noted_names
from riichi_core.scoring.score import score

RULES = load("ema-2016").rules


def test_options_are_noted_when_they_are_read() -> None:
    watched = WatchedRules.of(RULES)
    assert isinstance(watched, Rules)
    claims = watched.claims
    assert isinstance(claims, Claims)
    assert watched.read == frozenset()
    for _ in range(2):
        assert claims.winners == RULES.claims.winners
    assert watched.value("riichi.tiles_left") == RULES.riichi.tiles_left
    assert watched.read == {("claims", "winners"), ("riichi", "tiles_left")}


def test_methods_note_the_options_that_they_read() -> None:
    watched = WatchedRules.of(RULES)
    assert watched.draws.judges_riichi(nagashi=True) == RULES.draws.judges_riichi(nagashi=True)
    assert watched.read
    assert {chapter for chapter, _ in watched.read} == {"draws"}


def test_a_property_is_noted_instead_of_the_options_that_it_reads() -> None:
    watched = WatchedRules.of(RULES)
    for _ in range(2):
        assert watched.fouls.riichi_needs_tenpai is True
    assert watched.read == {("fouls", "riichi_needs_tenpai")}
    assert {"riichi_needs_tenpai", "noten_riichi"} < set(noted_names(Fouls))


def test_a_score_is_noted_and_has_the_scorer_of_the_plain_rules() -> None:
    watched, win = WatchedRules.of(RULES), Win("2345567m345p678s", "8m", by="ron")
    assert score(win, watched) == score(win, RULES)
    assert watched.read == {SCORE}


def test_watched_rules_are_not_a_key_of_a_cache() -> None:
    watched = WatchedRules.of(RULES)
    for value in (watched, watched.claims):
        with pytest.raises(TypeError, match="not a key"):
            hash(value)
    assert watched != WatchedRules.of(RULES)
    with pytest.raises(AttributeError):
        watched.value("claims.nothing")

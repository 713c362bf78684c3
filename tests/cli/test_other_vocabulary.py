"""Words of another vocabulary find their rule in every command and in every suggestion."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from click.testing import CliRunner
from each import each

from riichi.ask.questions import CLOSEST, answers
from riichi.cli.main import main
from riichi_core.rules.glossary import known_yaku, option_named
from riichi_core.rules.rules import options
from riichi_core.rules.yaku_grammar import SET_CLASSES
from riichi_core.rules.yaku_vocabulary import Occasion, Wait
from riichi_core.spelling import closest_word, other_ids

OPTIONS: dict[str, set[str]] = {}
"""The options that each id of another vocabulary may mean."""

for own_id, names in other_ids().items():
    if (path := ".".join(own_id.split(".")[:2])) in options():
        for name in names:
            OPTIONS.setdefault(name, set()).add(path)

PLAYERS_WORDS = ("chow", "pung", "kong", "honba", "agari-yame", "prevailing", "chii", "pon", "kan")

ROMAJI = {
    name.replace(" ", "_").casefold(): yaku
    for yaku, known in known_yaku().items()
    for name in known.name.spellings()
    if name.isascii()
}


def run(*call: str) -> tuple[int, str]:
    ran = CliRunner().invoke(main, [*call], catch_exceptions=False)
    return ran.exit_code, ran.output


def test_each_id_of_another_vocabulary_belongs_to_a_word_of_ours() -> None:
    words = {*get_args(Wait), *get_args(Occasion), *SET_CLASSES}
    assert {"triplet", "after_quad", "round_wind"} & words <= {*other_ids()}
    assert OPTIONS
    for own, names in other_ids().items():
        assert "." not in own or ".".join(own.split(".")[:2]) in options(), own
        assert own.rpartition(".")[2] not in names, own


@pytest.mark.long
@each("name", OPTIONS)
def test_an_id_of_another_vocabulary_finds_its_option(name: str) -> None:
    if "_" not in name:
        return
    named = option_named(name)
    assert named in OPTIONS[name]
    assert {*answers(name).rules[:CLOSEST]} & OPTIONS[name]
    assert named in run("show", "ema-2025", name)[1]
    found = json.loads(run("find", name, "--format", "json")[1])
    assert OPTIONS[name] & {option["path"] for option in found["options"]}


@each("own", other_ids())
def test_a_suggestion_translates_a_word_of_another_vocabulary(own: str) -> None:
    word = own.rpartition(".")[2]
    for name in other_ids()[own]:
        assert closest_word(name, ["xyzzy", word, f"{name}x"]) == word
        assert closest_word(name.upper(), [own, f"{name}x"]) == own
        assert closest_word(name, ["xyzzy"]) == ""


@each("word", PLAYERS_WORDS)
def test_a_players_word_finds_rules_in_each_command(word: str) -> None:
    assert run("find", word)[0] == 0
    assert answers(word).candidates
    status, output = run("show", "ema-2025", word)
    assert status == 0 or "Did you mean" in output


def test_a_yaku_is_shown_under_each_of_its_names() -> None:
    shown = {yaku for yaku in ROMAJI.values() if f"yaku.{yaku}" in options()}
    for yaku in sorted(shown)[::10]:
        name = next(name for name, of in ROMAJI.items() if of == yaku)
        assert f"yaku.{yaku}" in run("show", "ema-2025", name)[1]
        assert f"yaku.{yaku}" in answers(name).rules[:3]

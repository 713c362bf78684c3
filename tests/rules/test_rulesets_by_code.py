"""Rulesets made by a program: from other rulesets, from data and from text."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given
from pydantic import ValidationError
from strategies import rulesets

import riichi_core as rc
from riichi_core.rules.library import shipped
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import RulesetError

EMA = rc.load("ema-2016")
RAISED = ["four_han_thirty_fu"]
CLUB = {
    "format": 1,
    "ruleset": "club",
    "title": "Club",
    "extends": "ema-2016",
    "limits": {"raised_to_mangan": {"value": RAISED, "house": "voted 2026-03", "note": "simpler"}},
}
WIN = rc.Win("234m567p678s55p34s", "5s", by="ron", seat="south", riichi=True, dora="1m")


def as_json(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data after writing it as JSON and reading it back."""
    copied: dict[str, Any] = json.loads(json.dumps(data))
    return copied


OWN_WORDS = {
    "other_rules": {"Table fee": "3 euros"},
    "history": [
        {"date": "2025", "change": "Players start with 25,000 points.", "why": "Time."},
        {"date": "2026-03-12", "change": "Head bump."},
    ],
}


# ---- other values --------------------------------------------------------------------------------


def test_a_replaced_option_changes_the_score() -> None:
    before = EMA.replace({"limits.raised_to_mangan": ["four_han_thirty_fu"]}, id="before")
    after = before.replace({"limits.raised_to_mangan": []}, id="after", title="After")
    scores = [rc.score(WIN, ruleset) for ruleset in (before, after)]
    assert [score.points for score in scores if score] == [8000, 7700]
    assert (after.id, after.title, after.short_title) == ("after", "After", "After")
    assert (after.base, after.changes) == (before, ("limits.raised_to_mangan",))


@each(
    "values, value",
    [
        ({"yaku.all_simples.open": None}, {"concealed": 1}),
        ({"yaku.tanyao.open": None}, {"concealed": 1}),
        ({"yaku.all_simples": {"yakuman": 2}}, {"yakuman": 2}),
        ({"yaku": {"all_simples": {"yakuman": 2}}}, {"yakuman": 2}),
        ({"yaku.all_simples": rc.load("wrcr-2015").rules.yaku.pinfu}, {"concealed": 1}),
    ],
)
def test_values_can_be_given_as_in_a_file_or_typed(values: dict[str, Any], value: object) -> None:
    assert EMA.replace(values).rules.written_value("yaku.all_simples") == value


def test_all_wrong_values_are_listed_with_their_options() -> None:
    values = {"limits.raised_to_mangan": ["five_han"], "winning.minimum_han": "two", "dora.uro": 1}
    with pytest.raises(RulesetError) as caught:
        EMA.replace(values, id="mine")
    assert [(p.path, p.code) for p in caught.value.problems] == [
        ("dora.uro", "no-option"),
        ("limits.raised_to_mangan[1]", "bad-value"),
        ("winning.minimum_han", "wrong-type"),
    ]
    assert caught.value.problems[0].suggestion == "dora.ura"
    assert str(caught.value).startswith("error[no-option] dora.uro: there is no option 'dora.uro'")


def test_contradictory_values_are_refused() -> None:
    with pytest.raises(RulesetError, match=r"result\.uma"):
        EMA.replace({"result.uma": [15000, 5000, -5000, -5000]})


def test_the_id_of_a_book_is_refused() -> None:
    with pytest.raises(RulesetError, match="'ema-2016' is the id of a book"):
        EMA.replace({"winning.minimum_han": 2}, id="ema-2016")


@each("values", [{"tiles.red_fives": object()}, {"tiles.red_fives": {1: 2}}, ["winning"], None])
def test_values_impossible_in_a_file_are_refused(values: Any) -> None:
    with pytest.raises(RulesetError, match="expected"):
        EMA.replace(values)


def test_endless_data_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(RulesetError, match="nested more than"):
        rc.Ruleset.from_dict({**CLUB, "limits": {"raised_to_mangan": endless}})


# ---- data and text -------------------------------------------------------------------------------


@each("load", [rc.load, rc.Ruleset.from_dict])
def test_a_ruleset_can_be_made_from_data(load: Callable[[Any], rc.Ruleset]) -> None:
    club = load(CLUB)
    assert (club.id, club.file, club.base) == ("club", "", EMA)
    assert club.rules.limits.raised_to_mangan == (*RAISED,)
    assert club.provenance["limits.raised_to_mangan"].note == "simpler"
    assert club.to_dict() == CLUB


def test_a_text_and_a_file_load_as_the_same_ruleset(tmp_path: Path) -> None:
    club = rc.load(CLUB)
    text = club.to_yaml()
    path = tmp_path / "club.yaml"
    path.write_text(text, encoding="utf-8")
    assert rc.load(text) == rc.load(path) == club
    assert text.splitlines()[-2:] == [
        "limits:",
        "  raised_to_mangan: {value: [four_han_thirty_fu], house: voted 2026-03, note: simpler}",
    ]


@each("name", shipped())
def test_a_shipped_ruleset_survives_a_round_trip_as_json(name: str) -> None:
    ruleset = rc.load(name)
    copied = rc.Ruleset.from_dict(as_json(ruleset.to_dict()))
    assert copied == ruleset
    assert hash(copied) == hash(ruleset)
    assert rc.load(ruleset.to_yaml()) == ruleset


@given(rulesets())
def test_any_house_rules_survive_a_round_trip_as_json(ruleset: rc.Ruleset) -> None:
    copied = rc.Ruleset.from_dict(as_json(ruleset.to_dict()))
    assert copied.rules == ruleset.rules
    assert copied.provenance == ruleset.provenance


def test_house_rules_over_rules_made_in_code_state_all_their_changes() -> None:
    first = EMA.replace({"winning.minimum_han": 2}, id="first")
    second = first.replace({"limits.raised_to_mangan": []}, id="second")
    data = second.to_dict()
    assert (data["extends"], data["winning"]) == ("ema-2016", {"minimum_han": 2})
    assert rc.Ruleset.from_dict(data).rules == second.rules


def test_own_words_survive_a_round_trip_and_rules_made_in_code(tmp_path: Path) -> None:
    club = rc.load(CLUB | OWN_WORDS)
    assert rc.load(club.to_yaml()).to_dict() == CLUB | OWN_WORDS
    assert club.replace({}, id="later").to_dict().items() >= OWN_WORDS.items()
    path = tmp_path / "club.yaml"
    path.write_text(club.to_yaml(), encoding="utf-8")
    later = rc.load(path).replace({}, id="later")  # these extend a file, which has its own words
    assert not OWN_WORDS.keys() & later.to_dict().keys()
    assert rc.load(later.to_dict()).history == later.history == club.history


def test_an_extended_file_is_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.yaml").write_text(rc.load(CLUB).to_yaml(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    evening = rc.load("./club.yaml").replace({"winning.minimum_han": 2}, id="evening")
    data = evening.to_dict()
    monkeypatch.chdir("/")
    copied = rc.Ruleset.from_dict(data)
    assert (copied.rules, copied.base) == (evening.rules, evening.base)


@each(
    "data, code",
    [
        ({}, "missing-key"),
        ({**CLUB, "title": ""}, "wrong-length"),
        ({**CLUB, "extends": "ema-2061"}, "bad-extends"),
        ({**CLUB, "limit": {}}, "unknown-key"),
        ({**CLUB, "limits": {"raised_to_mangan": 3}}, "wrong-type"),
    ],
)
def test_wrong_data_has_the_errors_of_a_file(data: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesetError) as caught:
        rc.Ruleset.from_dict(data)
    assert code in {problem.code for problem in caught.value.problems}


# ---- values that cannot change -------------------------------------------------------------------


def test_a_ruleset_can_be_a_dictionary_key() -> None:
    scored: list[rc.Ruleset] = []

    @lru_cache
    def points(ruleset: rc.Ruleset) -> int:
        scored.append(ruleset)
        score = rc.score(WIN, ruleset)
        return score.points if score else 0

    assert points(EMA) == points(rc.load("ema-2016")) == points(rc.load(EMA.to_yaml()))
    assert len(scored) == 1
    assert len({EMA, rc.load("ema-2025"), EMA.replace({"winning.minimum_han": 2})}) == 3


def test_the_sources_of_a_ruleset_cannot_change() -> None:
    sources: Any = EMA.provenance
    with pytest.raises(TypeError):
        sources["winning.minimum_han"] = None
    with pytest.raises(AttributeError):
        sources.clear()


@each("update", [{"winning": None}, {"wining": EMA.rules.winning}])
def test_a_copy_of_the_rules_accepts_only_values_of_the_right_type(update: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EMA.rules.model_copy(update=update)


def test_a_copy_of_a_chapter_accepts_only_values_of_the_right_type() -> None:
    with pytest.raises(ValidationError):
        EMA.rules.winning.model_copy(update={"minimum_han": "two"})
    two = EMA.rules.winning.model_copy(update={"minimum_han": 2})
    assert (two.minimum_han, two.tile_not_kept_apart) == (2, EMA.rules.winning.tile_not_kept_apart)


@each("name", shipped())
def test_a_copy_accepts_every_value_of_a_chapter(name: str) -> None:
    rules = rc.load(name).rules
    for chapter, model in chapters().items():
        values = {field: getattr(getattr(rules, chapter), field) for field in model.model_fields}
        assert getattr(rules, chapter).model_copy(update=values) == getattr(rules, chapter)

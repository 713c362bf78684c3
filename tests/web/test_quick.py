"""The short form: the values of its choices, and their equivalents in the full form."""

from __future__ import annotations

from itertools import combinations as pairs
from typing import Any

import pytest
from asked import asked
from each import each
from effort import LONG, SHAPES

from riichi.locale import Locale
from riichi.web.controls import form_html
from riichi.web.house_rules import HouseRulesFile
from riichi.web.local_yaku import local_yaku
from riichi.web.quick import (
    Values,
    Way,
    combinations,
    decisions,
    doors,
    fields,
    is_played,
    quick_data,
)
from riichi.web.rulesets import search_words, shipped
from riichi.web.value_shape import shape_of, value_of_fields
from riichi_core.files.accepted_values import all_parts
from riichi_core.rules import library
from riichi_core.rules.glossary import fold_spelling, known_yaku, other_names
from riichi_core.rules.options import option_of
from riichi_core.rules.rules import chapters, options

EN = Locale("en")


def ways() -> list[Way]:
    return [way for decision in decisions() for way in decision.ways]


@pytest.mark.parametrize("values", [*combinations()], ids=str)
def test_the_fields_of_a_choice_have_its_values(values: Values) -> None:
    for path, one in fields(values).items():
        assert value_of_fields(shape_of(path), one, path) == values[path]


def errors(base: str, values: Values) -> list[str]:
    file = HouseRulesFile.new(base)
    for path, value in values.items():
        file = file.with_value(path, value)
    return [problem.code for problem in file.problems if problem.severity == "error"]


@each("base", library.shipped() if LONG else SHAPES)
def test_every_decision_is_valid_over_any_base(base: str) -> None:
    assert {
        str(values): errors(base, values) for values in combinations() if errors(base, values)
    } == {}


def test_no_two_decisions_contradict_each_other() -> None:
    """Every pair of decisions is tried; of abortive draws all four together."""
    ways = [*combinations()]
    alone = [values for values in ways if "play_on" not in str(values)]
    assert len(alone) >= 25
    for one, other in pairs(alone, 2):
        if not {*one} & {*other}:
            assert errors("ema-2025", {**one, **other}) == [], (one, other)


def test_custom_points_can_still_contradict_each_other() -> None:
    """The test above would find a contradiction: start and return differ, without oka."""
    assert errors("ema-2025", {"setup.starting_points": 25_000})


@each("language", ["en", "nl"])
def test_labels_are_short_and_sentences_complete(language: str) -> None:
    tr = Locale(language)
    for decision in decisions():
        assert len(tr(decision.title).split()) <= 5
    for way in ways():
        assert len(tr(way.label).split()) <= 5
        assert not way.says or tr(way.says).endswith(".")


def test_a_search_for_a_japanese_name_finds_its_rule() -> None:
    for decision in decisions():
        for name, values in [
            *((part, decision.ways[0].values) for part in decision.japanese.split(", ")),
            *((way.japanese, way.values) for way in decision.ways),
        ]:
            words = " | ".join(search_words().get(path, path) for path in values)
            assert fold_spelling(name) in fold_spelling(words), name


@each("language", ["en", "nl"])
def test_labels_of_choices_are_short_and_used(language: str) -> None:
    form = form_html(shipped("ema-2025"), Locale(language))
    labels = {
        (kind, label)
        for chapter in chapters().values()
        for field in chapter.model_fields.values()
        for part in (field, *(inner for _, inner in all_parts(field)))
        if (option := option_of(part)) is not None
        for kind, label in (option.labels or {}).items()
    }
    assert len(labels) > 60
    for kind, text in labels:
        assert kind.startswith("=") or len(Locale(language)(text).split()) <= 5
        assert Locale(language)(text) in form, kind


def test_parts_of_a_rule_are_a_list_if_that_covers_all_values() -> None:
    form = form_html(shipped("ema-2025"), EN)
    assert form.count('<select name="dora.kan_dora/=claimed/claimed"') == 1
    assert form.count('<select name="claims.winners"') == 0


# ---- doors ---------------------------------------------------------------------------------------


def test_starting_points_lead_to_shipped_rulesets_and_describe_them() -> None:
    found = {door.title: door for door in doors(EN)}
    assert [*found] == ["European tournament", "Like Mahjong Soul or Tenhou", "World Championship"]
    assert found["Like Mahjong Soul or Tenhou"].rulesets == {
        "mahjong-soul": "Mahjong Soul",
        "tenhou": "Tenhou",
    }
    # what both have: their points and their multiple ron differ
    assert found["Like Mahjong Soul or Tenhou"].says == (
        "Red fives: 3",
        "Game ends below 0",
        "East may stop when leading",
    )
    assert found["World Championship"].says == (
        "30,000, uma 15/5",
        "Red fives: None",
        "Two or more ron: Only one wins",
    )
    for names in other_names().doors.values():
        assert set(names) <= set(library.shipped())


@each(
    "base, key, label",
    [
        ("mahjong-soul", "points", "25,000, uma 15/5"),
        ("tenhou", "points", "25,000, oka, uma 20/10"),
        ("tenhou", "winners", "Two can win"),
        ("ema-2025", "winners", "All win"),
        ("ema-2012", "renhou", "Yakuman"),
        ("jpml-a", "points", None),  # its uma depends on the scores
    ],
)
def test_the_form_shows_the_choice_of_a_ruleset(base: str, key: str, label: str | None) -> None:
    (decision,) = (one for one in decisions() if one.key == key)
    played = [EN(way.label) for way in decision.ways if is_played(base, way)]
    assert played == ([] if label is None else [label])


# ---- local yaku ----------------------------------------------------------------------------------


def test_each_local_yaku_has_a_sentence_and_a_hand() -> None:
    cards = local_yaku(EN)
    assert len(cards) == len({*known_yaku()} - {path[5:] for path in options()})
    for card in cards:
        assert card.says.endswith(".")
        assert "<svg" in card.hand
    assert 5 <= sum(card.is_common for card in cards) <= 10


@each(
    "yaku, value, says",
    [
        ("open_riichi", {"concealed": 2}, "2 han, concealed only."),
        ("daisharin", {"yakuman": 1}, "Yakuman."),
        ("isshoku_sanjun", {"concealed": 3, "open": 2}, "3 han concealed, 2 open."),
        ("kinkei_dokuritsu", {"limit": "mangan"}, "Mangan."),
        ("ryansuu", {"concealed": 1}, ""),  # it has no usual worth
    ],
)
def test_a_local_yaku_is_added_at_its_usual_worth(
    yaku: str, value: dict[str, Any], says: str
) -> None:
    (card,) = (one for one in local_yaku(EN) if one.name == yaku)
    new = asked("start", base="ema-2025")
    answer = asked("set", file=new["file"], fields=card.fields)
    file = HouseRulesFile(answer["file"])
    assert file.value(f"yaku.{yaku}") == value
    assert card.usual == says


def test_the_script_has_data_for_each_choice_of_the_form() -> None:
    drawn = {decision.key: [way.key for way in decision.ways] for decision in decisions()}
    assert {one["key"]: [way["key"] for way in one["ways"]] for one in quick_data(EN)} == drawn

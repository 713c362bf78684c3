"""The shelf: rulesets from second-hand sources, graded and based on a book."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from each import each
from effort import GAMES, first, seed_of
from jsonschema import Draft202012Validator
from playing import check, moves
from running import printed, words

from riichi.schema import ruleset_schema
from riichi_core.files import yaml_document
from riichi_core.files.problem import Problem
from riichi_core.play.table import Table
from riichi_core.rules import library
from riichi_core.rules.load import examine, load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import GRADES, Provenance, Ruleset, ShelfHead
from riichi_core.rules.settings import setting
from riichi_core.seeded import SeededRandom
from riichi_validators import rulesets

SHELF = library.shelf()

TEXT = """\
format: 1
ruleset: league
title: A league, as others tell of it
extends: wrc-2025
verified: "2026-11-22"
sources:
  articles: {title: Its articles, author: A, licence: none, grade: quoting, sections: ["1", "2"]}
  page: {title: Its page, author: B, licence: none, grade: official, sections: [points]}
  blog: {title: A blog, author: C, licence: none, grade: secondary, sections: [all]}
setup:
  starting_points: {value: 25000, cite: "articles 1; blog all"}
dora:
  ura: {value: riichi_winners, cite: "blog all"}
result:
  uma: {value: [30000, 10000, -10000, -30000], cite: "blog all; page points", reading: "as read"}
  oka: {value: first, assumed: "the usual bonus"}
"""


def found(folder: Path, text: str = TEXT) -> tuple[Ruleset | None, list[Problem]]:
    path = folder / "league.yaml"
    path.write_text(text, encoding="utf-8")
    return examine(path)


def by_schema(text: str) -> bool:
    parsed, _ = yaml_document.parse(text, "league.yaml")
    assert parsed is not None
    return Draft202012Validator(ruleset_schema.file_schema("shelf")).is_valid(parsed.data)


# ---- a file --------------------------------------------------------------------------------------


def test_values_without_a_source_are_inherited_and_marked_as_assumed(tmp_path: Path) -> None:
    ruleset, problems = found(tmp_path)
    assert problems == []
    assert ruleset is not None
    base = load("wrc-2025")
    assert (ruleset.on_shelf, ruleset.extends, base.on_shelf) == (True, "wrc-2025", False)
    assert ruleset.changes == ("setup.starting_points", "result.uma", "result.oka")
    assert set(ruleset.provenance) == set(base.provenance) >= set(options())
    assert ruleset.rules.claims == base.rules.claims
    assert ruleset.provenance["claims.winners"] == Provenance("assumed", "as wrc-2025", "league")
    assert ruleset.provenance["result.oka"].text == "the usual bonus"
    assert ruleset.result_unit == base.result_unit


def test_a_citation_has_the_grade_of_its_best_source(tmp_path: Path) -> None:
    ruleset, _ = found(tmp_path)
    assert ruleset is not None
    grades = {path: law.grade for path, law in ruleset.provenance.items() if law.kind == "cite"}
    assert grades == {
        "setup.starting_points": "quoting", "dora.ura": "secondary", "result.uma": "official",
    }  # fmt: skip
    assert {law.grade for law in load("ema-2025").provenance.values()} == {"official", None}


@pytest.mark.parametrize(("old", "new", "code", "suggestion"), [
    ("grade: quoting", "grade: qouting", "bad-value", "quoting"),
    ("grade: quoting, ", "", "missing-key", ""),
    ("grade: quoting", "grad: quoting", "unknown-key", "grade"),
    ("blog all\"", "blog al\"", "no-section", "all"),
    ("cite: \"articles 1;", "cite: \"artikles 1;", "no-section", "articles"),
    ("extends: wrc-2025", "extends: wrc-2026", "bad-extends", "wrc-2025"),
    ("extends: wrc-2025", "extends: m-league", "bad-extends", ""),
    (", cite: \"articles 1; blog all\"", "", "no-provenance", ""),
    ("verified: \"2026-11-22\"\n", "", "missing-key", ""),
])  # fmt: skip
def test_each_error_is_reported_with_the_likely_intention(
    tmp_path: Path, old: str, new: str, code: str, suggestion: str
) -> None:
    text = TEXT.replace(old, new)
    ruleset, problems = found(tmp_path, text)
    assert ruleset is None
    assert code in {problem.code for problem in problems}
    assert suggestion in {problem.suggestion for problem in problems}


def test_the_schema_knows_the_form() -> None:
    assert by_schema(TEXT)
    assert not by_schema(TEXT.replace("grade: quoting", "grade: qouting"))
    assert not by_schema(TEXT.replace("grade: quoting, ", ""))
    assert not by_schema(TEXT.replace(', cite: "articles 1; blog all"', ""))
    assert not by_schema(TEXT.replace("extends: wrc-2025\n", ""))


def test_house_rules_can_extend_a_shelf_ruleset_and_keep_its_grades() -> None:
    room = load("mahjong-soul-east")
    assert (room.extends, room.changes, room.on_shelf) == ("mahjong-soul", ("end.rounds",), False)
    assert room.provenance["dora.kan_dora"].grade == "secondary"
    assert room.provenance["fouls.minor"].text == "as tenhou"


def test_house_rules_over_house_rules_keep_grades_but_the_shelf_extends_books(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.yaml"
    path.write_text("format: 1\nruleset: room\ntitle: A room\nextends: mahjong-soul-east\n")
    room = load(path)
    assert (room.extends, room.changes, room.on_shelf) == ("mahjong-soul-east", (), False)
    assert room.provenance["dora.kan_dora"].grade == "secondary"
    path.write_text(TEXT.replace("extends: wrc-2025", "extends: tenhou-east"), encoding="utf-8")
    (problem,) = [one for one in examine(path)[1] if one.code == "bad-extends"]
    assert problem.message == "'tenhou-east' is not a book; only a book can be extended"


def test_the_json_has_a_grade_for_text_not_by_the_organisation(tmp_path: Path) -> None:
    ruleset, _ = found(tmp_path)
    assert ruleset is not None
    told = {
        path: setting(ruleset, path, options()[path]).as_json().get("grade")
        for path in ("setup.starting_points", "dora.ura", "result.uma", "result.oka")
    }
    assert told == {
        "setup.starting_points": "quoting", "dora.ura": "secondary",
        "result.uma": None, "result.oka": None,
    }  # fmt: skip


# ---- what is printed ---------------------------------------------------------------------------


def test_the_list_of_rulesets_marks_second_hand_ones() -> None:
    text = words(printed("rulesets"))
    assert re.search(r" extends tenhou \d+ second-hand m", text)
    assert re.search(r" book \d+ cited, \d+ second-hand, \d+ assumed ema-2016 ", text)
    assert re.search(r" book, newest: ema \d+ of \d+ cited ", text)


@pytest.mark.parametrize("page", ["show", "sheet", "compare ema-2025"])
def test_printed_documents_say_that_they_are_second_hand(page: str) -> None:
    assert "Mahjong Soul is from second-hand sources: " in words(
        printed(*page.split(), "mahjong-soul")
    )


# ---- those that come along -----------------------------------------------------------------------


@each("name", [*SHELF, *library.rooms()])
def test_each_shelf_ruleset_loads_without_problems(name: str) -> None:
    path = library.shipped()[name]
    ruleset, problems = examine(path)
    assert problems == []
    assert ruleset is not None
    assert ruleset.id == name
    assert set(ruleset.provenance) == set(load(str(ruleset.extends)).provenance)


@each("name", SHELF)
def test_each_shelf_ruleset_gives_the_source_of_every_value(name: str) -> None:
    ruleset = load(name)
    assert isinstance(ruleset.head, ShelfHead)
    for path, law in ruleset.provenance.items():
        assert law.text.strip(), path
        assert law.ruleset == name
        assert (law.kind == "cite") == (law.grade in GRADES)
    cited = [law.text for law in ruleset.provenance.values() if law.kind == "cite"]
    for source in ruleset.head.sources:
        assert any(re.search(rf"(^|; ){source} ", text) for text in cited), source
    assert by_schema(SHELF[name].read_text(encoding="utf-8"))


@pytest.mark.random
@pytest.mark.parametrize("name", first([*SHELF, *library.rooms()]))
def test_random_games_end_and_replay_to_the_same_state(name: str) -> None:
    rules = load(name)
    for seed in map(seed_of, range(GAMES)):
        table = Table(rules, seed=seed)
        for _ in moves(table, SeededRandom(seed), silence=4 if seed % 2 else 0):
            if GAMES > 1:
                check(table)
        assert table.over
        again = Table(rules, seed=seed)
        again.resume(table.events)
        assert again.game == table.game


# ---- docs/reference/rulesets.md ------------------------------------------------------------------


def test_the_page_on_the_rulesets_is_current() -> None:
    assert rulesets.FILE.read_text(encoding="utf-8") == rulesets.page()


def test_the_pages_list_every_ruleset_and_the_unknown_rules_of_the_shelf() -> None:
    text = rulesets.page()
    pages = {path: text for _, path, text in rulesets.ruleset_pages()}
    for name in library.bases():
        assert f"\n| `{name}` |" in text
        assert f"(`{name}`)\n" in pages[f"reference/rulesets/{name}.md"]
    for name in SHELF:
        page = pages[f"reference/rulesets/{name}.md"]
        unknown = page.partition("\n## Not known\n")[2].partition("\n## ")[0]
        assumed = [path for path, law in load(name).provenance.items() if law.kind == "assumed"]
        for path in assumed:
            chapter, _, option = path.partition(".")
            assert re.search(rf"^- {chapter}: (all$|.*`{option}`)|`{path}: ", unknown, re.M), path


def test_the_shelf_has_the_expected_rulesets() -> None:
    asked = [
        "mahjong-soul",
        "m-league",
        "riichi-city",
        "jpml-a",
        "jpml-wrc",
        "saikouisen",
        "npm",
        "rmu-a",
        "rmu-b",
        "mu",
        "rrc",
        "wrc-2022",
    ]
    assert set(asked) <= set(SHELF)
    assert {path.parent for path in SHELF.values()} == {library.rulesets_dir() / "shelf"}


@each("name, path, words_of_reading", [
    ("mahjong-soul", "limits.raised_to_mangan", "other programs raise them"),
    ("mahjong-soul", "liability.covers", "whole hand"),
    ("mahjong-soul", "riichi.tiles_left", "allows it later"),
    ("mahjong-soul", "end.extension", "the game continues if East stays"),
    ("mu", "limits.several_yakuman", "up to four"),
    ("jpml-a", "result.uma", "8, 4, -4, -8"),
    ("jpml-a", "limits.counted_yakuman", "have none"),
    ("jpml-a", "yaku.blessing_of_man", "have no value"),
    ("saikouisen", "limits.several_yakuman", "did not add up"),
    ("npm", "limits.raised_to_mangan", "raise both"),
    ("rmu-a", "limits.counted_yakuman", "have it"),
    ("m-league", "end.dealer_stops", "East stop"),
    ("m-league", "liability.discard", "one program charges"),
    ("m-league", "chombo.tournament", "payment of a mangan"),
])  # fmt: skip
def test_a_reading_mentions_contradictory_sources(
    name: str, path: str, words_of_reading: str
) -> None:
    assert words_of_reading in load(name).provenance[path].reading

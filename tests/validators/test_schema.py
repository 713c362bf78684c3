"""The JSON Schemas refuse the same files as the model, which locates the errors."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from each import each
from jsonschema import Draft202012Validator
from schema_files import KINDS, RULESETS, Json, model_finds, right, validator, whole

from riichi.schema.kinds import RULESET_SCHEMAS, RulesetKind
from riichi.schema.record_schema import schema_text
from riichi.schema.ruleset_schema import aliases
from riichi_core.files import yaml_document
from riichi_core.rules import glossary
from riichi_core.rules.load import examine
from riichi_core.rules.rules import chapters
from riichi_validators import built_schemas
from riichi_validators.built_schemas import published

# ---- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_schema_matches_the_model(kind: RulesetKind) -> None:
    assert published(kind) == schema_text(kind)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_is_valid_and_has_its_own_id(kind: RulesetKind) -> None:
    Draft202012Validator.check_schema(whole(kind))
    assert whole(kind)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert whole(kind)["$id"] == RULESET_SCHEMAS[kind]


def test_the_schemas_are_written_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built_schemas, "FOLDER", tmp_path / "new")
    monkeypatch.setattr(built_schemas, "FILES", RULESET_SCHEMAS)
    written = [tmp_path / "new" / RULESET_SCHEMAS[kind] for kind in RULESET_SCHEMAS]
    assert [*built_schemas.write()] == written
    assert [path.read_text("utf-8") for path in written] == [*map(published, RULESET_SCHEMAS)]


@each("name", RULESETS)
def test_every_shipped_file_and_the_example_on_the_page_are_valid(name: str) -> None:
    file = right(name)
    assert [e.message for e in validator(file.kind).iter_errors(file.data)] == []
    assert file.data["ruleset"] == name or name == "example"


def test_an_editor_shows_the_usual_worth_of_a_local_yaku() -> None:
    yaku = whole("house")["properties"]["yaku"]["properties"]
    assert yaku["open_riichi"]["description"].endswith("\nUsually: 2 han, concealed only.")
    assert "Usually" not in yaku["ryansuu"]["description"]


# ---- what every part of the schemas has ----------------------------------------------------------


def parts(found: Any, at: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every schema inside a schema, with its path."""
    if isinstance(found, dict):
        yield at, found
    for key, part in found.items() if isinstance(found, dict) else enumerate(found):
        if isinstance(part, dict | list):
            yield from parts(part, f"{at}/{key}")


def properties(kind: RulesetKind) -> Iterator[tuple[str, Json]]:
    """Yield every property that a file can have, whatever its name."""
    for at, part in parts(whole(kind)):
        if at.endswith(("/properties", "/patternProperties")):
            yield from ((f"{at}/{name}", found) for name, found in part.items())
        elif at.endswith("/additionalProperties"):
            yield at, part


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_has_a_title_and_a_description_in_sentences(kind: RulesetKind) -> None:
    for at, found in properties(kind):
        shown = found
        while "description" not in shown:
            shown = whole(kind)["$defs"][shown["$ref"].removeprefix("#/$defs/")]
        assert re.search(r"\w\W*\.$", shown["description"]), at
        assert shown["title"], at


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_describes_its_words_and_the_expected_value(kind: RulesetKind) -> None:
    for chapter, model in chapters().items():
        for name, option in model.options():
            found = whole(kind)["properties"][chapter]["properties"][name]
            lines = found["description"].split("\n")
            assert lines[0] == f"{option.title}."
            assert lines[-1].startswith("Expected: ")
            value = whole(kind)["$defs"][f"{chapter}.{name}"]
            words = [word for _, part in parts(value) for word in part.get("enum", ())]
            for word in words:
                assert any(line.startswith(f"{_as_written(word)}: ") for line in lines), name


def _as_written(word: Any) -> str:
    return f"[{', '.join(word)}]" if isinstance(word, list) else str(word)


@pytest.mark.parametrize("kind", KINDS)
def test_every_mapping_is_closed_and_only_the_provenance_is_an_exclusive_choice(
    kind: RulesetKind,
) -> None:
    for at, part in parts(whole(kind)):
        if "properties" in part and isinstance(part.get("type"), str | list):
            assert "additionalProperties" in part, at
            assert part["additionalProperties"] is not True, at
        assert "oneOf" not in part or at == "/$defs/one_provenance"
        assert len(part.get("enumDescriptions", "")) in (0, len(part.get("enum", "")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_definition_is_used_and_every_reference_leads_to_one(kind: RulesetKind) -> None:
    used = {part["$ref"] for _, part in parts(whole(kind)) if isinstance(part.get("$ref"), str)}
    assert used == {f"#/$defs/{name}" for name in whole(kind)["$defs"]}


def test_the_model_knows_every_other_name_of_a_yaku() -> None:
    ids = glossary.known_yaku()
    assert {"tanyao", "kokushi_musou", "heavenly_hand", "all_honors", "sananko"} <= set(aliases())
    assert not set(aliases()) & set(ids)
    assert {glossary.yaku_named(name) for name in aliases()} <= set(ids)


# ---- what only one of the two refuses ------------------------------------------------------------

HEAD = "format: 1\nruleset: a-club\ntitle: A club\nextends: ema-2016\n"


def own(words: str) -> str:
    return f"yaku: {{stairway: {{name: {{en: Stairway}}, worth: {{concealed: 2}}, {words}}}}}"


ONLY_THE_MODEL = {
    "the uma of the places sums to zero": "result: {uma: [30000, 10000, -10000, -20000]}",
    "a better place gets more uma": "result: {uma: [5000, 15000, -5000, -15000]}",
    "an open hand is worth no more": "yaku: {pinfu: {concealed: 1, open: 2}}",
    "options do not contradict each other": "setup: {starting_points: 40000}",
    "a yaku is given once, by whichever name": "yaku: {tanyao: none, all_simples: {concealed: 1}}",
    "a known yaku is not defined, in any spelling": (
        "yaku: {taanyao: {name: {en: Simples}, worth: {concealed: 1}, tiles: simple}}"
    ),
    "honours end at seven": own("tiles: 8z"),
    "a tile is named once": own("tiles: 11m"),
    "there are four of each tile": own("holds: 11111m"),
    "a waiting hand has thirteen tiles": own("waiting_hand: 123m"),
    "an occasion is not both given and excluded": own("when: riichi, unless: riichi"),
    "a tile is drawn or claimed": own("when: [self_draw, discard]"),
    "a concealed hand has no claimed set": own("concealed: true, claimed: 1+"),
    "a hand has four sets": own("sequences: 3, triplets: 2"),
    "seven pairs have no sets": own("form: seven_pairs, triplets: 1"),
    "a word stands beside any or in it": own("sequences: 1, any: [{sequences: 2}, {triplets: 2}]"),
}
"""Rules that JSON Schema cannot say, each with a file that breaks it."""

ONLY_THE_SCHEMA = {
    "another name of a yaku in capitals": "yaku: {Tanyao: none}",
    "another name of a yaku with hyphens": "yaku: {rinshan-kaihou: none}",
    "another name of a yaku in kanji": "yaku: {平和: none}",
    "another name of a yaku with other vowels": "yaku: {taanyao: none}",
    "more spaces than needed in a set": own("sets: sequence  n X"),
    "spaces within tiles": own("tiles: 1 9m"),
}
"""What the model lets pass, and an editor may mark as unusual, each with a file that has it."""


def judged(text: str, tmp_path: Path) -> tuple[bool, bool]:
    """Return whether the schema of house rules and the model accept a file."""
    path = tmp_path / "club.yaml"
    path.write_text(text, encoding="utf-8")
    parsed, _ = yaml_document.read(path)
    assert parsed is not None
    ruleset, _ = examine(path)
    return validator("house").is_valid(parsed.data), ruleset is not None


@pytest.mark.parametrize("rule", ONLY_THE_MODEL)
def test_only_the_model_finds_some_errors(rule: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{ONLY_THE_MODEL[rule]}\n", tmp_path) == (True, False)


@pytest.mark.parametrize("habit", ONLY_THE_SCHEMA)
def test_only_the_schema_refuses_some_files(habit: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{ONLY_THE_SCHEMA[habit]}\n", tmp_path) == (False, True)


@pytest.mark.parametrize("name", ["tanyao", "stairway"])
def test_a_book_must_use_yaku_ids_although_the_model_accepts_other_names(name: str) -> None:
    file = right("ema-2016")
    own_worth = {"name": {"en": "Stairway"}, "worth": {"concealed": 2}, "sequences": 4}
    leaf = {"value": own_worth if name == "stairway" else "none", "cite": "4.2.1"}
    yaku = {key: law for key, law in file.data["yaku"].items() if key != "all_simples"}
    if name == "stairway":
        yaku = file.data["yaku"]
    data = {**file.data, "yaku": {**yaku, name: leaf}}
    assert not validator("book").is_valid(data)
    assert model_finds(file, data, ("yaku", name)) == []


# ---- the yaku of a club --------------------------------------------------------------------------

LAWFUL = {
    "a chapter with nothing but comments": "claims: null",
    "a known local yaku": "yaku: {daisharin: {yakuman: 1}}",
    "a known yaku by another name": "yaku: {heavenly_hand: {yakuman: 2}}",
    "American spelling": "yaku: {all_honors: {yakuman: 2}}",
    "concealed only, said with null": "yaku: {all_simples: {concealed: 1, open: null}}",
    "a yaku of one's own with who decided it": (
        "yaku: {stairway: {value: {name: {ja: Kaidan}, worth: {concealed: 2}, sequences: 4}, "
        "house: all}}"
    ),
    "one round": "end: {rounds: 1}",
    "nobody stays": "dealer: {stays_on: []}",
}
UNLAWFUL = {
    "a worth for a yaku that nobody knows": "yaku: {stairway: {concealed: 2}}",
    "a slip in the id of a known yaku": "yaku: {riichy: {concealed: 2}}",
    "a definition of a known yaku": "yaku: {tanyao: {name: {en: A}, worth: none, tiles: simple}}",
    "a yaku without a condition": own("replaces: pinfu"),
    "a yaku without a name": "yaku: {stairway: {worth: none, sequences: 4}}",
    "a yaku with an unreadable name": own("sequences: 4").replace("en: Stairway", "kanji: 平和"),
    "a name of spaces": own("pair: dragon").replace("en: Stairway", "en: ' '"),
    "a yaku with a bad id": own("sequences: 4").replace("stairway", "Stair way"),
    "an unknown word in a definition": own("sequences: 4, dragons: 2"),
    "counted without sets": own("sequences: 4, counted: true"),
    "an alternative without a condition": own("any: [{sequences: 4}, {}]"),
    "only one alternative": own("any: [{sequences: 4}]"),
    "rounds by their winds": "end: {rounds: [east, south]}",
    "no round": "end: {rounds: 0}",
    "a word twice": "dealer: {stays_on: [win, win]}",
    "nothing that calls a hand off": (
        "draws: {abortive: {kinds: [], four_riichi_hands: shown, four_quads_end: at_once, "
        "counter: added, dealer: stays, bets: stay}}"
    ),
    "a number that is not a multiple": "dealer: {counter_value: 150}",
    "three places of uma": "result: {uma: [10000, 0, -10000]}",
    "five places of uma": "result: {uma: [10000, 0, 0, 0, -10000]}",
    "a decimal": "setup: {starting_points: 30000.5}",
    "two kinds of worth": "yaku: {pinfu: {concealed: 1, yakuman: 1}}",
    "two ways at once": ("chombo: {casual: {after_uma: 20000, at_table: 20000}}"),
    "no value": "claims: {winners: null}",
    "a law of books in house rules": 'claims: {winners: {value: head_bump, cite: "3"}}',
    "a note alone": "claims: {winners: {note: as ever}}",
}


@pytest.mark.parametrize("case", LAWFUL)
def test_schema_and_model_both_accept_a_valid_file(case: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{LAWFUL[case]}\n", tmp_path) == (True, True)


@pytest.mark.parametrize("case", UNLAWFUL)
def test_schema_and_model_both_refuse_an_invalid_file(case: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{UNLAWFUL[case]}\n", tmp_path) == (False, False)


def test_the_schemas_are_plain_json_with_a_final_newline() -> None:
    for kind in KINDS:
        assert published(kind).endswith("}\n")
        assert json.loads(published(kind)) == whole(kind)

"""The schema of scenario files accepts the shipped ones and refuses wrong ones."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from each import each
from effort import LONG
from jsonschema import Draft202012Validator

from riichi.schema.record_schema import scenario_schema
from riichi_core.files import yaml_document
from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.expected import expected_of
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.scenario import default_folder

SHIPPED = sorted(default_folder().rglob("*.yaml"))
BAD = sorted((Path(__file__).resolve().parents[1] / "scenarios" / "bad").glob("*.yaml"))

TOLD_BY_THE_LOADER = {
    "deal-abort-impossible": "whose riichi a cause goes with",
    "deal-abort-too-few": "whose riichi a cause goes with",
    "deal-abort-turn": "when a foul was found against a cause",
    "given-game-signal": "a number against the length of a list",
    "given-tournament-three": "how many rows a table has",
    "id-twice": "a schema does not compare two scenarios",
    "option-one-ruleset": "what two rulesets have for an option",
    "option-the-same": "what two rulesets have for an option",
    "option-yaku-by-its-name": "a ruleset may define a yaku of that id",
    "play-act-without-its-tiles": "how an act is written",
    "play-dice-and-hands": "fields that exclude each other",
    "play-hand-of-fourteen": "how many tiles a text has",
    "play-expects-tiles": "how tiles are written",
    "ruleset-misspelt": "which rulesets the call names",
    "ruleset-variant-misspelt": "which variants there are",
    "points-octal": "how YAML is written",
    "valid-yes": "how YAML is written",
    "variant-contradiction": "two options against each other",
    "variant-extends-club": "which file is a book",
    "variant-extends-unknown": "which books there are",
    "variant-named-as-a-book": "which rulesets there are",
    "variant-named-as-a-club": "which rulesets there are",
    "warn-variant-not-expected": "no fault, but of no use",
    "warn-variant-same-as-book": "no fault, but of no use",
    "win-too-many-tiles": "how many tiles a text has",
    "yaku-by-its-name": "a ruleset may define a yaku of that id",
    "yaku-misspelt": "a ruleset may define a yaku of that id",
    "yaku-of-no-house": "a ruleset may define a yaku of that id",
    "yaml-duplicate-key": "how YAML is written",
}
"""Files with something wrong that no schema can see: what it is about."""


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(scenario_schema())


def data_of(path: Path) -> Any:
    """Return the data of a file; None if it is not valid YAML."""
    read, _ = yaml_document.read(path)
    return None if read is None else read.data


@each("path", SHIPPED[:: 1 if LONG else 15])
def test_every_shipped_file_matches_the_schema(path: Path) -> None:
    errors = [
        f"{list(e.absolute_path)}: {e.message}" for e in validator().iter_errors(data_of(path))
    ]
    assert errors == []


@each("path", BAD)
def test_structural_errors_are_refused(path: Path) -> None:
    _, problems = read_scenarios(path)
    assert problems
    if path.stem not in TOLD_BY_THE_LOADER:
        data = data_of(path)
        assert data is None or not validator().is_valid(data)


@each("path", BAD)
def test_errors_that_only_the_loader_finds_are_listed(path: Path) -> None:
    data = data_of(path)
    if data is not None and validator().is_valid(data):
        assert path.stem in TOLD_BY_THE_LOADER


ONE = {"scenario": "one", "clauses": [], "says": "One.", "given": {"win": {}}, "expect": {}}
RIGHT: dict[str, dict[str, Any]] = {
    "win": {"hand": "234m55p12345678s", "winning_tile": "9s", "won_by": "discard"},
    "deal": {"end": "exhaustive_draw"},
    "game": {"deals": [{"end": "exhaustive_draw"}]},
    "tournament": {"rows": [{"player": "Ana", "points": 30000}]},
    "foul": {"name": "swap_call"},
    "play": {"acts": [{"east": "discard 5p"}]},
}


def entry(kind: str, facts: Any, expected: Any) -> list[Any]:
    return [{**ONE, "given": {kind: facts}, "expect": {"ema-2016": expected}}]


@each("kind", RIGHT)
def test_each_kind_has_its_facts_and_its_parts(kind: str) -> None:
    facts = RIGHT[kind]
    for name in expected_of(KINDS[kind]).model_fields:
        assert not validator().is_valid(entry(kind, facts, {name: {"nonsense": 1.5}}))
    error = {"error": "contradiction"}
    assert validator().is_valid(entry(kind, facts, error))
    assert not validator().is_valid(entry(kind, facts, {"nonsense": 1}))
    assert not validator().is_valid(entry(kind, facts, {}))
    assert not validator().is_valid(entry(kind, {**facts, "nonsense": 1}, error))


def test_facts_may_be_wrong_if_an_error_is_expected() -> None:
    facts = {**RIGHT["win"], "winning_tile": 9}
    assert validator().is_valid(entry("win", facts, {"error": True}))
    assert not validator().is_valid(entry("win", facts, {"valid": True}))
    assert not validator().is_valid(entry("win", RIGHT["win"], {"error": False}))
    assert not validator().is_valid(entry("win", RIGHT["win"], {"error": True, "han": 1}))


def test_every_kind_is_known() -> None:
    definitions = scenario_schema()["$defs"]
    for kind in KINDS:
        assert {f"given.{kind}", f"facts.{kind}", f"expected.{kind}"} <= set(definitions)

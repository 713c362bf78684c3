"""Values whose source is games: in house rules, in books, and as people read them."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from running import printed, riichi, words
from schema_files import validator

from riichi.web.house_rules import HouseRulesFile
from riichi_core.rules.load import examine
from riichi_core.rules.ruleset import Ruleset

OBSERVED = "38 of 40 games, May 2025 to June 2026"
CLUB = f"""format: 1
ruleset: club
title: The club
extends: ema-2025
limits:
  raised_to_mangan: {{value: [], observed: "{OBSERVED}", note: "see the folder"}}
"""
PATH = "limits.raised_to_mangan"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.yaml"
    path.write_text(CLUB, encoding="utf-8")
    return path


def test_observed_is_a_source_of_its_own_kind(club: Path) -> None:
    ruleset, problems = examine(club)
    assert ruleset is not None, problems
    source = ruleset.provenance[PATH]
    assert (source.kind, source.text, source.note) == ("observed", OBSERVED, "see the folder")
    assert source.place.endswith("club.yaml:6")
    assert Ruleset.from_dict(ruleset.to_dict()) == ruleset


@pytest.mark.parametrize(
    "call",
    [("show", PATH), ("compare",), ("rulebook",), ("rulebook", "--language", "nl"),
     ("show", PATH, "--language", "nl")],
    ids=" ".join,
)  # fmt: skip
def test_commands_print_the_games(call: tuple[str, ...], club: Path) -> None:
    command, *more = call
    second = ["ema-2025"] if command == "compare" else []
    text = words(printed(command, club, *second, *more))
    observed = "waargenomen" if "nl" in call else "observed"
    assert f"{observed}: {OBSERVED}" in text


def test_check_accepts_observed_and_rejects_two_sources(club: Path) -> None:
    assert "valid" in printed("check", club)
    club.write_text(CLUB.replace("note:", "house:"), encoding="utf-8")
    told = words(riichi("check", club, status=1).output)
    assert (
        "error[two-provenances] limits.raised_to_mangan: 'house' and 'observed' contradict" in told
    )
    assert 'house: "who decided it" or observed: "in which games"' in told


def test_a_book_can_observe_a_value_only_without_another_source(tmp_path: Path) -> None:
    book = Path("rulesets/ema-2016.yaml").read_text(encoding="utf-8")
    line = next(part for part in book.splitlines() if "starting_points" in part)
    value = f'{line[: line.index("cite")]}observed: "12 games"}}'
    path = tmp_path / "seen.yaml"
    path.write_text(book.replace(line, value).replace("ruleset: ema-2016", "ruleset: seen"),
                    encoding="utf-8")  # fmt: skip
    ruleset, problems = examine(path)
    assert ruleset is not None, problems
    assert ruleset.provenance["setup.starting_points"].label() == "observed: 12 games"
    assert "1 observed in games" in words(printed("show", path))
    both = value.replace("observed", 'cite: "1.4", observed')
    path.write_text(
        book.replace(line, both).replace("ruleset: ema-2016", "ruleset: seen"), encoding="utf-8"
    )
    assert [problem.code for problem in examine(path)[1]] == ["two-provenances"]


def test_the_schema_of_house_rules_has_observed_or_house() -> None:
    rules = validator("house")
    assert rules.is_valid(yaml.safe_load(CLUB))
    assert not rules.is_valid(yaml.safe_load(CLUB.replace("note:", "house:")))
    assert rules.is_valid(yaml.safe_load(CLUB.replace("observed:", "house:")))


def test_another_value_on_the_page_is_no_longer_observed() -> None:
    file = HouseRulesFile(CLUB)
    same = file.with_value(PATH, [])
    assert OBSERVED in same.text
    other = file.with_value(PATH, ["four_han_thirty_fu"])
    assert OBSERVED not in other.text
    assert "see the folder" in other.text
    decided = file.with_value(PATH, [], "voted in March")
    assert OBSERVED not in decided.text
    assert decided.reason(PATH) == "voted in March"

"""Rules in an address: short, the same when read, and readable for good."""

from __future__ import annotations

import hashlib
from pathlib import Path
from statistics import median

import pytest

from riichi_core import load
from riichi_core.rules import library
from riichi_core.rules.address import LARGEST_FILE, address_of, code_of
from riichi_core.rules.library import FILE_MARK
from riichi_core.rules.ruleset import RulesetError

PAGE = "https://club.example/rules/"
HOUSES = [path for path in sorted((Path(__file__).parents[1] / "houses").glob("*.yaml"))
          if ".says" not in path.name]  # fmt: skip
GOAL = 300
"""The letters that a code on a card may take."""

PRINTED = "https://club.example/#r=w6IXfOsOVKNzYtrhlXDfYmrHclEg4gYi9J1U-Pf5AAA"
"""An address on a card that somebody may have printed."""


def test_an_address_of_each_shipped_ruleset_is_its_name() -> None:
    for name in library.shipped():
        assert address_of(load(name), PAGE) == f"{PAGE}#b={name}"
        assert load(f"{PAGE}#b={name}") == load(name)


@pytest.mark.parametrize("name", library.house_rulesets())
def test_a_clubs_rules_fit_an_address(name: str) -> None:
    club = load(library.house_rulesets()[name].read_text(encoding="utf-8"))
    address = address_of(club, PAGE)
    assert load(address) == club
    assert len(address) <= GOAL


def test_the_rules_of_real_clubs_fit_an_address() -> None:
    codes = {}
    for path in HOUSES:
        club = load(path)
        codes[path.stem] = address_of(club, "").removeprefix(FILE_MARK)
        assert load(FILE_MARK + codes[path.stem]).rules == club.rules
    assert median(map(len, codes.values())) <= GOAL / 1.5
    assert sum(len(code) <= GOAL for code in codes.values()) >= len(codes) * 0.8


def test_an_address_contains_the_rules_of_each_file_of_a_chain(tmp_path: Path) -> None:
    head = "format: 1\nruleset: {0}\ntitle: {0}\nextends: {1}\n"
    first, later = tmp_path / "first.yaml", tmp_path / "later.yaml"
    first.write_text(head.format("first", "ema-2025") + "other_rules: {Fee: 3 euros}\n"
                     "end: {bust: below_zero}\n", "utf-8")  # fmt: skip
    later.write_text(head.format("later", "first.yaml") + "dora: {kan_dora: none}\n", "utf-8")
    found = load(address_of(load(later), PAGE))
    assert found.rules == load(later).rules
    assert (found.extends, found.other_rules) == ("ema-2025", {"Fee": "3 euros"})


def test_a_printed_address_is_readable_for_good() -> None:
    words = (library.rulesets_dir() / "address-words.txt").read_bytes()
    assert (
        hashlib.sha256(words).hexdigest()
        == "1de1c605c782dd69be4846980f24960d296f7a60f30cf4c2ab313e9c3e08d072"
    )
    assert load(PRINTED).changes == ("claims.winners", "result.uma")


def test_a_file_that_is_too_large_is_refused() -> None:
    with pytest.raises(RulesetError, match="larger than"):
        load(PAGE + FILE_MARK + code_of("x" * (LARGEST_FILE + 1)))


@pytest.mark.parametrize("code", ["", "AAAA", "%%%", "é"])
def test_a_damaged_address_is_refused(code: str) -> None:
    with pytest.raises(RulesetError, match="missing or changed"):
        load(PAGE + FILE_MARK + code)

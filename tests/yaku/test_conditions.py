"""The conditions of a yaku: prepared by the build, and made from its definition."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from each import each
from pricing import define

from riichi_core.analysis import conditions
from riichi_core.analysis.conditions import (
    conditions_of,
    pack_limits,
    prepared_conditions,
    within,
    yaku_conditions_file,
)
from riichi_core.analysis.matcher import YakuMatcher, yaku_matcher
from riichi_core.files.files import last_change
from riichi_core.rules.glossary import known_yaku


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the prepared file, which is read instead of it."""
    copy = tmp_path / "yaku-conditions.json"
    copy.write_bytes(yaku_conditions_file().read_bytes())
    monkeypatch.setattr(conditions, "yaku_conditions_file", lambda: copy)
    conditions._prepared.cache_clear()
    yield copy
    conditions._prepared.cache_clear()


def tables(matcher: YakuMatcher) -> dict[str, object]:
    """Everything that a matcher looks up, after it has entered all known yaku."""
    matcher.track(known_yaku())
    own = {name: value for name, value in vars(matcher).items() if name != "_prepared"}
    return own | {"suits": [vars(suit) for suit in matcher.suits]}


def no_expansion(*_: object) -> None:
    pytest.fail("a definition was expanded")


@each("yaku", known_yaku())
def test_the_prepared_conditions_equal_those_of_the_definition(yaku: str) -> None:
    prepared, made = prepared_conditions(yaku), conditions_of(known_yaku()[yaku])
    assert prepared is not None
    assert prepared == made
    assert [*prepared["choice"]] == [*made["choice"]]


def test_a_matcher_has_the_same_tables_without_prepared_conditions() -> None:
    assert tables(yaku_matcher()) == tables(YakuMatcher(known_yaku()))


def test_known_yaku_are_not_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "expand", no_expansion)
    assert yaku_matcher().track(known_yaku())


def test_a_clubs_own_yaku_is_expanded_even_with_a_known_id() -> None:
    own = define(tiles="simple", quads=2)
    matcher, alone = yaku_matcher((("pinfu", own),)), YakuMatcher({"pinfu": own})
    for each_matcher in (matcher, alone):
        each_matcher.track(["pinfu"])
    assert matcher.groups == alone.groups
    assert vars(matcher.suits[0]) == vars(alone.suits[0])
    assert conditions_of(own) != prepared_conditions("pinfu")


def test_conditions_of_other_definitions_are_ignored(file: Path) -> None:
    assert prepared_conditions("pinfu") is not None
    conditions._prepared.cache_clear()
    other = json.loads(file.read_bytes()) | {"sha256": "other"}
    file.write_text(json.dumps(other), encoding="utf-8")
    assert prepared_conditions("pinfu") is None
    assert tables(yaku_matcher()) == tables(YakuMatcher(known_yaku()))


@pytest.mark.parametrize("folder", ["rules", "analysis", "hands"])
def test_conditions_older_than_the_code_are_ignored(
    file: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (code,) = [path for path in conditions._CODE if path.name == folder]
    monkeypatch.setattr(conditions, "_CODE", (code,))
    before = last_change(code) - 1
    os.utime(file, ns=(before, before))
    assert prepared_conditions("pinfu") is None


def test_conditions_are_made_when_none_are_prepared(file: Path) -> None:
    file.unlink()
    assert prepared_conditions("pinfu") is None
    assert tables(yaku_matcher()) == tables(YakuMatcher(known_yaku()))


def test_an_impossible_yaku_has_no_bits() -> None:
    matcher = YakuMatcher(
        {"twice": define(sets=["triplet 1 m", "triplet 1 m"]), "quads": define(quads=4)}
    )
    matcher.track(["twice", "quads"])
    assert matcher.groups == {"twice": 0, "quads": 1}


def test_limits_include_both_ends() -> None:
    limits = pack_limits(2, 100)
    assert [number for number in (0, 1, 2, 50, 100, 101) if within(number, limits)] == [2, 50, 100]

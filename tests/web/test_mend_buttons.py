"""Each error on the page has a button that fixes it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from asked import asked
from clashes import CLASHES, Values
from each import each
from effort import LONG, first

from riichi.locale import languages
from riichi.web.house_rules import HouseRulesFile
from riichi_core.rules.rules import options

BASES = ("ema-2025", "wrc-2025", "mahjong-soul", "tenhou") if LONG else ("ema-2025",)

Json = dict[str, Any]


def file_with(values: Values, base: str = "ema-2025") -> str:
    file = HouseRulesFile.new(base)
    for path, value in values.items():
        file = file.with_value(path, value)
    return file.text


@cache
def answered(file: str, language: str = "en") -> Json:
    return asked("set", file=file, language=language)


def said(problem: Json) -> tuple[str, frozenset[str]]:
    """Return the words of a problem and its options."""
    return problem["text"], frozenset([problem["path"], *problem["also"]])


def mistakes(answer: Json) -> set[tuple[str, frozenset[str]]]:
    """Return the errors: each kind with its options."""
    return {
        (one["code"], frozenset([one["path"], *one["also"]]))
        for one in answer["problems"]
        if one["severity"] == "error"
    }


@each("base, values", [(base, values) for base in BASES for values in CLASHES[:: 1 if LONG else 2]])
def test_one_click_fixes_a_contradiction(base: str, values: Values) -> None:
    before = answered(file_with(values, base))
    for problem in before["problems"]:
        for mend in problem["fixes"]:
            after = asked("set", file=before["file"], fields=mend["fields"])
            assert said(problem) not in map(said, after["problems"]), mend
            assert mistakes(after) <= mistakes(before), mend


@each("path", [*options()][:: 1 if LONG else 8])
def test_an_impossible_option_is_fixed_with_the_value_of_the_base(path: str) -> None:
    before = asked("set", file=file_with({path: "nonsense"}))
    (problem,) = before["problems"]
    (mend,) = problem["fixes"]
    assert mend["says"] == "As in EMA 2025"
    after = asked("set", file=before["file"], fields=mend["fields"])
    assert (after["problems"], after["changes"]) == ([], [])


def test_an_impossible_yaku_is_fixed_by_removing_it() -> None:
    before = asked("set", file=file_with({"yaku.ladder": {"name": {"en": "Ladder"}, "worth": 7}}))
    for problem in before["problems"]:
        (mend,) = problem["fixes"]
        assert asked("set", file=before["file"], fields=mend["fields"])["changes"] == []


def test_a_fix_that_reverts_the_last_change_comes_last() -> None:
    values = {"setup.starting_points": 25000, "result.return_points": 30000, "result.oka": "first"}
    file = file_with(values, "mahjong-soul")
    for path, fields in (
        ("result.oka", {"result.oka": ["none"]}),
        ("result.return_points",
         {"result.return_points": ["=number"], "result.return_points/=number": ["20000"]}),
    ):  # fmt: skip
        answer = asked("set", file=file, fields={path: fields})
        (problem,) = (one for one in answer["problems"] if one["severity"] == "error")
        touches = [path in mend["fields"] for mend in problem["fixes"]]
        assert touches == sorted(touches), path
        assert touches[0] is False, path


@pytest.mark.parametrize("language", first(languages()))
def test_no_button_shows_an_id(language: str) -> None:
    for values in CLASHES:
        answer = answered(file_with(values), language)
        for problem in answer["problems"]:
            for text in (problem["text"], *(mend["says"] for mend in problem["fixes"])):
                assert not any(path in text for path in options()), text
                assert "_" not in text or problem["code"] == "same-as-base", text


@each(
    "uma, mirrored",
    [
        ([20000, 5000, -5000, -15000], [20000, 5000, -5000, -20000]),
        ([20000, 10000, -5000, -15000], [20000, 10000, -10000, -20000]),
        ([15000, 5000, -10000, -30000], [30000, 10000, -10000, -30000]),
        ([15000, 5000, -5000, -30000], [30000, 5000, -5000, -30000]),
        ([30000, -10000, -10000, -20000], [20000, 10000, -10000, -20000]),
        ([30000, 10000, 5000, 0], [30000, 10000, -10000, -30000]),
    ],
)
def test_a_changed_uma_is_fixed_with_its_mirror_image(uma: list[int], mirrored: list[int]) -> None:
    """The unchanged places follow the changed ones."""
    before = asked("set", file=file_with({"result.uma": uma}))
    (problem,) = before["problems"]
    says = [mend["says"] for mend in problem["fixes"]]
    place = says.index("Uma " + " / ".join(f"{one:+,}" for one in mirrored))
    after = asked("set", file=before["file"], fields=problem["fixes"][place]["fields"])
    assert after["problems"] == []
    assert HouseRulesFile(after["file"]).value("result.uma") == mirrored

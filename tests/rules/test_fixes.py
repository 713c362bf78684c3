"""Fixes for conflicts: over any ruleset each fix works, and causes no other error."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from clashes import CLASHES, Values
from each import each
from effort import LONG

from riichi.locale import Locale, languages
from riichi_core.files.problem import MOST_MENDS, Problem
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message
from riichi_core.rules import checks, library, ruleset_check
from riichi_core.rules.load import examine
from riichi_core.rules.ruleset_check import examine_document

NO_MEND = {
    "the club's yaku allow {number:,} ways together, more than {most:,}; this one allows {ways:,}"
}
"""Conflicts that nothing settles but what a club means with the definitions of its own yaku."""

ROWS = {f"limits.{name}" for name in checks.USUAL_LIMITS}

WIDER = {
    "no yaku makes a player liable, so this has no effect": {"liability.yaku"},
    "{higher} begins at {more} han, {lower} at {less}": ROWS,
    "{higher} pays no more than {lower} ({base:,} against {other:,})": ROWS,
    "a yakuman pays no more than a sanbaiman ({yakuman:,})": ROWS,
    "{points} points are unusually few": {*checks.START_AND_RETURN},
    "expected multiples of 100, not {points}": {*checks.START_AND_RETURN},
    "the uma {places} sums to {total:+,}, not to zero": {"result.oka"},
    **{kind: {"dealer.stays_on"} for kind in checks.PASSES.values()},
}
"""What fixes set besides the options of the conflict: each row of a table, start and return."""

KINDS = get_args(checks.ConflictCode)

BASES = [*library.shipped()] if LONG else ["ema-2025", "tenhou"]


class Clash(NamedTuple):
    """Values over a ruleset, and a conflict between them."""

    base: str
    values: Values
    problem: Problem

    @property
    def kind(self) -> str:
        """Return the words of the conflict, without their numbers."""
        return template(self.problem)


def problems_of(base: str, values: Values) -> list[Problem]:
    data: dict[str, Any] = {"format": 1, "ruleset": "my-club", "title": "My club", "extends": base}
    for path, value in values.items():
        chapter, name = path.split(".")
        data.setdefault(chapter, {})[name] = value
    document = SourceDocument.of(data, "club.yaml")
    return [one for one in examine_document(document, Path("club.yaml"))[1] if one.code in KINDS]


def template(problem: Problem) -> str:
    assert isinstance(problem.message, Message), problem
    return problem.message.template


def key(problem: Problem) -> tuple[str, frozenset[str]]:
    return template(problem), frozenset((problem.path, *problem.also))


@cache
def clashes() -> list[Clash]:
    return [
        Clash(base, values, problem)
        for base in BASES
        for values in CLASHES
        for problem in problems_of(base, values)
    ]


def kinds_in_checks() -> Iterator[str]:
    """Yield the words of each conflict that the checks can find."""
    yield from checks.PASSES.values()
    for node in ast.walk(ast.parse(inspect.getsource(checks))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in ("Conflict", "_contradiction", "_no_effect", "_unlikely"):
            calls = (arg for arg in node.args if isinstance(arg, ast.Call))
            message = next((call for call in calls if ast.unparse(call.func) == "Message"), None)
            if message is not None and isinstance(words := message.args[0], ast.Constant):
                yield str(words.value)


def test_each_kind_of_conflict_is_tried() -> None:
    assert {clash.kind for clash in clashes()} == {*kinds_in_checks()}


@each("clash", clashes)
def test_each_conflict_has_one_to_three_fixes(clash: Clash) -> None:
    number = len(clash.problem.fixes)
    assert number == 0 if clash.kind in NO_MEND else 1 <= number <= MOST_MENDS, clash


@each("clash", clashes)
def test_a_fix_removes_its_conflict_and_causes_no_error(
    clash: Clash, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ruleset_check, "mends_of", lambda *_: ())  # only the conflicts are needed
    before = {key(one) for one in problems_of(clash.base, clash.values)}
    for mend in clash.problem.fixes:
        after = problems_of(clash.base, {**clash.values, **mend.values})
        assert key(clash.problem) not in {key(one) for one in after}, (clash, mend)
        errors = {key(one) for one in after if one.severity == "error"}
        assert errors <= before, (clash, mend)


@each("clash", clashes)
def test_a_fix_sets_nothing_else(clash: Clash) -> None:
    own = {clash.problem.path, *clash.problem.also, *WIDER.get(clash.kind, ())}
    assert all(own.issuperset(mend.values) for mend in clash.problem.fixes), clash


@each("clash", clashes)
def test_a_fix_of_options_missing_from_the_file_comes_first(clash: Clash) -> None:
    own = [not clash.values.keys().isdisjoint(mend.values) for mend in clash.problem.fixes]
    assert own == sorted(own), clash


@each("clash", clashes)
def test_fixes_are_different_and_fit_the_width(clash: Clash) -> None:
    says = [mend.says for mend in clash.problem.fixes]
    assert len(says) == len(set(says)), clash
    for language in languages():
        *_, first = replace(clash.problem, fixes=()).text(Locale(language)).split("\n")
        lines = clash.problem.text(Locale(language)).split("\n")
        fixes = lines[lines.index(first) + 1 :]
        assert bool(fixes) == bool(says), clash
        assert all(len(line) <= 100 for line in fixes), fixes


@each(
    "values",
    [
        {"end.rounds": "one_hand"},
        {"dealer.stays_on": []},
        {"result.uma": [10000, 5000, 3000, 0], "result.return_points": "none",
         "result.oka": "none"},
    ],
)  # fmt: skip
def test_an_inherited_end_without_effect_needs_no_warning(values: Values) -> None:
    assert problems_of("mahjong-soul", values) == []


def test_an_inherited_case_that_never_occurs_needs_no_warning(tmp_path: Path) -> None:
    base, club = tmp_path / "base.yaml", tmp_path / "club.yaml"
    head = "format: 1\ntitle: Rules\nruleset: "
    base.write_text(
        f"{head}base\nextends: ema-2025\ndealer: {{stays_on: {{south: [win], other: []}}}}"
    )
    club.write_text(f"{head}club\nextends: ./base.yaml\nend: {{rounds: 1}}")
    assert [problem.text() for problem in examine(club)[1]] == []


@each(
    "values, meant",
    [
        ({"chombo.casual": {"to_each": 50}}, {"chombo.casual": {"to_each": 5000}}),
        ({"chombo.casual": {"to_each": 3}}, {"chombo.casual": {"to_each": 3000}}),
        ({"chombo.casual": {"at_table": 80}}, {"chombo.casual": {"at_table": 8000}}),
        ({"chombo.casual": {"after_uma": 40}}, {"chombo.casual": {"after_uma": 40000}}),
        ({"riichi.bet": 10}, {"riichi.bet": 1000}),
        ({"end.bust": {"points": 40000, "when": "reached"}},
         {"end.bust": {"points": -40000, "when": "reached"}}),
    ],
)  # fmt: skip
def test_the_first_fix_of_an_amount_is_a_likely_one(values: Values, meant: Values) -> None:
    assert [problem.fixes[0].values for problem in problems_of("ema-2025", values)] == [meant]


def test_25_000_alone_can_be_fixed_in_two_ways() -> None:
    (problem,) = problems_of("ema-2025", {"setup.starting_points": 25000})
    assert [mend.values for mend in problem.fixes] == [
        {"result.oka": "first"},
        {"result.return_points": 25000},
    ]
    assert problem.as_json()["fixes"] == [
        {"says": "First place gets the 20,000 as oka", "values": {"result.oka": "first"}},
        {"says": "Set the return points to 25,000", "values": {"result.return_points": 25000}},
    ]

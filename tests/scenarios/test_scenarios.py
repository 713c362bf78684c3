"""Every scenario has its stated outcome, and fails if the file states anything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import LONG
from shipped_scenarios import by_id, outcomes, read, scenarios

from riichi_core.scenarios import reading
from riichi_core.scenarios.outcome import differences, run_scenario
from riichi_core.scenarios.scenario import Scenario


def test_the_files_have_no_problems() -> None:
    found, problems = read()
    assert [problem.text() for problem in problems] == []
    assert len(by_id()) == len(found)


def test_a_scenario_asks_which_outcome_applies_and_lists_none() -> None:
    lists = re.compile(r", or [^.?]*[.]|nearest after the discarder")
    assert [one.id for one in scenarios() if lists.search(one.says)] == []


@pytest.mark.long
def test_a_wheel_reads_the_scenarios_from_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "default_folder", lambda: tmp_path / "scenarios")
    found, problems = reading.read_scenarios()
    assert problems == []
    for ours, theirs in zip(scenarios(), found, strict=True):
        file = str(tmp_path / "scenarios" / Path(ours.place.file).name)
        assert theirs.place == replace(ours.place, file=file)
        assert {name: one.rules for name, one in theirs.variants.items()} == {
            name: one.rules for name, one in ours.variants.items()
        }
        assert replace(theirs, place=ours.place, variants=ours.variants) == ours


@pytest.mark.long  # `make check` runs them by `riichi test`; within Pyodide this does
@each("scenario", scenarios)
def test_scenarios_have_the_expected_outcomes(scenario: Scenario) -> None:
    failed = {
        f"{scenario.place} under {one.ruleset}": [d.text() for d in one.differences]
        for one in outcomes(scenario)
        if not one.passed
    }
    assert failed == {}


# ---- an expectation that does not hold is found --------------------------------------------------


def others(value: Any) -> Iterator[Any]:
    """Yield different values: with each part changed or left out, or with one too many."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, None)
    elif value is None:
        yield from (0, "mangan")
    elif isinstance(value, str):
        yield from (f"{value}_", None)
    elif isinstance(value, dict):
        yield from ({**value, key: other} for key, part in value.items() for other in others(part))
    else:
        yield [*value, value[0] if value else {"id": "riichi"}]
        for index, item in enumerate(value):
            yield [*value[:index], *value[index + 1 :]]
            yield from ([*value[:index], other, *value[index + 1 :]] for other in others(item))


def wrong(expected: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the expectation with one wrong change."""
    for key, value in expected.items():
        if key == "error":
            yield from ({"error": "another"}, {"valid": True}, {"valid": False}, {"han": 1})
        elif key in ("has", "has_not"):
            continue
        elif key in (
            "may",
            "may_not",
        ):  # each reversed expectation is wrong, whatever else is there
            turned = {"may": "may_not", "may_not": "may"}[key]
            yield from ({turned: {seat: [act]}} for seat, acts in value.items() for act in acts)
        elif key == "events":
            yield {**expected, key: [*value, "no such event"]}
            yield from ({**expected, key: [*value[:at], "nothing", *value[at:]]}
                        for at in range(len(value)))  # fmt: skip
        elif key == "settled" and isinstance(value, dict):
            yield from ({**expected, key: other} for other in wrong(value)
                        if "error" not in other)  # fmt: skip
        elif key == "transfers":  # other yaku may be present, so a missing name is not an error
            yield from ({**expected, key: other} for other in others(value)
                        if len(other) >= len(value))  # fmt: skip
        elif key == "wins":
            yield from ({**expected, key: {**value, seat: other}}
                        for seat, part in value.items() for other in wrong(part)
                        if "error" not in other)  # fmt: skip
        else:
            yield from ({**expected, key: other} for other in others(value))
    yield from ({"error": True}, {"error": "red_five"}) if "error" not in expected else ()


@each("scenario", lambda: scenarios()[:: 4 if LONG else 12])
def test_a_changed_expectation_fails(scenario: Scenario) -> None:
    for outcome in outcomes(scenario):
        expected = dict(scenario.expect[outcome.ruleset])
        for other in wrong(expected) if outcome.passed else ():
            assert differences(other, outcome.got), (scenario.id, other)


def test_expectations_about_single_yaku_can_fail() -> None:
    """`has` and `has_not` name some of the yaku."""
    scenario = by_id()["example-1-drawn-straight"]
    for expected, passes in (
        ({"has": ["pinfu", "riichi"]}, True),
        ({"has": []}, True),
        ({"has": ["pinfu", "ippatsu"]}, False),
        ({"has_not": ["ippatsu"]}, True),
        ({"has_not": ["ippatsu", "pinfu"]}, False),
        ({"has": ["pinfu"], "has_not": ["pinfu"]}, False),
    ):
        changed = replace(scenario, expect={"ema-2016": expected})
        assert run_scenario(changed, "ema-2016").passed == passes

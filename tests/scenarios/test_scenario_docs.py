"""What docs/scenarios.md shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from textwrap import indent

import pytest

from riichi_core.scenarios.kinds import KINDS
from riichi_core.scenarios.kinds.kind import ERRORS
from riichi_core.scenarios.outcome import run_scenario
from riichi_core.scenarios.reading import KEYS, read_scenarios

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
HEAD = "- scenario: of-the-page\n  clauses: []\n  says: What the page shows.\n"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_example_is_right(tmp_path: Path) -> None:
    for example in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL):
        whole = example if "scenario:" in example else HEAD + indent(example, "  ")
        file = tmp_path / "mine.yaml"
        file.write_text(whole, encoding="utf-8")
        (scenario,), problems = read_scenarios(file)
        assert problems == []
        assert [run_scenario(scenario, name).differences for name in scenario.expect] == [
            (),
            (),
        ] + ([()] if scenario.variants else [])


def test_every_word_is_told() -> None:
    told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]*)`", TEXT))))
    assert {
        *KEYS,
        *KINDS,
        *(name for kind in KINDS.values() for name in (*kind.fields, *kind.expected.model_fields)),
        *ERRORS,
    } <= told


@pytest.mark.long
def test_the_python_runs() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 6
    assert failures == 0

"""What docs/scenarios.md shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from riichi_core.scenarios import examine, run
from riichi_core.scenarios.beyond import FOUL_FIELDS, GAME_FIELDS
from riichi_core.scenarios.expectation import ERRORS, SHAPES
from riichi_core.scenarios.reading import KEYS
from riichi_core.scenarios.scenario import KINDS
from riichi_core.scenarios.standings import TOURNAMENT_FIELDS
from riichi_core.scoring.record import WIN_FIELDS
from riichi_core.settlement.record import DEAL_FIELDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_example_is_right(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    file = tmp_path / "mine.yaml"
    file.write_text(example, encoding="utf-8")
    (scenario,), problems = examine(file)
    assert problems == []
    assert all(run(scenario, name).passed for name in scenario.expect)


def test_every_word_is_told() -> None:
    told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]*)`", TEXT))))
    assert {
        *KEYS,
        *KINDS,
        *WIN_FIELDS,
        *DEAL_FIELDS,
        *(name for shapes in SHAPES.values() for name in shapes(())),
        *GAME_FIELDS,
        *FOUL_FIELDS,
        *TOURNAMENT_FIELDS,
        *ERRORS,
    } <= told


def test_the_python_runs() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 6
    assert failures == 0

"""What docs/scenarios.md shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from textwrap import indent

from riichi_core.records.win import WinRecord
from riichi_core.scenarios import examine, run
from riichi_core.scenarios.expectation import ERRORS, SHAPES
from riichi_core.scenarios.game_kind import FOUL_FIELDS, GAME_FIELDS
from riichi_core.scenarios.reading import KEYS
from riichi_core.scenarios.rule_kind import RULE_FIELDS
from riichi_core.scenarios.scenario import KINDS
from riichi_core.scenarios.script import PLAY_FIELDS
from riichi_core.scenarios.tournament_kind import TOURNAMENT_FIELDS
from riichi_core.settlement.record import DEAL_FIELDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
HEAD = "- scenario: of-the-page\n  clauses: []\n  says: What the page shows.\n"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_example_is_right(tmp_path: Path) -> None:
    for example in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL):
        whole = example if "scenario:" in example else HEAD + indent(example, "  ")
        file = tmp_path / "mine.yaml"
        file.write_text(whole, encoding="utf-8")
        (scenario,), problems = examine(file)
        assert problems == []
        assert [run(scenario, name).differences for name in scenario.expect] == [(), ()] + (
            [()] if scenario.variants else []
        )


def test_every_word_is_told() -> None:
    told = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`([^`]*)`", TEXT))))
    assert {
        *KEYS,
        *KINDS,
        *WinRecord.model_fields,
        *DEAL_FIELDS,
        *(name for shapes in SHAPES.values() for name in shapes(())),
        *GAME_FIELDS,
        *FOUL_FIELDS,
        *TOURNAMENT_FIELDS,
        *PLAY_FIELDS,
        *RULE_FIELDS,
        *ERRORS,
    } <= told


def test_the_python_runs() -> None:
    failures, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried >= 6
    assert failures == 0

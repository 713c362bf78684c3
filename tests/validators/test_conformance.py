"""docs/conformance.md is current where the engines are installed."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest
from shipped_scenarios import scenarios

from riichi_core.scenarios.conformance import Verdict
from riichi_core.scenarios.outcome import Difference, Outcome
from riichi_validators import conformance
from riichi_validators.conformance import ENGINES, FILE, Engine


def test_the_page_has_every_engine_and_its_version() -> None:
    assert list(conformance.shown()) == [engine.name for engine in ENGINES]
    for engine in ENGINES:
        assert find_spec(engine.adapter) is not None


def test_the_page_counts_every_scenario_by_its_kind() -> None:
    asked = Counter(one.given.kind for one in scenarios() for _ in one.expect)
    asked["**all**"] = asked.total()
    sections = FILE.read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(sections) == len(ENGINES)
    for section in sections:
        table = section.split("\n\n")[1]
        rows = (line.strip("| ").split(" | ") for line in table.splitlines()[2:])
        assert {kind: sum(map(int, counts)) for kind, *counts in rows} == asked, "make conformance"


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
def test_the_page_is_current(engine: Engine) -> None:
    version = conformance.installed().get(engine.name)
    if version != conformance.shown()[engine.name]:
        pytest.skip(f"{engine.name} has another version, or is not installed: make bench")
    page = FILE.read_text(encoding="utf-8")
    assert page.startswith(conformance.HEAD)
    assert conformance.section(engine, scenarios()) in page, "run `make conformance`"


def test_without_the_engines_the_page_is_left_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = FILE.read_text(encoding="utf-8")
    monkeypatch.setattr(conformance, "installed", dict)
    assert conformance.write() == []
    assert "mahjong and riichienv and majiang not installed" in capsys.readouterr().out
    assert FILE.read_text(encoding="utf-8") == before


def test_a_failure_is_a_line_of_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wrong = (Difference("total", 8000, 7700), Difference("answer", "an outcome", "x|y\n" * 99))
    verdict = Verdict(Outcome(scenarios()[0], "ema-2016", {}, wrong))
    monkeypatch.setattr(conformance, "asked", lambda *_: [verdict])
    monkeypatch.setattr(conformance, "read_scenarios", lambda: (scenarios(), []))
    monkeypatch.setattr(conformance, "installed", lambda: {one.name: "1" for one in ENGINES})
    monkeypatch.setattr(conformance, "FILE", tmp_path / "conformance.md")
    (file,) = conformance.write()
    text = file.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"| `{scenarios()[0].id}`"))
    assert line.startswith(f"| `{scenarios()[0].id}` | ema-2016 | total: expected 8000, got 7700; ")
    assert line.count(r"\|") == line.count("|") - 4
    assert conformance.shown() == {one.name: "1" for one in ENGINES}

"""docs/reference/conformance.md is current where the engines are installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from shipped_scenarios import scenarios

from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.scenarios.outcome import Difference, Outcome
from riichi_validators import __main__ as command, adapters, conformance, coverage, glossary
from riichi_validators.adapters import Preset, differences, presets
from riichi_validators.conformance import ENGINES, FILE, Engine


def test_the_page_has_every_engine_and_its_version() -> None:
    assert list(conformance.shown()) == [engine.name for engine in ENGINES]
    for engine in ENGINES:
        assert find_spec(engine.adapter) is not None


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES, ids=[engine.name for engine in ENGINES])
def test_the_page_is_current(engine: Engine) -> None:
    version = conformance.installed().get(engine.name)
    if version != conformance.shown()[engine.name]:
        pytest.skip(f"{engine.name} has another version, or is not installed: make bench")
    page = FILE.read_text(encoding="utf-8")
    assert page.startswith(conformance.HEAD)
    assert conformance.section(engine, scenarios()) in page, "run `make conformance`"


def test_the_page_stays_unchanged_without_the_engines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = FILE.read_text(encoding="utf-8")
    monkeypatch.setattr(conformance, "installed", dict)
    assert conformance.write() == []
    assert "mahjong and riichienv and majiang not installed" in capsys.readouterr().out
    assert FILE.read_text(encoding="utf-8") == before


def test_a_failure_is_a_line_of_a_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wrong = (Difference("points", 8000, 7700), Difference("answer", "an outcome", "x|y\n" * 99))
    verdict = Outcome(scenarios()[0], "ema-2016", {}, wrong)
    monkeypatch.setattr(conformance, "asked", lambda *_: [verdict])
    monkeypatch.setattr(conformance, "read_scenarios", lambda: (scenarios(), []))
    monkeypatch.setattr(conformance, "installed", lambda: {one.name: "1" for one in ENGINES})
    monkeypatch.setattr(conformance, "FILE", tmp_path / "conformance.md")
    (file,) = conformance.write()
    text = file.read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if line.startswith(f"| `{scenarios()[0].id}`"))
    assert line.startswith(
        f"| `{scenarios()[0].id}` | ema-2016 | points: expected 8000, got 7700; "
    )
    assert line.count(r"\|") == line.count("|") - 4
    assert conformance.shown() == {one.name: "1" for one in ENGINES}


# ---- docs/reference/glossary.md ------------------------------------------------------------------


def test_the_glossary_is_current() -> None:
    assert glossary.FILE.read_text(encoding="utf-8") == glossary.page()


# ---- docs/reference/adapters.md ------------------------------------------------------------------


def test_the_page_about_other_programs_is_current() -> None:
    assert adapters.FILE.read_text(encoding="utf-8") == adapters.page()


def test_every_preset_is_compared_on_the_page_of_its_program() -> None:
    pages = {path: text for _, path, text in adapters.program_pages()}
    for preset in presets():
        page = pages[f"reference/adapters/{preset.program}.md"]
        compared = page.partition(f"\n## Preset `{preset.name}`\n")[2].partition("\n## ")[0]
        assert re.findall(r"^Compared with `(.*)`:$", compared, re.M) == preset.books


@pytest.mark.parametrize("preset", presets(), ids=[one.name for one in presets()])
def test_a_preset_is_read_without_warnings(preset: Preset) -> None:
    for book in preset.books:
        found, problems = differences(preset, book)
        assert problems == []
        assert set(found) <= set(options())


def test_a_preset_for_the_newest_book_differs_only_in_a_substitutes_result() -> None:
    (newest,) = (one for one in presets() if one.name == "ema2025")
    assert [*differences(newest, "ema-2025")[0]] == ["tournament.substitute_result"]


# ---- the page of clauses -------------------------------------------------------------------------


def test_the_command_writes_the_pages_and_reports_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "adapters.md"
    monkeypatch.setattr(command, "PAGES", {page: lambda: "# Adapters\n"})
    monkeypatch.setattr(conformance, "write", list)
    command.main()
    assert capsys.readouterr().out == f"{page}\n"
    assert page.read_text(encoding="utf-8") == "# Adapters\n"


def test_every_clause_has_exactly_one_line() -> None:
    lines = coverage.page().splitlines()
    for name in clauses():
        assert sum(line.startswith((f"| {name} |", f"| **{name}** |")) for line in lines) == 1


def test_only_procedures_remain_for_the_table() -> None:
    for line in coverage.page().splitlines():
        if "| *table* |" in line:
            name = line.split("|")[1].strip().strip("*")
            assert clauses()[name].kind == "procedure"

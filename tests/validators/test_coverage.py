"""The page of clauses is complete, and the command writes the generated pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from riichi_core.rules.clauses import clauses
from riichi_validators import __main__ as command
from riichi_validators import adapters, conformance, coverage


def test_the_command_writes_the_pages_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "adapters.md"
    monkeypatch.setattr(command, "PAGES", {page: adapters.page})
    monkeypatch.setattr(conformance, "write", list)
    command.main()
    assert capsys.readouterr().out == f"{page}\n"
    assert page.read_text(encoding="utf-8") == adapters.page()


def test_every_clause_has_exactly_one_line() -> None:
    lines = coverage.page().splitlines()
    for name in clauses():
        assert sum(line.startswith((f"| {name} |", f"| **{name}** |")) for line in lines) == 1


def test_only_procedures_are_left_to_the_table() -> None:
    for line in coverage.page().splitlines():
        if "| *table* |" in line:
            name = line.split("|")[1].strip().strip("*")
            assert clauses()[name].kind == "procedure"

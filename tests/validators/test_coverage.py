"""docs/coverage.md is complete and current."""

from __future__ import annotations

from riichi_core.rules.clauses import clauses
from riichi_validators import coverage


def test_the_page_is_current() -> None:
    assert coverage.FILE.read_text(encoding="utf-8") == coverage.page()


def test_every_clause_has_exactly_one_line() -> None:
    lines = coverage.page().splitlines()
    for name in clauses():
        assert sum(line.startswith((f"| {name} |", f"| **{name}** |")) for line in lines) == 1


def test_only_procedures_are_left_to_the_table() -> None:
    for line in coverage.page().splitlines():
        if "| *table* |" in line:
            name = line.split("|")[1].strip().strip("*")
            assert clauses()[name].kind == "procedure"

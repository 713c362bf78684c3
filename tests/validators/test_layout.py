"""docs/layout.md is complete and current."""

from __future__ import annotations

from riichi_validators import layout


def test_the_page_is_current() -> None:
    assert layout.FILE.read_text(encoding="utf-8") == layout.page()


def test_every_module_says_what_it_is() -> None:
    rows = [line for line in layout.page().splitlines() if line.startswith("| `")]
    assert [row for row in rows if row.endswith("|  |")] == []

"""docs/adapters.md is current, and the presets of other programs are read whole."""

from __future__ import annotations

import pytest

from riichi_core.rules.rules import options
from riichi_validators import adapters
from riichi_validators.adapters import Preset, differences, presets


def test_the_page_is_current() -> None:
    assert adapters.FILE.read_text(encoding="utf-8") == adapters.page()


@pytest.mark.parametrize("preset", presets(), ids=[one.name for one in presets()])
def test_a_preset_is_read_without_a_remark(preset: Preset) -> None:
    for book in preset.books:
        found, problems = differences(preset, book)
        assert problems == []
        assert set(found) <= set(options())


def test_a_preset_for_the_newest_book_differs_in_the_result_of_a_substitute_alone() -> None:
    (newest,) = (one for one in presets() if one.name == "ema2025")
    assert [*differences(newest, "ema-2025")[0]] == ["tournament.substitute_result"]

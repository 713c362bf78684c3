"""Work without a bound: what takes long is looked at first, and there is an end to everything."""

from __future__ import annotations

import pytest
from running import refused, riichi

from riichi_app.cli import test as test_command


@pytest.mark.parametrize("call", [["--scenario", "no-such"], ["--clause", "no-such"],
                                  ["--option", "no.such"], ["--chapter", "no-such"]])  # fmt: skip
def test_a_filter_that_names_nothing_reads_no_scenario(
    call: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(test_command, "examine")
    assert "no-such" in refused("test", *call) or "no.such" in refused("test", *call)


def test_filters_that_select_nothing_together_read_no_scenario(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(test_command, "examine")
    ran = riichi("test", "--chapter", "tournament", "--option", "yaku.riichi", status=1)
    assert ran.stderr == "No scenario speaks of this.\n"

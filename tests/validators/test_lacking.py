"""The list of what an option, a yaku, a language or a format still lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest
from each import each
from effort import few
from shipped_scenarios import read

from riichi_core.rules.rules import options
from riichi_validators import lacking
from riichi_validators.lacking import Need, needs

OPTIONAL = ("other names", "a place in the rulebook", "a writer")
"""Needs of some additions only."""


@pytest.fixture(autouse=True)
def scenarios_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lacking, "read_scenarios", read)


def missing(what: str) -> list[str]:
    return [
        need.what for need in needs(what) if not need.done and not need.what.startswith(OPTIONAL)
    ]


@each("what", few(["chips.awarded", "shousanpuu", "nl", "mjlog", "limits.yakuman",
                   "fouls.swap_call", "end.sticks_lent_by", "yaku.riichi", "tenhou6"],
                  4))  # fmt: skip
def test_what_is_shipped_lacks_nothing(what: str) -> None:
    assert missing(what) == []


def test_a_new_option_lacks_whatever_no_file_has(monkeypatch: pytest.MonkeyPatch) -> None:
    new = replace(options()["chips.awarded"], title="Points for red fives")
    known = {**options(), "chips.red_five_points": new}
    monkeypatch.setattr(lacking, "options", lambda: known)
    assert missing("chips.red_five_points") == [
        *("questions in en", "questions in nl", "its texts in nl"),
        *("a scenario with different outcomes", "a reader in the engine"),
    ]


def test_an_option_of_payments_needs_the_second_settlement(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = lacking._texts

    def forgotten(folder: str) -> dict[str, str]:
        return {
            file: "" if folder.startswith("tests") else text for file, text in texts(folder).items()
        }

    monkeypatch.setattr(lacking, "_texts", forgotten)
    settlement = ["the second settlement", "random values for the second settlement"]
    assert missing("chips.awarded") == settlement


def test_without_an_argument_only_what_is_lacking_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lacking.main([])
    assert capsys.readouterr().out == "0 things are left for a person.\n"
    monkeypatch.setattr(lacking, "needs", lambda _: [Need("a", "b.py", False), Need("c", "", True)])
    lacking.main(["x"])
    assert capsys.readouterr().out == "x\n  missing  a: b.py\n  done     c\n"


def test_an_unknown_addition_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(SystemExit, match=r"chips.award: no option.*did you mean chips.awarded\?"):
        needs("chips.award")

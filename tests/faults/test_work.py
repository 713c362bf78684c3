"""Work without a bound: what takes long is looked at first, and there is an end to everything."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from time import process_time

import pytest
from running import HEAD, as_json, printed, refused, riichi

from riichi_app.cli import test as test_command
from riichi_core.rules.checks import MOST_WAYS
from riichi_core.source.diagnostics import MAX_PROBLEMS


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


# ---- files of rules ------------------------------------------------------------------------------


def house(path: Path, rules: str) -> Path:
    path.write_text(HEAD.format("club") + rules, encoding="utf-8")
    return path


MANY = ", ".join(f"a{n}x: {n}" for n in range(9_000))
ZEROS = ", ".join(["0"] * 9_000)


@pytest.mark.parametrize(
    "rules",
    [MANY.replace(", ", "\n") + "\n", f"claims: {{{MANY}}}\n", f"yaku: {{{MANY}}}\n",
     f"claims: {{winners: {{all: {{{MANY}}}}}}}\n", f"liability: {{yaku: [{ZEROS}]}}\n",
     f"yaku: {{own: {{worth: 1, name: {{en: x}}, {MANY}}}}}\n"],
    ids=["top", "chapter", "yaku", "part", "list", "definition"],
)  # fmt: skip
def test_so_many_problems_are_told_and_how_many_more(rules: str, tmp_path: Path) -> None:
    began = process_time()
    found = as_json("check", house(tmp_path / "club.yaml", rules), status=1)
    assert process_time() - began < 8
    problems = found["problems"]
    assert len(problems) <= MAX_PROBLEMS + 1
    assert len(problems) < MAX_PROBLEMS or problems[-1]["message"].endswith("problems more")
    assert all(len(json.dumps(problem)) < 6_000 for problem in problems)


def test_a_long_key_makes_no_long_problem(tmp_path: Path) -> None:
    path = house(tmp_path / "club.yaml", f"{'x' * 100_000}: {{{'y' * 100_000}: 1}}\n")
    assert len(refused("check", path, status=1)) < 6_000


def test_own_yaku_together_have_a_bound(tmp_path: Path) -> None:
    """Each by itself can be met in less than 5,000 ways."""
    one = ("{{name: {{en: own {}}}, worth: {{closed: 1, open: 1}}, "
           "sets: [pung terminal, chow n X, pung m Y]}}")  # fmt: skip
    rules = "yaku:\n" + "".join(f"  own_{n}: {one.format(n)}\n" for n in range(60))
    began = process_time()
    said = refused("check", house(tmp_path / "club.yaml", rules), status=1)
    assert process_time() - began < 8
    assert "error[too-many-ways]" in said
    assert f"{MOST_WAYS:,}" in said


# ---- spreadsheets --------------------------------------------------------------------------------


def test_nothing_that_a_club_writes_becomes_a_formula(tmp_path: Path) -> None:
    path = house(
        tmp_path / "club.yaml",
        "claims: {winners: {value: nearest, house: \"=cmd|' /C calc'!A0\"}}\n",
    )
    cells = [cell for row in csv.reader(io.StringIO(printed("compare", path, "ema-2016", "--format",
             "csv"))) for cell in row]  # fmt: skip
    assert any("cmd|" in cell for cell in cells)
    assert [cell for cell in cells if cell[:1] in "=+-@" and cell] == []

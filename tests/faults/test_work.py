"""All work has a bound: expensive input is checked first, and everything ends."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner
from effort import first
from hypothesis import given, strategies as st
from running import HEAD, PLAIN, as_json, printed, refused, riichi

from riichi.cli.main import main
from riichi.cli.options import lines_of
from riichi.conformance.commands import test as test_command
from riichi_core.files.problem import MOST_LISTED
from riichi_core.rules.checks import MOST_WAYS_TOGETHER


@pytest.mark.parametrize("call", [["--scenario", "no-such"], ["--clause", "no-such"],
                                  ["--option", "no.such"], ["--chapter", "no-such"]])  # fmt: skip
def test_a_filter_without_a_match_reads_no_scenario(
    call: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(test_command, "read_scenarios")
    assert "no-such" in refused("test", *call) or "no.such" in refused("test", *call)


def test_contradictory_filters_read_no_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(test_command, "read_scenarios")
    ran = riichi("test", "--chapter", "tournament", "--option", "yaku.riichi", status=1)
    assert ran.stderr == "No scenario shows this.\n"


# ---- files of rules ------------------------------------------------------------------------------


def house(path: Path, rules: str) -> Path:
    path.write_text(HEAD.format("club") + rules, encoding="utf-8")
    return path


MANY = ", ".join(f"a{n}x: {n}" for n in range(9_000))
ZEROS = ", ".join(["0"] * 9_000)


@pytest.mark.parametrize(
    "rules",
    first([MANY.replace(", ", "\n") + "\n", f"claims: {{{MANY}}}\n", f"yaku: {{{MANY}}}\n",
     f"claims: {{winners: {{all: {{{MANY}}}}}}}\n", f"liability: {{yaku: [{ZEROS}]}}\n",
     f"yaku: {{own: {{worth: 1, name: {{en: x}}, {MANY}}}}}\n"]),
    ids=["top", "chapter", "yaku", "part", "list", "definition"],
)  # fmt: skip
def test_a_limited_number_of_problems_is_shown_and_the_rest_counted(
    rules: str, tmp_path: Path
) -> None:
    began = process_time()
    found = as_json("check", house(tmp_path / "club.yaml", rules), status=1)
    assert process_time() - began < 8
    problems = found["problems"]
    assert len(problems) <= MOST_LISTED + 1
    assert len(problems) < MOST_LISTED or problems[-1]["message"].endswith("more problems")
    assert all(len(json.dumps(problem)) < 6_000 for problem in problems)


def test_a_problem_with_a_long_key_stays_short(tmp_path: Path) -> None:
    path = house(tmp_path / "club.yaml", f"{'x' * 100_000}: {{{'y' * 100_000}: 1}}\n")
    assert len(refused("check", path, status=1)) < 6_000


def test_the_complexity_of_all_own_yaku_has_a_limit(tmp_path: Path) -> None:
    """Each by itself has fewer than 5,000 alternatives."""
    one = ("{{name: {{en: own {}}}, worth: {{concealed: 1, open: 1}}, "
           "sets: [triplet terminal, sequence n X, triplet m Y]}}")  # fmt: skip
    rules = "yaku:\n" + "".join(f"  own_{n}: {one.format(n)}\n" for n in range(60))
    began = process_time()
    said = refused("check", house(tmp_path / "club.yaml", rules), status=1)
    assert process_time() - began < 8
    assert "error[too-many-ways]" in said
    assert f"{MOST_WAYS_TOGETHER:,}" in said


@pytest.mark.long
def test_a_hand_is_scored_quickly_with_the_most_own_yaku_allowed(tmp_path: Path) -> None:
    one = "{{name: {{en: own {}}}, worth: {{concealed: 1}}, pair: n X, sets: [triplet m Y]}}"
    rules = "yaku:\n" + "".join(f"  own_{n}: {one.format(n)}\n" for n in range(41))
    path = house(tmp_path / "club.yaml", rules)
    began = process_time()
    printed("score", "2345567m345p678s", "8m", "--rules", path)
    assert process_time() - began < 8


# ---- spreadsheets --------------------------------------------------------------------------------


def test_a_clubs_text_never_becomes_a_formula(tmp_path: Path) -> None:
    path = house(
        tmp_path / "club.yaml",
        "claims: {winners: {value: head_bump, house: \"=cmd|' /C calc'!A0\"}}\n",
    )
    cells = [cell for row in csv.reader(io.StringIO(printed("compare", path, "ema-2016", "--format",
             "csv"))) for cell in row]  # fmt: skip
    assert any("cmd|" in cell for cell in cells)
    assert [cell for cell in cells if cell[:1] in "=+-@" and cell] == []


# ---- lines ---------------------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A line that would need more memory than available, and another line after it."""

    def __init__(self, size: int) -> None:
        self.left, self.behind = size, io.BytesIO(b"\n{}\n")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        number = min(len(buffer), self.left)
        if not number:
            return self.behind.readinto(buffer)
        self.left -= number
        buffer[:number] = b"[" * number
        return number


def test_a_long_line_is_cut_while_it_is_read() -> None:
    tracemalloc.start()
    stream = io.BufferedReader(Endless(50_000_000))  # type: ignore[type-var]
    lines = list(lines_of(stream, 1_000))
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert lines == [b"[" * 1_001, b"{}\n"]


@given(st.lists(st.sampled_from([b"", b"a", b"abc", b"abcd", b"abcde", b"a" * 9])), st.booleans())
def test_no_line_after_a_long_one_is_lost(texts: list[bytes], ended: bool) -> None:
    given = b"\n".join(texts) + b"\n" * ended
    found = [line.rstrip(b"\n") for line in lines_of(io.BytesIO(given), 4)]
    assert found == [text[:5] for text in given.splitlines()]


def test_an_overlong_line_is_reported_with_its_number() -> None:
    text = b"{}\n" + b" " * 70_000 + b"{}\n{}\n"
    ran = CliRunner(env=PLAIN).invoke(main, ["score", "--jsonl"], text)
    answers = list(map(json.loads, ran.stdout.splitlines()))
    assert [one["error"]["code"] for one in answers] == [
        "missing_field", "too_long", "missing_field"]  # fmt: skip
    assert answers[1]["line"] == 2

"""`riichi test` for people and programs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from running import neat
from shipped_scenarios import scenarios
from terminal import on_terminal

from riichi.cli.main import main
from riichi_core.files.problem import START, Problem
from riichi_core.rules import library
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.scenarios import rulesets

pytestmark = pytest.mark.usefixtures("shipped_scenarios_read_once")

PLAIN = {"FORCE_COLOR": None, "TTY_COMPATIBLE": None, "COLUMNS": None, "NO_COLOR": None}

FILE = """\
- scenario: seven-pairs
  clauses: [fu-seven-pairs]
  options: [fu.seven_pairs]
  says: Seven pairs are worth twenty-five fu, or fifty in some houses.
  variants:
    fifty: {extends: ema-2016, fu: {seven_pairs: 50}}
  given: {win: {hand: 1155m3399p44s88s7z, winning_tile: 7z, won_by: discard, seat_wind: south}}
  expect:
    ema-2016: {yaku: [{id: seven_pairs, han: 2}], fu: 25, points: 1600}
    wrcr-2015: {fu: 25}
    fifty: {fu: 50, points: 3200}

- scenario: no-riichi-in-an-open-hand
  clauses: [win-ron]
  says: Riichi needs a concealed hand.
  given: {win: {hand: 55p12345678s(234m), winning_tile: 9s, won_by: discard, riichi: riichi}}
  expect:
    wrcr-2015: {error: contradiction}
"""

WRONG = FILE.replace("han: 2", "han: 3").replace("points: 1600", "points: 2000")


def riichi_test(*call: object, status: int = 0, env: dict[str, str] | None = None) -> Result:
    ran = CliRunner(env={**PLAIN, **(env or {})}).invoke(
        main, ["test", *map(str, call)], prog_name="riichi", catch_exceptions=False
    )
    assert ran.exit_code == status, ran.output
    return ran


def as_json(*call: object, status: int = 0) -> Any:
    ran = riichi_test(*call, "--format", "json", status=status)
    assert ran.stderr == ""
    return json.loads(ran.stdout)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file of scenarios, one of which has an error and one fails."""
    monkeypatch.chdir(tmp_path)
    Path("some.yaml").write_text(FILE, encoding="utf-8")
    Path("fault.yaml").write_text(FILE.replace("win-ron", "win-rom"), encoding="utf-8")
    Path("wrong.yaml").write_text(WRONG, encoding="utf-8")
    return tmp_path


@pytest.mark.usefixtures("here")
def test_passing_scenarios_are_counted() -> None:
    ran = riichi_test("--file", "some.yaml")
    assert ran.stderr == ""
    assert ran.stdout == (
        "FILE       SCENARIOS  OUTCOMES  FAILED\n"
        "some.yaml          2         4       0\n"
        "\n"
        "2 scenarios, 4 outcomes: all as expected.\n"
        f"They show 2 of {len(clauses())} clauses and 1 of {len(options())} options.\n"
    )


@pytest.mark.usefixtures("here")
def test_a_failure_shows_its_place_and_the_difference() -> None:
    ran = riichi_test("--file", "wrong.yaml", status=1)
    assert ran.stderr == ""
    assert ran.stdout == (
        "seven-pairs  wrong.yaml:1\n"
        "  Seven pairs are worth twenty-five fu, or fifty in some houses.\n"
        "  1155m3399p44s88s7z wins on 7z, from a discard; south in the east round\n"
        "  under ema-2016\n"
        "    yaku: expected seven_pairs 3, got seven_pairs 2\n"
        "    points: expected 2000, got 1600\n"
        "\n"
        "FILE        SCENARIOS  OUTCOMES  FAILED\n"
        "wrong.yaml          2         4       1\n"
        "\n"
        "2 scenarios, 4 outcomes: 3 as expected, 1 not.\n"
        f"They show 2 of {len(clauses())} clauses and 1 of {len(options())} options.\n"
    )  # fmt: skip


@pytest.mark.usefixtures("here")
def test_an_invalid_scenario_is_reported_and_the_others_run() -> None:
    ran = riichi_test("--file", "fault.yaml", status=1)
    assert "fault.yaml:14:13: error[unknown-clause] no-riichi-in-an-open-hand:" in ran.stderr
    assert "did you mean: win-ron\n" in ran.stderr
    assert "1 scenario, 3 outcomes: all as expected." in ran.stdout


@pytest.mark.usefixtures("here")
def test_json_output_has_everything() -> None:
    found = as_json("--file", "wrong.yaml", status=1)
    assert list(found) == ["passed", "files", "clauses", "options", "outcomes", "problems"]
    assert found["passed"] is False
    assert found["files"] == [{"file": "wrong.yaml", "scenarios": 2, "outcomes": 4, "failed": 1}]
    assert found["clauses"] == ["fu-seven-pairs", "win-ron"]
    assert found["options"] == ["fu.seven_pairs"]
    assert found["outcomes"][0] == {
        "scenario": "seven-pairs", "ruleset": "ema-2016", "passed": False,
        "file": "wrong.yaml", "line": 1,
        "differences": [
            {"field": "yaku", "expected": [{"id": "seven_pairs", "han": 3}],
             "got": [{"id": "seven_pairs", "han": 2}]},
            {"field": "points", "expected": 2000, "got": 1600},
        ],
    }  # fmt: skip
    assert [one["passed"] for one in found["outcomes"]] == [False, True, True, True]
    assert found["problems"] == []
    assert as_json("--file", "some.yaml")["passed"] is True
    (problem,) = as_json("--file", "fault.yaml", status=1)["problems"]
    assert (problem["code"], problem["line"]) == ("unknown-clause", 14)


@pytest.mark.usefixtures("here")
@each(
    "call, outcomes",
    [
        ("ema-2016", ["seven-pairs ema-2016"]),
        ("wrcr-2015", ["seven-pairs wrcr-2015", "no-riichi-in-an-open-hand wrcr-2015"]),
        ("--clause win-ron", ["no-riichi-in-an-open-hand wrcr-2015"]),
        ("--option fu.seven_pairs ema-2016", ["seven-pairs ema-2016"]),
        ("--scenario no-riichi-in-an-open-hand", ["no-riichi-in-an-open-hand wrcr-2015"]),
    ],
)
def test_only_the_selected_scenarios_run(call: str, outcomes: list[str]) -> None:
    found = as_json(*call.split(), "--file", "some.yaml")
    assert [f"{one['scenario']} {one['ruleset']}" for one in found["outcomes"]] == outcomes


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("call", ["tuesday-club", "--clause win-tsumo", "--option yaku.daisharin"])
def test_finding_nothing_ends_with_1(call: str) -> None:
    ran = riichi_test(*call.split(), "--file", "some.yaml", status=1)
    assert (ran.stdout, ran.stderr) == ("", "No scenario shows this.\n")


@pytest.mark.usefixtures("here")
@each(
    "call, reason",
    [
        ("ema-2106", "there is no ruleset 'ema-2106'"),
        ("--clause win-rom", "There is no clause 'win-rom'. Did you mean 'win-ron'?"),
        ("--clause zzz", "There is no clause 'zzz'.\n"),
        ("--scenario seven-pair", "There is no scenario 'seven-pair'. Did you mean 'seven-pairs'?"),
        ("--option fu.seven", "There is no option 'fu.seven'. Did you mean 'fu.seven_pairs'?"),
        ("--option kiriage", "Did you mean 'limits.raised_to_mangan'?"),
        ("--option yaku.tanyao", "Did you mean 'yaku.all_simples'?"),
        ("--file no.yaml", "no.yaml: error[unreadable]"),
        ("--nothing", "No such option"),
    ],
)
def test_a_wrong_call_ends_with_2(call: str, reason: str) -> None:
    ran = riichi_test(
        *call.split(), *([] if "--file" in call else ["--file", "some.yaml"]), status=2
    )
    assert ran.stdout == ""
    assert reason in ran.stderr


@pytest.mark.usefixtures("here")
def test_a_club_runs_scenarios_on_its_own_file() -> None:
    rules = "format: 1\nruleset: my-club\ntitle: Mine\nextends: ema-2016\nfu: {seven_pairs: 50}\n"
    Path("club.yaml").write_text(rules, encoding="utf-8")
    Path("ours.yaml").write_text(
        FILE.replace("wrcr-2015: {fu: 25}", "my-club: {fu: 50}"), encoding="utf-8"
    )
    (outcome,) = as_json("club.yaml", "--file", "ours.yaml")["outcomes"]
    assert (outcome["ruleset"], outcome["passed"]) == ("my-club", True)
    Path("other.yaml").write_text(rules, encoding="utf-8")
    ran = riichi_test("club.yaml", "other.yaml", "--file", "ours.yaml", status=2)
    assert "club.yaml and other.yaml both have the id 'my-club'." in ran.stderr


@pytest.mark.usefixtures("here")
def test_an_edited_book_replaces_the_shipped_one() -> None:
    book = library.books()["ema-2016"].read_text(encoding="utf-8")
    edited, changes = re.subn("(seven_pairs: +{value:) 25", r"\1 50", book)
    assert changes == 1
    Path("ema-2016.yaml").write_text(edited, encoding="utf-8")
    ran = riichi_test("./ema-2016.yaml", "--file", "some.yaml", status=1)
    assert "fu: expected 25, got 50" in ran.stdout


@pytest.mark.usefixtures("here")
def test_an_invalid_book_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> Ruleset:
        raise RulesetError([Problem("ema-2016.yaml", START, "bad-value", "being edited")])

    monkeypatch.setattr(rulesets, "shipped_ruleset", broken)
    ran = riichi_test("--file", "some.yaml", status=1)
    assert ran.stderr == "ema-2016.yaml:1:1: error[bad-value] being edited\n"


@pytest.mark.long
def test_the_shipped_scenarios_run_if_no_file_is_named() -> None:
    found = as_json("wrcr-2015")
    assert found["passed"]
    assert len(found["outcomes"]) == sum("wrcr-2015" in one.expect for one in scenarios())
    assert {Path(one["file"]).name for one in found["files"]} == {
        Path(one.place.file).name for one in scenarios() if "wrcr-2015" in one.expect
    }


def test_text_fits_100_columns() -> None:
    neat(riichi_test("wrcr-2015", "--chapter", "claims").stdout)


@pytest.mark.long
def test_progress_is_shown_on_a_terminal(here: Path) -> None:
    status, shown = on_terminal("test", "--file", "some.yaml", folder=here)
    assert (status, "\x1b[K" in shown) == (0, False)
    call = ("test", "--processes", "1")  # all rulesets: somebody waits
    status, shown = on_terminal(*call, folder=here, RIICHI_PAGER="", NO_COLOR="1")
    assert status == 0
    *looks, table = shown.split("\r\x1b[K")
    look = r"(scenarios [━─]{40} [\d,]+/[\d,]+ \d:\d\d:\d\d)?\r?"
    assert [one for one in looks if not re.fullmatch(look, one)] == []
    assert any("━" in one for one in looks)
    assert table.startswith("\rFILE"), "nothing is left of it"

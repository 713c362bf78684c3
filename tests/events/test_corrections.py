"""Corrected results are listed with the old and the new value; swapped seats are found."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each

from riichi.cli.main import main

PLAN = """session,table,player,points
1,A,Ana,
1,A,Bo,
1,A,Cy,
1,A,Di,
1,B,Eva,
1,B,Fay,
1,B,Gus,
1,B,Hal,
"""
RESULTS = """session,table,player,points,chombo
1,A,Ana,45000,
1,A,Bo,30000,
1,A,Cy,25000,
1,A,Di,20000,
1,B,Eva,45000,
1,B,Fay,30000,
1,B,Gus,25000,
1,B,Hal,20000,
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.csv").write_text(PLAN, encoding="utf-8")
    Path("r.csv").write_text(RESULTS, encoding="utf-8")


def call(*more: str, status: int = 0) -> Result:
    given = ["tournament", "r.csv", "--rules", "ema-2025", *more]
    ran = CliRunner().invoke(main, given, prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def publish(*more: str) -> str:
    """Write the standings, as if an hour after the last ones, and return them."""
    log = Path("log.csv")
    if log.exists():
        text = log.read_text(encoding="utf-8")
        log.write_text(text.replace(text.splitlines()[1][:10], "2001-01-01"), encoding="utf-8")
    call("--log", "log.csv", "--output", "s.html", *more)
    return Path("s.html").read_text(encoding="utf-8")


def change(*changes: tuple[str, str]) -> None:
    text = Path("r.csv").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    Path("r.csv").write_text(text, encoding="utf-8")


def logged() -> list[tuple[str, ...]]:
    with Path("log.csv").open(encoding="utf-8", newline="") as log:
        return [tuple(row[name] for name in ("player", "what", "old", "new"))
                for row in csv.DictReader(log)]  # fmt: skip


def test_a_first_publication_has_no_corrections() -> None:
    assert "Corrections" not in publish()
    assert ("Ana", "points", "", "45000") in logged()
    assert "Corrections" not in publish()  # nothing changed
    assert len(logged()) == 16


def test_a_corrected_result_is_listed_and_the_paper_says_so() -> None:
    publish()
    change(("Ana,45000", "Ana,44000"), ("Bo,30000,", "Bo,31000,1"))
    for more in ((), ("--paper", "a4"), ("--page",)):
        text = publish(*more)
        assert "Corrections" in text
        assert ("corrected 20" in text) is (more == ())  # only the first of them is corrected
    assert logged()[16:] == [
        ("Ana", "points", "45000", "44000"),
        ("Bo", "points", "30000", "31000"),
        ("Bo", "chombo", "", "1"),
    ]


def test_a_correction_in_a_league_names_the_evening_and_the_table() -> None:
    Path("jan.csv").write_text(RESULTS, encoding="utf-8")
    league = ("jan.csv", "--league")
    assert "Corrections" not in publish(*league)
    change(("Eva,45000", "Eva,44000"), ("Fay,30000", "Fay,31000"))
    text = publish(*league)
    assert text.count("<td>r 1 B</td>") == 2
    assert "jan 1 B" not in text


def test_a_plan_is_compared_with_the_last_evening_of_a_league() -> None:
    Path("jan.csv").write_text(RESULTS.replace("Ana", "Ida"), encoding="utf-8")
    league = ("--league", "--plan", "plan.csv")
    assert "other-seat" not in call(*league).output
    found = call("jan.csv", *league).stderr
    assert "other-seat" not in found
    change(("1,A,Bo,30000", "1,A,Fay,30000"), ("1,B,Fay,30000", "1,B,Bo,30000"))
    assert "other-seat" not in call("jan.csv", *league).stderr
    with_plan = Path("jan.csv").read_text("utf-8").replace("Ida", "Ana")
    Path("jan.csv").write_text(with_plan.replace("Bo,30000", "Fay,30000", 1), encoding="utf-8")
    assert "Fay is South at table A" in call("jan.csv", *league).stderr


def test_a_new_session_is_no_correction() -> None:
    publish()
    more = RESULTS.replace("\n1,", "\n2,").partition("\n")[2]
    Path("r.csv").write_text(RESULTS + more, encoding="utf-8")
    assert "Corrections" not in publish()


def test_a_result_that_disappears_is_a_correction() -> None:
    publish()
    rows = RESULTS.partition("1,B")[0]
    Path("r.csv").write_text(rows, encoding="utf-8")
    assert "Corrections" in publish()
    assert ("Hal", "points", "20000", "") in logged()


@each(
    "text", ["a,b\n1,2\n", RESULTS, "time,session,player,what,old,new,by\nx,1,Ana,points,,1,me\n"]
)
def test_a_file_that_is_not_a_log_stays_as_it_is(text: str) -> None:
    Path("log.csv").write_text(text, encoding="utf-8")
    assert "log.csv:1:" in call("--log", "log.csv", "--output", "s.html", status=1).output
    assert Path("log.csv").read_text(encoding="utf-8") == text


def test_only_what_is_written_is_published() -> None:
    assert "--log works only with --output" in call("--log", "log.csv", status=2).output


def test_swapped_seats_are_found_with_the_plan() -> None:
    assert "other-seat" not in call("--plan", "plan.csv").output
    change(("1,A,Bo,30000", "1,A,Fay,30000"), ("1,B,Fay,30000", "1,B,Bo,30000"))
    found = call("--plan", "plan.csv").stderr
    assert "r.csv:3:5: warning[other-seat] Fay is South at table A, but" in found
    assert "Bo is South at table B, but South at table A in the plan" in found
    assert found.count("other-seat") == 2


def test_a_table_of_the_plan_without_results_is_named() -> None:
    """A table with an error, or without points yet, is not missing."""
    whole = Path("r.csv").read_text("utf-8")
    Path("r.csv").write_text(whole[: whole.index("1,B")], "utf-8")
    found = call("--plan", "plan.csv").stderr
    assert "r.csv:2:3: warning[no-table] session 1 has no row of table B" in found
    assert "where the plan seats Eva, Fay, Gus, Hal" in found
    Path("r.csv").write_text(whole[: whole.index("1,B")] + PLAN[PLAN.index("1,B") :], "utf-8")
    assert "no-table" not in call("--plan", "plan.csv").stderr
    Path("r.csv").write_text(whole.replace("Hal,20000", "Hal,2OOOO"), "utf-8")
    assert "no-table" not in call("--plan", "plan.csv", status=1).stderr


def test_a_wrong_plan_is_an_error() -> None:
    assert "there is no such file" in call("--plan", "no.csv", status=2).output


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("title: Spring Open\n", "the file lacks a line of column names"),
        ("session,table,player,points\n1,A,Ana,45000\n", "its columns are session, table, player"),
        ("time,session,player,what,old,new\n,1,Ana,points,,45000\n", "a row lacks its time"),
    ],
)
def test_a_file_that_is_not_a_log_is_refused_with_what_it_is(content: str, found: str) -> None:
    Path("log.csv").write_text(content, encoding="utf-8")
    said = call("--log", "log.csv", "--output", "s.html", status=1).output
    assert f"this is not a log of published results: {found}" in said
    assert "a file that --log wrote" in said
    assert Path("log.csv").read_text(encoding="utf-8") == content

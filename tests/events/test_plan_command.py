"""`riichi plan`: names, cards and times."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from each import each
from python_calamine import CalamineWorkbook

from riichi.cli.main import main
from riichi.events.files.sheet_file import read_sheet
from riichi.events.seating.seating_plan import PlanRequest, Session, sessions_of_a_plan

NAMES = "name,country\nAna Silva,PT\nBo Ek,SE\nCy,NL\nDi,\nEd,\nFi,\nGo,\nHa,DE\n"


def plan(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, ["plan", *map(str, call)], prog_name="riichi")
    assert ran.exit_code == status, ran.output
    return ran


_KNOWN: dict[str, list[Session]] = {}


@pytest.fixture
def planned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make equal plans once for the tests that use this; some take a second."""

    def known(request: PlanRequest) -> list[Session]:
        if (key := repr(request)) not in _KNOWN:
            _KNOWN[key] = [*sessions_of_a_plan(request)]
        return _KNOWN[key]

    monkeypatch.setattr("riichi.events.commands.plan.sessions_of_a_plan", known)


@pytest.fixture
def players(tmp_path: Path) -> Path:
    path = tmp_path / "players.csv"
    path.write_text(NAMES, encoding="utf-8")
    return path


@each("form", ["text", "markdown", "html", "csv", "json"])
def test_a_plan_is_the_same_for_its_seed(form: str) -> None:
    call = (16, "--sessions", 2, "--seed", 5, "--format", form)
    assert plan(*call).stdout == plan(*call).stdout


def test_names_and_countries_are_in_the_plan(players: Path) -> None:
    text = plan(players, "--sessions", 2).stdout
    assert text.count("1 Ana Silva (PT)") == 2
    rows = list(
        csv.DictReader(io.StringIO(plan(players, "--sessions", 2, "--format", "csv").stdout))
    )
    assert {row["player"] for row in rows} >= {"Ana Silva", "Di"}
    assert len(rows) == 16


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_plan_in_a_spreadsheet_is_a_results_file_without_points(
    ending: str, tmp_path: Path
) -> None:
    file = tmp_path / f"plan.{ending}"
    plan(9, "--sessions", 2, "--output", file)
    if ending == "xlsx":
        head, first, *_ = CalamineWorkbook.from_path(file).get_sheet_by_index(0).to_python()
        assert head == ["session", "table", "player", "points", "absent"]
        assert [type(cell) for cell in first] == [float, float, str, str, str]
    sheet, problems = read_sheet(file, points=False)
    assert not problems
    assert [len(table.rows) for table in sheet.tables] == [4, 4, 4, 4]
    assert [(row.session, row.absent) for row in sheet.away] == [("1", "bye"), ("2", "bye")]


def test_a_workbook_needs_a_file() -> None:
    told = plan(8, "--sessions", 2, "--format", "xlsx", status=2).output
    assert ".xlsx needs a file: add --output FILE." in told


def test_cards_show_each_players_tables_and_seats(players: Path) -> None:
    call = (players, "--sessions", 2, "--print", "cards", "--format", "html")
    text = re.sub(r"<[^>]+>", " ", plan(*call).stdout)
    rows = json.loads(plan(players, "--sessions", 2, "--format", "json").stdout)["rows"]
    tables = [row["table"] for row in rows if row["player"] == "Di"]
    card = text.partition("4 Di")[2].partition("5 Ed")[0]
    assert re.findall(r"(\d)\s(?:East|South|West|North)", card) == tables


@pytest.mark.usefixtures("planned_once")
def test_a_plan_in_html_lists_the_players_who_sit_out() -> None:
    call = (9, "--sessions", "1+1", "--start", "09:30", "--format", "html")
    page = plan(*call).stdout
    assert page == plan(*call, "--print", "plan").stdout
    assert page.count("Sitting out: ") == 2
    assert "Session 2 \u00b7 Day 2 \u00b7 09:30\u201311:00" in page
    assert ">Seating plan<" in page


def test_times_follow_from_the_ruleset(players: Path) -> None:
    text = plan(players, "--sessions", 2, "--start", "09:30", "--gap", 20).stdout
    assert "09:30   10:45   11:00" in text
    assert "11:20   12:35   12:50" in text


@each(
    "call, said",
    [
        ((3, "--sessions", 2), "A plan needs 4 to 1,000 players, not 3"),
        ((0, "--sessions", 2), "A plan needs 4 to 1,000 players, not 0"),
        ((1001, "--sessions", 2), "A plan needs 4 to 1,000 players, not 1,001"),
        ((8,), "Missing option '--sessions'"),
        ((8, "--sessions", 2, "--rules", "emma"), "emma"),
        ((8, "--sessions", 2, "--start", "9h"), "--start is '9h', expected HH:MM"),
        (
            (8, "--sessions", 2, "--start", "09:00", "--rules", "tenhou"),
            "gives no length for a session",
        ),
        ((8, "--sessions", 21), "--sessions is '21', expected 1 to 20"),
        ((8, "--sessions", "4+x"), "--sessions is '4+x'"),
        ((8, "--sessions", "0"), "--sessions is '0'"),
        ((8, "--sessions", 4, "--start", "09:00,10:00"), "--start has 2 times: give one"),
        ((8, "--sessions", 4, "--break", "2:60"), "--break works only with --start"),
        ((8, "--sessions", 4, "--start", "09:00", "--break", "lunch"), "--break is 'lunch'"),
        (
            (8, "--sessions", 4, "--start", "09:00", "--break", "4:60"),
            "session 4 is the last of its day",
        ),
        (
            (8, "--sessions", "2+2", "--start", "09:00", "--break", "2:60"),
            "session 2 is the last of its day",
        ),
        ((8, "--sessions", 4, "--start", "09:00", "--break", "1:1439"), "take more than a day"),
        (
            (8, "--sessions", 20, "--start", "09:00"),
            "20 sessions of 90 minutes with breaks take more than a day",
        ),
    ],
)
def test_an_impossible_plan_is_refused(call: tuple[object, ...], said: str) -> None:
    assert said in plan(*call, status=2).stderr


def test_all_errors_in_a_list_are_reported(players: Path) -> None:
    players.write_text("name,country\nAna,PT\nAna,SE\n,NL\nBo,\n", encoding="utf-8")
    told = plan(players, "--sessions", 2, status=1).stderr
    assert "Ana is in the list already, on line 2" in told
    assert "a player without a name" in told


def test_a_name_in_another_unicode_form_is_a_duplicate(players: Path) -> None:
    players.write_text("name\nZo\u00eb\nZoe\u0308\nBo\nCy\n", encoding="utf-8")
    assert (
        "Zo\u00eb is in the list already, on line 2"
        in plan(players, "--sessions", 1, status=1).stderr
    )


def test_a_plan_reports_its_shortcomings() -> None:
    said = "Some players meet 3 times. A plan with 2 may exist"
    assert said in " ".join(plan(12, "--sessions", 7).stdout.split())
    assert "may exist" not in plan(12, "--sessions", 6).stdout


@pytest.mark.usefixtures("planned_once")
def test_a_plan_names_the_players_who_sit_out() -> None:
    text = plan(5, "--sessions", 5).stdout
    assert text.count("Sitting out: ") == 5
    assert "Each player sits out 1 session." in text
    assert "Each player sits out 0 or 1 sessions." in plan(9, "--sessions", 2).stdout
    data = json.loads(plan(5, "--sessions", 5, "--format", "json").stdout)
    assert sorted(row["player"] for row in data["sitting_out"]) == list("12345")
    assert data["seed"] == 0


def test_a_plan_without_times_may_name_its_rules() -> None:
    assert plan(8, "--sessions", 2, "--rules", "ema").stdout == plan(8, "--sessions", 2).stdout


@pytest.mark.usefixtures("planned_once")
def test_substitutes_of_the_host_complete_a_table() -> None:
    text = plan(10, "--sessions", 2, "--substitutes", 2).stdout
    assert "11 Substitute 1" in text
    assert "Sitting out" not in text
    dutch = plan(10, "--sessions", 2, "--substitutes", 2, "--language", "nl").stdout
    assert "12 Reservespeler 2" in dutch


def test_a_plan_names_the_pairs_who_had_to_meet(players: Path) -> None:
    players.write_text("name,club,apart\nAna,X,Bo\nBo,X,\nCy,Y,\nDi,Y,\n", encoding="utf-8")
    text = " ".join(plan(players, "--sessions", 1, "--seed", 7).stdout.split())
    assert "Kept apart by the list: 1 of 1 pairs meet. Ana and Bo." in text
    assert "No plan can keep them apart: 2 players may not meet each other, and there is 1" in text
    assert "Same club: 2 of 2 pairs meet. Ana and Bo, Cy and Di." in text
    assert "Seed: 7" in text


def test_a_session_without_a_table_is_refused(players: Path) -> None:
    players.write_text("name,until\nAna,1\nBo,1\nCy,\nDi,\n", encoding="utf-8")
    told = plan(players, "--sessions", 2, status=2).stderr
    assert "Session 2 has 2 players, expected at least 4" in told


def test_an_empty_list_is_refused(players: Path) -> None:
    players.write_text("name\n", encoding="utf-8")
    assert plan(players, "--sessions", 2, status=1).stderr


def test_a_script_for_pantheon_has_the_seats_of_the_plan() -> None:
    call = (16, "--sessions", 2, "--seed", 5, "--format")
    rows = json.loads(plan(*call, "json").stdout)["rows"]
    script = plan(*call, "pantheon").stdout
    assert script.count("\n\n") == 1
    numbers = [line.split("-") for line in script.split("\n") if line]
    assert [len(four) for four in numbers] == [4] * 8
    assert [number for four in numbers for number in four] == [row["player"] for row in rows]


def test_a_plan_of_two_days_has_a_lunch_and_a_second_morning() -> None:
    call = ("--sessions", "3+2", "--start", "09:30,10:00", "--gap", 10, "--break", "2:60")
    text = plan(16, *call).stdout
    rows = [line.split() for line in text.partition("Times\n")[2].splitlines()[1:6]]
    assert rows == [
        ["1", "1", "09:30", "10:45", "11:00"],
        ["1", "2", "11:10", "12:25", "12:40"],
        ["1", "3", "13:40", "14:55", "15:10"],
        ["2", "4", "10:00", "11:15", "11:30"],
        ["2", "5", "11:40", "12:55", "13:10"],
    ]
    assert "Session 5" in text


def test_each_day_begins_at_the_same_time_if_only_one_is_given() -> None:
    text = plan(16, "--sessions", "1+1", "--start", "09:30").stdout
    assert text.count("09:30") == 2


def test_papers_with_times_name_their_ruleset_once(tmp_path: Path) -> None:
    paper = tmp_path / "slips.html"
    call = ["plan", "8", "--sessions", "2", "--start", "09:30", "--print", "slips"]
    ran = CliRunner().invoke(main, [*call, "--output", str(paper)])
    assert ran.exit_code == 0
    assert ran.output.count("ema-2025") == 1

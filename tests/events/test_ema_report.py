"""The report for the EMA: its sheet, its checks, base ranks, weights, and the sum of totals."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from python_calamine import CalamineWorkbook

from riichi.cli.main import main
from riichi.events.ema_report import EVENT_ROW, HEAD, base_rank, ema_report, mers_weight
from riichi.events.files.event_file import Event, read_event
from riichi.events.files.player_files import read_players
from riichi.events.files.sheet_file import read_sheet
from riichi_core import load
from riichi_core.standings.standings import standings_of

PLAYERS = """First name;Last name;EMA number;Country
Zoë;van den Berg;8010123;NED
Bo;Ek;09010002;SWE
Cy;Öz;;GER
Di;Ng;8010124;ned
"""

EVENT = "title: Leiden Open\ntown: Leiden\ncountry: NED\ndate: 2026-10-31\ndays: 2\n"

RESULTS = """session,table,player,points,late_minutes,penalty,reason,chombo,substitute,bets_left
1,A,Zoë van den Berg,45000,3.5,,,,,
1,A,Bo Ek,30000,,8000,phone,,,
1,A,Cy Öz,25000,,,,1,,
1,A,Di Ng,20000,,,,,,
2,A,Zoë van den Berg,44000,,,,,,1
2,A,Bo Ek,30000,,,,,,
2,A,Cy Öz,25000,,,,,from_start,
2,A,Di Ng,20000,,,,,,
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("p.csv", PLAYERS), ("e.yaml", EVENT), ("r.csv", RESULTS)):
        Path(name).write_text(text, encoding="utf-8")
    return Path()


def report(*more: str, status: int = 0, language: str = "en") -> Result:
    call = ["tournament", "r.csv", "--format", "ema", "--rules", "ema-2025", *more]
    call += ["--language", language]
    ran = CliRunner().invoke(main, call, prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


ALL = ("--players", "p.csv", "--event", "e.yaml")


def change(name: str, old: str, new: str) -> None:
    text = Path(name).read_text(encoding="utf-8")
    assert old in text
    Path(name).write_text(text.replace(old, new), encoding="utf-8")


SHEET = [
    ["", "", "1", "Zoë", "van den Berg", "08010123", "", "56000", "YES", "NED", *[""] * 8],
    ["Leiden Open", "4", "2", "Bo", "Ek", "09010002", "", "2000", "YES", "SWE", "", "NED",
     "Leiden", "2.0", "", "Riichi", "31 Oct - 1 Nov 2026", "2"],
    ["", "", "3", "Di", "Ng", "08010124", "", "-50000", "YES", "NED", *[""] * 8],
    ["", "", "4", "Cy", "Öz", "", "", "-60000", "", "GER", *[""] * 8],
]  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_the_sheet_has_the_columns_that_the_emas_programs_read() -> None:
    report(*ALL, "--output", "s.csv")
    head, *rows = csv.reader(Path("s.csv").read_text(encoding="utf-8").splitlines())
    assert head[2:10] == ["Place", "First Name", "Last name", "EMA number", "Table points",
                          "Score", "EMA Member", "Country"]  # fmt: skip
    assert rows == SHEET


@pytest.mark.usefixtures("folder")
def test_a_workbook_keeps_the_zeros_of_numbers() -> None:
    report(*ALL, "--output", "s.xlsx")
    head, *rows = CalamineWorkbook.from_path("s.xlsx").get_sheet_by_index(0).to_python()
    assert tuple(head) == HEAD
    assert [row[5] for row in rows] == ["08010123", "09010002", "08010124", ""]
    as_text = [[str(int(cell)) if isinstance(cell, float) else cell for cell in row]
               for row in rows]  # fmt: skip
    as_text[EVENT_ROW][13] = "2.0"
    assert as_text == SHEET


@pytest.mark.usefixtures("folder")
def test_a_workbook_without_the_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    told = report(*ALL, "--output", "s.xlsx", status=2).stderr
    assert 'pip install "riichi-core[spreadsheets]"' in " ".join(told.split())
    assert not Path("s.xlsx").exists()


@pytest.mark.usefixtures("folder")
def test_the_checks_show_base_ranks_weight_and_the_sum() -> None:
    lines = [line.split() for line in report(*ALL).stdout.splitlines()]
    assert ["2", "Bo", "Ek", "09010002", "SWE", "2,000", "667"] in lines
    assert ["MERS", "weight", "2.0"] in lines
    assert ["chombo", "-20,000"] in lines
    assert ["sum", "of", "all", "totals", "-52,000"] in lines


@pytest.mark.usefixtures("folder")
def test_the_checks_are_in_dutch() -> None:
    assert "som van alle totalen" in report(*ALL, language="nl").stdout


@each("rules", ["ema-2016", "ema-2025", "wrcr-2015", "wrc-2025"])
def test_the_parts_of_the_sum_add_up_to_the_totals(tmp_path: Path, rules: str) -> None:
    path = tmp_path / "r.csv"
    more = (
        "2,B,Ed,40000,,,,2,mid_session,\n2,B,Fi,30000,,,,,,\n2,B,Go,30000,,,,,,\n2,B,Ha,20000,,,,,,"
    )
    path.write_text(RESULTS + more, encoding="utf-8")
    sheet, _ = read_sheet(path)
    ranked = standings_of(sheet, load(rules).rules)
    found = ema_report(sheet, ranked, Event())
    assert found.total == sum(Fraction(row.total) for row in ranked.rows if row.place)
    assert found.sums


@pytest.mark.usefixtures("folder")
@each(
    "name, old, new, said",
    [
        ("p.csv", "8010123", "801", "p.csv:2:18: error[ema-number] '801' is not an EMA number"),
        ("p.csv", "09010002", "8010123", "08010123 is in the list already, on line 2"),
        ("r.csv", "2,A,Zoë van den Berg,44000,,,,,,1\n", "3,B,Zoë van den Berg\n3,B,Bo Ek\n"
         "3,B,Cy Öz\n3,B,Di Ng\n2,A,Zoë van den Berg,44000,,,,,,1\n",
         "error[not-played] session 3, table B has no results yet"),
        ("e.yaml", "2026-10-31", "31 okt", "expected: YYYY-MM-DD, e.g. 2026-09-12"),
        ("e.yaml", "2026-10-31", "20261031", "expected: YYYY-MM-DD, e.g. 2026-09-12"),
        ("e.yaml", "2026-10-31", "2026-W37-6", "expected: YYYY-MM-DD, e.g. 2026-09-12"),
        ("e.yaml", "days: 2", "days: 0", "e.yaml:5:7: error"),
        ("e.yaml", "town:", "twon:", "did you mean: town"),
        ("e.yaml", EVENT, "- a\n", "an event is a mapping, e.g. title: Spring Open"),
    ],
)  # fmt: skip
def test_a_report_with_an_error_is_not_written(name: str, old: str, new: str, said: str) -> None:
    before = Path(name).read_text(encoding="utf-8")
    change(name, old, new)
    told = report(*ALL, "--output", "s.csv", status=1).stderr
    Path(name).write_text(before, encoding="utf-8")
    assert said in told
    assert not Path("s.csv").exists()


@pytest.mark.usefixtures("folder")
@each(
    "more, said",
    [
        (("--event", "e.yaml"), "players without an EMA number (4): Zoë van den Berg, Bo Ek"),
        (("--event", "e.yaml"), "names split at the first space (4)"),
        (("--event", "e.yaml"), "players whose country is not given in three letters (4)"),
        (("--players", "p.csv"), "the report lacks title, town, country, date, days of the"),
    ],
)
def test_a_doubt_is_a_warning(more: tuple[str, ...], said: str) -> None:
    assert said in report(*more).stderr


@pytest.mark.usefixtures("folder")
def test_numbers_of_another_country_are_doubted_and_errors_come_with_all_doubts() -> None:
    change("p.csv", "8010123", "1201000")
    assert "like those of another country (1): Zoë van den Berg (01201000, NED)" in report(
        *ALL).stderr  # fmt: skip
    change("e.yaml", "NED", "Netherlands")
    change("p.csv", "1201000", "801")
    told = report(*ALL, status=1).stderr
    assert "error[ema-number] '801' is not an EMA number" in told
    assert "warning[event] the tournament's country does not have three letters" in told
    change("r.csv", "1,A,Di Ng,20000", "1,A,Di Ng,20500")
    told = report(*ALL, status=1).stderr
    assert all(code in told for code in ("table-sum", "ema-number", "warning[event]"))


@pytest.mark.usefixtures("folder")
def test_substitutes_and_shared_places_are_listed() -> None:
    change("p.csv", "Country\n", "Country;Substitute\n")
    change("p.csv", "GER\n", "GER;yes\n")
    rows = ["1,A,Zoë van den Berg,40000", "1,A,Bo Ek,40000", "1,A,Cy Öz,20000", "1,A,Di Ng,20000"]
    Path("r.csv").write_text("\n".join(["session,table,player,points", *rows]), encoding="utf-8")
    ran = report(*ALL)
    assert "substitutes who are ranked (1): Cy Öz" in ran.stderr
    assert "      1  Bo Ek and Zoë van den Berg\n" in ran.stdout


def test_at_most_three_substitutes_count_as_players(folder: Path) -> None:
    sheet, _ = read_sheet(folder / "r.csv")
    listed = [replace(player, substitute=True) for player in read_players(folder / "p.csv")[0]]
    sheet = replace(sheet, players=tuple(listed))
    found = ema_report(sheet, standings_of(sheet, "ema-2025"), Event())
    assert (found.players, len(found.rows)) == (3, 4)


@pytest.mark.usefixtures("folder")
@each(
    "more, said",
    [
        (("--output", "s.html"), "'s.html' has no extension that sets a format: .csv, .xlsx"),
        (("--rules", "wrc-2025"), "--format ema needs one ruleset"),
        (("--check-seating",), "--check-seating does not work with --format ema"),
    ],
)
def test_an_impossible_report_is_refused(more: tuple[str, ...], said: str) -> None:
    assert said in report(*more, status=2).stderr


# ---- formulas ------------------------------------------------------------------------------------


@each(
    "place, players, rank",
    [(1, 16, 1000), (16, 16, 0), (3, 16, 867), (26, 40, 359), (28, 40, 308), (75, 100, 253)],
)
def test_base_ranks_are_those_published(place: int, players: int, rank: int) -> None:
    assert base_rank(place, players) == rank


@each(
    "days, players, countries, weight",
    [(1, 40, 5, 1), (1, 41, 5, 1.5), (1, 80, 6, 2), (2, 81, 9, 3.5), (2, 64, 10, 3.5),
     (3, 81, 10, 5), (5, 40, 1, 3)],
)  # fmt: skip
def test_weights_are_those_published(days: int, players: int, countries: int, weight: Any) -> None:
    assert mers_weight(days, players, countries, qualification=False) == weight
    assert mers_weight(days, players, countries, qualification=True) == weight + 1


@each(
    "date, days, text",
    [
        ("2026-09-12", None, "12 Sep 2026"),
        ("2026-09-12", 2, "12-13 Sep 2026"),
        ("2026-10-31", 2, "31 Oct - 1 Nov 2026"),
        ("2026-12-31", 2, "31 Dec 2026 - 1 Jan 2027"),
    ],
)
def test_dates_are_written_as_the_ema_writes_them(date: str, days: int | None, text: str) -> None:
    assert Event.read({"date": date, "days": days}).dates() == text


def test_an_empty_event_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "e.yaml"
    path.write_text("", encoding="utf-8")
    event, problems = read_event(path)
    assert event == Event()
    assert [problem.severity for problem in problems] == ["error"]
    assert io.StringIO(problems[0].text()).readline().strip().endswith("the file is empty")


# ---- pages and rows for others -------------------------------------------------------------------


def tournament(*more: str, status: int = 0) -> Result:
    call = ["tournament", "r.csv", "--rules", "ema-2025", *more]
    ran = CliRunner().invoke(main, call, prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


@pytest.mark.usefixtures("folder")
def test_a_page_of_results_has_the_event_the_players_and_the_tables() -> None:
    tournament(*ALL, "--tables", "--output", "results.html")
    page = Path("results.html").read_text(encoding="utf-8")
    for text in ("<h1>Leiden Open</h1>", "Leiden, 31 Oct - 1 Nov 2026", ">SWE<",
                 "Session 2: results at the tables", "Cy Öz (substitute)"):  # fmt: skip
        assert text in page, text
    assert "<script" not in page
    assert 'src="http' not in page


@pytest.mark.usefixtures("folder")
def test_the_text_has_no_countries() -> None:
    assert "SWE" not in tournament(*ALL, "--tables").stdout


@pytest.mark.usefixtures("folder")
def test_tables_in_csv_are_numbers_by_seat() -> None:
    change("r.csv", "Bo Ek", '"Ek, Bo"')
    rows = [*csv.DictReader(io.StringIO(tournament("--tables", "--format", "csv").stdout))]
    assert rows[1] == {"ruleset": "ema-2025", "session": "1", "table": "A", "wind": "South",
                       "player": "Ek, Bo", "played by": "player", "score": "30000", "place": "2",
                       "uma": "5000", "result": "5000"}  # fmt: skip
    assert [row["played by"] for row in rows].count("from_start") == 1
    assert sum(int(row["result"]) for row in rows) == 0


@pytest.mark.usefixtures("folder")
@each("more", [("--check-seating",), ("--format", "ema")])
def test_tables_belong_to_standings(more: tuple[str, ...]) -> None:
    assert "does not work with --tables" in tournament("--tables", *more, status=2).stderr

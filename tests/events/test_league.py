"""`riichi tournament --league`: several files, and players who come when they like."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from running import neat

from riichi.cli.main import main

HEAD = "session,table,player,points"
JANUARY = """\
1,A,Ana,45000
1,A,Bo,30000
1,A,Cy,25000
1,A,Di,20000
1,B,Ana,25000
1,B,Bo,45000
1,B,Cy,30000
1,B,Eve,20000
"""
FEBRUARY = """\
1,A,Ana,20000
1,A,Bo,25000
1,A,Fay,45000
1,A,Di,30000
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with two evenings of a club."""
    monkeypatch.chdir(tmp_path)
    write("jan.csv", JANUARY)
    write("feb.csv", FEBRUARY)


def write(name: str, rows: str, head: str = HEAD) -> None:
    Path(name).write_text(f"{head}\n{rows}", encoding="utf-8")


def league(*call: str, status: int = 0) -> Result:
    command = ["tournament", "jan.csv", "feb.csv", "--league", "--rules", "ema-2025", *call]
    ran = CliRunner().invoke(main, command, catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def standings(*call: str) -> dict[str, Any]:
    found = json.loads(league(*call, "--format", "json").stdout)
    return {one["player"]: one for one in found["results"]["ema-2025"]["standings"]}


def test_the_games_of_all_files_are_added() -> None:
    """Two games of one session at two tables are two games."""
    found = standings()
    assert [*found] == ["Fay", "Bo", "Ana", "Cy", "Di", "Eve"]
    assert {name: one["total"] for name, one in found.items()} == {
        "Fay": 30_000, "Bo": 5_000 + 30_000 - 10_000, "Ana": 30_000 - 10_000 - 25_000,
        "Cy": -10_000 + 5_000, "Di": -25_000 + 5_000, "Eve": -25_000}  # fmt: skip
    assert {name: one["games"] for name, one in found.items()} == {
        "Fay": 1, "Bo": 3, "Ana": 3, "Cy": 2, "Di": 2, "Eve": 1}  # fmt: skip
    assert found["Bo"]["places"] == [1, 1, 1, 0]
    assert found["Ana"]["place"] == found["Cy"]["place"] == 3


def test_a_missed_evening_causes_no_penalty_and_no_warning() -> None:
    assert league().stderr == ""
    write("jan.csv", JANUARY + "2,,Gus,,true\n2,,Di,,left\n", f"{HEAD},absent")
    found = standings()
    assert "Gus" not in found
    assert found["Di"]["total"] == -20_000


def test_a_game_of_a_substitute_counts_for_no_player() -> None:
    write("feb.csv", FEBRUARY.replace("Fay,45000", "Fay,45000,from_start"), f"{HEAD},substitute")
    assert "Fay" not in standings()


def test_the_average_can_decide() -> None:
    found = standings("--rank-by", "average")
    assert [*found] == ["Fay", "Bo", "Ana", "Cy", "Di", "Eve"]
    assert found["Bo"]["average"] == pytest.approx(25_000 / 3)
    assert (found["Ana"]["place"], found["Cy"]["place"]) == (3, 4)


def test_only_the_best_results_count() -> None:
    found = standings("--best", "1")
    assert [one["total"] for one in found.values()] == [30_000] * 3 + [5_000] * 2 + [-25_000]
    assert [one["place"] for one in found.values()] == [1, 1, 1, 4, 4, 6]
    assert {one["counted"] for one in found.values()} == {1}


def test_players_with_few_games_have_no_place() -> None:
    found = standings("--min-games", "2")
    assert [*found] == ["Bo", "Ana", "Cy", "Di", "Fay", "Eve"]
    assert [one["place"] for one in found.values()] == [1, 2, 2, 4, None, None]
    assert found["Fay"]["notes"] == ["1 of 2 games"]


def test_deductions_are_part_of_a_game() -> None:
    write("feb.csv", FEBRUARY.replace("Fay,45000", "Fay,45000,8000,phone"),
          f"{HEAD},penalty,reason")  # fmt: skip
    assert standings()["Fay"]["total"] == 22_000
    assert "  Fay     feb.csv  1        penalty  -8,000  phone\n" in league().stdout


def test_the_table_says_how_it_is_ranked() -> None:
    out = league("--best", "2", "--min-games", "2").stdout
    neat(out)
    assert "      1  Bo          3        2  +35,000  +17,500  1-1-1-0\n" in out
    assert (
        "12 results from 2 files. Ranked by total. Only the best 2 results of each player count. "
        "A player\n  needs 2 games to be ranked.\n"
    ) in out


FINAL = """\
1,A,Di,45000
1,A,Cy,30000
1,A,Ana,25000
1,A,Fay,20000
"""
"""After February Fay has 30,000, Bo 25,000, Ana and Cy -5,000, Di -20,000, Eve -25,000."""


@each("carry, part", [("all", 1), ("half", 0.5), ("none", 0)])
def test_the_players_of_the_last_files_are_the_finalists(carry: str, part: float) -> None:
    write("mar.csv", FINAL)
    found = standings("mar.csv", "--cut", "4", "--carry", carry)
    won = {"Di": 30_000, "Cy": 5_000, "Ana": -10_000, "Fay": -25_000}
    kept = {"Di": -20_000, "Cy": -5_000, "Ana": -5_000, "Fay": 30_000}
    totals = {name: one["total"] for name, one in found.items() if one["finalist"]}
    assert totals == {name: kept[name] * part + won[name] for name in won}
    assert [one["place"] for one in found.values()] == sorted(
        one["place"] for one in found.values()
    )
    assert (found["Bo"]["place"], found["Eve"]["place"]) == (5, 6)
    assert found["Fay"]["cut"] == kept["Fay"] * (part - 1)
    assert found["Fay"]["notes"] == ["place 1 before the final"]
    page = league("mar.csv", "--cut", "4", "--carry", carry).stdout
    neat(page)
    assert ("points kept" in page) and ("Not in the final" in page)
    assert ("cut" in page) == (carry != "all")


def test_the_best_after_a_file_are_the_finalists_before_the_final() -> None:
    found = standings("--cut", "jan:2")
    assert [name for name, one in found.items() if one["finalist"]] == ["Bo", "Ana"]
    assert [*standings("--cut", "2")][:2] == ["Fay", "Bo"]


def test_a_finalist_keeps_only_the_best_results_before_the_final() -> None:
    write("mar.csv", FINAL)
    found = standings("mar.csv", "--cut", "feb:4", "--best", "1")
    assert found["Ana"]["total"] == 30_000 - 10_000
    assert found["Ana"]["counted"] == 2


def test_names_nearly_alike_across_files_are_reported_once() -> None:
    write("feb.csv", FEBRUARY.replace("Fay", "Frederique") + FEBRUARY.replace("1,A", "2,A").replace(
        "Fay", "Frederique"))  # fmt: skip
    write("jan.csv", JANUARY.replace("Eve", "Frédérique"))
    told = league().stderr
    assert told.count("nearly-alike") == 1
    assert "feb.csv:4:5: warning[nearly-alike] Frédérique and Frederique never play" in told


def test_each_file_can_write_its_scores_in_its_own_way() -> None:
    write("feb.csv", FEBRUARY.replace("000\n", "\n"))
    ran = league("--format", "json")
    assert ran.stderr == "feb.csv: the scores are read as totals in thousands.\n"
    assert json.loads(ran.stdout)["results"]["ema-2025"]["standings"][0]["total"] == 30_000


def test_csv_has_one_row_for_each_player_and_ruleset() -> None:
    ran = league("--rules", "wrc-2025", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(ran.stdout)))
    assert len(rows) == 12
    assert rows[1] == {
        "ruleset": "ema-2025", "place": "2", "player": "Bo", "status": "ranked", "unit": "points",
        "games": "3", "counted": "3", "cut": "", "total": "25000", "average": "8333.333333",
        "firsts": "1", "seconds": "1", "thirds": "1", "fourths": "0", "notes": ""}  # fmt: skip
    for form in ("markdown", "html"):
        assert "Fay" in league("--format", form).stdout


def test_errors_name_their_file() -> None:
    write("feb.csv", FEBRUARY.replace("45000", "44000"))
    told = league(status=1)
    assert told.stdout == ""
    assert "feb.csv:2:9: error[table-sum]" in told.stderr


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (["jan.csv", "jan.yaml"], "Several files of one tournament must be tables"),
        (["jan.csv", "--best", "3"], "--best works only with --league."),
        (["jan.csv", "jan.csv", "--league"], "'jan.csv' is given twice."),
        (["jan.csv", "--league", "--check-seating"], "--check-seating does not work with --league"),
        (["jan.csv", "none.csv", "--league"], "none.csv"),
        (["jan.csv", "--league", "--cut", "may:4"], "--cut: there is no file may, only jan"),
        (["jan.csv", "--league", "--cut", "9"], "5 players are ranked, expected at least 9"),
        (["--league"], "FILE"),
    ],
)
def test_a_wrong_call_is_refused(call: list[str], told: str) -> None:
    ran = CliRunner().invoke(main, ["tournament", *call], catch_exceptions=False)
    assert ran.exit_code == 2
    assert told in ran.stderr


# ---- a season: teams, tables and its page --------------------------------------------------------

TEAMS = "name,team\nAna,Red\nBo,Blue\nCy,Red\nDi,Blue\nEve,\nFay,Red\n"


def test_teams_have_the_totals_of_their_players_over_all_evenings() -> None:
    Path("players.csv").write_text(TEAMS, encoding="utf-8")
    with_teams = ("--players", "players.csv")
    data = json.loads(league(*with_teams, "--format", "json").stdout)["results"]["ema-2025"]
    total = {one["player"]: one["total"] for one in data["standings"]}
    red = total["Ana"] + total["Cy"] + total["Fay"]
    assert [(one["place"], one["team"], one["total"]) for one in data["teams"]] == [
        (1, "Red", red), (2, "Blue", total["Bo"] + total["Di"]),
    ]  # fmt: skip
    text = league(*with_teams).stdout
    neat(text)
    assert f"      1  Red   {', '.join(data['teams'][0]['players'])}  {red:+,}\n" in text
    assert "Teams" not in league().stdout


def test_the_tables_of_all_evenings_follow_the_standings() -> None:
    text = league("--tables").stdout
    neat(text)
    assert [text.count(f"\n{name}\n") for name in ("JAN", "FEB")] == [1, 1]
    rows = [*csv.DictReader(io.StringIO(league("--tables", "--format", "csv").stdout))]
    assert [(row["file"], row["player"], row["score"]) for row in rows[7:9]] == [
        ("jan", "Eve", "20000"), ("feb", "Ana", "20000"),
    ]  # fmt: skip


def test_the_page_of_a_season_has_its_standings_and_the_seats_of_the_last_file() -> None:
    write("feb.csv", FEBRUARY + "2,A,Ana,\n2,A,Bo,\n2,A,Fay,\n2,A,Di,\n")
    league("--page", "--output", "season.html")
    text = Path("season.html").read_text(encoding="utf-8")
    heads = [
        "Where do I sit?",
        "Seating plan",
        "EMA Riichi rules, 2025 edition",
        "Standings by name",
    ]
    places = [text.index(f"{head}</h") for head in heads]
    assert places == sorted(places)
    assert "Session 2</h" in text
    assert "Session 1</h" not in text

"""Lists of players: names in any form, EMA numbers, and columns that riichi does not use."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from each import each
from workbooks import write_ods, write_xlsx

from riichi.cli.main import main
from riichi.events.files.player_files import read_players
from riichi.events.files.sheet_file import read_sheet
from riichi_core.standings.players import Player, are_apart

LIST = """Voornaam;Tussenvoegsel;Achternaam;EMA-nummer;Land;Vereniging;Reserve;Vanaf;Dieet
Zoë;van den;Berg;8010123;NED;Leiden;;;vegan
Bo;;Ek;09-010002;SE;Lund;nee;;
Cy;;Öz;;DE;;ja;;=nuts
Di;;Ng;-;;;;2;
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path()


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, [*map(str, call)], prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def saved(text: str, encoding: str = "utf-8", name: str = "players.csv") -> Path:
    path = Path(name)
    path.write_bytes(text.encode(encoding))
    return path


def read(text: str) -> tuple[list[Player], list[str]]:
    players, problems = read_players(saved(text))
    return [*players], [problem.text() for problem in problems if problem.code != "unknown-key"]


@pytest.mark.usefixtures("folder")
@each("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_dutch_list_is_read_in_any_encoding(encoding: str) -> None:
    players, problems = read_players(saved(LIST, encoding))
    assert players == (
        Player(1, "Zoë van den Berg", "Zoë", "van den Berg", "08010123", "NED", "Leiden",
               other=(("Dieet", "vegan"),)),
        Player(2, "Bo Ek", "Bo", "Ek", "09010002", "SE", "Lund", other=(("Dieet", ""),)),
        Player(3, "Cy Öz", "Cy", "Öz", "", "DE", substitute=True, other=(("Dieet", "=nuts"),)),
        Player(4, "Di Ng", "Di", "Ng", first_session=2, other=(("Dieet", ""),)),
    )  # fmt: skip
    assert [problem.code for problem in problems if problem.code != "not-utf8"] == ["unknown-key"]


@pytest.mark.usefixtures("folder")
@each("name", ["p.xlsx", "p.ods"])
def test_a_number_in_a_workbook_gets_its_zero_back(name: str) -> None:
    grid: list[list[str | int]] = [["Name", "EMA number"], ["Ana", 8_010_123], ["Bo", "11990143"]]
    path = (write_xlsx if name == "p.xlsx" else write_ods)(Path(name), grid)
    players, problems = read_players(path)
    assert [player.ema for player in players] == ["08010123", "11990143"]
    assert problems == []


@pytest.mark.usefixtures("folder")
@each(
    "rows, said",
    [
        ("Ana,123,,,\n", "warning[ema-number] '123' is not an EMA number"),
        ("Ana,8010123,,,\nBo,08010123,,,\n", "number 08010123 is in the list already, on line 2"),
        ("Ana,,maybe,,\n", "error[wrong-type] 'maybe' does not fit here"),
        ("Ana,,,lunch,\n", "expected: the number of a session, e.g. 3"),
        ("Ana,,,0,\n", "'0' does not fit here"),
        ("Ana,,,3,\n,,,,\n,x,,,\n", "a player without a name"),
    ],
)
def test_a_wrong_value_in_a_list_is_reported(rows: str, said: str) -> None:
    _, problems = read(f"name,ema,substitute,from,until\n{rows}")
    assert any(said in problem for problem in problems), problems


@pytest.mark.usefixtures("folder")
def test_the_last_session_is_not_before_the_first() -> None:
    _, problems = read("name,from,until\nAna,3,2\n")
    assert "the last session is before the first one" in problems[0]
    (player,), problems = read("name,from,until\nAna,2,3\n")
    assert problems == []
    assert [player.plays_in(session) for session in (1, 2, 3, 4)] == [False, True, True, False]


@pytest.mark.usefixtures("folder")
def test_a_common_word_or_a_name_keeps_players_apart() -> None:
    (ana, bo, cy, di), problems = read('name,apart\nAna,"red, Cy"\nBo,RED\nCy,\nDi,Cyy\n')
    assert are_apart(ana, bo)
    assert are_apart(cy, ana)
    assert not are_apart(bo, cy)
    assert not are_apart(di, cy)
    assert len(problems) == 1
    assert "no other player has the name 'Cyy', or this word in `apart`" in problems[0]
    assert "did you mean: Cy" in problems[0]


@pytest.mark.usefixtures("folder")
def test_a_plan_repeats_all_columns_and_can_be_filled_in() -> None:
    saved(LIST.replace(";ja;", ";nee;").replace(";2;", ";;"))  # everybody plays
    ran = riichi("plan", "players.csv", "--sessions", 1, "--format", "csv", "--output", "r.csv")
    assert ran.stderr.count("warning[") == 1
    text = Path("r.csv").read_text(encoding="utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["session", "table", "player", "points", "first_name", "last_name", "ema",
                    "country", "club", "Dieet"]  # fmt: skip
    assert ["1", "1", "Cy Öz", "", "Cy", "Öz", "", "DE", "", "'=nuts"] in rows
    points = zip(rows, (40_000, 35_000, 25_000, 20_000), strict=True)
    filled = [head, *([*row[:3], str(number), *row[4:]] for row, number in points)]
    saved("\n".join(";".join(row) for row in filled), name="r.csv")
    sheet, _ = read_sheet(Path("r.csv"))
    assert {player.name: player.ema for player in sheet.players}["Zoë van den Berg"] == "08010123"
    listed, _ = read_players(Path("players.csv"))
    assert {player.name: player.other for player in sheet.players} == {
        player.name: player.other for player in listed
    }


RESULTS = 'ronde,tafel,speler,punten\n1,A,ek bo,45000\n1,A,"Öz, Cy",30000\n1,A,Di Ng,25000\n'


@pytest.mark.usefixtures("folder")
def test_a_second_column_of_first_names_is_kept_but_not_used() -> None:
    path = saved("Voornaam,Roepnaam,Achternaam\nWilhelmina,Mien,Kok\nJan,,Bos\n")
    players, problems = read_players(path)
    assert [player.name for player in players] == ["Wilhelmina Kok", "Jan Bos"]
    assert dict(players[0].other) == {"Roepnaam": "Mien"}
    assert [(problem.severity, problem.span.column) for problem in problems] == [("warning", 10)]
    _, problems = read_players(saved("Voornaam,Voornaam,Achternaam\nMien,Wil,Kok\n"))
    assert [problem.code for problem in problems] == ["duplicate-key"]


@pytest.mark.usefixtures("folder")
def test_results_get_the_names_and_columns_of_the_list() -> None:
    saved(LIST)
    saved(f"{RESULTS}1,A,1,20000\n", name="r.csv")
    ran = riichi("tournament", "r.csv", "--players", "players.csv", "--format", "csv")
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(ran.stdout))}
    assert list(rows) == ["Bo Ek", "Cy Öz", "Di Ng", "Zoë van den Berg"]
    assert rows["Zoë van den Berg"]["ema"] == "08010123"
    assert rows["Zoë van den Berg"]["Dieet"] == "vegan"
    assert ran.stderr == ""  # the first plan named the unknown column


@pytest.mark.usefixtures("folder")
def test_names_missing_from_the_list_or_the_results_are_reported() -> None:
    saved(LIST)
    saved(f"{RESULTS}1,A,Zoe van den Berg,20000\n", name="r.csv")
    told = riichi("tournament", "r.csv", "--players", "players.csv").stderr
    assert "r.csv:5:5: warning[not-listed] 'Zoe van den Berg' is not in the list of players" in told
    assert "did you mean: Zoë van den Berg" in told
    assert "players of the list without results: Zoë van den Berg" in told


@pytest.mark.usefixtures("folder")
def test_two_spellings_of_a_listed_player_at_one_table_are_an_error() -> None:
    saved(LIST)
    saved(f"{RESULTS}1,A,Bo Ek,20000\n", name="r.csv")
    told = riichi("tournament", "r.csv", "--players", "players.csv", status=1).stderr
    assert "Bo Ek is in session 1 already, on line 2" in told


@pytest.mark.usefixtures("folder")
def test_two_exchanged_names_are_reported_in_their_own_rows() -> None:
    clubs = {"Ana": "Leiden", "Bo": "Lund", "Cy": "Leiden", "Di": "Lund"}
    rows = [f"{session},A,{name},{club}" for session in (1, 2, 3) for name, club in clubs.items()]
    rows[0], rows[1] = "1,A,Bo,Leiden", "1,A,Ana,Lund"
    path = saved("\n".join(["session,table,player,club", *rows]), name="r.csv")
    _, problems = read_sheet(path, points=False)
    assert [(problem.span.line, problem.message) for problem in problems] == [
        (2, "Bo has 'Leiden' here and 'Lund' elsewhere"),
        (3, "Ana has 'Lund' here and 'Leiden' elsewhere"),
    ]


@pytest.mark.usefixtures("folder")
def test_columns_of_results_describe_their_players() -> None:
    rows = ["1,A,Ana,Silva,7,NED,45000,ref Jo", "1,A,Bo,Ek,8010123,NED,30000,",
            "1,A,Cy,Öz,8010123,NED,25000,", "1,A,Di,Ng,,NED,20000,",
            "2,A,Ana,Silva,7,GER,45000,ref Ed", "2,A,Bo,Ek,,,30000,",
            "2,A,Cy,Öz,,,25000,", "2,A,Di,Ng,,,20000,"]  # fmt: skip
    head = "session,table,First name,Last name,EMA no.,country,points,remark"
    path = saved("\n".join([head, *rows]), name="r.csv")
    sheet, problems = read_sheet(path)
    assert sheet.players[0] == Player(1, "Ana Silva", "Ana", "Silva", "7", "NED",
                                      other=(("remark", "ref Jo; ref Ed"),))  # fmt: skip
    told = [problem.text().splitlines()[0] for problem in problems]
    assert [line.split(" ")[0] for line in told] == ["r.csv:1:59:", "r.csv:2:15:", "r.csv:4:11:",
                                                     "r.csv:6:17:"]  # fmt: skip
    assert "Ana Silva has 'GER' here and 'NED' elsewhere" in told[3]
    assert "Bo Ek and Cy Öz have the same EMA number, 08010123" in told[2]


@pytest.mark.usefixtures("folder")
def test_an_empty_or_missing_list_is_refused() -> None:
    saved("name,ema\n", name="players.csv")
    saved(f"{RESULTS}1,A,Zo,20000\n", name="r.csv")
    told = riichi("tournament", "r.csv", "--players", "players.csv", status=1).stderr
    assert "players.csv:1:1: error[empty] the file has no rows" in told
    riichi("tournament", "r.csv", "--players", "nothing.csv", status=2)


@pytest.mark.usefixtures("folder")
def test_a_list_applies_to_yaml_results() -> None:
    saved(LIST)
    rows = [f"  - {{session: 1, table: A, player: {name}, points: 30000}}"
            for name in ("bo ek", "Cy Öz", "Di Ng", "1")]  # fmt: skip
    saved("\n".join(["rows:", *rows]), name="r.yaml")
    ran = riichi("tournament", "r.yaml", "--players", "players.csv", "--rules", "ema-2025",
                 "--format", "json")  # fmt: skip
    found: Any = json.loads(ran.stdout)["results"]["ema-2025"]["standings"]
    assert {row["player"] for row in found} == {"Bo Ek", "Cy Öz", "Di Ng", "Zoë van den Berg"}

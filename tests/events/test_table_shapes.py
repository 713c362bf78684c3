"""Tables in the shapes that people make, brought into rows of one player and one session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from workbooks import write_xlsx

from riichi.cli.main import main
from riichi.events.files.player_files import read_players
from riichi.events.files.sheet_file import read_sheet

GAMES = {
    "1": {"A": [("Ana", 45_000), ("Bo", 30_000), ("Cy", 25_000), ("Di", 20_000)]},
    "2": {"B": [("Di", 45_000), ("Bo", 30_000), ("Cy", 25_000), ("Ana", 20_000)]},
}
"""Two sessions: the players of each table in the order of the seats."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, [*map(str, call)], prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def saved(text: str, name: str = "t.csv") -> Path:
    Path(name).write_text(text, encoding="utf-8")
    return Path(name)


def games(*paths: Path, warnings: int = 0) -> dict[str, Any]:
    """Return what was read of the files, which have so many warnings and no errors."""
    sheet, problems = read_sheet(*paths)
    assert [problem.severity for problem in problems] == ["warning"] * warnings, problems
    found: dict[str, Any] = {}
    for table in sheet.tables:
        rows = [(row.player, row.points) for row in table.rows]
        found.setdefault(table.session, {})[table.name] = rows
    return found


SHAPES = {
    "a title": """Spring Open 2026,,,
,,,
Round,Table,Player,Points
1,A,Ana,45000\n1,A,Bo,30000\n1,A,Cy,25000\n1,A,Di,20000
2,B,Di,45000\n2,B,Bo,30000\n2,B,Cy,25000\n2,B,Ana,20000
Total,,,"240.000"
""",
    "a title without marks": """Spring Open, Leiden
Round;Table;Player;Points
1;A;Ana;45.000,0\n1;A;Bo;30.000,0\n1;A;Cy;25.000,0\n1;A;Di;20.000,0
2;B;Di;45000\n2;B;Bo;30000\n2;B;Cy;25000\n2;B;Ana;20000
""",
    "seats": """Session,Table,Seat,Player,Points
1,A,north,Di,20000\n1,A,W,Cy,25000\n1,A,1,Ana,45000\n1,A,南,Bo,30000
2,B,noord,Ana,20000\n2,B,zuid,Bo,30000\n2,B,oost,Di,45000\n2,B,west,Cy,25000
""",
    "a row for each table": """Round,Table,East,Pts,South,Pts,West,Pts,North,Pts
1,A,Ana,45000,Bo,30000,Cy,25000,Di,20000
2,B,Di,45000,Bo,30000,Cy,25000,Ana,20000
Total,,,90000,,60000,,50000,,40000
""",
    "a row for each table, all points last": """Round,Table,East,South,West,North,\
East points,South points,West points,North points
1,A,Ana,Bo,Cy,Di,45000,30000,25000,20000
2,B,Di,Bo,Cy,Ana,45000,30000,25000,20000
""",
    "numbered players": """Round,Table,Player 1,Points 1,Player 2,Points 2,\
Player 3,Points 3,Player 4,Points 4
1,A,Ana,45000,Bo,30000,Cy,25000,Di,20000
2,B,Di,45000,Bo,30000,Cy,25000,Ana,20000
""",
    "a row for each player": """Player,Round 1,Table,Round 2,Table
Ana,45000,A,20000,B
Bo,30000,A,30000,B
Cy,25000,A,25000,B
Di,20000,A,45000,B
""",
    "a row for each player, headings with numbers": """Player,R1 table,R1,Table 2,R2 points
Ana,A,45000,B,20000
Bo,A,30000,B,30000
Cy,A,25000,B,25000
Di,A,20000,B,45000
""",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_table_of_any_shape_is_read(shape: str) -> None:
    found = games(saved(SHAPES[shape].replace("\\\n", "")))
    if shape.startswith("a row for each player"):
        assert {name: {table: sorted(rows) for table, rows in tables.items()}
                for name, tables in found.items()} == {
            name: {table: sorted(rows) for table, rows in tables.items()}
            for name, tables in GAMES.items()}  # fmt: skip
    else:
        assert found == GAMES


def test_columns_that_concern_a_whole_row_are_named() -> None:
    head = "Round,Table,East,Pts,South,Pts,West,Pts,North,Pts,Sum,Penalty"
    path = saved(f"{head}\n1,A,Ana,45000,Bo,30000,Cy,25000,Di,20000,120000,5000\n")
    assert games(path, warnings=1) == {"1": GAMES["1"]}
    told = riichi("tournament", path, "--rules", "ema-2025").stderr
    assert "'Sum', 'Penalty' are not used, because a row has several players or sessions" in told


def test_a_column_for_each_session_needs_tables() -> None:
    told = riichi("tournament", saved("Player,R1,R2\nAna,45000,20000\n"), status=1).stderr
    assert told.count("error[") == 1
    assert "a column for each session does not show who shared a table" in told


@pytest.mark.parametrize(
    ("seats", "line"), [("east,south,south,north", 3), ("east,south,west,", 5)]
)
def test_a_table_has_each_wind_once(seats: str, line: int) -> None:
    rows = [f"1,A,{seat},{player},{points}" for seat, (player, points)
            in zip(seats.split(","), GAMES["1"]["A"], strict=True)]  # fmt: skip
    path = saved("\n".join(["session,table,seat,player,points", *rows]))
    told = riichi("tournament", path, status=1).stderr
    assert f"t.csv:{line}:" in told
    assert "session 1, table A: the four seats are not east, south, west and north" in told


@pytest.mark.parametrize(
    ("points", "cents"), [("45.000,00", ""), ("45,000.00", ""), ("45'000.50", "45000.5")]
)
def test_points_may_have_two_marks(points: str, cents: str) -> None:
    path = saved(f"session;table;player;points\n1;A;Ana;{points}\n1;A;Bo;30.000\n"
                 "1;A;Cy;25 000\n1;A;Di;20,000.0\n")  # fmt: skip
    if cents:
        told = riichi("tournament", path, status=1).stderr
        assert f"Ana: {cents} is not a whole number of points" in told
    else:
        assert games(path) == {"1": GAMES["1"]}


def test_nan_is_an_empty_cell_of_numbers() -> None:
    path = saved("session,table,player,points,late_minutes,chombo\n1,A,Ana,45000,nan,NaN\n"
                 "1,A,Bo,30000,,\n1,A,Cy,25000,,\n1,A,Nan,20000,nan,\n")  # fmt: skip
    assert games(path)["1"]["A"][3] == ("Nan", 20_000)


def test_nobody_is_a_substitute_of_oneself() -> None:
    path = saved("session,table,player,points,substitute_name\n1,A,Ana,45000,ana\n"
                 "1,A,Bo,30000,\n1,A,Cy,25000,\n1,A,Di,20000,\n")  # fmt: skip
    told = riichi("tournament", path, status=1).stderr
    assert "t.csv:2:15: error[contradiction] Ana cannot be a substitute for Ana" in told


# ---- sheets and files ----------------------------------------------------------------------------


def sheet_of(session: str) -> list[list[Any]]:
    ((table, four),) = GAMES[session].items()
    return [["Table", "Player", "Points"], *([table, *row] for row in four)]


def test_each_sheet_is_a_session_if_none_is_named() -> None:
    path = write_xlsx(Path("t.xlsx"), sheet_of("1"), sheet_of("2"), [["Notes"], ["lunch at one"]],
                      names=["Round 1", "Round 2", "Notes"])  # fmt: skip
    assert games(path, warnings=1) == GAMES
    told = riichi("tournament", path).stderr
    assert "only the sheets 'Round 1', 'Round 2' are read; the others are 'Notes'" in told


def test_an_error_names_its_sheet() -> None:
    wrong: list[list[Any]] = [*sheet_of("2")[:4], ["B", "Ana", "many"]]
    path = write_xlsx(Path("t.xlsx"), sheet_of("1"), wrong, names=["Round 1", "Round 2"])
    told = riichi("tournament", path, status=1).stderr
    assert "t.xlsx [Round 2]:5:3: error[wrong-type] points: 'many'" in told


def test_the_sheets_with_points_are_read_if_there_are_any() -> None:
    four = GAMES["1"]["A"]
    plan: list[list[Any]] = [["Session", "Table", "Player"], *([1, "A", name] for name, _ in four)]
    points: list[Any] = ["Points", *(score for _, score in four)]
    results = [[*row, score] for row, score in zip(plan, points, strict=True)]
    path = write_xlsx(Path("t.xlsx"), plan, results)
    assert games(path, warnings=1) == {"1": GAMES["1"]}


def test_merged_cells_are_filled() -> None:
    first, *others = GAMES["1"]["A"]
    grid: list[list[Any]] = [
        ["Spring Open", None, None, None],
        ["Session", "Table", "Player", "Points"],
        [1, "A", *first],
        *([None, None, *row] for row in others),
    ]
    path = write_xlsx(Path("t.xlsx"), grid, merged=["A1:D1", "A3:A6", "B3:B6"])
    assert games(path) == {"1": GAMES["1"]}
    players: list[list[Any]] = [
        ["Player", "Club"],
        ["Ana", "Leiden"],
        ["Bo", None],
        ["Cy", "Lund"],
        ["Di", None],
    ]
    path = write_xlsx(Path("p.xlsx"), players, merged=["B2:B3", "B4:XFD1048576"])
    assert [player.club for player in read_players(path)[0]] == ["Leiden"] * 2 + ["Lund"] * 2


def test_several_files_are_one_tournament() -> None:
    for session in GAMES:
        lines = [",".join(map(str, row)) for row in sheet_of(session)]
        saved("\n".join(lines), f"{session}.csv")
    assert games(Path("1.csv"), Path("2.csv")) == GAMES
    saved("session,table,player,points\n1,A,Ana,1\n", "3.csv")
    told = riichi("tournament", "1.csv", "3.csv", status=1).stderr
    assert "3.csv:2:5: error[player-twice] Ana is in session 1 already, on line 2" in told


def test_a_plan_follows_all_evenings_of_a_season() -> None:
    for month, four in (("nov", "Ana Bo Cy Di"), ("dec", "ANA Ed Flo Gus")):
        rows = [f"1,A,{name},30000" for name in four.split()]
        saved("\n".join(["session,table,player,points", *rows]), f"{month}.csv")
    names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
    saved("\n".join(["name", *names]), "tonight.csv")
    call = (
        "plan",
        "tonight.csv",
        "--results",
        "nov.csv",
        "--results",
        "dec.csv",
        "--format",
        "json",
    )
    ran = riichi(*call)
    assert "warning" not in ran.stderr
    found = json.loads(ran.stdout)
    assert {row["session"] for row in found["rows"]} == {"1"}
    tables = {table: {row["player"] for row in found["rows"] if row["table"] == table}
              for table in {row["table"] for row in found["rows"]}}  # fmt: skip
    (with_ana,) = (four for four in tables.values() if "Ana" in four)
    assert "Hal" in with_ana


def test_names_in_other_capitals_are_one_player() -> None:
    first = "session,table,player,points\n" + "".join(
        f"1,A,{name},{points}\n" for name, points in GAMES["1"]["A"])  # fmt: skip
    saved(first, "jan.csv")
    saved(first.replace("Ana", "ANA"), "feb.csv")
    call = ("jan.csv", "feb.csv", "--league", "--rules", "ema-2025", "--format", "json")
    rows = json.loads(riichi("tournament", *call).stdout)["results"]["ema-2025"]["standings"]
    assert (rows[0]["player"], rows[0]["games"]) == ("Ana", 2)
    assert len(rows) == 4


# ---- lists of players ----------------------------------------------------------------------------


@pytest.mark.parametrize("heading", ["Spieler", "Nom", "Player Name", "Joueur", "Spelersnaam"])
def test_a_list_has_its_headings_in_several_languages(heading: str) -> None:
    path = saved(f"#;{heading};Nat.\n1;Ana;NED\n2;Bo;SWE\nTotal;2\n")
    players, problems = read_players(path)
    assert [(player.name, player.country) for player in players] == [("Ana", "NED"), ("Bo", "SWE")]
    assert [problem.code for problem in problems] == ["unknown-key"]


def test_a_name_beside_a_first_name_is_a_last_name() -> None:
    (ana, bo), _ = read_players(saved("Nom;Prénom\nSilva;Ana\nEk;Bo\n"))
    assert (ana.name, bo.last_name) == ("Ana Silva", "Ek")
    (ana,), _ = read_players(saved("Name,First name\nAna Silva,Ana\n"))
    assert (ana.name, ana.last_name) == ("Ana Silva", "")


def test_a_bare_list_of_names_is_read_with_a_warning() -> None:
    players, (problem,) = read_players(saved("Ana\nBo\n\nCy\n", "t.txt"))
    assert [player.name for player in players] == ["Ana", "Bo", "Cy"]
    assert problem.message == "the file has no headings: each line is read as a name"
    _, (problem,) = read_players(saved("Spielr\nBo\n"))
    assert problem.suggestion == "spieler"


def test_a_list_and_results_allow_names_of_the_same_length() -> None:
    name = "N" * 81
    _, (problem,) = read_players(saved(f"name\n{name}\n"))
    assert problem.severity == "error"
    assert problem.expected == "at most 80 characters"
    path = saved(f"session,table,player,points\n1,A,{name},1\n")
    assert "expected: at most 80 characters" in riichi("tournament", path, status=1).stderr

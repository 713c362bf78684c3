"""Tables as people save them: every encoding, separator, number format, heading, .xlsx and .ods."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner, Result
from workbooks import write_ods, write_xlsx

from riichi.cli.main import main
from riichi.events.files.player_files import read_players
from riichi.spreadsheets.workbook import LARGEST_UNPACKED

HEAD = "session;table;player;points"
ROWS = "1;A;Zoë;52300\n1;A;Bo;38100\n1;A;Cy;33800\n1;A;Di;-4200\n"
PLAYERS = ["Zoë", "Bo", "Cy", "Di"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path()


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, [*map(str, call)], prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def saved(name: str, content: str | bytes) -> Path:
    path = Path(name)
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def standings(path: Path, *, said: str = "") -> list[tuple[str, int]]:
    """Return the places under EMA 2025, in points; `said` is the only warning, if any."""
    ran = riichi("tournament", path, "--rules", "ema-2025", "--format", "json")
    assert ran.stderr.count("warning[") == (1 if said else 0), ran.stderr
    assert said in ran.stderr
    found: Any = json.loads(ran.stdout)["results"]["ema-2025"]["standings"]
    return [(row["player"], row["total"]) for row in found]


RANKED = [("Zoë", 37_300), ("Bo", 13_100), ("Cy", -1_200), ("Di", -49_200)]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.txt", "T.CSV"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_a_table_is_read_in_any_saved_form(name: str, delimiter: str, encoding: str) -> None:
    text = f"{HEAD}\n{ROWS}".replace(";", delimiter)
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    assert standings(saved(name, (mark + text).encode(encoding))) == RANKED


@pytest.mark.usefixtures("folder")
def test_windows_1252_is_read_and_reported_with_its_place() -> None:
    path = saved("t.csv", f"{HEAD}\n{ROWS}".encode("cp1252"))
    said = "t.csv:2:7: warning[not-utf8] the file is not UTF-8 and is read as Windows-1252"
    assert standings(path, said=said) == RANKED


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", ["sep=;", "SEP=;", '"sep=;"', "\ufeffsep=;"])
def test_excels_sep_line_sets_the_separator(line: str) -> None:
    assert standings(saved("t.csv", f"{line}\n{HEAD}\n{ROWS}")) == RANKED
    text = f"{line}\n{HEAD}\n{ROWS}".replace(";", "|")
    assert standings(saved("t.csv", text)) == RANKED


@pytest.mark.usefixtures("folder")
def test_error_lines_count_excels_sep_line() -> None:
    path = saved("t.csv", f"sep=;\n{HEAD}\n{ROWS.replace('52300', 'x')}")
    told = riichi("tournament", path, status=1).stderr
    assert "t.csv:3:9: error[wrong-type] points: 'x' is text" in told


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("minutes", ["3,5", "3.5", '"3,5"'])
@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_minutes_may_have_a_decimal_comma(minutes: str, delimiter: str) -> None:
    rows = ROWS.replace("52300", f"52300;{minutes}").replace("33800", "33800;")
    text = f"{HEAD};late_minutes\n{rows}".replace(";", delimiter)
    out = riichi("tournament", saved("t.csv", text), "--rules", "ema-2016").stdout
    assert "3.5 minutes late" in out


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("minus", ["\u2212", "\u2013", "\u2010", "\uff0d"])
@pytest.mark.parametrize("points", ["4200", "4.200", "4 200", "4\u2019200"])
def test_words_minus_sign_is_accepted(minus: str, points: str) -> None:
    text = f"{HEAD}\n{ROWS.replace('-4200', minus + points)}"
    assert standings(saved("t.csv", text)) == RANKED


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "head",
    ["Session;Table;Player;Points", "SESSIE;Tafel;Speler;Punten", "ronde; tafel ;Naam;Score"],
)
def test_headings_are_english_or_dutch_in_any_case(head: str) -> None:
    assert standings(saved("t.csv", f"{head}\n{ROWS}")) == RANKED


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["Late minutes", "LATE-MINUTES", "Minuten te laat", "te_laat"])
def test_a_heading_may_have_spaces_or_underscores(name: str) -> None:
    rows = ROWS.replace("52300", "52300;3,5")
    text = f"{HEAD};{name}\n{rows}"
    assert "3.5 minutes late" in riichi("tournament", saved("t.csv", text)).stdout


@pytest.mark.usefixtures("folder")
def test_two_headings_for_one_column_are_refused() -> None:
    told = riichi("tournament", saved("t.csv", f"{HEAD};Speler\n{ROWS}"), status=1).stderr
    assert "t.csv:1:29: error[duplicate-key] the column 'player' is given twice" in told


@pytest.mark.usefixtures("folder")
def test_unknown_columns_are_reported_once() -> None:
    text = f"{HEAD};mobile;diet\n{ROWS.replace('52300', '52300;123;vegan')}"
    said = "t.csv:1:29: warning[unknown-key] unknown columns 'mobile', 'diet': they are kept"
    assert standings(saved("t.csv", text), said=said) == RANKED


@pytest.mark.usefixtures("folder")
def test_an_unknown_column_suggests_the_nearest_one() -> None:
    told = riichi("tournament", saved("t.csv", f"{HEAD};penalti\n{ROWS}")).stderr
    assert "warning[unknown-key] unknown column 'penalti': it is kept" in told
    assert "did you mean: penalty" in told


@pytest.mark.usefixtures("folder")
def test_a_column_without_a_heading_is_refused_only_if_it_is_filled() -> None:
    assert standings(saved("t.csv", f"{HEAD};;\n{ROWS}".replace("\n1", ";;\n1"))) == RANKED
    told = riichi("tournament", saved("t.csv", f"{HEAD}\n{ROWS}".replace("-4200", "-4200;x")),
                  status=1).stderr  # fmt: skip
    assert "t.csv:5:1: error[too-many] 5 values for 4 columns" in told


@pytest.mark.usefixtures("folder")
def test_values_below_an_empty_heading_are_reported_once() -> None:
    text = f"{HEAD};\n{ROWS.replace('52300', '52300;x').replace('38100', '38100;y')}"
    said = "t.csv:2:15: warning[unknown-key] column 5 has no heading: it is ignored"
    assert standings(saved("t.csv", text), said=said) == RANKED


@pytest.mark.usefixtures("folder")
def test_a_table_without_headings_gets_a_single_error() -> None:
    told = riichi("tournament", saved("t.csv", ROWS), status=1).stderr
    assert told.count("error[") == 1
    assert "t.csv:1:1: error[unknown-key] the file lacks a line of column names" in told


@pytest.mark.usefixtures("folder")
def test_names_in_a_table_are_normalised() -> None:
    rows = ROWS.replace("Zoë", unicodedata.normalize("NFD", "Zoë"))
    again = ROWS.replace("1;A", "2;A")
    found = standings(saved("t.csv", f"{HEAD}\n{rows}{again}"))
    assert [name for name, _ in found] == PLAYERS


@pytest.mark.usefixtures("folder")
def test_names_in_yaml_are_normalised() -> None:
    listed = ""
    for session, rows in ((1, ROWS), (2, unicodedata.normalize("NFD", ROWS))):
        for row in rows.split():
            _, table, name, points = row.split(";")
            listed += (
                f"  - {{session: {session}, table: {table}, player: {name}, points: {points}}}\n"
            )
    assert [name for name, _ in standings(saved("t.yaml", f"rows:\n{listed}"))] == PLAYERS


# ---- players of a plan ---------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("head", ["name", "player", "Player", "Naam", "speler"])
def test_a_plan_accepts_a_list_of_names_in_any_form(head: str) -> None:
    path = saved("p.csv", f"{head};Diet\n" + "".join(f"{name};x\n" for name in PLAYERS))
    ran = riichi("plan", path, "--sessions", 1, "--format", "csv")
    assert "unknown column 'Diet'" in ran.stderr
    assert {line.split(",")[2] for line in ran.stdout.splitlines()[1:]} == {*PLAYERS}


# ---- workbooks -----------------------------------------------------------------------------------

GRID: list[list[Any]] = [["Session", "Table", "Player", "Points", None], *(
    [1, "A", name, points]
    for name, points in zip(PLAYERS, (52_300, 38_100, 33_800, -4_200), strict=True)
)]  # fmt: skip

Writer = Callable[[Path, Any], Path]
BOTH = pytest.mark.parametrize(("writer", "name"), [(write_xlsx, "t.xlsx"), (write_ods, "t.ods")])


@pytest.mark.usefixtures("folder")
@BOTH
def test_a_workbook_is_read(writer: Writer, name: str) -> None:
    assert standings(writer(Path(name), GRID)) == RANKED
    players = writer(Path("p" + name), [["Speler"], *([player] for player in PLAYERS)])
    assert [player.name for player in read_players(players)[0]] == PLAYERS


@pytest.mark.usefixtures("folder")
@BOTH
def test_numbers_of_a_workbook_may_be_text(writer: Writer, name: str) -> None:
    grid = [[*GRID[0][:4], "Late minutes"], [1, "A", "Zoë", "52.300", "3,5"],
            [1, "A", "Bo", "38.100", 0.5], *GRID[3:]]  # fmt: skip
    out = riichi("tournament", writer(Path(name), grid), "--rules", "ema-2016").stdout
    assert "3.5 minutes late" in out


@pytest.mark.usefixtures("folder")
@BOTH
def test_errors_in_a_workbook_name_row_and_column(writer: Writer, name: str) -> None:
    grid = [[], *GRID[:2], [1, "A", "Bo", "many"], *GRID[3:]]
    told = riichi("tournament", writer(Path(name), grid), status=1).stderr
    assert f"{name}:4:4: error[wrong-type] points: 'many' is text" in told


@pytest.mark.usefixtures("folder")
def test_a_fraction_of_a_point_in_a_workbook_is_not_a_thousand() -> None:
    grid = [GRID[0], [1, "A", "Zoë", 52.3], *GRID[2:]]
    told = riichi("tournament", write_xlsx(Path("t.xlsx"), grid), status=1).stderr
    assert "Zoë: 52.3 is not a whole number of points" in told


@pytest.mark.usefixtures("folder")
def test_only_visible_sheets_with_the_columns_are_read() -> None:
    path = write_xlsx(Path("t.xlsx"), [["secret"]], [], GRID, [["notes"]], hidden=[1])
    said = "warning[other-sheets] only the sheet 'S3' is read; the others are 'S4'"
    assert standings(path, said=said) == RANKED


@pytest.mark.usefixtures("folder")
def test_a_workbook_is_recognised_by_its_content() -> None:
    assert standings(write_xlsx(Path("t.csv"), GRID)) == RANKED
    assert standings(saved("t.xlsx", f"{HEAD}\n{ROWS}")) == RANKED


@pytest.mark.usefixtures("folder")
def test_a_workbook_without_the_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    told = riichi("tournament", write_xlsx(Path("t.xlsx"), GRID), status=1).stderr
    assert "error[not-installed]" in told
    assert 'pip install "riichi-core[spreadsheets]"' in told
    assert all(line.isprintable() for line in told.splitlines())


def with_cells(cells: str, before: str = "") -> Callable[[Path], bytes]:
    """Return a writer of a workbook whose sheet has these cells."""

    def written(path: Path) -> bytes:
        write_xlsx(path, GRID)
        with ZipFile(path) as whole:
            parts = {name: whole.read(name) for name in whole.namelist()}
        sheet = parts["xl/worksheets/sheet1.xml"].decode()
        sheet = before + sheet.replace("</sheetData>", f"{cells}</sheetData>")
        parts["xl/worksheets/sheet1.xml"] = sheet.encode()
        with ZipFile(path, "w") as whole:
            for name, part in parts.items():
                whole.writestr(name, part)
        return path.read_bytes()

    return written


def binary_too(path: Path) -> bytes:
    write_xlsx(path, GRID)
    with ZipFile(path, "a") as whole:
        whole.writestr("XL/workbook.bin", b"")
    return path.read_bytes()


def unpacked(path: Path) -> bytes:
    with ZipFile(path, "w", ZIP_DEFLATED) as whole:
        whole.writestr("xl/workbook.xml", b"0" * (LARGEST_UNPACKED + 1))
    return path.read_bytes()


def no_table(path: Path) -> bytes:
    with ZipFile(path, "w") as whole:
        whole.writestr("a.txt", b"")
    return path.read_bytes()


BAD: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "far": (
        with_cells('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
        "a sheet extends to cell XFD1048576",
    ),
    "far, in other marks": (
        with_cells("<row r = '1048576'><c r = 'xfd1048576'><v>1</v></c></row>"),
        "a sheet extends to cell XFD1048576",
    ),
    "far, without names": (
        with_cells('<row r="1048575"/><row>' + "<c><v>1</v></c>" * 16_384 + "</row>"),
        "a sheet extends to cell XFD1048576",
    ),
    "far down": (
        with_cells('<row r="1048576"><c><v>1</v></c></row>'),
        "a sheet extends to cell D1048576",
    ),
    "overflow": (
        with_cells('<row r="4294967298"><c><v>1</v></c></row>'),
        "a sheet extends to cell D4294967298",
    ),
    "no cell": (
        with_cells('<row r="2"><c r="AAAAAAAA99999999"><v>1</v></c></row>'),
        "the file cannot be read: a cell is called AAAAAAAA99999999",
    ),
    "entity": (
        with_cells('<row r="9"><c r="&x;"><v>1</v></c></row>', '<!DOCTYPE w [<!ENTITY x "A9">]>'),
        "the file cannot be read: the sheet declares a type",
    ),
    "no xml": (with_cells("<"), "the file cannot be read: not well-formed"),
    "row 0": (with_cells('<row r="0"><c r="A0"><v>1</v></c></row>'), "the file cannot be read"),
    "binary": (binary_too, "this is a zip file, not a table"),
    "large": (unpacked, "the unpacked file is larger than 32 MB"),
    "other": (no_table, "this is a zip file, not a table"),
    "cut": (lambda path: write_xlsx(path, GRID).read_bytes()[:300], "the file cannot be read"),
    "old": (lambda _: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" * 99, "this is an old Excel file (.xls)"),
    "bytes": (lambda _: b"\x00\x01\xff\xfe" * 99, "the file is not UTF-8"),
    "nothing": (lambda path: write_xlsx(path, []).read_bytes(), "the file has no rows"),
    "no book": (lambda path: write_xlsx(path).read_bytes(), "the file has no rows"),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", BAD)
def test_a_file_that_is_not_a_table_is_refused_without_quoting_it(name: str) -> None:
    make, said = BAD[name]
    told = riichi("tournament", saved("bad.xlsx", make(Path("bad.xlsx"))), status=1).stderr
    assert said in told
    assert all(line.isprintable() for line in told.splitlines())


@pytest.mark.usefixtures("folder")
def test_a_panic_of_the_reader_is_an_error_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Panic(BaseException):
        pass

    def panics(_: object) -> None:
        raise Panic("capacity overflow")

    book = type("Book", (), {"from_filelike": panics})
    monkeypatch.setattr("python_calamine.CalamineWorkbook", book)
    told = riichi("tournament", write_xlsx(Path("t.xlsx"), GRID), status=1).stderr
    assert "t.xlsx:1:1: error[not-a-table] the file cannot be read: capacity overflow" in told


@pytest.mark.usefixtures("folder")
def test_cells_without_content_may_be_far_away() -> None:
    path = Path("t.xlsx")
    with_cells('<row r="1048576"><c r="XFD1048576" s="1"/></row>')(path)
    assert standings(path) == RANKED

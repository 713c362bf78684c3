"""`riichi tournament`: files good and bad, and every output format."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from effort import LONG, examples
from hypothesis import given, settings, strategies as st
from running import neat

from riichi.cli.main import main
from riichi.events.files.sheet_file import COLUMNS, read_sheet
from riichi.spreadsheets.reading import LARGEST_FILE, read_table
from riichi.spreadsheets.shapes import Columns
from riichi.spreadsheets.writing import safe_csv
from riichi_core.records.tournament_rows import MAX_ROWS
from riichi_core.standings.standings import standings_of

HEAD = "session,table,player,points"
GOOD = "1,A,Ana,45000\n1,A,Bo,30000\n1,A,Cy,25000\n1,A,Di,20000\n"

Write = Callable[[str], Path]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file, as CSV or YAML depending on its content."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> Path:
        path = Path("t.yaml" if text.startswith(("rows", "title", "[")) else "t.csv")
        path.write_text(text, encoding="utf-8")
        return path

    return write


def riichi(*call: object, status: int = 0) -> Result:
    ran = CliRunner().invoke(
        main, ["tournament", *map(str, call)], prog_name="riichi", catch_exceptions=False
    )
    assert ran.exit_code == status, ran.output
    return ran


def answer(*call: object) -> Any:
    return json.loads(riichi(*call, "--format", "json").stdout)


def refused(path: Path, *call: str) -> str:
    ran = riichi(path, *call, status=1)
    assert ran.stdout == ""
    return ran.stderr


# ---- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["csv", "yaml"])
def test_one_name_in_two_unicode_forms_is_one_player(file: Write, form: str) -> None:
    rows = GOOD.replace("Ana", "Zo\u00eb") + GOOD.replace("1,A", "2,A").replace("Ana", "Zoe\u0308")
    text = f"{HEAD}\n{rows}"
    if form == "yaml":
        keys = HEAD.split(",")
        pairs = [zip(keys, row.split(","), strict=True) for row in rows.splitlines()]
        lines = [f"  - {{{', '.join(f'{key}: {value}' for key, value in row)}}}" for row in pairs]
        text = "\n".join(["rows:", *lines])
    standings = answer(file(text), "--rules", "ema-2016")["results"]["ema-2016"]["standings"]
    assert [one["player"] for one in standings] == ["Zo\u00eb", "Bo", "Cy", "Di"]


# ---- good ----------------------------------------------------------------------------------------


def test_standings_use_the_unit_of_each_ruleset(file: Write) -> None:
    found = answer(file(f"{HEAD}\n{GOOD}"), "--rules", "ema-2016,wrcr-2015")["results"]
    assert [one["total"] for one in found["ema-2016"]["standings"]] == [
        30_000, 5_000, -10_000, -25_000]  # fmt: skip
    assert [one["total"] for one in found["wrcr-2015"]["standings"]] == [30, 5, -10, -25]
    assert [found[name]["unit"] for name in found] == ["points", "thousands"]


def test_yaml_is_equivalent_to_csv(file: Write) -> None:
    sheet = answer(file(f"{HEAD}\n{GOOD}"))
    rows = [line.split(",") for line in GOOD.split()]
    listed = [f"  - {{session: {s}, table: {t}, player: {n}, points: {p}}}" for s, t, n, p in rows]
    assert answer(file("rows:\n" + "\n".join(listed) + "\n")) == sheet


@pytest.mark.parametrize("comma", [";", "\t"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_columns_may_have_other_separators(file: Write, comma: str, line: str) -> None:
    plain = answer(file(f"{HEAD}\n{GOOD}"))
    text = f"\ufeff{HEAD}\n{GOOD}".replace(",", comma).replace("\n", line)
    assert answer(file(text)) == plain


def test_deductions_are_listed_with_their_reasons(file: Write) -> None:
    text = f"{HEAD},late_minutes,penalty,reason\n" + GOOD.replace(
        "Ana,45000", 'Ana,45000,3.5,20000,"phone, twice"')  # fmt: skip
    out = riichi(file(text), "--rules", "ema-2016").stdout
    assert "  Ana     1        late      -3,000  3.5 minutes late\n" in out
    assert "  Ana     1        penalty  -20,000  phone, twice\n" in out
    assert "  1 table was checked: 120,000 points in all.\n" in out


def test_standings_are_in_the_language_of_the_call(file: Write) -> None:
    text = f"{HEAD},late_minutes\n" + GOOD.replace("Ana,45000", "Ana,45000,3.5")
    out = riichi(file(text), "--rules", "ema-2016", "--language", "nl").stdout
    assert "  Ana     1       te laat  -3.000  3.5 minuten te laat\n" in out
    assert "  1 tafel is gecontroleerd: 120.000 punten in totaal.\n" in out


def test_the_examples_of_the_documentation_are_read(file: Write) -> None:
    text = (Path(__file__).parents[2] / "docs/guides/tournaments.md").read_text(encoding="utf-8")
    sheet, listed = (text.split(f"```{kind}\n")[1].split("```")[0] for kind in ("csv", "yaml"))
    found, same = answer(file(sheet)), answer(file(listed))
    assert (found.pop("title"), same.pop("title")) == ("", "Spring Open")
    assert found == same


def test_text_fits_100_columns(file: Write) -> None:
    long = "".join(GOOD.replace("1,A", f"{s},A").replace("Ana", "A" * 80) for s in range(1, 7))
    neat(riichi(file(f"{HEAD}\n{long}")).stdout)


# ---- bad -----------------------------------------------------------------------------------------


def test_a_wrong_sum_is_reported(file: Write) -> None:
    assert refused(file(f"{HEAD}\n" + GOOD.replace("45000", "44000"))) == (
        "t.csv:2:9: error[table-sum] session 1, table A: the points add up to 119,000, "
        "not to 120,000\n"
        "   2 | 1,A,Ana,44000\n"
        "     |         ^^^^^\n"
        "    expected: 120,000: 4 x 30,000; this table has -1,000; if 1 bet was left on the table, "
        "write it as bets_left\n"
    )


def test_bets_left_are_missing_from_the_sum(file: Write) -> None:
    text = f"{HEAD},bets_left\n" + GOOD.replace("Ana,45000", "Ana,45000,1")
    assert "expected: 119,000: 4 x 30,000, less 1 x 1,000 for bets left" in refused(file(text))
    riichi(file(text.replace("45000", "44000")))


BAD = {
    "three rows": (GOOD.replace("1,A,Di,20000\n", ""),
                   "session 1, table A has 3 rows, expected 4"),
    "twice": (GOOD.replace("Di", "Ana"), "Ana is in session 1 already, on line 2"),
    "no points": (GOOD.replace("45000", ""), "Ana has no points at the table"),
    "no table": (GOOD.replace("1,A,Ana", "1,,Ana"), "Ana has no table"),
    "no number": (GOOD.replace("45000", "many"), "points: 'many' is text"),
    "no session": (GOOD.replace("1,A,Ana", ",A,Ana"), "'session' is missing"),
    "five values": (GOOD.replace("45000", "45000,1"), "5 values for 4 columns"),
    "quotes": (GOOD.replace("Ana", '"Ana'), "the quotation marks do not match"),
    "hidden": (GOOD.replace("Ana", "A\u202ena"), "the character U+202E"),
    "too much": (GOOD.replace("45000", "2000000"),
                 "points: 2000000 is out of range"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_row_is_reported(file: Write, name: str) -> None:
    rows, message = BAD[name]
    assert message in refused(file(f"{HEAD}\n{rows}"))


@pytest.mark.parametrize(("typed", "meant"), [("4500O", "45000"), ("-l.500", "-1.500"), ("Io", "")])
def test_letters_typed_for_digits_suggest_the_number(file: Write, typed: str, meant: str) -> None:
    told = refused(file(f"{HEAD}\n" + GOOD.replace("45000", typed)))
    assert f"t.csv:2:9: error[wrong-type] points: '{typed}' is text" in told
    assert ("did you mean: " in told) == bool(meant)
    assert f"did you mean: {meant}\n" in told or not meant


WRONG = {
    "{penalty: 20000}": "the penalty of Ana needs its reason",
    "{penalty: -20000, reason: phone}": "penalty: -20000 is out of range",
    "{late_minutes: soon}": "late_minutes: 'soon' is text",
    "{late_minutes: -1}": "expected: minutes from 0 to 600, e.g. 3 or 3.5",
    "{substitute: from_begin}": "substitute: 'from_begin' is not a value of this key",
    "{absent: perhaps}": "absent: 'perhaps' is not a value of this key",
    "{absent: true}": "Ana is absent, and no substitute plays at the table",
    "{disqualified: 1}": "disqualified: 1 is a number",
    "{reason: [a]}": "reason: a list does not fit here",
    "{pionts: 1}": "there is no 'pionts' here",
}


@pytest.mark.parametrize("more", WRONG)
def test_a_bad_value_is_reported(file: Write, more: str) -> None:
    others = "\n".join(f"  - {{session: 1, table: A, player: {n}, points: 25000}}" for n in "BCD")
    ana = f"  - {{session: 1, table: A, player: Ana, points: 45000, {more[1:]}"
    told = refused(file(f"rows:\n{ana}\n{others}\n"))
    assert WRONG[more] in told
    assert "t.yaml:2:" in told


def test_an_expected_number_is_in_dutch(file: Write) -> None:
    row = "rows:\n  - {session: 1, table: A, player: Ana, points: 99999999, late_minutes: 900}\n"
    told = refused(file(row), "--language", "nl")
    assert "verwacht: minuten van 0 tot 600" in told
    assert "verwacht: een getal van -1.000.000 tot 1.000.000" in told


def test_all_problems_are_reported_at_once_in_file_order(file: Write) -> None:
    rows = GOOD.replace("45000", "x") + GOOD.replace("1,A", "2,A").replace("45000", "1")
    lines = [
        line for line in refused(file(f"{HEAD},points\n{rows}")).splitlines() if "error" in line
    ]
    assert [line.split()[1] for line in lines] == [
        "error[duplicate-key]", "error[wrong-type]", "error[table-sum]"]  # fmt: skip


def test_two_spellings_of_a_player_are_a_warning(file: Write) -> None:
    ran = riichi(file(f"{HEAD}\n{GOOD}" + GOOD.replace("1,A", "2,A").replace("Bo", "Bob")))
    assert "warning[no-row] players without a row in these sessions: Bo (2), Bob (1)" in ran.stderr


def test_dotless_i_in_capitals_is_the_same_player(file: Write) -> None:
    """Turkish has an i without a dot, and a capital I with one."""
    rows = GOOD.replace("Ana", "Y\u0131lmaz").replace("Bo", "\u0130nan")
    other = GOOD.replace("1,A", "2,A").replace("Ana", "YILMAZ").replace("Bo", "Inan")
    ran = riichi(file(f"{HEAD}\n{rows}{other}"), status=0)
    assert not ran.stderr
    assert "YILMAZ" not in ran.stdout


@pytest.mark.parametrize("text", ["title: x\n", "rows: 3\n", "rows: []\n", "[1]\n", "rows: [1]\n",
                                  "rows: [{session: !!python/object:os.system x}]\n"])  # fmt: skip
def test_a_file_that_is_not_a_tournament_is_refused(file: Write, text: str) -> None:
    assert "error[" in refused(file(text))


@pytest.mark.parametrize("text", ["", "\n", f"{HEAD}\n", "\x00"])
def test_an_empty_sheet_is_refused(file: Write, text: str) -> None:
    assert "error[" in refused(file(text))


@pytest.mark.long
def test_a_file_has_limits(file: Write) -> None:
    row = "1,1,p,30000\n"
    assert "more than 100,000 rows" in refused(file(f"{HEAD}\n{row * (MAX_ROWS + 1)}"))
    assert "larger than" in refused(file(f"{HEAD}\n{'x' * LARGEST_FILE}"))


def test_a_large_tournament_is_read(file: Write) -> None:
    players = 1_000 if LONG else 200
    rows = "".join(f"{s},{n // 4},p{n},30000\n" for s in range(1, 11) for n in range(players))
    lengths: list[int] = []

    def watched(items: Sequence[Any]) -> Iterable[Any]:
        lengths.append(len(items))
        return items

    sheet, problems = read_sheet(file(f"{HEAD}\n{rows}"), watched=watched)
    found = standings_of(sheet, "ema-2025", watched)
    assert (len(sheet.tables), problems) == (10 * players // 4, [])
    assert lengths == [10 * players, 10 * players // 4]
    assert {one.result_of("10", 9) for one in found.rows} == {0}


def test_bytes_that_are_not_text_are_refused(file: Write) -> None:
    path = file(HEAD)
    path.write_bytes(b"session\n\x81")  # not in Windows-1252 either
    assert "error[not-utf8]" in refused(path)


@pytest.mark.parametrize(
    "call", [[], ["nowhere.csv"], ["nowhere.yaml"], ["."], ["t.csv", "--rules", "none-such"]]
)
def test_a_wrong_call_is_refused(file: Write, call: list[str]) -> None:
    file(f"{HEAD}\n{GOOD}")
    assert riichi(*call, status=2).stdout == ""


# ---- forms ---------------------------------------------------------------------------------------

EVIL = '<script>x</script> | *b* [red] & "q"'


TAGS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "table", "tr", "th",
        "td", "p", "header", "thead", "tbody"}  # fmt: skip


class Page(HTMLParser):
    """Checks that every element is closed, and harmless."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        of_meta = {"charset", "name", "content"}
        allowed = of_meta if tag == "meta" else {"lang", "class", "scope", "data-head"}
        assert {name for name, _ in attrs} <= allowed
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def evil(file: Write) -> Path:
    name = json.dumps(EVIL)
    rows = [
        f"{{session: 1, table: A, player: {name}, points: 30000, penalty: 8000, reason: {name}}}"
    ]
    rows += [f"{{session: 1, table: A, player: {n}, points: 30000}}" for n in ('"=1+1"', "B", "C")]
    return file(f"title: {name}\nrows:\n" + "".join(f"  - {row}\n" for row in rows))


def test_html_is_escaped(evil: Path) -> None:
    text = riichi(evil, "--format", "html").stdout
    Page(text)
    assert "<script" not in text
    assert "&lt;script&gt;x" in text


def test_text_cannot_break_out_of_markdown(evil: Path) -> None:
    text = riichi(evil, "--format", "markdown").stdout
    assert r"&lt;script&gt;x&lt;/script&gt; \| \*b\* \[red\] &amp;" in text
    assert "<script" not in text


def test_csv_contains_no_formula(evil: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(riichi(evil, "--format", "csv").stdout)))
    assert len(rows) == 8
    assert {row["player"] for row in rows} == {EVIL, "'=1+1", "B", "C"}
    assert rows[3]["total"] == "-8000"
    assert rows[3]["reasons"] == f"session 1: penalty -8,000 ({EVIL})"


def test_text_shows_markup_literally(evil: Path) -> None:
    assert "[red]" in riichi(evil).stdout


# ---- seating and plans ---------------------------------------------------------------------------


def test_a_plan_that_keeps_players_at_a_table_is_reported(file: Write) -> None:
    path = file("session,table,player\n" + "".join(f"{s},1,{p}\n" for s in (1, 2) for p in "ABCD"))
    ran = riichi(path, "--check-seating", "--rules", "wrcr-2015", status=1)
    assert "t.csv:6:3: error[kept-at-table] A stays at table 1 in sessions 1 and 2" in ran.stderr
    assert "wrcr-2015  broken: some players stay at one table" in ran.stdout
    assert riichi(path, "--check-seating", "--rules", "ema-2016").stderr == ""


def test_a_plan_can_be_checked(file: Write) -> None:
    call = ["plan", "24", "--sessions", "3", "--seed", "5", "--format", "csv"]
    plan = CliRunner().invoke(main, call).stdout
    found = answer(file(plan), "--check-seating")
    assert (found["players"], found["sessions"], found["kept"]) == (24, 3, [])
    for form in ("text", "markdown", "html", "csv"):
        assert riichi(file(plan), "--check-seating", "--format", form).stdout


def test_complete_tables_are_shown_together_with_errors(file: Write) -> None:
    sheet, problems = read_sheet(file(f"{HEAD}\n{GOOD}1,B,Eve,1\n"))
    assert [table.name for table in sheet.tables] == ["A"]
    assert [problem.code for problem in problems] == ["table-size"]


# ---- whatever is in a file -----------------------------------------------------------------------

CELLS = st.sampled_from(["", "1", "A", "Ana", "-5", "3.5", "true", "no", '"', ";", "excused", "=x",
                         "mid_session", "30000", "9" * 30, "\u202e", "[", "{a: b}"])  # fmt: skip


@given(st.lists(st.lists(CELLS, max_size=12), max_size=6), st.booleans())
@settings(max_examples=examples(150), deadline=None)
def test_no_file_stops_the_reader(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], as_csv: bool
) -> None:
    path = tmp_path_factory.getbasetemp() / ("any.csv" if as_csv else "any.yaml")
    if as_csv:
        text = "\n".join([",".join(COLUMNS), *(",".join(row) for row in rows)])
    else:
        text = "rows:\n" + "".join(
            f"  - {{{', '.join(f'{n}: {v}' for n, v in zip(COLUMNS, row, strict=False))}}}\n"
            for row in rows
        )
    path.write_text(text, encoding="utf-8")
    sheet, problems = read_sheet(path)
    assert all(problem.text() for problem in problems)
    assert sheet.tables == () or len(rows) >= 4


# ---- a tournament that goes on -------------------------------------------------------------------

PLAYED = "1,A,Ana,45000\n1,A,Bo,30000\n1,A,Cy,25000\n1,A,Di,20000\n"
NAMED = f"{HEAD}\n"
PLANNED = "2,A,Ana,\n2,A,Bo,\n2,A,Cy,\n2,A,Di,\n"


def test_standings_can_be_shown_before_the_last_session(file: Write) -> None:
    ran = riichi(file(NAMED + PLAYED + PLANNED), "--rules", "ema-2025")
    assert ran.stderr == ""
    assert "Still to be played: session 2." in ran.stdout
    assert answer(file(NAMED + PLAYED + PLANNED))["remaining"] == [{"session": "2", "table": "A"}]


def test_a_started_table_needs_all_its_points(file: Write) -> None:
    ran = riichi(file(NAMED + PLAYED + PLANNED.replace("2,A,Bo,", "2,A,Bo,30000")), status=1)
    assert "Ana has no points at the table" in ran.stderr


def test_a_file_without_any_points_is_refused(file: Write) -> None:
    ran = riichi(file(NAMED + PLANNED), status=1)
    assert "has no points at the table" in ran.stderr


@pytest.mark.parametrize("points", ["45.000", '"45,000"', "45 000", "45'000"])
def test_thousands_may_be_separated(file: Write, points: str) -> None:
    ran = riichi(file(NAMED + PLAYED.replace("45000", points)), "--rules", "ema-2025")
    assert "+30,000" in ran.stdout


@pytest.mark.parametrize("points", ["45,,000", "4.5.000", "45000x"])
def test_an_invalid_number_of_points_is_one_error(file: Write, points: str) -> None:
    text = PLAYED.replace("45000", f'"{points}"')
    assert "is text" in riichi(file(NAMED + text), status=1).stderr


@pytest.mark.parametrize("points", ["45.00", "4500.000", "45.5"])
def test_one_score_in_thousands_is_an_error(file: Write, points: str) -> None:
    told = riichi(file(NAMED + PLAYED.replace("45000", points)), status=1).stderr
    assert "error[table-sum]" in told or "is not a whole number of points" in told


def test_nearly_equal_names_are_a_warning(file: Write) -> None:
    again = PLAYED.replace("1,A", "2,A").replace("Ana", "Anna")
    told = riichi(file(NAMED + PLAYED + again), "--rules", "ema-2025").stderr
    assert "warning[nearly-alike] Ana and Anna are never in the same session" in told
    both = PLAYED.replace("Bo", "Anna") + again.replace("Bo", "Ana")
    assert "nearly-alike" not in riichi(file(NAMED + both), "--rules", "ema-2025").stderr


def test_an_error_common_to_many_rows_is_reported_once(file: Write) -> None:
    rows = "".join(f"1,{t},P{t}{p},30.55\n" for t in range(8) for p in range(4))
    told = riichi(file(NAMED + rows), status=1).stderr
    assert told.count("error[") == 1
    assert "(31 more like this)" in told


def test_text_escaped_for_spreadsheets_is_read_back_unescaped(tmp_path: Path) -> None:
    names = ["@Cy", "=1+1", "'@x", "'Dot", "O'Neil", "-", "+1"]
    path = tmp_path / "list.csv"
    path.write_text(safe_csv(("player",), ([name] for name in names)), encoding="utf-8")
    columns = Columns(("player",), ("player",), ())
    document, problems = read_table(path, str(path), columns)
    assert problems == []
    assert document is not None
    data: Any = document.data
    assert [row["player"] for row in data["rows"]] == names


def test_long_names_have_room_because_the_sessions_move(file: Write) -> None:
    name = "Jean-Baptiste de La Rochefoucauld-Montbazon"
    rows = "".join(f"{session},A,{player},30000\n"
                   for session in range(1, 5) for player in (name, "Bo", "Cy", "Di"))  # fmt: skip
    path = file(f"session,table,player,points\n{rows}")
    lines = riichi(path, "--rules", "ema-2025").stdout.splitlines()
    assert "Sessions 1 to 4" in lines
    named = [line for line in lines if "Roche" in line]
    assert named
    assert all("Rochefoucauld-Montbazon" in line for line in named)
    assert max(map(len, lines)) <= 100

"""A day with 40 players: the commands of the tutorial for organisers, with a club's own files.

The players are in a Windows-1252 spreadsheet. There are four sessions, a Swiss one, and a final of
four. On that day there are three typing errors, a late player, a chombo, a table whose results come
late, a player who leaves, a substitute, a tie at a table, and two players with the same total.
"""

from __future__ import annotations

import csv
import io
import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from python_calamine import CalamineWorkbook

from riichi.cli.main import main
from riichi.events.ema_report import HEAD
from riichi.events.files.sheet_file import read_sheet
from riichi.events.pages.event_papers import PAPER_NAMES
from riichi_core.standings.sessions import seating

TUTORIAL = Path(__file__).parents[2] / "docs" / "start" / "organiser.md"

LIST = """Voornaam;Achternaam;EMA-nummer;Land;Vereniging;Dieet
Aïcha;Benali;4010001;FRA;Lyon;
René;Lefèvre;4010002;FRA;Lyon;vegetarisch
Zoë;Dubois;4010003;FRA;Lyon;
Benoît;Garçon;4010004;FRA;Paris;
Chloé;Rousseau;4010005;FRA;Paris;
Élodie;Moreau;4010006;FRA;Paris;
Jürgen;Groß;5010001;GER;Berlin;
Björn;Müller;5010002;GER;Berlin;
Käthe;Schäfer;5010003;GER;Berlin;
Sönke;Weiß;5010004;GER;Hamburg;
Uwe;König;5010005;GER;Hamburg;
Anja;Vogel;5010006;GER;Hamburg;
Mårten;Åkesson;9010001;SWE;Lund;
Östen;Sjöberg;9010002;SWE;Lund;
Frida;Ek;9010003;SWE;Lund;
Göran;Lindström;9010004;SWE;Malmö;
Åsa;Nyström;9010005;SWE;Malmö;
Nils;Berg;9010006;SWE;Malmö;
Ana;Gonçalves;12010001;POR;Lisboa;
João;Simões;12010002;POR;Lisboa;
Inês;Conceição;12010003;POR;Lisboa;
Søren;Højgaard;3010001;DEN;Århus;
Mette;Nørgård;3010002;DEN;Århus;
Bo;Ærø;3010003;DEN;Århus;
Coen;van den Berg;8010001;NED;Leiden;
Daniëlle;Visser;8010002;NED;Leiden;
Renée;Smit;8010003;NED;Leiden;
Hélène;Bos;8010004;NED;Leiden;
Piet;de Wit;8010005;NED;Delft;
Klaas;Mulder;8010006;NED;Delft;
Sjoerd;Dijkstra;8010007;NED;Delft;
Fenna;Hoekstra;8010008;NED;Delft;
Jan;Ruiter;8010009;NED;Utrecht;
Mies;Kok;8010010;NED;Utrecht;
Noor;Peeters;;NED;Utrecht;
Ruud;Vermeer;8010011;NED;Utrecht;
Teun;Prins;8010012;NED;Groningen;
Wietske;Bakker;8010013;NED;Groningen;
Yvonne;Dekker;8010014;NED;Groningen;
Gijs;Hendriks;8010015;NED;Groningen;
"""
PLAYERS = {f"{row['Voornaam']} {row['Achternaam']}": row
           for row in csv.DictReader(io.StringIO(LIST), delimiter=";")}  # fmt: skip

LATE, CHOMBO, LEAVER, SUBSTITUTE = "Piet de Wit", "Björn Müller", "Mies Kok", "Rob Zuid"
EQUAL = ("Chloé Rousseau", "Uwe König")
"""Two players who get the same score in each session."""

MISSED, UMA = -30_000, (15_000, 5_000, -5_000, -15_000)

COLUMNS = ("session", "table", "player", "points", "late_minutes", "chombo", "absent",
           "substitute_name", "reason")  # fmt: skip


@dataclass
class Row:
    """A row of the file of results, in the order of its columns."""

    session: int
    table: str
    player: str
    points: int | str = ""
    more: dict[str, str] = field(default_factory=dict)

    def cells(self) -> list[object]:
        first = [self.session, self.table, self.player, self.points]
        return [*first, *(self.more.get(name, "") for name in COLUMNS[4:])]


def write(name: str, rows: Iterable[Row]) -> None:
    """Write results as Excel does in the Netherlands."""
    with Path(name).open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=";").writerows([COLUMNS, *(row.cells() for row in rows)])


def rows_of_plan(name: str) -> list[Row]:
    """Return the rows of a planned workbook; from session 3 on, the substitute plays."""
    _, *cells = CalamineWorkbook.from_path(name).get_sheet_by_index(0).to_python()
    rows = [Row(int(session), str(int(table)), player) for session, table, player, *_ in cells]
    for row in rows:
        if row.player == LEAVER and row.session >= 3:
            row.player = SUBSTITUTE
    return rows


def tables(rows: Iterable[Row]) -> Iterator[list[Row]]:
    at_tables = (row for row in rows if row.table)
    for _, four in groupby(at_tables, key=lambda row: (row.session, row.table)):
        yield [*four]


def fill_in(rows: Sequence[Row]) -> None:
    """Give each row its points."""
    for four in tables(rows):
        random = Random(f"{four[0].session} {four[0].table}")
        equal = [row for row in four if row.player in EQUAL]
        if equal:
            scores = iter([36_000, 22_000] if len(equal) == 2 else [42_000, 26_000, 21_000])
        else:
            three = [random.randrange(150, 400) * 100 for _ in range(3)]
            scores = iter([*three, 120_000 - sum(three)])
        for row in four:
            row.points = 31_000 if row in equal else next(scores)


def row_of(rows: Iterable[Row], session: int, player: str) -> Row:
    return next(row for row in rows if (row.session, row.player) == (session, player))


# ---- the sums, worked out independently ----------------------------------------------------------


def result_by_session(rows: Iterable[Row]) -> dict[str, dict[int, int]]:
    """Return the result of each player in each session, after uma and deductions."""
    results: dict[str, dict[int, int]] = {player: {} for player in PLAYERS}
    for four in tables(rows):
        scores = sorted((int(row.points) for row in four), reverse=True)
        assert sum(scores) == 120_000
        for row in four:
            points = int(row.points)
            shared = [uma for uma, score in zip(UMA, scores, strict=True) if score == points]
            result = points - 30_000 + sum(shared) // len(shared)
            result -= 1_000 * int(row.more.get("late_minutes", 0))
            result -= 20_000 * int(row.more.get("chombo", 0))
            player = LEAVER if row.player == SUBSTITUTE else row.player
            results[player][row.session] = MISSED if row.player == SUBSTITUTE else result
    return results


def totals(rows: Iterable[Row]) -> dict[str, int]:
    """Return the totals; finalists keep half of their points after the Swiss session."""
    return {
        player: (sum(of.values()) - of[6]) // 2 + of[6] if 6 in of else sum(of.values())
        for player, of in result_by_session(rows).items()
    }


def ranking(rows: Sequence[Row]) -> list[tuple[int, str, int]]:
    """Return place, player and total, the finalists first."""
    finalists = {row.player for row in rows if row.session == 6}
    total = totals(rows)

    def key(player: str) -> tuple[bool, int]:
        return player not in finalists, -total[player]

    order = sorted(PLAYERS, key=lambda player: (*key(player), player))
    return [(1 + sum(key(other) < key(player) for other in order), player, total[player])
            for player in order]  # fmt: skip


# ---- the day -------------------------------------------------------------------------------------


def riichi(command: str) -> Result:
    return CliRunner().invoke(main, shlex.split(command)[1:], prog_name="riichi")


@dataclass
class Day:
    """The folder after the day, the output of each command, and the correct results."""

    folder: Path
    said: dict[str, Result]
    rows: list[Row]

    def output(self, *parts: str, status: int = 0) -> str:
        """Return the output of the only command that has these parts."""
        (result,) = [result for command, result in self.said.items()
                     if all(part in command for part in parts)]  # fmt: skip
        assert result.exit_code == status, result.output
        return result.stdout if status == 0 else result.stderr

    def read(self, name: str) -> list[dict[str, str]]:
        text = (self.folder / name).read_text(encoding="utf-8")
        return [*csv.DictReader(io.StringIO(text))]


def steps() -> list[str]:
    """Return the commands of the tutorial, with four sessions instead of two."""
    text = TUTORIAL.read_text(encoding="utf-8")
    commands = re.findall(r"^(?:\$ )?(riichi (?:plan|tournament) .*)$", text, re.MULTILINE)
    return [command.replace("--sessions 2", "--sessions 4") for command in commands]


def write_event() -> None:
    """Write the event file of the tutorial."""
    text = TUTORIAL.read_text(encoding="utf-8")
    Path("event.yaml").write_text(
        text.partition('title="event.yaml"\n')[2].partition("```")[0], encoding="utf-8"
    )


def write_morning(rows: Sequence[Row]) -> None:
    """Write the first session with three typing errors."""
    fill_in(rows)
    letter, too_much, name = rows[0], rows[5], rows[9]
    cells = [row.cells() for row in rows if row.session == 1]
    cells[0][3] = f"{letter.points}".replace("0", "O", 1)
    cells[5][3] = int(too_much.points) + 900
    cells[9][2] = name.player[:-1]
    with Path("morning.csv").open("w", encoding="cp1252", newline="") as file:
        csv.writer(file, delimiter=";").writerows([COLUMNS, *cells])


def happen(rows: list[Row]) -> None:
    """Add the events of the first four sessions to the results."""
    row_of(rows, 1, LATE).more["late_minutes"] = "7"
    row_of(rows, 2, CHOMBO).more |= {"chombo": "1", "reason": "false ron in S2"}
    tied = next(four for four in tables(rows) if four[0].session == 3
                and not {*EQUAL, SUBSTITUTE} & {row.player for row in four})  # fmt: skip
    for row, points in zip(tied, (35_000, 35_000, 28_000, 22_000), strict=True):
        row.points = points
    left = {"absent": "left", "substitute_name": SUBSTITUTE, "reason": "ill"}
    rows.append(Row(3, "", LEAVER, more=left))


def without_a_table(rows: Iterable[Row]) -> list[Row]:
    """Return two sessions, the last table of which has no results yet."""
    late = (2, "10")
    return [Row(*seat, row.player) if (seat := (row.session, row.table)) == late else row
            for row in rows if row.session <= 2]  # fmt: skip


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    folder = tmp_path_factory.mktemp("day")
    said: dict[str, Result] = {}
    rows: list[Row] = []
    with chdir(folder):
        Path("players.csv").write_bytes(LIST.replace("\n", "\r\n").encode("cp1252"))
        write_event()
        for command in steps():
            if "morning.csv" in command:
                rows = rows_of_plan("plan.xlsx")
                write_morning(rows)
            elif "tournament results.csv" in command and "--page" not in command:
                happen(rows)
                write("late.csv", without_a_table(rows))
                for early in (command, "riichi plan --results results.csv"):
                    late = early.replace("results.csv", "late.csv")
                    said[late] = riichi(late)
                write("results.csv", rows)
            elif "--cut 4 --rules" in command:
                swiss = rows_of_plan("next.xlsx")
                fill_in(swiss)
                rows += swiss
                write("results.csv", rows)
            elif "tournament all.csv" in command and not Path("all.csv").exists():
                final = rows_of_plan("final.xlsx")
                fill_in(final)
                rows += final
                write("all.csv", rows)
            said[command] = riichi(command)
            for option, name in (("--pairing", "next"), ("--cut 4 --rules", "final")):
                if option in command:
                    written = f"{command} --output {name}.xlsx"
                    assert riichi(written).exit_code == 0
        for more in (
            "--format ema --output report.xlsx",
            "--output standings.csv",
            "--output standings.xlsx",
        ):
            command = f"riichi tournament all.csv --players players.csv --event event.yaml {more}"
            assert riichi(f"{command} --rules ema-2025 --cut 4 --carry half").exit_code == 0
    yield Day(folder, said, rows)


def test_nobody_meets_twice_and_no_club_mates_meet(day: Day) -> None:
    text = day.output("plan players.csv", "--start")
    assert "Same club: 0 of 48 pairs meet." in text
    assert "4        14:45   16:00   16:15" in text
    sheet, problems = read_sheet(day.folder / "plan.xlsx", points=False)
    assert {problem.code for problem in problems} == {"unknown-key"}
    assert [number for number, _ in seating(sheet).meetings] == [0, 1]


def test_only_the_first_plan_warns_about_the_format_of_the_list(day: Day) -> None:
    remarks = {command: re.findall(r"^.*warning\[(not-utf8|unknown-key)\].*$", ran.stderr, re.M)
               for command, ran in day.said.items() if "players.csv" in command}  # fmt: skip
    first = {command for command in remarks if "--results" not in command and " plan " in command}
    assert all(remarks[command] == ["unknown-key", "not-utf8"] for command in first)
    assert not any(remarks[command] for command in remarks.keys() - first)


@pytest.mark.parametrize("paper", PAPER_NAMES)
def test_each_paper_has_all_players_or_all_tables(paper: str, day: Day) -> None:
    with chdir(day.folder):
        call = f"riichi plan players.csv --sessions 4 --print {paper} --output {paper}.html"
        assert riichi(call).exit_code == 0
    text = (day.folder / f"{paper}.html").read_text(encoding="utf-8")
    lacking = [name for name in PLAYERS if not all(part in text for part in name.split())]
    assert not lacking or paper == "last-hand"


def test_three_typing_errors_are_reported_with_their_places(day: Day) -> None:
    told = day.output("morning.csv", status=1)
    points = row_of(day.rows, 1, day.rows[0].player).points
    letter = f"{points}".replace("0", "O", 1)
    assert f"error[wrong-type] points: '{letter}' is text" in told
    assert f"did you mean: {points}" in told
    assert "morning.csv:6:" in told
    assert "error[table-sum] session 1, table 2: the points add up to 120,900" in told
    name = day.rows[9].player
    assert f"morning.csv:11:5: warning[not-listed] '{name[:-1]}' is not in the list" in told
    assert f"did you mean: {name}" in told
    assert told.count(" error[") == 2


def test_a_late_table_is_still_to_be_played(day: Day) -> None:
    assert "Still to be played: session 2, table 10." in day.output("tournament late.csv")
    told = day.output("plan --results late.csv", status=2)
    assert "Session 2 has tables without points" in told


def test_deductions_the_tie_and_the_substitute_have_their_reasons(day: Day) -> None:
    text = day.output("tournament results.csv --players")
    assert re.search(rf"{LATE} +1 +late +-7,000 +7 minutes late", text)
    assert re.search(rf"{CHOMBO} +2 +chombo +-20,000 +once: false ron in S2", text)
    for session in (3, 4):
        assert re.search(rf"{LEAVER} +{session} +missed session +-30,000 +{SUBSTITUTE} played, "
                         "left: ill", text)  # fmt: skip
    assert re.search(r"3 +\d+ +.* share place 1 with 35,000: uma \+10,000 each", text)
    assert "40 tables were checked: 4,800,000 points in all." in text


def test_the_swiss_session_seats_neighbours_who_have_not_met(day: Day) -> None:
    text = day.output("--pairing swiss")
    assert "Swiss: paired by the standings" in text
    assert "meet again" not in text
    before = totals(row for row in day.rows if row.session <= 4)
    best = max(before, key=before.__getitem__)
    numbers = {name: number for number, name in enumerate(PLAYERS, 1)}
    first = text.partition("  1 ")[2].partition("\n  2 ")[0]
    assert f"{numbers[best]} {best.split()[0]}" in first


def test_the_final_seats_the_four_best(day: Day) -> None:
    before = totals(row for row in day.rows if row.session <= 5)
    best = sorted(before, key=before.__getitem__)[-4:]
    assert {row.player for row in day.rows if row.session == 6} == {*best}
    assert "Session 6" in day.output("--cut 4 --rules")


def test_standings_match_the_sums_of_the_results(day: Day) -> None:
    expected = [(str(place), player, str(total)) for place, player, total in ranking(day.rows)]
    found = [(row["place"], row["player"], row["total"]) for row in day.read("standings.csv")]
    assert found == expected
    by_session = result_by_session(day.rows)
    for row in day.read("standings.csv"):
        numbers = (int(row[f"session {n}"] or 0) for n in range(1, 5))
        assert [*numbers] == [by_session[row["player"]][n] for n in range(1, 5)]


def test_standings_in_a_workbook_are_those_in_csv(day: Day) -> None:
    sheet = CalamineWorkbook.from_path(day.folder / "standings.xlsx").get_sheet_by_index(0)
    head, *rows = sheet.to_python()
    whole = [[str(int(cell)) if isinstance(cell, float) else cell for cell in row] for row in rows]
    assert [dict(zip(head, row, strict=True)) for row in whole] == day.read("standings.csv")


def test_two_players_share_a_place(day: Day) -> None:
    place = {player: place for place, player, _ in ranking(day.rows)}
    assert place[EQUAL[0]] == place[EQUAL[1]]
    assert f"{place[EQUAL[0]]}  {EQUAL[0]} and {EQUAL[1]}" in day.output("--format ema")


def test_the_sheet_for_the_ema_has_every_column_right(day: Day) -> None:
    expected: list[list[object]] = []
    for number, (place, player, total) in enumerate(ranking(day.rows)):
        listed = PLAYERS[player]
        ema = listed["EMA-nummer"] and listed["EMA-nummer"].zfill(8)
        row = ["", "", place, listed["Voornaam"], listed["Achternaam"], ema, "", total,
               "YES" if ema else "", listed["Land"], *[""] * 8]  # fmt: skip
        if number == 1:
            row[:2] = "Leiden Open", 40
            row[11:] = "NED", "Leiden", 1.5, "", "Riichi", "12 Sep 2026", 1
        expected.append(row)
    head, *found = (
        CalamineWorkbook.from_path(day.folder / "report.xlsx").get_sheet_by_index(0).to_python()
    )
    assert tuple(head) == HEAD
    assert found == expected
    with (day.folder / "report.csv").open(encoding="utf-8", newline="") as file:
        assert [*csv.reader(file)] == [[*HEAD], *([str(cell) for cell in row] for row in expected)]


def test_the_report_adds_up_points_that_no_player_keeps(day: Day) -> None:
    text = day.output("--format ema")
    lines = dict(re.findall(r"^  (\S.*?)  +([-+][\d,]+)$", text, re.MULTILINE))
    parts = {what: int(points.replace(",", "")) for what, points in lines.items()}
    total = parts.pop("sum of all totals")
    assert total == sum(parts.values()) == sum(total for _, _, total in ranking(day.rows))
    assert (parts["chombo"], parts["late"], parts["missed session"]) == (-20_000, -7_000, -90_000)

"""The page of an event for phones, screens and the wall: seats, standings, clock and address."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from segno import DataOverflowError

from riichi.cli.main import main
from riichi.writers.drawings import SVG
from riichi.writers.qr_code import LONGEST, qr_code

ADDRESS = "https://lowlands.example/hall.html"

PLAYERS = "first name,last name\nAna,Silva\nBo,Ek\nCy,de Wit\nDi,Bos\n"
EVENT = "title: Lowlands Open\ndate: 2099-09-12\nbegins: [09:30, 11:15, 10:00]\n"
PLAN = """session,table,player,points
1,A,Ana Silva,
1,A,Bo Ek,
1,A,Cy de Wit,
1,A,Di Bos,
2,B,Di Bos,
2,B,Cy de Wit,
2,B,Ana Silva,
2,B,Bo Ek,
"""
POINTS = {"Ana Silva": 45_000, "Bo Ek": 30_000, "Cy de Wit": 25_000, "Di Bos": 20_000}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("players.csv").write_text(PLAYERS, encoding="utf-8")
    Path("event.yaml").write_text(EVENT, encoding="utf-8")
    play(sessions=0)


def play(sessions: int) -> None:
    """Write the file of results with points in the first sessions."""
    lines = PLAN.splitlines(keepends=True)
    for place, line in enumerate(lines[1:], 1):
        session, _, player, _ = line.split(",")
        if int(session) <= sessions:
            lines[place] = line.replace("\n", f"{POINTS[player]}\n")
    Path("results.csv").write_text("".join(lines), encoding="utf-8")


def call(*more: str, status: int = 0) -> Result:
    given = ["tournament", "results.csv", "--players", "players.csv", "--event", "event.yaml"]
    ran = CliRunner().invoke(main, [*given, "--rules", "ema-2025", *more], prog_name="riichi")
    assert ran.exit_code == status, ran.output
    return ran


def page(*more: str) -> str:
    call("--page", "--output", "hall.html", *more)
    return Path("hall.html").read_text(encoding="utf-8")


def rows(text: str, title: str) -> list[list[str]]:
    """Return the cells of the first table below a heading."""
    table = text.split(f"{title}</h", 1)[1].split("</table>", maxsplit=1)[0]
    return [re.findall(r"<t[hd][^>]*>([^<]*)<", row) for row in table.split("<tr>")[1:]]


def test_a_qr_code_is_a_drawing_that_all_papers_take() -> None:
    code = qr_code(ADDRESS)
    assert code.startswith(f'<svg xmlns="{SVG}" viewBox="0 0 37 37">')  # 29 modules, 4 on each side
    assert code.count("<path") == 2  # the white ground and the dark modules


@pytest.mark.parametrize("letter", ["x", "\u00e9"])
def test_the_longest_address_is_that_of_the_largest_code(letter: str) -> None:
    longest = letter * (LONGEST // len(letter.encode()))
    assert 'viewBox="0 0 185 185"' in qr_code(longest)
    with pytest.raises(DataOverflowError):
        qr_code(longest + letter)


def test_the_page_has_the_seats_before_the_first_session() -> None:
    text = page()
    assert rows(text, "Where do I sit?")[1:3] == [
        ["Bos, Di", "A\u00a0North", "B\u00a0East"], ["Ek, Bo", "A\u00a0South", "B\u00a0North"],
    ]  # fmt: skip
    assert rows(text, "Session 2")[1] == ["B", "Di Bos", "Cy de Wit", "Ana Silva", "Bo Ek"]
    assert "Standings" not in text.split("<style>")[0] + text.split("</style>")[1]


def test_the_page_has_standings_and_only_the_seats_to_come() -> None:
    play(sessions=1)
    text = page()
    assert rows(text, "Where do I sit?")[1] == ["Bos, Di", "B\u00a0East"]
    assert "Session 1</h" not in text
    assert [row[:2] for row in rows(text, "Standings: EMA Riichi rules, 2025 edition")[1:3]] == [
        ["1", "Ana Silva"],
        ["2", "Bo Ek"],
    ]
    assert rows(text, "Standings by name")[1:3] == [["Bos, Di", "4", "-25,000"],
                                                    ["Ek, Bo", "2", "+5,000"]]  # fmt: skip
    play(sessions=2)
    assert "Where do I sit?" not in page()


def test_players_who_sit_out_are_listed_too() -> None:
    play(sessions=1)
    text = Path("results.csv").read_text(encoding="utf-8").replace("points\n", "points,absent\n")
    Path("results.csv").write_text(f"{text}2,,Eva,,bye\n", encoding="utf-8")
    Path("players.csv").write_text(f"{PLAYERS}Eva,\n", encoding="utf-8")
    assert ["Eva", "\u2013"] in rows(page(), "Where do I sit?")


def test_a_session_with_some_results_keeps_all_its_seats() -> None:
    more = PLAN.replace("A,", "C,").replace("Silva", "Sato").replace("Ek", "Eck").splitlines()[1:5]
    more = [line.replace("Wit", "Witt").replace("Bos", "Boss") for line in more]
    play(sessions=1)
    text = Path("results.csv").read_text(encoding="utf-8")
    Path("results.csv").write_text("\n".join([text.strip(), *more]), encoding="utf-8")
    shown = page()
    assert [row[0] for row in rows(shown, "Session 1")[1:]] == ["A", "C"]
    assert "Still to be played: session 2; session 1, table C." in shown


def test_a_session_that_begins_earlier_is_on_the_next_day() -> None:
    assert rows(page(), "Times")[1:] == [
        ["2099-09-12", "1", "09:30", "10:45", "11:00"],
        ["2099-09-12", "2", "11:15", "12:30", "12:45"],
        ["2099-09-13", "3", "10:00", "11:15", "11:30"],
    ]


@pytest.mark.long
@pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium for the clock")
def test_the_clock_counts_to_the_next_time() -> None:
    page()
    address = Path("hall.html").resolve().as_uri()
    dump = ("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", address)
    shown = subprocess.run(dump, capture_output=True, text=True, check=True).stdout
    assert re.search(r'<p id="clock">session 1: begins 09:30<br>\d+:\d\d:\d\d</p>', shown)


def test_the_page_needs_no_other_file() -> None:
    text = page("--address", ADDRESS)
    assert re.findall(r'(?:src|href)="(?!#)', text) == []
    assert f"<figcaption>{ADDRESS}</figcaption>" in text


def test_the_papers_have_all_that_the_page_has() -> None:
    play(sessions=1)
    heads = ("Times", "Where do I sit?", "Session 2", "Standings: EMA", "Standings by name")
    text = page("--paper", "a4", "--address", ADDRESS)
    assert all(re.search(f"<h3>{re.escape(head)}", text) for head in heads)
    assert text.count('class="page"') >= 2
    assert f"<figcaption>{ADDRESS}</figcaption>" in text


def test_calls_that_no_page_can_answer_are_refused() -> None:
    assert "--page works only with html" in call("--page", status=2).output
    assert "works only with --page" in call("--address", ADDRESS, status=2).output
    html = ("--page", "--format", "html")
    assert "needs one ruleset" in call(*html, "--rules", "wrc-2025", status=2).output
    ema = call("--page", "--format", "ema", status=2).output
    assert "--format ema does not work with --page" in ema
    too_long = "ł" * (LONGEST // 2 + 1)
    assert "2,954 bytes" in call(*html, "--address", too_long, status=2).output


def test_wrong_times_are_all_named_at_once() -> None:
    Path("event.yaml").write_text("date: 2099-09-31\nbegins: [9.30, '25:00']\n", encoding="utf-8")
    ran = call("--page", "--format", "html", status=1)
    assert ran.output.count("HH:MM, e.g. 09:30") == 2
    assert "'25:00' is not a time" in ran.output
    assert "event.yaml:1:7" in ran.output


def test_an_hour_may_have_one_digit() -> None:
    Path("event.yaml").write_text("date: 2099-09-30\nbegins: [9:30]\n", encoding="utf-8")
    assert "<td>09:30<" in page()

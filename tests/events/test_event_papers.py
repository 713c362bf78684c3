"""Papers of an event fill their pages, and their letters are readable."""

from __future__ import annotations

import re
import sys
from csv import DictReader, DictWriter
from pathlib import Path

import pytest
from click.testing import CliRunner
from effort import first_rows, long_if, soak_if
from paper import browser, lines, margins, overlapping, printed, read, smallest, typst

from riichi.cli.main import main
from riichi.events.pages.event_papers import PAPER_NAMES
from riichi.locale import Locale, languages
from riichi.writers.pages import LEAST_LETTERS
from riichi.writers.paper import MARGIN, PAPERS
from riichi_core.game.fouls import fouls
from riichi_core.rules.rules import options

TITLE = "Spring Open"
ROUNDED = 0.05
SHORT = (("en", "a4"), ("nl", "letter"))

LONGEST = ("Wilhelmina-Alexandra", "van Hoogstraten-Þórsdóttir")
FIRST = ("Łukasz", "Ayşe", "Jean-Baptiste", "Bo", LONGEST[0])
LAST = ("Čeněk", "Müller-Lüdenscheidt", "de Wit", "Ek", LONGEST[1])

MOST_PAGES = {"plan": 5, "where": 2, "cards": 3, "badges": 10, "tables": 4, "slips": 17,
              "last-hand": 25}  # fmt: skip
"""The most pages of each paper for 40 players and 5 sessions."""

QUICK = ("plan", "badges", "slips")

USED, EDGE = 0.9, 0.3
"""The least share of the height of a full page that its letters span, and the millimetres by which
lines may cross the margin.
"""

PRODUCT = [
    pytest.param(name, count, language, paper, id=f"{name}-{count}-{language}-{paper}",
                 marks=[*long_if(count > 16 or (language, paper) != SHORT[place % 2]
                                 or name not in QUICK),
                        *soak_if((language, paper) not in SHORT)])
    for place, name in enumerate(PAPER_NAMES)
    for count in (16, 40, 120)
    for language in languages()
    for paper in PAPERS
]  # fmt: skip
"""Every paper with few and many players. A quick run has a few of them once; a long run has
each number of players once in each language and on each paper, as Dutch on A4 finds nothing more.
"""


def players(folder: Path, count: int = 40) -> Path:
    path = folder / "players.csv"
    names = [LONGEST, *((f"{FIRST[n % 5]}", f"{LAST[n // 5 % 5]}") for n in range(count - 1))]
    rows = (f"{first},{last}{'' if n < 25 else f'-{n}'},NED,Mahjong Club Rotterdam-Zuid"
            for n, (first, last) in enumerate(names))  # fmt: skip
    head = "first name,last name,country,club\n"
    path.write_text(head + "\n".join(rows), encoding="utf-8")
    return path


def paper_of(name: str, count: int, language: str, paper: str, out: Path) -> bytes:
    """Write a paper of an event with so many players into a file, and return it."""
    call = ["plan", str(players(out.parent, count)), "--sessions", "5", "--start", "09:30",
            "--print", name, "--title", TITLE, "--language", language, "--paper", paper,
            "--output", str(out)]  # fmt: skip
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 0, run.output
    return out.read_bytes()


@typst
@pytest.mark.parametrize(("name", "count", "language", "paper"), PRODUCT)
def test_a_paper_fills_its_pages_with_readable_letters_that_do_not_overlap(
    name: str, count: int, language: str, paper: str, tmp_path: Path
) -> None:
    data = paper_of(name, count, language, paper, tmp_path / "paper.pdf")
    made = read(data)
    assert made.pages <= MOST_PAGES[name] * max(1, count / 40)
    assert smallest(data) >= LEAST_LETTERS - ROUNDED
    assert overlapping(data) == []
    *full, last = pages = lines(data)
    assert all(page[0].text.startswith("".join(TITLE.split())) for page in pages)
    assert margins(data) > MARGIN - EDGE
    assert all(max(line.foot for line in page) > USED for page in full or [last])
    assert not re.search(r"riichi plan|ema-2025|--\w", made.text), "a command or an id"


@browser
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", PAPER_NAMES)
def test_a_browser_prints_a_paper_like_the_pdf(name: str, language: str, tmp_path: Path) -> None:
    paper = PAPERS[language == "nl"]
    text = paper_of(name, 40, language, paper, tmp_path / "paper.html").decode()
    made = printed(text, tmp_path)
    assert made.pages == text.count('<section class="page')
    assert made.pages <= MOST_PAGES[name]
    assert smallest(made.data) >= LEAST_LETTERS - ROUNDED
    assert overlapping(made.data) == []
    *full, last = lines(made.data)
    assert all(max(line.foot for line in page) > USED for page in full or [last])


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_a_paper_of_two_days_prints_the_day(name: str) -> None:
    call = ["plan", "16", "--sessions", "2+1", "--start", "09:30,10:15", "--print", name]
    text = CliRunner().invoke(main, [*call, "--format", "html"]).stdout
    assert {"1", "2"} == {*re.findall(r"\bDay (\d)\b", text)}
    assert "10:15" in text
    one_day = CliRunner().invoke(main, [*call, "--format", "html", "--sessions", "3",
                                        "--start", "09:30"]).stdout  # fmt: skip
    assert "Day" not in one_day


@typst
@pytest.mark.parametrize(("sessions", "named"), first_rows([
    ("5", r"Ł\.\sde Wit"), ("3", r"Łukasz\s+de Wit"), ("4+4", r"Noord (?:\d+, )+\d+"),
]))  # fmt: skip
def test_four_badges_fit_on_a_page_even_with_long_names(
    sessions: str, named: str, tmp_path: Path
) -> None:
    out = tmp_path / "badges.pdf"
    call = ["plan", str(players(tmp_path)), "--sessions", sessions, "--start", "09:30", "--print",
            "badges", "--language", "nl", "--paper", "letter", "--output", str(out)]  # fmt: skip
    assert CliRunner().invoke(main, call).exit_code == 0
    data = out.read_bytes()
    made = read(data)
    assert made.pages == 10
    assert smallest(data) >= LEAST_LETTERS - ROUNDED
    assert overlapping(data) == []
    assert re.search(named, made.text)


def test_a_paper_needs_html_or_pdf() -> None:
    run = CliRunner().invoke(main, ["plan", "16", "--sessions", "2", "--print", "slips"])
    assert run.exit_code == 2
    assert "--print makes pages" in run.output


def test_the_list_for_the_wall_is_by_last_name(tmp_path: Path) -> None:
    path = tmp_path / "players.csv"
    call = ["plan", str(path), "--sessions", "1", "--print", "where", "--format", "html"]
    listed = "first name,last name\nZoë,Ałda\nCy,de Wit\nBo,van der Ek\nAna,Ekman\n"
    path.write_text(listed, encoding="utf-8")
    shown = re.findall('<th scope="row">([^<]+)<', CliRunner().invoke(main, call).stdout)
    assert shown == ["Ałda, Zoë", "Ek, Bo van der", "Ekman, Ana", "Wit, Cy de"]
    path.write_text("name\nAna Wit\nBo de Ek\nCy\nDi\n", encoding="utf-8")
    shown = re.findall('<th scope="row">([^<]+)<', CliRunner().invoke(main, call).stdout)
    assert shown == ["Cy", "Di", "Bo de Ek", "Ana Wit"]


# ---- standings -----------------------------------------------------------------------------------


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Eight players of long names, six sessions of which two are to come, and two deductions."""
    path = tmp_path / "results.csv"
    call = ["plan", str(players(tmp_path, 8)), "--sessions", "6", "--format", "csv"]
    rows = [*DictReader(CliRunner().invoke(main, call).stdout.splitlines())]
    for number, row in enumerate(rows):
        row["points"] = ("45000", "30000", "25000", "20000")[number % 4] * (row["session"] < "5")
        row |= {"chombo": "", "late_minutes": "", "reason": ""}
    rows[0] |= {"chombo": "1", "late_minutes": "7", "reason": "false ron in E3"}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    return path


@typst
def test_standings_for_the_wall_list_rules_deductions_and_sessions_to_come(
    results: Path, tmp_path: Path
) -> None:
    out = tmp_path / "standings.pdf"
    call = ["tournament", str(results), "--rules", "ema-2025", "--output", str(out)]
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 0, run.output
    made = read(out.read_bytes())
    text = " ".join(made.text.split())
    assert made.pages == 1
    assert "EMA Riichi rules, 2025 edition" in text
    assert "once: false ron in E3" in text
    assert "Still to be played: session 5; session 6." in text
    assert "remarks" not in text
    assert smallest(made.data) >= LEAST_LETTERS


def test_standings_for_the_wall_are_pages_in_html_too(results: Path) -> None:
    call = ["tournament", str(results), "--rules", "ema-2025", "--format", "html"]
    page = CliRunner().invoke(main, [*call, "--paper", "letter"]).stdout
    assert "size: letter" in page
    assert 'class="pages' in page
    assert 'class="pages' not in CliRunner().invoke(main, call).stdout


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--paper", "a3"], "--paper works only with html and pdf"),
        (
            ["--paper", "a3", "--check-seating", "--format", "html"],
            "--check-seating does not work with --paper",
        ),
    ],
)
def test_standings_that_cannot_be_a_paper_are_refused(
    call: list[str], said: str, results: Path
) -> None:
    run = CliRunner().invoke(main, ["tournament", str(results), *call])
    assert run.exit_code == 2
    assert said in run.output


@typst
def test_a_league_is_a_paper_too(results: Path, tmp_path: Path) -> None:
    out = tmp_path / "league.pdf"
    call = ["tournament", str(results), "--league", "--rules", "ema-2025", "--output", str(out)]
    assert CliRunner().invoke(main, call).exit_code == 0
    assert "1-1-1-1" in read(out.read_bytes()).text


@typst
def test_a_long_pdf_is_joined_from_several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riichi.writers.typst.BATCH", 3)
    out = tmp_path / "slips.pdf"
    call = ["plan", "16", "--sessions", "5", "--print", "slips", "--output", str(out)]
    ran = CliRunner().invoke(main, call, prog_name="riichi", catch_exceptions=False)
    assert "is joined from several and is not tagged" in ran.stderr
    made = read(out.read_bytes())
    assert made.pages == 7
    assert re.findall("Session ([0-9]) · Table ([0-9])", made.text) == [
        (f"{session}", f"{table}") for session in range(1, 6) for table in range(1, 5)
    ]
    monkeypatch.setitem(sys.modules, "pypdf", None)
    ran = CliRunner().invoke(main, call, prog_name="riichi")
    assert "PDF needs pypdf, which is not installed" in ran.stderr


# ---- penalties -----------------------------------------------------------------------------------


@typst
@pytest.mark.parametrize(("language", "paper"), first_rows([("en", "a4"), ("nl", "letter")]))
def test_the_penalties_for_the_referee_have_every_foul_with_its_section(
    language: str, paper: str, tmp_path: Path
) -> None:
    out = tmp_path / "penalties.pdf"
    call = ["foul", "--rules", "ema-2025", "--language", language, "--paper", paper]
    run = CliRunner().invoke(main, [*call, "--output", str(out)])
    assert run.exit_code == 0, run.output
    made = read(out.read_bytes())
    text = " ".join(made.text.split())
    tr = Locale(language)
    for foul in fouls():
        assert tr(options()[f"fouls.{foul}"].title)[1:] in text, foul
        assert foul not in text or "_" not in foul
    assert "6.5.6" in text
    assert tr(options()["tournament.lateness"].title) in text
    assert made.pages <= 5
    assert smallest(made.data) >= 11


def test_the_disputes_are_a_paper_with_the_words_of_each_ruleset(tmp_path: Path) -> None:
    out = tmp_path / "disputes.html"
    call = ["foul", "--disputes", "--output", str(out), "--rules", "ema-2025,wrc-2025"]
    ran = CliRunner().invoke(main, call, prog_name="riichi", catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    text = out.read_text(encoding="utf-8")
    assert len(re.findall('<tr><th scope="row"', text)) == 30
    assert "EMA Riichi rules, 2025 edition" in text
    assert "Every player who calls ron wins" in text
    refused = CliRunner().invoke(main, ["foul", "--disputes"], prog_name="riichi")
    assert "--disputes works only with" in refused.output


def test_a_list_of_penalties_needs_a_single_ruleset() -> None:
    call = ["foul", "--rules", "ema-2025,wrc-2025", "--format", "html"]
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 2
    assert "one ruleset, not 2" in run.output


def test_the_penalties_of_some_fouls_are_a_paper_too() -> None:
    page = CliRunner().invoke(main, ["foul", "riichi", "--format", "html"]).output
    assert "Riichi without saying riichi" in page
    assert "Passing information" not in page

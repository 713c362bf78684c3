"""Papers of an event fill their pages, and their letters are readable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from paper import read, smallest, typst
from pypdfium2 import PdfDocument

from riichi.cli.main import main
from riichi.content.event_papers import PAPER_NAMES
from riichi.locale import Locale
from riichi.writers.pages import LEAST_LETTERS
from riichi_core.game.fouls import fouls
from riichi_core.rules.rules import options

LONGEST = "Wilhelmina-Alexandra van Hoogstraten-Þórsd"
PAGES = {"plan": 5, "where": 1, "cards": 3, "badges": 10, "tables": 4, "slips": 17, "last-hand": 25}
"""The most pages of each paper for 40 players and 5 sessions."""


def players(folder: Path, count: int = 40) -> Path:
    path = folder / "players.csv"
    names = ["Łukasz Čeněk", LONGEST, *(f"Ayşe Yilmaz-{n}" for n in range(count - 2))]
    path.write_text("name\n" + "".join(f"{name}\n" for name in names), encoding="utf-8")
    return path


@typst
@pytest.mark.parametrize("language", ["en", "nl"])
@pytest.mark.parametrize("name", PAPER_NAMES)
def test_a_paper_fits_its_pages_in_readable_letters(
    name: str, language: str, tmp_path: Path
) -> None:
    out = tmp_path / "paper.pdf"
    call = ["plan", str(players(tmp_path)), "--sessions", "5", "--begin", "09:30", "--print", name,
            "--title", "Spring Open", "--language", language, "--output", str(out)]  # fmt: skip
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 0, run.output
    made = read(out.read_bytes())
    assert made.pages <= PAGES[name]
    assert made.text.count("Spring Open") >= made.pages
    assert "riichi plan" not in made.text
    width, height = PdfDocument(out.read_bytes())[0].get_size()
    page = PdfDocument(out.read_bytes())[0]
    boxes = [page.get_textpage().get_charbox(n) for n in range(page.get_textpage().count_chars())]
    assert min(box[0] for box in boxes) > 0
    assert max(box[2] for box in boxes) < width
    assert min(box[1] for box in boxes if box[3] > 0) < 0.25 * height


def test_a_paper_needs_a_format_of_pages() -> None:
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
    head, *rows = CliRunner().invoke(main, call).stdout.splitlines()
    lines = [f"{head},points,chombo,late_minutes,reason"]
    for number, row in enumerate(rows):
        points = ("45000", "30000", "25000", "20000")[number % 4] if row[0] in "1234" else ""
        lines.append(f"{row},{points},{',,' if number else '1,7,false ron in E3'}")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@typst
def test_standings_for_the_wall_say_the_rules_the_deductions_and_what_is_to_come(
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
    page = CliRunner().invoke(main, [*call, "--print", "standings", "--paper", "letter"]).stdout
    assert "size: letter" in page
    assert 'class="pages' in page
    assert 'class="pages' not in CliRunner().invoke(main, call).stdout


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (["--print", "standings"], "--print makes pages"),
        (["--print", "standings", "--check-seating", "--format", "html"], "makes no paper"),
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


# ---- penalties -----------------------------------------------------------------------------------


@typst
@pytest.mark.parametrize(("language", "paper"), [("en", "a4"), ("nl", "letter")])
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


def test_penalties_of_two_rulesets_are_no_paper() -> None:
    call = ["foul", "--rules", "ema-2025,wrc-2025", "--format", "html"]
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 2
    assert "one ruleset, not 2" in run.output


def test_the_penalties_of_some_fouls_are_a_paper_too() -> None:
    page = CliRunner().invoke(main, ["foul", "riichi", "--format", "html"]).output
    assert "Riichi without the word" in page
    assert "Passing information" not in page

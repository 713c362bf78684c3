"""Papers of an event fill their pages, and their letters are readable."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from paper import read, typst
from pypdfium2 import PdfDocument

from riichi.cli.main import main
from riichi.content.event_papers import PAPER_NAMES

LONGEST = "Wilhelmina-Alexandra van Hoogstraten-Þórsd"
PAGES = {"plan": 5, "where": 1, "cards": 3, "badges": 10, "tables": 4, "slips": 17, "last-hand": 25}
"""The most pages of each paper for 40 players and 5 sessions."""


def players(folder: Path) -> Path:
    path = folder / "players.csv"
    names = ["Łukasz Čeněk", LONGEST, *(f"Ayşe Yilmaz-{n}" for n in range(38))]
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

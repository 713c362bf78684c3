"""The five that matter, in guide and comparison, and the poster that has them on one page."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from paper import read, sizes

from riichi_app.cli.main import main
from riichi_app.content.guide import poster
from riichi_app.content.what_matters import FIVE, five_that_matter
from riichi_app.locale import Locale, languages
from riichi_app.writers.model import TableBlock
from riichi_app.writers.paper import POSTERS, Paper
from riichi_app.writers.typst import pdf
from riichi_core.comparison.comparison import compare

PAIRS = [("ema-2016", "ema-2025"), ("ema-2025", "wrc-2025"), ("ema-2016", "wrcr-2015")]

SMALLEST = 14
"""The letters, in points, that are read from a metre: their height is a three-hundredth of it."""


def run(*call: str) -> str:
    ran = CliRunner().invoke(main, call, catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_five_options_of_play_are_named(pair: Sequence[str]) -> None:
    found = compare(*pair)
    five = five_that_matter(found)
    assert len(five) == FIVE
    assert {row.path for row in five} <= {row.path for row in found.differing}
    assert {row.part for row in five} == {"play"}


def test_a_tournament_player_reads_first_who_wins() -> None:
    first, *_ = five_that_matter(compare("ema-2016", "wrcr-2015"))
    assert first.path == "claims.winners"


def test_where_little_differs_all_of_it_matters(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    head = "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\n"
    file.write_text(head + "claims: {winners: nearest}\n", encoding="utf-8")
    assert five_that_matter(compare("ema-2025", str(file))) == ()
    text = run("poster", "ema-2025", str(file), "--format", "markdown")
    assert "Several wins on one tile" in text


def test_guide_and_comparison_begin_with_them() -> None:
    titles = [row.title for row in five_that_matter(compare(*PAIRS[1]))]
    said = " ".join(run("compare", *PAIRS[1]).split())
    assert f"What matters most: {'; '.join(titles)}." in said
    assert "What stays the same: Tiles, Furiten, Yaku" in said
    page = run("compare", *PAIRS[1], "--format", "html")
    head = page[: page.index("<table")]
    links = re.findall(r'<a href="#([^"]+)">([^<]+)</a>', head)
    assert [title for _, title in links] == titles
    assert all(f'<tr id="{path}"' in page for path, _ in links)


@pytest.mark.parametrize("language", languages())
def test_a_poster_has_each_side_in_a_sentence_that_tells_it_apart(language: str) -> None:
    for pair in PAIRS:
        (table,) = poster(compare(*pair, tr=Locale(language)), Locale(language)).blocks
        assert isinstance(table, TableBlock)
        for row in table.rows:
            one, other = (cell.lines[0][0] for cell in row.cells)
            assert one != other


@pytest.mark.skipif(not importlib.util.find_spec("typst"), reason="there is no Typst")
@pytest.mark.parametrize("paper", POSTERS)
@pytest.mark.parametrize("language", languages())
def test_a_poster_is_one_page_that_is_read_from_a_metre(language: str, paper: Paper) -> None:
    tr = Locale(language)
    made = pdf(poster(compare(*PAIRS[1], tr=tr), tr), paper).data
    assert read(made).pages == 1
    assert min(sizes(made)) >= SMALLEST

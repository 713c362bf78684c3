"""Printed rulebooks and guides: nothing is clipped or lost, and letters are readable."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from effort import HELD, LONG, SHAPES, first, marks
from paper import (
    NO_KANJI,
    Printed,
    browser,
    lines,
    measured,
    printed,
    read,
    smallest,
    typeset,
    typst,
)
from pypdfium2 import PdfDocument
from running import club, printed as made_by

from riichi.cli.main import main
from riichi.content.examples import contrasting_examples
from riichi.content.guide import SECTIONS, card, guide as guide_of, poster
from riichi.content.rulebook import rulebook as book_of
from riichi.content.score_sheet import score_sheet
from riichi.locale import Locale, languages
from riichi.writers.html import html
from riichi.writers.model import Block, Document, DrawnHand, TableBlock
from riichi.writers.paper import PAPERS, Paper
from riichi.writers.typst import TEMPLATE
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.rules.library import books
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset

SHIPPED = list(map(str, HELD))
BOOKS = ("ema-2016", "wrcr-2015")
PAIRS = list(permutations(("ema-2016", "wrcr-2015", "ema-2025", "wrc-2025"), 2))
"""Who plays in tournaments goes from any of these to any other."""

ALL_PAIRS = [("ema-2012", "wrcr-2015"), *combinations(books(), 2)]
"""Every pair of books, with Tenhou; the first pair has long sentences."""

GUIDES = [
    pytest.param(pair, language, id=f"{' '.join(pair)}-{language}", marks=marks(place, long=3))
    for place, pair in enumerate(PAIRS)
    for language in languages()
    if language == "nl" or place % 3 == 0
]
"""Every pair in Dutch, which has longer words, and some in English."""

MOST_PAGES, SMALLEST, ROUNDED = 4, 8, 0.05
"""The pages of a guide, and the size of its letters in points; files round it."""

RULEBOOKS = [
    pytest.param("ema-2025", "en"),
    pytest.param("tuesday-club", "nl", marks=marks(1)),
    pytest.param("wrc-2025", "nl", marks=marks(1)),
]

HEADING, MANY, NARROW = 12, 30, 0.75
"""The size of the headings of chapters, a number of rows, and a share of the width of a page."""

PAPER: dict[str, Paper] = {"en": "a4", "nl": "letter"}

PRINTABLE = 194 * 96 / 25.4
"""The width of a page of A4 between margins of 8 millimetres, in pixels."""


class Said(HTMLParser):
    """The words that people see on a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.inside: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in ("style", "svg"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.inside[-1:] == [tag]:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words += re.findall(r"[0-9][0-9.,]*[0-9]|[A-Za-z]{4,}", data)


def seen(text: str) -> set[str]:
    said = Said()
    said.feed(text)
    return set(said.words)


def squeezed(text: str) -> str:
    """Return the text without hyphens and spaces at line breaks."""
    return re.sub(
        r"[\s\x00\x02\u00ad\u200b\u2010\ufffe-]+", "", unicodedata.normalize("NFKC", text)
    )


def lost(text: str, made: Printed) -> list[str]:
    """Return the words of a page that are missing on paper."""
    on_paper = squeezed(made.text)
    return [word for word in seen(text) if squeezed(word) not in on_paper]


def pages_of(made: Printed) -> list[str]:
    """Return the text of each page without spaces."""
    with closing(PdfDocument(made.data)) as document:
        return [squeezed(page.get_textpage().get_text_range()) for page in document]


def guide(language: str) -> str:
    return made_by("compare", *BOOKS, "--format", "html", "--language", language)


def rulebook(name: str, language: str = "en") -> str:
    return made_by("rulebook", name, "--language", language)


def test_the_template_of_pdfs_knows_every_block_by_its_name() -> None:
    names = {kind.__name__.lower() for kind in get_args(Block)} | {DrawnHand.__name__.lower()}
    known = set(re.findall(r'one\.node == "(\w+)"', TEMPLATE.read_text("utf-8")))
    assert known == {*names, "link"}


@browser
@pytest.mark.parametrize(("pair", "language"), GUIDES)
def test_a_browser_prints_a_guide_on_four_readable_pages(
    pair: tuple[str, str], language: str, tmp_path: Path
) -> None:
    text = made_by("compare", *pair, "--format", "html", "--language", language)
    made = printed(text, tmp_path)
    assert made.pages <= MOST_PAGES
    assert smallest(made.data) >= SMALLEST - ROUNDED


@browser
@pytest.mark.parametrize("language", languages())
def test_a_browser_loses_nothing_of_the_guide(language: str, tmp_path: Path) -> None:
    text = guide(language)
    made = printed(text, tmp_path)
    assert lost(text, made) == []
    told = measured(text, tmp_path, int(PRINTABLE))
    assert (told["clipped"], told["out"], told["over"]) == ([], [], [])


@browser
@pytest.mark.parametrize(
    ("name", "language"),
    [*((name, "en") for name in (*books(), "parlour")), ("tuesday-club", "nl")],
)
def test_a_browser_loses_nothing_of_a_rulebook(name: str, language: str, tmp_path: Path) -> None:
    text = rulebook(name, language)
    made = printed(text, tmp_path)
    assert 10 < made.pages < 40
    assert lost(text, made) == []
    told = measured(text, tmp_path, int(PRINTABLE))
    assert (told["clipped"], told["out"], told["over"]) == ([], [], [])


@browser
def test_a_guide_for_every_related_pair_of_rulesets_fits_its_paper(tmp_path: Path) -> None:
    for pair in pairwise(SHIPPED):
        text = made_by("compare", *pair, "--format", "html")
        told = measured(text, tmp_path, int(PRINTABLE))
        assert (told["clipped"], told["out"], told["over"]) == ([], [], [])


def guide_pdf(pair: Sequence[str], tr: Locale, paper: Paper) -> tuple[Comparison, Printed]:
    """Return two books compared, and the PDF of their guide, after checks of its size."""
    found = compare(*pair, tr=tr)
    told = contrasting_examples([row.path for row in found.differing], found.rulesets, tr)
    made = typeset(guide_of(found, told, tr, everything=False), paper)
    assert made.pages <= MOST_PAGES
    assert smallest(made.data) >= SMALLEST - ROUNDED
    return found, made


@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize("paper", first(PAPERS))
def test_a_pdf_of_the_guide_has_readable_letters_and_every_word(
    language: str, paper: Paper
) -> None:
    _, made = guide_pdf(BOOKS, Locale(language), paper)
    assert lost(guide(language), made) == []


@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize("pair", first([("ema-2025", "wrc-2025"), *PAIRS], 1, 3), ids=" ".join)
def test_a_pdf_of_a_guide_between_federations_breaks_no_row(
    pair: tuple[str, str], language: str
) -> None:
    found, made = guide_pdf(pair, Locale(language), "letter")
    pages = pages_of(made)
    for row in found.differing:
        sides = row.sides if row.only_side is None else (row.sides[row.only_side],)
        cells = [squeezed(text) for text in (row.title, *(side.sentences for side in sides))]
        assert any(all(cell in page for cell in cells) for page in pages), row.path
    for page in lines(made.data):
        assert page[-1].text.endswith(f"/{made.pages}"), "the number of the page is at its foot"


@pytest.mark.long
@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize("pair", first(ALL_PAIRS, 1, 2), ids=" ".join)
def test_a_guide_between_any_two_books_has_at_most_four_pages_and_no_title_at_a_foot(
    pair: tuple[str, str], language: str
) -> None:
    tr = Locale(language)
    _, made = guide_pdf(pair, tr, PAPER[language])
    titles = {squeezed(tr(title)) for title in SECTIONS}
    texts = [[squeezed(line.text) for line in page] for page in lines(made.data)]
    assert any(titles.intersection(page) for page in texts)
    assert titles.isdisjoint(page[-2] for page in texts)  # the last line is the number of the page


@pytest.mark.long
@typst
@pytest.mark.parametrize("language", first(languages()))
def test_a_guide_leaves_out_rules_that_one_side_lacks_when_many_differ(language: str) -> None:
    tr = Locale(language)
    found = compare("ema-2016", "m-league", tr=tr)
    told = contrasting_examples([row.path for row in found.differing], found.rulesets, tr)
    page = guide_of(found, told, tr, everything=False)
    made = typeset(page, "letter")
    assert made.pages <= MOST_PAGES
    assert smallest(made.data) >= SMALLEST - ROUNDED
    on_paper = squeezed(made.text)
    rows = [row for block in page.blocks if isinstance(block, TableBlock) for row in block.rows]
    left_out = {row.id for row in rows if row.unprinted}
    assert f"{len(left_out)}" in made.text.split("\n\n")[0][:900]
    for row in found.differing:
        assert (
            squeezed(row.sides[row.only_side or 0].sentences) in on_paper
        ) or row.path in left_out, row.path
        silent = any(side.provenance and side.provenance.kind == "silent" for side in row.sides)
        is_for_referees = row.path.split(".")[0] in ("fouls", "chombo", "dead_hand", "tournament")
        is_asked = bool(options()[row.path].asked)
        assert (row.path in left_out) == (silent and is_for_referees and not is_asked)
    assert len(re.findall('<tr[^>]* class="unprinted"', html(page))) == len(left_out)
    everything = guide_of(found, told, tr, everything=True)
    assert 'class="unprinted"' not in html(everything)


@cache
def rulebook_pdf(name: str, language: str) -> tuple[Document, Printed]:
    book = book_of(load(name), Locale(language))
    return book, typeset(book, "letter")


@pytest.mark.long
@typst
@pytest.mark.parametrize(("name", "language"), RULEBOOKS)
def test_a_pdf_of_a_rulebook_breaks_no_yaku_and_no_heading(name: str, language: str) -> None:
    book, made = rulebook_pdf(name, language)
    yaku = next(block for block in book.blocks if isinstance(block, TableBlock) and block.bold
                and len(block.rows) > MANY)  # fmt: skip
    pages = pages_of(made)
    for row in yaku.rows:
        starts = [cell.lines[0][0] for cell in row.cells]
        cells = [squeezed(str(one)) for one in starts if not isinstance(one, DrawnHand)]
        assert any(all(cell in page for cell in cells) for page in pages), row.id
    for page in lines(made.data):
        *text, number = page
        assert number.text.isdigit()
        assert max(line.size for line in text[-2:]) < HEADING, text[-2:]


@pytest.mark.long
@typst
@pytest.mark.parametrize(("name", "language"), RULEBOOKS)
def test_tables_of_figures_in_a_rulebook_are_whole_and_as_wide_as_their_words(
    name: str, language: str
) -> None:
    book, made = rulebook_pdf(name, language)
    figures = [
        block
        for block in book.blocks
        if isinstance(block, TableBlock) and not any(column.share for column in block.columns[1:])
    ]
    assert len(figures) >= MANY // 3
    pages = pages_of(made)
    for table in figures:
        rows = ["".join(str(cell.lines[0][0]) for cell in row.cells) for row in table.rows]
        assert any(all(squeezed(row) in page for row in rows) for page in pages), rows
    pairs = {
        squeezed("".join(str(cell.lines[0][0]) for cell in row.cells))
        for table in figures
        for row in table.rows
        if len(table.columns) == 2
    }
    found = [line for page in lines(made.data) for line in page if squeezed(line.text) in pairs]
    assert len(found) > MANY
    assert max(line.right for line in found) < NARROW


def poster_of(ruleset: Ruleset, tr: Locale) -> Document:
    return poster(compare("ema-2025", ruleset, tr=tr), tr)


@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize(
    ("kind", "least", "used"), [(card, 8, 0.86), (score_sheet, 7.5, 0.86), (poster_of, 14, 0.8)]
)
def test_a_pdf_of_a_page_fills_it(
    kind: Callable[[Ruleset, Locale], Document], least: float, used: float, language: str
) -> None:
    names = ("wrc-2025", "tuesday-club")
    for name in names if LONG else names[:1]:
        document = kind(load(name), Locale(language))
        made = typeset(document, PAPER[language])
        assert made.pages <= document.pages
        assert smallest(made.data) >= least - ROUNDED
        assert max(line.foot for line in lines(made.data)[0]) >= used


@browser
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("kind", "least", "used"), [(card, 8, 0.8), (score_sheet, 7.5, 0.8), (poster_of, 10, 0.7)]
)
def test_a_browser_fills_one_page(
    kind: Callable[[Ruleset, Locale], Document],
    least: float,
    used: float,
    language: str,
    tmp_path: Path,
) -> None:
    for name in ("wrc-2025", "tuesday-club"):
        document = kind(load(name), Locale(language))
        text = html(document, PAPER[language])
        made = printed(text, tmp_path)
        assert made.pages <= document.pages
        assert smallest(made.data) >= least - ROUNDED
        assert max(line.foot for line in lines(made.data)[0]) >= used
        told = measured(text, tmp_path, int(PRINTABLE))
        assert (told["out"], told["over"]) == ([], [])


@typst
@pytest.mark.parametrize("name", first(SHAPES, 0))
def test_a_pdf_of_a_rulebook_has_every_word(name: str) -> None:
    tr = Locale()
    made = typeset(book_of(load(name), tr))
    assert lost(rulebook(name), made) == []


@typst
@pytest.mark.long
def test_a_clubs_text_is_typeset_literally(tmp_path: Path) -> None:
    """Markup, links and code in it are plain text, and letters missing from fonts are no error."""
    evil = '#import "x" *b* _c_ $d$ @e <f> ```g``` \\ #panic() // h \U00012000'
    house = json.dumps(evil, ensure_ascii=False)
    rules = f"claims: {{winners: {{value: head_bump, house: {house}}}}}\n"
    path = club(tmp_path / "club.yaml", rules, "evil")
    out = tmp_path / "evil.pdf"
    call = ["rulebook", str(path), "--format", "pdf", "--output", str(out)]
    run = CliRunner().invoke(main, call)
    assert run.exit_code == 0
    text = read(out.read_bytes()).text
    assert squeezed('#import "x" *b* _c_ $d$ @e <f> ```g```') in squeezed(text)


@typst
@pytest.mark.parametrize(
    "call", first(["sheet ema-2016", "rulebook ema-2016", "compare ema-2016 wrcr-2015"], 0)
)
def test_a_command_writes_a_pdf_into_a_file(call: str, tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    run = CliRunner().invoke(main, [*call.split(), "--format", "pdf", "--output", str(path)])
    assert run.exit_code == 0
    assert run.stdout.startswith(f"{path}: ")
    assert run.stderr in ("", f"Note: {NO_KANJI}.\n")
    assert read(path.read_bytes()).pages >= 1

"""Printed rulebooks and guides: nothing is clipped or lost, and a guide has two pages."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from html.parser import HTMLParser
from itertools import pairwise, permutations
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner
from effort import HELD, SHAPES, first, marks
from paper import NO_KANJI, Printed, browser, measured, printed, read, typeset, typst
from running import club
from running import printed as made_by

from riichi.cli.main import main
from riichi.content.examples import contrasting_examples
from riichi.content.guide import guide as guide_of
from riichi.content.rulebook import rulebook as book_of
from riichi.locale import Locale, languages
from riichi.writers.model import Block, DrawnHand
from riichi.writers.paper import PAPERS, Paper
from riichi.writers.typst import TEMPLATE
from riichi_core.comparison.comparison import compare
from riichi_core.rules.library import books
from riichi_core.rules.load import load

SHIPPED = list(map(str, HELD))
BOOKS = ("ema-2016", "wrcr-2015")
PAIRS = list(permutations(("ema-2016", "wrcr-2015", "ema-2025", "wrc-2025"), 2))
"""Who plays in tournaments goes from any of these to any other."""

GUIDES = [
    pytest.param(pair, language, id=f"{' '.join(pair)}-{language}", marks=marks(place, long=3))
    for place, pair in enumerate(PAIRS)
    for language in languages()
    if language == "nl" or place % 3 == 0
]
"""Every pair in Dutch, which has longer words, and some in English."""

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
    return re.sub(r"[\s\x00\x02\u00ad\u2010\ufffe-]+", "", unicodedata.normalize("NFKC", text))


def lost(text: str, made: Printed) -> list[str]:
    """Return the words of a page that are missing on paper."""
    on_paper = squeezed(made.text)
    return [word for word in seen(text) if squeezed(word) not in on_paper]


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
def test_a_browser_prints_a_guide_on_two_pages(
    pair: tuple[str, str], language: str, tmp_path: Path
) -> None:
    text = made_by("compare", *pair, "--format", "html", "--language", language)
    assert printed(text, tmp_path).pages == 2


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


@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize("paper", first(PAPERS))
def test_a_pdf_of_the_guide_has_two_pages_and_every_word(language: str, paper: Paper) -> None:
    tr = Locale(language)
    found = compare(*BOOKS, tr=tr)
    told = contrasting_examples([row.path for row in found.differing], found.rulesets, tr)
    made = typeset(guide_of(found, told, tr, everything=False), paper)
    assert made.pages == 2
    assert lost(guide(language), made) == []


@typst
@pytest.mark.parametrize("language", first(languages()))
@pytest.mark.parametrize("pair", first(PAIRS, quick=0, long=2), ids=" ".join)
def test_a_pdf_of_a_guide_between_federations_has_two_pages(
    pair: tuple[str, str], language: str
) -> None:
    tr = Locale(language)
    found = compare(*pair, tr=tr)
    told = contrasting_examples([row.path for row in found.differing], found.rulesets, tr)
    made = typeset(guide_of(found, told, tr, everything=False))
    assert made.pages == 2
    for row in found.differing:
        for side in row.sides:
            assert squeezed(side.sentences) in squeezed(made.text)


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
    rules = (
        f"claims: {{winners: {{value: nearest, house: {json.dumps(evil, ensure_ascii=False)}}}}}\n"
    )
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

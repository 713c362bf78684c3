"""The page itself: well-formed, self-contained, fast, and one sheet of paper long when printed."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from pathlib import Path

import pytest
from each import each
from effort import HELD, SHAPES, few, long_if, marks, soak_if
from paper import browser, measured, printed, sizes, typeset, typst
from sheet_reading import page, read, sheet

from riichi.locale import languages, terms as words
from riichi.writers import model
from riichi.writers.html import FACES, html
from riichi.writers.paper import PAPERS, Paper
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load

SHIPPED = list(HELD)

PRINTED: list[tuple[str, Paper]] = [
    (name, paper)
    for place, name in enumerate(SHIPPED)
    for paper in PAPERS
    if paper == "letter" or place % 3 == 0
]
"""Every sheet in Dutch on letter, which has longer words and less height; some in English on A4."""

PARAMETERS = [
    pytest.param(*one, marks=marks(place, quick=0, long=4)) for place, one in enumerate(PRINTED)
]

MILLIMETRES: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""The width and the height of a paper."""

SIDES, LEGIBLE = 2, 7.45
"""The most pages of a sheet, and the size of its smallest letters in points; files round it."""

FETCHING = {
    "script",
    "link",
    "img",
    "iframe",
    "object",
    "embed",
    "source",
    "video",
    "audio",
    "base",
}


@pytest.mark.parametrize(
    ("name", "language", "terms"),
    [
        pytest.param(
            name, language, terms,
            marks=[
                *long_if(place > 0 or name not in SHAPES),
                *soak_if(place > 0 and name not in SHAPES),
            ],
        )
        for place, terms in enumerate(words())
        for language in languages()
        for name in SHIPPED
    ],
)  # fmt: skip
def test_the_page_is_well_formed_and_fetches_nothing(name: str, language: str, terms: str) -> None:
    found = sheet(name, language, terms)  # which holds that all elements are closed
    assert not {tag for tag, _ in found.tags} & FETCHING
    names = {attribute for _, given in found.tags for attribute in given}
    assert not names & {"src", "srcset", "onload"}
    assert not any("url(" in given.get("style", "") for _, given in found.tags)
    links = [given["href"] for _, given in found.tags if "href" in given]
    assert all(link.startswith("#t-") for link in links), "only drawn tiles, of the page itself"
    text = html(page(load(name), language, terms), "a4")
    assert text.startswith("<!DOCTYPE html>\n")
    alone = re.sub(r"url\(data:font/woff;base64,[\w+/=]+\)", "", text)
    assert text.count("url(") - alone.count("url(") == len(FACES), "the fonts come along"
    assert not re.search(r"url\(|@import|https?:", alone)
    assert not re.search(r"\{[a-z]+\}", text), "something was not put in"


@each("name", few(SHIPPED, 4))
def test_tables_can_be_read_aloud(name: str) -> None:
    found = sheet(name)
    assert [given["lang"] for tag, given in found.tags if tag == "html"] == ["en"]
    for table in found.tables.values():
        assert table.caption
        assert all(table.heads)
        assert all(len(row) == len(table.heads) for row in table.rows)
    scopes = [given.get("scope") for tag, given in found.tags if tag == "th"]
    assert set(scopes) == {"col", "row", "rowgroup"}
    text = html(page(load(name)), "a4")
    signs = text.count('<span aria-hidden="true">●</span><span class="aloud">must be concealed')
    assert signs == sum(row[-1] == "●" for row in found.tables["yaku"].rows)


def test_a_name_in_another_language_has_a_language_tag() -> None:
    text = html(page(load("ema-2016"), "nl", "japanese"), "a4")
    assert '<th scope="row" lang="ja-Latn">Toitoi</th>' in text


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_the_stylesheet_has_the_paper_size(paper: Paper, size: str) -> None:
    assert f"@page {{ size: {size};" in html(page(load("ema-2016")), paper)


# ---- in a browser --------------------------------------------------------------------------------


@browser
@pytest.mark.parametrize(("name", "paper"), PARAMETERS)
def test_a_browser_prints_one_sheet_of_paper_and_clips_nothing(
    name: str, paper: Paper, tmp_path: Path
) -> None:
    language = "nl" if paper == "letter" else "en"  # the longer words on the shorter paper
    text = html(page(load(name), language), paper)
    made = printed(text, tmp_path)
    assert made.pages <= SIDES
    assert min(sizes(made.data)) >= LEGIBLE
    assert made.size == pytest.approx(MILLIMETRES[paper], abs=0.5)
    found = measured(text, tmp_path)
    assert found["clipped"] == []
    assert found["out"] == []
    if made.pages == 1:
        assert found["height"] <= MILLIMETRES[paper][1] - 2 * 8


@browser
def test_limits_with_a_late_start_are_not_clipped(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "format: 1\nruleset: club\ntitle: A club\nextends: ema-2016\nlimits:\n"
        "  mangan: {han: 9, base: 20000}\n  haneman: {han: 10, base: 30000}\n"
        "  baiman: {han: 11, base: 40000}\n  sanbaiman: {han: 12, base: 60000}\n"
        "  yakuman: 80000\n",
        encoding="utf-8",
    )
    found = page(load(str(file)))
    text = html(found, "a4")
    assert len(read(text).tables["other-draw"].heads) == 8
    assert printed(text, tmp_path).pages <= SIDES
    told = measured(text, tmp_path)
    assert (told["clipped"], told["out"]) == ([], [])


def every_local_yaku(folder: Path) -> str:
    """Return a club with more yaku than fit on a page."""
    local = [name for name in known_yaku() if name not in load("ema-2016").rules.written("yaku")]
    assert len(local) > 50
    file = folder / "club.yaml"
    rules = "".join(f"  {name}: {{concealed: 2}}\n" for name in local)
    head = "format: 1\nruleset: club\ntitle: A club\nextends: ema-2016\nyaku:\n"
    file.write_text(head + rules, encoding="utf-8")
    return str(file)


def test_a_table_longer_than_a_page_has_every_yaku_once(tmp_path: Path) -> None:
    tables = read(html(page(load(every_local_yaku(tmp_path))), "a4")).tables
    names = [row[0] for row in tables["yaku"].rows]
    assert len(names) == len(set(names)) > 90


@browser
def test_a_club_that_plays_every_local_yaku_has_more_pages(tmp_path: Path) -> None:
    text = html(page(load(every_local_yaku(tmp_path))), "a4")
    assert printed(text, tmp_path).pages == SIDES + 1
    told = measured(text, tmp_path)
    assert (told["clipped"], told["out"]) == ([], [])


# ---- as PDF --------------------------------------------------------------------------------------


@typst
@pytest.mark.parametrize(("name", "paper"), PARAMETERS)
def test_a_pdf_has_every_figure_in_legible_letters(name: str, paper: Paper) -> None:
    language = "nl" if paper == "letter" else "en"
    made = typeset(page(load(name), language), paper)
    assert made.pages <= SIDES
    assert min(sizes(made.data)) >= LEGIBLE
    assert made.size == pytest.approx(MILLIMETRES[paper], abs=0.5)
    words = set(made.text.split())
    for table in sheet(name, language).tables.values():
        for row in table.rows:
            lacking = {word for cell in row for word in cell.split()} - words
            assert not {word for word in lacking if re.fullmatch(r"[0-9.,]+", word)}, row


@typst
@pytest.mark.long
def test_a_pdf_of_every_local_yaku_has_more_pages(tmp_path: Path) -> None:
    made = typeset(page(load(every_local_yaku(tmp_path))))
    assert made.pages == SIDES + 1


def test_typst_knows_the_blocks_of_a_document_by_their_names() -> None:
    """A block with an unknown name would never be printed."""
    text = Path(model.__file__).with_name("document.typ").read_text(encoding="utf-8")
    named = set(re.findall(r'\.node == "(\w+)"', text))
    known = {name.lower() for name, one in vars(model).items() if is_dataclass(one)}
    assert named - known == set()
    assert {"tableblock", "drawnhand"} <= named

"""The page itself: well-formed, alone, quickly made, and one page where a browser prints it."""

from __future__ import annotations

import html as markup
import json
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from sheet_reading import page, read, sheet

from riichi_app.sheets.html import SIZES, html
from riichi_app.sheets.page import PAPERS, Paper
from riichi_app.words.file import TERMS, Terms, languages
from riichi_core.rules import library, load
from riichi_core.rules.yaku_index import known_yaku

SHIPPED = list(library.shipped())
CHROMIUM = shutil.which("chromium")
PATIENCE = 60
"""Seconds that a browser has; it needs one, and more while others work."""

browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium to print with")

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


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("terms", TERMS)
def test_the_page_is_well_formed_and_fetches_nothing(
    name: str, language: str, terms: Terms
) -> None:
    found = sheet(name, language, terms)  # which holds that all elements are closed
    assert not {tag for tag, _ in found.tags} & FETCHING
    names = {attribute for _, given in found.tags for attribute in given}
    assert not names & {"src", "href", "srcset", "style", "onload"}
    text = html(page(load(name), language, terms), "a4")
    assert text.startswith("<!DOCTYPE html>\n")
    assert not re.search(r"url\(|@import|https?:", text)
    assert not re.search(r"\{[a-z]+\}", text), "something was not put in"


@pytest.mark.parametrize("name", SHIPPED)
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


def test_a_name_in_another_language_says_so() -> None:
    text = html(page(load("ema-2016"), "nl", "japanese"), "a4")
    assert '<th scope="row" lang="ja-Latn">Toitoi</th>' in text


def test_a_sheet_is_made_in_less_than_two_seconds() -> None:
    start = time.perf_counter()
    html(page(load("tuesday-club"), "nl"), "letter")
    assert time.perf_counter() - start < 2


@pytest.mark.parametrize(("paper", "size"), [("a4", "A4"), ("letter", "letter")])
def test_the_paper_is_in_the_style(paper: Paper, size: str) -> None:
    assert f"@page {{ size: {size};" in html(page(load("ema-2016")), paper)


# ---- in a browser --------------------------------------------------------------------------------


def chromium(*call: str) -> str:
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", *call],
        capture_output=True, encoding="utf-8", errors="replace", timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout


def printed(text: str, folder: Path) -> tuple[int, tuple[float, float]]:
    """How many pages a browser makes of a page, and their size in millimetres."""
    (folder / "sheet.html").write_text(text, encoding="utf-8")
    made = folder / "sheet.pdf"
    chromium(
        f"--user-data-dir={folder / 'profile'}", "--no-pdf-header-footer",
        f"--print-to-pdf={made}", (folder / "sheet.html").as_uri(),
    )  # fmt: skip
    data = made.read_bytes()
    box = re.search(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", data)
    assert box is not None
    return len(re.findall(rb"/Type /Page\b", data)), (mm(box[1]), mm(box[2]))


def mm(points: bytes) -> float:
    return float(points) * 25.4 / 72


MEASURE = """<script>addEventListener("load", () => {
  const clipped = [...document.querySelectorAll("body *")].filter(e =>
    !e.matches(".aloud") && getComputedStyle(e).display !== "inline" &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2));
  const box = document.body.getBoundingClientRect();
  const out = [...document.querySelectorAll("th, td, dt, dd, h1, caption, header p")].filter(e =>
    e.getBoundingClientRect().right > box.right + 1);
  document.body.dataset.measured = JSON.stringify({
    clipped: clipped.map(e => e.outerHTML.slice(0, 60)),
    out: out.map(e => e.outerHTML.slice(0, 60)),
    width: box.width * 25.4 / 96, height: box.height * 25.4 / 96,
  });
});</script></body>"""


def measured(text: str, folder: Path) -> Any:
    """What a browser says of the page, laid out as on paper."""
    paper = text.replace("@media screen", "@media none").replace("</body>", MEASURE)
    (folder / "measured.html").write_text(paper, encoding="utf-8")
    dom = chromium(
        f"--user-data-dir={folder / 'profile'}", "--window-size=1400,2400", "--dump-dom",
        (folder / "measured.html").as_uri(),
    )  # fmt: skip
    found = re.search(r'data-measured="([^"]*)"', dom)
    assert found is not None
    return json.loads(markup.unescape(found[1]))


@browser
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_browser_prints_one_page_and_clips_nothing(
    name: str, paper: Paper, tmp_path: Path
) -> None:
    language = "nl" if paper == "letter" else "en"  # the longer words on the shorter paper
    text = html(page(load(name), language), paper)
    pages, (width, height) = printed(text, tmp_path)
    assert pages == 1
    size = SIZES[paper]
    assert (width, height) == pytest.approx((size.width, size.height), abs=0.5)
    found = measured(text, tmp_path)
    assert found["clipped"] == []
    assert found["out"] == []
    assert found["height"] <= size.height - 2 * 8


@browser
def test_limits_that_begin_late_are_not_clipped(tmp_path: Path) -> None:
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
    assert printed(text, tmp_path)[0] == 1
    told = measured(text, tmp_path)
    assert (told["clipped"], told["out"]) == ([], [])


@browser
def test_a_club_that_plays_every_local_yaku_has_two_pages(tmp_path: Path) -> None:
    local = [name for name in known_yaku() if name not in load("ema-2016").raw["yaku"]]
    assert len(local) > 50
    file = tmp_path / "club.yaml"
    rules = "".join(f"  {name}: {{closed: 2}}\n" for name in local)
    head = "format: 1\nruleset: club\ntitle: A club\nextends: ema-2016\nyaku:\n"
    file.write_text(head + rules, encoding="utf-8")
    text = html(page(load(str(file))), "a4")
    assert len(read(text).tables["yaku"].rows) > 90
    assert printed(text, tmp_path)[0] == 2

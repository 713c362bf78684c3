"""Printed pages: in a browser and as PDF; tests are skipped if the tool is missing."""

from __future__ import annotations

import html as markup
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from ctypes import c_double
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
from pypdfium2 import PdfDocument, PdfTextPage, raw as pdfium

from riichi.writers.model import Document
from riichi.writers.paper import PosterPaper
from riichi.writers.typst import pdf

Test = TypeVar("Test", bound=Callable[..., object])

CHROMIUM = shutil.which("chromium")
PATIENCE = 60
"""Seconds that a browser has; it needs one, and more while others work."""

ALONE = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
         "--disable-background-networking", "--disable-component-update")  # fmt: skip


def browser(test: Test) -> Test:
    """Mark a test that prints with a browser, which is slow."""
    needed = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium to print with")
    marked: Test = pytest.mark.long(needed(test))
    return marked


def typst(test: Test) -> Test:
    """Mark a test that makes PDF with Typst, whose memory is freed afterwards."""
    here = find_spec("typst") is not None
    needed = pytest.mark.skipif(not here, reason="there is no Typst to make PDF with")
    marked: Test = pytest.mark.usefixtures("memory_of_typst_freed")(needed(test))
    return marked


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed document: its number of pages, their size in millimetres, their text, and it."""

    pages: int
    size: tuple[float, float]
    text: str
    data: bytes


def typeset(document: Document, paper: PosterPaper = "a4") -> Printed:
    """Typeset a document with Typst."""
    made = pdf(document, paper)
    assert made.lacks in ("", NO_KANJI), made.lacks
    return read(made.data)


NO_KANJI = "no font here has Japanese characters; names in kanji are left out"


def read(data: bytes) -> Printed:
    """Read a PDF back."""
    with closing(PdfDocument(data)) as found:
        width, height = found[0].get_size()
        text = "\n".join(page.get_textpage().get_text_range() for page in found)
        return Printed(len(found), (_mm(width), _mm(height)), text, data)


def _mm(points: float) -> float:
    return points * 25.4 / 72


class Letter(NamedTuple):
    """A letter on a page: its box from the left and the foot, its baseline and size, and itself."""

    left: float
    bottom: float
    right: float
    top: float
    baseline: float
    size: float
    text: str


class Page(NamedTuple):
    """The width and height of a page in points, and its letters without spaces."""

    size: tuple[float, float]
    letters: list[Letter]


@lru_cache(maxsize=1)
def pages(data: bytes) -> list[Page]:
    """Return the pages of a PDF; measurements in a row read it only once."""
    with closing(PdfDocument(data)) as document:
        return [Page(page.get_size(), [*_letters_of(page.get_textpage())]) for page in document]


def _letters_of(text: PdfTextPage) -> Iterator[Letter]:
    """Yield the letters; the functions of PDFium take half the time of pypdfium2's classes."""
    left, right, bottom, top = (c_double() for _ in range(4))
    matrix = pdfium.FS_MATRIX()
    for place in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, place))
        if letter.strip():
            pdfium.FPDFText_GetMatrix(text, place, matrix)
            pdfium.FPDFText_GetCharBox(text, place, left, right, bottom, top)
            size = abs(pdfium.FPDFText_GetFontSize(text, place) * matrix.d)
            box = left.value, bottom.value, right.value, top.value
            yield Letter(*box, matrix.f, size, letter)


def sizes(data: bytes) -> list[float]:
    """Return the size in points of each letter on the first page of a PDF."""
    return [letter.size for letter in pages(data)[0].letters]


@dataclass(frozen=True, slots=True)
class Line:
    """A line on a page.

    Attributes:
        foot: its distance from the top of the page, as a share of the height.
        left: the left end of its letters, as a share of the width.
        right: the right end of its letters, as a share of the width.
        size: the size of its largest letter, in points.
        smallest: the size of its smallest letter.
        text: its letters without spaces.
    """

    foot: float
    left: float
    right: float
    size: float
    smallest: float
    text: str


@lru_cache(maxsize=1)
def lines(data: bytes) -> list[list[Line]]:
    """Return the lines of each page of a PDF, from the top; cells side by side are one line."""
    return [_lines_of(page) for page in pages(data)]


def _lines_of(page: Page) -> list[Line]:
    width, height = page.size
    rows: dict[int, list[Letter]] = {}
    for letter in page.letters:
        rows.setdefault(round(letter.baseline), []).append(letter)
    return [
        Line(
            foot=1 - letters[0].baseline / height,
            left=min(letter.left for letter in letters) / width,
            right=max(letter.right for letter in letters) / width,
            size=max(letter.size for letter in letters),
            smallest=min(letter.size for letter in letters),
            text="".join(letter.text for letter in letters),
        )
        for _, letters in sorted(rows.items(), reverse=True)
    ]


def smallest(data: bytes) -> float:
    """Return the size of the smallest letter of a PDF, in points."""
    return min(letter.size for page in pages(data) for letter in page.letters)


def margins(data: bytes) -> float:
    """Return the least distance from a line or letter to an edge of the paper, in millimetres."""
    least = []
    with closing(PdfDocument(data)) as document:
        for page in document:
            width, height = page.get_size()
            for drawn in page.get_objects():
                left, bottom, right, top = drawn.get_bounds()
                least.append(min(left, bottom, width - right, height - top))
    return _mm(min(least))


OVERLAP = 0.3
"""The part of a letter that another one covers if two texts are in one place."""


def overlapping(data: bytes) -> list[str]:
    """Return pairs of letters of different lines that lie over each other, by page."""
    return [
        f"page {number}: {pair}"
        for number, page in enumerate(pages(data), 1)
        for pair in _overlapping_letters(page.letters)
    ]


def _overlapping_letters(letters: Iterable[Letter]) -> Iterator[str]:
    """Yield the pairs; letters are looked up in squares of a grid, which are as large as one."""
    squares: dict[tuple[int, int], list[Letter]] = {}
    for letter in letters:
        left, bottom, right, top, *_ = letter
        if right <= left or top <= bottom:
            continue
        near = [
            (column, row)
            for column in range(int(left // GRID), int(right // GRID) + 1)
            for row in range(int(bottom // GRID), int(top // GRID) + 1)
        ]
        area = (right - left) * (top - bottom)
        others = {id(other): other for square in near for other in squares.get(square, ())}
        for other in others.values():
            wide = min(right, other.right) - max(left, other.left)
            high = min(top, other.top) - max(bottom, other.bottom)
            least = min(area, (other.right - other.left) * (other.top - other.bottom))
            if wide > 0 and high > 0 and wide * high > OVERLAP * least:
                yield f"{other.text} and {letter.text} at {left:.0f}, {bottom:.0f}"
        for square in near:
            squares.setdefault(square, []).append(letter)


GRID = 12
"""The side of a square of the grid, in points."""


def chromium(folder: Path, *call: str) -> str:
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *ALONE, f"--user-data-dir={folder / 'profile'}", *call],
        capture_output=True, encoding="utf-8", errors="replace", timeout=PATIENCE, check=True,
    )  # fmt: skip
    return done.stdout


def printed(text: str, folder: Path) -> Printed:
    """Print a page with a browser."""
    page, made = folder / "page.html", folder / "page.pdf"
    page.write_text(text, encoding="utf-8")
    chromium(folder, "--no-pdf-header-footer", f"--print-to-pdf={made}", page.as_uri())
    return read(made.read_bytes())


MEASURE = """<script>addEventListener("load", () => {
  const clipped = [...document.querySelectorAll("body *")].filter(e =>
    !e.closest("svg") && !e.matches(".aloud") && getComputedStyle(e).display !== "inline" &&
    (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 2));
  const box = document.body.getBoundingClientRect();
  const out = [...document.querySelectorAll("body *")].filter(e => !e.closest("[aria-hidden]") &&
    !e.matches(".aloud") && e.getBoundingClientRect().right > box.right + 1);
  const over = [...document.querySelectorAll("svg.tile")].filter(e => {
    const cell = e.closest("td, th, section, div, figure, li, p, body");
    return e.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1;
  });
  const told = (found) => found.map(e => e.outerHTML.slice(0, 80));
  document.body.dataset.measured = JSON.stringify({
    clipped: told(clipped), out: told(out), over: told(over),
    width: box.width * 25.4 / 96, height: box.height * 25.4 / 96,
  });
});</script></body>"""
"""Which elements hide a part of what they hold, or stick out of the page or of their cell."""


def measured(text: str, folder: Path, width: int = 1400) -> Any:
    """Return a browser's measurements of the page, laid out for print, at a width in pixels."""
    paper = text.replace("@media screen", "@media none").replace("@media print", "@media all")
    page = folder / "measured.html"
    page.write_text(paper.replace("</body>", MEASURE), encoding="utf-8")
    dom = chromium(folder, f"--window-size={width},2400", "--dump-dom", page.as_uri())
    found = re.search(r'data-measured="([^"]*)"', dom)
    assert found is not None
    return json.loads(markup.unescape(found[1]))

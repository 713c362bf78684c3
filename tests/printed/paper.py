"""Printed pages: in a browser and as PDF; tests are skipped if the tool is missing."""

from __future__ import annotations

import html as markup
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import pytest
from pypdfium2 import PdfDocument, PdfPage, PdfTextPage
from pypdfium2 import raw as pdfium

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


typst = pytest.mark.skipif(not find_spec("typst"), reason="there is no Typst to make PDF with")


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
    found = PdfDocument(data)
    width, height = found[0].get_size()
    text = "\n".join(page.get_textpage().get_text_range() for page in found)
    return Printed(len(found), (_mm(width), _mm(height)), text, data)


def _mm(points: float) -> float:
    return points * 25.4 / 72


def sizes(data: bytes) -> list[float]:
    """Return the size in points of each letter on the first page of a PDF."""
    text = PdfDocument(data)[0].get_textpage()
    found = []
    for place in range(text.count_chars()):
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(text, place, matrix)
        if text.get_text_range(place, 1).strip():
            found.append(abs(pdfium.FPDFText_GetFontSize(text, place) * matrix.d))
    return found


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


def lines(data: bytes) -> list[list[Line]]:
    """Return the lines of each page of a PDF, from the top; cells side by side are one line."""
    return [_lines_of(page) for page in PdfDocument(data)]


def _lines_of(page: PdfPage) -> list[Line]:
    width, height = page.get_size()
    text = page.get_textpage()
    rows: dict[int, list[tuple[float, float, float, float, str]]] = {}
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        if not letter.strip():
            continue
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(text, place, matrix)
        left, _, right, _ = text.get_charbox(place)
        size = abs(pdfium.FPDFText_GetFontSize(text, place) * matrix.d)
        rows.setdefault(round(matrix.f), []).append((left, right, size, matrix.f, letter))
    return [
        Line(
            foot=1 - letters[0][3] / height,
            left=min(left for left, *_ in letters) / width,
            right=max(right for _, right, *_ in letters) / width,
            size=max(size for _, _, size, *_ in letters),
            smallest=min(size for _, _, size, *_ in letters),
            text="".join(letter for *_, letter in letters),
        )
        for _, letters in sorted(rows.items(), reverse=True)
    ]


def smallest(data: bytes) -> float:
    """Return the size of the smallest letter of a PDF, in points."""
    return min(line.smallest for page in lines(data) for line in page)


def margins(data: bytes) -> float:
    """Return the least distance from a line or letter to an edge of the paper, in millimetres."""
    least = []
    for page in PdfDocument(data):
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
        for number, page in enumerate(PdfDocument(data), 1)
        for pair in _overlapping_letters(page.get_textpage())
    ]


def _overlapping_letters(text: PdfTextPage) -> Iterator[str]:
    """Yield the pairs; letters are looked up in squares of a grid, which are as large as one."""
    squares: dict[tuple[int, int], list[tuple[float, ...]]] = {}
    letters: list[str] = []
    for place in range(text.count_chars()):
        letter = text.get_text_range(place, 1)
        left, bottom, right, top = text.get_charbox(place)
        if not letter.strip() or right <= left or top <= bottom:
            continue
        letters.append(letter)
        box = (left, bottom, right, top, len(letters) - 1)
        near = {
            (column, row)
            for column in range(int(left // GRID), int(right // GRID) + 1)
            for row in range(int(bottom // GRID), int(top // GRID) + 1)
        }
        others = {other for square in near for other in squares.get(square, [])}
        for other in others:
            wide = min(right, other[2]) - max(left, other[0])
            high = min(top, other[3]) - max(bottom, other[1])
            least = min((right - left) * (top - bottom),
                        (other[2] - other[0]) * (other[3] - other[1]))  # fmt: skip
            if wide > 0 and high > 0 and wide * high > OVERLAP * least:
                yield f"{letters[int(other[4])]} and {letter} at {left:.0f}, {bottom:.0f}"
        for square in near:
            squares.setdefault(square, []).append(box)


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

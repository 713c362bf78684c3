"""Tiles in a browser: legible when small, with corner labels, and sets laid out correctly."""

from __future__ import annotations

from itertools import combinations

import pytest
from visitor import Visitor

from riichi.writers.drawings import pictures

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

SMALLEST = 12
"""The width of the smallest tiles, in pixels."""

GREY = """async ([pictures, width]) => {
  const canvas = new OffscreenCanvas(width, width * 4 / 3);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const grey = {};
  for (const [name, svg] of Object.entries(pictures)) {
    const image = new Image();
    image.src = "data:image/svg+xml," + encodeURIComponent(svg);
    await image.decode();
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    grey[name] = Array.from({ length: data.length / 4 }, (_, at) =>
      Math.round(0.3 * data[4 * at] + 0.59 * data[4 * at + 1] + 0.11 * data[4 * at + 2]));
  }
  return grey;
}"""
"""Every picture drawn in that width, as its pixels in grey."""


def test_small_tiles_are_distinguishable_in_grey(visitor: Visitor) -> None:
    visitor.visit()
    drawn = visitor.page.evaluate(GREY, [dict(pictures()), SMALLEST])
    for one, other in combinations(drawn, 2):
        clear = sum(abs(a - b) > 50 for a, b in zip(drawn[one], drawn[other], strict=True))
        assert clear >= 4, (one, other, clear)


def looks(visitor: Visitor) -> bytes:
    """Return a picture of the East tile of the keyboard."""
    # The picture is the same only at the same fraction of a pixel, and without a mouse on it.
    visitor.page.mouse.move(0, 0)
    visitor.page.evaluate(
        "() => [window, document.querySelector('.side')]"
        ".map((one) => one.scrollTo({ top: 0, behavior: 'instant' }))"
    )
    picture: bytes = visitor.page.locator("#hand [data-tile='1z'] svg").screenshot()
    return picture


def test_ticked_corners_are_shown_on_the_page_and_on_paper(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.view("hand")
    plain = looks(visitor)
    page.check("#corners")
    marked = looks(visitor)
    assert marked != plain
    page.click("#clear")  # it empties the hand, not this
    assert page.is_checked("#corners")

    visitor.visit("index.nl.html")  # stored for all pages
    visitor.view("hand")
    assert page.is_checked("#corners")
    remembered = looks(visitor)  # of another size: the words next to it are longer
    page.uncheck("#corners")
    assert looks(visitor) != remembered
    page.check("#corners")
    assert looks(visitor) == remembered
    visitor.view("print")
    page.locator("[data-print=rulebook]").evaluate("(rulebook) => rulebook.click()")
    page.wait_for_selector("#printing", state="visible", timeout=60_000)
    style = page.evaluate(
        "document.getElementById('printed').contentDocument.documentElement.style.cssText"
    )
    assert "--corners" in style
    visitor.visit("compare.html")
    assert page.evaluate("document.documentElement.style.getPropertyValue('--corners')") == "inline"

    visitor.visit()
    visitor.view("hand")
    page.uncheck("#corners")
    assert looks(visitor) == plain
    visitor.visit()
    assert not page.is_checked("#corners")


def test_sets_are_laid_out_as_on_the_table(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.view("hand")
    page.fill("#hand-form [name=hand]", "340m44z(234s)[0555p]")
    shapes = page.locator("#hand .laid [data-meld]").evaluate_all(
        "(sets) => sets.map((set) => [...set.querySelectorAll('.tile')].map((tile) =>"
        " tile.querySelector('use').getAttribute('href')"
        " + (tile.matches('.turned') ? ' turned' : '')))"
    )
    assert shapes == [["#t-2s turned", "#t-3s", "#t-4s"], ["#t-back", "#t-5p", "#t-0p", "#t-back"]]


def test_hands_of_local_yaku_fit_on_one_line_on_a_phone(telephone: Visitor) -> None:
    with telephone.forgetting():
        page = telephone.visit().page
        page.set_viewport_size({"width": 360, "height": 800})
        page.click("#local-yaku summary")
        lines = page.locator(".yaku-card:not([hidden])").evaluate_all(
            "(cards) => cards.map((card) => new Set("
            "[...card.querySelectorAll('.tiles')].map((one) => one.offsetTop)).size)"
        )
        narrowest = page.locator(".yaku-card:not([hidden]) .tile:not(.turned)").evaluate_all(
            "(tiles) => Math.min(...tiles.map((tile) => tile.getBoundingClientRect().width))"
        )
    assert set(lines) == {1}
    assert narrowest >= SMALLEST

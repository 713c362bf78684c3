"""The page in Chromium and in Firefox, at the widths of phones, tablets and desks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

BROWSERS = ("chromium", "firefox")
WIDTHS = {
    "phone-360": (360, 740),
    "phone-390": (390, 844),
    "tablet": (768, 1024),
    "desk": (1280, 900),
}
VIEWS = ("rules", "differs", "hand", "file", "print")
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
"""A window of 1280 by 900 pixels at 200 %."""

NO_STORAGE = """
  const none = { get() { throw new DOMException("no storage", "SecurityError"); } };
  for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
    Object.defineProperty(window, name, none);
"""
"""What a page finds where a visitor allows no site to keep anything."""

WIDEST = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest) -> Any:
    """Each of the two browsers."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=WIDTHS)
def newcomer(request: pytest.FixtureRequest, browser: Any, address: str) -> Iterator[Visitor]:
    """A visitor who was never here, with a window of one of the widths."""
    width, height = WIDTHS[request.param]
    with Visitor(browser, address, viewport={"width": width, "height": height}) as found:
        yield found


def turn(visitor: Visitor, view: str) -> None:
    """Go to a part of the page; on a wide screen the rules are always there."""
    if visitor.page.is_visible(f".views [data-view={view}]"):
        visitor.view(view)


def pick(visitor: Visitor, decision: str, way: str) -> None:
    """Choose in the short form, as a finger does."""
    turn(visitor, "rules")
    box = visitor.page.locator(f"[data-ask={decision}] label:has(input[value='{way}'])")
    box.click()
    visitor.settle()


def width(visitor: Visitor) -> int:
    """Return how wide the page is."""
    found: int = visitor.page.evaluate(WIDEST)
    return found


def test_a_club_goes_all_the_way(newcomer: Visitor) -> None:
    """From the first visit to changed rules, their example, a hand, a paper and the next visit."""
    newcomer.visit()
    pick(newcomer, "reds", "3")
    pick(newcomer, "winners", "nearest")
    newcomer.view("differs")
    newcomer.page.wait_for_selector("#differences .example .tile")
    assert newcomer.text("#count") == "2"
    newcomer.visit()
    assert newcomer.text("#count") == "2"
    assert newcomer.page.is_checked("[data-ask=reds] input[value='3']")


def test_no_view_goes_sideways(newcomer: Visitor) -> None:
    newcomer.visit()
    pick(newcomer, "reds", "3")
    wide = newcomer.page.viewport_size["width"]
    for view in VIEWS:
        turn(newcomer, view)
        assert width(newcomer) <= wide, view
    for name in ("index.nl.html", "compare.html", "rules.nl.html"):
        newcomer.visit(name)
        assert width(newcomer) <= wide, name


def test_at_twice_the_size_nothing_is_cut(browser: Any, address: str) -> None:
    with Visitor(browser, address, **ZOOMED) as visitor:
        visitor.visit()
        for view in VIEWS:
            turn(visitor, view)
            assert width(visitor) <= 640, view


def test_without_storage_the_page_works_and_says_so(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        visitor.page.add_init_script(NO_STORAGE)
        visitor.visit()
        pick(visitor, "reds", "3")
        assert visitor.text("#count") == "1"


def test_the_keyboard_alone_chooses(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        visitor.visit()
        visitor.page.focus("[data-ask=reds] input:checked")
        visitor.page.keyboard.press("ArrowRight")
        assert visitor.text("#count") == "1"
        visitor.page.keyboard.press("Control+z")
        assert visitor.text("#count") == ""

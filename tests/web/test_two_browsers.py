"""The page in Chromium and in Firefox, at the widths of phones, tablets and desktops.

Safari and the browsers of real phones are not tested.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from test_page_for_everyone import SMALL, violations
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browsers")]

BROWSERS = ("chromium", "firefox")
WIDTHS = {
    "phone-360": (360, 740),
    "phone-390": (390, 844),
    "tablet": (768, 1024),
    "desk": (1280, 900),
}
VIEWS = ("rules", "differs", "hand", "file", "print")
PAGES = ("compare.html", "compare.nl.html", "rules.html", "rules.nl.html")
ZOOMED = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
"""A window of 1280 by 900 pixels at 200 %."""

WIDEST = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"

SIDEWAYS = """(wide) => [...document.querySelectorAll("body *")]
    .filter((one) => one.getClientRects().length && one.getBoundingClientRect().right > wide + 0.5)
    .map((one) => one.cloneNode(false).outerHTML.slice(0, 100)).slice(0, 5)"""
"""The elements that stick out of a page."""

TOO_SMALL = """() => [...document.querySelectorAll("button, label:has(input), summary, select, a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("p"))
    .filter((one) => !one.matches(".skip"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width < 24 || height < 24)
    .map(([one]) => one.outerHTML.slice(0, 100))"""
"""The targets that a finger misses (WCAG 2.2, 2.5.8); links in a line of text are none."""

FOCUSED = """() => {
  const one = document.activeElement;
  if (one === document.body || one === document.documentElement) return null;
  const seen = one.closest("label.seg") ?? one;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  const { width, height, right, bottom } = seen.getBoundingClientRect();
  return {
    what: one.id || one.name || one.dataset.view || one.textContent.slice(0, 30),
    html: one.outerHTML.slice(0, 100),
    isSeen: outlineStyle !== "none" && parseFloat(outlineWidth) > 0 && width > 0 && height > 0
      && right > 0 && bottom > 0,
    isLast: !!one.closest("footer, #printed"),
  };
}"""
"""What has the focus, and whether somebody can see that."""


@pytest.fixture(params=BROWSERS)
def browser(request: pytest.FixtureRequest) -> Any:
    """Return each of the two browsers."""
    return request.getfixturevalue(request.param)


@pytest.fixture(params=WIDTHS)
def size(request: pytest.FixtureRequest) -> dict[str, int]:
    """Return the size of each window."""
    width, height = WIDTHS[request.param]
    return {"width": width, "height": height}


@pytest.fixture
def newcomer(size: dict[str, int], browser: Any, address: str) -> Iterator[Visitor]:
    """Return a first-time visitor, with a window of one of the widths."""
    with Visitor(browser, address, viewport=size) as found:
        yield found


def turn(visitor: Visitor, view: str) -> None:
    """Go to a part of the page; on a wide screen the rules are always visible."""
    if visitor.page.is_visible(f".views [data-view={view}]"):
        visitor.view(view)
    visitor.settle()


def pick(visitor: Visitor, decision: str, way: str) -> None:
    """Choose in the short form with a tap."""
    turn(visitor, "rules")
    visitor.page.locator(f"[data-ask={decision}] label:has(input[value='{way}'])").click()
    visitor.settle()


def check_width(visitor: Visitor, where: str) -> None:
    """Check that nobody has to scroll horizontally."""
    wide = visitor.page.viewport_size["width"]
    assert visitor.page.evaluate("innerWidth") == wide
    if visitor.page.evaluate(WIDEST) > wide:
        raise AssertionError((where, wide, visitor.page.evaluate(SIDEWAYS, wide)))


# ---- at every width ------------------------------------------------------------------------------


def test_a_club_can_complete_every_step(newcomer: Visitor) -> None:
    """A starting point, the short form, an example, a hand, a document and the next visit."""
    page = newcomer.visit().page
    page.click(".starts label:has(input[value='mahjong-soul'])")
    newcomer.settle()
    pick(newcomer, "reds", "0")
    pick(newcomer, "winners", "head_bump")
    newcomer.view("differs")
    page.wait_for_selector("#differences .example .tile")
    assert newcomer.text("#count") == "2"

    newcomer.view("hand")
    for tile in ("2m", "3m", "4m", "2p", "3p", "4p", "6p", "7p", "8p", "2s", "3s", "5s", "5s"):
        page.click(f"#hand .keys [data-tile='{tile}']")
    page.click("#hand .keys [data-tile='4s']")
    page.wait_for_selector("#score table")
    assert "Tanyao" in newcomer.text("#score")

    newcomer.view("print")
    page.locator("[data-print=sheet]").click()
    page.wait_for_selector("#printed", state="visible")
    assert "My club" in page.frame_locator("#printed").locator("body").inner_text()

    newcomer.visit()
    assert newcomer.text("#count") == "2"
    assert page.is_checked("[data-ask=reds] input[value='0']")
    assert page.input_value("#base") == "mahjong-soul"


@pytest.mark.parametrize("name", ["index.html", "index.nl.html"])
def test_no_view_scrolls_horizontally(browser: Any, address: str, name: str) -> None:
    with Visitor(browser, address) as visitor:
        visitor.visit(name)
        pick(visitor, "reds", "3")
        turn(visitor, "print")
        visitor.page.locator("[data-print=sheet]").click()
        visitor.page.wait_for_selector("#printed", state="visible")
        for width, height in WIDTHS.values():
            visitor.page.set_viewport_size({"width": width, "height": height})
            for view in VIEWS:
                turn(visitor, view)
                check_width(visitor, view)


def test_no_other_page_scrolls_horizontally(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        for name in PAGES:
            visitor.visit(name)
            visitor.settle()
            for width, height in WIDTHS.values():
                visitor.page.set_viewport_size({"width": width, "height": height})
                check_width(visitor, name)


def test_nothing_is_cut_off_at_double_size(browser: Any, address: str) -> None:
    with Visitor(browser, address, **ZOOMED) as visitor:
        visitor.visit()
        pick(visitor, "reds", "3")
        for view in VIEWS:
            turn(visitor, view)
            check_width(visitor, view)
        turn(visitor, "rules")
        visitor.page.evaluate("document.getElementById('all').open = true")
        visitor.page.click("#new-yaku")
        visitor.page.wait_for_selector("#yaku[open]")
        check_width(visitor, "a yaku")
        for name in PAGES:
            visitor.visit(name)
            visitor.settle()
            check_width(visitor, name)


# ---- by finger, by keyboard, read aloud ----------------------------------------------------------


def test_all_targets_are_large_enough_for_a_finger(browser: Any, address: str) -> None:
    with Visitor(browser, address, viewport={"width": 390, "height": 844}) as visitor:
        visitor.visit()
        pick(visitor, "reds", "3")
        visitor.page.click("#local-yaku > summary")
        for view in VIEWS:
            turn(visitor, view)
            assert visitor.page.evaluate(TOO_SMALL) == [], view
            if view != "rules":  # a changed line there keeps its height when reset
                assert visitor.page.evaluate(SMALL) == [], view


def walk(visitor: Visitor, most: int = 150) -> list[dict[str, Any]]:
    """Go through a page with the Tab key, to its end."""
    places: list[dict[str, Any]] = []
    for _ in range(most):
        visitor.page.keyboard.press("Tab")
        place = visitor.page.evaluate(FOCUSED)
        if place is None:
            return places
        places.append(place)
    raise AssertionError(f"no way out: {[place['what'] for place in places[-6:]]}")


def test_the_keyboard_reaches_everything_and_never_gets_stuck(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        visitor.visit()
        visitor.page.evaluate("document.getElementById('all').open = false")
        visitor.page.evaluate("document.activeElement.blur()")
        places = walk(visitor)
        names = [place["what"] for place in places]
        assert [place["html"] for place in places if not place["isSeen"]] == []
        for name in ("base", "title", "quick-reds", "quick-abortive", "differs", "hand", "print"):
            assert name in names, name


def test_choices_can_be_made_and_undone_by_keyboard_only(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        page = visitor.visit().page
        page.focus("[data-ask=reds] input:checked")
        page.keyboard.press("ArrowRight")
        assert visitor.text("#count") == "1"
        assert page.evaluate("document.activeElement.closest('[data-ask]').dataset.ask") == "reds"
        page.keyboard.press("Control+z")
        assert visitor.text("#count") == ""
        page.keyboard.press("Control+y")
        assert visitor.text("#count") == "1"
        page.focus("#undo")
        page.keyboard.press("Enter")
        assert visitor.text("#count") == ""


def test_parts_can_be_opened_and_closed_by_keyboard_only(browser: Any, address: str) -> None:
    with Visitor(browser, address) as visitor:
        page = visitor.visit().page
        for view in VIEWS[1:]:
            page.focus(f".views [data-view={view}]")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"#{view}", state="visible")
        page.focus("#local-yaku > summary")
        page.keyboard.press("Enter")
        page.wait_for_selector("#local-yaku[open]")
        page.keyboard.press("Enter")
        page.wait_for_selector("#local-yaku:not([open])")
        page.focus("#new-yaku")
        page.keyboard.press("Enter")
        page.wait_for_selector("#yaku[open]")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('#yaku') !== null")
        page.keyboard.press("Escape")
        page.wait_for_selector("#yaku", state="hidden")
        assert page.evaluate("document.activeElement.id") == "new-yaku"


COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def read_all(visitor: Visitor, **settings: Any) -> dict[str, list[str]]:
    """Return what axe finds in each view, with rules changed and a hand scored."""
    visitor.visit()
    visitor.page.evaluate("document.getElementById('all').open = false")
    pick(visitor, "reds", "3")
    found = {}
    for view in VIEWS:
        turn(visitor, view)
        parts = ("header", ".starts", ".views", "#quick") if view == "rules" else (f"#{view}",)
        found[view] = violations(visitor, *parts, **settings)
    return {view: faults for view, faults in found.items() if faults}


@pytest.mark.parametrize("size", ["phone-390", "desk"], indirect=True)
def test_no_view_has_accessibility_problems(newcomer: Visitor) -> None:
    assert read_all(newcomer) == {}


# ---- as visitors have set their machines ---------------------------------------------------------


@pytest.fixture(params=BROWSERS)
def night(request: pytest.FixtureRequest, address: str) -> Iterator[Visitor]:
    """Return a visitor on a phone with dark mode and reduced motion."""
    settings: dict[str, Any] = {"viewport": {"width": 390, "height": 844}}
    if request.param == "chromium":
        settings |= {"color_scheme": "dark", "reduced_motion": "reduce"}
        browser = request.getfixturevalue("chromium")
    else:
        browser = request.getfixturevalue("firefox_at_night")
    with Visitor(browser, address, **settings) as found:
        yield found


def test_dark_mode_is_legible_and_nothing_moves(night: Visitor) -> None:
    assert read_all(night, **COLOURS) == {}
    for query in ("(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)"):
        assert night.page.evaluate("(query) => matchMedia(query).matches", query), query
    red, green, blue = night.page.evaluate(
        "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    )
    assert max(red, green, blue) < 60
    assert night.page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == (
        "auto"
    )
    moving = "document.getAnimations().filter((one) => one.effect.getTiming().duration > 0).length"
    assert night.page.evaluate(moving) == 0

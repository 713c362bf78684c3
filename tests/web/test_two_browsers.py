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
    "zoomed": (640, 450),  # a window of 1280 by 900 pixels at 200 %
}
VIEWS = ("rules", "differs", "hand", "file", "print")
PAGES = ("compare.html", "compare.nl.html", "rules.html", "rules.nl.html")

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


@pytest.fixture(scope="module", params=BROWSERS)
def window(request: pytest.FixtureRequest, address: str) -> Iterator[Visitor]:
    """Return a window of each of the two browsers, in which `visitor` is a first-time visitor."""
    with Visitor(request.getfixturevalue(request.param), address) as found:
        yield found


@pytest.fixture
def typist(window: Visitor) -> Iterator[Visitor]:
    """Return a first-time visitor whose new window has the keyboard."""
    with Visitor(window.context.browser, window.address) as found:
        yield found


def sized(visitor: Visitor, name: str) -> Visitor:
    """Give the window one of the widths."""
    width, height = WIDTHS[name]
    visitor.page.set_viewport_size({"width": width, "height": height})
    return visitor


def pairs(what: str, *places: tuple[str, str]) -> pytest.MarkDecorator:
    """Take some browsers with some values, because their product finds nothing more."""
    return pytest.mark.parametrize(("window", what), places, indirect=["window"])


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


@pairs(
    "size",
    ("chromium", "phone-360"),
    ("firefox", "phone-390"),
    ("firefox", "tablet"),
    ("chromium", "desk"),
)
def test_a_club_can_complete_every_step(visitor: Visitor, size: str) -> None:
    """A starting point, the short form, an example, a hand, a document and the next visit."""
    page = sized(visitor, size).visit().page
    page.click(".starts label:has(input[value='mahjong-soul'])")
    visitor.settle()
    pick(visitor, "reds", "0")
    pick(visitor, "winners", "head_bump")
    visitor.view("differs")
    page.wait_for_selector("#differences .example .tile")
    assert visitor.text("#count") == "2"

    visitor.view("hand")
    for tile in ("2m", "3m", "4m", "2p", "3p", "4p", "6p", "7p", "8p", "2s", "3s", "5s", "5s"):
        page.click(f"#hand .keys [data-tile='{tile}']")
    page.click("#hand .keys [data-tile='4s']")
    page.wait_for_selector("#score table")
    assert "Tanyao" in visitor.text("#score")

    visitor.view("print")
    page.locator("[data-print=sheet]").click()
    page.wait_for_selector("#printed", state="visible")
    assert "My club" in page.frame_locator("#printed").locator("body").inner_text()

    visitor.visit()
    assert visitor.text("#count") == "2"
    assert page.is_checked("[data-ask=reds] input[value='0']")
    assert page.input_value("#base") == "mahjong-soul"


@pairs(
    "name", ("chromium", "index.html"), ("chromium", "index.nl.html"), ("firefox", "index.nl.html")
)
def test_no_view_scrolls_horizontally(visitor: Visitor, name: str) -> None:
    visitor.visit(name)
    pick(visitor, "reds", "3")
    turn(visitor, "print")
    visitor.page.locator("[data-print=sheet]").click()
    visitor.page.wait_for_selector("#printed", state="visible")
    for size in WIDTHS:
        sized(visitor, size)
        for view in VIEWS:
            turn(visitor, view)
            check_width(visitor, view)
    sized(visitor, "zoomed")
    turn(visitor, "rules")
    visitor.page.evaluate("document.getElementById('all').open = true")
    visitor.page.click("#new-yaku")
    visitor.page.wait_for_selector("#yaku[open]")
    check_width(visitor, "a yaku")


def test_no_other_page_scrolls_horizontally(visitor: Visitor) -> None:
    for name in PAGES:
        visitor.visit(name)
        visitor.settle()
        for size in WIDTHS:
            sized(visitor, size)
            check_width(visitor, name)


# ---- by finger, by keyboard, read aloud ----------------------------------------------------------


def test_all_targets_are_large_enough_for_a_finger(visitor: Visitor) -> None:
    sized(visitor, "phone-390").visit()
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


def test_the_keyboard_reaches_everything_and_never_gets_stuck(typist: Visitor) -> None:
    typist.visit()
    typist.page.evaluate("document.getElementById('all').open = false")
    typist.page.evaluate("document.activeElement.blur()")
    places = walk(typist)
    names = [place["what"] for place in places]
    assert [place["html"] for place in places if not place["isSeen"]] == []
    for name in ("base", "title", "quick-reds", "quick-abortive", "differs", "hand", "print"):
        assert name in names, name


def test_choices_can_be_made_and_undone_by_keyboard_only(typist: Visitor) -> None:
    page = typist.visit().page
    page.focus("[data-ask=reds] input:checked")
    page.keyboard.press("ArrowRight")
    assert typist.text("#count") == "1"
    assert page.evaluate("document.activeElement.closest('[data-ask]').dataset.ask") == "reds"
    page.keyboard.press("Control+z")
    assert typist.text("#count") == ""
    page.keyboard.press("Control+y")
    assert typist.text("#count") == "1"
    page.focus("#undo")
    page.keyboard.press("Enter")
    assert typist.text("#count") == ""


def test_parts_can_be_opened_and_closed_by_keyboard_only(typist: Visitor) -> None:
    page = typist.visit().page
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


@pairs("size", ("chromium", "phone-390"), ("firefox", "desk"))
def test_no_view_has_accessibility_problems(visitor: Visitor, size: str) -> None:
    assert read_all(sized(visitor, size)) == {}


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

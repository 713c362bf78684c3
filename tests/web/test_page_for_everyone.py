"""The page for everyone: read aloud, by keyboard, on a phone, looked up and linked to."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import PHONE
from visitor import Visitor

pytestmark = pytest.mark.xdist_group("browser")

PAGES = ("index.html", "index.nl.html", "compare.html", "rules.html")

SMALL = """() => [...document.querySelectorAll('button, select, summary, input, nav a, .pick')]
    .filter((one) => one.getClientRects().length && !one.closest('label.pick *'))
    .filter((one) => !['radio', 'checkbox'].includes(one.type))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""The targets that are less high than a finger."""


def violations(visitor: Visitor, *parts: str) -> list[str]:
    """What axe finds in parts of a page, as those who cannot see it would."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    found = axe.Axe().run(visitor.page, {"include": [[part] for part in parts]})
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found.response["violations"]]


FEWER = """() => document.querySelectorAll(
    '#form .option[hidden], #form .inner[hidden], [data-page=rules] .chapter:nth-child(n+5)'
).forEach((one) => one.remove())"""
"""Less than the whole page: what axe would look at a thousand times over."""

ONE_EACH = """() => document.querySelectorAll('#comparison .difference:nth-of-type(n+2)')
    .forEach((one) => one.remove())"""

SCHEMES = ["light", pytest.param("dark", marks=pytest.mark.long)]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nothing_stands_in_the_way_of_a_reader(chromium: Any, address: str, scheme: str) -> None:
    with Visitor(chromium, address, color_scheme=scheme) as visitor:
        visitor.visit()
        visitor.choose("claims.winners", "nearest")
        visitor.page.wait_for_selector(".example .tile")
        visitor.page.evaluate(FEWER)
        parts = ("header", ".tools", "#c-claims", "#c-yaku", "footer")
        assert violations(visitor, ".views", "#differs", *parts) == []
        for view in ("hand", "file", "print"):
            visitor.view(view)
            assert violations(visitor, f"#{view}") == []
        visitor.page.click("#new-yaku")
        visitor.page.wait_for_selector("#yaku[open]")
        assert violations(visitor, "#yaku") == []
        visitor.visit("rules.html").page.evaluate(FEWER)
        visitor.page.click("#who > summary")
        assert violations(visitor, "header", ".find", "#who", "#c-claims") == []


@pytest.mark.long
@pytest.mark.parametrize("language", ["", ".nl"])
def test_nothing_stands_in_the_way_on_any_whole_page(
    chromium: Any, address: str, language: str
) -> None:
    with Visitor(chromium, address) as visitor:
        visitor.visit(f"index{language}.html").page.evaluate(FEWER)
        assert violations(visitor, "html") == []
        visitor.visit(f"compare{language}.html#ema-2016+wrcr-2015")
        visitor.page.wait_for_selector("#comparison .example .tile")
        visitor.page.evaluate(ONE_EACH)
        assert violations(visitor, "html") == []
        visitor.visit(f"rules{language}.html").page.evaluate(FEWER)
        assert violations(visitor, "html") == []


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_all_without_going_sideways(chromium: Any, address: str, name: str) -> None:
    with Visitor(chromium, address, **PHONE) as visitor:
        visitor.visit(name)
        views = ["rules", "differs", "hand", "file", "print"] if name.startswith("index") else [""]
        for view in views:
            if view:
                visitor.view(view)
                visitor.page.wait_for_selector(f"#{view}", state="visible")
            assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 412, view
            assert visitor.page.evaluate(SMALL) == [], view


def test_the_keyboard_alone_changes_a_rule(chromium: Any, address: str) -> None:
    with Visitor(chromium, address) as visitor:
        visitor.visit()
        keyboard = visitor.page.keyboard
        keyboard.press("Tab")
        assert visitor.page.evaluate("document.activeElement.className") == "skip"
        keyboard.press("Enter")
        visitor.page.focus("#find")
        keyboard.type("kuikae")
        for _ in range(12):
            keyboard.press("Tab")
            if visitor.page.evaluate("document.activeElement.name") == "claims.forbidden_swaps":
                break
        keyboard.press("Space")
        visitor.page.wait_for_selector("#differences .difference")
        assert visitor.page.evaluate("document.activeElement.name") == "claims.forbidden_swaps"


def test_rules_are_found_by_any_name_and_by_what_differs(chromium: Any, address: str) -> None:
    with Visitor(chromium, address) as visitor:
        visitor.visit()
        shown = visitor.page.locator("#form .option:visible")
        assert 15 <= shown.count() <= 30
        visitor.page.fill("#find", "kuikae")
        assert "Swap" in shown.first.inner_text()
        assert shown.count() <= 3
        visitor.page.fill("#find", "xyzzy")
        assert visitor.text("#found") == "No rule has these words."
        visitor.page.fill("#find", "")
        visitor.page.check("[name=shown][value=own]")
        assert shown.count() == 0
        visitor.page.check("[name=shown][value=differ]")
        assert shown.count() > 30


def test_who_plays_what_is_looked_up_and_linked_to(chromium: Any, address: str) -> None:
    with Visitor(chromium, address) as visitor:
        visitor.visit("rules.html#o-claims-winners")
        assert "tenhou" in visitor.text("#o-claims-winners")
        visitor.page.fill("#find", "head bump")
        visitor.page.wait_for_selector("#o-tiles-red_fives", state="hidden")
        assert visitor.page.locator(".rule:visible").count() <= 2
        visitor.page.fill("#find", "")
        visitor.page.click("#who > summary")
        visitor.page.evaluate(
            "document.querySelectorAll('#who input').forEach((one) => {"
            "one.checked = ['wrc-2025', 'ema-2025'].includes(one.value) })"
        )
        visitor.page.check("#differing")
        visitor.page.wait_for_selector("#o-tiles-red_fives", state="hidden")
        visitor.page.wait_for_selector("#o-claims-winners", state="visible")


def test_a_comparison_has_an_address(chromium: Any, address: str) -> None:
    with Visitor(chromium, address) as visitor:
        visitor.visit("compare.html#ema-2016+wrcr-2015/o-claims-winners")
        visitor.page.wait_for_selector("#comparison .example")
        assert "41 of" in visitor.text("#comparison .sum")
        visitor.page.select_option("#second", "tenhou")
        visitor.page.wait_for_selector("#comparison h2:has-text('Tenhou')")
        assert visitor.page.url.endswith("#ema-2016+tenhou")

"""The page for everyone: read aloud, by keyboard, on a phone, looked up and linked to."""

from __future__ import annotations

from typing import Any

import pytest
from visitor import Visitor

from riichi_core.comparison.comparison import compare

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

PAGES = ("index.html", "index.nl.html", "compare.html", "rules.html")

SMALL = """() => [...document.querySelectorAll('button, select, summary, input, nav a, .pick')]
    .filter((one) => one.getClientRects().length && !one.closest('label.pick *'))
    .filter((one) => !['radio', 'checkbox'].includes(one.type))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""The targets that are less high than a finger."""


def violations(visitor: Visitor, *parts: str, **settings: Any) -> list[str]:
    """What axe finds in parts of a page, as those who cannot see it would."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    visitor.settle()
    visitor.page.evaluate(ONE_OF_A_KIND)
    is_there = visitor.page.evaluate("'axe' in window")
    reader = axe.Axe("0") if is_there else axe.Axe()
    options = {"resultTypes": ["violations"], **settings}
    found = reader.run(visitor.page, {"include": [[part] for part in parts]}, options)
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found.response["violations"]]


ONE_OF_A_KIND = """() => {
  const kinds = new Set();
  const kind = (one) => `${one.tagName}.${one.getAttribute("class")}:${one.type}`;
  for (const one of document.querySelectorAll(".option, .rule, #comparison .difference")) {
    for (const inner of one.querySelectorAll(".inner[hidden]")) inner.remove();
    const parts = [...new Set([one, ...one.querySelectorAll("*")].map(kind))].sort().join(" ");
    if (one.hidden || kinds.has(parts)) one.remove();
    kinds.add(parts);
  }
}"""
"""Less than the whole page: axe would look at the same kinds of rules over and over."""

COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that the dark scheme can change."""

BUT_COLOURS = {"rules": {"color-contrast": {"enabled": False}}}
"""All that another language can change."""


def in_both_schemes(visitor: Visitor, *parts: str) -> list[str]:
    """What axe finds in parts of a page, in daylight and in the dark."""
    found = violations(visitor, *parts)
    visitor.page.emulate_media(color_scheme="dark")
    found += violations(visitor, *parts, **COLOURS)
    visitor.page.emulate_media(color_scheme="light")
    return found


def test_nothing_stands_in_the_way_of_a_reader(visitor: Visitor) -> None:
    visitor.visit()
    visitor.choose("claims.winners", "nearest")
    visitor.page.wait_for_selector(".example .tile")
    parts = ("header", ".tools", "#c-claims", "#c-yaku", "footer")
    assert in_both_schemes(visitor, ".views", "#differs", *parts) == []
    for view in ("hand", "file", "print"):
        visitor.view(view)
        assert in_both_schemes(visitor, f"#{view}") == []
    visitor.page.click("#new-yaku")
    visitor.page.wait_for_selector("#yaku[open]")
    assert in_both_schemes(visitor, "#yaku") == []
    visitor.visit("rules.html")
    visitor.page.click("#who > summary")
    assert in_both_schemes(visitor, "header", ".find", "#who", "#c-claims") == []


@pytest.mark.parametrize(("language", "settings"), [("", {}), (".nl", BUT_COLOURS)])
def test_nothing_stands_in_the_way_on_any_whole_page(
    visitor: Visitor, language: str, settings: dict[str, Any]
) -> None:
    visitor.visit(f"index{language}.html")
    assert violations(visitor, "html", **settings) == []
    visitor.visit(f"compare{language}.html#ema-2016+wrcr-2015")
    visitor.page.wait_for_selector("#comparison .example .tile")
    assert violations(visitor, "html", **settings) == []
    visitor.visit(f"rules{language}.html")
    assert violations(visitor, "html", **settings) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_phone_shows_all_without_going_sideways(telephone: Visitor, name: str) -> None:
    with telephone.forgetting():
        telephone.visit(name)
        views = ["rules", "differs", "hand", "file", "print"] if name.startswith("index") else [""]
        for view in views:
            if view:
                telephone.view(view)
                telephone.page.wait_for_selector(f"#{view}", state="visible")
            assert telephone.page.evaluate("document.documentElement.scrollWidth") <= 412, view
            assert telephone.page.evaluate(SMALL) == [], view


def test_the_keyboard_alone_changes_a_rule(visitor: Visitor) -> None:
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


def test_rules_are_found_by_any_name_and_by_what_differs(visitor: Visitor) -> None:
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


def test_who_plays_what_is_looked_up_and_linked_to(visitor: Visitor) -> None:
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


def test_a_comparison_has_an_address(visitor: Visitor) -> None:
    visitor.visit("compare.html#ema-2016+wrcr-2015/o-claims-winners")
    visitor.page.wait_for_selector("#comparison .example")
    differing = compare("ema-2016", "wrcr-2015").differing
    assert f"{len(differing)} of" in visitor.text("#comparison .sum")
    visitor.page.select_option("#second", "tenhou")
    visitor.page.wait_for_selector("#comparison h2:has-text('Tenhou')")
    assert visitor.page.url.endswith("#ema-2016+tenhou")

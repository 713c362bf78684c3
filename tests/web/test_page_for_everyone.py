"""The page for everyone: screen readers, keyboard, phones, search and links."""

from __future__ import annotations

from typing import Any

import pytest
from visitor import Visitor

from riichi_core.comparison.comparison import compare

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

PAGES = ("index.html", "index.nl.html", "compare.html", "rules.html")

SMALL = """() => [...document.querySelectorAll('button, select, summary, input, nav a, .pick')]
    .filter((one) => one.getClientRects().length && !one.closest('label.pick *'))
    .filter((one) => !['radio', 'checkbox'].includes(one.type))
    .filter((one) => one.getBoundingClientRect().height < 43.5)
    .map((one) => one.outerHTML.slice(0, 80))"""
"""The targets that are less high than a finger."""


def violations(visitor: Visitor, *parts: str, **settings: Any) -> list[str]:
    """Return what axe finds in parts of a page, on behalf of people who cannot see it."""
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
    """Return what axe finds in parts of a page, in light and dark mode."""
    found = violations(visitor, *parts)
    visitor.page.emulate_media(color_scheme="dark")
    found += violations(visitor, *parts, **COLOURS)
    visitor.page.emulate_media(color_scheme="light")
    return found


def test_the_page_has_no_accessibility_problems(visitor: Visitor) -> None:
    visitor.visit()
    visitor.choose("claims.winners", "head_bump")
    visitor.page.wait_for_selector(".example .tile")
    parts = ("header", ".tools", "#c-claims", "#c-yaku", "footer")
    assert in_both_schemes(visitor, ".views", "#differs", *parts) == []
    for view in ("hand", "file", "print"):
        visitor.view(view)
        if view == "hand":
            visitor.tap("#hand", "234m456p234667s86s")
            visitor.page.click("#score .how summary")
        assert in_both_schemes(visitor, f"#{view}") == []
    visitor.page.click("#new-yaku")
    visitor.page.wait_for_selector("#yaku[open]")
    visitor.tap("#yaku", "234m456p234667s86s")
    visitor.choose_sentence("All tiles are simples (2 to 8).")
    assert in_both_schemes(visitor, "#yaku") == []
    visitor.visit("rules.html")
    visitor.page.click("#who > summary")
    assert in_both_schemes(visitor, "header", ".find", "#who", "#c-claims") == []


def test_an_error_can_be_found_and_fixed_by_keyboard(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.all_rules()
    visitor.write("setup.starting_points", "25000")
    visitor.settle()
    assert in_both_schemes(visitor, "#quick", "#c-setup", "#differs") == []
    page.focus("#o-setup-starting_points .mend")
    page.keyboard.press("Enter")
    visitor.settle()
    assert page.locator("[aria-invalid=true], .mend").count() == 0
    assert page.evaluate("document.activeElement.name") == "setup.starting_points"


def test_the_short_form_has_no_accessibility_problems(visitor: Visitor) -> None:
    visitor.visit()
    visitor.page.select_option("[data-ask=points] select", "other")
    visitor.page.click("#local-yaku > summary")
    visitor.page.click("#o-claims-winners .citation summary")
    assert in_both_schemes(visitor, ".starts", ".beginning", "#quick", "#c-claims") == []


@pytest.mark.parametrize(("language", "settings"), [("", {}), (".nl", BUT_COLOURS)])
def test_no_other_page_has_accessibility_problems(
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
def test_a_phone_needs_no_horizontal_scrolling(telephone: Visitor, name: str) -> None:
    with telephone.forgetting():
        telephone.visit(name)
        views = ["rules", "differs", "hand", "file", "print"] if name.startswith("index") else [""]
        for view in views:
            if view:
                telephone.view(view)
                telephone.page.wait_for_selector(f"#{view}", state="visible")
            assert telephone.page.evaluate("document.documentElement.scrollWidth") <= 412, view
            assert telephone.page.evaluate(SMALL) == [], view


def test_a_rule_can_be_changed_by_keyboard_only(visitor: Visitor) -> None:
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


def test_rules_are_found_by_any_name_and_by_difference(visitor: Visitor) -> None:
    visitor.visit()
    shown = visitor.page.locator("#form .option:visible")
    assert 15 <= shown.count() <= 30
    visitor.page.fill("#find", "kuikae")
    assert "Swap" in shown.first.inner_text()
    assert shown.count() <= 3
    assert visitor.page.is_checked("[name=shown][value=all]")
    visitor.page.fill("#find", "xyzzy")
    assert visitor.text("#found") == "No rule matches these words."
    visitor.page.fill("#find", "daisharin")
    assert visitor.text("#found") == ""  # the local yaku is below it
    assert "Big Wheels" in visitor.text("#found-yaku")
    visitor.page.fill("#find", "")
    assert visitor.page.is_checked("[name=shown][value=common]")
    visitor.page.fill("#find", "kuikae")
    visitor.page.check("[name=shown][value=own]")
    assert visitor.page.input_value("#find") == ""
    assert shown.count() == 0
    visitor.page.check("[name=shown][value=differ]")
    assert shown.count() > 30


def shown_paths(visitor: Visitor) -> list[str]:
    """Return the visible rules of the form, once all questions are answered."""
    visitor.settle()
    shown = visitor.page.locator("#form .option:visible")
    paths: list[str] = shown.evaluate_all("boxes => boxes.map((box) => box.dataset.path)")
    return paths


def test_the_beginning_of_a_word_finds_rules_on_any_page(visitor: Visitor) -> None:
    visitor.visit().page.fill("#find", "uma")
    found = shown_paths(visitor)
    assert "result.uma" in found
    assert not [path for path in found if path.startswith("yaku.")]
    visitor.visit("rules.html").page.fill("#find", "umá")
    visitor.page.wait_for_selector("#o-limits-counted_yakuman", state="hidden")
    assert visitor.page.is_visible("#o-result-uma")
    assert visitor.text("#found") == f"{visitor.page.locator('.rule:visible').count()} rules"


@pytest.mark.parametrize(
    "words",
    [
        "two ron",
        "twee spelers roepen ron op dezelfde steen",
        "Can two players win at once?",
        "atamahanne",
    ],
)
def test_a_question_finds_the_rule_that_answers_it(visitor: Visitor, words: str) -> None:
    visitor.visit().page.fill("#find", words)
    assert shown_paths(visitor) == ["claims.winners"]
    read_as = "Showing results for 'atamahane'. " if words == "atamahanne" else ""
    assert visitor.text("#found") == f"{read_as}1 rule"
    visitor.choose("claims.winners", "head_bump")
    assert shown_paths(visitor) == ["claims.winners"]
    visitor.page.fill("#find", "")
    assert len(shown_paths(visitor)) > 15


def test_the_closest_rules_are_shown_if_none_is_certain(visitor: Visitor) -> None:
    visitor.visit("index.nl.html").page.fill("#find", "wie krijgt de riichistokjes")
    found = shown_paths(visitor)
    assert 1 < len(found) <= 3
    assert "end.bets_left" in found
    assert visitor.text("#found").endswith(":")
    visitor.page.fill("#find", "dubble ron")
    shown_paths(visitor)
    assert visitor.text("#found").startswith("Resultaten voor 'double ron'.")
    visitor.page.fill("#find", "?!")
    assert len(shown_paths(visitor)) > 15


def test_late_answers_change_nothing(visitor: Visitor) -> None:
    page = visitor.visit().page
    page.fill("#find", "two ron")
    assert shown_paths(visitor) == ["claims.winners"]
    held: list[Any] = []
    page.route(
        "**/ask", lambda route: held.append(route) if "late" in route.request.post_data else
        route.continue_()
    )  # fmt: skip
    with page.expect_request("**/ask"):
        page.fill("#find", "riichi late")
    assert page.inner_text("#found") == "1 rule"  # unchanged until there is an answer
    assert page.is_visible("#o-claims-winners")
    page.fill("#find", "phone rings")
    page.wait_for_selector("#o-fouls-phone", state="visible")
    (late,) = held
    late.continue_()
    assert {*shown_paths(visitor)} == {"fouls.phone", "fouls.electronic_device"}
    page.unroute("**/ask")


def test_word_beginnings_find_rules_without_an_answer(visitor: Visitor) -> None:
    page = visitor.visit().page
    page.route("**/ask", lambda route: route.fulfill(json={"refused": "no network"}))
    page.fill("#find", "head bump")
    assert shown_paths(visitor) == ["claims.winners"]
    page.fill("#find", "two players xyzzy")
    assert shown_paths(visitor) == []
    assert visitor.text("#found") == "No rule matches these words."
    page.unroute("**/ask")


def test_a_lookup_of_who_plays_a_rule_has_a_link(visitor: Visitor) -> None:
    visitor.visit("rules.html#o-claims-winners")
    assert "Tenhou" in visitor.text("#o-claims-winners")
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


DOORS = """() => [...document.querySelectorAll(".door")].map((door) => {
  const { top, height } = door.getBoundingClientRect();
  return [Math.round(top), Math.round(height)];
})"""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_first_choices_are_cards_of_equal_height(visitor: Visitor, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 900})
    visitor.visit()
    assert len({tuple(door) for door in visitor.page.evaluate(DOORS)}) == 1

"""The short form in a browser: choosing, reading and typing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

HEIGHT = "() => document.getElementById('quick').getBoundingClientRect().height"


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Return a visitor with the page of house rules open."""
    return visitor.visit()


def tell(visitor: Visitor, decision: str) -> str:
    """Return the sentence that a decision shows."""
    return visitor.text(f"[data-ask={decision}] .says .on")


def label(visitor: Visitor, decision: str, way: str) -> Any:
    return visitor.page.locator(f"[data-ask={decision}] label:has([value='{way}'])")


def test_a_choice_is_explained_before_it_is_made(visitor: Visitor) -> None:
    height = visitor.page.evaluate(HEIGHT)
    assert tell(visitor, "winners") == "Every player who calls ron wins and is paid."
    label(visitor, "winners", "head_bump").hover()
    assert "first player after the discarder" in tell(visitor, "winners")
    visitor.page.hover("h1")
    assert tell(visitor, "winners") == "Every player who calls ron wins and is paid."
    visitor.page.focus("[name=quick-abortive][value=four_winds]")
    assert "the same wind" in tell(visitor, "abortive")
    assert visitor.page.evaluate(HEIGHT) == height
    described = visitor.page.get_attribute("[name=quick-winners][value=two]", "aria-describedby")
    assert "three rons" in str(visitor.page.text_content(f"#{described}"))
    label(visitor, "winners", "head_bump").click()
    visitor.settle()
    assert visitor.page.is_visible("[data-ask=winners] .undo")
    assert visitor.page.evaluate(HEIGHT) == height


def test_a_slow_press_chooses_too(visitor: Visitor) -> None:
    label(visitor, "renhou", "yakuman").click(delay=600)
    visitor.settle()
    assert "blessing_of_man: {yakuman: 1}" in visitor.file


def test_custom_points_can_be_typed_as_clubs_write_them(visitor: Visitor) -> None:
    visitor.page.select_option("[data-ask=points] select", "other")
    fields = visitor.page.locator(".points input")
    assert fields.evaluate_all("all => all.map((one) => one.labels[0].innerText)") == [
        *("Start", "Return"),
        *("1st", "2nd", "3rd", "4th"),
    ]
    for place, typed in ((0, "25"), (2, "20"), (3, "10")):
        fields.nth(place).fill(typed)
        fields.nth(place).press("Tab")
    assert visitor.text("p.meant") == "10 means 10,000 points."
    assert "starting_points: 25000" in visitor.file
    assert "oka: first" in visitor.file
    assert "uma: [20000, 10000, -10000, -20000]" in visitor.file
    assert tell(visitor, "points").startswith(
        "Start 25,000, return 30,000: first place gets 20,000"
    )
    fields.nth(0).fill("")
    fields.nth(0).press("Tab")
    assert "This is not a number" in visitor.text("p.meant")
    fields.nth(0).fill("25000")
    assert visitor.text("p.meant") == ""


def test_short_numbers_mean_thousands_in_the_full_form_too(visitor: Visitor) -> None:
    visitor.all_rules()
    field = visitor.page.locator("[name='result.uma/=list/0']")
    assert field.evaluate("(one) => one.labels[0].innerText").startswith("1st")
    field.fill("20")
    assert "20 means 20,000 points." in visitor.text("#o-result-uma .meant")
    field.press("Tab")
    visitor.settle()
    assert field.input_value() == "20000"
    assert "uma: [20000, 5000, -5000, -15000]" in visitor.file


def test_clearing_a_number_leaves_the_rule_unchanged(visitor: Visitor) -> None:
    visitor.all_rules()
    field = visitor.page.locator("[name='setup.starting_points']")
    field.fill("29000")
    field.press("Tab")
    before = visitor.file
    field.fill("")
    assert "The value is still 29,000" in visitor.text("#o-setup-starting_points .meant")
    assert visitor.file == before
    field.press("Tab")
    visitor.settle()
    assert field.input_value() == "29000"
    assert visitor.file == before


def test_an_open_worth_of_0_means_no_open_worth(visitor: Visitor) -> None:
    visitor.all_rules()
    field = visitor.page.locator("[name='yaku.all_simples/=concealed/open']")
    field.fill("0")
    field.press("Tab")
    assert "all_simples: {concealed: 1}" in visitor.file
    assert visitor.text("#o-yaku-all_simples > .error") == ""


def test_each_abortive_draw_has_its_own_tick(visitor: Visitor) -> None:
    label(visitor, "abortive", "nine_kinds").click()
    assert "    nine_kinds: may_abort\n    four_winds: play_on\n" in visitor.file
    label(visitor, "abortive", "nine_kinds").click()
    assert "abortive" not in visitor.file


def test_a_local_yaku_that_combines_with_nothing_has_a_tick_for_it(visitor: Visitor) -> None:
    visitor.visit().page.evaluate("document.getElementById('local-yaku').open = true")
    visitor.page.click("#all-local")
    visitor.page.check("#y-shiisanpuutou input")
    assert "shiisanpuutou: {limit: mangan, cumulative: false}" in visitor.file
    worth = "yaku.shiisanpuutou/=limit"
    for _ in range(2):
        visitor.all_rules()
        visitor.page.uncheck(f'[name="{worth}/cumulative"]')
        visitor.choose(f"{worth}/limit", "baiman")
        assert "shiisanpuutou: {limit: baiman}\n" in visitor.file
        visitor.visit()
        assert not visitor.page.is_checked(f'[name="{worth}/cumulative"]')


@pytest.mark.parametrize(
    "words", ["big wheels", "daisharin", "daishar", "circle from two to eight"]
)
def test_a_local_yaku_is_found_and_added_at_its_usual_worth(visitor: Visitor, words: str) -> None:
    visitor.page.click("#local-yaku > summary")
    visitor.page.fill("#find-local", words)
    assert visitor.page.locator(".yaku-card:visible").count() == 1
    assert "Usually: Yakuman." in visitor.text("#y-daisharin")
    assert visitor.page.locator("#y-daisharin .tile:visible").count() == 14
    visitor.page.check("#y-daisharin input")
    assert "daisharin: {yakuman: 1}" in visitor.file
    assert visitor.text("#local-names") == "Big Wheels"


def test_a_search_in_all_rules_finds_a_local_yaku(visitor: Visitor) -> None:
    visitor.page.fill("#find", "open riichi")
    visitor.page.click("#found-yaku a:text-is('Open Riichi')")
    assert visitor.page.evaluate("document.activeElement.dataset.path") == "yaku.open_riichi"


def test_a_starting_point_changes_the_ruleset_and_lists_common_rules(visitor: Visitor) -> None:
    label(visitor, "reds", "3").click()
    visitor.settle()
    visitor.page.locator("[name=door][value=tenhou]").dispatch_event("click")
    assert visitor.text("#base-said b") == "One of your rules is already in Tenhou:"
    assert "extends: tenhou" in visitor.file
    assert visitor.page.input_value("#base") == "tenhou"


def test_a_chapter_counts_shown_and_changed_rules(visitor: Visitor) -> None:
    count = "#c-claims .count"
    shown = visitor.page.locator("#c-claims .option:not([hidden])").count()
    assert visitor.text(count).startswith(f"{shown} of ")
    label(visitor, "winners", "head_bump").click()
    assert visitor.text(count).endswith(", 1 changed")
    visitor.all_rules()
    every = visitor.page.locator("#c-claims .option").count()
    assert visitor.text(count) == f"{every} rules, 1 changed"


def test_the_section_of_a_rule_can_be_opened_by_keyboard(visitor: Visitor) -> None:
    visitor.all_rules()
    mark = visitor.page.locator("#o-claims-winners .citation summary")
    text = visitor.page.locator("#o-claims-winners .citation p")
    assert not text.is_visible()
    assert mark.get_attribute("aria-label") == "Multiple winners: source in EMA 2025"
    mark.focus()
    mark.press("Enter")
    assert "EMA 2025" in text.inner_text()


@pytest.mark.parametrize("page", ["index.html", "index.nl.html"])
def test_a_phone_shows_the_first_question_at_once(visitor: Visitor, page: str) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.visit(page)
    top = "document.querySelector('.ask').getBoundingClientRect().top"
    assert visitor.page.evaluate(top) <= 300
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    visitor.view("hand")
    assert visitor.page.locator("#hand").bounding_box()["y"] <= 100
    ends = "all => all.map((one) => one.getBoundingClientRect().right)"
    assert max(visitor.page.locator(".bar nav a").evaluate_all(ends)) <= 390


def test_another_number_of_winners_keeps_what_the_base_does_with_sticks(visitor: Visitor) -> None:
    for way in ("two", "all", "two"):
        label(visitor, "winners", way).click()
        visitor.settle()
    (winners,) = yaml.safe_load(visitor.file)["claims"]["winners"].items()
    assert winners[0] == "at_most_two"
    assert (winners[1]["own_bets"], winners[1]["counters"]) == ("returned", "each")
    label(visitor, "winners", "all").click()
    assert "claims" not in visitor.file

"""A contradiction on the page: buttons fix it, and meanwhile the previous rules are used."""

from __future__ import annotations

import pytest
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

CLASH = (
    "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\nsetup: {starting_points: 25000}\n"
)

PAGES = {
    "index.html": ("First place gets the 20,000 as oka", "Set the return points to 25,000"),
    "index.nl.html": ("De winnaar krijgt de 20.000 als oka", "Zet de retourpunten op 25.000"),
}


def start_with(visitor: Visitor, points: str) -> None:
    """Set the starting points, and nothing else, in the full form."""
    visitor.page.evaluate("document.getElementById('all').open = true")
    visitor.all_rules()
    visitor.write("setup.starting_points", points)
    visitor.settle()


def red(visitor: Visitor) -> int:
    """Return the number of fields marked as wrong."""
    visitor.settle()
    marks = "[aria-invalid=true], .error:not(:empty, [hidden]), .wrong:not(:empty)"
    return len(visitor.page.locator(marks).all())


def notes(visitor: Visitor) -> list[str]:
    """Return the notes about an error in the parts of the page."""
    visitor.settle()
    found = visitor.page.locator(".mistake:not([hidden])").all_text_contents()
    return [str(text) for text in found]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("place", [0, 1])
def test_25_000_alone_is_fixed_by_one_click(visitor: Visitor, page: str, place: int) -> None:
    visitor.visit(page)
    start_with(visitor, "25000")
    assert red(visitor) > 0
    for field in ("#o-setup-starting_points", "#o-result-oka", "[data-ask=points]"):
        assert tuple(visitor.page.locator(f"{field} .mend").all_text_contents()) == PAGES[page]
    visitor.page.click(f"#o-setup-starting_points .mend >> nth={place}")
    assert red(visitor) == 0
    assert notes(visitor) == []
    assert "starting_points: 25000" in visitor.file
    assert visitor.text("#count") == "2"
    visitor.page.click("#undo")
    assert red(visitor) > 0
    visitor.page.click("#undo")
    assert red(visitor) == 0
    assert "starting_points" not in visitor.file


def test_the_short_form_has_the_same_fix(visitor: Visitor) -> None:
    visitor.visit()
    visitor.page.select_option("[data-ask=points] select", "other")
    visitor.page.evaluate("document.getElementById('all').open = true")
    start_with(visitor, "25000")
    visitor.page.evaluate("document.getElementById('all').open = false")
    visitor.page.click("[data-ask=points] .mend >> nth=0")
    assert red(visitor) == 0
    assert "oka: first" in visitor.file


def test_hand_panel_print_and_export_use_the_previous_rules(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    start_with(visitor, "25000")
    visitor.choose("end.bust", "below_zero")
    visitor.settle()
    assert visitor.text("#count") == "3"  # all changes, although one of them causes a contradiction
    assert len(notes(visitor)) == 4
    assert (
        "Your rules have an error. Fix it. Until you fix it, this page uses your last valid rules."
        in (notes(visitor))
    )
    assert "1 rule differs" in visitor.text("#differences .sum")
    visitor.view("print")
    page.click("[data-print=sheet]")
    visitor.settle()
    assert page.inner_text("#print-error") == ""
    assert "30,000" in page.frame_locator("#printed").locator("body").inner_text()
    visitor.view("hand")
    page.fill("[name=hand]", "234m234p234s55s67m")
    page.fill("[name=winning_tile]", "8m")
    visitor.settle()
    assert page.inner_text("#hand-error") == ""
    assert "han" in page.inner_text("#score")
    visitor.view("file")
    page.click("#export")
    visitor.settle()
    assert page.inner_text("#losses table, #losses p >> nth=0")
    assert "have errors" not in page.inner_text("#losses")
    visitor.view("print")
    page.click("#print .mistake a")
    assert page.evaluate("document.activeElement.name") == "setup.starting_points"


def test_the_next_visit_still_has_the_previous_rules(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    start_with(visitor, "25000")
    visitor.visit()
    assert "your last valid rules" in notes(visitor)[0]
    visitor.view("print")
    page.click("[data-print=card]")
    visitor.settle()
    assert page.inner_text("#print-error") == ""


def test_a_file_opened_with_an_error_has_no_valid_rules(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.view("file")
    page.fill("#yaml", "")
    page.set_input_files(
        "#open", {"name": "ours.yaml", "mimeType": "text/yaml", "buffer": CLASH.encode()}
    )
    visitor.settle()
    assert "Nothing appears here until you fix it." in notes(visitor)[0]
    visitor.view("print")
    page.click("[data-print=sheet]")
    visitor.settle()
    assert "fix them first" in page.inner_text("#print-error")
    page.click("#print .mistake a")
    page.click("#o-setup-starting_points .mend >> nth=0")
    assert notes(visitor) == []
    visitor.view("print")
    assert page.inner_text("#print-error") == ""
    assert page.locator("#printed").is_visible()


def test_an_unlikely_value_has_a_button_and_is_not_red(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.all_rules()
    visitor.write("riichi.bet", "1050")
    visitor.settle()
    assert page.locator("[aria-invalid=true]").count() == 0
    page.click("#o-riichi-bet .mend")
    assert red(visitor) == 0
    assert "bet: 1100" in visitor.file


def test_the_buttons_fit_on_a_phone(telephone: Visitor) -> None:
    with telephone.forgetting():
        page = telephone.visit("index.nl.html").page
        start_with(telephone, "25000")
        page.locator("#o-setup-starting_points").scroll_into_view_if_needed()
        for button in page.locator("#o-setup-starting_points .mend").all():
            box = button.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 412
            assert box["height"] >= 24
        assert page.evaluate("document.documentElement.scrollWidth") <= 412


def test_a_fix_can_add_a_rule_missing_from_the_form(visitor: Visitor) -> None:
    page = visitor.visit().page
    visitor.all_rules()
    visitor.choose("riichi.open", "=deal_in")
    visitor.settle()
    page.click("#o-riichi-open .mend >> nth=0")
    assert red(visitor) == 0
    assert "open_riichi: {concealed: 2}" in visitor.file
    assert page.locator("#o-yaku-open_riichi").is_visible()
    page.click("#undo")
    visitor.settle()
    assert "open_riichi" not in visitor.file

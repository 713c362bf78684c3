"""The panel shows the effect of the last change, and names everything in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from asked import asked
from visitor import Visitor

from riichi.locale import Locale
from riichi.web.differences import source_html
from riichi.web.house_rules import HouseRulesFile

Test = TypeVar("Test", bound=Callable[..., None])


def browser(test: Test) -> Test:
    """Mark a test that opens the page in a browser."""
    marked: Test = pytest.mark.long(pytest.mark.xdist_group("browser-forms")(test))
    return marked


def test_a_source_appears_behind_a_labelled_mark() -> None:
    assert source_html("§ 4.2.4 (read: <five>)", Locale("en")) == (
        '<details class="source"><summary aria-label="Source"><span aria-hidden="true">i</span>'
        "</summary><small>§ 4.2.4 (read: &lt;five&gt;)</small></details>"
    )
    assert 'aria-label="Bron"' in source_html("§ 1", Locale("nl"))


def test_a_difference_shows_its_sentence_before_its_source() -> None:
    file = HouseRulesFile.new("ema-2025").with_value("yaku.blessing_of_man", {"yakuman": 1})
    answer = asked("set", file=file.text)
    base = answer["differences"].split("<dd>")[1]
    assert base.startswith("Mangan; not combined with other yaku or dora. <details")


POSITION = """(path) => {
  const side = document.querySelector(".side").getBoundingClientRect();
  const one = document.querySelector(`#differences [data-path="${path}"]`).getBoundingClientRect();
  return [one.top - side.top, side.bottom - one.top];
}"""


def is_in_view(visitor: Visitor, path: str) -> bool:
    """Return True if the beginning of a difference is visible in the panel."""
    above, below = visitor.page.evaluate(POSITION, path)
    return bool(above >= 0 and below > 40)


def fresh(visitor: Visitor) -> list[str]:
    found: list[str] = visitor.page.evaluate(
        "[...document.querySelectorAll('#differences .fresh')].map((one) => one.dataset.path)"
    )
    return found


def change(visitor: Visitor, name: str, value: str) -> None:
    visitor.choose(name, value)
    visitor.settle()


@pytest.fixture
def changed(visitor: Visitor) -> Visitor:
    """Return a visitor with many changes, on a wide screen."""
    visitor.visit()
    visitor.all_rules()
    change(visitor, "claims.winners", "head_bump")
    change(visitor, "end.bust", "below_zero")
    change(visitor, "riichi.needs_points", "true")
    change(visitor, "end.dealer_stops", "=after")
    return visitor


def scroll(visitor: Visitor, top: int) -> int:
    """Scroll the panel like a reader; return its position."""
    script = "(top) => { document.querySelector('.side').scrollTop = top; }"
    visitor.page.evaluate(script, top)
    visitor.page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return where(visitor)


def where(visitor: Visitor) -> int:
    return int(visitor.page.evaluate("document.querySelector('.side').scrollTop"))


@browser
def test_the_panel_follows_the_last_change_and_marks_it(changed: Visitor) -> None:
    for path, value in (
        ("result.ties", "earlier_seat"),
        ("dora.ura", "none"),
        ("draws.waiting_on_own_four", "tenpai"),
        ("claims.winners", "=at_most_two"),
    ):
        change(changed, path, value)
        assert fresh(changed) == [path]
        assert is_in_view(changed, path), path
        title = changed.text(f"#differences [data-path='{path}'] h4")
        assert changed.text("#to-change") == title
        assert title in changed.page.inner_text("#said")
    assert where(changed) > 0


@browser
def test_a_scrolled_panel_stays_but_offers_a_link_to_the_change(changed: Visitor) -> None:
    change(changed, "result.ties", "earlier_seat")
    here = scroll(changed, 40)
    assert not is_in_view(changed, "result.ties")
    change(changed, "draws.waiting_on_own_four", "tenpai")
    assert where(changed) == here
    assert fresh(changed) == ["draws.waiting_on_own_four"]
    changed.page.click("#to-change")
    assert is_in_view(changed, "draws.waiting_on_own_four")
    focused = "document.activeElement.closest('.difference').dataset.path"
    assert changed.page.evaluate(focused) == "draws.waiting_on_own_four"
    change(changed, "result.ties", "shared")
    change(changed, "dora.ura", "none")
    assert is_in_view(changed, "dora.ura")


@browser
def test_a_source_can_be_opened_by_keyboard(changed: Visitor) -> None:
    mark = changed.page.locator("#differences .source summary").first
    source = changed.page.locator("#differences .source small").first
    assert not source.is_visible()
    mark.focus()
    changed.page.keyboard.press("Enter")
    assert source.is_visible()
    assert "§" in source.inner_text()


@browser
def test_the_printed_page_has_the_clubs_name_and_differences(changed: Visitor) -> None:
    changed.page.fill("#title", "Tuesday Mahjong Leiden")
    changed.settle()
    changed.page.emulate_media(media="print")
    try:
        shown = changed.page.inner_text("main")
        assert shown.strip().startswith("Tuesday Mahjong Leiden")
        assert "4 rules differ from EMA 2025." in shown
        assert "How does your club play?" not in shown
        assert "Last change" not in shown
    finally:
        changed.page.emulate_media(media="screen")

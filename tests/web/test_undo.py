"""Every change can be undone, and another base loses nothing."""

from __future__ import annotations

import pytest
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """A visitor with the page of house rules open."""
    return visitor.visit()


def changes(visitor: Visitor) -> list[str]:
    """Return what the file of a visitor sets."""
    script = "async () => (await import('./house.js')).house.changes"
    found: list[str] = visitor.page.evaluate(script)
    return found


def pick(visitor: Visitor, decision: str, way: str) -> None:
    """Choose in the short form."""
    box = f"[data-ask={decision}] input[value='{way}']"
    visitor.page.locator(box).dispatch_event("click")
    visitor.settle()


def test_another_base_and_back_leaves_every_rule(visitor: Visitor) -> None:
    visitor.page.select_option("[data-ask=points] select", "25-20")
    for decision, way in (("reds", "3"), ("ends", "bust"), ("ends", "more"), ("winners", "two")):
        pick(visitor, decision, way)
    before = changes(visitor)
    for base in ("mahjong-soul", "tenhou", "ema-2025"):
        visitor.page.select_option("#base", base)
        visitor.settle()
    assert changes(visitor) == before
    assert len(before) == 7


def test_each_step_is_undone_and_done_again(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    visitor.page.select_option("#base", "mahjong-soul")
    visitor.settle()
    assert changes(visitor) == []
    visitor.page.click("#undo")
    visitor.settle()
    assert changes(visitor) == ["tiles.red_fives"]
    visitor.page.click("#undo")
    visitor.settle()
    assert changes(visitor) == []
    visitor.page.click("#redo")
    visitor.settle()
    assert changes(visitor) == ["tiles.red_fives"]
    assert visitor.page.is_checked("[data-ask=reds] input[value='3']")

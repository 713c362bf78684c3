"""Every change can be undone, and a change of base loses nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import SEED
from visitor import THEIRS, Visitor

from riichi.web.value_shape import fields_of, shape_of
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]


TWELVE = {
    "setup.starting_points": 25000, "result.oka": "first",
    "result.uma": [20000, 10000, -10000, -20000], "tiles.red_fives": {"m": 1, "p": 1, "s": 1},
    "end.bust": "below_zero", "claims.winners": "head_bump", "yaku.all_simples": {"concealed": 1},
    "yaku.blessing_of_man": "none", "end.rounds": 1, "yaku.daisharin": {"yakuman": 1},
    "yaku.ippatsu": "none", "yaku.seven_pairs": {"concealed": 1},
}  # fmt: skip
"""What a club changes in EMA 2025; the rooms of platforms have some of it."""


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Return a visitor with the page of house rules open."""
    return visitor.visit()


def rules(visitor: Visitor) -> Any:
    """Return the values and the base of the file."""
    return yaml.safe_load(visitor.file)


def changed(visitor: Visitor) -> int:
    """Return the number of options that the file sets."""
    return sum(len(part) for part in rules(visitor).values() if isinstance(part, dict))


def pick(visitor: Visitor, decision: str, way: str) -> None:
    """Choose in the short form."""
    box = f"[data-ask={decision}] input[value='{way}']"
    visitor.page.locator(box).dispatch_event("click")
    visitor.settle()


def choose_base(visitor: Visitor, base: str) -> None:
    visitor.page.select_option("#base", base)
    visitor.settle()


def put(visitor: Visitor, values: dict[str, Any]) -> None:
    """Set exactly these options to these values."""
    fields = {path: fields_of(shape_of(path), value, path) for path, value in values.items()}
    visitor.page.evaluate(
        """async (fields) => {
          const { change, redraw } = await import("./house.js");
          await change({ fields });
          await redraw();
        }""",
        fields,
    )
    visitor.settle()


def undo(visitor: Visitor, button: str = "undo") -> None:
    visitor.page.click(f"#{button}")
    visitor.settle()


# ---- other bases ---------------------------------------------------------------------------------


def test_changed_rules_are_kept_when_the_base_changes_repeatedly(visitor: Visitor) -> None:
    """From each base to each other, and back."""
    put(visitor, TWELVE)
    before = rules(visitor)
    assert changed(visitor) == len(TWELVE)
    soul, tenhou, wrc = "mahjong-soul", "tenhou", "wrc-2025"
    for order in ((soul, tenhou, wrc), (tenhou, soul), (wrc, tenhou), (soul, wrc, soul)):
        for base in (*order, "ema-2025"):
            choose_base(visitor, base)
            assert rules(visitor)["extends"] == base
        assert rules(visitor) == before, order


def test_the_page_lists_the_rules_that_another_base_shares(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    pick(visitor, "winners", "two")
    choose_base(visitor, "mahjong-soul")
    assert "Red fives" in visitor.text("#base-said")
    assert changed(visitor) == 1
    visitor.page.click("#base-said button")  # the plain base
    assert changed(visitor) == 0
    undo(visitor)
    assert changed(visitor) == 1
    choose_base(visitor, "ema-2025")
    assert changed(visitor) == 2


def test_a_value_only_tried_is_not_carried_to_another_base(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    pick(visitor, "reds", "0")
    choose_base(visitor, "mahjong-soul")
    assert changed(visitor) == 0


def test_the_rules_of_another_file_are_not_mixed_with_earlier_ones(
    visitor: Visitor, tmp_path: Path
) -> None:
    pick(visitor, "reds", "3")
    (tmp_path / "theirs.yaml").write_text(THEIRS, encoding="utf-8")
    visitor.view("file")
    visitor.page.set_input_files("#open", tmp_path / "theirs.yaml")
    visitor.page.click("#question-yes")
    visitor.settle()
    choose_base(visitor, "wrc-2025")
    assert changed(visitor) == 0


def test_rules_can_still_be_restored_on_the_next_visit(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    choose_base(visitor, "mahjong-soul")
    assert changed(visitor) == 0
    visitor.visit()
    choose_base(visitor, "ema-2025")
    assert rules(visitor)["tiles"] == {"red_fives": {"m": 1, "p": 1, "s": 1}}


@pytest.mark.random
def test_any_sequence_of_changes_can_be_undone_and_redone(visitor: Visitor) -> None:
    """Each random step sets an option or a base; then all steps are undone, and redone."""
    chance = random.Random(SEED)
    seen = [rules(visitor)]
    bases = [load(path) for path in library.books().values()]
    while len(seen) < 12:
        if chance.random() < 0.3:
            choose_base(visitor, chance.choice(bases).id)
        else:
            path = chance.choice([*options()])
            put(visitor, {path: chance.choice(bases).rules.written_value(path)})
        if (now := rules(visitor)) != seen[-1]:
            seen.append(now)
    for state in reversed(seen[:-1]):
        undo(visitor)
        assert rules(visitor) == state
    assert visitor.page.is_disabled("#undo")
    for state in seen[1:]:
        undo(visitor, "redo")
        assert rules(visitor) == state
    assert visitor.page.is_disabled("#redo")


# ---- each kind of step ---------------------------------------------------------------------------


def name_it(visitor: Visitor, _folder: Path) -> None:
    visitor.page.fill("#title", "Thursday Club")


def reset(visitor: Visitor, _folder: Path) -> None:
    visitor.page.click("[data-ask=winners] .undo")


def other_base(visitor: Visitor, _folder: Path) -> None:
    visitor.page.locator("input[name=door][value=tenhou]").dispatch_event("click")


def open_file(visitor: Visitor, folder: Path) -> None:
    (folder / "theirs.yaml").write_text(THEIRS, encoding="utf-8")
    visitor.view("file")
    visitor.page.set_input_files("#open", folder / "theirs.yaml")
    visitor.page.click("#question-yes")


def open_program(visitor: Visitor, folder: Path) -> None:
    (folder / "theirs.json").write_text(json.dumps({"withKuitan": False}), encoding="utf-8")
    visitor.view("file")
    visitor.page.set_input_files("#import", folder / "theirs.json")
    visitor.page.click("#question-yes")


def take_text(visitor: Visitor, _folder: Path) -> None:
    visitor.view("file")
    visitor.page.fill("#yaml", visitor.file.replace("My club", "Written here"))
    visitor.page.click("#take")


def start_over(visitor: Visitor, _folder: Path) -> None:
    visitor.view("file")
    visitor.page.click("#anew")
    visitor.page.click("#question-yes")


def local_yaku(visitor: Visitor, _folder: Path) -> None:
    visitor.page.locator("#local-yaku [data-path='yaku.daisharin']").dispatch_event("click")


def own_yaku(visitor: Visitor, _folder: Path) -> None:
    visitor.page.evaluate("""async () => {
      const { change, redraw } = await import("./house.js");
      const value = { name: { en: "Three fives" }, suits: 1, worth: { concealed: 1 } };
      await change({ yaku: { "yaku.three_fives": value } });
      await redraw();
    }""")


def an_error(visitor: Visitor, _folder: Path) -> None:
    put(visitor, {"setup.starting_points": 25000})


STEPS = (
    name_it, reset, other_base, open_file, open_program, take_text, start_over, local_yaku,
    own_yaku, an_error,
)  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_step_can_be_undone_and_redone(
    visitor: Visitor, step: Callable[[Visitor, Path], None], tmp_path: Path
) -> None:
    pick(visitor, "winners", "head_bump")
    before = visitor.file
    step(visitor, tmp_path)
    visitor.page.wait_for_function(
        "(before) => document.getElementById('yaml').value !== before", arg=before
    )
    after = visitor.file
    visitor.view("rules" if visitor.page.is_visible(".views [data-view=rules]") else "differs")
    undo(visitor)
    assert visitor.file == before
    assert visitor.page.is_checked("[data-ask=winners] input[value=head_bump]")
    undo(visitor, "redo")
    assert visitor.file == after
    visitor.page.reload()
    visitor.page.wait_for_selector("#rules:not([inert])")
    assert visitor.file == after


def test_undo_steps_survive_a_reload(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    visitor.page.fill("#title", "Thursday Club")
    visitor.settle()
    pick(visitor, "winners", "head_bump")
    undo(visitor)
    three = visitor.file
    visitor.visit()
    assert visitor.file == three
    undo(visitor, "redo")
    assert visitor.page.is_checked("[data-ask=winners] input[value=head_bump]")
    for step in ("Multiple winners", "name", "Red fives"):
        undo(visitor)
        assert visitor.text("#base-said") == f"Undone: {step}"
        visitor.visit()
    assert changed(visitor) == 0
    assert visitor.page.is_disabled("#undo")
    undo(visitor, "redo")
    assert rules(visitor)["tiles"] == {"red_fives": {"m": 1, "p": 1, "s": 1}}


def test_a_limited_number_of_undo_steps_survives_a_reload(visitor: Visitor) -> None:
    """The browser stores the last 50 steps, and fewer if they are large."""
    kept = """([n, letters]) => {
      const past = Array(n).fill({ file: "x".repeat(letters), step: "x" });
      return import("./kept.js").then(({ keepSteps, keptSteps }) => {
        keepSteps({ file: "now", past, future: [] });
        return [keptSteps("now")?.past.length ?? 0, keptSteps("another")];
      });
    }"""
    assert visitor.page.evaluate(kept, [200, 100]) == [50, None]
    assert visitor.page.evaluate(kept, [200, 10_000]) == [12, None]
    assert visitor.page.evaluate(kept, [200, 64 * 1024]) == [3, None]


def test_the_keys_undo_and_redo_outside_text_fields(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    visitor.page.focus("#base")
    visitor.page.keyboard.press("Control+z")
    assert changed(visitor) == 0
    assert visitor.text("#base-said") == "Undone: Red fives"
    visitor.page.keyboard.press("Control+y")
    assert changed(visitor) == 1
    visitor.page.focus("#title")
    visitor.page.keyboard.press("Control+z")
    assert changed(visitor) == 1


def test_undo_without_an_engine_loses_no_step(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    visitor.page.route("**/ask", lambda route: route.fulfill(json={"refused": "not now"}))
    undo(visitor)
    assert changed(visitor) == 1
    visitor.page.unroute("**/ask")
    undo(visitor)
    assert changed(visitor) == 0


def test_undo_first_reverts_text_just_typed(visitor: Visitor) -> None:
    pick(visitor, "reds", "3")
    visitor.page.fill("#title", "Thursday Club")  # and not a moment later
    visitor.page.evaluate("document.getElementById('undo').click()")
    assert visitor.text("#base-said") == "Undone: name"
    assert changed(visitor) == 1
    assert rules(visitor)["title"] == "My club"


def test_changes_without_an_answer_wait_for_it(visitor: Visitor) -> None:
    held = visitor.held_back
    for _ in range(2):
        visitor.page.route("**/ask", lambda route: route.abort())
        visitor.page.click("[data-ask=reds] label:has([value='3'])")
        visitor.page.wait_for_selector("#stopped", state="visible")
        if visitor.held_back == held:
            visitor.page.reload()
            assert visitor.held_back == held + 1  # the browser asks first
            visitor.page.unroute("**/ask")
            visitor.visit()
    visitor.page.click("[data-ask=winners] label:has([value=head_bump])")
    visitor.page.unroute("**/ask")
    assert changed(visitor) == 2
    assert not visitor.page.is_visible("#stopped")
    visitor.troubles.clear()  # the browser logs each failed request

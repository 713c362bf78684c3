"""The rules of every shipped club can be made on the page: first choice, short form, all rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner
from visitor import Visitor

from riichi.cli.main import main
from riichi.content.yaku_hands import example_win
from riichi.locale import Locale
from riichi.web.controls import is_own_yaku
from riichi.web.quick import ABORTIVE_PARTS, Decision, Way, decisions, kind_of
from riichi.web.value_shape import fields_of, shape_of
from riichi.web.yaku_conditions import chosen_by, conditions
from riichi_core.rules import library
from riichi_core.rules.glossary import other_names, usual_worth
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]

POINTS = ("setup.starting_points", "result.return_points")

WITHOUT_A_BUTTON = """() => [...document.querySelectorAll("#form .error, #quick .wrong, #loose")]
  .filter((one) => one.textContent && !one.matches(".hint") && !one.querySelector(".mend"))
  .map((one) => one.textContent)"""
"""The errors that no button fixes."""


class Secretary:
    """A user with the rules of a club on paper, and an empty page."""

    def __init__(self, visitor: Visitor, club: Ruleset) -> None:
        self.visitor, self.page, self.club = visitor, visitor.page, club

    def written(self, path: str) -> Any:
        return self.club.rules.written_value(path)

    def settle(self) -> None:
        """Wait for the answer; any error on the way must have a button that fixes it."""
        self.visitor.settle()
        assert self.page.evaluate(WITHOUT_A_BUTTON) == []

    def begin(self) -> None:
        base = str(self.club.extends)
        if base in {name for names in other_names().doors.values() for name in names}:
            self.page.locator(f"[name=door][value={base}]").dispatch_event("click")
        else:
            self.page.select_option("#base", base)
        self.page.fill("#title", self.club.title)
        self.settle()

    # ---- the short form --------------------------------------------------------------------------

    def fill_short_form(self) -> None:
        for decision in decisions():
            paths = {path for way in decision.ways for path in way.values}
            if not paths & {*self.club.changes}:
                continue
            if decision.kind == "list":
                self.choose_points(decision)
            elif decision.kind == "row":
                self.choose_way(decision)
            else:
                self.tick_ways(decision)
            self.settle()

    def has(self, values: Mapping[str, Any], *, loosely: bool = False) -> bool:
        """Return True if the club plays this; `loosely` compares only the kind of value."""
        return all(
            self.written(path) == value
            or (loosely and kind_of(path, self.written(path)) == kind_of(path, value))
            for path, value in values.items()
        )

    def choose_points(self, decision: Decision) -> None:
        ways = [way for way in decision.ways if self.has(way.values)]
        selected = ways[0].key if ways else "other"
        self.page.select_option("[data-ask=points] select", selected)
        if ways:
            return
        uma = self.written("result.uma")
        typed = [*map(self.written, POINTS), *(uma if isinstance(uma, list) else [])]
        fields = self.page.locator(".points input")
        for place, points in enumerate(typed):
            fields.nth(place).fill(str(points // 1000))
            fields.nth(place).press("Tab")

    def choose_way(self, decision: Decision) -> None:
        for way in decision.ways:
            if self.has(way.values, loosely=bool(way.loosely)):
                self.page.locator(f"[name=quick-{decision.key}][value='{way.key}']").dispatch_event(
                    "click"
                )

    def tick_ways(self, decision: Decision) -> None:
        for way in decision.ways:
            box = self.page.locator(f"[name=quick-{decision.key}][value='{way.key}']")
            if box.is_checked() != self.is_ticked(decision, way):
                box.dispatch_event("click")
                self.settle()

    def is_ticked(self, decision: Decision, way: Way) -> bool:
        if not decision.none:
            return self.has(way.values, loosely=True)
        ((path, parts),) = way.values.items()
        value = self.written(path)
        (part,) = parts
        return isinstance(value, dict) and value.get(part) == ABORTIVE_PARTS[part][0]

    # ---- local yaku, and one of its own ----------------------------------------------------------

    def tick_local_yaku(self) -> None:
        for path in self.club.changes:
            name = path.removeprefix("yaku.")
            card = self.page.locator(f"#y-{name} input")
            if not card.count():
                continue
            if not card.is_visible():
                self.page.evaluate("document.getElementById('local-yaku').open = true")
                self.page.click("#all-local")
            card.check()
            self.settle()
            if self.written(path) == (usual_worth(name) or {"concealed": 1}):
                assert yaml.safe_load(self.visitor.file)["yaku"][name] == self.written(path)

    def make_own_yaku(self) -> None:
        for path in self.club.changes:
            if self.is_own(path):
                self.make_yaku(path)

    def is_own(self, path: str) -> bool:
        return path.startswith("yaku.") and is_own_yaku(self.written(path))

    def make_yaku(self, path: str) -> None:
        value, name = self.written(path), path.removeprefix("yaku.")
        win = example_win(name, self.club)
        assert win is not None
        words = {word: part for word, part in value.items() if word in CONDITION_WORDS}
        chosen = chosen_by(words, conditions(win, Locale("en").of(self.club)))
        assert chosen is not None
        self.page.evaluate("document.getElementById('local-yaku').open = true")
        self.page.click("#local-row [data-make=yaku]")
        self.page.wait_for_selector("#yaku[open]")
        fields = {f"name/{code}": [text] for code, text in value["name"].items()}
        fields |= fields_of(shape_of("yaku.own"), value["worth"], "worth")
        self.visitor.fill_part("#yaku-form", fields)
        self.visitor.tap("#yaku", f"{win.hand}{win.tile}")
        for condition in chosen:
            self.visitor.choose_sentence(condition.says)
        assert self.visitor.text("#yaku-error") == ""
        self.visitor.add_yaku()

    # ---- all rules -------------------------------------------------------------------------------

    def fill_all_rules(self) -> None:
        self.visitor.all_rules()
        for path in self.club.changes:
            if not self.is_own(path):
                fields = fields_of(shape_of(path), self.written(path), path)
                self.visitor.fill(path, fields)
            source = self.club.provenance[path]
            if source.kind == "house" and source.text:
                self.settle()  # there is room for a reason once the rule is changed
                self.visitor.write(f"why:{path}", str(source.text))
        self.settle()


@pytest.mark.parametrize("name", [*library.clubs()])
def test_a_clubs_rules_can_be_made_by_hand(visitor: Visitor, tmp_path: Path, name: str) -> None:
    club = load(name)
    secretary = Secretary(visitor.visit(), club)
    secretary.begin()
    secretary.fill_short_form()
    secretary.tick_local_yaku()
    secretary.make_own_yaku()
    secretary.fill_all_rules()
    before = visitor.file
    visitor.visit()
    secretary.fill_all_rules()  # on the next visit, all fields have their values
    assert visitor.file == before
    marks = "#form [aria-invalid=true], #form .error:not(:empty, .hint), .wrong:not(:empty, .hint)"
    assert visitor.page.locator(marks).count() == 0
    made = visitor.ruleset(tmp_path)
    assert fingerprint(made.rules) == fingerprint(club.rules)
    for path in club.changes:
        assert made.provenance[path].text == club.provenance[path].text
    (file,) = tmp_path.glob("*.yaml")
    said = CliRunner().invoke(main, ["compare", str(file), name])
    assert said.exit_code == 0, said.output
    assert "None of " in said.output

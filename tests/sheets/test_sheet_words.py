"""The words of the sheets: every text is used, and no text contains a figure of the rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from effort import HELD
from sheet_reading import page, sheet

from riichi.content import score_sheet
from riichi.content.score_sheet import styled_yaku_name
from riichi.locale import Locale
from riichi.locale.catalogs import in_code
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.yaku_vocabulary import Names

FILE = Path(score_sheet.__file__)


def texts() -> set[str]:
    """Return every text of a sheet, without the short descriptions of yaku."""
    return {found.text for found in in_code(FILE) if not found.context}


def test_no_text_contains_a_figure_of_the_rules() -> None:
    """Figures come from the ruleset. The tiles of a hand do not count as figures."""
    assert len(texts()) > 80
    assert [text for text in texts() if re.search(r"[0-9]", text)] == []


def test_every_yaku_of_the_books_is_described() -> None:
    assert {name for name, _ in Yaku.options() if known_yaku()[name].short is None} == set()


DEAD_HANDS = [
    path
    for path in options()
    if path.startswith("fouls.") and load("ema-2016").rules.value(path) == "dead_hand"
]
OTHERWISE = """
format: 1
ruleset: club
title: A club
extends: ema-2016
winning: {minimum_with_counters: {counters: 5, han: 2}}
dora: {kan_dora: {claimed: at_discard, extended: at_discard, concealed: at_discard,
                         ura: not_counted}}
fu: {pinfu_self_draw: separate, self_draw_after_quad: 0}
draws: {noten_total: 0}
dealer: {counter_value: 0}
yaku: {half_flush: {concealed: 3, open: 2, cumulative: false}}
result: {return_points: none}
"""
WITHOUT_DORA = """
format: 1
ruleset: club
title: A club
extends: ema-2016
dora: {kan_dora: none, ura: none}
"""
WITH_MANY_FOULS = f"""
format: 1
ruleset: club
title: A club
extends: ema-2016
fouls:
{"".join(f"  {path.split('.')[1]}: chombo{chr(10)}" for path in DEAD_HANDS)}"""
"""More house rules than a sheet has room for."""


def test_every_text_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every text is on the sheet of some ruleset."""
    used: set[str] = set()
    text, plural = Locale.text, Locale.plural

    def looking(self: Locale, english: str) -> str:
        used.add(english)
        return text(self, english)

    def counting(self: Locale, one: str, several: str, n: int) -> str:
        used.add(one)
        return plural(self, one, several, n)

    monkeypatch.setattr(Locale, "text", looking)
    monkeypatch.setattr(Locale, "plural", counting)
    rulesets = [str(name) for name in HELD]
    for number, rules in enumerate((OTHERWISE, WITHOUT_DORA, WITH_MANY_FOULS)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(rules, encoding="utf-8")
        rulesets.append(str(path))
    for ruleset in rulesets:
        page(load(ruleset))
    assert texts() - used == set()


def test_a_name_outside_the_page_language_has_a_language_tag() -> None:
    dutch = Locale("nl")
    assert styled_yaku_name(Names.of_plain({"en": "A", "ja": "B"}), dutch).language == "en"
    assert styled_yaku_name(Names.of_plain({"en": "A", "ja": "B", "nl": "C"}), dutch).language == ""


def test_dutch_and_japanese_words_are_on_the_page() -> None:
    dutch, japanese = sheet("ema-2016", "nl"), sheet("ema-2016", terms="japanese")
    assert [tag for tag in dutch.tags if tag[0] == "html"] == [("html", {"lang": "nl"})]
    assert dutch.tables["east-discard"].cell("30", "4 han") == "11.600"
    assert "Gemengde driedubbele chow" in [row[0] for row in dutch.tables["yaku"].rows]
    names = [row[0] for row in japanese.tables["yaku"].rows]
    assert {"Sanshoku doujun", "Toitoi", "Iipeikou"} <= set(names)
    assert japanese.tables["fu-sets"].rows[0][0] == "Pon, simples"
    assert not re.search(r"\b(chow|pung|kong)s?\b", " ".join(japanese.text), re.IGNORECASE)


@pytest.mark.parametrize("name", ["classic-club", "ema-2025"])
def test_a_sheet_mentions_atozuke_if_it_is_not_allowed(name: str) -> None:
    said = " ".join(sheet(name).text)
    assert ("no atozuke" in said) == (name == "classic-club")

"""Rules of an online base that only software can follow, replaced by those of a book."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import unescape

import pytest
from each import each
from effort import LONG
from visitor import Visitor

from riichi.content.rulebook import rulebook
from riichi.locale import ENGLISH, Locale
from riichi.web.at_a_table import base_note_html
from riichi.web.changing import ChangeRules
from riichi.web.house_rules import HouseRulesFile
from riichi.writers.markdown import markdown


def buttons(note: str) -> Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]]:
    found = re.findall(r'data-mend="([^"]*)">([^<]*)<', note)
    return {label: json.loads(unescape(fields)) for fields, label in found}


@each("base", ["mahjong-soul", "tenhou", *(["riichi-city", "tenhou-east"] if LONG else [])])
def test_an_online_base_offers_what_software_does_from_a_book(base: str) -> None:
    file = HouseRulesFile.new(base)
    note = base_note_html(file, ENGLISH)
    assert ("options are known" in note) == (base in ("mahjong-soul", "riichi-city"))
    assert [*buttons(note)] == ["EMA 2025", "WRC 2025"]
    question = {"ask": "set", "file": file.text, "fields": buttons(note)["EMA 2025"]}
    changed = ChangeRules.read(question).answer()
    assert changed["problems"] == []
    made = HouseRulesFile(changed["file"]).ruleset
    assert made is not None
    rules = [
        line for line in markdown(rulebook(made, ENGLISH)).splitlines() if line.startswith("**")
    ]
    assert not [line for line in rules if "The software" in line or "no late calls" in line]
    assert "<button" not in changed["note"]


@each("base", ["ema-2025", "m-league", "tuesday-club"])
def test_other_bases_offer_nothing(base: str) -> None:
    assert "<button" not in base_note_html(HouseRulesFile.new(base), ENGLISH)
    assert "<button" not in base_note_html(HouseRulesFile("base: ["), Locale("nl"))


@pytest.mark.long
@pytest.mark.xdist_group("browser")
def test_a_club_of_a_base_online_plays_at_a_table(visitor: Visitor) -> None:
    visitor.visit()
    visitor.page.select_option("#base", "mahjong-soul")
    assert "44 of " in visitor.text("#base-note")
    visitor.page.click("#base-note button:text-is('EMA 2025')")
    assert "lots_unless_scheduled" in visitor.file
    assert "until_draw" in visitor.file
    assert not visitor.page.is_visible("#base-note button")
    visitor.page.click("#undo")
    assert "lots_unless_scheduled" not in visitor.file
    assert visitor.page.is_visible("#base-note button")

"""Rules in a club's own words, written on the page."""

from __future__ import annotations

import pytest
import yaml
from asked import asked
from visitor import Visitor

pytestmark = pytest.mark.xdist_group("browser-forms")

FIELDS = {
    "other_rules/heading": ["Table fee", "", "Empty"],
    "other_rules/text": ["3 euros", "No smoking.", " "],
}
HEADINGS, TEXTS = '[name="other_rules/heading"]', '[name="other_rules/text"]'


def test_rows_become_rules_and_are_shown() -> None:
    start = asked("start", base="ema-2025", title="Club")
    answer = asked("set", file=start["file"], fields={"other_rules": FIELDS})
    written = yaml.safe_load(answer["file"])["other_rules"]
    assert written == {"Table fee": "3 euros", "2": "No smoking."}
    assert "No smoking." in answer["differences"]
    drawn = asked("form", file=answer["file"])["redrawn"]["other_rules"]
    assert 'value="Table fee"' in drawn and ">No smoking.</textarea>" in drawn
    emptied = asked("set", file=answer["file"], fields={"other_rules": {}})
    assert emptied["file"] == start["file"]


def test_a_history_is_written_and_shown() -> None:
    start = asked("start", base="ema-2025", title="Club")["file"]
    fields = {"date": ["2026-03-12", ""], "change": ["Red fives", ""], "why": ["A vote", "lost"]}
    history = {f"history/{name}": texts for name, texts in fields.items()}
    answer = asked("set", file=start, fields={"history": history})
    entry = {"date": "2026-03-12", "change": "Red fives", "why": "A vote"}
    assert yaml.safe_load(answer["file"])["history"] == [entry]
    assert "2026-03-12" in answer["differences"]
    assert "A vote" in asked("form", file=answer["file"])["redrawn"]["history"]
    history["history/date"] = ["soon"]
    wrong = asked("set", file=answer["file"], fields={"history": history})
    assert wrong["problems"][0]["path"].startswith("history")


@pytest.mark.long
def test_a_club_writes_its_own_rules(visitor: Visitor) -> None:
    page = visitor.visit().page
    page.click("#own-words summary")
    for place, (heading, text) in enumerate((("Table fee", "3 euros"), ("Closing", "At 22:15"))):
        if place:
            page.click("#o-other_rules [data-more]")
        page.locator(HEADINGS).nth(place).fill(heading)
        page.locator(TEXTS).nth(place).fill(text)
    rules = {"Table fee": "3 euros", "Closing": "At 22:15"}
    assert yaml.safe_load(visitor.file)["other_rules"] == rules
    page.select_option("#base", "wrc-2025")
    assert yaml.safe_load(visitor.file)["other_rules"] == rules
    visitor.visit()
    assert [one.input_value() for one in page.locator(TEXTS).all()][:2] == [*rules.values()]
    assert "At 22:15" in visitor.text("#differences dl.sides")
    page.click("#own-words summary")
    page.locator(TEXTS).nth(0).fill("")
    assert yaml.safe_load(visitor.file)["other_rules"] == {"Closing": "At 22:15"}
    page.click("#undo")
    assert yaml.safe_load(visitor.file)["other_rules"] == rules
    assert page.locator(TEXTS).nth(0).input_value() == "3 euros"


def test_a_club_chooses_the_words_of_its_file() -> None:
    start = asked("start", base="ema-2025", title="Club")["file"]
    pinfu = asked("set", file=start, fields={"yaku.pinfu": {"yaku.pinfu": ["none"]}})
    said = asked("set", file=pinfu["file"], vocabulary="japanese")
    assert yaml.safe_load(said["file"])["words"] == said["vocabulary"] == "japanese"
    for question in ("form", "open"):
        assert "Menzen tsumo" in asked(question, file=said["file"])["form"]
    for language in ("en", "nl"):
        card = asked("document", kind="sheet", file=said["file"], language=language)["html"]
        assert "Ryanpeikou" in card
    assert asked("set", file=said["file"], vocabulary="book")["file"] == pinfu["file"]


@pytest.mark.long
def test_the_chosen_words_stay_for_the_next_visit(visitor: Visitor) -> None:
    page = visitor.visit().page
    page.select_option("#vocabulary", "japanese")
    visitor.settle()
    visitor.visit()
    assert page.input_value("#vocabulary") == "japanese"
    assert "Ryanpeikou" in page.text_content("#form")
    page.click("#undo")
    visitor.settle()
    assert page.input_value("#vocabulary") == "book"
    assert "Ryanpeikou" not in page.text_content("#form")

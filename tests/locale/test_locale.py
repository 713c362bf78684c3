"""Texts in other languages and with other terms: documents, messages, yaku names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reading_pages import page
from running import club, printed

from riichi.locale import Locale, languages
from riichi.locale.catalogs import catalog_of
from riichi_core.hands.win import Ron, Win
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.library import shipped
from riichi_core.rules.load import load
from riichi_core.rules.yaku_vocabulary import Names
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import score
from riichi_core.tiles import Wind

DUTCH = Locale("nl")


def test_a_page_is_in_its_language() -> None:
    text = printed("rulebook", "wrcr-2015", "--language", "nl")
    read_back = page(text)
    assert text.startswith('<!DOCTYPE html>\n<html lang="nl">')
    assert "Elke speler begint met 30.000 punten." in read_back.text
    assert "cirkels vijf" in read_back.labels
    guide = page(
        printed("compare", "ema-2016", "wrcr-2015", "--format", "html", "--language", "nl")
    )
    assert "Wanneer een hand wint" in guide.text
    english = r"\b(the|player|hand that|discard|wins|points)\b"
    assert re.findall(english, guide.text + read_back.text) == []


def test_every_text_of_a_document_is_in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that was not extracted is missing from the catalog, and would appear in English."""
    looked_up: set[str] = set()
    text = Locale.text

    def looking(self: Locale, english: str) -> str:
        looked_up.add(english)
        return text(self, english)

    monkeypatch.setattr(Locale, "text", looking)
    printed("rulebook", "tenhou", "--language", "nl")
    printed("compare", "ema-2016", "wrcr-2015", "--all", "--language", "nl")
    known = {text for one in catalog_of("nl") for text in (one.id, *one.id)}
    assert len(looked_up) > 300
    outside = {text: re.sub(r"\{[^}]*\}", "", text) for text in looked_up - known}
    assert {text for text, words in outside.items() if re.search("[a-z]{2}", words)} == set()


@pytest.mark.parametrize("language", languages())
def test_japanese_terms_are_used_throughout(language: str) -> None:
    call = ("--language", language, "--terms", "japanese", "--format", "markdown")
    for command in (("rulebook", "ema-2016"), ("compare", "ema-2016", "wrcr-2015")):
        text = "\n".join(
            line for line in printed(*command, *call).splitlines() if "`" not in line
        )  # the yaku and the hands of examples; a yaku also has its other name
        text = re.sub('"[^"]*"', "", text)  # words that a player says
        assert not re.findall(r"\b(chow|pung|kong)s?\b", text, re.IGNORECASE)
        assert re.search(r"\bpon\b", text)
    names = {name.casefold() for name in known_yaku()}
    assert len(names) > 100


def test_yaku_names_are_replaced_as_a_whole() -> None:
    japanese = Locale("en", "japanese")
    assert japanese("Pure Double Sequence") == "Iipeikou"
    assert japanese("Only After a Quad counts, not Under the Sea.") == (
        "Only Rinshan kaihou counts, not Haitei raoyue."
    )
    assert japanese("A triplet or quad beats a sequence") == "A pon or kan beats a chii"
    dutch = Locale("nl", "japanese")
    assert dutch("Three concealed triplets or quads") == "Drie gesloten pon of kan"
    assert dutch("Three quads") == "Drie kan"
    assert dutch("Three Quads") == "Sankantsu"
    assert "yaku Sankantsu" in dutch(
        "After riichi, South's third quad would add the yaku Three Quads. May South make it?"
    )
    assert (DUTCH.yaku("pure_double_sequence"), japanese.yaku("pure_double_sequence")) == (
        "pure dubbele chow", "iipeikou")  # fmt: skip
    assert PLAIN_ENGLISH.yaku("pure_double_sequence") == "pure double sequence"
    assert DUTCH.yaku("of_a_club") == "of a club"


def test_a_yaku_without_a_name_in_a_language_uses_another_of_its_names() -> None:
    assert DUTCH.named(Names.of_plain({"en": "A", "ja": "B"})) == ("A", "en")
    assert DUTCH.named(Names.of_plain({"ja": "B"})) == ("B", "ja-Latn")
    assert DUTCH.named(Names.of_plain({"en": "A", "ja": "B", "nl": "C"})) == ("C", "nl")
    assert Locale("nl", "japanese").named(Names.of_plain({"en": "A"})) == ("A", "en")
    shinkansen = known_yaku()["tohoku_shinkansen"].name
    assert DUTCH.named(shinkansen) == ("Tohoku-shinkansen", "nl")


# ---- messages ------------------------------------------------------------------------------------


def test_each_part_of_a_message_is_translated() -> None:
    may_not = Message("{seat} may not {act}", seat=Wind.EAST, act=Message("riichi {tiles}",
                                                                         tiles="9p"))  # fmt: skip
    assert may_not == "east may not riichi 9p"
    assert DUTCH(may_not) == "oost mag dit niet: riichi 9p"
    won = Message("won by {seats}", seats=Message.and_list([Wind.SOUTH, Wind.WEST]))
    assert (str(won), DUTCH(won)) == ("won by south and west", "gewonnen door zuid en west")
    assert DUTCH(Message("a sentence {of} that nobody foresaw", of="mine")) == (
        "a sentence mine that nobody foresaw"
    )


def test_a_message_separates_thousands_if_its_template_says_so() -> None:
    message = Message("{points:,} points in {year}", points=30_000, year=2016)
    assert message == "30,000 points in 2016"
    assert DUTCH(message) == "30.000 points in 2016"
    assert PLAIN_ENGLISH("{points} points", points=30_000) == "30,000 points"


def test_the_number_selects_the_plural_form() -> None:
    for tr, texts in (
        (Translator(), ("1 counter", "2 counters", "1,000 counters")),
        (Locale("nl"), ("1 counter", "2 counters", "1.000 counters")),
    ):
        for n, text in zip((1, 2, 1000), texts, strict=True):
            assert tr.counted("{n} counter", "{n} counters", n) == text
    message = Message.counted("{n} chapter", "{n} chapters", 2)
    assert (DUTCH(message), PLAIN_ENGLISH(message)) == ("2 hoofdstukken", "2 chapters")


def test_engine_errors_can_be_shown_in_dutch() -> None:
    win = Win("123m(567p)345s99s88p", "8p", Ron(), seat="south")
    refused = score(win, load("ema-2016"))
    assert isinstance(refused, NoWin)
    assert (refused.message, DUTCH(refused.message)) == ("no yaku", "geen yaku")


# ---- a club's own texts --------------------------------------------------------------------------


@pytest.mark.long
def test_a_clubs_texts_are_not_translated(tmp_path: Path) -> None:
    rules = (
        'claims: {winners: {value: head_bump, house: "{seat} or a kong: {oops"}}\n'
        "yaku:\n  odd: {name: {en: Kong of {braces}}, concealed: true, worth: {concealed: 2}}\n"
    ).replace("{en: Kong of {braces}}", "{en: 'Feast of {braces}'}")
    path = club(tmp_path / "club.yaml", rules, "odd-club")
    for language in languages():
        text = page(printed("rulebook", path, "--language", language)).text
        assert "{seat} or a kong: {oops" in text
        assert "Feast of {braces}" in text


def test_shipped_rulesets_have_dutch_titles_and_a_club_keeps_its_own(tmp_path: Path) -> None:
    """Names of associations and games are the same: `Nihon Pro Mahjong Kyoukai`."""
    alike = {one.id for one in map(load, map(str, shipped())) if one.title_in(DUTCH) == one.title}
    assert alike == {"npm", "wrc-2022", "wrc-2025", "wrcr-2015"}
    assert load("tenhou-east").title_in(DUTCH) == "Tenhou, alleen oost"
    path = club(tmp_path / "standings.yaml", "", "standings")
    path.write_text(re.sub("title: .*", "title: Standings", path.read_text("utf-8")), "utf-8")
    own = load(str(path))
    assert own.title == own.title_in(DUTCH) == "Standings"

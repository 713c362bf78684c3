"""The words of the sheets: every language has the same keys, and all of them are used."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from sheet_reading import page, sheet

from riichi_app.locale.file import DESCRIPTIONS, FOLDER, NAMES, TERMS, languages, read
from riichi_app.locale.locale import Locale, keys
from riichi_app.locale.sentences import HEARD, SENTENCES
from riichi_app.pages.sheet.yaku import yaku_name
from riichi_core.rules import library, load
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.vocabulary import Names

OTHERS = [language for language in languages() if language != "en"]


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def terms(language: str) -> set[str]:
    own = read(language)["terms"]["english"]
    return {*own, *(name.capitalize() for name in own)}


def test_english_comes_first() -> None:
    assert languages() == ("en", "nl")


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_exactly_the_keys_of_the_english_one(language: str) -> None:
    assert dict(keys(language)).keys() == dict(keys("en")).keys()
    assert read(language).keys() == {*read("en"), SENTENCES, HEARD}


@pytest.mark.parametrize("language", OTHERS)
def test_a_text_names_the_parts_that_the_english_one_names(language: str) -> None:
    english = dict(keys("en"))
    for key, text in keys(language):
        own = parts(text) - terms(language)
        assert own == parts(english[key]) - terms("en"), key


@pytest.mark.parametrize("language", languages())
def test_a_description_names_terms_alone(language: str) -> None:
    for text in read(language)[DESCRIPTIONS].values():
        assert parts(text) <= terms(language)


@pytest.mark.parametrize("language", languages())
def test_no_figure_of_the_rules_stands_in_a_text(language: str) -> None:
    """A ruleset has them. The tiles of a hand are no figures."""
    assert [text for _, text in keys(language) if re.search(r"[0-9]", text)] == []


@pytest.mark.parametrize("language", languages())
def test_the_terms_are_the_same_in_both_sets(language: str) -> None:
    own = read(language)["terms"]
    assert set(own) == set(TERMS)
    assert own["english"].keys() == own["japanese"].keys()


@pytest.mark.parametrize("language", languages())
def test_every_yaku_of_the_books_is_described(language: str) -> None:
    fields = {name for name, _ in Yaku.options()}
    described = set(read(language)[DESCRIPTIONS])
    assert fields <= described
    assert described <= set(known_yaku())


@pytest.mark.parametrize("language", languages())
def test_every_yaku_has_a_name(language: str) -> None:
    """In yaku.yaml, or in the file of the language where it has none there; never in both.

    Those that have a Japanese name alone go by it everywhere.
    """
    lacking = {
        name
        for name, yaku in known_yaku().items()
        if not getattr(yaku.name, language, None) and yaku.name.en
    }
    assert lacking == set(read(language)[NAMES])


OTHERWISE = """
format: 1
ruleset: club
title: A club
extends: ema-2016
winning: {minimum_with_counters: {counters: 5, han: 2}}
dora: {kong_indicators: {claimed: at_discard, extended: at_discard, concealed: at_discard,
                         ura: not_counted}}
fu: {pinfu_self_draw: separate, self_draw_after_kong: 0}
draws: {noten_total: 0}
dealer: {counter_value: 0}
yaku: {half_flush: {closed: 3, open: 2, cumulative: false}}
"""
WITHOUT_DORA = """
format: 1
ruleset: club
title: A club
extends: ema-2016
dora: {kong_indicators: none, ura: none}
"""


def test_no_key_is_left_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every text is somewhere on the sheet of one ruleset or another."""
    used: set[str] = {"format.thousands"}
    say = Locale.__call__

    def listening(self: Locale, key: str, **parts: object) -> str:
        used.add(key)
        return say(self, key, **parts)

    monkeypatch.setattr(Locale, "__call__", listening)
    rulesets = [str(name) for name in library.shipped()]
    for number, text in enumerate((OTHERWISE, WITHOUT_DORA)):
        path = tmp_path / f"{number}.yaml"
        path.write_text(text, encoding="utf-8")
        rulesets.append(str(path))
    for ruleset in rulesets:
        page(load(ruleset))
    said = {key for key, _ in keys("en") if not key.startswith("terms.")}
    assert said - used == set()


def test_every_term_is_used() -> None:
    named = {name for language in languages() for _, text in keys(language) for name in parts(text)}
    named |= {
        n for lang in languages() for t in read(lang)[DESCRIPTIONS].values() for n in parts(t)
    }
    assert terms("en") <= {form for name in named for form in (name.lower(), name.capitalize())}


def test_a_yaku_without_a_name_in_a_language_goes_by_another() -> None:
    dutch = Locale("nl", "english")
    assert yaku_name("x", Names(en="A", ja="B"), dutch).language == "en"
    assert yaku_name("x", Names(ja="B"), dutch).language == "ja-Latn"
    assert yaku_name("x", Names(en="A", ja="B", nl="C"), dutch).text == "C"
    assert yaku_name("x", Names(en="A"), Locale("nl", "japanese")).text == "A"
    assert yaku_name("tohoku_shinkansen", known_yaku()["tohoku_shinkansen"].name, dutch).text == (
        "Tohoku-shinkansen"
    )


def test_dutch_and_japanese_words_are_on_the_page() -> None:
    dutch, japanese = sheet("ema-2016", "nl"), sheet("ema-2016", terms="japanese")
    assert [tag for tag in dutch.tags if tag[0] == "html"] == [("html", {"lang": "nl"})]
    assert dutch.tables["east-discard"].cell("30", "4 han") == "11.600"
    assert "Gemengde driedubbele chow" in [row[0] for row in dutch.tables["yaku"].rows]
    names = [row[0] for row in japanese.tables["yaku"].rows]
    assert {"Sanshoku doujun", "Toitoi", "Iipeikou"} <= set(names)
    assert japanese.tables["fu-sets"].rows[0][0] == "Pon, simples"
    assert not re.search(r"\b(chow|pung|kong)s?\b", " ".join(japanese.text), re.IGNORECASE)


def test_a_file_of_words_is_what_its_name_says() -> None:
    assert [path.name for path in sorted(FOLDER.glob("*.toml"))] == ["en.toml", "nl.toml"]

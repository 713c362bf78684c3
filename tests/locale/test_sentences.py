"""The sentences of the rules in other languages: whole, used, and put together as in English."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from reading_pages import page
from running import club, printed
from said_texts import of_the_code, of_the_documents, of_the_scenarios

from riichi_app.locale import file, sentences
from riichi_app.locale.file import TERMS, languages, read
from riichi_app.locale.locale import Locale
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku

OTHERS = [language for language in languages() if language != "en"]

OF_CLUBS = {"stairway", "chow n X", "chow n+1 X", "chow n+2 X"}
"""What a club's own file says is as it stands there."""


def words_in(texts: set[str]) -> set[str]:
    """Those that people read; tiles and figures are the same everywhere."""
    return {text for text in texts if re.search(r"[A-Za-z]{2}", text)}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_sentence_and_no_other(language: str) -> None:
    """A missing string, and one whose English was changed, are found here."""
    said, _ = of_the_documents(language)
    every = of_the_code() | of_the_scenarios() | words_in(said)
    names = set(sentences.yaku_names(language, TERMS[0]))
    assert set(read(language)[sentences.SENTENCES]) == every - names - OF_CLUBS


@pytest.mark.parametrize("language", OTHERS)
def test_what_the_engine_says_is_told_in_every_language(language: str) -> None:
    _, told = of_the_documents(language)
    patterns = sentences.patterns(language)
    assert len(told) > 20
    assert [text for text in told if not any(one.fullmatch(text) for one, _ in patterns)] == []


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("table", [sentences.SENTENCES, sentences.HEARD])
def test_a_sentence_has_the_parts_of_the_english_one(language: str, table: str) -> None:
    for english, told in read(language)[table].items():
        assert parts(told) == parts(english), english
        assert told.strip() == told != "", english


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_figures_are_those_of_the_english_sentence(language: str) -> None:
    point = read(language)["format"]["thousands"]
    for english, told in read(language)[sentences.SENTENCES].items():
        figures = sorted(re.findall(r"[0-9]+(?:,[0-9]{3})+", english))
        written = [figure.replace(",", point) for figure in figures]
        assert sorted(re.findall(rf"[0-9]+(?:\{point}[0-9]{{3}})+", told)) == written, english


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_ends_as_the_english_one(language: str) -> None:
    for english, told in read(language)[sentences.SENTENCES].items():
        assert told.endswith(".") == english.endswith("."), english


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


@pytest.mark.parametrize("language", languages())
def test_japanese_terms_are_used_throughout(language: str) -> None:
    call = ("--language", language, "--terms", "japanese", "--format", "markdown")
    for command in (("rulebook", "ema-2016"), ("compare", "ema-2016", "wrcr-2015")):
        text = "\n".join(
            line for line in printed(*command, *call).splitlines() if "`" not in line
        )  # the yaku and the hands of examples; a yaku has its other name beside it
        assert not re.findall(r"\b(chow|pung|kong)s?\b", text, re.IGNORECASE)
        assert re.search(r"\bpon\b", text)
    names = {name.casefold() for name in known_yaku()}
    assert len(names) > 100


def test_names_of_yaku_are_swapped_whole() -> None:
    japanese = Locale("en", "japanese").tr
    assert japanese("Pure Double Chow") == "Iipeikou"
    assert japanese("Only After a Kong counts, not Last Tile Draw.") == (
        "Only Rinshan kaihou counts, not Haitei raoyue."
    )
    assert japanese("A pung or kong beats a chow") == "A pon or kan beats a chii"
    assert Locale("nl", "english").tr("pure double chow") == "pure dubbele chow"


def test_what_the_engine_says_is_told_part_by_part() -> None:
    dutch = Locale("nl", "english")
    assert dutch.heard("won by south and west") == "gewonnen door zuid en west"
    assert dutch.heard("east may not riichi 9p") == "oost mag dit niet: riichi 9p"
    assert dutch.heard("a sentence that nobody foresaw") == "a sentence that nobody foresaw"
    assert Locale("en", "english").heard("won by south and west") == "won by south and west"


def test_texts_of_a_club_stay_as_they_are(tmp_path: Path) -> None:
    rules = (
        'claims: {winners: {value: nearest, house: "{seat} or a kong: {oops"}}\n'
        "yaku:\n  odd: {name: {en: Kong of {braces}}, concealed: true, worth: {closed: 2}}\n"
    ).replace("{en: Kong of {braces}}", "{en: 'Feast of {braces}'}")
    path = club(tmp_path / "club.yaml", rules, "odd-club")
    for language in languages():
        text = page(printed("rulebook", path, "--language", language)).text
        assert "{seat} or a kong: {oops" in text
        assert "Feast of {braces}" in text


def test_a_language_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("en", "nl"):
        text = (file.FOLDER / f"{name}.toml").read_text("utf-8")
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    other = (tmp_path / "nl.toml").read_text("utf-8").replace("Er zijn geen rode vijven.", "Nay.")
    (tmp_path / "xx.toml").write_text(other, encoding="utf-8")
    monkeypatch.setattr(file, "FOLDER", tmp_path)
    languages.cache_clear()
    try:
        assert languages() == ("en", "nl", "xx")
        assert Locale("xx", "english").tr("There are no red fives.") == "Nay."
        assert Locale("xx", "english").number(30_000) == "30.000"
    finally:
        monkeypatch.undo()
        languages.cache_clear()
    assert len(library.shipped()) > 4

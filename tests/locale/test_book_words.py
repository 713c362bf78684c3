"""Texts about a ruleset use the words of its own book (rulesets/words.yaml)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from each import each
from effort import LONG, first
from running import printed, refused, riichi

from riichi.ask.questions import answers
from riichi.cli.find import search_yaku
from riichi.content.comparison import comparison_text
from riichi.locale import Locale, terms
from riichi.locale.catalogs import DOMAINS, in_clauses, in_data, in_domain, in_options
from riichi.locale.locale import capital, plural_of, words_of
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku, yaku_named
from riichi_core.rules.load import load
from riichi_core.rules.words import vocabularies

SAID = re.compile(r'"[^"\n]*"|\{[^}]*\}|`[^`]*`')
"""What a player says, between double quotes; and names of options."""

EVERYWHERE = {"bet", "call", "called", "calling", "caller"}
"""Words of one book that are ordinary words in the others."""

BOOKS = [name for name, words in vocabularies().items() if not words.romaji]

WIN = ("(222z)(345p)(1111s)77z66m", "7z", "--self-draw", "--seat", "south", "--after-quad")


def found_in(text: str, words: set[str], book: str = "") -> list[str]:
    """Return the words in a text, apart from spoken words and the book's names of yaku."""
    forms = {form for word in words for form in (word, plural_of(word))}
    forms |= {capital(form) for form in forms}
    pattern = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    rest = SAID.sub("", " ".join(text.split()))
    if book:
        own = vocabularies()[book]
        kept = [term for term, word in own.terms.items() if term == word]
        names = sorted([*kept, *(name for name, _ in own.yaku.values())], key=len)
        rest = re.sub("|".join(map(re.escape, names[::-1])), "", rest, flags=re.IGNORECASE)
    return sorted(set(re.findall(rf"(?<![\w.'-])(?:{pattern})(?![\w-]|\.\w)", rest)))


@cache
def foreign(book: str) -> set[str]:
    """Return the terms and names of yaku that only other books have."""
    own = vocabularies()[book]
    swapped = {term for term, word in own.terms.items() if term not in word}
    of_others = {
        word for name in BOOKS for word in vocabularies()[name].terms.values() if name != book
    } - {*own.terms.values()}
    ours = {term for name in BOOKS for term in vocabularies()[name].terms} - swapped
    own_names = " / ".join(name for name, _ in own.yaku.values())
    in_books = (names for name in BOOKS for names in vocabularies()[name].yaku.values())
    names = {name.partition(" (")[0] for name, _ in in_books}
    other_names = {name for name in names if " " in name and name not in own_names}
    return (swapped | (of_others - ours) | other_names) - EVERYWHERE


@pytest.mark.long
def test_no_text_of_the_project_uses_words_of_older_books() -> None:
    texts = {text for domain in DOMAINS for entry in in_domain(domain) for text in entry[:2]}
    old = {"chow", "pung", "kong", "prevailing wind", "noten payment"}
    assert {
        text: words
        for text in texts
        if (words := found_in(text, old))
    } == {"chow/chi, pung/pon, kong/kan": ["chow", "kong", "pung"],
          "chii or chow, pon or pung, kan or kong": ["chow", "kong", "pung"]}  # fmt: skip


def test_the_available_words_match_the_data() -> None:
    assert terms() == ("book", *vocabularies())
    assert {*BOOKS} < {*library.books()}
    for words in vocabularies().values():
        assert {*words.yaku} <= {*known_yaku()}


@each("name", BOOKS)
def test_each_book_name_of_a_yaku_is_found(name: str) -> None:
    for yaku, names in [*vocabularies()[name].yaku.items()][:: 1 if LONG else 3]:
        parts = [part for name in names for part in name.partition(" (")[0].split(" / ")]
        for part in parts:
            assert yaku in search_yaku(part), part
            assert f"yaku.{yaku}" in answers(part).rules or yaku_named(part) not in (None, yaku), (
                part
            )


NAMES = [("Twin Sequences", "pure_double_sequence"), ("Common Ends", "half_outside_hand"),
         ("Pure Double Chow", "pure_double_sequence"), ("Unbroken", "ippatsu"),
         ("Under the River", "under_the_river"), ("Ipeikou", "pure_double_sequence"),
         ("Terminals in All Groups", "full_outside_hand")]  # fmt: skip


@each("name, yaku", NAMES if LONG else NAMES[:3])
def test_a_yaku_is_found_by_the_name_of_any_book(name: str, yaku: str) -> None:
    assert f"yaku.{yaku}" in printed("find", name)
    assert f"yaku.{yaku}" in printed("ask", name)
    assert f"yaku.{yaku}" in printed("show", "tenhou", name)


def papers(name: str) -> Iterator[tuple[str, ...]]:
    for paper in ("sheet", "rulebook", "card"):
        yield paper, name, "--format", "markdown"
    yield "show", name
    yield "foul", "--rules", name
    yield "foul", "noten riichi", "--rules", name
    yield "ask", "can I win a quad", "--rules", name
    yield "ask", "all sequences and triplets", "--rules", name
    yield "score", *WIN, "--rules", name, "--cite"


@pytest.mark.parametrize("name", first(BOOKS))
def test_a_ruleset_is_printed_in_its_own_words(name: str) -> None:
    said = {call: found_in(printed(*call), foreign(name), name) for call in papers(name)}
    assert {call: words for call, words in said.items() if words} == {}


PAIRS = [("ema-2025", "wrc-2025"), ("ema-2016", "ema-2025"), ("wrc-2025", "wrcr-2015"),
         ("ema-2016", "wrc-2025")]  # fmt: skip


@each("one, other", PAIRS if LONG else PAIRS[:2])
def test_each_side_of_a_comparison_has_its_own_words(one: str, other: str) -> None:
    comparison = compare(load(one), load(other), tr=Locale())
    text = comparison_text(comparison, {}, Locale(), everything=True)
    for place, name in enumerate((one, other)):
        for option in text.options:
            said = " ".join(option.sides[place])
            assert found_in(said, foreign(name), name) == [], option.path
    titles = " ".join(option.title for option in text.options)
    shared = {*vocabularies()[one].terms.values()} & {*vocabularies()[other].terms.values()}
    assert found_in(titles, {"chow", "pung", "kong", "chonbo"} - shared) == []


def test_two_books_with_a_word_in_common_are_compared_in_it() -> None:
    titles = {row.path: row.title for row in compare("ema-2016", "wrcr-2015", tr=Locale()).rows}
    assert titles["claims.meld_precedence"] == "Chow against pung or kong"
    assert titles["yaku.pure_double_sequence"] == "Pure Double Chow"
    titles = {row.path: row.title for row in compare("ema-2016", "wrc-2025", tr=Locale()).rows}
    assert titles["claims.meld_precedence"] == "Sequence against triplet or quad"


VERB = re.compile(
    r"\b(rules|walls|to|be|players?|spectators|they|who|and|may|must) set\b(?!s| of| and)"
    r"|\bset (up|no|their|the|aside|down)\b|\bsets (up|no|the)\b|[Mm]ahjong set"
)


def test_a_set_is_always_a_set_of_a_hand() -> None:
    for_rules = (entry.text for entry in (*in_options(), *in_data(), *in_clauses()))
    assert [text for text in for_rules if VERB.search(text)] == []


def test_wrc_2025_has_groups_and_calls_and_names_the_counter_once() -> None:
    text = printed("rulebook", "wrc-2025", "--format", "markdown", "--citations", "none")
    assert found_in(text, {"set", "claim", "claimed", "claiming"}, "wrc-2025") == []
    assert text.count("continuance counter") == 1
    assert "A complete hand has 14 tiles: four *groups* and a *pair*." in text
    assert "hanchan" not in text


def test_rulesets_with_the_same_words_are_compared_in_those_words() -> None:
    text = printed("compare", "wrcr-2015", "tuesday-club", "--all", "--format", "markdown")
    assert found_in(text, foreign("wrcr-2015"), "wrcr-2015") == []


@cache
def texts_with_articles() -> list[str]:
    texts = {entry.text for domain in DOMAINS for entry in in_domain(domain)}
    return [text for text in texts if re.search(r"\b[Aa]n? ", text)]


@each("name", BOOKS)
def test_articles_match_the_following_word(name: str) -> None:
    wrong = re.compile(r"\b(?:[Aa] [aeio]|[Aa]n [^aeiouh\W])")
    words = Locale(terms=name)
    assert [said for text in texts_with_articles()
            if not wrong.search(text) and wrong.search(said := words(text))] == []  # fmt: skip


RULESETS: Mapping[str, str] = {
    "ema-2025": "ema-2025", "ema-2012": "ema-2016", "rrc": "ema-2016", "wrc-2022": "wrc-2025",
    "us-wrc-2025": "wrc-2025", "tuesday-club": "wrcr-2015", "tenhou": "japanese",
    "mahjong-soul": "japanese", "m-league": "japanese",
}  # fmt: skip


@each("name, words", RULESETS.items())
def test_a_ruleset_has_the_words_of_its_book(name: str, words: str) -> None:
    assert words_of(load(name)) == words


CLUB = "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2016\n"


def test_house_rules_can_choose_their_words(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(CLUB)
    assert "Pure Double Chow" in printed("sheet", file, "--format", "markdown")
    file.write_text(CLUB + "words: wrc-2025\n")
    assert "Twin Sequences" in printed("sheet", file, "--format", "markdown")
    file.write_text(CLUB + "words: wrc-2026\n")
    said = refused("sheet", file, status=1)
    assert "there is no vocabulary 'wrc-2026'" in said
    assert "ema-2025, wrc-2025, ema-2016, wrcr-2015, japanese" in " ".join(said.split())
    assert "did you mean: wrc-2025" in said


def test_words_can_be_requested() -> None:
    call = ("sheet", "ema-2016", "--format", "markdown")
    assert "Pure Double Sequence" in printed(*call, "--terms", "ema-2025")
    assert "Twin Sequences" in printed(*call, "--terms", "wrc-2025")
    assert "Iipeikou" in printed(*call, "--terms", "japanese")
    assert printed(*call) == printed(*call, "--terms", "book")
    assert "'book', 'ema-2025', 'wrc-2025', 'ema-2016', 'wrcr-2015', 'japanese'" in " ".join(
        riichi(*call, "--terms", "latin", status=2).stderr.split()
    )


def test_a_translation_has_its_own_words_for_every_book() -> None:
    call = ("sheet", "wrc-2025", "--format", "markdown", "--language", "nl")
    assert "Pure dubbele chow" in printed(*call)
    assert printed(*call) == printed(*call, "--terms", "wrc-2025")


def test_spoken_words_stay_unchanged() -> None:
    assert Locale(terms="ema-2016")('"quad" is not a quad') == '"quad" is not a kong'

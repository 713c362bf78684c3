"""A beginner can play a first deal from the rulebook, and finds each answer in it.

`first_deal.yaml` has the questions, written before the text: an answer is one paragraph, item or
row that has all of its words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from effort import first

from riichi.content.rulebook import chapter_title, rulebook
from riichi.locale import ENGLISH, Locale
from riichi.writers.markdown import markdown
from riichi_core.rules.load import load

QUESTIONS = yaml.safe_load(Path(__file__).with_name("first_deal.yaml").read_text(encoding="utf-8"))

BOOKS = ("ema-2016", "wrcr-2015", "ema-2025", "wrc-2025")


DUTCH = Locale("nl")


@cache
def chapters_of(book: str, language: Locale) -> Mapping[str, list[str]]:
    """Return the lines of the rulebook by chapter heading."""
    text = markdown(rulebook(load(book), language))
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return {
        title: [line for line in text.splitlines() if line]
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def words_for(question: Mapping[str, Any], book: str, language: Locale) -> list[str] | None:
    words = question["in_dutch" if language is DUTCH else "words"]
    found: list[str] | None = words[book] if isinstance(words, dict) else words
    return found


def answers(
    question: Mapping[str, Any], book: str, language: Locale, words: list[str]
) -> list[str]:
    """Return the lines of the chapter that have all the words."""
    patterns = [
        re.compile(rf"\b(?:{'|'.join(map(re.escape, word.split('|')))})\b", re.IGNORECASE)
        for word in words
    ]
    title = chapter_title(question["chapter"], language.of(load(book)))
    lines = chapters_of(book, language)[title]
    return [line for line in lines if all(pattern.search(line) for pattern in patterns)]


@pytest.mark.parametrize("language", [ENGLISH, DUTCH], ids=["en", "nl"])
@pytest.mark.parametrize("book", first(BOOKS))
def test_the_rulebook_alone_answers_a_beginners_questions(book: str, language: Locale) -> None:
    open_questions = [
        question["asks"]
        for question in QUESTIONS
        if (words := words_for(question, book, language)) is not None
        and not answers(question, book, language, words)
    ]
    assert not open_questions


@pytest.mark.parametrize("language", [ENGLISH, DUTCH], ids=["en", "nl"])
@pytest.mark.parametrize("book", first(BOOKS))
def test_the_rulebook_has_no_answer_if_its_book_has_none(book: str, language: Locale) -> None:
    for question in QUESTIONS:
        if words_for(question, book, language) is None:
            for other in BOOKS:
                words = words_for(question, other, language)
                assert words is None or not answers(question, book, language, words)


def test_there_are_forty_questions_and_most_have_an_answer_in_every_book() -> None:
    assert len(QUESTIONS) >= 40
    assert len({question["asks"] for question in QUESTIONS}) == len(QUESTIONS)
    silent = {
        language.language: {
            question["asks"]
            for question in QUESTIONS
            if any(words_for(question, book, language) is None for book in BOOKS)
        }
        for language in (ENGLISH, DUTCH)
    }
    assert silent["en"] == silent["nl"]
    assert len(silent["en"]) <= 5

"""People read titles of rulesets, never their ids."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from effort import first, long_if

from riichi.content.comparison import comparison_text
from riichi.content.examples import contrasting_examples
from riichi.content.guide import card, guide, poster
from riichi.content.quiz import questions, quiz
from riichi.content.rulebook import rulebook
from riichi.content.score_sheet import score_sheet
from riichi.content.win import explained_win
from riichi.locale import Locale, languages
from riichi.web.api import answer_question
from riichi.web.house_rules import HouseRulesFile
from riichi.web.page import pages
from riichi.writers.html import html
from riichi_core.comparison.comparison import compare
from riichi_core.records.win import read_win
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import LONGEST_SHORT_TITLE, Ruleset
from riichi_core.scoring.explain import explain

CLUB = "Tuesday evening mahjong circle of Leiden"
SHORT_WORDS = ("tenhou", "saikouisen", "parlour", "npm", "rrc", "mu")
"""The ids that are words by themselves, which titles and sources may have."""

IDS = [name for name in library.shipped() if name not in SHORT_WORDS]
ID = re.compile(rf"(?<![\w/+-])(?:{'|'.join(map(re.escape, IDS))}|tuesday-evening[a-z-]*)(?![\w-])")

CHANGES = {
    "setup.starting_points": 25000,
    "result.oka": "first",
    "claims.winners": "head_bump",
    "end.bust": "below_zero",
    "tiles.red_fives": {"m": 1, "p": 1, "s": 1},
    "yaku.daisharin": {"yakuman": 1},
}
RECORD = {"hand": "234m56799p24678s", "winning_tile": "3s", "won_by": "self_draw"}


def club(base: str) -> Ruleset:
    file = HouseRulesFile.new(base, CLUB)
    for path, value in CHANGES.items():
        file = file.with_value(path, value)
    assert file.ruleset is not None
    return file.ruleset


def papers(ruleset: Ruleset, tr: Locale) -> Iterator[tuple[str, str]]:
    """Yield every document about house rules, by kind."""
    base = ruleset.base
    assert base is not None
    comparison = compare(base, ruleset, tr=tr)
    paths = [row.path for row in comparison.differing]
    examples = contrasting_examples(paths, [base, ruleset], tr)
    documents = {
        "sheet": score_sheet(ruleset, tr),
        "card": card(ruleset, tr),
        "rulebook": rulebook(ruleset, tr),
        "guide": guide(comparison, examples, tr, everything=True),
        "poster": poster(comparison, tr),
        "quiz": quiz(comparison, questions(comparison, 20, 1, tr), tr),
    }
    for kind, document in documents.items():
        yield kind, html(document)
    yield "compare", "\n".join(comparison_text(comparison, examples, tr, everything=True).lines())
    explanations = [explain(read_win(RECORD), side) for side in (base, ruleset)]
    yield "score", "\n".join(explained_win(explanations, tr, tiles=False, cite=True))


def visible(page: str) -> str:
    """Return the text of a page that people see or hear."""
    heard = re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page)
    page = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    return unescape(" ".join([re.sub(r"<[^>]*>", " ", page), *heard]))


@pytest.mark.parametrize(
    ("base", "language"),
    [
        pytest.param(base, language, marks=long_if((row + column) % 2 == 1))
        for row, base in enumerate(["ema-2025", "mahjong-soul"])
        for column, language in enumerate(languages())
    ],
)
def test_papers_name_rulesets_by_title(base: str, language: str) -> None:
    for kind, page in papers(club(base), Locale(language)):
        assert ID.findall(visible(page)) == [], kind


@pytest.mark.parametrize("language", first(languages()))
def test_answers_of_the_page_name_rulesets_by_title(language: str) -> None:
    file = HouseRulesFile.new("ema-2025", CLUB)
    for path, value in CHANGES.items():
        file = file.with_value(path, value)
    asked: list[dict[str, Any]] = [
        {"ask": "set", "file": file.text},
        {"ask": "examples", "file": file.text},
        {"ask": "form", "file": file.text},
        {"ask": "compare", "rulesets": ["ema-2025", "wrc-2025"]},
        {"ask": "examples", "rulesets": ["ema-2025", "wrc-2025"]},
        {"ask": "score", "rulesets": ["ema-2025", "wrc-2025"], "file": file.text,
         "record": RECORD},
        {"ask": "export", "program": "tenhou", "file": file.text},
    ]  # fmt: skip
    for question in asked:
        answer = json.loads(answer_question(json.dumps(question | {"language": language})))
        assert "refused" not in answer, answer
        parts = {"differences", "examples", "form", "redrawn", "html"} & answer.keys()
        assert parts
        for part in parts:
            text = answer[part] if isinstance(answer[part], str) else json.dumps(answer[part])
            assert ID.findall(visible(text)) == [], (question["ask"], part)


def test_pages_name_rulesets_by_title() -> None:
    for name, page in pages().items():
        assert ID.findall(visible(page)) == [], name


def test_each_shipped_ruleset_has_its_own_short_title() -> None:
    titles = [load(name).short_title for name in library.shipped()]
    assert len({*titles}) == len(titles)
    assert [title for title in titles if len(title) > LONGEST_SHORT_TITLE] == []


def test_house_rules_without_a_short_title_use_their_title() -> None:
    assert club("ema-2025").short_title == CLUB


def test_a_long_title_is_cut_in_columns() -> None:
    names = compare(load("ema-2025"), club("ema-2025")).names()
    assert names == ("EMA 2025", "Tuesday evening mahjong circl…")


def test_equal_titles_are_distinguished() -> None:
    book = load("ema-2025")
    assert compare(book, book).names() == ("EMA 2025", "EMA 2025 (2)")

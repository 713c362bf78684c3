"""Any ruleset can be written, read back, compared and printed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from effort import LONG, RULESETS
from hypothesis import given, settings, strategies as st
from paper import typst
from reading_pages import page
from strategies import ANY, read_back, rulesets

from riichi.content.comparison import comparison_text
from riichi.content.guide import guide
from riichi.content.rulebook import rulebook
from riichi.content.score_sheet import score_sheet
from riichi.locale import Locale, languages
from riichi.writers.html import html
from riichi.writers.markdown import markdown
from riichi.writers.model import Document
from riichi.writers.terminal import terminal
from riichi.writers.typst import pdf
from riichi_core.comparison.comparison import compare
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset

LOCALES = st.sampled_from(languages()).map(Locale)


@ANY
@given(rulesets())
def test_the_house_rules_of_any_ruleset_can_be_read_back(ruleset: Ruleset) -> None:
    written = {chapter: ruleset.rules.written(chapter) for chapter in chapters()}
    again, _ = read_back(written, ruleset.extends or "")
    assert again is not None
    assert again.rules == ruleset.rules


def documents(one: Ruleset, other: Ruleset, tr: Locale) -> Iterator[Document]:
    found = compare(one, other, tr=tr)
    assert list(comparison_text(found, {}, tr, everything=False).lines())
    yield guide(found, {}, tr, everything=False)
    yield score_sheet(one, tr)
    if LONG:  # finding the examples of a rulebook needs the whole engine
        yield rulebook(other, tr)


@ANY
@given(rulesets(), rulesets(), LOCALES)
def test_any_ruleset_has_documents(one: Ruleset, other: Ruleset, tr: Locale) -> None:
    for document in documents(one, other, tr):
        assert page(html(document)).text.split()
        assert markdown(document)
        list(terminal(document))


@typst
@pytest.mark.long
@settings(ANY, max_examples=max(1, RULESETS // 4))
@given(rulesets(), rulesets(), LOCALES)
def test_any_ruleset_has_a_pdf(one: Ruleset, other: Ruleset, tr: Locale) -> None:
    for document in documents(one, other, tr):
        assert pdf(document).data.startswith(b"%PDF")

"""Rules in a club's own words on the page: a row of fields for each, and what these mean."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest

from riichi.locale import Locale
from riichi.web.house_rules import OWN_WORDS
from riichi.web.markup import Html, el
from riichi.web.rulesets import option_id
from riichi.web.value_shape import Fields
from riichi_core.rules.ruleset import LONGEST_HEAD_TEXT, LONGEST_OWN_WORDS, OTHER_RULES

HEADING, TEXT = f"{OWN_WORDS}/heading", f"{OWN_WORDS}/text"
"""The names of a row's fields."""


def own_words_html(rules: Mapping[str, str], tr: Locale) -> Html:
    """Return the rows of rules by heading, an empty row, and another to add."""
    empty = _row("", "", tr)
    return el(
        "fieldset",
        el("legend", tr(OTHER_RULES), class_="sr"),
        [_row(heading, text, tr) for heading, text in rules.items()],
        empty,
        el("template", empty),
        el("button", tr("Add another"), type="button", data_more=True),
        el("p", class_="error", role="alert"),
        class_="option", id=option_id(OWN_WORDS), data_path=OWN_WORDS,
    )  # fmt: skip


def _row(heading: str, text: str, tr: Locale) -> Html:
    limits = {HEADING: LONGEST_HEAD_TEXT, TEXT: LONGEST_OWN_WORDS}
    hint = tr("e.g. Table fee")
    title = el("input", value=heading, name=HEADING, maxlength=limits[HEADING], placeholder=hint)
    words = el("textarea", text, name=TEXT, rows=2, maxlength=limits[TEXT])
    return el(
        "div",
        el("label", el("span", tr("Heading")), title, class_="field"),
        el("label", el("span", tr("Rule")), words, class_="field"),
        class_="row own-words",
    )


def own_words_of(fields: Fields) -> dict[str, str]:
    """Return the rules of rows by heading: a number for a rule without one, nothing if empty."""
    rows = zip_longest(fields.get(HEADING, ()), fields.get(TEXT, ()), fillvalue="")
    found: dict[str, str] = {}
    for number, (heading, text) in enumerate(rows, 1):
        words = " ".join(text.split())
        if words:
            name = " ".join(heading.split()) or str(number)
            found[name] = f"{found[name]} {words}" if name in found else words
    return found

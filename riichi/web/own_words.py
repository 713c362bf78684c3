"""What a club writes itself on the page, other rules and their history: rows of fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from riichi.locale import Locale
from riichi.web.markup import Html, el
from riichi.web.rulesets import option_id
from riichi.web.value_shape import Fields
from riichi_core.language import Translatable
from riichi_core.rules.ruleset import (
    HISTORY,
    LONGEST_HEAD_TEXT,
    LONGEST_OWN_WORDS,
    OTHER_RULES,
    OWN_WORDS,
)

TITLES: Mapping[str, Translatable] = {"other_rules": OTHER_RULES, "history": HISTORY}

COLUMNS: Mapping[str, Mapping[str, tuple[Translatable, Translatable]]] = {
    "other_rules": {"heading": ("Heading", "e.g. Table fee"), "text": ("Rule", "")},
    "history": {
        "date": ("Date", "e.g. 2026-03-12"),
        "change": ("What changed", ""),
        "why": ("Why (optional)", ""),
    },
}
"""The fields of a row by name, each with its label; one with an example is short."""


def own_words_html(key: str, written: Any, tr: Locale) -> Html:
    """Return the rows of what a file has below a key, an empty row, and another to add."""
    empty = _row(key, ["", "", ""], tr)
    return el(
        "fieldset",
        el("legend", tr(TITLES[key])),
        [_row(key, row, tr) for row in _rows(key, written)],
        empty,
        el("template", empty),
        el("button", tr("Add another"), type="button", data_more=True),
        el("p", class_="error", role="alert"),
        class_="option", id=option_id(key), data_path=key,
    )  # fmt: skip


def _rows(key: str, written: Any) -> Iterator[list[str]]:
    """Yield the texts of each row; what is no text stays in the file until the rows change."""
    if isinstance(written, dict):
        yield from ([str(heading), str(text)] for heading, text in written.items())
    elif isinstance(written, list):
        parts = (entry for entry in written if isinstance(entry, dict))
        yield from ([str(entry.get(name) or "") for name in COLUMNS[key]] for entry in parts)


def _row(key: str, texts: Sequence[str], tr: Locale) -> Html:
    fields = []
    for (name, (label, example)), text in zip(COLUMNS[key].items(), texts, strict=False):
        named = f"{key}/{name}"
        control = el("textarea", text, name=named, rows=2, maxlength=LONGEST_OWN_WORDS)
        if example:
            hint, most = tr(example), LONGEST_HEAD_TEXT
            control = el("input", value=text, name=named, maxlength=most, placeholder=hint)
        fields.append(el("label", el("span", tr(label)), control, class_="field"))
    return el("div", fields, class_="row own-words")


def own_words_of(key: str, fields: Fields) -> Any:
    """Return what the rows of a key with a text mean, as a file writes it.

    A rule without a heading has a number.
    """
    columns = [fields.get(f"{key}/{name}", ()) for name in COLUMNS[key]]
    rows = [[" ".join(text.split()) for text in row] for row in zip_longest(*columns, fillvalue="")]
    written = [row for row in rows if row[1]]
    if key == "history":
        entries = (zip(COLUMNS[key], row, strict=True) for row in written)
        return [{name: text for name, text in entry if text} for entry in entries]
    found: dict[str, str] = {}
    for number, (heading, text) in enumerate(written, 1):
        name = heading or str(number)
        found[name] = f"{found[name]} {text}" if name in found else text
    return found


def all_own_words_html(data: Mapping[str, Any], tr: Locale) -> dict[str, Html]:
    """Return the rows of all that a club writes itself, by key."""
    return {key: own_words_html(key, data.get(key), tr) for key in OWN_WORDS}

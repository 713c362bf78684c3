"""The differences of house rules from their base, in words, with room for examples."""

from __future__ import annotations

from itertools import groupby

from riichi_app.content.citations import format_citation
from riichi_app.locale import Locale
from riichi_app.web.markup import Html, el, together
from riichi_app.web.rulesets import option_id
from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.rules.ruleset import Ruleset


def differences_html(base: Ruleset, ruleset: Ruleset, tr: Locale) -> Html:
    """Return in words what house rules have otherwise than their base, with room for examples."""
    rows = compare(base, ruleset, tr=tr).differing
    if not rows:
        return el("p", tr("Nothing differs from {base} yet.", base=base.title), class_="sum")
    text = tr.counted(
        "{n} rule differs from {base}.", "{n} rules differ from {base}.", len(rows), base=base.title
    )
    return together(
        el("p", text, class_="sum"),
        [
            el(
                "section",
                el("h3", title),
                [_difference_html(row, base, tr) for row in chapter_rows],
            )
            for title, chapter_rows in groupby(rows, key=lambda row: row.chapter_title)
        ],
    )


def _difference_html(row: ComparisonRow, base: Ruleset, tr: Locale) -> Html:
    base_side, own_side = row.sides
    source = own_side.provenance
    reason = (
        el("p", source.text, class_="reason")
        if source and source.kind == "house" and source.text
        else None
    )
    citation = el("small", format_citation(base_side.provenance, base, tr))
    sides = (
        (base.id, together(base_side.sentences, " ", citation)),
        (tr("your rules"), own_side.sentences),
    )
    return el(
        "article",
        el("h4", el("a", row.title, href=f"#{option_id(row.path)}")),
        sides_html(*sides),
        reason,
        el("div", class_="example", data_example=row.path),
        class_="difference",
        data_path=row.path,
    )


def sides_html(*sides: tuple[str, str]) -> Html:
    """Return each side below the other, the last one as the own."""
    own_index = len(sides) - 1
    rows = [
        el(
            "div",
            el("dt", label),
            el("dd", sentence),
            class_="own-side" if index == own_index else None,
        )
        for index, (label, sentence) in enumerate(sides)
    ]
    return el("dl", rows, class_="sides")

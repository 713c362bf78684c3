"""The differences of house rules from their base, in words, with room for examples."""

from __future__ import annotations

from itertools import groupby

from riichi_app.locale import Locale
from riichi_app.pages.citations import format_citation
from riichi_app.web.lookup import option_id
from riichi_app.web.markup import Html, el, together
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
            el("section", el("h3", title), [_difference(row, base, tr) for row in of])
            for title, of in groupby(rows, key=lambda row: row.chapter_title)
        ],
    )


def _difference(row: ComparisonRow, base: Ruleset, tr: Locale) -> Html:
    theirs, ours = row.sides
    law = ours.provenance
    why = el("p", law.text, class_="reason") if law and law.kind == "house" and law.text else None
    citation = el("small", format_citation(theirs.provenance, base, tr))
    sides = (base.id, together(theirs.sentences, " ", citation)), (tr("your rules"), ours.sentences)
    return el(
        "article",
        el("h4", el("a", row.title, href=f"#{option_id(row.path)}")),
        sides_html(*sides),
        why,
        el("div", class_="example", data_example=row.path),
        class_="difference",
        data_path=row.path,
    )


def sides_html(*sides: tuple[str, str]) -> Html:
    """Return each side below the other, the last one as the own."""
    own = len(sides) - 1
    rows = [
        el("div", el("dt", label), el("dd", says), class_="own-side" if place == own else None)
        for place, (label, says) in enumerate(sides)
    ]
    return el("dl", rows, class_="sides")

"""The differences of house rules from their base, in words, with space for examples."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from riichi.content.citations import format_citation
from riichi.locale import Locale
from riichi.web.markup import Content, Html, el, together
from riichi.web.rulesets import option_id
from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.rules.ruleset import HOUSE_KINDS, Ruleset
from riichi_core.rules.settings import Setting


def differences_html(base: Ruleset, ruleset: Ruleset, tr: Locale) -> Html:
    """Return the differences of house rules from their base in words, with space for examples."""
    tr = tr.of(base, ruleset)
    rows = compare(base, ruleset, tr=tr, paths=ruleset.changes).differing
    short = base.short_title_in(tr)
    one, several = "{n} rule differs from {base}.", "{n} rules differ from {base}."
    text = tr.counted(one, several, len(rows), base=short)
    if not rows:
        text = tr("Nothing differs from {base} yet.", base=short)
    sections = [
        el("section", el("h3", title), [changed_option_html(row, base, tr) for row in chapter_rows])
        for title, chapter_rows in groupby(rows, key=lambda row: row.chapter_title)
    ]
    for _, heading, rules in ruleset.own_words():
        entries = [el("div", el("dt", name), el("dd", text)) for name, text in rules]
        sections.append(el("section", el("h3", tr(heading)), el("dl", entries, class_="sides")))
    return together(el("p", text, class_="sum"), sections)


def changed_option_html(row: ComparisonRow, base: Ruleset, tr: Locale) -> Html:
    """Return the difference of house rules in an option, with space for an example."""
    tr = tr.of(base)
    base_side, own_side = row.sides
    source = own_side.provenance
    reason = None
    if source and source.kind in HOUSE_KINDS and source.text:
        observed = source.kind == "observed"
        text = tr("observed: {why}", why=source.text) if observed else source.text
        reason = el("p", text, class_="reason")
    return difference_html(
        el("a", row.title, href=f"#{option_id(row.path)}"),
        [
            (base.short_title_in(tr), cited_html(base_side, base, tr)),
            (tr("your rules"), own_side.sentences),
        ],
        reason,
        el("div", class_="example", data_example=row.path),
        data_path=row.path,
    )


def difference_html(
    title: Content,
    sides: Iterable[tuple[str, str]],
    *below: Content,
    class_: str = "difference",
    **attributes: str,
) -> Html:
    """Return an option under its title with the value of each side, and more content below."""
    heading = el("h4", title)
    return el("article", heading, sides_html(*sides), *below, class_=class_, **attributes)


def cited_html(side: Setting, ruleset: Ruleset, tr: Locale) -> Html:
    """Return the sentences of a value and its citation."""
    return together(
        side.sentences, " ", source_html(format_citation(side.provenance, ruleset, tr), tr)
    )


def source_html(source: str, tr: Locale) -> Html:
    """Return the source of a rule, behind a mark for keyboards and screen readers as well."""
    mark = el("summary", el("span", "i", aria_hidden="true"), aria_label=tr("Source"))
    return el("details", mark, el("small", source), class_="source")


def sides_html(*sides: tuple[str, str]) -> Html:
    """Return the sides in rows, the last one marked as the user's own."""
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

"""Rulesets side by side in words, and as rows for a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from riichi_app.documents.spreadsheet import safe_csv
from riichi_app.pages.citations import format_citation, shelf_remark
from riichi_app.pages.comparison_text import ComparisonText, ExampleText, OptionText
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.ruleset import Provenance
from riichi_core.rules.settings import Setting

if TYPE_CHECKING:
    from riichi_app.pages.examples import Example
    from riichi_core.comparison.examples import KnownResults


def comparison_text(
    found: Comparison,
    shown: Mapping[str, Example],
    tr: Translator = ENGLISH,
    *,
    everything: bool,
    known: KnownResults | None = None,
) -> ComparisonText:
    """Return the options that differ (or all) in words, with the examples that are given.

    Args:
        found: the rulesets side by side.
        shown: the examples.
        tr: the language.
        everything: whether to have the options that agree as well.
        known: what was found out of scenarios on the way to the examples.
    """
    return ComparisonText(
        found.title(tr),
        comparison_summary(found, tr),
        _matters(found, tr, known) if shown else "",
        alike_sentence(found, tr),
        found.labels,
        tr("e.g."),
        tuple(
            _option(found, row, shown.get(row.path), tr)
            for row in found.shown(everything=everything)
        ),
    )


def _option(
    found: Comparison, row: ComparisonRow, one: Example | None, tr: Translator
) -> OptionText:
    sides = zip(found.rulesets, row.sides, strict=True)
    return OptionText(
        row.path,
        row.title if row.differs or len(row.sides) == 1 else f"{row.title}   {tr('(the same)')}",
        row.chapter_title,
        tuple(
            (side.sentences, format_citation(side.provenance, ruleset, tr))
            for ruleset, side in sides
        ),
        None if one is None else ExampleText(one.written, one.outcomes),
    )


def comparison_summary(found: Comparison, tr: Translator = ENGLISH) -> str:
    """Return in how many options and chapters the rulesets differ, and which are on the shelf."""
    remarks = [shelf_remark(ruleset, tr) for ruleset in found.rulesets]
    return " ".join(filter(None, [_differing(found, tr), *remarks]))


def _differing(found: Comparison, tr: Translator) -> str:
    differing, every = len(found.differing), len(found.rows)
    if not differing:
        return tr("None of {every} options differs.", every=every)
    chapters = len({row.chapter for row in found.differing})
    return tr(
        "{options}, in {chapters}.",
        options=tr.counted(
            "{n} of {every} options differs",
            "{n} of {every} options differ",
            differing,
            every=every,
        ),
        chapters=tr.counted("{n} chapter", "{n} chapters", chapters),
    )


def _matters(found: Comparison, tr: Translator, known: KnownResults | None) -> str:
    """Return the options that matter most, in a sentence; this takes the whole engine."""
    from riichi_app.pages.five import five_that_matter  # noqa: PLC0415 - only with examples

    titles = [row.title for row in five_that_matter(found, known)]
    return tr("What matters most: {options}.", options="; ".join(titles)) if titles else ""


def alike_sentence(found: Comparison, tr: Translator = ENGLISH) -> str:
    """Return the chapters in which nothing differs, in a sentence; empty if there are none.

    A chapter of which nobody plays anything, as chips between two federations, is no news.
    """
    differing = {row.chapter for row in found.differing}
    titles = {
        row.chapter_title: None
        for row in found.rows
        if row.chapter not in differing and any(side.value != "none" for side in row.sides)
    }
    return tr("What stays the same: {chapters}.", chapters=", ".join(titles)) if titles else ""


COLUMNS = (
    *("chapter", "path", "title", "differs", "ruleset", "value", "says"),
    *("law", "text", "note", "grade"),
)


def comparison_csv(found: Comparison, *, everything: bool) -> str:
    """Return the options that differ, or all, as a line for each option and ruleset."""
    rows = (
        (
            row.chapter,
            row.path,
            row.title,
            str(row.differs).lower(),
            label,
            _value(side),
            side.sentences,
            *_law(side.provenance),
        )
        for row in found.shown(everything=everything)
        for label, side in zip(found.labels, row.sides, strict=True)
    )
    return safe_csv(COLUMNS, rows)


def _law(source: Provenance | None) -> tuple[str, str, str, str]:
    if source is None:
        return "", "", "", ""
    return source.kind, source.text, source.note, source.grade or ""


def _value(side: Setting) -> str:
    return side.value if isinstance(side.value, str) else json.dumps(side.value)

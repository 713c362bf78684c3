"""Rulesets side by side in words, and as rows for a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from riichi.content.citations import agreement, format_citation, shelf_remark
from riichi.content.comparison_text import ComparisonText, ExampleText, OptionText
from riichi.content.what_matters import Matter, five_that_matter, how_it_is_known
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import not_empty
from riichi_core.rules.ruleset import Provenance

if TYPE_CHECKING:
    from riichi.content.examples import Example


def comparison_text(
    comparison: Comparison,
    examples: Mapping[str, Example],
    tr: Translator = PLAIN_ENGLISH,
    *,
    everything: bool,
) -> ComparisonText:
    """Return the options that differ (or `everything`) in words, with their examples."""
    tr = tr.of(*comparison.rulesets)
    return ComparisonText(
        comparison.title(tr),
        comparison_summary(comparison, tr),
        matters_sentence(comparison, tr),
        alike_sentence(comparison, tr),
        comparison.names(tr),
        tr("e.g."),
        tuple(_option_texts(comparison, examples, tr, everything=everything)),
    )


def _option_texts(
    comparison: Comparison, examples: Mapping[str, Example], tr: Translator, *, everything: bool
) -> Iterator[OptionText]:
    """Yield the options; those that only one side mentions are last unless everything is shown."""
    rows = comparison.shown(everything=everything)
    for row in rows:
        if everything or row.only_side is None:
            yield _option_text(comparison, row, examples.get(row.path), tr)
    for place, title, only in () if everything else only_in(comparison, rows, tr):
        for row in only:
            whole = _option_text(comparison, row, None, tr)
            yield replace(whole, chapter=title, sides=(whole.sides[place],))


def only_in(
    comparison: Comparison, rows: Sequence[ComparisonRow], tr: Translator
) -> Iterator[tuple[int, str, Sequence[ComparisonRow]]]:
    """Yield the place of each ruleset, a title, and the options that only it mentions."""
    for place, name in enumerate(comparison.names(tr)):
        if only := [row for row in rows if row.only_side == place]:
            yield place, tr("Only in {ruleset}", ruleset=name), only


def _option_text(
    comparison: Comparison, row: ComparisonRow, example: Example | None, tr: Translator
) -> OptionText:
    sides = zip(comparison.rulesets, row.sides, strict=True)
    remark = agreement(row.sides, tr)
    return OptionText(
        row.path,
        f"{row.title}   {remark}" if remark else row.title,
        row.chapter_title,
        tuple(
            (side.sentences, format_citation(side.provenance, ruleset, tr))
            for ruleset, side in sides
        ),
        None if example is None else ExampleText(example.written, example.outcomes),
    )


def comparison_summary(comparison: Comparison, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the number of differing options and chapters, and the rulesets on the shelf."""
    remarks = [shelf_remark(ruleset, tr) for ruleset in comparison.rulesets]
    return " ".join(not_empty([_differing_sentence(comparison, tr), *remarks]))


def _differing_sentence(comparison: Comparison, tr: Translator) -> str:
    differing, every = len(comparison.differing), len(comparison.rows)
    if not differing:
        return tr("None of {every} options differs.", every=every)
    chapters = len({row.chapter for row in comparison.differing})
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


def matters_sentence(comparison: Comparison, tr: Translator) -> str:
    """Name the options that matter most, and how often they do; empty if few options differ."""
    five = five_that_matter(comparison)
    if not five:
        return ""
    titles = "; ".join(titled(matter, tr) for matter in five)
    sentences = [tr("What matters most: {options}.", options=titles), how_it_is_known(five, tr)]
    return " ".join(not_empty(sentences))


def titled(matter: Matter, tr: Translator) -> str:
    """Return the title of an option, with the share of games it decides if that was counted."""
    share = matter.share(tr)
    return f"{matter.row.title} ({share})" if share else matter.row.title


def alike_sentence(comparison: Comparison, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return a sentence on the chapters in which nothing differs; empty if there are none.

    It leaves out a chapter that none of the rulesets uses, e.g. chips.
    """
    differing = {row.chapter for row in comparison.differing}
    titles = {
        row.chapter_title: None
        for row in comparison.rows
        if row.chapter not in differing and any(side.value != "none" for side in row.sides)
    }
    return tr("What stays the same: {chapters}.", chapters=", ".join(titles)) if titles else ""


COLUMNS = (
    *("chapter", "path", "title", "differs", "ruleset", "value", "says"),
    *("source_kind", "text", "proviso", "reading", "note", "grade"),
)


def comparison_rows(comparison: Comparison, *, everything: bool) -> Iterator[tuple[str, ...]]:
    """Yield the cells of `COLUMNS` for each option that differs (or all) and each ruleset."""
    for row in comparison.shown(everything=everything):
        for label, side in zip(comparison.labels, row.sides, strict=True):
            yield (
                row.chapter,
                row.path,
                row.title,
                str(row.differs).lower(),
                label,
                side.value if isinstance(side.value, str) else json.dumps(side.value),
                side.sentences,
                *_source_cells(side.provenance),
            )


def _source_cells(source: Provenance | None) -> tuple[str, ...]:
    if source is None:
        return ("",) * 6
    remarks = (source.proviso, source.reading, source.note)
    return source.kind, source.text, *remarks, source.grade or ""

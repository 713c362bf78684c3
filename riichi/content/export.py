"""The losses when a ruleset is exported to another program: as text, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from riichi.content.comparison import comparison_text
from riichi.content.examples import contrasting_examples
from riichi.locale import ENGLISH, Locale
from riichi.programs.export import Export
from riichi.writers.columns import StyledText, paragraph, two_columns
from riichi_core.comparison.comparison import Comparison, compare


def export_text(export: Export, tr: Locale = ENGLISH) -> Iterator[str]:
    """Yield the losses: a summary, the partly expressed options, and each loss with an example."""
    yield from paragraph(
        f"{export.ruleset.title} → {export.program.name} {export.program.version}", "title"
    )
    yield from paragraph(_summary(export, tr))
    if export.partial:
        yield ""
        yield from paragraph(tr("In part; not included:"))
        rows = ((path, export.missing(path)) for path in export.partial)
        yield from two_columns(
            (((StyledText(path),), (StyledText(tr(missing)),)) for path, missing in rows),
            max(map(len, export.partial)), 2,
        )  # fmt: skip
    if export.lost:
        comparison = compare(export.ruleset, export.played, tr=tr)
        examples = contrasting_examples(export.lost, comparison.rulesets, tr)
        text = comparison_text(comparison, examples, tr, everything=False)
        yield from paragraph(text.matters) if text.matters else ()
        yield from text.chapter_lines()


def _summary(export: Export, tr: Locale) -> str:
    every = sum(
        map(len, (export.exported, export.partial, export.lost, export.built_in, export.unknown))
    )
    return tr(
        "Of {every} options, it receives {exported} and plays {built_in} the same anyway. It "
        "receives {part} in part and plays {lost} differently; {unknown} are not supported or "
        "unknown.",
        every=every,
        exported=len(export.exported),
        built_in=len(export.built_in),
        part=len(export.partial),
        lost=len(export.lost),
        unknown=len(export.unknown),
    )


def export_json(export: Export, tr: Locale = ENGLISH) -> dict[str, Any]:
    """Return the configuration with all losses (docs/reference/json-records.md)."""
    comparison = compare(export.ruleset, export.played, tr=tr)
    examples = contrasting_examples(export.lost, comparison.rulesets, tr) if export.lost else {}
    return {
        "program": export.program.id,
        "version": export.program.version,
        "ruleset": export.ruleset.id,
        "config": export.config,
        "exported": list(export.exported),
        "partial": [{"path": path, "missing": tr(export.missing(path))} for path in export.partial],
        "lost": list(_losses(export, comparison, examples)),
        "built_in": list(export.built_in),
        "unknown": list(export.unknown),
    }


def _losses(export: Export, comparison: Comparison, examples: Any) -> Iterator[dict[str, Any]]:
    fields = {row.path: row.fields for row in export.program.mappings}
    for row in comparison.differing:
        ours, theirs = row.sides
        example = examples.get(row.path)
        yield {
            "path": row.path,
            "title": row.title,
            "fields": [export.program.name_of(field) for field in fields.get(row.path, ())],
            "value": ours.value,
            "says": ours.sentences,
            "played": theirs.value,
            "played_says": theirs.sentences,
            "example": None if example is None else example.as_json(comparison.labels),
        }

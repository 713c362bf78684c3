"""Rulesets side by side for a terminal, and as rows for a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from riichi_app.documents.spreadsheet import rows_csv
from riichi_app.documents.terminal import chapter_heading, heading, sides
from riichi_app.pages.citations import format_citation
from riichi_core.comparison.comparison import Comparison, Row
from riichi_core.language import ENGLISH, Translator
from riichi_core.rules.settings import Setting

if TYPE_CHECKING:
    from riichi_app.pages.examples import Example


def comparison(
    found: Comparison,
    shown: Mapping[str, Example],
    tr: Translator = ENGLISH,
    *,
    everything: bool,
) -> Iterator[RenderableType]:
    """Yield the options that differ (or all), chapter by chapter, with examples."""
    yield Text(found.title(tr), style="bold")
    yield Text(summary(found, tr))
    width = max(map(len, found.labels))
    rows = found.shown(everything=everything)
    for chapter, group in groupby(rows, key=lambda row: row.chapter_title):
        yield chapter_heading(chapter)
        for row in group:
            yield _row(found, row, width, tr)
            if row.path in shown:
                yield _example(found, shown[row.path], width, tr)


def summary(found: Comparison, tr: Translator = ENGLISH) -> str:
    """Return in how many options and chapters the rulesets differ."""
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


def _row(found: Comparison, row: Row, width: int, tr: Translator) -> RenderableType:
    said: list[tuple[str, Text]] = []
    for label, ruleset, side in zip(found.labels, found.rulesets, row.sides, strict=True):
        said.append((label, Text(side.sentences)))
        said.append(("", Text(format_citation(side.provenance, ruleset, tr), style="dim")))
    equal = "" if row.differs else f"   {tr('(the same)')}"
    return Group(heading(row.title, row.path, equal), sides(said, width))


def _example(found: Comparison, one: Example, width: int, tr: Translator) -> RenderableType:
    """Return a case whose outcome differs: its sentence, and its outcome on each side."""
    happened = (Text(tr("e.g."), style="italic"), Text(one.written, style="italic"))
    told = zip(found.labels, one.outcomes, strict=True)
    return sides((happened, *((label, Text(f"→ {outcome}")) for label, outcome in told)), width)


COLUMNS = ("chapter", "path", "title", "differs", "ruleset", "value", "says", "law", "text")


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
            *((side.provenance.kind, side.provenance.text) if side.provenance else ("", "")),
        )
        for row in found.shown(everything=everything)
        for label, side in zip(found.labels, row.sides, strict=True)
    )
    return rows_csv(COLUMNS, rows)


def _value(side: Setting) -> str:
    return side.value if isinstance(side.value, str) else json.dumps(side.value)

"""Rulesets side by side for a terminal, and as rows for a spreadsheet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from riichi_app.documents.spreadsheet import rows_csv
from riichi_app.documents.terminal import chapter_heading, heading
from riichi_app.pages.citations import format_citation
from riichi_core.comparison import Comparison, Row
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
    """The options that differ (or all), side under side, chapter by chapter, with examples."""
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
    """How many options differ, and in how many chapters."""
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
    sides = Table.grid(padding=(0, 2, 0, 0))
    sides.add_column(width=min(width, 30), overflow="fold")
    sides.add_column(ratio=1)
    for label, ruleset, side in zip(found.labels, found.rulesets, row.sides, strict=True):
        law = Text(format_citation(side.provenance, ruleset, tr), style="dim")
        sides.add_row(Text(label, style="green"), Text(f"{side.sentences}"))
        sides.add_row("", law)
    equal = "" if row.differs else f"   {tr('(the same)')}"
    return Group(heading(row.title, row.path, equal), Padding(sides, (0, 0, 0, 2)))


def _example(found: Comparison, one: Example, width: int, tr: Translator) -> RenderableType:
    """A case whose outcome differs: its sentence, and what comes of it on each side."""
    sides = Table.grid(padding=(0, 2, 0, 0))
    sides.add_column(width=min(width, 30), overflow="fold")
    sides.add_column(ratio=1)
    sides.add_row(Text(tr("e.g."), style="italic"), Text(one.written, style="italic"))
    for label, outcome in zip(found.labels, one.outcomes, strict=True):
        sides.add_row(Text(label, style="green"), Text(f"→ {outcome}"))
    return Padding(sides, (0, 0, 0, 2))


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

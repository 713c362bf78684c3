"""A guide from one ruleset to the next: what differs, by the moment of play at which it matters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from riichi_app.documents.model import (
    Cell,
    Column,
    Document,
    Group,
    Paragraph,
    Row,
    Styled,
    TableBlock,
    TextLine,
)
from riichi_app.locale import Locale
from riichi_app.pages.citations import print_citation
from riichi_app.pages.comparison import comparison_summary
from riichi_app.pages.examples import Example, example_lines, outcome_beside
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import Text, Translator

SECTIONS: Mapping[Text, Sequence[str]] = {
    "Before the first deal": ("tiles", "setup"),
    "When a tile can be claimed": ("claims", "kongs"),
    "Riichi, and what one may win on": ("riichi", "furiten"),
    "When a hand is won": ("winning", "yaku", "dora", "fu", "limits", "liability"),
    "When a deal ends": ("draws", "dealer"),
    "When the game ends": ("end", "result"),
    "When something goes wrong": ("dead_hand", "chombo", "fouls"),
    "Around a tournament": ("tournament",),
}
"""Every chapter, under the moment at which its rules matter."""

TITLES = 0.27
"""The part of the width that titles and examples have."""

UPRIGHT = 3
"""The most rulesets on a page that stands upright; with more it lies on its side."""

PAGES = 2

Examples = Mapping[str, Example]
"""By the path of an option, a case of which the outcome differs."""


def guide(found: Comparison, shown: Examples, tr: Locale, *, everything: bool) -> Document:
    """Return the options that differ (or all), each side with its sentence and its citation.

    Args:
        found: the rulesets side by side.
        shown: the examples to put beside options.
        tr: the language of the text.
        everything: whether to have the options that agree as well.
    """
    sides = [Column(label, share=1) for label in found.labels]
    rows = found.shown(everything=everything)
    table = TableBlock(
        columns=(Column("", share=TITLES * (len(sides) + 1)), *sides),
        groups=tuple(sections(found, rows, shown, tr)),
        sections=True,
    )
    return Document(
        title=found.title(tr),
        language=tr.language,
        layout="guide",
        blocks=(Paragraph((comparison_summary(found, tr),)), *([table] if rows else [])),
        landscape=len(sides) > UPRIGHT,
        pages=PAGES,
    )


def sections(
    found: Comparison, rows: Sequence[ComparisonRow], shown: Examples, tr: Translator
) -> Iterator[Group]:
    """Yield the options by moment of play, without the moments that have none."""
    for title, chapters in SECTIONS.items():
        if here := [row for row in rows if row.chapter in chapters]:
            yield Group(tuple(_row(found, one, shown.get(one.path), tr) for one in here), tr(title))


def _row(found: Comparison, row: ComparisonRow, one: Example | None, tr: Translator) -> Row:
    about: list[TextLine] = [(row.title,)]
    if one is not None:
        about += example_lines(one.says, one.hands, tr)
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    cells = [Cell(tuple(about))]
    for ruleset, side, outcome in zip(found.rulesets, row.sides, outcomes, strict=True):
        cited = Styled(print_citation(side.provenance, ruleset, tr), "small")
        lines: list[TextLine] = [(side.sentences, " ", cited)]
        if told := outcome_beside(side.sentences, outcome):
            lines.append((Styled(f"→ {told}", "emphasis"),))
        cells.append(Cell(tuple(lines)))
    return Row(tuple(cells), row.path)

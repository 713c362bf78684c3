"""A guide from one ruleset to the next: what differs, by the moment of play at which it matters."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil

from riichi_app.documents.model import (
    Cell,
    Column,
    Document,
    Group,
    Inline,
    Link,
    Paragraph,
    Row,
    Styled,
    TableBlock,
    TextLine,
)
from riichi_app.locale import Locale
from riichi_app.pages.citations import print_citation
from riichi_app.pages.comparison import alike_sentence, comparison_summary
from riichi_app.pages.examples import Example, example_lines, outcome_beside
from riichi_app.pages.five import five_that_matter
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.comparison.examples import KnownResults
from riichi_core.language import Text, Translator

SECTIONS: Mapping[Text, Sequence[str]] = {
    "When a tile can be claimed": ("claims", "kongs"),
    "Riichi, and what one may win on": ("riichi", "furiten"),
    "When a hand is won": ("winning", "yaku", "dora", "tiles", "fu", "limits", "liability"),
    "When a deal ends": ("draws", "dealer"),
    "When the game ends": ("end", "result", "chips"),
    "Before the first deal": ("setup",),
    "When something goes wrong": ("dead_hand", "chombo", "fouls"),
    "Around a tournament": ("tournament",),
}
"""Every chapter, under the moment at which its rules matter: first what changes how one plays, last
what concerns the organizer."""

TITLES = 0.27
"""The part of the width that titles and examples have."""

UPRIGHT = 3
"""The most rulesets on a page that stands upright; with more it lies on its side."""

MOST_SIDES = 5
"""The most rulesets beside each other in a table; of more than that there are several tables."""

PAGES = 2

ROOM = 180
"""The number of sides and outcomes on two pages; an example has one outcome for each side."""

TOLD_BY_THE_RULE = ("dead_hand", "chombo", "fouls", "tournament")
"""Chapters whose rules speak of a case themselves, so that an example adds least to them."""

Examples = Mapping[str, Example]
"""By the path of an option, a case of which the outcome differs."""


def guide(
    found: Comparison,
    shown: Examples,
    tr: Locale,
    *,
    everything: bool,
    known: KnownResults | None = None,
) -> Document:
    """Return the options that differ (or all), each side with its sentence and its citation.

    Args:
        found: the rulesets side by side.
        shown: the examples to put beside options.
        tr: the language of the text.
        everything: whether to have the options that agree as well.
        known: what was found out of scenarios on the way to the examples.
    """
    rows = found.shown(everything=everything)
    left_out = _left_out_on_paper(rows, shown, ROOM // len(found.labels))
    groups = tuple(sections(found, rows, shown, tr, left_out))
    tables = _parts(found.labels, groups) if rows else ()
    summary: list[Inline] = [comparison_summary(found, tr)]
    if not everything and (alike := alike_sentence(found, tr)):
        summary += [" ", alike]
    if left_out:
        summary += [" ", Styled(_left_out_sentence(len(left_out), tr), "small")]
    return Document(
        title=found.title(tr),
        language=tr.language,
        layout="guide",
        blocks=(Paragraph(tuple(summary)), *_five(found, tr, known), *tables),
        landscape=len(found.labels) > UPRIGHT,
        pages=PAGES,
    )


def _five(found: Comparison, tr: Locale, known: KnownResults | None) -> Iterator[Paragraph]:
    """Yield the five that matter in a line, each of which leads to its row."""
    if five := five_that_matter(found, known):
        line: list[Inline] = [Styled(tr("What matters most:"), "strong")]
        for place, row in enumerate(five):
            line += ["; " if place else " ", Link(row.title, row.path)]
        yield Paragraph(tuple(line))


def _parts(labels: Sequence[str], groups: Sequence[Group]) -> Iterator[TableBlock]:
    """Yield tables of as many sides each as can be read, every one with the names of its rows."""
    number = ceil(len(labels) / MOST_SIDES)
    ends = [len(labels) * part // number for part in range(number + 1)]
    for first, last in pairwise(ends):
        sides = [Column(label, share=1) for label in labels[first:last]]
        yield TableBlock(
            columns=(Column("", share=TITLES * (len(sides) + 1)), *sides),
            groups=tuple(_with_sides(group, first, last) for group in groups),
            sections=True,
        )


def _with_sides(group: Group, first: int, last: int) -> Group:
    """Return rows with some of their sides; a row is led to where its first side is."""
    rows = (
        replace(
            row, cells=(row.cells[0], *row.cells[1 + first : 1 + last]), id="" if first else row.id
        )
        for row in group.rows
    )
    return Group(tuple(rows), group.title)


def _left_out_on_paper(rows: Sequence[ComparisonRow], shown: Examples, room: int) -> frozenset[str]:
    """Return the options whose examples paper has no room for: first those that add least.

    A hand that is drawn adds most, for a sentence cannot show it. Where the options alone are more
    than there is room for, it takes as many pages as it needs.
    """
    if len(rows) > room:
        return frozenset()
    told = [(row.chapter in TOLD_BY_THE_RULE, not shown[row.path].hands, row.path)
            for row in rows if row.path in shown]  # fmt: skip
    places = sorted(told, key=lambda one: one[:2])
    return frozenset(path for *_, path in places[room - len(rows) :])


def _left_out_sentence(number: int, tr: Locale) -> str:
    return tr.counted(
        "On paper {n} example is left out.", "On paper {n} examples are left out.", number
    )


def sections(
    found: Comparison,
    rows: Sequence[ComparisonRow],
    shown: Examples,
    tr: Translator,
    left_out: Collection[str] = (),
) -> Iterator[Group]:
    """Yield the options by moment of play, without the moments that have none.

    Args:
        found: the rulesets side by side.
        rows: the options.
        shown: the examples to put beside them.
        tr: the language of the text.
        left_out: the options whose examples are left out on paper.
    """
    for title, chapters in SECTIONS.items():
        if here := [row for row in rows if row.chapter in chapters]:
            told = (_row(found, one, shown.get(one.path), tr) for one in here)
            yield Group(tuple(replace(row, brief=row.id in left_out) for row in told), tr(title))


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

"""A comparison in words, ready to print: from rulesets, or from a prepared file.

This module loads neither a ruleset nor the engine, so a prepared comparison prints at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from riichi.writers.columns import (
    INDENT,
    ColumnCell,
    StyledText,
    chapter_heading,
    heading,
    paragraph,
    title_lines,
    two_columns,
)

WIDEST_LABEL = 30


@dataclass(frozen=True, slots=True)
class ExampleText:
    """A case whose outcome differs: the events, and the outcome on each side."""

    happened: str
    outcomes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionText:
    """One option of a comparison.

    Attributes:
        path: its path, e.g. `claims.winners`.
        title: its title, with a remark if all sides agree.
        chapter: the title of its chapter.
        sides: for each ruleset, its sentence and its citation; only one if the others are silent.
        example: a case that shows the difference, if there is one.
    """

    path: str
    title: str
    chapter: str
    sides: tuple[tuple[str, str], ...]
    example: ExampleText | None


@dataclass(frozen=True, slots=True)
class ComparisonText:
    """Rulesets side by side, in the words of one language.

    Attributes:
        title: the titles of the rulesets.
        summary: the number of options that differ.
        matters: the options that matter most, in sentences; empty if few differ.
        alike: the chapters that stay the same, in a sentence; empty if there are none.
        introduction: the word before an example, e.g. `e.g.`.
        options: the options, grouped by chapter.
    """

    title: str
    summary: str
    matters: str
    alike: str
    labels: tuple[str, ...]
    introduction: str
    options: tuple[OptionText, ...]

    def lines(self, *, examples: bool = True) -> Iterator[str]:
        """Yield all lines for a terminal, with or without examples."""
        yield from paragraph(self.title, "title")
        for sentences in filter(None, (self.summary, self.matters, self.alike)):
            yield from paragraph(sentences)
        yield from self.chapter_lines(examples=examples)

    def chapter_lines(self, *, examples: bool = True) -> Iterator[str]:
        """Yield the lines of all options for a terminal, chapter by chapter."""
        for chapter, options in groupby(self.options, key=lambda option: option.chapter):
            yield from chapter_heading(chapter)
            for option in options:
                yield from self.option_lines(option, examples=examples)

    def option_lines(self, option: OptionText, *, examples: bool = True) -> Iterator[str]:
        """Yield the lines of one option for a terminal."""
        if len(option.sides) < len(self.labels):
            ((sentences, citation),) = option.sides
            yield from title_lines(option.title, option.path)
            yield from paragraph(f"{sentences} [{citation}]", indent=INDENT)
            return
        width = min(WIDEST_LABEL, max(map(len, self.labels)))
        yield from heading(option.title, option.path)
        yield from two_columns(self._side_rows(option), width, INDENT)
        if examples and option.example is not None:
            yield from two_columns(self._example_rows(option.example), width, INDENT)

    def _side_rows(self, option: OptionText) -> Iterator[tuple[ColumnCell, ColumnCell]]:
        for label, (sentences, citation) in zip(self.labels, option.sides, strict=True):
            yield (StyledText(label, "name"),), (StyledText(sentences),)
            yield (), (StyledText(citation, "dim"),)

    def _example_rows(self, example: ExampleText) -> Iterator[tuple[ColumnCell, ColumnCell]]:
        yield (StyledText(self.introduction, "italic"),), (StyledText(example.happened, "italic"),)
        for label, outcome in zip(self.labels, example.outcomes, strict=True):
            yield (StyledText(label, "name"),), (StyledText(f"→ {outcome}"),)

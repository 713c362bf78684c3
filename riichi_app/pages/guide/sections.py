"""The rules by the moment of play at which a player meets them, rather than by chapter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from riichi_app.pages.citations import format_citation
from riichi_app.pages.examples import Example, outcome_beside
from riichi_core.compare import Comparison, Row
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

Examples = Mapping[str, Example]
"""By the path of an option, a case of which the outcome differs."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one ruleset says: the sentence, where it comes from, what comes of the example."""

    says: str
    law: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Entry:
    """An option of the guide, with a side for each ruleset."""

    path: str
    title: str
    example: Example | None
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A moment of play and the options that matter then."""

    title: str
    entries: tuple[Entry, ...]


def sections(
    found: Comparison, shown: Examples, tr: Translator, *, everything: bool
) -> tuple[Section, ...]:
    """Return the options that differ (or all) by moment of play, without empty sections."""
    rows = found.shown(everything=everything)
    made = (
        Section(
            tr(title),
            tuple(
                _entry(found, row, shown.get(row.path), tr)
                for row in rows
                if row.chapter in chapters
            ),
        )
        for title, chapters in SECTIONS.items()
    )
    return tuple(one for one in made if one.entries)


def _entry(found: Comparison, row: Row, one: Example | None, tr: Translator) -> Entry:
    return Entry(row.path, row.title, one, tuple(_sides(found, row, one, tr)))


def _sides(found: Comparison, row: Row, one: Example | None, tr: Translator) -> Iterator[Side]:
    outcomes = one.outcomes if one else ("",) * len(row.sides)
    for ruleset, side, outcome in zip(found.rulesets, row.sides, outcomes, strict=True):
        law = format_citation(side.provenance, ruleset, tr)
        yield Side(side.sentences, law, outcome_beside(side.sentences, outcome))

"""Name several rulesets: by ids for programs, by titles for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset

LONGEST_NAME = 30
"""The longest name of a ruleset in a column, in characters."""


def short_names(rulesets: Sequence[Ruleset], tr: Translator = PLAIN_ENGLISH) -> tuple[str, ...]:
    """Return the short title of each ruleset, without duplicates.

    Long club titles are cut. If two rulesets have the same id and title, a file that is not shipped
    is named by its path. Other equal titles are numbered.
    """
    titles = [_cut(ruleset.short_title_in(tr)) for ruleset in rulesets]
    named = [
        label
        if titles.count(title) > 1 and label != ruleset.id and ruleset.file in label
        else title
        for title, label, ruleset in zip(titles, labels(rulesets), rulesets, strict=True)
    ]
    return _numbered(named)


def _cut(title: str) -> str:
    """Return a title that fits in a column, cut off if necessary."""
    if len(title) <= LONGEST_NAME:
        return title
    return f"{title[: LONGEST_NAME - 1].rstrip()}…"


def labels(rulesets: Sequence[Ruleset]) -> tuple[str, ...]:
    """Return ids, or files if two rulesets share an id, with numbers for repeated ones.

    A shipped ruleset is always named by its id.
    """
    shipped = library.shipped()
    ids = [ruleset.id for ruleset in rulesets]
    files = {(ruleset.id, ruleset.file) for ruleset in rulesets}
    shared = {name for name in ids if sum(name == other for other, _ in files) > 1}
    names = [
        ruleset.file
        if ruleset.id in shared and Path(ruleset.file) != shipped.get(ruleset.id)
        else ruleset.id
        for ruleset in rulesets
    ]
    return _numbered(names)


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, with a number after repeated ones."""
    before = [names[:index].count(name) for index, name in enumerate(names)]
    return tuple(f"{name} ({n + 1})" if n else name for name, n in zip(names, before, strict=True))

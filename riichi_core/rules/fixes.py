"""Find the fixes of a conflict by trying those that its check proposes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from riichi_core.files.problem import MOST_MENDS, Mend
from riichi_core.messages import Message
from riichi_core.rules.checks import ERRORS, Chapters, Conflict, conflicts
from riichi_core.rules.rules import Rules

ConflictKey = tuple[str, tuple[str, ...]]


def mends_of(conflict: Conflict, chapters: Chapters, own: Set[str]) -> tuple[Mend, ...]:
    """Return up to three fixes of a conflict that cause no new error, the best first.

    Mends of options that are not the file's `own` come first. A fix that removes its only own
    option is left out if there are two others.
    """
    working = [*_working(conflict, chapters)]
    said = own & {*conflict.paths}
    ordered = sorted(working, key=lambda mend: not own.isdisjoint(mend.values))
    if len(said) == 1 and len(ordered) > 2:
        ordered = [mend for mend in ordered if {*mend.values} != said]
    return tuple(ordered[:MOST_MENDS])


def _working(conflict: Conflict, chapters: Chapters) -> Iterator[Mend]:
    """Yield the fixes that work, only one of those with the same result."""
    before = _errors(conflicts(chapters))
    results: list[Chapters] = []
    for mend in conflict.fixes:
        mended = _with_mend(chapters, mend)
        if mended is None or mended in results:
            continue
        left = [*conflicts(mended)]
        if _key(conflict) not in map(_key, left) and _errors(left) <= before:
            results.append(mended)
            yield _without_same(mend, chapters, mended)


def _without_same(mend: Mend, before: Chapters, after: Chapters) -> Mend:
    """Return a fix without the values that the options already have."""
    old, new = _rules(before), _rules(after)
    changed = {
        path: value
        for path, value in mend.values.items()
        if old.written_value(path) != new.written_value(path)
    }
    return replace(mend, values=changed)


def _with_mend(chapters: Chapters, mend: Mend) -> Chapters | None:
    """Return the chapters after a fix; None if one of its values is not possible."""
    try:
        mended = _rules(chapters).changed(mend.values)
    except ValidationError:
        return None
    return {name: getattr(mended, name) for name in chapters}


def _rules(chapters: Chapters) -> Rules:
    """Return chapters as rules; others may be missing."""
    values: Any = chapters
    return Rules.model_construct(**values)


def _errors(found: Iterable[Conflict]) -> set[ConflictKey]:
    return {_key(conflict) for conflict in found if conflict.code in ERRORS}


def _key(conflict: Conflict) -> ConflictKey:
    """Return the kind of a conflict: its message without numbers, and its options."""
    message = conflict.message
    return (message.template if isinstance(message, Message) else message, conflict.paths)

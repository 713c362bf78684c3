"""Changes for one call: `claims.winners=nearest` laid over a ruleset like a file of house rules."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

from riichi_core.messages import Message, quote
from riichi_core.rules.examination import Examination
from riichi_core.rules.glossary import alias, nicknamed
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import LONGEST, LONGEST_ID, Ruleset
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import START, Diagnostic, Pointer, Span, in_file_order, nearest
from riichi_core.source.document import SourceDocument, Value

WITH = "--with"
"""The option of a call, which is the file where such values are set."""

ENDING = "-with"
"""The end of the id of a ruleset that was changed for a call."""

SHAPE = Message("an option, = and its value, as {example}", example="claims.winners=nearest")


def changed(ruleset: Ruleset, given: Sequence[str]) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Lay changes over a ruleset.

    Args:
        ruleset: what they are laid over.
        given: `path=value` each; the path leads to an option or a part of its value, the value is
            written as in a file. `none` leaves a part out that can be left out.

    Returns:
        The ruleset with an id of its own, or None if a change is refused; and all that is wrong,
        each with its place among the changes.
    """
    changes: list[_Change] = []
    problems: list[Diagnostic] = []
    for line, text in enumerate(given, 1):
        match _read(text, line, ruleset):
            case Diagnostic() as problem:
                problems.append(problem)
            case change:
                changes.append(change)
    if problems:
        return None, problems
    found, told = _laid_over(ruleset, given, changes, leaving_out=False)
    if found is None and any(change.says_none for change in changes):
        other, _ = _laid_over(ruleset, given, changes, leaving_out=True)
        return (other, []) if other is not None else (None, told)
    return found, told


class _Change(NamedTuple):
    """A change: the way to what it changes, the value, and where both stand in the call."""

    pointer: tuple[str, ...]
    value: Value
    key_span: Span
    value_span: Span

    @property
    def says_none(self) -> bool:
        """True for `none` as a part of a value."""
        return self.value == "none" and len(self.pointer) > 2


def _read(text: str, line: int, ruleset: Ruleset) -> _Change | Diagnostic:
    path, equals, written = text.partition("=")
    at = Span(line, 1, line, len(path) + 1)
    if not equals:
        return Diagnostic(WITH, at, "no-value", Message("a change has a value"), "", SHAPE,
                          source=text)  # fmt: skip
    steps = path.strip().split(".")
    option = ".".join(steps[:2])
    known = alias(steps[1]) if steps[0] == "yaku" and len(steps) > 1 else None
    option = f"yaku.{known}" if known else option
    own = [f"yaku.{yaku.id}" for yaku in ruleset.rules.yaku.local]
    known_paths = [*options(), *own]
    if option not in known_paths and not known:
        near = _near(steps, known_paths)
        return Diagnostic(WITH, at, "no-option",
                          Message("there is no option {path}", path=quote(option)),
                          option, SHAPE, near, source=text)  # fmt: skip
    value_at = Span(line, len(path) + 2, line, len(text) + 1)
    parsed, wrong = documents.parse(written, WITH)
    if parsed is None:
        first = wrong[0]
        return Diagnostic(WITH, value_at, first.code, first.message, path, first.expected,
                          source=text)  # fmt: skip
    return _Change((*option.split("."), *steps[2:]), parsed.data, at, value_at)


def _near(steps: Sequence[str], known: Sequence[str]) -> str:
    """Return the option that was meant: of that chapter, or of that name in any."""
    in_chapter = {one.split(".")[1]: one for one in known if one.split(".")[0] == steps[0]}
    if near := nearest(steps[1] if len(steps) > 1 else "", in_chapter):
        return in_chapter[near]
    short = {one.split(".")[1]: one for one in known}
    name = nearest(steps[-1], short)
    return nicknamed(steps[-1]) or (short[name] if name else nearest(".".join(steps[:2]), known))


def _laid_over(
    ruleset: Ruleset, given: Sequence[str], changes: Sequence[_Change], *, leaving_out: bool
) -> tuple[Ruleset | None, list[Diagnostic]]:
    head: dict[str, Value] = {
        "format": 1,
        "ruleset": f"{ruleset.id[: LONGEST_ID - len(ENDING)].rstrip('-')}{ENDING}",
        "title": f"{ruleset.title} ({', '.join(given)})"[:LONGEST],
        "extends": ruleset.id,
    }
    data: dict[str, Any] = {**head}
    values: dict[Pointer, Span] = {(): START}
    keys: dict[Pointer, Span] = {}
    for change in changes:
        chapter, name, *parts = change.pointer
        entries = data.setdefault(chapter, {})
        if not parts:
            entries[name] = change.value
        else:
            below = entries[name] if name in entries else _written(ruleset, chapter, name)
            leave_out = leaving_out and change.says_none
            entries[name] = _set(below, parts, change.value, leave_out=leave_out)
        values[chapter, name] = values[change.pointer] = change.value_span
        keys[chapter, name] = keys[change.pointer] = change.key_span
    document = SourceDocument(WITH, tuple(given), data, values, keys, {})
    examination = Examination(document, Path(ruleset.file), over=ruleset)
    found = examination.run()
    return found, in_file_order(examination.problems)


def _written(ruleset: Ruleset, chapter: str, name: str) -> Any:
    return deepcopy(ruleset.rules.written(chapter).get(name))


def _set(value: Any, parts: Sequence[str], to: Value, *, leave_out: bool) -> Any:
    """Return a value with one of its parts set; what has no parts yet begins with this one."""
    first, *inner = parts
    whole = dict(value) if isinstance(value, dict) else {}
    if inner:
        whole[first] = _set(whole.get(first), inner, to, leave_out=leave_out)
    elif leave_out:
        whole.pop(first, None)
    else:
        whole[first] = to
    return whole

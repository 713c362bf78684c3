"""Change values of a ruleset, given as values or as texts such as `claims.winners=head_bump`.

The changed ruleset is house rules over the other one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from riichi_core.files import yaml_document as documents
from riichi_core.files.problem import START, Pointer, Problem, Span, in_file_order
from riichi_core.files.source_document import SourceDocument, Value
from riichi_core.files.yaml_text import flow
from riichi_core.messages import Message, quote
from riichi_core.rules.glossary import closest_option, yaku_named
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import LONGEST_HEAD_TEXT, LONGEST_ID, LONGEST_SHORT_TITLE, Ruleset
from riichi_core.rules.ruleset_check import RulesetCheck

WITH_OPTION = "--with"
"""The option of commands; in problems it replaces the file name."""

ID_ENDING = "-with"
"""The end of the id of a changed ruleset."""

EXPECTED_PATH = Message("the path of an option, e.g. {example}", example="claims.winners")
EXPECTED_YAKU = Message("the path of a yaku, or a new yaku with its name and definition")
EXPECTED_CHANGE = Message(
    "an option, = and its value, e.g. {example}", example="claims.winners=head_bump"
)


def with_changes(ruleset: Ruleset, texts: Sequence[str]) -> tuple[Ruleset | None, list[Problem]]:
    """Return a ruleset with some values changed, and all problems of the changes.

    Args:
        ruleset: the ruleset to change.
        texts: `path=value` each. The path names an option or a part of its value. The value is
            written as in a file. `none` drops an optional part.

    Returns:
        The ruleset with an id of its own, or None if there is an error; and all problems, with
        their places in the texts.
    """
    changes: list[_Change] = []
    problems: list[Problem] = []
    for line, text in enumerate(texts, 1):
        match _read(text, line, ruleset):
            case Problem() as problem:
                problems.append(problem)
            case change:
                changes.append(change)
    if problems:
        return None, problems
    changed, change_problems = _laid_over(ruleset, texts, changes, leaving_out=False)
    if changed is None and any(change.says_none for change in changes):
        without_parts, _ = _laid_over(ruleset, texts, changes, leaving_out=True)
        return (without_parts, []) if without_parts is not None else (None, change_problems)
    return changed, change_problems


class _Change(NamedTuple):
    """A change: the pointer, the value, and the places of both on the command line."""

    pointer: tuple[str, ...]
    value: Value
    key_span: Span
    value_span: Span

    @property
    def says_none(self) -> bool:
        """True for `none`, or None, as a part of a value."""
        return self.value in ("none", None) and len(self.pointer) > 2


def with_values(
    ruleset: Ruleset, values: Mapping[str, Any], name: str | None = None, title: str | None = None
) -> tuple[Ruleset | None, list[Problem]]:
    """Return a ruleset with other values, and all problems of these values.

    Args:
        ruleset: the ruleset to change.
        values: the plain values by path; the path names an option, a part of its value, or a new
            yaku whose definition is given. None drops an optional part.
        name: the id of the new ruleset; by default the old one with an ending.
        title: its title; by default the old one with the changes.

    Returns: The same as `with_changes`, but problems have no places.
    """
    changes: list[_Change] = []
    problems: list[Problem] = []
    for path, value in values.items():
        own = path if isinstance(value, Mapping) and "name" in value else ""
        match _pointer(path, ruleset, own):
            case Problem() as problem:
                problems.append(replace(problem, path=path))
            case pointer:
                changes.append(_Change(pointer, value, START, START))
    written = [f"{path}: {flow(value)}" for path, value in values.items()]
    head = _head(ruleset, written)
    head["ruleset"] = head["ruleset"] if name is None else name
    if title is not None:
        head["title"] = title
        del head["short_title"]
    document = SourceDocument.of(head | _chapters(ruleset, changes, leaving_out=True))
    changed, more = _checked(document, ruleset)
    return (None if problems else changed), [*problems, *more]


def _read(text: str, line: int, ruleset: Ruleset) -> _Change | Problem:
    path, equals, written = text.partition("=")
    path_span = Span(line, 1, line, len(path) + 1)
    if not equals:
        return Problem(WITH_OPTION, path_span, "no-value", Message("a change has a value"), "",
                       EXPECTED_CHANGE, source=text)  # fmt: skip
    pointer = _pointer(path.strip(), ruleset)
    if isinstance(pointer, Problem):
        return replace(
            pointer, file=WITH_OPTION, span=path_span, expected=EXPECTED_CHANGE, source=text
        )
    value_span = Span(line, len(path) + 2, line, len(text) + 1)
    parsed, value_problems = documents.parse(written, WITH_OPTION)
    if parsed is None:
        first = value_problems[0]
        return Problem(WITH_OPTION, value_span, first.code, first.message, path, first.expected,
                       source=text)  # fmt: skip
    return _Change(pointer, parsed.data, path_span, value_span)


def _pointer(path: str, ruleset: Ruleset, own: str = "") -> tuple[str, ...] | Problem:
    """Return the keys that lead to an option, a part of its value, or a new yaku `own`."""
    steps = path.split(".")
    option = ".".join(steps[:2])
    yaku_id = yaku_named(steps[1]) if steps[0] == "yaku" and len(steps) > 1 else None
    option = option if yaku_id is None else f"yaku.{yaku_id}"
    own_paths = [f"yaku.{yaku.id}" for yaku in ruleset.rules.yaku.local]
    known_paths = [*options(), *own_paths]
    is_new = path == own and steps[0] == "yaku" and len(steps) == 2
    if option not in known_paths and yaku_id is None and not is_new:
        near = closest_option(path, known_paths)
        message = Message("there is no option {path}", path=quote(option))
        expected = EXPECTED_YAKU if steps[0] == "yaku" else EXPECTED_PATH
        return Problem("", START, "no-option", message, option, expected, near)
    return (*option.split("."), *steps[2:])


def _laid_over(
    ruleset: Ruleset, texts: Sequence[str], changes: Sequence[_Change], *, leaving_out: bool
) -> tuple[Ruleset | None, list[Problem]]:
    data = _head(ruleset, texts) | _chapters(ruleset, changes, leaving_out=leaving_out)
    values: dict[Pointer, Span] = {(): START}
    keys: dict[Pointer, Span] = {}
    for change in changes:
        option = change.pointer[:2]
        values[option] = values[change.pointer] = change.value_span
        keys[option] = keys[change.pointer] = change.key_span
    return _checked(SourceDocument(WITH_OPTION, tuple(texts), data, values, keys, {}), ruleset)


def _checked(document: SourceDocument, ruleset: Ruleset) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset of a document over another ruleset, and all its problems."""
    check = RulesetCheck(document, Path(ruleset.file), laid_over=ruleset)
    return check.run(), in_file_order(check.problems)


def _head(ruleset: Ruleset, changes: Sequence[str]) -> dict[str, Any]:
    """Return the head of house rules over a ruleset with some changes."""
    return {
        "format": 1,
        "ruleset": f"{ruleset.id[: LONGEST_ID - len(ID_ENDING)].rstrip('-')}{ID_ENDING}",
        "title": f"{ruleset.title} ({', '.join(changes)})"[:LONGEST_HEAD_TEXT],
        "short_title": f"{ruleset.short_title[: LONGEST_SHORT_TITLE - 1].rstrip()}*",
        "extends": ruleset.id,
    }


def _chapters(
    ruleset: Ruleset, changes: Sequence[_Change], *, leaving_out: bool
) -> dict[str, dict[str, Any]]:
    """Return the changed options by chapter; one of which a part changes keeps the other parts."""
    data: dict[str, dict[str, Any]] = {}
    for change in changes:
        chapter, name, *parts = change.pointer
        entries = data.setdefault(chapter, {})
        if not parts:
            entries[name] = change.value
        else:
            current = entries.get(name, deepcopy(ruleset.rules.written(chapter).get(name)))
            leave_out = leaving_out and change.says_none
            entries[name] = _with_part(current, parts, change.value, leave_out=leave_out)
    return data


def _with_part(value: Any, parts: Sequence[str], new: Value, *, leave_out: bool) -> Any:
    """Return a value with one of its parts set, or omitted."""
    first, *inner = parts
    changed = dict(value) if isinstance(value, dict) else {}
    if inner:
        changed[first] = _with_part(changed.get(first), inner, new, leave_out=leave_out)
    elif leave_out:
        changed.pop(first, None)
    else:
        changed[first] = new
    return changed

"""House rules on the page: the file, and edits of its text that keep what the club wrote."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi.house_file import HEAD_KEYS, entry_lines, file_of, is_own_yaku, path_of, place_of
from riichi.locale import BOOK, Locale, terms
from riichi.web.answer_types import ProblemJson
from riichi.web.rulesets import shipped
from riichi.web.value_shape import fields_of_option
from riichi_core.files.problem import Mend, Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.files.yaml_document import parse
from riichi_core.files.yaml_text import flow
from riichi_core.language import Translator
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.address import LARGEST_FILE
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import LONGEST_HEAD_TEXT, LONGEST_ID, Ruleset, id_of
from riichi_core.rules.ruleset_check import BOOK_ONLY_KEYS, RulesetCheck
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.spelling import closest_word

# ---- the text of a file --------------------------------------------------------------------------


FILE_NAME = "house.yaml"
"""The name of the page's file in problems."""


def printable(value: Any) -> Any:
    """Return a value whose texts have blanks instead of characters that a file cannot have."""
    if isinstance(value, dict):
        return {printable(key): printable(part) for key, part in value.items()}
    if isinstance(value, list):
        return [printable(part) for part in value]
    if isinstance(value, str):
        return "".join(character if character.isprintable() else " " for character in value)
    return value


def key_of(data: Mapping[str, Any], path: str) -> str | None:
    """Return a file's key for an option, which for a yaku may be another name."""
    chapter, name = path.split(".", 1)
    entries = _chapter_of(data, chapter)
    if name in entries:
        return name
    return next((key for key in entries if path_of(chapter, key) == path), None)


def _values_of(document: SourceDocument) -> dict[str, Any]:
    return document.data if isinstance(document.data, dict) else {}


def _chapter_of(data: Mapping[str, Any], chapter: str) -> dict[str, Any]:
    entries = data.get(chapter)
    return entries if isinstance(entries, dict) else {}


def _entry_with(before: Any, value: Any, reason: str | None) -> Any:
    """Return the value of a key: the plain value, or a mapping with its notes."""
    has_notes = isinstance(before, dict) and "value" in before
    notes = {key: text for key, text in before.items() if key != "value"} if has_notes else {}
    if reason is not None:
        notes.pop("house", None)
    if reason or (has_notes and before["value"] != value):
        notes.pop("observed", None)  # a decision replaces the evidence of games
    if reason is not None:
        notes = {**({"house": reason} if reason else {}), **notes}
    return {"value": value, **notes} if notes else value


def _says_the_same(before: Any, entry: Any) -> bool:
    """Return True if two entries have the same notes, and have any."""
    if not all(isinstance(side, dict) and "value" in side for side in (before, entry)):
        return False
    return bool({**before, "value": None} == {**entry, "value": None})


def _set(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


class _Lines:
    """The lines of a file in block style, which can be cut and joined again."""

    def __init__(self, document: SourceDocument) -> None:
        self.document = document
        self.lines = [f"{line}\n" for line in document.lines]
        if self.lines and self.lines[-1] == "\n":
            self.lines.pop()

    def is_flow(self, pointer: Sequence[str]) -> bool:
        """Return True for a mapping in braces."""
        span = self.document.values.get(tuple(pointer))
        return span is not None and self.lines[span.line - 1][span.column - 1] == "{"

    def spans_lines(self, pointer: tuple[str, ...]) -> bool:
        """Return True for a value that begins below its key or continues below it."""
        key, value = self.document.keys[pointer], self.document.values[pointer]
        return not key.line == value.line == value.end_line

    def replaced(self, pointer: tuple[str, ...], text: str) -> str:
        """Return the text with a value replaced."""
        span = self.document.values[pointer]
        first, last = self.lines[span.line - 1], self.lines[span.end_line - 1]
        gap = "" if first[: span.column - 1].endswith((" ", "[", "{")) else " "
        line = f"{first[: span.column - 1]}{gap}{text}{last[span.end_column - 1 :]}"
        return self._joined(span.line - 1, span.end_line, [line])

    def with_part(self, name: str, value: Any) -> str:
        """Return the text with a newly written chapter or value of the head, or without it.

        It is in its place, or where it belongs.
        """
        lines = file_of({name: value} if value else {}).splitlines(keepends=True)
        if (key := self.document.keys.get((name,))) is not None:
            return self._joined(key.line - 1, self._end((name,)), [*filter(str.strip, lines)])
        order = [*HEAD_KEYS, *chapters()]
        before = [
            self._end((other,))
            for other in _values_of(self.document)
            if other in order and order.index(other) < order.index(name)
        ]
        row = max(before, default=0)
        return self._joined(row, row, lines)

    def with_entry(self, chapter: str, key: str, entry: Any) -> str:
        """Return the text with one more option in a chapter, in reading order."""
        entries = _chapter_of(_values_of(self.document), chapter)
        place = place_of(f"{chapter}.{key}")
        before = [
            self._end((chapter, other))
            for other in entries
            if place_of(f"{chapter}.{other}") <= place
        ]
        row = max(before, default=self.document.keys[chapter,].line)
        return self._joined(row, row, entry_lines(key, entry, self._indent(chapter)))

    def with_other_entry(self, chapter: str, key: str, entry: Any) -> str:
        """Return the text with a newly written option, without its old notes."""
        start, end = self.document.keys[chapter, key].line - 1, self._end((chapter, key))
        return self._joined(start, end, entry_lines(key, entry, self._indent(chapter)))

    def without_entry(self, chapter: str, key: str, *, last: bool) -> str:
        """Return the text without an option, and without its chapter if that becomes empty."""
        start, end = self.document.keys[chapter, key].line - 1, self._end((chapter, key))
        above = self.document.keys[chapter,].line - 1
        if last and start == above + 1:
            start = above
            if start and not self.lines[start - 1].strip():
                start -= 1
        return self._joined(start, end, [])

    def _indent(self, chapter: str) -> str:
        keys = [
            self.document.keys[chapter, option]
            for option in _chapter_of(_values_of(self.document), chapter)
        ]
        return " " * (keys[0].column - 1)

    def _end(self, pointer: tuple[str, ...]) -> int:
        key, value = self.document.keys[pointer], self.document.values[pointer]
        return max(key.line, value.end_line)

    def _joined(self, start: int, end: int, lines: list[str]) -> str:
        return "".join([*self.lines[:start], *lines, *self.lines[end:]])


# ---- the file on the page ------------------------------------------------------------------------


FIRST_BASE = "ema-2025"
"""The ruleset of an empty page."""

FORMAT = 1
"""The newest format of a file that this version knows."""


class HouseRulesFile:
    """A file of house rules with everything derived from it; it is immutable.

    Args:
        text: the file.

    Attributes:
        text: the file; empty if it is too long.
        document: its values with their positions; None if it cannot be read.
        base: the ruleset that it extends; None if that is not available.
    """

    def __init__(self, text: str) -> None:
        self.document: SourceDocument | None = None
        self.base: Ruleset | None = None
        self._parsed: tuple[Problem, ...]
        if len(text.encode("utf-8", "replace")) > LARGEST_FILE:
            self.text, self._parsed = "", (_too_large(),)
            return
        self.text = text
        self.document, problems = parse(text, FILE_NAME)
        self._parsed = tuple(problems)
        if not (self.is_newer or any(key in self.data for key in BOOK_ONLY_KEYS)):
            self.base = self._base_of_file()

    def _base_of_file(self) -> Ruleset | None:
        """Return the ruleset that the file extends, by its id or the name of its newest edition."""
        name = self.data.get("extends")
        known = library.newest_editions().get(name, name) if isinstance(name, str) else None
        return shipped(known) if known in library.shipped() else None

    @property
    def is_newer(self) -> bool:
        """Whether a newer version of riichi made the file, which this version would damage."""
        version = self.data.get("format")
        return isinstance(version, int) and version > FORMAT

    @property
    def is_whole(self) -> bool:
        """Whether the page can open the file and change one value without losing another."""
        return self.base is not None and self._parsed == ()

    @cached_property
    def _examined(self) -> tuple[Ruleset | None, tuple[Problem, ...]]:
        """The file checked as by `riichi check`, except that it cannot extend another file."""
        problems = [*self._parsed]
        ruleset = None
        if self.document is not None and self.is_newer:
            problems.append(_newer_format(self.document, self.data["format"]))
        elif self.document is not None and self.base is None:
            problems.append(_no_house_rules(self.document))
        elif self.document is not None:
            path = Path(FILE_NAME)
            check = RulesetCheck(self.document, path, laid_over=self.base, unread=self._parsed)
            ruleset = check.run()
            problems = check.problems
        return ruleset, tuple(in_file_order(problems))

    @property
    def ruleset(self) -> Ruleset | None:
        """The checked ruleset; None if the file has errors."""
        return self._examined[0]

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the file, in its order.

        If an option is wrong by itself, its problem offers the base's value.
        """
        own = {*self.changes}
        return tuple(self._with_mend(problem, own) for problem in self._examined[1])

    def _with_mend(self, problem: Problem, own: Container[str]) -> Problem:
        path = option_of_problem(problem)
        if problem.fixes or problem.also or problem.severity != "error" or self.base is None:
            return problem
        if path not in own or not has_fields(path):
            return problem
        says = Message("As in {ruleset}", ruleset=self.base.short_title)
        return replace(problem, fixes=(Mend(says, {path: self.base.rules.written_value(path)}),))

    @classmethod
    def new(cls, base: str = FIRST_BASE, title: str = "") -> HouseRulesFile:
        """Return a file that changes nothing yet."""
        title = printable(title[:LONGEST_HEAD_TEXT]).strip() or "My club"
        head = {"format": 1, "ruleset": house_id(title), "title": title, "extends": base}
        return cls(file_of(head))

    @property
    def data(self) -> Mapping[str, Any]:
        """The values of the file."""
        return {} if self.document is None else _values_of(self.document)

    @property
    def words(self) -> str:
        """The words that the file chooses; those of each book if it chooses none that there are."""
        chosen = self.data.get("words")
        return chosen if chosen in terms() else BOOK

    def in_words(self, tr: Locale) -> Locale:
        """Return a language in the words that the file chooses."""
        return replace(tr, terms=self.words)

    @property
    def changes(self) -> tuple[str, ...]:
        """The paths that the file sets, in reading order."""
        paths = {
            path_of(chapter, key)
            for chapter in chapters()
            for key in _chapter_of(self.data, chapter)
        }
        return (*(path for path in options() if path in paths), *sorted(paths - {*options()}))

    def value(self, path: str) -> Any:
        """Return the file's value of an option without its notes; None if there is none."""
        entry = self._entry(path)
        return entry["value"] if isinstance(entry, dict) and "value" in entry else entry

    def reason(self, path: str) -> str:
        """Return the file's reason for a value."""
        entry = self._entry(path)
        reason = entry.get("house") if isinstance(entry, dict) and "value" in entry else None
        return reason if isinstance(reason, str) else ""

    def _entry(self, path: str) -> Any:
        key = key_of(self.data, path)
        return None if key is None else _chapter_of(self.data, path.split(".", 1)[0])[key]

    # ---- changes ---------------------------------------------------------------------------------

    def _edited(self, values: Mapping[str, Any], write: Callable[[_Lines], str]) -> HouseRulesFile:
        """Return the file with other values: with a part written again, or else the whole file."""
        assert self.document is not None
        values = _set(values)
        lines = _Lines(self.document)
        if not lines.is_flow(()):
            changed = HouseRulesFile(write(lines))
            if _set(changed.data) == values:
                return changed
        return HouseRulesFile(file_of(values))

    def with_head(self, key: str, value: Any) -> HouseRulesFile:
        """Return the file with another value in its head; empty to remove it."""
        value = printable(value) or None
        if self.document is None or self.data.get(key) == value:
            return self
        is_on_line = isinstance(value, str) and key in self.data
        return self._edited(
            {**self.data, key: value},
            lambda lines: (
                lines.replaced((key,), flow(value)) if is_on_line else lines.with_part(key, value)
            ),
        )

    def with_title(self, title: str) -> HouseRulesFile:
        """Return the file with another name, and with another id if that was made from the name."""
        if self.document is None or not printable(title).strip():
            return self
        before, title = self.data.get("title"), printable(title).strip()[:LONGEST_HEAD_TEXT]
        changed = self.with_head("title", title)
        follows = isinstance(before, str) and self.data.get("ruleset") == house_id(before)
        return changed.with_head("ruleset", house_id(title)) if follows else changed

    def with_base(self, base: str) -> HouseRulesFile:
        """Return the file with another base, without values that are the same there."""
        return self.with_head("extends", base).without_base_values()

    def without_base_values(self) -> HouseRulesFile:
        """Return the file without values that are the same as in the base."""
        same = [problem.path for problem in self.problems if problem.code == "same-as-base"]
        changed = self
        for path in same:
            changed = changed.without(path)
        return changed

    def with_value(self, path: str, value: Any, reason: str | None = None) -> HouseRulesFile:
        """Return the file with another value of an option, or without it if the base agrees."""
        if self.document is None or self.base is None:
            return self
        written = self.as_rules_write_it(path, value)
        if written == self.base.rules.written_value(path):
            return self.without(path)
        data, (chapter, name) = self.data, path.split(".", 1)
        key = key_of(data, path) or name
        before = _chapter_of(data, chapter).get(key)
        entry = printable(_entry_with(before, written, reason))
        if entry == before:
            return self
        values = {**data, chapter: _chapter_of(data, chapter) | {key: entry}}

        def write(lines: _Lines) -> str:
            if lines.is_flow((chapter,)) or not isinstance(data.get(chapter), dict):
                return lines.with_part(chapter, values[chapter])
            if key not in data[chapter]:
                return lines.with_entry(chapter, key, entry)
            if _says_the_same(before, entry):
                return lines.replaced((chapter, key, "value"), flow(written))
            if is_own_yaku(entry) or lines.spans_lines((chapter, key)):
                return lines.with_other_entry(chapter, key, entry)
            return lines.replaced((chapter, key), flow(entry))

        return self._edited(values, write)

    def without(self, path: str) -> HouseRulesFile:
        """Return the file without an option, so that the base's value applies."""
        chapter, key = path.split(".", 1)[0], key_of(self.data, path)
        if self.document is None or key is None:
            return self
        left = {name: part for name, part in self.data[chapter].items() if name != key} or None
        return self._edited(
            {**self.data, chapter: left},
            lambda lines: (
                lines.with_part(chapter, left)
                if lines.is_flow((chapter,))
                else lines.without_entry(chapter, key, last=left is None)
            ),
        )

    def as_rules_write_it(self, path: str, value: Any) -> Any:
        """Return a value as the rules write it; a value that they refuse is unchanged."""
        if self.base is None or path not in options():
            return value
        try:
            return self.base.rules.changed({path: value}).written_value(path)
        except ValidationError:
            return value


def option_of_problem(problem: Problem) -> str:
    """Return the path of the option that has a problem."""
    return ".".join(re.split(r"[.\[]", problem.path)[:2])


def has_fields(path: str) -> bool:
    """Return True for an option of the form, and for any yaku with a valid id."""
    return path in options() or re.fullmatch(rf"yaku\.{YAKU_ID}", path) is not None


def house_id(title: str) -> str:
    """Return an id for house rules with this name, which no shipped ruleset has."""
    made_id = id_of(title)
    if made_id and made_id not in library.shipped():
        return made_id
    return f"{made_id or 'my'}-club"[-LONGEST_ID:].strip("-")


def _too_large() -> Problem:
    document = SourceDocument.of({}, FILE_NAME)
    message = Message("the file is larger than {bytes} bytes", bytes=str(LARGEST_FILE))
    return document.problem((), "too-large", message)


def _newer_format(document: SourceDocument, version: int) -> Problem:
    message = Message("a newer version of riichi made this file: format {n}", n=version)
    expected = Message("format: {n}", n=FORMAT)
    return document.problem(("format",), "newer-format", message, path="format", expected=expected)


def _no_house_rules(document: SourceDocument) -> Problem:
    name = document.data.get("extends") if isinstance(document.data, dict) else None
    message = Message("on this page, house rules can only extend a ruleset that comes with riichi")
    if isinstance(name, str) and name:
        message = Message("there is no ruleset {name} on this page", name=quote(name))
    near = closest_word(name, library.shipped()) if isinstance(name, str) else ""
    expected = Message("one of {known}", known=", ".join(library.shipped()))
    return document.problem(
        ("extends",), "bad-extends", message, path="extends", expected=expected, suggestion=near
    )


def problem_json(problem: Problem, tr: Translator, touched: Container[str] = ()) -> ProblemJson:
    """Return a problem in a language; fixes that set a just `touched` option come last."""
    fixes = sorted(problem.fixes, key=lambda mend: any(path in touched for path in mend.values))
    return {
        "path": problem.path,
        "code": problem.code,
        "severity": problem.severity,
        "text": tr(problem.message),
        "expected": tr(problem.expected) if problem.expected else "",
        "suggestion": problem.suggestion,
        "line": problem.span.line,
        "also": list(problem.also),
        "fixes": [
            {
                "says": tr(mend.says),
                "fields": {
                    path: fields_of_option(path, value) for path, value in mend.values.items()
                },
            }
            for mend in fixes
        ],
    }

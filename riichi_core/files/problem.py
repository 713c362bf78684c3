"""Define `Problem`: an error in a file, with its place, the expected value and a suggestion."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from riichi_core.errors import RiichiError
from riichi_core.files.yaml_text import flow
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.messages import LONGEST_PART, Message, escape_unprintable

Pointer = tuple[str | int, ...]
"""The keys and list indexes that lead to a value of a document."""

Severity = Literal["error", "warning"]

_SEVERITIES: dict[Severity, Translatable] = {"error": "error", "warning": "warning"}


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A part of a file: lines and columns counted from 1, the end column exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def touches(self, other: Span) -> bool:
        """Return True if two parts of the same line touch."""
        if not self.line == self.end_line == other.line:
            return False
        return self.column <= other.end_column and other.column <= self.end_column


START = Span(1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Mend:
    """One way to resolve a conflict of options.

    Attributes:
        says: the mend in plain words, without a full stop.
        values: the options that it sets, each as written in a file.
    """

    says: str
    values: Mapping[str, Any]

    def text(self, tr: Translator = PLAIN_ENGLISH) -> str:
        """Return the fix as text, with the values to write in the file."""
        written = ", ".join(f"{path}: {flow(value)}" for path, value in self.values.items())
        return tr("{mend} ({written})", mend=tr(self.says), written=written)


MOST_MENDS = 3
"""The maximum number of fixes of a problem."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of one file.

    `path` is the option (`claims.winners`), or empty for the whole file. `expected` and
    `suggestion` may be empty. `also` contains the other options of a conflict, and `fixes` the ways
    to resolve it, the best first.

    >>> problem = Problem("club.yaml", START, "empty", "the file is empty")
    >>> print(problem.text())
    club.yaml:1:1: error[empty] the file is empty
    """

    file: str
    span: Span
    code: str
    message: str
    path: str = ""
    expected: str = ""
    suggestion: str = ""
    severity: Severity = "error"
    source: str = field(default="", compare=False)
    also: tuple[str, ...] = field(default=(), compare=False)
    fixes: tuple[Mend, ...] = field(default=(), compare=False)

    def text(self, tr: Translator = PLAIN_ENGLISH) -> str:
        """Return the problem for people: place, message, and the line of the file with a caret.

        A name without a ruleset has no place, nor have values that are in no file.
        """
        place = f":{self.span.line}:{self.span.column}" if self.code not in NOT_READ else ""
        where = f"{escape_unprintable(self.file)}{place}: "
        place = where if self.file and self.code != NO_RULESET else ""
        subject = f"{escape_unprintable(self.path)}: " if self.path else ""
        kind = f"{tr(_SEVERITIES[self.severity])}[{self.code}]"
        lines = [f"{place}{kind} {subject}{escape_unprintable(tr(self.message))}"]
        if self.source:
            lines += self._excerpt()
        lines += (_wrapped(escape_unprintable(advice)) for advice in self._advice(tr))
        return "\n".join(lines)

    def _advice(self, tr: Translator) -> Iterator[str]:
        """Yield the expected value, the suggestion and the fixes, several as alternatives."""
        if self.expected:
            yield tr("expected: {expected}", expected=tr(self.expected))
        if self.suggestion:
            yield tr("did you mean: {suggestion}", suggestion=tr(self.suggestion))
        for place, mend in enumerate(self.fixes):
            text = mend.text(tr)
            if len(self.fixes) == 1:
                yield tr("to fix it: {mend}", mend=text)
            else:
                yield tr("or: {mend}", mend=text) if place else tr("either: {mend}", mend=text)

    def _excerpt(self) -> list[str]:
        number = f"{self.span.line:>4}"
        line, shift = _window(self.source, self.span.column)
        last = self.span.end_column if self.span.end_line == self.span.line else len(line) + 1
        width = max(1, min(last - shift, len(line) + 1) - (self.span.column - shift))
        return [f"{number} | {line}", f"     | {' ' * (self.span.column - shift - 1)}{'^' * width}"]

    def as_json(self) -> dict[str, object]:
        """Return the problem as a JSON object."""
        return {
            "file": self.file,
            "line": self.span.line,
            "column": self.span.column,
            "end_line": self.span.end_line,
            "end_column": self.span.end_column,
            "severity": self.severity,
            "code": self.code,
            "path": self.path,
            "message": self.message,
            "expected": self.expected or None,
            "suggestion": self.suggestion or None,
            "fixes": [{"says": mend.says, "values": {**mend.values}} for mend in self.fixes],
            "source": self.source[:LONGEST_PART],
        }


NO_RULESET = "no-ruleset"
"""The code of a name that is neither the id of a ruleset nor the path of a file."""

NOT_READ = ("unreadable", "not-a-file")
"""The codes of files without content, in which there are no lines."""

WIDEST = 90

WIDEST_LINE = 100
"""The maximum width of printed advice."""

MAX_PROBLEMS = 100
"""The number of problems after which reading stops and suggestions and fixes are left out."""

MOST_LISTED = 400
"""The maximum number of problems listed for one file, about two for each option."""

MORE_PROBLEMS = "too-many-problems"
"""The code of the problem that counts the omitted ones."""


def _wrapped(line: str) -> str:
    return textwrap.fill(
        line, WIDEST_LINE, initial_indent="    ", subsequent_indent="        ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _window(source: str, column: int) -> tuple[str, int]:
    """Return the visible part of a long line, and the number of characters cut before it."""
    line = "".join(character if character.isprintable() else " " for character in source)
    if len(line) <= WIDEST:
        return line, 0
    shift = max(0, column - WIDEST // 2)
    return line[shift : shift + WIDEST], shift


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems without duplicates in the order of the files, at most `MOST_LISTED` per file.

    If there are more, errors come before warnings, and a last problem counts the rest.
    """
    ordered = sorted(set(problems), key=lambda p: (p.file, p.span, p.severity, p.code, p.message))
    by_file = groupby(ordered, lambda p: p.file)
    return [problem for _, in_file in by_file for problem in _cut_short(list(in_file))]


def _cut_short(problems: list[Problem]) -> list[Problem]:
    """Return the first problems of a file, and one that counts the rest."""
    if len(problems) <= MOST_LISTED:
        return problems
    by_weight = sorted(problems, key=lambda p: p.severity)
    kept, rest = set(by_weight[:MOST_LISTED]), by_weight[MOST_LISTED:]
    more = Message.counted("and {n:,} more problem", "and {n:,} more problems", len(rest))
    last = problems[-1].span
    others = Problem(problems[0].file, last, MORE_PROBLEMS, more, severity=rest[0].severity)
    return [*(problem for problem in problems if problem in kept), others]


class FileError(RiichiError):
    """The error of a file that cannot be used; `problems` contains all of its problems.

    `code` and `field` are the code and the path of the first.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.code, self.field = self.problems[0].code, self.problems[0].path
        super().__init__(Message("\n".join(problem.text() for problem in self.problems)))

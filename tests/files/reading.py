"""Helpers for the tests of the closed YAML reader."""

from __future__ import annotations

import re
from collections.abc import Iterator

from riichi_core.files.problem import Pointer, Problem, Span
from riichi_core.files.source_document import SourceDocument, Value
from riichi_core.files.yaml_document import parse

Found = tuple[str, int, int, int, int]
"""The code of a problem and its span."""


TEXT = re.findall(
    r"\S+",
    "no No NO on off yes y True TRUE False ~ Null NULL 0100 00 0x1F 0b11 0o17 1:30 1:30.5 1_000 "
    "+5 +5.0 1e3 1.5e+3 .inf -.INF .nan 2016-04-01 1. .5 05.5 1234567890123456 "
    "0.1234567890123456 -- = << 1,000 6.3.1",
)
"""Plain text that stays text, though YAML 1.1 takes much of it for something else."""


def found(problem: Problem) -> Found:
    span = problem.span
    return problem.code, span.line, span.column, span.end_line, span.end_column


def good(text: str | bytes) -> SourceDocument:
    read_document, problems = parse(text, "a.yaml")
    assert problems == []
    assert read_document is not None
    return read_document


def only_problem(text: str | bytes) -> Problem:
    _, problems = parse(text, "a.yaml")
    assert len(problems) == 1, problems
    return problems[0]


def cut(lines: tuple[str, ...], span: Span) -> str:
    """Return the part of the source that a span covers."""
    assert 1 <= span.line <= span.end_line <= len(lines)
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1
    assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, *middle, last = lines[span.line - 1 : span.end_line]
    return "\n".join([first[span.column - 1 :], *middle, last[: span.end_column - 1]])


def walk(data: Value, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Value]]:
    """Yield every value with its path."""
    yield pointer, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from walk(value, (*pointer, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from walk(value, (*pointer, index))

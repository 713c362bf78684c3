"""A Markdown extension for the documentation site: examples in docstrings become code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

AFTER_FENCES = 24
"""The priority after that of fenced blocks, which have their own language."""


class _Doctests(Preprocessor):
    """Indents lines from `>>>` to the next empty line, which Markdown would read as quotations."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines with examples as indented code."""
        return [line for block in _blocks(lines) for line in _as_code(block)]


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    for _, block in groupby(lines, key=lambda line: bool(line.strip())):
        yield [*block]


def _as_code(block: list[str]) -> list[str]:
    if not block[0].startswith(">>> "):
        return block
    return ["    :::pycon", *(f"    {line}" for line in block)]


class DoctestBlocks(Extension):
    """The Markdown extension."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Register the preprocessor."""
        md.preprocessors.register(_Doctests(md), "doctests", AFTER_FENCES)


def makeExtension(**settings: Any) -> DoctestBlocks:  # noqa: N802 - Markdown's name
    """Return the extension, under the name that Markdown expects."""
    return DoctestBlocks(**settings)

"""A Markdown extension for the documentation site: examples in docstrings become code."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from pymdownx.highlight import Highlight

AFTER_FENCES = 24
"""The priority after that of fenced blocks, which have their own language."""


class _Doctests(Preprocessor):
    """Highlights lines from `>>>` to the next empty line, which are quotations in Markdown."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines, with each example as a highlighted block."""
        return [line for block in _blocks(lines) for line in self._as_code(block)]

    def _as_code(self, block: list[str]) -> list[str]:
        if not block[0].startswith(">>> "):
            return block
        return [self.md.htmlStash.store(Highlight(self.md).highlight("\n".join(block), "pycon"))]


def _blocks(lines: list[str]) -> Iterator[list[str]]:
    for _, block in groupby(lines, key=lambda line: bool(line.strip())):
        yield [*block]


class DoctestBlocks(Extension):
    """The Markdown extension."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - Markdown's name
        """Register the preprocessor."""
        md.preprocessors.register(_Doctests(md), "doctests", AFTER_FENCES)


def makeExtension(**settings: Any) -> DoctestBlocks:  # noqa: N802 - Markdown's name
    """Return the extension, under the name that Markdown expects."""
    return DoctestBlocks(**settings)

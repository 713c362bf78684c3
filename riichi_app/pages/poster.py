"""The poster from one ruleset to another: the five that matter, to be read from a metre."""

from __future__ import annotations

import re
from collections.abc import Sequence

from riichi_app.documents.model import Column, Document, Group, Row, TableBlock, cell
from riichi_app.locale import Locale
from riichi_app.pages.five import FIVE, five_that_matter
from riichi_core.comparison.comparison import Comparison, ComparisonRow
from riichi_core.language import Text

KIND: Text = "The five that matter"

SENTENCE = re.compile(r"(?<=[.!?]) (?=[A-Z0-9])")
"""The space between two sentences."""


def poster(found: Comparison, tr: Locale) -> Document:
    """Return what a player has to know in five rows, each side in one sentence.

    Args:
        found: the rulesets side by side; those with few differences have all of them.
        tr: the language.
    """
    rows = five_that_matter(found) or tuple(row for row in found.differing if row.part == "play")
    columns = tuple(Column(label, share=1) for label in found.labels)
    return Document(
        title=found.title(tr),
        kind=tr(KIND) if len(rows) == FIVE else "",
        language=tr.language,
        layout="poster",
        blocks=(TableBlock(columns, tuple(map(_group, rows)), bold=False),),
        pages=1,
    )


def _group(row: ComparisonRow) -> Group:
    said = [SENTENCE.split(side.sentences) for side in row.sides]
    cells = tuple(cell(_own(sentences, said)) for sentences in said)
    return Group((Row(cells, row.path),), row.title)


def _own(sentences: Sequence[str], said: Sequence[Sequence[str]]) -> str:
    """Return the first sentence that not every side says."""
    own = (one for one in sentences if not all(one in other for other in said))
    return next(own, sentences[0])

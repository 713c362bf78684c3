"""docs/reference/glossary.md: the words of the game, with Japanese and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from riichi_core.files.yaml_document import data_of_file
from riichi_validators.markdown import DOCS, table

FILE = DOCS / "reference" / "glossary.md"
TERMS = Path(__file__).with_name("glossary.yaml")

HEAD = """\
# Glossary

The words that texts for players use. They are those of EMA 2025; the last column has the words of
WRC 2025 and of the earlier books, if they differ. `riichi find WORD` finds rules by most of these
names, and yaku by their names in Japanese. `make docs` generates this page.
"""


def page() -> str:
    """Return the whole page."""
    subjects = data_of_file(TERMS)
    return "\n".join(
        [HEAD, *(line for name, terms in subjects.items() for line in _part(name, terms))]
    )


def _part(subject: str, terms: dict[str, tuple[str, str, str]]) -> Iterator[str]:
    yield f"## {subject}"
    yield ""
    rows = ((term, *columns) for term, columns in terms.items())
    yield from table(("word", "Japanese", "meaning", "in other books"), rows)

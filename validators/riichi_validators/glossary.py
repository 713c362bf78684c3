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

The words that texts for players use. They are those of EMA 2025. `riichi find WORD` also finds the
names of yaku and rules in other books and in Japanese.
"""


def page() -> str:
    """Return the whole page."""
    subjects = data_of_file(TERMS)
    return "\n".join(
        [HEAD, *(line for name, terms in subjects.items() for line in _part(name, terms))]
    )


def _part(subject: str, terms: dict[str, tuple[str, str]]) -> Iterator[str]:
    yield f"## {subject}"
    yield ""
    rows = ((term, japanese, meaning) for term, (japanese, meaning) in terms.items())
    yield from table(("word", "Japanese", "meaning"), rows)

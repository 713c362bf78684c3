"""The published books as they were read when the project was made."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from riichi_core.rules.ruleset import BookHead, Provenance, Ruleset
from riichi_core.rules.typed import typed_text, typed_value


def book_of(path: Path) -> Ruleset | None:
    """Return the ruleset of a book; None if its file was changed since it was prepared."""
    made = typed_value(path)
    if made is None:
        return None
    head, rules = made["head"], made["rules"]
    assert isinstance(head, BookHead)
    provenance = {name: Provenance(**parts) for name, parts in made["provenance"].items()}
    return Ruleset.of(head, rules, provenance, head.result_unit, str(path))


def book_text(book: Ruleset) -> str:
    """Return the text of the file that `book_of` reads."""
    provenance = {
        name: {part: said for part, said in asdict(where).items() if said not in ("", None)}
        for name, where in book.provenance.items()
    }
    value = {"head": book.head, "rules": book.rules, "provenance": provenance}
    return typed_text(Path(book.file), value)

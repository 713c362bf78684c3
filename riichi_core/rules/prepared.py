"""Rulesets that are not checked once more: the published books, above all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from riichi_core.rules import library
from riichi_core.rules.ruleset import BookHead, Provenance, Ruleset
from riichi_core.rules.typed import typed_text, typed_value

_kept: dict[Path, Ruleset] = {}
_books: dict[tuple[Path, int, int], Ruleset] = {}
"""Books by their file as it stands: when it was changed last, and its size."""


def keep(rulesets: Mapping[str, Ruleset]) -> None:
    """Take rulesets as they were read before, for a program whose files never change.

    Args:
        rulesets: by the path of the file, each without errors or warnings.
    """
    _kept.update((Path(path), one) for path, one in rulesets.items())


def keep_book(path: Path, ruleset: Ruleset) -> None:
    """Take a ruleset that was checked, without a problem, for as long as its file stays as it is.

    Only books are kept: those are read again and again.
    """
    if path in library.books().values():
        _books[_state(path)] = ruleset


def known(path: Path) -> Ruleset | None:
    """Return the ruleset of a file that need not be checked once more; None for any other."""
    if path in _kept:
        return _kept[path]
    if path not in library.books().values():
        return None
    state = _state(path)
    if state not in _books and (made := book_of(path)):
        _books[state] = made
    return _books.get(state)


def _state(path: Path) -> tuple[Path, int, int]:
    file = path.stat()
    return path, file.st_mtime_ns, file.st_size


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

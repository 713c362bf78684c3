"""Which book a house-rule file extends: one of ours by its id, or a file beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import Diagnostic, nearest

Examine = Callable[[Path], tuple[Ruleset | None, list[Diagnostic]]]


class NoBase(Exception):  # noqa: N818 - said where the file says `extends`, never shown as such
    """What `extends` names cannot be extended; the message says why."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.nearest = near


def looks_like_path(name: str) -> bool:
    """Whether a name is meant as a file rather than as an id."""
    return name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name


def allowed() -> str:
    """What `extends` may say."""
    return f"the id of a book ({', '.join(library.books())}) or the path of a book's file"


def base_file(name: str, extending: Path) -> Path:
    """The file of the book that `extending` extends.

    Raises:
        NoBase: there is no such book, or it is the file itself, or it extends another one.
    """
    books = library.books()
    if name in books:
        return books[name]
    if name in library.clubs():
        raise NoBase(f"'{name}' is a club's own rules; only a book can be extended")
    if not looks_like_path(name):
        raise NoBase(f"there is no book '{name}'", nearest(name, books))
    path = extending.parent / name
    if not is_file(path):
        raise NoBase(f"there is no file '{name}' beside this one")
    if path.resolve() == extending.resolve():
        raise NoBase("a ruleset cannot extend itself")
    parsed, _ = documents.read(path)
    if parsed is not None and isinstance(parsed.data, dict) and "extends" in parsed.data:
        raise NoBase(f"'{name}' extends another ruleset itself; only a book can be extended")
    return path


def is_file(path: Path) -> bool:
    """Whether there is such a file; a name that no file can have is no error."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def find_base(name: str, extending: Path, examine: Examine) -> Ruleset:
    """The book that the file `extending` extends, checked by `examine`.

    Raises:
        NoBase: as `base_file`, or the book has errors of its own.
    """
    found, problems = examine(base_file(name, extending))
    if found is None:
        errors = sum(problem.severity == "error" for problem in problems)
        what = f"{errors} error{'' if errors == 1 else 's'}"
        raise NoBase(f"'{name}' has {what} of its own; check it first")
    return found

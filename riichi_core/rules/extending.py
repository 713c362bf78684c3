"""From the name in `extends` to a file, through no circle and not without end."""

from __future__ import annotations

from pathlib import Path

from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.source.diagnostics import nearest

LONGEST_CHAIN = 8
"""The most files of house rules that stand on each other."""

ENDLESS = ("extends-circle", "extends-chain")
"""Codes of rules that never come to a book, which each file of theirs is told with."""


class ExtendsError(Exception):
    """The ruleset in `extends` cannot be extended; the message says why."""

    def __init__(self, message: str, near: str = "", code: str = "bad-extends") -> None:
        super().__init__(message)
        self.message = message
        self.nearest = near
        self.code = code


def base_file(name: str, extending: Path, above: tuple[Path, ...] = ()) -> Path:
    """Return the file of the ruleset that a file extends.

    Args:
        name: the id or the path that the file says.
        extending: the file; a path starts in its folder.
        above: the files that extend it in turn, the last the nearest.

    Raises:
        ExtendsError: there is no such file, or it stands on those that extend it.
    """
    known, name = library.shipped(), library.newest().get(name, name)
    quoted = quote(name)
    if name not in known and not looks_like_path(name):
        near = file_beside(name, extending.parent) or nearest(name, known)
        raise ExtendsError(Message("there is no ruleset {name}", name=quoted), near)
    path = known[name] if name in known else extending.parent / name
    if not is_file(path):
        raise ExtendsError(Message("there is no file {name} beside this one", name=quoted))
    chain = [*above, extending.resolve()]
    if path.resolve() == chain[-1]:
        raise ExtendsError(Message("a ruleset cannot extend itself"))
    if path.resolve() in chain:
        files = ", ".join(file.name for file in chain[chain.index(path.resolve()) :])
        message = Message("these files extend each other in a circle: {files}", files=files)
        raise ExtendsError(message, code=ENDLESS[0])
    if len(chain) > LONGEST_CHAIN:
        message = Message("more than {most} files extend one another", most=LONGEST_CHAIN)
        raise ExtendsError(message, code=ENDLESS[1])
    return path


def looks_like_path(name: str) -> bool:
    """Return True if a name is meant as a file rather than as an id."""
    return name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name


def file_beside(name: str, folder: Path) -> str:
    """Return the file that somebody means who leaves its ending out; empty if there is none."""
    files = (f"{name}{ending}" for ending in (".yaml", ".yml") if name.isprintable())
    return next((file for file in files if is_file(folder / file)), "")


def is_file(path: Path) -> bool:
    """Return True if there is such a file; a name that no file can have is no error."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False

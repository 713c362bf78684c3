"""The rulesets that come with the project, and the folder in which they are."""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from pathlib import Path

NOT_RULESETS = ("clauses.yaml", "names.yaml", "yaku-hands.yaml", "yaku.yaml")


def books() -> dict[str, Path]:
    """Return the id and file of each published book, in the order of their names."""
    found = _in_folder("")
    return {name: path for name, path in found.items() if path.name not in NOT_RULESETS}


def shelf() -> dict[str, Path]:
    """Return the id and file of each ruleset that is known from second-hand sources."""
    return _in_folder("shelf")


def bases() -> dict[str, Path]:
    """Return the id and file of each ruleset that house rules can extend."""
    return books() | shelf()


def rooms() -> dict[str, Path]:
    """Return the id and file of the house rules for other rooms of a platform."""
    return _in_folder("rooms")


def clubs() -> dict[str, Path]:
    """Return the id and file of each example of a club's house rules."""
    return _in_folder("clubs")


def houses() -> dict[str, Path]:
    """Return the id and file of each example of house rules: rooms, then clubs."""
    return rooms() | clubs()


def shipped() -> dict[str, Path]:
    """Return the id and file of every ruleset of the project: books, the shelf, house rules."""
    return bases() | houses()


def name_of(file: str) -> str:
    """Return the name by which a file is told of: one of ours by its place in the data folder."""
    path = Path(os.path.normpath(file)) if file else Path()
    if path.is_relative_to(data_folder()):
        return path.relative_to(data_folder()).as_posix()
    return str(path) if file else ""


def _in_folder(name: str) -> dict[str, Path]:
    folder = data_folder() / name
    try:
        return dict(_listed(folder, folder.stat().st_mtime_ns))
    except OSError:
        return {}  # there is no such folder


@lru_cache(maxsize=16)
def _listed(folder: Path, changed: int) -> dict[str, Path]:  # noqa: ARG001 - part of the key
    """Return the files of a folder, looked up once for as long as none is added or taken away."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


@cache
def newest() -> dict[str, str]:
    """Return the newest edition of each book that has a year, by its id without the year.

    What a book replaces is read from its text, since every command asks and no file is parsed
    for that.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in books().items()}
    replaced = {found[1] for text in texts.values() if (found := REPLACES.search(text))}
    years = {name: EDITION.fullmatch(name) for name in texts if name not in replaced}
    return {found[1]: name for name, found in years.items() if found}


REPLACES = re.compile(r"^replaces: ([a-z0-9-]+)$", re.MULTILINE)
EDITION = re.compile(r"(.+)-[0-9]{4}")

PACKAGE = Path(__file__).resolve().parents[1]
MARK = "yaku.yaml"
"""A file by which a folder called `rulesets` is known to be ours."""


@cache
def data_folder() -> Path:
    """Return the folder with the rulesets, the yaku and the clauses.

    A checkout is preferred, so that an edited file is the one that is read; a wheel carries its
    own copy inside the package.
    """
    checkout = PACKAGE.parent / "rulesets"
    return checkout if (checkout / MARK).is_file() else PACKAGE / "_rulesets"

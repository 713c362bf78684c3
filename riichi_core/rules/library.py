"""List the files of the shipped rulesets, by their ids."""

from __future__ import annotations

import os
import re
from functools import cache, lru_cache
from pathlib import Path

from riichi_core.files.files import last_change

NOT_RULESETS = (
    "clauses.yaml",
    "names.yaml",
    "question-weights.yaml",
    "questions.yaml",
    "short-form.yaml",
    "words.yaml",
    "yaku-hands.yaml",
    "yaku.yaml",
)

ID_MARK, FILE_MARK = "#b=", "#r="
"""What precedes the id of a shipped ruleset, and the code of a file, in an address."""


def books() -> dict[str, Path]:
    """Return the id and file of each published book, in the order of their names."""
    files = _in_folder("")
    return {name: path for name, path in files.items() if path.name not in NOT_RULESETS}


def shelf() -> dict[str, Path]:
    """Return the id and file of each ruleset from second-hand sources."""
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


def house_rulesets() -> dict[str, Path]:
    """Return the id and file of each example of house rules: rooms, then clubs."""
    return rooms() | clubs()


def shipped() -> dict[str, Path]:
    """Return the id and file of every ruleset of the project: books, the shelf, house rules."""
    return bases() | house_rulesets()


def display_name(file: str) -> str:
    """Return a file's name for people: its path in `rulesets_dir` if it is shipped."""
    path = Path(os.path.normpath(file)) if file else Path()
    if path.is_relative_to(rulesets_dir()):
        return path.relative_to(rulesets_dir()).as_posix()
    return str(path) if file else ""


def _in_folder(name: str) -> dict[str, Path]:
    folder = rulesets_dir() / name
    try:
        return dict(_listed(folder, folder.stat().st_mtime_ns))
    except OSError:
        return {}  # the folder does not exist


@lru_cache(maxsize=16)
def _listed(folder: Path, changed: int) -> dict[str, Path]:  # noqa: ARG001 - part of the key
    """Return the files of a folder by id; cached until a file is added or removed."""
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


@cache
def newest_editions() -> dict[str, str]:
    """Return the newest edition of each book that has a year, by its id without the year.

    Every command needs this, so a pattern finds `replaces:` in each text, without a YAML parser.
    """
    texts = {name: path.read_text(encoding="utf-8") for name, path in books().items()}
    replaced = {match[1] for text in texts.values() if (match := REPLACES.search(text))}
    years = {name: EDITION.fullmatch(name) for name in texts if name not in replaced}
    return {match[1]: name for name, match in years.items() if match}


REPLACES = re.compile(r"^replaces: ([a-z0-9-]+)$", re.MULTILINE)
EDITION = re.compile(r"(.+)-[0-9]{4}")

PACKAGE = Path(__file__).resolve().parents[1]
MARKER_FILE = "yaku.yaml"
"""The file that identifies the rulesets folder of a checkout."""


@cache
def rulesets_dir() -> Path:
    """Return the folder with the rulesets, the yaku and the clauses.

    In a checkout this is `rulesets/`, so that edits take effect. A wheel contains a copy.
    """
    checkout = PACKAGE.parent / "rulesets"
    return checkout if (checkout / MARKER_FILE).is_file() else PACKAGE / "_rulesets"


def is_current(generated: Path, *sources: Path) -> bool:
    """Return True if a file is not older than the files and folders that it is made from.

    In a checkout a file that is older than its sources is out of date. Installed files never are.
    """
    try:
        written = generated.stat().st_mtime_ns
    except OSError:
        return False  # nothing has been built
    installed = rulesets_dir().parent == PACKAGE
    return installed or all(written >= last_change(source) for source in sources)


# ---- names of files --------------------------------------------------------------------------


KNOWN, FILE = "#b=", "#r="
"""What precedes the id of a shipped ruleset, and the code of a file, in an address."""


def looks_like_path(name: str) -> bool:
    """Return True if a name is meant as a file rather than as an id."""
    return name.endswith((".yaml", ".yml")) or "/" in name or "\\" in name


def file_beside(name: str, folder: Path) -> str:
    """Return the name with the ending of a file that exists in a folder; empty if none does."""
    files = (f"{name}{ending}" for ending in (".yaml", ".yml") if name.isprintable())
    return next((file for file in files if is_file(folder / file)), "")


def is_file(path: Path) -> bool:
    """Return True if the file exists, False if it does not or its name is impossible."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False

"""The rulesets that come with the project."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from riichi_core.rules.data import data_folder

NOT_RULESETS = ("clauses.yaml", "yaku.yaml")


def books() -> dict[str, Path]:
    """Id and file of each published book, in the order of their names."""
    return {
        path.stem: path for path in sorted(_files()) if path.name not in NOT_RULESETS
    }


def clubs() -> dict[str, Path]:
    """Id and file of each example of house rules."""
    return {path.stem: path for path in sorted((_folder() / "clubs").glob("*.yaml"))}


def shipped() -> dict[str, Path]:
    """Id and file of everything that comes with the project: books first, then clubs."""
    return books() | clubs()


@cache
def _folder() -> Path:
    return Path(str(data_folder()))


def _files() -> Iterator[Path]:
    return _folder().glob("*.yaml")

"""The rulesets that come with the project."""

from __future__ import annotations

from pathlib import Path

from riichi_core.rules.data import data_folder

NOT_RULESETS = ("clauses.yaml", "yaku-hands.yaml", "yaku.yaml")


def books() -> dict[str, Path]:
    """Id and file of each published book, in the order of their names."""
    files = sorted(data_folder().glob("*.yaml"))
    return {path.stem: path for path in files if path.name not in NOT_RULESETS}


def clubs() -> dict[str, Path]:
    """Id and file of each example of house rules."""
    return {path.stem: path for path in sorted((data_folder() / "clubs").glob("*.yaml"))}


def shipped() -> dict[str, Path]:
    """Id and file of everything that comes with the project: books first, then clubs."""
    return books() | clubs()

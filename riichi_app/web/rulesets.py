"""The rulesets that come with the project, each read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from riichi_app.web.shape import Choice, branch_of, shape_of, tag
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset


@cache
def shipped(name: str) -> Ruleset:
    """Return a ruleset that comes with the project.

    Args:
        name: its id.

    Raises:
        RulesetError: there is none of that id.
    """
    return load(name)


@cache
def _written(name: str, chapter: str) -> Mapping[str, Any]:
    return shipped(name).rules.written(chapter)


@cache
def held(path: str, branch: str) -> Any:
    """Return what a ruleset has that takes a branch of an option: a good value to begin with.

    Args:
        path: the option.
        branch: the tag of the branch (shape.py).

    Returns:
        The value as a file writes it; None where no ruleset takes the branch.
    """
    shape = shape_of(path)
    chapter, option = path.split(".")
    for name in library.bases():
        value = _written(name, chapter).get(option)
        chosen = branch_of(shape, value) if isinstance(shape, Choice) else shape
        if chosen is not None and tag(chosen) == branch:
            return value
    return None

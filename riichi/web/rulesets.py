"""The shipped rulesets, each read once, and the names of options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from riichi.web.value_shape import Choice, branch_name, branch_of, shape_of
from riichi_core.language import Translator
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku, other_names
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset


@cache
def shipped(name: str) -> Ruleset:
    """Return the shipped ruleset with an id.

    Raises:
        RulesetError: if no ruleset has this id.
    """
    return load(name)


def door_rulesets() -> tuple[str, ...]:
    """Return the rulesets that the page offers as a start, whose differences have examples."""
    return tuple(name for names in other_names().doors.values() for name in names)


def short_title(name: str, tr: Translator) -> str:
    """Return the short title of the shipped ruleset with an id."""
    return shipped(name).short_title_in(tr)


STARTING_VALUES: Mapping[tuple[str, str], Any] = {
    ("end.ceiling", "=points"): {"points": 60_000, "when": "reached"}
}
"""Good values on branches that no ruleset is on, and whose smallest value is an error."""


@cache
def _written_chapter(name: str, chapter: str) -> Mapping[str, Any]:
    return shipped(name).rules.written(chapter)


@cache
def example_value(path: str, branch: str) -> Any:
    """Return a ruleset's value on a branch of an option, as in a ruleset file: one to start with.

    Returns None if no ruleset has one.
    """
    shape = shape_of(path)
    chapter, option = path.split(".")
    for name in library.shipped():
        value = _written_chapter(name, chapter).get(option)
        chosen = branch_of(shape, value) if isinstance(shape, Choice) else shape
        if chosen is not None and branch_name(chosen) == branch:
            return value
    return STARTING_VALUES.get((path, branch))


def option_id(path: str) -> str:
    """Return an option's id on every page: `o-claims-winners`."""
    return "o-" + path.replace(".", "-")


@cache
def search_words() -> dict[str, str]:
    """Return, by option, its other names for the search, including those of yaku."""
    names = {path: [path, *words] for path, words in other_names().options.items()}
    for yaku, known in known_yaku().items():
        names.setdefault(f"yaku.{yaku}", [yaku]).extend(known.name.spellings())
    return {path: " | ".join(words).lower() for path, words in names.items()}

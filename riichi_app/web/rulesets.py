"""The rulesets that come with the project, each read once, and the names of options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from riichi_app.web.value_shape import Choice, branch_name, branch_of, shape_of
from riichi_core.language import Translator
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku, other_names
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


def short_title(name: str, tr: Translator) -> str:
    """Return a title of a few words for a shipped ruleset.

    Args:
        name: its id.
        tr: the language.
    """
    return tr(other_names().short_titles.get(name, shipped(name).title))


@cache
def _written_chapter(name: str, chapter: str) -> Mapping[str, Any]:
    return shipped(name).rules.written(chapter)


@cache
def example_value(path: str, branch: str) -> Any:
    """Return what a ruleset has that takes a branch of an option: a good value to begin with.

    Args:
        path: the option.
        branch: the tag of the branch (value_shape.py).

    Returns:
        The value as a file writes it; None where no ruleset takes the branch.
    """
    shape = shape_of(path)
    chapter, option = path.split(".")
    for name in library.bases():
        value = _written_chapter(name, chapter).get(option)
        chosen = branch_of(shape, value) if isinstance(shape, Choice) else shape
        if chosen is not None and branch_name(chosen) == branch:
            return value
    return None


def option_id(path: str) -> str:
    """Return the id that an option has on every page: `o-claims-winners`."""
    return "o-" + path.replace(".", "-")


@cache
def search_words() -> dict[str, str]:
    """Return by option the other names by which people look for it, also those of yaku."""
    names = {path: [path, *words] for path, words in other_names().options.items()}
    for yaku, known in known_yaku().items():
        names.setdefault(f"yaku.{yaku}", [yaku]).extend(known.name.spellings())
    return {path: " | ".join(words).lower() for path, words in names.items()}

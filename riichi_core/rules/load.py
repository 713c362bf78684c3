"""Load a ruleset from an id such as `ema-2016` or from the path of a YAML file."""

from __future__ import annotations

from pathlib import Path

from riichi_core.errors import RiichiError
from riichi_core.files.problem import NO_RULESET, START, Problem
from riichi_core.messages import Message, quote
from riichi_core.rules import library, prepared
from riichi_core.rules.library import file_beside, looks_like_path
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.spelling import closest_word

GivenRules = Ruleset | Rules | str | Path
"""A ruleset, only its rules, or its id or path."""


def rules_of(rules: GivenRules) -> Rules:
    """Return the rules of a ruleset, given directly or by id or path.

    Args:
        rules: a ruleset, its id or path, or rules, which are returned unchanged.

    Raises:
        RulesetError: if the file is missing or has errors.
        RiichiError: if the argument is none of these.
    """
    return rules if isinstance(rules, Rules) else ruleset_of(rules).rules


def ruleset_of(ruleset: Ruleset | str | Path) -> Ruleset:
    """Return a ruleset, given directly or by id or path.

    Raises:
        RulesetError: if the file is missing or has errors.
        RiichiError: if the argument is none of these.
    """
    if isinstance(ruleset, str | Path):
        ruleset = load(ruleset)
    if isinstance(ruleset, Ruleset):
        return ruleset
    raise RiichiError(
        Message("expected a ruleset, its id or its path, not {value}", value=quote(ruleset))
    )


def load(name: str | Path) -> Ruleset:
    """Return a shipped ruleset by its id, or one from a file by its path.

    Args:
        name: an id such as `ema-2016`, or the path of a YAML file.

    Returns:
        The complete ruleset; house rules include the book that they extend.

    Raises:
        RulesetError: if the file is missing or has errors; `problems` lists them all.
        RiichiError: if the name is neither text nor a path.

    >>> load("ema-2016").title
    'EMA Riichi rules, 2016 edition'
    """
    if not isinstance(name, str | Path):
        raise RiichiError(
            Message("expected the id or the path of a ruleset, not {value}", value=quote(name))
        )
    ruleset, problems = read(find(str(name)))
    if ruleset is None:
        raise RulesetError(p for p in problems if p.severity == "error")
    return ruleset


def find(name: str) -> Path:
    """Return the file of an id in any case, of the newest edition (`ema`), or of a path.

    Raises:
        RulesetError: if there is no such ruleset; the message suggests the nearest.
    """
    known = library.shipped()
    edition = library.newest_editions().get(name.lower(), name.lower())
    if edition in known:
        return known[edition]
    if looks_like_path(name):
        return Path(name)
    nearest = (
        file_beside(name, Path())
        or closest_word(name, [*known, *library.newest_editions()])
        or next((ruleset_id for ruleset_id in known if name and ruleset_id.startswith(name)), "")
    )
    message = Message("there is no ruleset {name}", name=quote(name))
    expected = Message(
        "an id that {command} lists, or the path of a YAML file", command="riichi rulesets"
    )
    raise RulesetError(
        [Problem(name, START, NO_RULESET, message, expected="" if nearest else expected,
                 nearest=nearest)]
    )  # fmt: skip


def read(path: Path | str) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset of a file and all of its problems, as `examine` does.

    A shipped book is not checked again (`prepared.known_ruleset`).
    """
    path = Path(path)
    known = prepared.known_ruleset(path)
    return examine(path) if known is None else (known, [])


def examine(path: Path | str) -> tuple[Ruleset | None, list[Problem]]:
    """Check a ruleset file.

    Returns:
        The ruleset, or None if there is an error; and all problems in file order: errors, and
        warnings about valid but unlikely values.
    """
    from riichi_core.rules.ruleset_check import examine_file  # noqa: PLC0415 - books do not need it

    return examine_file(Path(path))

"""Load a ruleset from an id such as `ema-2016`, a YAML file, its text or its data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from riichi_core.errors import RiichiError
from riichi_core.files.problem import NO_RULESET, START, Problem
from riichi_core.messages import Message, quote, quote_argument
from riichi_core.rules import library, prepared
from riichi_core.rules.library import FILE_MARK, ID_MARK, file_beside, looks_like_path
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.spelling import closest_word

GivenRules = Ruleset | Rules | str | Path
"""A ruleset, only its rules, or its id or path."""


def rules_of(rules: GivenRules) -> Rules:
    """Return the rules of a ruleset, given directly or by id or path; rules are unchanged.

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
    if isinstance(ruleset, Rules):
        raise RiichiError(
            Message("expected a ruleset with its title and sources, not only its rules")
        )
    raise RiichiError(
        Message(
            "expected a ruleset, its id or its path, not {value}", value=quote_argument(ruleset)
        )
    )


def load(source: str | Path | Mapping[str, Any]) -> Ruleset:
    """Return a shipped ruleset by its id, or one from a file, a text or plain data.

    Args:
        source: an id such as `ema-2016`, the path of a YAML file, the text of one, the data that
            such a text holds, or the address of a page that contains rules.

    Returns:
        The complete ruleset; house rules include the book that they extend.

    Raises:
        RulesetError: if the file is missing or has errors; `problems` lists them all.
        RiichiError: if the source is none of these.

    >>> load("ema-2016").title
    'EMA Riichi rules, 2016 edition'
    """
    if isinstance(source, Mapping):
        return Ruleset.from_dict(source)
    if not isinstance(source, str | Path):
        raise RiichiError(
            Message(
                "expected the id or the path of a ruleset, not {value}",
                value=quote_argument(source),
            )
        )
    if isinstance(source, str) and "\n" in source:
        from riichi_core.rules.ruleset_data import ruleset_of_text  # noqa: PLC0415 - it imports yaml

        return ruleset_of_text(source)
    ruleset, problems = read_named(str(source))
    if ruleset is None:
        raise RulesetError(p for p in problems if p.severity == "error")
    return ruleset


def rulesets() -> tuple[str, ...]:
    """Return the ids of all shipped rulesets: published books first, examples of clubs last.

    >>> rulesets()[:3]
    ('ema-2012', 'ema-2016', 'ema-2025')
    """
    return tuple(library.shipped())


def find_ruleset(name: str) -> Path:
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
    suggestion = (
        file_beside(name, Path())
        or closest_word(name, [*known, *library.newest_editions()])
        or next((ruleset_id for ruleset_id in known if name and ruleset_id.startswith(name)), "")
    )
    message = Message("there is no ruleset {name}", name=quote(name))
    expected = Message(
        "an id that {command} lists, or the path of a YAML file", command="riichi rulesets"
    )
    raise RulesetError(
        [Problem(name, START, NO_RULESET, message, expected="" if suggestion else expected,
                 suggestion=suggestion)]
    )  # fmt: skip


def read_named(name: str) -> tuple[Ruleset | None, list[Problem]]:
    """Return the ruleset of an id, a path or an address with rules, and all of its problems.

    Raises:
        RulesetError: if there is no such ruleset, or the rules of an address have errors.
    """
    _, mark, code = name.partition(FILE_MARK)
    if mark:
        from riichi_core.rules.address import file_of_code  # noqa: PLC0415 - few need it

        return load(file_of_code(code.partition(".")[0]) + "\n"), []
    return read(find_ruleset(name.rpartition(ID_MARK)[2]))


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

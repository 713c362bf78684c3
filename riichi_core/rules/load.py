"""Rulesets by their names: one that is shipped by its id, or one from a file by its path."""

from __future__ import annotations

from pathlib import Path

from riichi_core.errors import RiichiError
from riichi_core.messages import Message, quote
from riichi_core.rules import library, prepared
from riichi_core.rules.extending import file_beside, looks_like_path
from riichi_core.rules.ruleset import Ruleset, RulesetError
from riichi_core.source.diagnostics import START, Diagnostic, nearest


def load(name: str | Path) -> Ruleset:
    """Return a shipped ruleset by its id, or one from a file by its path.

    Args:
        name: an id such as `ema-2016`, or the path of a YAML file.

    Returns:
        The complete ruleset; house rules are laid over the book that they extend.

    Raises:
        RulesetError: the file is missing or wrong; `diagnostics` holds every problem.
        RiichiError: the name is neither a text nor a path.

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
    """Return the file that an id, a name of a newest edition (`ema`) or a path stands for.

    Ids are read in any case.

    Raises:
        RulesetError: there is no such ruleset; the message names the nearest.
    """
    known = library.shipped()
    ours = library.newest().get(name.lower(), name.lower())
    if ours in known:
        return known[ours]
    if looks_like_path(name):
        return Path(name)
    near = (
        file_beside(name, Path())
        or nearest(name, known)
        or next((k for k in known if name and k.startswith(name)), "")
    )
    message = Message("there is no ruleset {name}", name=quote(name))
    expected = Message("the path of a YAML file, or one of {known}", known=", ".join(known))
    raise RulesetError([Diagnostic(name, START, "no-ruleset", message, "", expected, near)])


def read(path: Path | str) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Return the ruleset of a file and every problem of it, as `examine` does.

    A published book of the project is not checked once more (`prepared.known`).
    """
    path = Path(path)
    known = prepared.known(path)
    return examine(path) if known is None else (known, [])


def examine(path: Path | str) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Check a ruleset file.

    Returns:
        The ruleset, or None if anything is an error, and every problem in file order: errors, and
        warnings for what is allowed but can hardly be meant.
    """
    from riichi_core.rules.examination import examine_file  # noqa: PLC0415 - no book needs it

    return examine_file(Path(path))

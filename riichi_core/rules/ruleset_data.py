"""Rulesets as plain data and YAML text, and rulesets made of these.

Plain data has the keys and values of a ruleset file. It is checked as its file would be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from riichi_core.files import yaml_document as documents
from riichi_core.files.problem import START, Problem
from riichi_core.files.source_document import SourceDocument
from riichi_core.files.yaml_text import block
from riichi_core.messages import Message, quote
from riichi_core.rules import changes, library
from riichi_core.rules.rules import as_written, chapters, options
from riichi_core.rules.ruleset import (
    NOT_LOOKED_UP,
    UNREGULATED,
    HouseHead,
    Provenance,
    Ruleset,
    RulesetError,
    assumed_from,
)
from riichi_core.rules.ruleset_check import examine_document

# ---- to data and text ----------------------------------------------------------------------------


def ruleset_dict(ruleset: Ruleset, *, is_shared: bool = False) -> dict[str, Any]:
    """Return a ruleset as its file has it: the head, and the options that it states.

    House rules over a ruleset without a file extend the nearest one that has a file or, to be
    shared with people who lack that file, is shipped.
    """
    base, above, own_head = ruleset.base, {ruleset.id}, ruleset.head
    while base is not None and not (is_shipped if is_shared else _has_file)(base):
        above.add(base.id)
        base = base.base
    if isinstance(own_head, HouseHead):
        own_head = own_head.model_copy(update=_own_words(ruleset, base))
    head = own_head.model_dump(mode="json", exclude_defaults=True)
    if base is not None:
        head["extends"] = base.id if is_shipped(base) else str(Path(base.file).resolve())
    data: dict[str, Any] = {**head}
    stated = [
        path for path, source in ruleset.provenance.items() if _is_stated(source, base, above)
    ]
    in_file_order = {path: place for place, path in enumerate(ruleset.changes)}
    stated.sort(key=lambda path: in_file_order.get(path, len(in_file_order)))
    for chapter in chapters():
        values = ruleset.rules.written(chapter)
        names = [path.partition(".")[2] for path in stated if path.startswith(f"{chapter}.")]
        own_yaku = [
            name for name in values if name in names and f"{chapter}.{name}" not in options()
        ]
        entries = {
            name: _entry(values[name], ruleset.provenance[f"{chapter}.{name}"])
            for name in (*(name for name in names if name not in own_yaku), *own_yaku)
            if name in values
        }
        if entries:
            data[chapter] = entries
    return data


def ruleset_text(ruleset: Ruleset) -> str:
    """Return a ruleset as the text of its file, in YAML and without comments."""
    return block(ruleset_dict(ruleset))


def _own_words(ruleset: Ruleset, base: Ruleset | None) -> dict[str, Any]:
    """Return what house rules say in their own words and their base does not."""
    others, past = ({}, ()) if base is None else (base.other_rules, base.history)
    return {
        "other_rules": {
            heading: text
            for heading, text in ruleset.other_rules.items()
            if others.get(heading) != text
        },
        "history": ruleset.history[len(past) :],
    }


def _has_file(ruleset: Ruleset) -> bool:
    """Return False for a ruleset that was made from another one or from data."""
    return bool(ruleset.file) and (ruleset.base is None or ruleset.base.file != ruleset.file)


def is_shipped(ruleset: Ruleset) -> bool:
    """Return True for a ruleset of the project, read from its file."""
    return library.shipped().get(ruleset.id) == Path(ruleset.file)


def _is_stated(source: Provenance, base: Ruleset | None, above: Set[str]) -> bool:
    if source.text in (UNREGULATED, NOT_LOOKED_UP) and source.kind == "silent":
        return False  # its head lists these
    if base is None:
        return True
    return source.ruleset in above and source != assumed_from(base, source.ruleset)


def _entry(value: Any, source: Provenance) -> Any:
    """Return the value of an option as a file writes it, next to its source."""
    remarks = {
        key: text
        for key, text in (
            (source.kind, source.text),
            ("proviso", source.proviso),
            ("reading", source.reading),
            ("note", source.note),
        )
        if text
    }
    return {"value": value, **remarks} if remarks else value


# ---- from data and text --------------------------------------------------------------------------


def ruleset_of_data(data: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of plain data.

    Raises:
        RulesetError: all that is wrong with the data.
    """
    plain = _plain(data, ())
    if not isinstance(plain, dict):
        raise _not_plain(data, ())
    return _ruleset_of(SourceDocument.of(plain))


def ruleset_of_text(text: str) -> Ruleset:
    """Return the ruleset of the text of a file; paths in `extends` start in the working folder.

    Raises:
        RulesetError: all that is wrong with the text.
    """
    document, problems = documents.parse(text, "")
    if document is None:
        raise RulesetError(problem for problem in problems if problem.severity == "error")
    return _ruleset_of(document, problems)


def _ruleset_of(document: SourceDocument, problems: Sequence[Problem] = ()) -> Ruleset:
    ruleset, problems = examine_document(document, Path(), problems)
    if ruleset is None:
        raise RulesetError(problem for problem in problems if problem.severity == "error")
    return replace(ruleset, file="")


def replaced(
    ruleset: Ruleset, values: Mapping[str, Any], name: str | None, title: str | None
) -> Ruleset:
    """Return house rules over a ruleset, with other values for some options.

    Args:
        ruleset: the ruleset.
        values: the values by path, or those of a chapter by its name.
        name: the id of the new ruleset.
        title: its title.

    Raises:
        RulesetError: all that is wrong with the values.
    """
    if not isinstance(values, Mapping):
        raise _not_plain(values, ())
    stated = {path: _plain(value, (path,)) for path, value in _by_path(values)}
    changed, problems = changes.with_values(ruleset, stated, name, title)
    if changed is None:
        raise RulesetError(problem for problem in problems if problem.severity == "error")
    return changed


def _by_path(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, value in values.items():
        if path in chapters() and isinstance(value, Mapping):
            yield from ((f"{path}.{name}", part) for name, part in value.items())
        else:
            yield str(path), value


def _plain(value: Any, path: Sequence[str]) -> Any:
    """Return a value with the lists and mappings of a file; typed values of rules are written so.

    Raises:
        RulesetError: a value that no file can have.
    """
    if len(path) > documents.MAX_DEPTH:
        raise RulesetError([Problem("", START, "too-deep", documents.too_deep(), ".".join(path))])
    match value:
        case None | bool() | int() | float() | str():
            return value
        case date():
            return value.isoformat()
        case BaseModel():
            return as_written(value)
        case Mapping():
            names = [name for name in value if not isinstance(name, str)]
            if names:
                raise _not_plain(names[0], path)
            return {name: _plain(part, (*path, name)) for name, part in value.items()}
        case list() | tuple():
            return _list(value, path)
        case Set():
            return _list(sorted(value, key=str), path)
    raise _not_plain(value, path)


def _list(values: Iterable[Any], path: Sequence[str]) -> list[Any]:
    return [_plain(value, (*path, f"[{place}]")) for place, value in enumerate(values)]


def _not_plain(value: object, path: Sequence[str]) -> RulesetError:
    message = Message("expected a mapping with text as keys, as a ruleset file, not {value}",
                      value=quote(value))  # fmt: skip
    if path:
        message = Message("expected text, a number, a list or a mapping with text as keys, "
                          "not {value}", value=quote(value))  # fmt: skip
    return RulesetError([Problem("", START, "wrong-type", message, ".".join(path))])

"""A program's own configuration as house rules over a book."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi_core.messages import Message, quote
from riichi_core.records.model import Record
from riichi_core.rules import library
from riichi_core.rules.examination import examine_document
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import Diagnostic, Pointer, in_file_order, nearest
from riichi_core.source.expected import accepted_values
from riichi_core.source.refusals import Location, Refusals
from riichi_core.source.scalars import flow, plain
from riichi_programs.adapter import Adapter
from riichi_programs.export import as_played, why

WANTED = Message("the configuration of a program, as JSON")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A program's configuration that was read from a file.

    Attributes:
        adapter: the program.
        config: the values of its fields.
        given: the fields that the file gives.
        others: names of what else it gives and no option has.
    """

    adapter: Adapter[Any]
    config: Record
    given: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def no_option(self) -> tuple[str, ...]:
        """The given fields that no option of ours has, by their names in the file."""
        decided = {one for row in self.adapter.rows for one in row.fields}
        rest = (self.adapter.name_of(one) for one in self.given if one not in decided)
        return (*rest, *self.others)


@dataclass(frozen=True, slots=True)
class _ConfigurationRefusals(Refusals):
    """The faults of a configuration, with the places of fields in the program's own JSON."""

    places: dict[str, Pointer] = field(default_factory=dict)

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return the place of a field, and the way on inside of it."""
        if not location:
            return (), ()
        return self.places.get(str(location[0]), ()), location[1:]


def read_configuration(
    path: Path, adapter: Adapter[Any]
) -> tuple[Configuration | None, list[Diagnostic]]:
    """Read a program's own configuration.

    Args:
        path: a file of JSON.
        adapter: the program that wrote it.

    Returns:
        The configuration, or None if it has errors, and all that is wrong with it. What this
        version of the program has not got is a warning: a later one may have it.
    """
    document, problems = documents.read(path, wanted=WANTED)
    if document is None:
        return None, in_file_order(problems)
    return _configuration(document, problems, adapter)


def configuration_of(
    data: Any, adapter: Adapter[Any]
) -> tuple[Configuration | None, list[Diagnostic]]:
    """Return a configuration from a JSON value, as `read_configuration`, without places."""
    return _configuration(documents.SourceDocument.of(data), [], adapter)


def _configuration(
    document: documents.SourceDocument, problems: list[Diagnostic], adapter: Adapter[Any]
) -> tuple[Configuration | None, list[Diagnostic]]:
    if not isinstance(document.data, dict):
        message = Message("a configuration of {program} is an object", program=adapter.name)
        refused = document.problem((), "bad-value", message, expected=WANTED)
        return None, in_file_order([*problems, refused])
    flat = adapter.flat(adapter, document.data)
    problems += (_unknown(document, adapter, *one) for one in flat.unknown)
    try:
        config = adapter.config.model_validate(flat.fields)
    except ValidationError as error:
        reader = _ConfigurationRefusals(document, adapter.config, places={**flat.places})
        return None, in_file_order([*problems, *reader.diagnostics(error.errors())])
    problems += _impossible(document, adapter, config, flat.places)
    if any(one.severity == "error" for one in problems):
        return None, in_file_order(problems)
    return Configuration(adapter, config, tuple(flat.fields), flat.others), in_file_order(problems)


def _impossible(
    document: documents.SourceDocument,
    adapter: Adapter[Any],
    config: Record,
    places: Mapping[str, Pointer],
) -> Iterator[Diagnostic]:
    """Yield the values that the fields come to and that no ruleset can have."""
    rules = load(next(iter(library.books()))).rules
    for row in adapter.rows:
        value = row.back(config, rules.written_value(row.path))
        try:
            rules.changed({row.path: value})
        except ValidationError:
            chapter, name = row.path.split(".")
            message = Message(
                "{program} would play {value} here, which no ruleset can have",
                program=adapter.name, value=plain(value),
            )  # fmt: skip
            expected = accepted_values(chapters()[chapter].model_fields[name])
            at = next((places[field] for field in row.fields if field in places), ())
            yield document.problem(at, "bad-value", message, path=row.path, expected=expected)


def _unknown(
    document: documents.SourceDocument, adapter: Adapter[Any], pointer: Pointer, name: str
) -> Diagnostic:
    message = Message(
        "{program} {version} has no {name}",
        program=adapter.name, version=adapter.version, name=quote(name),
    )  # fmt: skip
    near = nearest(name, map(adapter.name_of, adapter.config.model_fields))
    return document.problem(
        pointer, "unknown-key", message, key=True, nearest=near, severity="warning"
    )


# ---- house rules ---------------------------------------------------------------------------------


def played_over(found: Configuration, base: Ruleset) -> Ruleset:
    """Return what a program plays with a configuration, and a book for all that it does not say.

    Args:
        found: the configuration.
        base: the book.
    """
    values = found.adapter.values(found.config, base.rules)
    return as_played(base, found.adapter, values)


def nearest_book(found: Configuration) -> Ruleset:
    """Return the book of which a configuration changes the fewest options."""
    return min(map(load, library.books()), key=lambda book: len(played_over(found, book).changes))


def house_rules(
    found: Configuration, base: Ruleset, name: str, title: str
) -> tuple[str, list[Diagnostic]]:
    """Return a program's configuration as the text of a house-rule file, and what is wrong with it.

    Args:
        found: the configuration.
        base: the book that the file extends.
        name: the id of the house rules.
        title: their name.
    """
    played = played_over(found, base)
    lines = ["format: 1", f"ruleset: {name}", f"title: {json.dumps(title, ensure_ascii=False)}"]
    text = "\n".join([*lines, f"extends: {base.id}", *_chapters(found.adapter, played), ""])
    document, problems = documents.parse(text, f"{name}.yaml")
    assert document is not None, problems
    _, more = examine_document(document, Path(f"{name}.yaml"))
    return text, [*problems, *more]


def _chapters(adapter: Adapter[Any], played: Ruleset) -> Iterator[str]:
    for chapter in chapters():
        paths = [path for path in played.changes if path.startswith(f"{chapter}.")]
        if paths:
            yield f"\n{chapter}:"
        for path in paths:
            value = played.rules.written_value(path)
            yield f"  {path.split('.')[1]}: {flow({'value': value, 'house': why(adapter, path)})}"

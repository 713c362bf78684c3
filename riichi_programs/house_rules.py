"""A program's own configuration as house rules over a book."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi_core.files import yaml_document as documents
from riichi_core.files.accepted_values import Location, accepted_values
from riichi_core.files.model_problems import ModelProblems
from riichi_core.files.problem import Pointer, Problem, in_file_order
from riichi_core.files.yaml_text import flow, plain
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Record
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.ruleset_check import examine_document
from riichi_core.spelling import closest_word
from riichi_programs.export import as_played, deciding_fields
from riichi_programs.program_config import ProgramConfig

EXPECTED_FILE = Message("the configuration of a program, as JSON")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A program's configuration that was read from a file.

    Attributes:
        program: the program.
        config: the values of its fields.
        given: the fields that the file gives.
        others: names of what else it gives and no option has.
    """

    program: ProgramConfig[Any]
    config: Record
    given: tuple[str, ...]
    others: tuple[str, ...]

    @property
    def no_option(self) -> tuple[str, ...]:
        """The given fields that no option of ours has, by their names in the file."""
        decided = {field for mapping in self.program.mappings for field in mapping.fields}
        rest = (self.program.name_of(field) for field in self.given if field not in decided)
        return (*rest, *self.others)


@dataclass(frozen=True, slots=True)
class _ConfigurationProblems(ModelProblems):
    """The problems of a configuration, with the places of fields in the program's own JSON."""

    places: dict[str, Pointer] = field(default_factory=dict)

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return the place of a field, and the way on inside of it."""
        if not location:
            return (), ()
        return self.places.get(str(location[0]), ()), location[1:]


def read_configuration(
    path: Path, program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    """Read a program's own configuration.

    Args:
        path: a file of JSON.
        program: the program that wrote it.

    Returns:
        The configuration, or None if it has errors, and all that is wrong with it. What this
        version of the program has not got is a warning: a later one may have it.
    """
    document, problems = documents.read(path, wanted=EXPECTED_FILE)
    if document is None:
        return None, in_file_order(problems)
    return _configuration(document, problems, program)


def configuration_of(
    data: Any, program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    """Return a configuration from a JSON value, as `read_configuration`, without places."""
    return _configuration(documents.SourceDocument.of(data), [], program)


def _configuration(
    document: documents.SourceDocument, problems: list[Problem], program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    if not isinstance(document.data, dict):
        message = Message("a configuration of {program} is an object", program=program.name)
        no_object = document.problem((), "bad-value", message, expected=EXPECTED_FILE)
        return None, in_file_order([*problems, no_object])
    flat = program.read_json(program, document.data)
    problems += (_unknown_key(document, program, *problem) for problem in flat.unknown)
    try:
        config = program.config.model_validate(flat.fields)
    except ValidationError as error:
        reader = _ConfigurationProblems(document, program.config, places={**flat.places})
        return None, in_file_order([*problems, *reader.problems(error.errors())])
    problems += _impossible_values(document, program, config, flat.places)
    if any(problem.severity == "error" for problem in problems):
        return None, in_file_order(problems)
    return Configuration(program, config, tuple(flat.fields), flat.others), in_file_order(problems)


def _impossible_values(
    document: documents.SourceDocument,
    program: ProgramConfig[Any],
    config: Record,
    places: Mapping[str, Pointer],
) -> Iterator[Problem]:
    """Yield the values that the fields come to and that no ruleset can have."""
    rules = load(next(iter(library.books()))).rules
    for mapping in program.mappings:
        value = mapping.to_option(config, rules.written_value(mapping.path))
        try:
            rules.changed({mapping.path: value})
        except ValidationError:
            chapter, name = mapping.path.split(".")
            message = Message(
                "{program} would play {value} here, which no ruleset can have",
                program=program.name, value=plain(value),
            )  # fmt: skip
            expected = accepted_values(chapters()[chapter].model_fields[name])
            pointer = next((places[field] for field in mapping.fields if field in places), ())
            yield document.problem(
                pointer, "bad-value", message, path=mapping.path, expected=expected
            )


def _unknown_key(
    document: documents.SourceDocument, program: ProgramConfig[Any], pointer: Pointer, name: str
) -> Problem:
    message = Message(
        "{program} {version} has no {name}",
        program=program.name, version=program.version, name=quote(name),
    )  # fmt: skip
    closest = closest_word(name, map(program.name_of, program.config.model_fields))
    return document.problem(
        pointer, "unknown-key", message, key=True, nearest=closest, severity="warning"
    )


# ---- house rules ---------------------------------------------------------------------------------


def played_over(configuration: Configuration, base: Ruleset) -> Ruleset:
    """Return what a program plays with a configuration, and a book for all that it does not say.

    Args:
        configuration: the configuration.
        base: the book.
    """
    values = configuration.program.values(configuration.config, base.rules)
    return as_played(base, configuration.program, values)


def nearest_book(configuration: Configuration) -> Ruleset:
    """Return the book of which a configuration changes the fewest options."""
    return min(
        map(load, library.books()), key=lambda book: len(played_over(configuration, book).changes)
    )


def house_rules(
    configuration: Configuration, base: Ruleset, name: str, title: str
) -> tuple[str, list[Problem]]:
    """Return a program's configuration as the text of a house-rule file, and what is wrong with it.

    Args:
        configuration: the configuration.
        base: the book that the file extends.
        name: the id of the house rules.
        title: their name.
    """
    played = played_over(configuration, base)
    lines = ["format: 1", f"ruleset: {name}", f"title: {json.dumps(title, ensure_ascii=False)}"]
    text = "\n".join(
        [*lines, f"extends: {base.id}", *_changed_lines(configuration.program, played), ""]
    )
    document, problems = documents.parse(text, f"{name}.yaml")
    assert document is not None, problems
    _, rule_problems = examine_document(document, Path(f"{name}.yaml"))
    return text, [*problems, *rule_problems]


def _changed_lines(program: ProgramConfig[Any], played: Ruleset) -> Iterator[str]:
    for chapter in chapters():
        paths = [path for path in played.changes if path.startswith(f"{chapter}.")]
        if paths:
            yield f"\n{chapter}:"
        for path in paths:
            value = played.rules.written_value(path)
            entry = {"value": value, "house": deciding_fields(program, path)}
            yield f"  {path.split('.')[1]}: {flow(entry)}"

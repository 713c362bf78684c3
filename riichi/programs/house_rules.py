"""A program's configuration as house rules over a book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi.house_file import house_file
from riichi.programs.export import as_played, deciding_fields
from riichi.programs.program_config import FlatConfig, Json, ProgramConfig
from riichi_core.files import yaml_document as documents
from riichi_core.files.accepted_values import Location, accepted_values
from riichi_core.files.model_problems import ModelProblems
from riichi_core.files.problem import Pointer, Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.files.yaml_text import plain
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Record
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.ruleset_check import examine_document
from riichi_core.spelling import closest_word

EXPECTED_FILE = Message("the configuration of a program, as JSON")

FIELDS_SHOWN = 5
"""The number of fields that an error names as examples."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """A program's configuration, as read from a file.

    Attributes:
        program: the program.
        config: the values of its fields.
        given: the fields that the file decides; everything else is as in the book.
        no_option: the names in the file that decide no option of ours.
    """

    program: ProgramConfig[Any]
    config: Record
    given: tuple[str, ...]
    no_option: tuple[str, ...]

    @property
    def left_out(self) -> tuple[str, ...]:
        """The names of the fields that decide options but are missing from the file."""
        fields = dict.fromkeys(field for one in self.program.mappings for field in one.fields)
        return tuple(self.program.name_of(field) for field in fields if field not in self.given)


@dataclass(slots=True)
class _ConfigurationProblems(ModelProblems):
    """The problems of a configuration, with the positions of fields in the program's JSON."""

    places: dict[str, Pointer] = field(default_factory=dict)

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return the position of a field, and the rest of the path inside it."""
        if not location:
            return (), ()
        return self.places.get(str(location[0]), ()), location[1:]


def read_configuration(
    path: Path, program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    """Read a program's configuration from a JSON file.

    Returns:
        The configuration, or None if it has errors, and all its problems. A key that this version
        of the program does not know is only a warning, because a later version may know it.
    """
    document, problems = documents.read(path, wanted=EXPECTED_FILE)
    if document is None:
        return None, in_file_order(problems)
    return _configuration(document, problems, program)


def configuration_of(
    data: Any, program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    """Return a configuration from a JSON value, without positions (see `read_configuration`)."""
    return _configuration(SourceDocument.of(data), [], program)


def _configuration(
    document: SourceDocument, problems: list[Problem], program: ProgramConfig[Any]
) -> tuple[Configuration | None, list[Problem]]:
    if not isinstance(document.data, dict):
        message = Message("a configuration of {program} is an object", program=program.name)
        no_object = document.problem((), "bad-value", message, expected=EXPECTED_FILE)
        return None, in_file_order([*problems, no_object])
    found = _fields_within(program, document.data)
    _, flat = found[0]
    problems += (_unknown_key(document, program, *problem) for problem in flat.unknown)
    if len(found) > 1 or not flat.fields:
        pointers = [pointer for pointer, _ in found]
        problems.append(_not_one_configuration(document, program, pointers))
        return None, in_file_order(problems)
    try:
        config = program.config.model_validate(flat.fields)
    except ValidationError as error:
        reader = _ConfigurationProblems(document, program.config, places={**flat.places})
        return None, in_file_order([*problems, *reader.take(error.errors())])
    problems += _useless_fields(document, program, flat.places)
    problems += _impossible_values(document, program, config, flat.places)
    if any(problem.severity == "error" for problem in problems):
        return None, in_file_order(problems)
    given = Configuration(program, config, tuple(flat.fields), _no_option(program, flat))
    return given, in_file_order(problems)


def _no_option(program: ProgramConfig[Any], flat: FlatConfig) -> tuple[str, ...]:
    """Return the names in a file that decide no option of ours."""
    decided = {field for mapping in program.mappings for field in mapping.fields}
    rest = [field for field in flat.fields if field in flat.places and field not in decided]
    return (*map(program.name_of, rest), *flat.others)


def _fields_within(program: ProgramConfig[Any], data: Json) -> list[tuple[Pointer, FlatConfig]]:
    """Return the fields of the object that has most of them, with the path to it.

    It is the outermost object, or an object at any depth inside it. If several objects of the
    same depth have the same number of fields, all of these are returned.
    """
    level: list[tuple[Pointer, Json]] = [((), data)]
    best: list[tuple[Pointer, FlatConfig]] = [((), program.read_json(data))]
    while level:
        level = [
            ((*pointer, key), value)
            for pointer, parent in level
            for key, value in parent.items()
            if isinstance(value, dict)
        ]
        inner = [(way, program.read_json(value).within(way)) for way, value in level]
        most = max((len(flat.fields) for _, flat in inner), default=0)
        if most > len(best[0][1].fields):
            best = [(way, flat) for way, flat in inner if len(flat.fields) == most]
    return best


def _not_one_configuration(
    document: SourceDocument, program: ProgramConfig[Any], found: list[Pointer]
) -> Problem:
    """Return the problem of a file in which no object, or several objects, have the fields."""
    names = [program.name_of(field) for field in program.config.model_fields]
    expected = Message("fields such as {names}", names=", ".join(names[:FIELDS_SHOWN]))
    if len(found) == 1:
        message = Message("the file has no field of {program}", program=program.name)
        return document.problem((), "bad-value", message, expected=expected)
    message = Message(
        "several objects have fields of {program}: {parents}; give a file with only one of them",
        program=program.name, parents=", ".join(quote(pointer[-1]) for pointer in found),
    )  # fmt: skip
    return document.problem(found[1], "bad-value", message, key=True)


def _useless_fields(
    document: SourceDocument, program: ProgramConfig[Any], places: Mapping[str, Pointer]
) -> Iterator[Problem]:
    """Yield a warning for each option that needs several fields if the file gives only some."""
    decided = {field for one in program.mappings if not one.needs_all for field in one.fields}
    for mapping in program.mappings:
        given = [field for field in mapping.fields if field in places and field not in decided]
        if given and not mapping.is_decided(places):
            left_out = (program.name_of(field) for field in mapping.fields if field not in places)
            message = Message(
                "{given} has no effect without {left_out}",
                given=", ".join(map(program.name_of, given)), left_out=", ".join(left_out),
            )  # fmt: skip
            yield document.problem(
                places[given[0]], "no-effect", message, path=mapping.path, severity="warning"
            )


def _impossible_values(
    document: SourceDocument,
    program: ProgramConfig[Any],
    config: Record,
    places: Mapping[str, Pointer],
) -> Iterator[Problem]:
    """Yield the values that follow from the fields but that no ruleset can have."""
    rules = load(next(iter(library.books()))).rules
    values = program.values(config, rules, places)
    for mapping in program.mappings:
        if not mapping.is_decided(places):
            continue
        value = values[mapping.path]
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
    document: SourceDocument, program: ProgramConfig[Any], pointer: Pointer, name: str
) -> Problem:
    message = Message(
        "{program} {version} has no {name}",
        program=program.name, version=program.version, name=quote(name),
    )  # fmt: skip
    closest = closest_word(name, map(program.name_of, program.config.model_fields))
    return document.problem(
        pointer, "unknown-key", message, key=True, suggestion=closest, severity="warning"
    )


# ---- house rules ---------------------------------------------------------------------------------


def played_over(configuration: Configuration, base: Ruleset) -> Ruleset:
    """Return a book with a configuration's values; a missing field changes nothing."""
    values = configuration.program.values(configuration.config, base.rules, configuration.given)
    return as_played(base, configuration.program, values)


def nearest_book(configuration: Configuration) -> Ruleset:
    """Return the book for which a configuration changes the fewest options."""
    return min(
        map(load, library.books()), key=lambda book: len(played_over(configuration, book).changes)
    )


def house_rules(
    configuration: Configuration, base: Ruleset, name: str, title: str
) -> tuple[str, list[Problem]]:
    """Return the text of a house-rule file for a program's configuration, and its problems."""
    played = played_over(configuration, base)
    program = configuration.program
    text = house_file(
        {"format": 1, "ruleset": name, "title": title, "extends": base.id},
        {
            path: {
                "value": played.rules.written_value(path),
                "house": deciding_fields(program, path),
            }
            for path in played.changes
        },
    )
    document, problems = documents.parse(text, f"{name}.yaml")
    assert document is not None, problems
    _, rule_problems = examine_document(document, Path(f"{name}.yaml"))
    return text, [*problems, *rule_problems]
